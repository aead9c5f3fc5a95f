//! Rows of `memory-measured.csv` of models of images and videos that are fine-tuned.

use gpu_cost_core::candidate::{Arrangement, training_memory};
use gpu_cost_core::catalog::Precision;
use gpu_cost_core::requirement::{denoiser_parameters, tuning_load};
use gpu_cost_core::units::real;
use gpu_cost_core::workload::{Generation, Method, Recomputation, Software, TrainingSettings};

use super::case::{Case, Key, Outcome};
use super::diffusion::{self, GIB};
use super::{memory, training};
use crate::csv::Record;

/// Memory of each GPU.
pub(super) fn memory(row: Record<'_>) -> Case {
    let mut case = Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: row.get("model").to_owned(),
        key: Key::DiffusionMemory,
        measured: super::number(row, "measured_GB").unwrap_or(0.0),
        outcome: Outcome::Refused("nothing is measured".to_owned()),
        point: None,
        rules: vec![],
        reading: String::new(),
    };
    if 0.0 < case.measured {
        let work = diffusion::work(row, diffusion::size(row.get("notes")));
        match work.and_then(|work| tuned(row, &work).map(|tuned| (work, tuned))) {
            Ok((work, (method, settings, arrangement))) => {
                let load = tuning_load(&work, method, &settings);
                case.reading = format!("{method:?}, {}", training::words(&arrangement.division));
                case.rules = vec![("weights and a fifth", 2.4 * load.parameters / GIB)];
                case.outcome = Outcome::Predict(Box::new(move |_| {
                    let (parts, range) = training_memory(&load, &arrangement);
                    Ok(range.map(|factor| factor * parts.sum().as_f64() / GIB))
                }));
            }
            Err(reason) => case.outcome = Outcome::Refused(reason),
        }
    }
    case
}

/// How a row trained. Scripts of publishers compute layers again unless a row says otherwise.
fn tuned(row: Record<'_>, work: &Generation) -> Result<(Method, TrainingSettings, Arrangement), String> {
    let task = row.get("task");
    let rank = memory::rank(task).or_else(|| memory::rank(row.get("notes"))).unwrap_or(training::RANK);
    let method = if task.contains("qlora") {
        Method::Qlora { rank }
    } else if task.contains("lora") {
        Method::Lora { rank }
    } else if task.contains("sft") || task.contains("full") || task.contains("train") {
        Method::Full
    } else {
        return Err(format!("{task} is no kind of training that is known"));
    };
    let parallel = row.get("parallel");
    let stated = parallel.split('-').next().and_then(|word| word.trim().parse().ok());
    let n_gpus = super::whole_number(row, "gpus").or(stated).unwrap_or(1).max(1);
    let card = diffusion::gpu(row.get("gpu_model")).or_else(|| diffusion::gpu("A100-80GB-SXM")).ok_or("no GPU")?;
    let parameters = real(denoiser_parameters(&work.model.denoiser));
    let division = training::division(parallel, n_gpus, Software::Fused, task, parameters, card);
    let (recomputation, offload) = (memory::recomputation(row).unwrap_or(Recomputation::Full), memory::offload(row));
    let settings = TrainingSettings {
        sequence_tokens: 1,
        micro_batch: work.batch,
        global_batch: work.batch.saturating_mul(division.data),
        optimizer: memory::optimizer(row),
        recomputation: Some(recomputation),
        offload,
        precision: Precision::Bf16,
        software: Software::Fused,
        mfu_percent: None,
    };
    let arrangement = Arrangement { division, micro_batch: work.batch, recomputation, offload };
    Ok((method, settings, arrangement))
}
