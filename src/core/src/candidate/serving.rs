//! Answering requests on a number of GPUs: do all users fit, and how fast are their answers.
//!
//! All users are answered at once, each with the same lengths. Not modelled: queues, shared prompts, speculative
//! decoding.

use crate::catalog::Device;
use crate::requirement::{ServingLoad, weight_bytes};
use crate::units::{Bytes, Range};
use crate::workload::WeightFormat;

use super::fabric::Fabric;
use super::{Candidate, Layout, MemoryParts, Performance, Rejection, efficiency, fit};

/// Bytes that an engine holds beside weights, cache and activations: context, captured graphs, workspaces.
/// Assumed; what is not PyTorch's was 1.79 GiB in a log of vLLM (`vllm-project/vllm` pull request 10511), later 0.2.
const ENGINE: f64 = 1.0e9;
/// Bytes of the buffers of collective communication. Assumed.
const COMMUNICATION: f64 = 0.5e9;
/// Prompt tokens that an engine computes in one pass, at most. Assumed; with it the activations of Llama 3 8B are the
/// 1.26 GiB of the same log.
const PASS_TOKENS: f64 = 8192.0;
/// Measured memory in units of the likely one. Four in five of 83 measured sequences on one or two GPUs lie within
/// (`QwenLM/Qwen` README.md, `QwenLM/Qwen3` speed benchmark, LitGPT's and ChatGLM's tables).
const MEMORY: Range<f64> = Range { low: 0.88, likely: 1.0, high: 1.07 };

/// Bytes per second that the kernels of a decode step reach at most, however fast the memory: see [`reading`].
const READING_LIMIT: f64 = 4.5e12;
/// Share of the bandwidth of a copy at which keys and values are read: sequences are read side by side.
/// Fitted to the saturated rows of `NVIDIA/TensorRT-LLM` docs/source/performance/perf-overview.md: 0.8 of the peak of an
/// H100, of which a copy reaches 0.91.
const CACHE: f64 = 0.88;
/// Seconds of each layer of a step that are neither reading nor computing: starting kernels, waiting for their ends.
/// Fitted, as [`READING_LIMIT`] and [`ROUTING`], to single requests: `pytorch-labs/gpt-fast`, llama.cpp, SGLang on H20.
const LAYER: f64 = 60e-6;
/// The same on top where the layer routes tokens to experts.
const ROUTING: f64 = 55e-6;
/// Share of the speed of large matrix products in prefill and in large decode batches. Fitted to the same rows: 0.55 of the
/// peak of an H100, of which such products reach 0.80.
const COMPUTE: f64 = 0.69;
/// Range of a speed in units of the likely one: 85 % of 170 measured rows lie within.
const SPEED: Range<f64> = Range { low: 0.75, likely: 1.0, high: 1.3 };

/// See [`super::evaluate`].
pub(super) fn evaluate(
    load: &ServingLoad,
    device: &Device,
    fabric: &Fabric,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let speeds = Speeds::of(load, device)?;
    let on = |layout| arrange(load, device, fabric, &speeds, layout);
    if n_gpus == 1 {
        return on(Layout::Single);
    }
    match (on(Layout::Replicated), on(Layout::TensorParallel)) {
        (Ok(replicated), Ok(divided)) => Ok(faster(replicated, divided)),
        (Ok(only), Err(_)) | (Err(_), Ok(only)) => Ok(only),
        (Err(replicated), Err(divided)) => Err(nearer(replicated, divided)),
    }
}

/// The one that serves a user faster; the first where they are equal.
fn faster(a: Candidate, b: Candidate) -> Candidate {
    let speed = |candidate: &Candidate| match candidate.performance {
        Performance::Serving { per_user, .. } => per_user.likely,
        Performance::Finite { .. } => 0.0,
    };
    if speed(&a) < speed(&b) { b } else { a }
}

/// The reason that misses by less: slow before too large, the faster of two slow ones, and the divided of two large
/// ones.
fn nearer(replicated: Rejection, divided: Rejection) -> Rejection {
    match (&replicated, &divided) {
        (Rejection::TooSlow { per_user: a, .. }, Rejection::TooSlow { per_user: b, .. }) if a.likely < b.likely => {
            divided
        }
        (Rejection::TooSlow { .. }, _) => replicated,
        _ => divided,
    }
}

/// What a GPU reads and computes in a second.
#[derive(Clone, Copy, Debug)]
struct Speeds {
    weights: f64,
    cache: f64,
    compute: f64,
    /// By what the time is multiplied that no speed shortens.
    waiting: f64,
}

impl Speeds {
    fn of(load: &ServingLoad, device: &Device) -> Result<Self, Rejection> {
        let gpu = device.gpu;
        let bandwidth = device.bandwidth().ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?;
        let half = efficiency::peak(gpu)?;
        let peak = match load.format {
            WeightFormat::Fp8 => gpu.fp8.unwrap_or(half),
            WeightFormat::Bf16 | WeightFormat::Int8 | WeightFormat::Int4 => half,
        };
        Ok(Self {
            weights: reading(bandwidth.0, device.compute()),
            cache: CACHE * efficiency::copying(gpu) * bandwidth.0,
            compute: COMPUTE * efficiency::products(gpu) * device.part_of(peak).0,
            waiting: device.waiting(),
        })
    }
}

/// Bytes of weights per second that a decode step reads: `1 / (1 / peak + 1 / limit)`.
///
/// A kernel has only so many bytes on their way at once, so a faster memory is used less well: 0.82 of 1 TB/s, 0.53 of
/// 4 TB/s. A part of a GPU has as many fewer as it has multiprocessors.
fn reading(peak: f64, compute: f64) -> f64 {
    1.0 / (1.0 / peak + 1.0 / (compute * READING_LIMIT))
}

/// One layout: memory, then speed.
fn arrange(
    load: &ServingLoad,
    device: &Device,
    fabric: &Fabric,
    speeds: &Speeds,
    layout: Layout,
) -> Result<Candidate, Rejection> {
    let n_gpus = fabric.n_gpus;
    let (ways, replicas) = if layout == Layout::TensorParallel { (n_gpus, 1) } else { (1, n_gpus) };
    let users = f64::from(load.users.div_ceil(replicas));
    let division = Division::of(load, ways);
    let memory = fit(parts(load, &division, users, n_gpus), MEMORY, device)?;
    let per_user = load.answer / round(load, &division, speeds, fabric, users);
    let per_user = SPEED.map(|factor| factor * per_user);
    if per_user.likely < load.min_tokens_per_second {
        return Err(Rejection::TooSlow { per_user, wanted: load.min_tokens_per_second });
    }
    let in_all = per_user.map(|speed| speed * f64::from(load.users));
    Ok(Candidate { n_gpus, layout, memory, performance: Performance::Serving { per_user, in_all }, making: None })
}

/// How much of the model one of the GPUs has that share it.
#[derive(Clone, Copy, Debug)]
struct Division {
    /// How many share it.
    ways: f64,
    /// Of the weights: heads that do not divide are padded.
    weights: f64,
    /// Of the cache: heads of keys and values that do not divide are copied.
    cache: f64,
}

impl Division {
    fn of(load: &ServingLoad, ways: u32) -> Self {
        let part = |heads: u32| f64::from(heads.div_ceil(ways)) / f64::from(heads);
        Self { ways: f64::from(ways), weights: part(load.heads), cache: part(load.kv_heads) }
    }
}

/// Memory of one GPU. Every user's cache is as long as it gets; the engine computes 8,192 prompt tokens at once.
fn parts(load: &ServingLoad, division: &Division, users: f64, n_gpus: u32) -> MemoryParts {
    let pass = PASS_TOKENS.min(users * load.prompt);
    let activations = pass * load.activations_per_token + users * load.logits_per_sequence;
    let communication = if n_gpus == 1 { 0.0 } else { COMMUNICATION };
    MemoryParts {
        weights: Bytes::from_f64(division.weights * load.weights),
        kv_cache: Bytes::from_f64(division.cache * users * load.kv_at_end),
        activations: Bytes::from_f64(activations / division.ways),
        overhead: Bytes::from_f64(ENGINE + communication),
        ..MemoryParts::default()
    }
}

/// Seconds in which each user gets one answer: all prompts are read, and all answers are written together.
///
/// With continuous batching the two alternate, but take as long in all (Yu et al. 2022, Orca, OSDI; Kwon et al. 2023,
/// arXiv:2309.06180).
fn round(load: &ServingLoad, division: &Division, speeds: &Speeds, fabric: &Fabric, users: f64) -> f64 {
    let prefill = users * load.prefill_operations / (division.ways * speeds.compute)
        + synchronization(load, division, fabric, users * load.prompt);
    prefill + load.answer * step(load, division, speeds, fabric, users)
}

/// Seconds of one token of every user: weights and caches are read, or all is computed, whichever takes longer.
fn step(load: &ServingLoad, division: &Division, speeds: &Speeds, fabric: &Fabric, users: f64) -> f64 {
    let parameters = &load.parameters;
    let experts = load.architecture.experts;
    let touched = parameters.touched(experts.as_ref(), users);
    let weights = division.weights * weight_bytes(parameters, touched, load.format) / speeds.weights;
    let cache = division.cache * users * load.kv_on_average / speeds.cache;
    let computed = users * load.decode_operations / (division.ways * speeds.compute);
    let layer = LAYER + if experts.is_some() { ROUTING } else { 0.0 };
    let waiting = speeds.waiting * f64::from(load.architecture.layers) * layer;
    (weights + cache).max(computed) + waiting + synchronization(load, division, fabric, users)
}

/// Seconds that GPUs which share a model spend on summing `tokens` hidden vectors, twice a layer
/// (Shoeybi et al. 2019, arXiv:1909.08053, section 3).
fn synchronization(load: &ServingLoad, division: &Division, fabric: &Fabric, tokens: f64) -> f64 {
    if division.ways <= 1.0 {
        return 0.0;
    }
    let bytes = 2.0 * tokens * f64::from(load.architecture.hidden);
    2.0 * f64::from(load.architecture.layers) * fabric.all_reduce(bytes)
}
