//! Answering requests on a number of GPUs.

use crate::catalog::Gpu;
use crate::requirement::{ServingLoad, weight_bytes};
use crate::units::{Bytes, Range};
use crate::workload::WeightFormat;

use super::fabric::Fabric;
use super::{Candidate, Layout, MemoryParts, Performance, Rejection, efficiency, fit};

/// Bytes that an engine holds beside weights, cache and activations: context, captured graphs, workspaces.
const ENGINE: f64 = 1.0e9;
/// Bytes of the buffers of collective communication.
const COMMUNICATION: f64 = 0.5e9;
/// Prompt tokens that an engine computes in one pass.
const PASS_TOKENS: f64 = 8192.0;
/// Share of the peak bandwidth at which a decode step reads weights and cache.
const READ: f64 = 0.75;
/// Seconds of each layer of a step that are neither reading nor computing: starting kernels.
const LAYER: f64 = 30e-6;
/// Share of the peak speed in prefill and in large decode batches.
const COMPUTE: f64 = 0.5;
/// Range of a speed in units of the likely one.
const SPEED: Range<f64> = Range { low: 0.75, likely: 1.0, high: 1.3 };

/// See [`super::evaluate`].
pub(super) fn evaluate(
    load: &ServingLoad,
    gpu: &Gpu,
    fabric: &Fabric,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let speeds = Speeds::of(load, gpu)?;
    if n_gpus == 1 {
        return layout(load, gpu, fabric, &speeds, Layout::Single, n_gpus);
    }
    let replicated = layout(load, gpu, fabric, &speeds, Layout::Replicated, n_gpus);
    let divided = layout(load, gpu, fabric, &speeds, Layout::TensorParallel, n_gpus);
    match (replicated, divided) {
        (Ok(replicated), Ok(divided)) => Ok(faster(replicated, divided)),
        (Ok(only), Err(_)) | (Err(_), Ok(only)) => Ok(only),
        (Err(slow @ Rejection::TooSlow { .. }), Err(_)) => Err(slow),
        (Err(_), Err(reason)) => Err(reason),
    }
}

fn faster(a: Candidate, b: Candidate) -> Candidate {
    match (&a.performance, &b.performance) {
        (Performance::Serving { per_user: of_a, .. }, Performance::Serving { per_user: of_b, .. })
            if of_a.likely < of_b.likely => b,
        _ => a,
    }
}

/// What a GPU reads and computes in a second.
#[derive(Clone, Copy, Debug)]
struct Speeds {
    bandwidth: f64,
    compute: f64,
}

impl Speeds {
    fn of(load: &ServingLoad, gpu: &Gpu) -> Result<Self, Rejection> {
        let bandwidth = gpu.bandwidth.ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?;
        let half = efficiency::peak(gpu).ok_or(Rejection::UnknownFigure { figure: "bf16" })?;
        let peak = match load.format {
            WeightFormat::Fp8 => gpu.fp8.unwrap_or(half),
            WeightFormat::Bf16 | WeightFormat::Int8 | WeightFormat::Int4 => half,
        };
        Ok(Self { bandwidth: READ * bandwidth.0, compute: COMPUTE * peak.0 })
    }
}

/// One layout: memory, then speed.
fn layout(
    load: &ServingLoad,
    gpu: &Gpu,
    fabric: &Fabric,
    speeds: &Speeds,
    layout: Layout,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let (ways, replicas) = if layout == Layout::TensorParallel { (n_gpus, 1) } else { (1, n_gpus) };
    let users = f64::from(load.users.div_ceil(replicas));
    let division = Division::of(load, ways);
    let memory = fit(parts(load, &division, users, n_gpus), gpu)?;
    let round = round(load, &division, speeds, fabric, users);
    let per_user = SPEED.map(|factor| factor * load.answer / round);
    if per_user.likely < load.min_tokens_per_second {
        return Err(Rejection::TooSlow { per_user, wanted: load.min_tokens_per_second });
    }
    let in_all = per_user.map(|speed| speed * f64::from(load.users));
    Ok(Candidate { n_gpus, layout, memory, performance: Performance::Serving { per_user, in_all } })
}

/// How much of the model one of the GPUs has that share it.
#[derive(Clone, Copy, Debug)]
struct Division {
    ways: f64,
    /// Of the weights: heads that do not divide are padded.
    weights: f64,
    /// Of the cache: heads of keys and values that do not divide are copied.
    kv: f64,
}

impl Division {
    fn of(load: &ServingLoad, ways: u32) -> Self {
        let part = |heads: u32| f64::from(heads.div_ceil(ways)) / f64::from(heads);
        Self { ways: f64::from(ways), weights: part(load.heads), kv: part(load.kv_heads) }
    }
}

fn parts(load: &ServingLoad, division: &Division, users: f64, n_gpus: u32) -> MemoryParts {
    let pass = PASS_TOKENS.min(users * load.prompt);
    let activations = pass * load.activations_per_token + users * load.logits_per_sequence;
    let communication = if n_gpus == 1 { 0.0 } else { COMMUNICATION };
    MemoryParts {
        weights: Bytes::from_f64(division.weights * load.weights),
        kv_cache: Bytes::from_f64(division.kv * users * load.kv_at_end),
        activations: Bytes::from_f64(activations / division.ways),
        overhead: Bytes::from_f64(ENGINE + communication),
        ..MemoryParts::default()
    }
}

/// Seconds in which each user gets one answer: all prompts are read, then all answers are written together.
/// (Yu et al. 2022, Orca; Kwon et al. 2023, arXiv:2309.06180.)
fn round(load: &ServingLoad, division: &Division, speeds: &Speeds, fabric: &Fabric, users: f64) -> f64 {
    let prefill = users * load.prefill_operations / (division.ways * speeds.compute)
        + synchronization(load, division, fabric, users * load.prompt);
    prefill + load.answer * step(load, division, speeds, fabric, users)
}

/// Seconds of one token of every user: weights and caches are read, or all is computed, whichever takes longer.
fn step(load: &ServingLoad, division: &Division, speeds: &Speeds, fabric: &Fabric, users: f64) -> f64 {
    let parameters = &load.parameters;
    let touched = parameters.touched(load.architecture.experts.as_ref(), users);
    let read = division.weights * weight_bytes(parameters, touched, load.format)
        + division.kv * users * load.kv_on_average;
    let compute = users * load.decode_operations / (division.ways * speeds.compute);
    let layers = f64::from(load.architecture.layers);
    (read / speeds.bandwidth).max(compute) + layers * LAYER + synchronization(load, division, fabric, users)
}

/// Seconds that GPUs which share a model spend on summing `tokens` hidden vectors, twice a layer
/// (Shoeybi et al. 2019, arXiv:1909.08053, section 3).
fn synchronization(load: &ServingLoad, division: &Division, fabric: &Fabric, tokens: f64) -> f64 {
    if division.ways <= 1.0 {
        return 0.0;
    }
    let bytes = 2.0 * tokens * f64::from(load.architecture.hidden);
    2.0 * f64::from(load.architecture.layers) * (fabric.latency * libm::log2(division.ways) + fabric.all_reduce(bytes))
}
