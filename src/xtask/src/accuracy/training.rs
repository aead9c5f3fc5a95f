//! Rows of `training-runs.csv`.

use std::path::Path;

use anyhow::Result;
use gpu_cost_core::candidate::{Cluster, Division, Estimate, Performance, Point, Sharding, best_division, estimate};
use gpu_cost_core::catalog::{Device, Gpu, Precision};
use gpu_cost_core::requirement::{Load, parameters_of, passes_again, requirement};
use gpu_cost_core::units::real;
use gpu_cost_core::workload::{
    FineTuning, LanguageModel, Method, Optimizer, PreTraining, Recomputation, Software, StateOffload, TrainingSettings,
    Workload,
};

use super::case::{Case, Key, Outcome, Rules};
use super::{name, number, whole_number};
use crate::csv::Record;

/// Tokens of a pre-training's step where a row does not say: 4 M, or 1,024 for each GPU.
const STEP_TOKENS: f64 = 4e6;
/// GPUs of a training where a row does not say: at least these.
const GPUS: u32 = 64;
/// Seconds until all is ready, which MLPerf does not count.
const START: f64 = 300.0;
/// Rank of adapters where a row does not say.
pub(super) const RANK: u32 = 16;

pub(super) fn rows(path: &Path) -> Result<Vec<Case>> {
    let text = super::read(path)?;
    let table =
        super::table(&text, path, &["id", "group", "name", "kind", "task", "gpu_model", "seq_len", "precision"])?;
    Ok(table.records().map(case).collect())
}

fn case(row: Record<'_>) -> Case {
    let key = match row.get("kind") {
        "mlperf" => Key::TrainingMlperf,
        "run" => Key::Runs,
        _ => Key::Throughput,
    };
    let mut case = Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: row.get("gpu_model").to_owned(),
        key,
        measured: 0.0,
        outcome: Outcome::Refused(String::new()),
        point: None,
        rules: vec![],
        reading: String::new(),
    };
    match read(row, key) {
        Ok(Read { measured, workload, gpu, cluster, division, rules, reading }) => {
            case.measured = measured;
            case.rules = rules;
            case.reading = reading;
            let needs = requirement(&workload);
            case.point = Point::of(&needs, gpu, division.n_gpus());
            case.outcome = Outcome::Predict(Box::new(move |fitted| {
                let Estimate { performance, .. } = estimate(&needs, Device::whole(gpu), &cluster, &division, fitted)?;
                let Performance::Finite { run_time, tokens_per_second: Some(tokens_per_second), .. } = performance
                else {
                    unreachable!("training ends")
                };
                Ok(match key {
                    Key::Throughput => tokens_per_second.map(|speed| speed / f64::from(division.n_gpus())),
                    Key::TrainingMlperf => {
                        let ready = 1.0 - START / run_time.likely.as_f64();
                        run_time.map(|time| ready * time.as_f64() / 3600.0 * f64::from(division.n_gpus()))
                    }
                    _ => run_time.map(|time| time.as_f64() / 3600.0 * f64::from(division.n_gpus())),
                })
            }));
        }
        Err(reason) => case.outcome = Outcome::Refused(reason),
    }
    case
}

struct Read {
    measured: f64,
    workload: Workload,
    gpu: &'static Gpu,
    cluster: Cluster,
    division: Division,
    rules: Rules,
    reading: String,
}

fn read(row: Record<'_>, key: Key) -> Result<Read, String> {
    let task = row.get("task");
    if !["pretrain", "full-finetune", "lora", "qlora", "sft", "continued-pretrain"].contains(&task) {
        return Err(format!("{task} is no training of a language model"));
    }
    let (total, active) = (number(row, "params_total"), number(row, "params_active"));
    let model = name::model(row.get("name"), total, active).ok_or("neither a known model nor a size")?;
    let gpu = name::gpu(row.get("gpu_model")).ok_or_else(|| format!("no GPU is known as {}", row.get("gpu_model")))?;
    let gpu = name::with_bandwidth(gpu, row.get("notes"));
    let text = [row.get("parallelism"), row.get("notes"), row.get("source"), row.get("name")].join(" ");
    let parallel = row.get("parallelism");
    let megatron = parallel.contains("TP") && !parallel.starts_with("FSDP");
    // vendors tune what they submit to MLPerf, and its clock starts when all is ready
    let software = name::software(&text).filter(|_| key != Key::TrainingMlperf).unwrap_or(match task {
        _ if megatron || key == Key::TrainingMlperf => Software::Tuned,
        "pretrain" => Software::Fused,
        _ => Software::Eager,
    });
    let sequence =
        whole_number(row, "seq_len").unwrap_or(if real(parameters_of(&model).total) < 1.5e10 { 2048 } else { 4096 });
    let n_gpus = whole_number(row, "gpu_count").unwrap_or_else(|| cluster_for(&model, gpu)).max(1);
    let precision = precision(row.get("precision"), gpu);
    let division = division(parallel, n_gpus, software, task, real(parameters_of(&model).total), gpu);
    let micro_batch =
        whole_number(row, "micro_batch").unwrap_or(if task == "pretrain" && sequence < 4096 { 4 } else { 1 });
    let global_batch = whole_number(row, "global_batch_seqs").unwrap_or_else(|| {
        let tokens = STEP_TOKENS.max(1024.0 * f64::from(n_gpus));
        let steps = if task == "pretrain" { tokens / f64::from(sequence) } else { 0.0 };
        u32::try_from(name::whole(steps)).unwrap_or(1).max(division.data * micro_batch)
    });
    let recomputation = match row.get("recompute") {
        text if text.starts_with("full") => Recomputation::Full,
        text if text.starts_with("selective") && software != Software::Tuned => Recomputation::Selective,
        "" if task.contains("lora") && software != Software::Tuned => Recomputation::Full,
        _ => Recomputation::None,
    };
    let tokens = number(row, "tokens");
    let settings = TrainingSettings {
        sequence_tokens: sequence,
        // what a pipeline works through is cut into single sequences, unless they are Megatron's micro-batches
        micro_batch: if 1 < division.pipeline && !megatron { 1 } else { micro_batch.min(global_batch) },
        global_batch,
        optimizer: Optimizer::AdamW,
        recomputation: Some(recomputation),
        offload: StateOffload::None,
        precision,
        software,
        mfu_percent: None,
    };
    let of = |settings| self::workload(task, model, name::whole(tokens.unwrap_or(1e12)), settings);
    let cluster = Cluster::usual(gpu);
    let (workload, division) = if parallel.is_empty() && 8 < n_gpus {
        searched(&of, settings, gpu, &cluster, n_gpus).unwrap_or_else(|| (of(settings), division))
    } else {
        (of(settings), division)
    };
    let (measured, rules) = measured(row, key, &workload, &model, gpu, n_gpus)?;
    let reading = format!("{software:?}, {precision:?}, {}, micro-batch {micro_batch}", words(&division));
    Ok(Read { measured, workload, gpu, cluster, division, rules, reading })
}

/// What a row measures, and what the common rule gives.
fn measured(
    row: Record<'_>,
    key: Key,
    workload: &Workload,
    model: &LanguageModel,
    gpu: &Gpu,
    n_gpus: u32,
) -> Result<(f64, Rules), String> {
    let tokens = number(row, "tokens");
    let hours = number(row, "gpu_hours").or_else(|| Some(number(row, "days")? * 24.0 * f64::from(n_gpus)));
    let name = "6ND at 40 % MFU";
    let rule = rule(model, gpu);
    if key == Key::Throughput {
        let measured = speed(row, workload, gpu, precision(row.get("precision"), gpu), tokens, hours)?;
        return Ok((measured, rule.map(|speed| (name, speed)).into_iter().collect()));
    }
    let tokens = tokens.ok_or("the tokens are not stated")?;
    let hours = hours.ok_or("neither GPU-hours nor days are stated")?;
    Ok((hours, rule.map(|speed| (name, tokens / speed / 3600.0)).into_iter().collect()))
}

/// The best division where a row says nothing of it, with as little recomputation as fits.
fn searched(
    of: &dyn Fn(TrainingSettings) -> Workload,
    settings: TrainingSettings,
    gpu: &'static Gpu,
    cluster: &Cluster,
    n_gpus: u32,
) -> Option<(Workload, Division)> {
    let least = settings.recomputation.unwrap_or(Recomputation::None);
    let all = [least, Recomputation::Selective, Recomputation::Full];
    let mut found = all.into_iter().filter_map(|recomputation| {
        let workload = of(TrainingSettings { recomputation: Some(recomputation), ..settings });
        let (division, estimate) = best_division(&requirement(&workload), Device::whole(gpu), cluster, n_gpus).ok()?;
        let fits = gpu.memory.is_none_or(|memory| estimate.parts.sum() <= memory);
        Some((fits, workload, division))
    });
    let first = found.next()?;
    let (_, workload, division) = if first.0 { first } else { found.find(|other| other.0).unwrap_or(first) };
    Some((workload, division))
}

/// A power of two of GPUs that hold twice the states of a model.
fn cluster_for(model: &LanguageModel, gpu: &Gpu) -> u32 {
    let states = 18.0 * real(parameters_of(model).total);
    let each = gpu.memory.map_or(8e10, |memory| memory.as_f64());
    u32::try_from(name::whole(2.0 * states / each)).map_or(GPUS, |needed| needed.next_power_of_two().max(GPUS))
}

/// Tokens per second of a GPU at 6ND and 40 % of its 16-bit peak.
fn rule(model: &LanguageModel, gpu: &Gpu) -> Option<f64> {
    Some(0.4 * gpu.bf16.or(gpu.fp16)?.0 / (6.0 * real(parameters_of(model).active)))
}

fn workload(task: &str, model: LanguageModel, tokens: u64, settings: TrainingSettings) -> Workload {
    let method = match task {
        "lora" => Method::Lora { rank: RANK },
        "qlora" => Method::Qlora { rank: RANK },
        "pretrain" => return Workload::PreTraining(PreTraining { model, tokens, settings }),
        _ => Method::Full,
    };
    Workload::FineTuning(FineTuning { model, method, tokens, settings })
}

/// Tokens per second of a GPU: stated, or by hours, by operations per second, by MFU (attention counted in full, as
/// its definition has it) or by the same with recomputation.
fn speed(
    row: Record<'_>,
    workload: &Workload,
    gpu: &Gpu,
    precision: Precision,
    tokens: Option<f64>,
    hours: Option<f64>,
) -> Result<f64, String> {
    if let Some(speed) = number(row, "tokens_per_s_per_gpu") {
        return Ok(speed);
    }
    if let (Some(tokens), Some(hours)) = (tokens, hours) {
        return Ok(tokens / hours / 3600.0);
    }
    let Load::Training(load) = requirement(workload).load else { unreachable!("a training") };
    let each = load.matmul_per_token + 2.0 * load.attention_per_token;
    let peak = gpu.dense(precision).or(gpu.bf16).or(gpu.fp16).ok_or("no peak is known")?.0;
    if let Some(teraflops) = number(row, "tflops_per_gpu") {
        return Ok(teraflops * 1e12 / (load.passes * each));
    }
    if let Some(percent) = number(row, "mfu_pct") {
        return Ok(percent / 100.0 * peak / (load.passes * each));
    }
    let percent = number(row, "hfu_pct").ok_or("no speed is stated")?;
    Ok(percent / 100.0 * peak / ((load.passes + load.recomputation.map_or(0.0, passes_again)) * each))
}

/// What matrices are multiplied in. Where a row leaves it open, what the card is fastest in down to 8 bits.
fn precision(text: &str, gpu: &Gpu) -> Precision {
    let text = text.to_ascii_lowercase();
    let eight = if gpu.fp8.is_some() { Precision::Fp8 } else { Precision::Bf16 };
    if text.contains("fp8") {
        eight
    } else if text.contains("fp4") {
        if gpu.fp4.is_some() { Precision::Fp4 } else { eight }
    } else if text.contains("tf32") {
        Precision::Tf32
    } else if text.contains("fp32") {
        Precision::Fp32
    } else {
        Precision::Bf16
    }
}

/// `TP4 PP8 VP6`, `FSDP32 TP8`, `FSDP FULL_SHARD`, `ZeRO-3`, `DDP`. Where nothing is said: replicas if all fits on a GPU of
/// 16 bytes a parameter, or 2 for adapters; else divided states. Megatron divides the optimizer; its pipelines are
/// interleaved, twice where a row does not say.
pub(super) fn division(
    text: &str,
    n_gpus: u32,
    software: Software,
    task: &str,
    parameters: f64,
    gpu: &Gpu,
) -> Division {
    let mut division = Division::SINGLE;
    let mut sharding = None;
    let mut interleaved = None;
    for word in text.split([' ', ',', '+', '/']) {
        let digits = word.find(|sign: char| sign.is_ascii_digit()).unwrap_or(word.len());
        let (letters, count) = word.split_at(digits);
        let count: Option<u32> = count.parse().ok();
        match (letters.to_ascii_uppercase().as_str(), count) {
            ("TP", Some(count)) => division.tensor = count.max(1),
            ("PP", Some(count)) => division.pipeline = count.max(1),
            ("CP", Some(count)) => division.context = count.max(1),
            ("EP", Some(count)) => division.expert = count.max(1),
            ("VP", Some(count)) => interleaved = Some(count.max(1)),
            ("FSDP", count) if count != Some(0) => sharding = Some(Sharding::Weights),
            _ => {}
        }
    }
    let lower = text.to_ascii_lowercase();
    for (name, stage) in [
        ("shard_grad_op", Sharding::Gradients),
        ("zero-1", Sharding::Optimizer),
        ("zero-2", Sharding::Gradients),
        ("zero-3", Sharding::Weights),
        ("zero3", Sharding::Weights),
        ("ddp", Sharding::Nothing),
    ] {
        if lower.contains(name) {
            sharding = Some(stage);
        }
    }
    let model_gpus = division.tensor * division.pipeline * division.context;
    division.data = (n_gpus / model_gpus.max(1)).max(1);
    division.interleaved = interleaved.unwrap_or(if software == Software::Tuned { 2 } else { 1 });
    division.sharding = sharding.unwrap_or_else(|| {
        let each = if task.contains("lora") { 2.5 } else { 18.0 };
        let needed = each * parameters;
        if n_gpus == 1 {
            Sharding::Nothing
        } else if software == Software::Tuned {
            Sharding::Optimizer
        } else if gpu.memory.is_none_or(|memory| needed < 0.6 * memory.as_f64()) {
            Sharding::Nothing
        } else {
            Sharding::Weights
        }
    });
    division
}

/// A division in the words of rows.
pub(super) fn words(division: &Division) -> String {
    let Division { data, tensor, pipeline, interleaved, context, expert, sharding } = division;
    let parts = [("DP", data), ("TP", tensor), ("PP", pipeline), ("VP", interleaved), ("CP", context), ("EP", expert)];
    let parts = parts.into_iter().filter(|(_, count)| **count != 1).map(|(name, count)| format!("{name}{count}"));
    let stage = match sharding {
        Sharding::Nothing => "whole",
        Sharding::Optimizer => "ZeRO-1",
        Sharding::Gradients => "ZeRO-2",
        Sharding::Weights => "ZeRO-3",
    };
    parts.chain([stage.to_owned()]).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::candidate::Sharding;
    use gpu_cost_core::catalog::gpu;
    use gpu_cost_core::workload::Software;

    use super::{case, division, words};
    use crate::accuracy::case::{Key, Outcome};
    use crate::csv::Table;

    #[test]
    fn divisions_as_rows_write_them() {
        let (parameters, card) = (7e10, gpu("nvidia-h100-sxm-80gb").unwrap());
        for (text, n_gpus, software, expected) in [
            ("TP4 PP8 VP6", 128, Software::Tuned, "DP4 TP4 PP8 VP6 ZeRO-1"),
            ("TP1 PP2 CP1 EPn/a FSDP0", 32, Software::Tuned, "DP16 PP2 VP2 ZeRO-1"),
            ("TP1 PP1 CP1 EP64 FSDP0", 64, Software::Tuned, "DP64 VP2 EP64 ZeRO-1"),
            ("FSDP32 TP8 asyncTP", 256, Software::Fused, "DP32 TP8 ZeRO-3"),
            ("FSDP2 CP4", 8, Software::Fused, "DP2 CP4 ZeRO-3"),
            ("FSDP SHARD_GRAD_OP", 16, Software::Fused, "DP16 ZeRO-2"),
            ("8-GPU zero-2", 8, Software::Eager, "DP8 ZeRO-2"),
            ("DDP", 8, Software::Eager, "DP8 whole"),
            ("", 8, Software::Eager, "DP8 ZeRO-3"),
            ("", 1, Software::Eager, "whole"),
            ("TP99999999999 PPx", 8, Software::Eager, "DP8 ZeRO-3"),
        ] {
            assert_eq!(words(&division(text, n_gpus, software, "pretrain", parameters, card)), expected, "{text}");
        }
        assert!(Sharding::Optimizer < Sharding::Weights);
    }

    /// A row of an unknown source, model and spelling is predicted; one without a speed, or of another task, is refused.
    #[test]
    fn rows() {
        let text =
            "id,group,name,kind,task,params_total,gpu_model,gpu_count,seq_len,precision,tokens_per_s_per_gpu,mfu_pct
a,new,Nobody 3B,throughput,pretrain,3e9,A100 80GB SXM,8,2048,bf16,12000,
b,new,Nobody 3B,throughput,pretrain,3e9,A100 80GB SXM,8,2048,bf16,,45
c,new,Nobody 3B,throughput,pretrain,3e9,A100 80GB SXM,8,2048,bf16,,
d,new,Nobody,throughput,sd2-train,3e9,A100 80GB SXM,8,2048,bf16,1,
e,new,Nobody,throughput,pretrain,,A100 80GB SXM,8,2048,bf16,1,
f,new,Nobody 3B,throughput,pretrain,3e9,Abacus,8,2048,bf16,1,";
        let table = Table::read(text);
        let cases: Vec<_> = table.records().map(case).collect();
        let outcomes: Vec<_> = cases.iter().map(|case| matches!(case.outcome, Outcome::Predict(_))).collect();
        assert_eq!(outcomes, [true, true, false, false, false, false]);
        assert!(cases.iter().all(|case| case.key == Key::Throughput));
        // 45 % of 312e12 / (6 · 3e9 and attention)
        assert!((6_500.0..7_900.0).contains(&cases[1].measured), "{}", cases[1].measured);
    }
}
