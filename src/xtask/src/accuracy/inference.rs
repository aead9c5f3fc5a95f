//! Rows of `inference-measured.csv`.

use std::path::Path;

use anyhow::Result;
use gpu_cost_core::candidate::{Cluster, Coefficients, Division, Estimate, Performance, Point, Rejection, estimate};
use gpu_cost_core::catalog::{Device, Gpu};
use gpu_cost_core::requirement::{Requirement, parameters_of, requirement, weight_bytes};
use gpu_cost_core::units::{Range, real};
use gpu_cost_core::workload::{Inference, KvFormat, Software, WeightFormat, Workload};

use super::case::{Case, Key, Outcome, Rules};
use super::training::words;
use super::{name, number, refusal, whole_number};
use crate::csv::Record;

/// Tokens of an answer where a row does not say; the mean of `ShareGPT` and of `OpenOrca` is between 200 and 300.
const ANSWER: u32 = 256;
/// Requests that engines run at once, at most.
const MOST_USERS: u32 = 2048;
/// Share of the memory that engines take.
const TAKEN: f64 = 0.9;

pub(super) fn rows(path: &Path) -> Result<Vec<Case>> {
    let text = super::read(path)?;
    let table =
        super::table(&text, path, &["id", "group", "model", "gpu_model", "engine", "scenario", "in_len", "out_len"])?;
    Ok(table.records().map(case).collect())
}

fn case(row: Record<'_>) -> Case {
    let mut case = Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: row.get("model").to_owned(),
        key: key(row, false),
        measured: 0.0,
        outcome: Outcome::Refused(String::new()),
        point: None,
        rules: vec![],
        reading: String::new(),
    };
    match read(row) {
        Ok(Read { key, measured, work, users, gpu, division, rules }) => {
            case.key = key;
            case.measured = measured;
            case.rules = rules;
            case.reading = format!("{:?}, {:?}", work.software, work.weights);
            let setup = Setup { gpu, division }.arranged(&work, key);
            let users = match users
                .map_or_else(|| setup.most_users(&work).map(|each| each.saturating_mul(setup.division.data)), Ok)
            {
                Ok(users) => users,
                Err(rejection) => {
                    case.outcome = Outcome::Refused(refusal::reason(&rejection));
                    return case;
                }
            };
            case.reading += &format!(", {users} users, {}", words(&setup.division));
            let prompt = f64::from(work.prompt_tokens);
            let needs = requirement(&Workload::Inference(Inference { users, ..work }));
            case.point = Point::of(&needs, setup.gpu, setup.division.n_gpus());
            case.outcome = Outcome::Predict(Box::new(move |fitted| {
                Ok(match (key, setup.of(&needs, fitted)?.performance) {
                    (Key::Prefill, Performance::Serving { first_token, .. }) => Range {
                        low: prompt / first_token.high,
                        likely: prompt / first_token.likely,
                        high: prompt / first_token.low,
                    },
                    (Key::Decode | Key::SingleRequest, Performance::Serving { per_user, .. }) => per_user,
                    (_, Performance::Serving { in_all, .. }) => in_all,
                    (_, Performance::Finite { .. }) => unreachable!("answers have no end"),
                })
            }));
        }
        Err(reason) => case.outcome = Outcome::Refused(reason),
    }
    case
}

fn key(row: Record<'_>, sparse: bool) -> Key {
    let scenario = row.get("scenario").to_ascii_lowercase();
    if scenario.contains("mlperf") {
        Key::InferenceMlperf
    } else if scenario.contains("prefill") {
        Key::Prefill
    } else if scenario.contains("decode") {
        Key::Decode
    } else if scenario.contains("single") {
        Key::SingleRequest
    } else if sparse {
        Key::SaturatedMoe
    } else {
        Key::SaturatedDense
    }
}

struct Read {
    key: Key,
    measured: f64,
    work: Inference,
    /// `None`: as many as fit.
    users: Option<u32>,
    gpu: &'static Gpu,
    division: Division,
    rules: Rules,
}

fn read(row: Record<'_>) -> Result<Read, String> {
    let (total, active) = (number(row, "params_total"), number(row, "params_active"));
    let model = name::model(row.get("model"), total, active).ok_or("neither a known model nor a size")?;
    let gpu = name::gpu(row.get("gpu_model")).ok_or_else(|| format!("no GPU is known as {}", row.get("gpu_model")))?;
    let n_gpus = whole_number(row, "gpus").unwrap_or(1).max(1);
    let key = key(row, model.architecture.experts.is_some());
    let engine = row.get("engine");
    let software = name::software(engine).unwrap_or(Software::Fused);
    let weights = weights(row, gpu)?;
    let output = number(row, "output_tok_s").or_else(|| number(row, "per_user_tok_s"));
    let measured = if key == Key::Prefill { number(row, "prefill_tok_s") } else { output };
    let measured = measured.ok_or("no speed is stated")?;
    let answer = whole_number(row, "out_len").filter(|_| key != Key::Prefill);
    // prompts and answers in the proportion of all tokens to those of answers
    let proportion = number(row, "total_tok_s").zip(output).map_or(1.0, |(all, output)| (all / output - 1.0).max(0.1));
    let prompt = whole_number(row, "in_len")
        .unwrap_or_else(|| u32::try_from(name::whole(f64::from(ANSWER) * proportion)).unwrap_or(ANSWER));
    let quantized = matches!(weights, WeightFormat::Fp8 | WeightFormat::Nvfp4 | WeightFormat::Mxfp4);
    let work = Inference {
        model,
        users: 1,
        prompt_tokens: prompt,
        shared_tokens: 0,
        answer_tokens: answer.unwrap_or(if key == Key::Prefill { 1 } else { ANSWER }).max(1),
        weights,
        kv_cache: if quantized && software == Software::Tuned { KvFormat::Fp8 } else { KvFormat::Bf16 },
        software,
        min_tokens_per_second: 0.0,
    };
    let users = whole_number(row, "concurrency").or(match key {
        Key::Decode | Key::Prefill | Key::SingleRequest => Some(1),
        _ => None,
    });
    let by_layer = engine.contains("layer split") || software == Software::Eager;
    let division = if by_layer {
        Division { pipeline: n_gpus, ..Division::SINGLE }
    } else {
        Division { tensor: n_gpus, ..Division::SINGLE }
    };
    let rules = match key {
        Key::Decode | Key::SingleRequest => gpu.bandwidth.map(|bandwidth| {
            let share = if by_layer { 1.0 } else { f64::from(n_gpus) };
            let parameters = parameters_of(&model);
            let bytes = weight_bytes(&model.architecture, &parameters, real(parameters.active), weights);
            ("bandwidth / weights", share * bandwidth.0 / bytes)
        }),
        _ => None,
    };
    Ok(Read { key, measured, work, users, gpu, division, rules: rules.into_iter().collect() })
}

/// What a row says of the weights; where it leaves them open, 8 bits.
fn weights(row: Record<'_>, gpu: &Gpu) -> Result<WeightFormat, String> {
    let precision = row.get("precision");
    if precision.contains("submission") {
        return Ok(if gpu.fp8.is_some() { WeightFormat::Fp8 } else { WeightFormat::Int8 });
    }
    format(precision).or_else(|reason| match number(row, "weight_bits") {
        Some(bits) if bits < 6.0 => Ok(WeightFormat::Int4),
        Some(bits) if bits < 12.0 => Ok(WeightFormat::Int8),
        Some(_) => Ok(WeightFormat::Bf16),
        None => Err(reason),
    })
}

/// The format of weights of a name.
pub(super) fn format(name: &str) -> Result<WeightFormat, String> {
    use WeightFormat as W;
    const FILES: [(&str, WeightFormat); 27] = [
        ("IQ1_S", W::GgufIq1S),
        ("IQ1_M", W::GgufIq1M),
        ("IQ2_XXS", W::GgufIq2Xxs),
        ("IQ2_XS", W::GgufIq2Xs),
        ("IQ2_S", W::GgufIq2S),
        ("IQ2_M", W::GgufIq2M),
        ("Q2_K_S", W::GgufQ2KS),
        ("Q2_K", W::GgufQ2K),
        ("IQ3_XXS", W::GgufIq3Xxs),
        ("IQ3_XS", W::GgufIq3Xs),
        ("IQ3_S", W::GgufIq3S),
        ("IQ3_M", W::GgufIq3M),
        ("Q3_K_S", W::GgufQ3KS),
        ("Q3_K_M", W::GgufQ3KM),
        ("Q3_K_L", W::GgufQ3KL),
        ("IQ4_XS", W::GgufIq4Xs),
        ("IQ4_NL", W::GgufIq4Nl),
        ("Q4_0", W::GgufQ40),
        ("Q4_1", W::GgufQ41),
        ("Q4_K_S", W::GgufQ4KS),
        ("Q4_K_M", W::GgufQ4KM),
        ("Q5_0", W::GgufQ50),
        ("Q5_K_S", W::GgufQ5KS),
        ("Q5_K_M", W::GgufQ5KM),
        ("Q6_K", W::GgufQ6K),
        ("Q8_0", W::GgufQ80),
        ("F16", W::Bf16),
    ];
    if let Some((_, format)) = FILES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Ok(*format);
    }
    let text = name.to_ascii_lowercase();
    let has = |word: &str| text.contains(word);
    Ok(if has("nf4-dq") || has("nf4 dq") {
        W::Nf4Double
    } else if has("nf4") {
        W::Nf4
    } else if has("mxfp4") {
        W::Mxfp4
    } else if has("fp4") {
        W::Nvfp4
    } else if has("int4") || has("w4") || has("awq") || has("4bit") || has("4-bit") || has("exl2") {
        W::Int4
    } else if has("fp8") {
        W::Fp8
    } else if has("int8") || has("w8") || has("8bit") || has("8-bit") {
        W::Int8
    } else if has("bf16") || has("fp16") || has("f16") || has("half") {
        W::Bf16
    } else {
        return Err(format!("{name} is no known format of weights"));
    })
}

#[derive(Clone, Copy)]
struct Setup {
    gpu: &'static Gpu,
    division: Division,
}

impl Setup {
    /// What MLPerf's logs do not say: how GPUs share the work. As many replicas as serve most.
    fn arranged(self, work: &Inference, key: Key) -> Self {
        if key != Key::InferenceMlperf {
            return self;
        }
        let n_gpus = self.division.n_gpus();
        let speed = |setup: &Self| {
            let users = setup.most_users(work).ok()?.saturating_mul(setup.division.data);
            let needs = requirement(&Workload::Inference(Inference { users, ..work.clone() }));
            let found = setup.of(&needs, &Coefficients::FITTED).ok()?;
            let fits = setup.gpu.memory.is_none_or(|memory| found.parts.sum() <= memory);
            match found.performance {
                Performance::Serving { in_all, .. } if fits => Some(in_all.likely),
                _ => None,
            }
        };
        let all = [1, 2, 4, 8].into_iter().filter(|tensor| n_gpus.is_multiple_of(*tensor));
        let all =
            all.map(|tensor| Self { division: Division { tensor, data: n_gpus / tensor, ..Division::SINGLE }, ..self });
        all.max_by(|a, b| speed(a).unwrap_or(0.0).total_cmp(&speed(b).unwrap_or(0.0))).unwrap_or(self)
    }

    /// As many users as fit; memory depends on no coefficient.
    fn most_users(self, work: &Inference) -> Result<u32, Rejection> {
        // of one replica; all have as many
        let this = Self { division: Division { data: 1, ..self.division }, ..self };
        let room = self.gpu.memory.map_or(f64::INFINITY, |memory| TAKEN * memory.as_f64());
        let (mut low, mut high) = (1, MOST_USERS);
        while low < high {
            let users = (low + high).div_ceil(2);
            let needs = requirement(&Workload::Inference(Inference { users, ..work.clone() }));
            let fits = this.of(&needs, &Coefficients::FITTED)?.parts.sum().as_f64() <= room;
            (low, high) = if fits { (users, high) } else { (low, users - 1) };
        }
        Ok(low)
    }

    fn of(&self, needs: &Requirement, fitted: &Coefficients) -> Result<Estimate, Rejection> {
        estimate(needs, Device::whole(self.gpu), &Cluster::usual(self.gpu), &self.division, fitted)
    }
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::workload::WeightFormat;

    use super::format;

    #[test]
    fn formats() {
        for (name, expected) in [
            ("bf16", WeightFormat::Bf16),
            ("f16", WeightFormat::Bf16),
            ("gptq-int8", WeightFormat::Int8),
            ("awq-int4", WeightFormat::Int4),
            ("w4a16", WeightFormat::Int4),
            ("nf4-dq", WeightFormat::Nf4Double),
            ("fp4", WeightFormat::Nvfp4),
            ("MXFP4", WeightFormat::Mxfp4),
            ("q4_k_m", WeightFormat::GgufQ4KM),
        ] {
            assert_eq!(format(name), Ok(expected), "{name}");
        }
        assert!(format("ternary").is_err());
    }
}
