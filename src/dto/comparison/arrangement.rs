//! How a training is run on GPUs.

use gpu_cost_core::candidate;
use serde::Serialize;
use tsify::Tsify;

use crate::dto::request::{Recomputation, StateOffload};

/// How a training is run on GPUs.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Arrangement {
    /// Replicas, each with its own data.
    pub data: u32,
    /// GPUs that share each matrix.
    pub tensor: u32,
    /// GPUs that have some of the layers each.
    pub pipeline: u32,
    /// GPUs that share each sequence.
    pub context: u32,
    /// GPUs that share the experts of a layer.
    pub expert: u32,
    /// What replicas divide among them.
    pub sharding: Sharding,
    /// Sequences in one forward pass on one GPU.
    pub micro_batch: u32,
    /// What is computed again in the backward pass.
    pub recomputation: Recomputation,
    /// What the host keeps.
    pub offload: StateOffload,
}

/// What replicas divide among them instead of each holding all.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Sharding {
    /// Nothing.
    Nothing,
    /// Optimizer states (ZeRO stage 1).
    Optimizer,
    /// Gradients too (stage 2).
    Gradients,
    /// Weights too (stage 3, FSDP).
    Weights,
}

impl From<candidate::Arrangement> for Arrangement {
    fn from(arrangement: candidate::Arrangement) -> Self {
        let candidate::Arrangement { division, micro_batch, recomputation, offload } = arrangement;
        let candidate::Division { data, tensor, pipeline, interleaved: _, context, expert, sharding } = division;
        Self {
            data,
            tensor,
            pipeline,
            context,
            expert,
            sharding: sharding.into(),
            micro_batch,
            recomputation: recomputation.into(),
            offload: offload.into(),
        }
    }
}

mirror! {
    Sharding = candidate::Sharding { Nothing, Optimizer, Gradients, Weights }
}
