//! What of a plan no measured row covers.

use gpu_cost_core::candidate;
use serde::Serialize;
use tsify::Tsify;

/// What of a plan lies outside of all measured rows, so that its estimate is the formula's alone.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Outside {
    /// Size of the model.
    Parameters,
    /// Length of a sequence, or pixels.
    Length,
    /// Number of GPUs.
    Gpus,
    /// Precision of what is multiplied, or stored.
    Precision,
    /// Users at once.
    Users,
    /// Family of the GPU.
    Gpu,
}

mirror! {
    Outside = candidate::Input { Parameters, Length, Gpus, Precision, Users, Gpu }
}
