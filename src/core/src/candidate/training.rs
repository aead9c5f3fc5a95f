//! Training and fine-tuning on a number of GPUs: does it fit, and how long does it take.
//!
//! Not modelled: offloading to the host, time to save.

use crate::requirement::TrainingLoad;
use crate::units::{Bytes, Range, Seconds};
use crate::workload::{Method, Software};

use super::{
    Candidate, Division, Estimate, Layout, Memory, MemoryParts, Performance, Rejection, Setup, Sharding,
    TrainingCoefficients, efficiency, finite, fit,
};

/// Bytes that a process holds on a GPU before it does anything: the CUDA context and the libraries' workspaces.
/// Assumed, 0.5 to 1 GB are usual; the constant part of the rows of `QwenLM/Qwen` README.md (LoRA) agrees.
pub(super) const CONTEXT: f64 = 0.8e9;
/// Bytes of the buffers of collective communication. Assumed.
const COMMUNICATION: f64 = 0.5e9;
/// The same of `DeepSpeed` stage 3: buckets of 5e8 numbers of 16 bits, one to gather and two in turn to reduce
/// (`allgather_bucket_size`, `reduce_bucket_size`, `contiguous_gradients`).
const BUCKETS: f64 = 3.0e9;
/// Share of what is allocated that lies idle between blocks. Assumed; 2 to 5 % are usual.
const FRAGMENTATION: f64 = 0.05;
/// Measured memory in units of the likely one. Four in five of 47 measured fine-tunings on a GPU lie within
/// (`Lightning-AI/litgpt` tutorials/resource-tables.md, `QwenLM/Qwen` README.md).
const MEMORY: Range<f64> = Range { low: 0.87, likely: 1.0, high: 1.15 };
/// Range of a run time in units of the likely one where the visitor gives the MFU. Assumed.
const GIVEN_MFU: Range<f64> = Range { low: 0.9, likely: 1.0, high: 1.15 };
/// Measured speeds of steps in units of the likely one: four in five of the rows of sources that were left out of the fit.
const SPEED: Range<f64> = Range { low: 0.83, likely: 1.0, high: 1.2 };
/// Seconds from renting to the first step: the process starts, weights are read from disk. Assumed; it keeps many cards
/// for a few minutes from looking as cheap as one card for an hour.
pub(super) const START: f64 = 300.0;
/// See [`super::evaluate`].
///
/// Replicas where everything fits on one GPU; else states are divided. Either with the largest micro-batch that fits:
/// the one asked for, or half of it, and so on.
pub(super) fn evaluate(load: &TrainingLoad, setup: &Setup, n_gpus: u32) -> Result<Candidate, Rejection> {
    efficiency::peak(setup.device.gpu)?;
    let on = |layout| {
        let sharding = if layout == Layout::Sharded { Sharding::Weights } else { Sharding::Nothing };
        let division = Division { data: n_gpus, sharding, ..Division::SINGLE };
        let mut micro_batch = load.micro_batch;
        loop {
            match fit(parts(load, &division, micro_batch), MEMORY, &setup.device) {
                Ok(memory) => return Ok((layout, division, memory, micro_batch)),
                Err(rejection) if micro_batch == 1 => return Err(rejection),
                Err(_) => micro_batch /= 2,
            }
        }
    };
    can_run(load, setup)?;
    let (layout, division, memory, micro_batch): (_, _, Memory, _) =
        if n_gpus == 1 { on(Layout::Single) } else { on(Layout::Replicated).or_else(|_| on(Layout::Sharded)) }?;
    let Estimate { performance, .. } = estimate(load, setup, &division, micro_batch)?;
    if let Performance::Finite { run_time, .. } = performance {
        finite(run_time)?;
    }
    Ok(Candidate { n_gpus, layout, memory, performance, making: None })
}

/// Whether the card has what the work needs.
fn can_run(load: &TrainingLoad, setup: &Setup) -> Result<(), Rejection> {
    if load.method == Method::Full && !efficiency::may_have_bf16(setup.device.gpu) {
        return Err(Rejection::Unsupported { feature: "bf16" });
    }
    Ok(())
}

/// See [`super::estimate`].
pub(super) fn estimate(
    load: &TrainingLoad,
    setup: &Setup,
    division: &Division,
    micro_batch: u32,
) -> Result<Estimate, Rejection> {
    let gpu = setup.device.gpu;
    let half = setup.device.part_of(efficiency::peak(gpu)?).0;
    let peak = setup.device.part_of(efficiency::peak_of(gpu, load.precision)?).0;
    let bandwidth = setup.device.bandwidth().ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?;
    let fitted = &setup.fitted.training;
    let (steady, range, interruptions) = match load.mfu {
        Some(mfu) => {
            let Steps { count, micro_steps, .. } = Steps::of(load, micro_batch, division);
            let busy = load.operations.0 / (f64::from(division.n_gpus()) * peak * mfu);
            (overlapped(busy, count * exchange(load, setup, division, micro_steps), fitted), GIVEN_MFU, 1.0)
        }
        None => {
            let (products, half_products) = efficiency::products_in(setup, load.precision);
            let speed = Speed {
                compute: peak * efficiency::training(gpu, load, products, fitted),
                half: half * half_products,
                bandwidth: bandwidth.0,
                waiting: setup.device.waiting(),
            };
            let steady = steady(load, &speed, setup, division, micro_batch);
            (steady, efficiency::run_time(gpu), interruptions(load, fitted))
        }
    };
    let run_time = range.map(|factor| Seconds::ceil_from_f64(factor * (START + interruptions * steady)));
    let tokens_per_second = SPEED.map(|factor| factor * load.tokens / steady);
    let performance =
        Performance::Finite { run_time, tokens_per_second: Some(tokens_per_second), micro_batch: Some(micro_batch) };
    Ok(Estimate { parts: parts(load, division, micro_batch), memory: MEMORY, performance })
}

/// Memory of one GPU.
///
/// Divided states: weights, gradients and optimizer over the replicas (Rajbhandari et al. 2020, arXiv:1910.02054,
/// section 5), and on each GPU two whole pieces, one at work and one on its way, with the gradient of one. 32-bit
/// weights that are divided are their own master copy. Where a pipeline's replicas divide weights, each keeps its stage
/// whole over all micro-batches. A pipeline's first stage holds activations of as many micro-batches as it has stages.
fn parts(load: &TrainingLoad, division: &Division, micro_batch: u32) -> MemoryParts {
    let &Division { data, tensor, pipeline, interleaved, context, expert, sharding } = division;
    let (data, tensor, context) = (f64::from(data), f64::from(tensor), f64::from(context));
    let replicas = data * context;
    let model = tensor * f64::from(pipeline);
    // experts are divided over `expert` of the replicas, and only what is left over the rest
    let held = 1.0 - load.routed_share * (1.0 - 1.0 / f64::from(expert));
    let divided = sharding == Sharding::Weights && 1.0 < replicas;
    let by = |stage| if stage <= sharding { 1.0 / replicas } else { held };
    let pieces = if divided {
        let bytes = 2.0 * load.bytes_per_parameter + 2.0 * load.trained / load.parameters.max(1.0);
        let whole = if pipeline == 1 { load.largest_piece } else { load.parameters / f64::from(pipeline) };
        whole / tensor * bytes
    } else {
        0.0
    };
    let copies = if divided && load.from_scratch { 0.0 } else { 1.0 };
    let weights = copies * by(Sharding::Weights) / model * load.weights;
    let gradients = by(Sharding::Gradients) / model * load.gradients;
    let optimizer = by(Sharding::Optimizer) / model * load.optimizer;
    let stages = f64::from(pipeline);
    let in_flight = 1.0 + (stages - 1.0) / (stages * f64::from(interleaved));
    let activations = in_flight * load.activations(micro_batch) / (tensor * context);
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
    MemoryParts {
        weights: Bytes::from_f64(weights),
        gradients: Bytes::from_f64(gradients),
        optimizer: Bytes::from_f64(optimizer),
        activations: Bytes::from_f64(activations),
        overhead: Bytes::from_f64(overhead),
        ..MemoryParts::default()
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
    fn of(load: &TrainingLoad, micro_batch: u32, division: &Division) -> Self {
        let each = load.global_batch.div_ceil(division.data);
        Self {
            count: load.tokens / (load.sequence * f64::from(load.global_batch)),
            each: f64::from(each),
            micro_steps: f64::from(each.div_ceil(micro_batch.clamp(1, each))),
        }
    }
}

/// Seconds of all steps without interruption.
///
/// In a step each GPU works through its micro-batches and meanwhile talks to the others. Where a step has fewer
/// sequences than the GPUs could take at once, micro-batches shrink; with fewer than GPUs, some wait. A pipeline
/// of `p` stages waits for `(p − 1) / (v · m)` of the time of `m` micro-batches (arXiv:2104.04473, section 2.2).
fn steady(load: &TrainingLoad, speed: &Speed, setup: &Setup, division: &Division, micro_batch: u32) -> f64 {
    let fitted = &setup.fitted.training;
    let Steps { count, each, micro_steps } = Steps::of(load, micro_batch, division);
    let &Division { tensor, pipeline, interleaved, context, sharding, .. } = division;
    let model = f64::from(tensor) * f64::from(pipeline);
    let replicas = if sharding == Sharding::Nothing { 1.0 } else { f64::from(division.data) * f64::from(context) };
    let tokens = each * load.sequence / f64::from(context);
    let bubble = f64::from(pipeline - 1) / (f64::from(interleaved) * micro_steps);
    let work = tokens * token(load, speed, fitted) / model
        + fitted.exposed_layer * tokens * inside_layers(load, setup, division) / f64::from(pipeline)
        + micro_steps * micro_batch_of_adapters(load, speed, fitted) / model;
    let busy = (1.0 + bubble) * work + update(load, speed) / (model * replicas);
    count * overlapped(busy, exchange(load, setup, division, micro_steps), fitted)
}

/// Seconds of one token: `(passes + again) · (matmul + attention) / compute`, and what only moves bytes:
/// `(layers + logits) / bandwidth`.
///
/// The second term is why a GPU that computes much faster than it moves (H100 against A100) reaches a smaller share of
/// its peak, and a small model a smaller share than a large one.
fn token(load: &TrainingLoad, speed: &Speed, fitted: &TrainingCoefficients) -> f64 {
    let tuned = load.software == Software::Tuned;
    let attention = if tuned { fitted.attention_tuned } else { fitted.attention };
    let mixture = if load.experts.is_some() { fitted.mixture } else { 1.0 };
    let passes = load.passes + fitted.recomputed * load.again;
    let computed =
        mixture * load.matmul_per_token / speed.compute + load.attention_per_token / (attention * speed.half);
    let traffic = match load.method {
        _ if tuned => fitted.traffic_tuned,
        Method::Full => fitted.traffic,
        Method::Lora { .. } | Method::Qlora { .. } => fitted.traffic_adapters,
    };
    let moved =
        traffic * (1.0 + load.again / 2.0) * load.layers_per_token + fitted.traffic_logits * load.logits_per_token;
    passes * computed + moved / speed.bandwidth
}

/// Seconds for each token of a GPU's share of a sequence that GPUs spend on each other inside of all layers: sums of
/// hidden vectors (twice a layer, forward and backward: arXiv:1909.08053, section 3), tokens on their way to experts and
/// back, keys and values of the rest of the sequence.
fn inside_layers(load: &TrainingLoad, setup: &Setup, division: &Division) -> f64 {
    let &Division { tensor, context, expert, .. } = division;
    let fabric = &setup.fabric;
    let hidden = 2.0 * load.hidden;
    let passes = 2.0 + load.again;
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
fn micro_batch_of_adapters(load: &TrainingLoad, speed: &Speed, fitted: &TrainingCoefficients) -> f64 {
    let starts = if load.software == Software::Tuned { 0.0 } else { speed.waiting * fitted.starts * load.layers };
    match load.method {
        Method::Full => 0.0,
        Method::Lora { .. } => starts,
        Method::Qlora { .. } => starts + fitted.expanded * (2.0 + load.again) * load.parameters / speed.bandwidth,
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

/// Two things at once: the longer, and what of the shorter does not hide behind it.
fn overlapped(busy: f64, exchange: f64, fitted: &TrainingCoefficients) -> f64 {
    busy.max(exchange) + fitted.exposed * busy.min(exchange)
}

/// Time of a run in units of its steps' time: evaluation, checkpoints, restarts, software that nobody tuned.
///
/// From scratch: fitted to published runs (Llama 1 to 3, Pythia, MPT, OPT, StarCoder, …). Fine-tuning is shorter and
/// starts less often: 1.2, assumed, because no public table has whole fine-tunings.
const fn interruptions(load: &TrainingLoad, fitted: &TrainingCoefficients) -> f64 {
    match load.method {
        Method::Full if load.from_scratch => fitted.interruptions,
        Method::Full | Method::Lora { .. } | Method::Qlora { .. } => 1.2,
    }
}
