//! Memory of training.

use crate::requirement::TrainingLoad;
use crate::units::{Bytes, Range};
use crate::workload::{Method, Software, StateOffload};

use super::super::memory::Amounts;
use super::super::{Arrangement, Division, MemoryParts, Sharding, Spread};

/// Bytes that a process holds on a GPU before it does anything: the CUDA context and the libraries' workspaces.
/// Assumed, 0.5 to 1 GB are usual; the constant part of the rows of `QwenLM/Qwen` README.md (LoRA) agrees.
pub(in super::super) const CONTEXT: f64 = 0.8e9;
/// Bytes of the buffers of collective communication. Assumed.
const COMMUNICATION: f64 = 0.5e9;
/// The same of `DeepSpeed` stage 3: buckets of 5e8 numbers of 16 bits, one to gather and two in turn to reduce
/// (`allgather_bucket_size`, `reduce_bucket_size`, `contiguous_gradients`).
const BUCKETS: f64 = 3.0e9;
/// Share of what is allocated that lies idle between blocks. Assumed; 2 to 5 % are usual.
const FRAGMENTATION: f64 = 0.05;
/// Bytes of gradients on their way to the host: a bucket of `DeepSpeed`, 5e8 numbers of 16 bits (`reduce_bucket_size`).
const BUCKET: f64 = 1.0e9;
/// Four in five of the measured trainings lie within (`Lightning-AI/litgpt` tutorials/resource-tables.md, `QwenLM/Qwen`
/// README.md, `pytorch/torchtitan` docs/performance.md).
const SPREAD: Spread = Spread {
    weights: Range { low: 0.97, likely: 1.0, high: 1.03 },
    states: Range { low: 0.85, likely: 1.0, high: 1.05 },
    activations: Range { low: 0.78, likely: 1.0, high: 1.25 },
    overhead: Range { low: 0.8, likely: 1.0, high: 1.25 },
};
/// The same of 4-bit weights: constants are quantized too or not, the head has 16 or 32 bits.
const FOUR_BIT: Range<f64> = Range { low: 0.88, likely: 1.0, high: 1.03 };

/// Measured bytes in units of the likely ones.
fn spread(load: &TrainingLoad) -> Spread {
    let weights = if matches!(load.method, Method::Qlora { .. }) { FOUR_BIT } else { SPREAD.weights };
    Spread { weights, ..SPREAD }
}

/// Range of a sum of parts in units of the likely one.
pub(super) fn range(load: &TrainingLoad, parts: &MemoryParts) -> Range<f64> {
    spread(load).of(parts)
}

/// The high end of the bytes of one GPU, for who looks at many arrangements.
pub(super) fn high(load: &TrainingLoad, arrangement: &Arrangement) -> f64 {
    let States { weights, gradients, optimizer, activations, overhead } = states(load, arrangement);
    let amounts = Amounts { weights, states: gradients + optimizer, activations, overhead };
    amounts.sum(|range| range.high, &spread(load))
}

/// Memory of one GPU.
pub(super) fn parts(load: &TrainingLoad, arrangement: &Arrangement) -> MemoryParts {
    let States { weights, gradients, optimizer, activations, overhead } = states(load, arrangement);
    MemoryParts {
        weights: Bytes::from_f64(weights),
        gradients: Bytes::from_f64(gradients),
        optimizer: Bytes::from_f64(optimizer),
        activations: Bytes::from_f64(activations),
        overhead: Bytes::from_f64(overhead),
        ..MemoryParts::default()
    }
}

/// Likely bytes of one GPU.
struct States {
    weights: f64,
    gradients: f64,
    optimizer: f64,
    activations: f64,
    overhead: f64,
}

/// Likely bytes of one GPU.
///
/// Divided states: weights, gradients and optimizer over the replicas (Rajbhandari et al. 2020, arXiv:1910.02054,
/// section 5), and on each GPU two whole pieces, one at work and one on its way, with the gradient of one. 32-bit
/// weights that are divided are their own master copy. Where a pipeline's replicas divide weights, each keeps its stage
/// whole over all micro-batches. Of what the host keeps, a GPU has what is on its way. A pipeline's first stage holds activations of as many micro-batches as it has stages.
fn states(load: &TrainingLoad, arrangement: &Arrangement) -> States {
    let &Arrangement { division, micro_batch, recomputation, offload } = arrangement;
    let Division { data, tensor, pipeline, interleaved, context, expert, sharding } = division;
    let (data, tensor, context) = (f64::from(data), f64::from(tensor), f64::from(context));
    let replicas = data * context;
    let model = tensor * f64::from(pipeline);
    // experts are divided over `expert` of the replicas, and only what is left over the rest
    let held = 1.0 - load.routed_share * (1.0 - 1.0 / f64::from(expert));
    let streamed = offload == StateOffload::Weights;
    let divided = streamed || sharding == Sharding::Weights && 1.0 < replicas;
    let by = |stage| if stage <= sharding { 1.0 / replicas } else { held };
    let pieces = if divided {
        let bytes = 2.0 * load.bytes_per_parameter + 2.0 * load.trained / load.parameters.max(1.0);
        let whole = if pipeline == 1 { load.largest_piece } else { load.parameters / f64::from(pipeline) };
        whole / tensor * bytes
    } else {
        0.0
    };
    let copies = if streamed || divided && load.from_scratch { 0.0 } else { 1.0 };
    let weights = copies * by(Sharding::Weights) / model * load.weights;
    let gradients = by(Sharding::Gradients) / model * load.gradients;
    let optimizer = by(Sharding::Optimizer) / model * load.optimizer;
    let (gradients, optimizer) =
        if offload == StateOffload::None { (gradients, optimizer) } else { (gradients.min(BUCKET), 0.0) };
    let stages = f64::from(pipeline);
    let in_flight = 1.0 + (stages - 1.0) / (stages * f64::from(interleaved));
    let activations = in_flight * load.activations(recomputation, micro_batch) / (tensor * context);
    let eager = load.software == Software::Eager;
    let communication = match division.n_gpus() {
        1 => 0.0,
        _ if divided && !eager && !load.from_scratch => BUCKETS,
        _ => COMMUNICATION,
    };
    // a framework that runs operation by operation reads a model that is not all trained onto each GPU, and then divides it
    let loading = if eager && divided && load.method != Method::Full {
        (1.0 + 1.0 / replicas) * load.weights / model
    } else {
        0.0
    };
    let steady = weights + gradients + optimizer + activations;
    let overhead = CONTEXT + communication + pieces + FRAGMENTATION * steady.max(loading) + (loading - steady).max(0.0);
    States { weights, gradients, optimizer, activations, overhead }
}

/// Bytes that the host keeps for one GPU: 32-bit gradients and optimizer states, and weights where they come from there.
pub(super) fn on_host(load: &TrainingLoad, arrangement: &Arrangement) -> Bytes {
    let states = load.gradients + load.optimizer;
    let whole = match arrangement.offload {
        StateOffload::None => 0.0,
        StateOffload::Optimizer => states,
        StateOffload::Weights => states + load.weights,
    };
    Bytes::from_f64(whole / f64::from(arrangement.division.n_gpus()))
}
