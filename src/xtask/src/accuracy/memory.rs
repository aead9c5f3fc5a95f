//! Rows of `memory-measured.csv`.

use std::path::Path;

use anyhow::Result;
use gpu_cost_core::candidate::{Cluster, Division, Estimate, estimate};
use gpu_cost_core::catalog::{Device, Gpu, Precision, gpu};
use gpu_cost_core::requirement::{parameters_of, requirement, weight_bytes};
use gpu_cost_core::units::{Range, real};
use gpu_cost_core::workload::{
    FineTuning, Inference, KvFormat, LanguageModel, Method, Optimizer, PreTraining, Recomputation, Software,
    StateOffload, TrainingSettings, Workload,
};

use super::case::{Case, Key, Outcome, Rules};
use super::inference::format;
use super::{diffusion, name, number, training, tuning, whole_number};
use crate::csv::Record;

pub(super) fn rows(path: &Path) -> Result<Vec<Case>> {
    let text = super::read(path)?;
    let table = super::table(&text, path, &["id", "group", "model", "task", "measured_GB"])?;
    Ok(table.records().map(case).collect())
}

fn case(row: Record<'_>) -> Case {
    let task = row.get("task");
    if task.starts_with("image") || task.starts_with("video") {
        return if task.ends_with("inference") { diffusion::memory(row) } else { tuning::memory(row) };
    }
    let mut case = Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: row.get("model").to_owned(),
        key: Key::LanguageMemory,
        measured: 0.0,
        outcome: Outcome::Refused(String::new()),
        point: None,
        rules: vec![],
        reading: String::new(),
    };
    match read(row) {
        Ok(read) => {
            case.measured = read.measured;
            case.rules = read.rules;
            case.reading = read.reading;
            case.outcome = Outcome::Predict(Box::new(move |fitted| (read.predict)(fitted)));
        }
        Err(reason) => case.outcome = Outcome::Refused(reason),
    }
    case
}

struct Read {
    measured: f64,
    predict: super::case::Predict,
    rules: Rules,
    reading: String,
}

fn read(row: Record<'_>) -> Result<Read, String> {
    let task = row.get("task");
    let model = name::model(row.get("model"), number(row, "params"), None).ok_or("neither a known model nor a size")?;
    let n_gpus = whole_number(row, "gpus").unwrap_or(1).max(1);
    let unit = unit(row.get("gb_unit"))?;
    let shares = if row.get("per").starts_with("total") { f64::from(n_gpus) } else { 1.0 };
    let measured = number(row, "measured_GB").ok_or("no memory is stated")? / shares;
    let parameters = real(parameters_of(&model).total);
    let precision = row.get("precision");
    let text = [row.get("notes"), row.get("source"), precision].join(" ");
    // what PyTorch counts is not all that the driver counts; scripts that answer print what PyTorch counts
    let allocator = ["allocated", "reserved", "max GPU RAM"].iter().any(|word| text.contains(word));
    let scripted = task == "inference" && name::software(&text).is_none_or(|software| software == Software::Eager);
    let context = if allocator || scripted { CONTEXT } else { 0.0 };
    let idle = if allocator && !text.contains("reserved") && !scripted { IDLE } else { 1.0 };
    let rules = rules(task, parameters, precision, f64::from(n_gpus), unit);
    let card = name::gpu(row.get("gpu_model")).or_else(|| gpu("nvidia-a100-sxm-80gb")).expect("it is in the table");
    let (workload, division, part, reading) = if task.starts_with("weights only") {
        let bytes = weight_bytes(&model.architecture, &parameters_of(&model), parameters, format(precision)?) / unit;
        let range = Range { low: 0.97 * bytes, likely: bytes, high: 1.03 * bytes };
        return Ok(Read { measured, predict: Box::new(move |_| Ok(range)), rules, reading: precision.to_owned() });
    } else if let Some(part) = task.strip_prefix("inference") {
        let (workload, division) = inference(row, &model, n_gpus, &text)?;
        let reading = training::words(&division);
        (workload, division, part.trim_start_matches(':').trim().to_owned(), reading)
    } else {
        let (workload, division, reading) = trained(row, task, model, n_gpus, card)?;
        (workload, division, String::new(), reading)
    };
    let needs = requirement(&workload);
    let predict: super::case::Predict = Box::new(move |fitted| {
        let Estimate { parts, memory, .. } =
            estimate(&needs, Device::whole(card), &Cluster::usual(card), &division, fitted)?;
        let bytes = match part.as_str() {
            "weights" => parts.weights.as_f64(),
            "activation peak" => parts.activations.as_f64(),
            "kv_cache" | "kv cache" => parts.kv_cache.as_f64(),
            "non_torch" => parts.overhead.as_f64(),
            _ => (parts.sum().as_f64() - context).max(0.0) / idle,
        };
        Ok(memory.map(|factor| factor * bytes / unit))
    });
    Ok(Read { measured, predict, rules, reading })
}

/// Bytes of a unit.
fn unit(name: &str) -> Result<f64, String> {
    match name {
        "GB" | "GB as printed" => Ok(1e9),
        "GiB" | "MB/1024" => Ok(f64::from(1_u32 << 30)),
        _ => Err(format!("the unit {name:?} is not known; GB and GiB are")),
    }
}

/// The CUDA context, which PyTorch does not count.
const CONTEXT: f64 = 0.8e9;

/// Allocated blocks and what lies idle between them, in units of the former.
const IDLE: f64 = 1.05;
/// Sequences that engines prepare for.
const PREPARED: u32 = 256;

/// Tokens of a prompt of which a row says nothing but that it is short.
const SHORT: u32 = 32;

fn inference(row: Record<'_>, model: &LanguageModel, n_gpus: u32, text: &str) -> Result<(Workload, Division), String> {
    let tokens = whole_number(row, "seq_len").unwrap_or(2 * SHORT).max(2);
    // "input 6144 + 2048 generated", "generated length"
    let generated =
        text.split("generated").next().and_then(|before| before.trim_end().rsplit(' ').next()?.parse().ok());
    let answer = if text.contains("generated length") || text.contains("tok/s, HF") {
        tokens - 1
    } else {
        generated.unwrap_or(SHORT)
    };
    let answer = answer.min(tokens - 1).max(1);
    let whole_pass = row.get("task").contains("activation");
    if whole_pass && row.get("model").to_ascii_lowercase().contains("vision") {
        return Err("what a tower for images takes is not modelled".to_owned());
    }
    let prompt_tokens = if whole_pass { 8192 } else { tokens - answer };
    let work = Inference {
        model: *model,
        users: if whole_pass { PREPARED } else { whole_number(row, "batch").unwrap_or(1).max(1) },
        prompt_tokens,
        shared_tokens: 0,
        answer_tokens: answer,
        weights: format(row.get("precision"))?,
        kv_cache: KvFormat::Bf16,
        software: name::software(text).unwrap_or(Software::Eager),
        min_tokens_per_second: 0.0,
    };
    // transformers puts layers on GPUs one after another; engines divide matrices
    let division = if work.software == Software::Eager {
        Division { pipeline: n_gpus, ..Division::SINGLE }
    } else {
        Division { tensor: n_gpus, ..Division::SINGLE }
    };
    Ok((Workload::Inference(work), division))
}

fn trained(
    row: Record<'_>,
    task: &str,
    model: LanguageModel,
    n_gpus: u32,
    card: &Gpu,
) -> Result<(Workload, Division, String), String> {
    let sequence = whole_number(row, "seq_len").unwrap_or(if task.contains("lora") { 256 } else { 1024 });
    let batch = whole_number(row, "batch").unwrap_or(1).max(1);
    let text = [row.get("parallel"), row.get("notes"), row.get("source"), row.get("precision")].join(" ");
    let pretraining = task == "pretrain";
    // DeepSpeed divides a model while it reads it
    let zero = row.get("parallel").to_ascii_lowercase().contains("zero");
    let software = name::software(&text).filter(|_| !zero).unwrap_or(if pretraining || zero {
        Software::Fused
    } else {
        Software::Eager
    });
    let (recomputation, optimizer) = (recomputation(row).unwrap_or(Recomputation::None), optimizer(row));
    let precision = if row.get("precision").starts_with("fp32") { Precision::Fp32 } else { Precision::Bf16 };
    let rank = rank(&text).unwrap_or(training::RANK);
    let division =
        training::division(row.get("parallel"), n_gpus, software, task, real(parameters_of(&model).total), card);
    // what a pipeline works through is cut into single sequences
    let micro_batch = if division.pipeline == 1 { batch } else { 1 };
    let settings = TrainingSettings {
        sequence_tokens: sequence,
        micro_batch,
        global_batch: batch.saturating_mul(division.data),
        optimizer,
        recomputation: Some(recomputation),
        offload: offload(row),
        precision,
        software,
        mfu_percent: None,
    };
    let method = match task {
        "lora" => Method::Lora { rank },
        "qlora" => Method::Qlora { rank },
        _ => Method::Full,
    };
    let tokens = 1_000_000;
    let reading = format!("{software:?}, {recomputation:?}, {}, rank {rank}", training::words(&division));
    let workload = if pretraining {
        Workload::PreTraining(PreTraining { model, tokens, settings })
    } else {
        Workload::FineTuning(FineTuning { model, method, tokens, settings })
    };
    Ok((workload, division, reading))
}

/// What is computed again, where the row says so.
pub(super) fn recomputation(row: Record<'_>) -> Option<Recomputation> {
    match row.get("recompute") {
        text if text.starts_with("full") => Some(Recomputation::Full),
        text if text.starts_with("selective") => Some(Recomputation::Selective),
        _ => None,
    }
}

pub(super) fn optimizer(row: Record<'_>) -> Optimizer {
    match row.get("optimizer").to_ascii_lowercase() {
        text if text.contains("8bit") || text.contains("8-bit") => Optimizer::AdamW8Bit,
        text if text.contains("bf16") => Optimizer::AdamWBf16,
        text if text.contains("adafactor") => Optimizer::Adafactor,
        text if text.contains("muon") => Optimizer::Muon,
        text if text.contains("sgd") => Optimizer::Sgd,
        _ => Optimizer::AdamW,
    }
}

/// What the host keeps: `zero-3 + opt and param offload`.
pub(super) fn offload(row: Record<'_>) -> StateOffload {
    match row.get("parallel").to_ascii_lowercase() {
        text if !text.contains("offload") => StateOffload::None,
        text if text.contains("param") => StateOffload::Weights,
        _ => StateOffload::Optimizer,
    }
}

/// `r=8` or `rank128` in a text.
pub(super) fn rank(text: &str) -> Option<u32> {
    ["r=", "rank"].into_iter().find_map(|word| {
        let after = text.split(word).nth(1)?.trim_start_matches([' ', '=']);
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}

/// What common rules give.
fn rules(task: &str, parameters: f64, precision: &str, n_gpus: f64, unit: f64) -> Rules {
    let bytes = match precision {
        text if text.contains("4") => 0.5,
        text if text.contains("8") => 1.0,
        text if text.contains("32") => 4.0,
        _ => 2.0,
    };
    let factory = match task {
        "full-finetune" | "pretrain" => 18.0,
        "lora" => 2.0,
        "qlora" => 0.5,
        _ => return vec![("params × bytes × 1.2", 1.2 * parameters * bytes / n_gpus / unit)],
    };
    vec![("LLaMA-Factory", factory * parameters / n_gpus / unit)]
}

#[cfg(test)]
mod tests {
    use super::unit;

    #[test]
    fn units_that_are_not_known_are_refused() {
        assert_eq!(unit("GB"), Ok(1e9));
        assert_eq!(unit("GB as printed"), Ok(1e9));
        assert_eq!(unit("GiB"), Ok(1_073_741_824.0));
        for name in ["", "MB", "Gb", "gigabytes"] {
            assert!(unit(name).unwrap_err().contains("is not known"), "{name}");
        }
    }
}
