//! Training and fine-tuning on a number of GPUs: does it fit, and how long does it take.
//!
//! Not modelled: time to save.

mod memory;
mod search;

use crate::requirement::{TrainingLoad, passes_again};
use crate::units::{Range, Seconds};
use crate::workload::{Method, Software, StateOffload};

use super::fabric::Fabric;
use super::{
    Arrangement, Division, Estimate, Kind, MemoryParts, Performance, Rejection, Setup, Sharding, TrainingCoefficients,
    efficiency, widened,
};

pub(super) use memory::CONTEXT;
pub use search::Tried;
pub(super) use search::{evaluate, layouts};

/// Range of a run time in units of the likely one where the visitor gives the MFU. Assumed.
const GIVEN_MFU: Range<f64> = Range { low: 0.9, likely: 1.0, high: 1.15 };
/// Measured speeds of steps in units of the likely one: four in five of the rows of sources that were left out of the fit.
const SPEED: Range<f64> = Range { low: 0.83, likely: 1.0, high: 1.2 };
/// Bytes per second that the memory of a host reads and writes in an update. Assumed: half of eight
/// channels of DDR4.
const HOST_MEMORY: f64 = 100e9;
/// Seconds from renting to the first step: the process starts, weights are read from disk. Assumed; it keeps many cards
/// for a few minutes from looking as cheap as one card for an hour.
pub(super) const START: f64 = 300.0;

/// See [`super::training_memory`].
pub(super) fn memory(load: &TrainingLoad, arrangement: &Arrangement) -> (MemoryParts, Range<f64>) {
    let parts = memory::parts(load, arrangement);
    (parts, memory::range(load, &parts))
}

/// See [`super::estimate`].
pub(super) fn estimate(load: &TrainingLoad, setup: &Setup, arrangement: &Arrangement) -> Result<Estimate, Rejection> {
    let pace = Pace::of(load, setup)?;
    let performance = pace.performance(arrangement, pace.steady(arrangement));
    let (parts, memory) = memory(load, arrangement);
    Ok(Estimate { parts, memory, performance })
}

/// How fast a training goes on a GPU, however it is arranged.
struct Pace<'a> {
    load: &'a TrainingLoad,
    setup: &'a Setup,
    speed: Speed,
    /// Operations per second of the precision, dense peak.
    peak: f64,
}

impl<'a> Pace<'a> {
    /// # Errors
    /// A [`Rejection`] where a figure or a feature is missing.
    fn of(load: &'a TrainingLoad, setup: &'a Setup) -> Result<Self, Rejection> {
        let Setup { device, fitted, .. } = setup;
        let half = device.part_of(efficiency::peak(device.gpu)?).0;
        let peak = device.part_of(efficiency::peak_of(device.gpu, load.precision)?).0;
        let bandwidth = device.bandwidth().ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?.0;
        let (products, half_products) = efficiency::products_in(setup, load.precision);
        let speed = Speed {
            compute: peak * efficiency::training(device.gpu, load, products, &fitted.training),
            half: half * half_products,
            bandwidth,
            waiting: device.waiting(),
        };
        Ok(Self { load, setup, speed, peak })
    }

    /// Seconds of all steps without interruption.
    fn steady(&self, arrangement: &Arrangement) -> f64 {
        let Self { load, setup, ref speed, peak } = *self;
        let fitted = &setup.fitted.training;
        let steps = Steps::of(load, arrangement);
        let host = Host::of(load, setup, arrangement, &steps);
        let exchange = host.meanwhile + exchange(load, setup, &arrangement.division, steps.micro_steps);
        let busy = match load.mfu {
            Some(mfu) => load.operations.0 / (f64::from(arrangement.division.n_gpus()) * peak * mfu) / steps.count,
            None => busy(load, speed, setup, arrangement, &steps),
        };
        steps.count * (overlapped(busy, exchange, fitted) + host.apart)
    }

    /// The performance at so many seconds of all steps.
    fn performance(&self, arrangement: &Arrangement, steady: f64) -> Performance {
        let Self { load, setup, .. } = *self;
        let gpu = setup.device.gpu;
        let (range, interruptions) = match load.mfu {
            Some(_) => (GIVEN_MFU, 1.0),
            None => {
                let run_time = widened(efficiency::run_time(gpu), Kind::Training, gpu);
                let nodes = setup.fabric.nodes(arrangement.division.n_gpus());
                (run_time, interruptions(load, nodes, &setup.fitted.training))
            }
        };
        let speed = widened(SPEED, Kind::Training, gpu);
        Performance::Finite {
            run_time: range.map(|factor| Seconds::ceil_from_f64(factor * (START + interruptions * steady))),
            tokens_per_second: Some(speed.map(|factor| factor * load.tokens / steady)),
            micro_batch: Some(arrangement.micro_batch),
        }
    }
}

/// What training gets out of one GPU in a second.
#[derive(Clone, Copy, Debug)]
struct Speed {
    /// Operations of matrix products.
    compute: f64,
    /// The same in 16 bits of large products.
    half: f64,
    /// Bytes.
    bandwidth: f64,
    /// By what the time is multiplied that no speed shortens.
    waiting: f64,
}

/// How the work is cut.
#[derive(Clone, Copy, Debug)]
struct Steps {
    /// Optimizer steps.
    count: f64,
    /// Sequences of a step for each replica.
    each: f64,
    /// Forward passes of a step on each GPU.
    micro_steps: f64,
}

impl Steps {
    fn of(load: &TrainingLoad, &Arrangement { division, micro_batch, .. }: &Arrangement) -> Self {
        let each = load.global_batch.div_ceil(division.data);
        Self {
            count: load.tokens / (load.sequence * f64::from(load.global_batch)),
            each: f64::from(each),
            micro_steps: f64::from(each.div_ceil(micro_batch.clamp(1, each))),
        }
    }
}

/// Seconds of one step that a GPU computes.
///
/// It works through its micro-batches and meanwhile talks to the others. Where a step has fewer
/// sequences than the GPUs could take at once, micro-batches shrink; with fewer than GPUs, some wait. A pipeline
/// of `p` stages waits for `(p − 1) / (v · m)` of the time of `m` micro-batches (arXiv:2104.04473, section 2.2). What is
/// exchanged inside of a layer is waited for, unless software cuts products into pieces to hide it.
fn busy(load: &TrainingLoad, speed: &Speed, setup: &Setup, arrangement: &Arrangement, steps: &Steps) -> f64 {
    let fitted = &setup.fitted.training;
    let &Steps { each, micro_steps, .. } = steps;
    let &Arrangement { ref division, recomputation, offload, .. } = arrangement;
    let &Division { tensor, pipeline, interleaved, context, sharding, .. } = division;
    let again = passes_again(recomputation);
    let model = f64::from(tensor) * f64::from(pipeline);
    let replicas = if sharding == Sharding::Nothing { 1.0 } else { f64::from(division.data) * f64::from(context) };
    let tokens = each * load.sequence / f64::from(context);
    let bubble = f64::from(pipeline - 1) / (f64::from(interleaved) * micro_steps);
    let exposed = if load.software == Software::Tuned { fitted.exposed_layer } else { 1.0 };
    let work = tokens * token(load, speed, fitted, again) / model
        + exposed * tokens * inside_layers(load, setup, division, again) / f64::from(pipeline)
        + micro_steps * micro_batch_of_adapters(load, speed, fitted, again) / model;
    let updating = if offload == StateOffload::None { update(load, speed) / (model * replicas) } else { 0.0 };
    (1.0 + bubble) * work + updating
}

/// Seconds of one token: `(passes + again) · (matmul + attention) / compute`, and what only moves bytes:
/// `(layers + logits) / bandwidth`.
///
/// The second term is why a GPU that computes much faster than it moves (H100 against A100) reaches a smaller share of
/// its peak, and a small model a smaller share than a large one.
fn token(load: &TrainingLoad, speed: &Speed, fitted: &TrainingCoefficients, again: f64) -> f64 {
    let tuned = load.software == Software::Tuned;
    let attention = if tuned { fitted.attention_tuned } else { fitted.attention };
    let mixture = if load.experts.is_some() { fitted.mixture } else { 1.0 };
    let passes = load.passes + fitted.recomputed * again;
    let computed =
        mixture * load.matmul_per_token / speed.compute + load.attention_per_token / (attention * speed.half);
    let traffic = match load.method {
        _ if tuned => fitted.traffic_tuned,
        Method::Full => fitted.traffic,
        Method::Lora { .. } | Method::Qlora { .. } => fitted.traffic_adapters,
    };
    let moved = traffic * (1.0 + again / 2.0) * load.layers_per_token + fitted.traffic_logits * load.logits_per_token;
    passes * computed + moved / speed.bandwidth
}

/// Seconds for each token of a GPU's share of a sequence that GPUs spend on each other inside of all layers: sums of
/// hidden vectors (twice a layer, forward and backward: arXiv:1909.08053, section 3), tokens on their way to experts and
/// back, keys and values of the rest of the sequence.
fn inside_layers(load: &TrainingLoad, setup: &Setup, division: &Division, again: f64) -> f64 {
    let &Division { tensor, context, expert, .. } = division;
    let fabric = &setup.fabric;
    let hidden = 2.0 * load.hidden;
    let passes = 2.0 + again;
    let sums = 2.0 * passes * load.layers * 2.0 * fabric.all_gather(hidden, tensor, 1);
    let sequence = 1.5 * passes * fabric.all_gather(f64::from(context) * load.kv_per_token, context, tensor);
    let routed = load.experts.map_or(0.0, |experts| {
        let bytes = hidden * f64::from(experts.per_token) * f64::from(experts.layers);
        2.0 * passes * fabric.all_to_all(bytes, expert, tensor)
    });
    sums + sequence + routed
}

/// Seconds that adapters cost in each micro-batch, whatever its size: starting kernels, and expanding 4-bit weights in
/// the forward pass, the backward pass and the recomputation.
fn micro_batch_of_adapters(load: &TrainingLoad, speed: &Speed, fitted: &TrainingCoefficients, again: f64) -> f64 {
    let starts = if load.software == Software::Tuned { 0.0 } else { speed.waiting * fitted.starts * load.layers };
    match load.method {
        Method::Full => 0.0,
        Method::Lora { .. } => starts,
        Method::Qlora { .. } => starts + fitted.expanded * (2.0 + again) * load.parameters / speed.bandwidth,
    }
}

/// Seconds of one update: gradients and optimizer state are read and written once.
fn update(load: &TrainingLoad, speed: &Speed) -> f64 {
    2.0 * (load.gradients + load.optimizer) / speed.bandwidth
}

/// Seconds that one optimizer step spends on exchanging gradients and weights.
///
/// Replicas: one reduction of all gradients. Divided states: in each micro-step weights are gathered twice and
/// gradients reduced once (Rajbhandari et al. 2020, arXiv:1910.02054, section 7: `3 · parameters`), 16 bits each; in a
/// pipeline, or where weights are whole, once a step.
fn exchange(load: &TrainingLoad, setup: &Setup, division: &Division, micro_steps: f64) -> f64 {
    let &Division { data, tensor, pipeline, context, sharding, .. } = division;
    let replicas = data.saturating_mul(context);
    let model = f64::from(tensor) * f64::from(pipeline);
    let (weights, gradients) = (load.bytes_per_parameter * load.parameters / model, 2.0 * load.trained / model);
    if sharding < Sharding::Weights {
        return setup.fabric.all_reduce(gradients, replicas, tensor);
    }
    let times = if pipeline == 1 { micro_steps } else { 1.0 };
    times * setup.fabric.all_gather(2.0 * weights + gradients, replicas, tensor)
}

/// What a step costs because the host keeps states, in seconds.
struct Host {
    /// While the GPU computes.
    meanwhile: f64,
    /// While it waits.
    apart: f64,
}

impl Host {
    /// Each GPU sends the 16-bit gradients of its part in each micro-step and takes its weights back in each step
    /// (arXiv:2101.06840, section 4); the host reads and writes 32-bit weights and moments and the numbers that come and go
    /// once. Weights that the host keeps come in each pass.
    fn of(load: &TrainingLoad, setup: &Setup, arrangement: &Arrangement, steps: &Steps) -> Self {
        let &Arrangement { ref division, recomputation, offload, .. } = arrangement;
        if offload == StateOffload::None {
            return Self { meanwhile: 0.0, apart: 0.0 };
        }
        let link = Fabric::host(setup.device.gpu) * f64::from(division.n_gpus());
        let weights = if offload == StateOffload::Weights { load.weights } else { 0.0 };
        let passes = 2.0 + passes_again(recomputation);
        let moved = 2.0 * load.trained;
        let updated = 2.0 * load.optimizer + 2.0 * moved;
        Self {
            meanwhile: steps.micro_steps * (moved + passes * weights) / link,
            apart: moved / link + updated / (HOST_MEMORY * setup.fabric.nodes(division.n_gpus())),
        }
    }
}

/// Two things at once: the longer, and what of the shorter does not hide behind it.
fn overlapped(busy: f64, exchange: f64, fitted: &TrainingCoefficients) -> f64 {
    busy.max(exchange) + fitted.exposed * busy.min(exchange)
}

/// Time of a run in units of its steps' time: evaluation, checkpoints, restarts, software that nobody tuned.
///
/// From scratch on several nodes: fitted to published runs (Llama 1 to 3, Pythia, MPT, OPT, StarCoder, …). Fine-tuning, and
/// what runs on one node, is shorter and starts less often: 1.2, assumed, because no public table has whole fine-tunings.
fn interruptions(load: &TrainingLoad, nodes: f64, fitted: &TrainingCoefficients) -> f64 {
    if load.from_scratch && 1.0 < nodes { fitted.interruptions } else { 1.2 }
}

#[cfg(test)]
mod tests;
