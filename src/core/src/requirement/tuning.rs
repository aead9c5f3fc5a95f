//! What fine-tuning a model of images or videos holds and computes, in the terms of any training.
//!
//! An item is a sequence of patches. Texts and pixels are encoded beforehand, or between steps, while nothing else is at work.

use crate::catalog::Denoiser;
use crate::units::{Flops, real};
use crate::workload::{Generation, Method, TrainingSettings};

use super::generation::forward;
use super::training::{GRADIENT, HALF, NF4, TrainingLoad, states};
use super::{Forward, denoiser_parameters};

/// Numbers that a layer of a transformer keeps for each that goes in, and their gradients while it works: two norms with what
/// they scale and shift (6), queries, keys and values before and after they are normed and rotated (5, of which 2 in 32
/// bits), what attention and its projection give (2), the inner block before and after its function, and what it gives (9);
/// half as many gradients. Counted from Peebles and Xie 2023 (arXiv:2212.09748), figure 3.
const KEPT: f64 = 36.0;
/// Numbers that go in or out of a layer of a U-Net, which [`Forward::values`] counts, for each that goes in.
const UNET_VALUES: f64 = 3.0;

/// What fine-tuning needs on items of the size, and side by side as many, as `work` has. Of a text encoder nothing is trained.
#[must_use]
pub fn tuning_load(work: &Generation, method: Method, settings: &TrainingSettings) -> TrainingLoad {
    let model = work.model;
    let Forward { convolutions, products, attention, values, layers } = forward(work);
    let (inputs, heads) = match &model.denoiser {
        Denoiser::Unet(_) => (values / UNET_VALUES, 1),
        Denoiser::Transformer(shape) => (values, shape.heads.max(1)),
    };
    let hidden = adapted(&model.denoiser);
    let sequence = (inputs / (layers * hidden).max(1.0)).max(1.0);
    let total = real(denoiser_parameters(&model.denoiser));
    let adapters = |rank: u32| 4.0 * 2.0 * hidden * f64::from(rank) * layers;
    let (trained, frozen, passes, bytes_per_parameter) = match method {
        Method::Full => (total, 0.0, 3.0, HALF),
        Method::Lora { rank } => (adapters(rank), HALF * total, 2.0, HALF),
        Method::Qlora { rank } => (adapters(rank), NF4 * total, 2.0, NF4),
    };
    let global_batch = settings.global_batch.max(1);
    TrainingLoad {
        operations: Flops(passes * (convolutions + products + attention) * f64::from(work.items)),
        tokens: sequence * f64::from(work.items),
        sequence,
        matmul_per_token: (convolutions + products) / sequence,
        attention_per_token: attention / sequence,
        passes,
        recomputation: settings.recomputation,
        offload: settings.offload,
        precision: settings.precision,
        software: settings.software,
        experts: None,
        hidden,
        heads,
        kv_per_token: 2.0 * HALF * hidden * layers,
        layers,
        layers_per_token: HALF * KEPT * inputs / sequence,
        logits_per_token: 0.0,
        global_batch,
        micro_batch: settings.micro_batch.clamp(1, global_batch),
        weights: frozen + HALF * trained,
        gradients: GRADIENT * trained,
        optimizer: states(settings.optimizer) * trained,
        inputs_per_token: HALF * inputs / sequence,
        expanded: 0.0,
        beside: HALF * real(model.encoder),
        parameters: total,
        routed_share: 0.0,
        trained,
        largest_piece: total / layers.max(1.0),
        bytes_per_parameter,
        method,
        from_scratch: false,
        mfu: settings.mfu_percent.map(|percent| percent / 100.0),
    }
}

/// Size of the vectors that adapters sit beside: queries, keys, values and outputs of every layer.
fn adapted(denoiser: &Denoiser) -> f64 {
    match denoiser {
        Denoiser::Unet(shape) => shape.stages.last().map_or(1.0, |stage| f64::from(stage.channels)),
        Denoiser::Transformer(shape) => f64::from(shape.heads) * f64::from(shape.head_dim),
    }
}
