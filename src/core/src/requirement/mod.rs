//! What a workload needs, before any GPU is chosen: parameters, operations, bytes.
//!
//! It knows no GPU, no layout and no money.

mod denoiser;
mod file;
mod generation;
mod inference;
mod operations;
mod parameters;
mod recurrent;
mod rule;
mod shape;
mod training;
mod tuning;

pub use denoiser::denoiser_parameters;
pub use generation::{Forward, GenerationLoad};
pub use inference::{ServingLoad, kv_bytes, weight_bits, weight_bytes};
pub use operations::{attention_per_token, matmul_per_token};
pub use parameters::{Parameters, parameters, parameters_of};
pub use rule::{AtPeak, at_peak};
pub use shape::architecture_of_size;
pub use training::{TrainingLoad, passes_again};
pub use tuning::tuning_load;

use crate::units::{Flops, times};
use crate::workload::{Scaled, Workload};

/// What a workload needs, before any GPU is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// What it was derived from.
    pub workload: Workload,
    /// Parameters of the model, where the work has one.
    pub parameters: Option<ModelSize>,
    /// Operations of the whole job as the definition of MFU counts them (recomputation is not); `None` for inference,
    /// which has no end, and for work of which only a time is known.
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
    /// Making images or videos.
    Generation(GenerationLoad),
    /// Work of which a time is known.
    Scaled(Scaled),
}

/// What a workload needs.
#[must_use]
pub fn requirement(workload: &Workload) -> Requirement {
    let (parameters, load) = match workload {
        Workload::PreTraining(work) => {
            let counts = parameters_of(&work.model);
            (Some(size(&counts)), Load::Training(training::pre_training_load(work, &counts)))
        }
        Workload::FineTuning(work) => {
            let counts = parameters_of(&work.model);
            (Some(size(&counts)), Load::Training(training::fine_tuning_load(work, &counts)))
        }
        Workload::Inference(work) => {
            let counts = parameters_of(&work.model);
            (Some(size(&counts)), Load::Serving(inference::serving_load(work, &counts)))
        }
        Workload::Generation(work) => {
            let active = denoiser_parameters(&work.model.denoiser);
            let size = ModelSize { total: times(work.model.denoisers, active), active };
            (Some(size), Load::Generation(generation::generation_load(work)))
        }
        Workload::Scaled(work) => (None, Load::Scaled(*work)),
    };
    let operations = match &load {
        Load::Training(load) => Some(load.operations),
        Load::Serving(_) | Load::Scaled(_) => None,
        Load::Generation(load) => Some(load.operations()),
    };
    Requirement { workload: workload.clone(), parameters, operations, load }
}

const fn size(counts: &Parameters) -> ModelSize {
    ModelSize { total: counts.total, active: counts.active }
}

#[cfg(test)]
mod tests;
