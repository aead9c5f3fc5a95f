//! What a workload needs, before any GPU is chosen: parameters, operations, bytes.
//!
//! It knows no GPU, no layout and no money.

mod denoiser;
mod inference;
mod operations;
mod parameters;
mod recurrent;
mod shape;
mod training;

pub use denoiser::denoiser_parameters;
pub use inference::{ServingLoad, kv_bytes, weight_bits, weight_bytes};
pub use operations::{attention_per_token, matmul_per_token};
pub use parameters::{Parameters, parameters, parameters_of};
pub use shape::architecture_of_size;
pub use training::TrainingLoad;

use crate::units::Flops;
use crate::workload::{FineTuning, Inference, PreTraining, Workload};

/// What a workload needs, before any GPU is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// What it was derived from.
    pub workload: Workload,
    /// Parameters of the model, where the work has one.
    pub parameters: Option<ModelSize>,
    /// Operations of the whole job as the definition of MFU counts them (recomputation is not); `None` for inference,
    /// which has no end.
    pub operations: Option<Flops>,
    /// The rest, by kind of work.
    pub load: Load,
}

/// How large a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSize {
    /// All parameters.
    pub total: u64,
    /// Parameters that one token uses; of images and videos, one step.
    pub active: u64,
}

/// What a kind of work holds, computes and moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Load {
    /// Work with an end.
    Training(TrainingLoad),
    /// Answering requests.
    Serving(ServingLoad),
}

/// What a workload needs.
#[must_use]
pub fn requirement(workload: &Workload) -> Requirement {
    let counts = parameters_of(match workload {
        Workload::PreTraining(PreTraining { model, .. })
        | Workload::FineTuning(FineTuning { model, .. })
        | Workload::Inference(Inference { model, .. }) => model,
    });
    let load = match workload {
        Workload::PreTraining(work) => Load::Training(training::pre_training_load(work, &counts)),
        Workload::FineTuning(work) => Load::Training(training::fine_tuning_load(work, &counts)),
        Workload::Inference(work) => Load::Serving(inference::serving_load(work, &counts)),
    };
    let operations = match &load {
        Load::Training(training) => Some(training.operations),
        Load::Serving(_) => None,
    };
    Requirement {
        workload: workload.clone(),
        parameters: Some(ModelSize { total: counts.total, active: counts.active }),
        operations,
        load,
    }
}

#[cfg(test)]
mod tests;
