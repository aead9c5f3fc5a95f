//! Answering requests on a number of GPUs: do all users fit, and how fast are their answers.
//!
//! All users are answered at once, each with the same lengths. Not modelled: queues, speculative
//! decoding; that attention reads a shared start once for all.

use crate::catalog::{Link, Precision};
use crate::requirement::{Parameters, ServingLoad, weight_bits, weight_bytes};
use crate::units::{Bytes, FlopsPerSec, Range, real};
use crate::workload::{Software, WeightFormat};

use super::training::CONTEXT;
use super::{
    COUNTS, Candidate, Division, Estimate, Kind, Layout, MemoryParts, Performance, Profile, Rejection, Setup, Spread,
    efficiency, fit, widened,
};

/// Bytes that an engine holds beside weights, cache and activations: context, captured graphs, workspaces.
/// Assumed; what is not PyTorch's was 1.79 GiB in a log of vLLM (`vllm-project/vllm` pull request 10511), later 0.2.
const ENGINE: f64 = 1.0e9;
/// Bytes in which quantized weights are expanded operation by operation. From LitGPT's table (NF4).
const EXPANDING: f64 = 0.4e9;
/// Bytes of the buffers of collective communication. Assumed.
const COMMUNICATION: f64 = 0.5e9;
/// Prompt tokens that an engine computes in one pass, at most. Assumed; with it the activations of Llama 3 8B are the
/// 1.26 GiB of the same log.
const PASS_TOKENS: f64 = 8192.0;
/// The same where nothing cuts prompts, as far as it is still held when the answer is long: from the rows of Qwen3's speed
/// benchmark with Transformers.
const EAGER_TOKENS: f64 = 512.0;
/// Four in five of 83 measured sequences on one or two GPUs lie within (`QwenLM/Qwen` README.md, `QwenLM/Qwen3` speed
/// benchmark, LitGPT's and ChatGLM's tables).
const SPREAD: Spread = Spread {
    weights: Range { low: 0.985, likely: 1.0, high: 1.02 },
    states: Range::exactly(1.0),
    activations: Range { low: 0.75, likely: 1.0, high: 1.25 },
    overhead: Range { low: 0.7, likely: 1.0, high: 1.4 },
};

/// Most users that are looked for.
const MOST_USERS: u32 = 65_536;
/// Tokens of a prompt that stages pass on at once: llama.cpp's `n_ubatch`.
const PIECE: f64 = 512.0;
/// Measured times to the first token in units of the likely one, of a user who does not wait: four in five of unseen rows.
const FIRST_TOKEN: Range<f64> = Range { low: 0.75, likely: 1.0, high: 1.7 };

/// See [`super::evaluate`].
pub(super) fn evaluate(load: &ServingLoad, profile: &Profile, link: Link, n_gpus: u32) -> Result<Candidate, Rejection> {
    let speeds = Speeds::of(load, &Setup::of(profile, link, 1))?;
    let on = |ways| arrange(load, &Setup::of(profile, link, ways), &speeds, ways, n_gpus);
    let groups = COUNTS.into_iter().rev().filter(|&ways| ways < n_gpus && n_gpus.is_multiple_of(ways));
    groups.map(on).fold(on(n_gpus), |best, other| match (other, best) {
        (Ok(other), Ok(best)) => Ok(faster(other, best)),
        (Ok(only), Err(_)) | (Err(_), Ok(only)) => Ok(only),
        (Err(other), Err(best)) => Err(nearer(other, best)),
    })
}

/// Groups of so many GPUs, each of which shares a model: memory, then speed.
fn arrange(load: &ServingLoad, setup: &Setup, speeds: &Speeds, ways: u32, n_gpus: u32) -> Result<Candidate, Rejection> {
    let layout = match ways {
        _ if n_gpus == 1 => Layout::Single,
        1 => Layout::Replicated,
        _ => Layout::TensorParallel,
    };
    let Estimate { parts, memory, performance } =
        estimate_at(load, setup, speeds, &Division { tensor: ways, data: n_gpus / ways, ..Division::SINGLE });
    let memory = fit(parts, memory, &setup.device)?;
    match performance {
        Performance::Serving { per_user, .. } if per_user.likely < load.min_tokens_per_second => {
            Err(Rejection::TooSlow { per_user, wanted: load.min_tokens_per_second })
        }
        _ => Ok(Candidate { n_gpus, layout, arrangement: None, memory, performance, making: None }),
    }
}

/// See [`super::estimate`].
pub(super) fn estimate(load: &ServingLoad, setup: &Setup, division: &Division) -> Result<Estimate, Rejection> {
    Ok(estimate_at(load, setup, &Speeds::of(load, setup)?, division))
}

fn estimate_at(load: &ServingLoad, setup: &Setup, speeds: &Speeds, division: &Division) -> Estimate {
    let users = f64::from(load.users.div_ceil(division.data));
    let share = Share::of(load, division);
    let waiting = waiting(load, setup);
    let prefill = prefill(load, &share, speeds, setup, users);
    let step = step(load, &share, speeds, setup, users);
    let gpu = setup.device.gpu;
    let per_user =
        widened(speed(load), Kind::Serving, gpu).map(|factor| factor * load.answer / (prefill + load.answer * step));
    let performance = Performance::Serving {
        per_user,
        in_all: per_user.map(|speed| speed * f64::from(load.users)),
        first_token: widened(FIRST_TOKEN, Kind::Serving, gpu).map(|factor| factor * (prefill / users + waiting)),
    };
    let parts = parts(load, &share, users);
    Estimate { parts, memory: SPREAD.of(&parts), performance }
}

/// The most users that are served at once at the speed that is wanted, and how; `None` where not even one is.
pub(super) fn most_users(load: &ServingLoad, profile: &Profile, link: Link, n_gpus: u32) -> Option<(u32, Candidate)> {
    let served =
        |users| evaluate(&ServingLoad { users, ..*load }, profile, link, n_gpus).ok().map(|found| (users, found));
    let mut best = served(1)?;
    let mut too_many = MOST_USERS + 1;
    while 1 < too_many - best.0 {
        let users = best.0 + (too_many - best.0) / 2;
        match served(users) {
            Some(found) => best = found,
            None => too_many = users,
        }
    }
    Some(best)
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

/// Measured speeds in units of the likely one: four in five of the rows of sources that were left out of the fit. Many users
/// of a mixture of experts are the least certain: few sources have them. Rows of software for cards of any kind are of one
/// page and of builds of 2024; newer ones are up to 1.4 times as fast (`ggml-org/llama.cpp` pull request 15802).
fn speed(load: &ServingLoad) -> Range<f64> {
    let (low, high) = match (load.software, load.users) {
        (Software::Portable, _) => (0.85, 1.45),
        (_, 1) => (0.81, 1.19),
        _ if load.architecture.experts.is_some() => (0.62, 1.5),
        _ => (0.83, 1.27),
    };
    Range { low, likely: 1.0, high }
}

/// What a GPU reads and computes in a second.
#[derive(Clone, Copy, Debug)]
struct Speeds {
    weights: f64,
    cache: f64,
    /// Bytes of vectors.
    moved: f64,
    compute: f64,
    /// Operations of attention.
    attention: f64,
}

impl Speeds {
    fn of(load: &ServingLoad, setup: &Setup) -> Result<Self, Rejection> {
        let Setup { device, fitted, .. } = setup;
        let (gpu, fitted) = (device.gpu, &fitted.serving);
        let bandwidth = device.bandwidth().ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?.0;
        let portable = load.software == Software::Portable;
        let half = if portable { efficiency::any_peak(gpu) } else { efficiency::peak(gpu) }?;
        let (precision, peak) = match load.format {
            WeightFormat::Fp8 if gpu.fp8.is_some() => (Precision::Fp8, gpu.fp8),
            WeightFormat::Nvfp4 | WeightFormat::Mxfp4 if gpu.fp4.is_some() => (Precision::Fp4, gpu.fp4),
            _ if portable => (Precision::Bf16, gpu.fp16_fp16_accumulate),
            _ => (Precision::Bf16, None),
        };
        let peak = device.part_of(peak.map_or(half, |peak| FlopsPerSec(peak.0.max(half.0)))).0;
        let cycles = efficiency::cycles(device);
        let (share, per_cycle, cache) = match load.software {
            Software::Tuned => (fitted.compute_tuned, fitted.per_cycle, fitted.cache),
            Software::Eager | Software::Fused => (fitted.compute, fitted.per_cycle, fitted.cache),
            Software::Portable => (1.0, fitted.per_cycle_portable, fitted.cache_portable),
        };
        let quantized = if load.format == WeightFormat::Bf16 { 1.0 } else { fitted.quantized_portable };
        let (products, half_products) = efficiency::products_in(setup, precision);
        let compute = share * products * peak;
        let most = quantized * fitted.operations_portable * cycles;
        let per_cycle = per_cycle
            * match weight_bits(load.format) {
                _ if portable => 1.0,
                ..6.0 => fitted.quarter,
                ..12.0 => fitted.eight,
                _ => 1.0,
            };
        Ok(Self {
            weights: (fitted.reading * bandwidth).min(per_cycle * cycles),
            cache: cache * bandwidth,
            moved: bandwidth,
            attention: fitted.attention * half_products * device.part_of(half).0,
            compute: if portable { 1.0 / (1.0 / compute + 1.0 / most) } else { compute },
        })
    }
}

/// How much of the model one of the GPUs has that share it.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// How many share each matrix.
    ways: u32,
    /// How many have some of the layers each.
    stages: f64,
    /// Of the weights of a layer: heads that do not divide are padded.
    weights: f64,
    /// Of the cache of a layer: heads of keys and values that do not divide are copied.
    cache: f64,
}

impl Share {
    fn of(load: &ServingLoad, division: &Division) -> Self {
        let ways = division.tensor;
        let part = |heads: u32| f64::from(heads.div_ceil(ways)) / f64::from(heads);
        Self { ways, stages: f64::from(division.pipeline), weights: part(load.heads), cache: part(load.kv_heads) }
    }
}

/// Memory of one GPU. Every user's cache is as long as it gets; the engine computes 8,192 prompt tokens at once.
fn parts(load: &ServingLoad, share: &Share, users: f64) -> MemoryParts {
    let eager = load.software == Software::Eager;
    let pass = if eager { EAGER_TOKENS } else { PASS_TOKENS }.min(users * load.prompt);
    let activations = pass * load.activations_per_token + users * load.logits_per_sequence;
    let communication = if share.ways == 1 && share.stages <= 1.0 { 0.0 } else { COMMUNICATION };
    let own = match load.format {
        _ if !eager => ENGINE,
        WeightFormat::Bf16 => CONTEXT,
        _ => CONTEXT + EXPANDING,
    };
    MemoryParts {
        weights: Bytes::from_f64(share.weights / share.stages * load.weights),
        kv_cache: Bytes::from_f64(share.cache / share.stages * (load.kv_shared + users * load.kv_at_end)),
        activations: Bytes::from_f64(activations / f64::from(share.ways)),
        overhead: Bytes::from_f64(own + communication),
        ..MemoryParts::default()
    }
}

/// Seconds in which all prompts are read.
///
/// With continuous batching this alternates with the writing of answers, but takes as long in all (Yu et al. 2022, Orca,
/// OSDI; Kwon et al. 2023, arXiv:2309.06180). GPUs that have some of the layers each work on pieces of 512 tokens one
/// after another.
fn prefill(load: &ServingLoad, share: &Share, speeds: &Speeds, setup: &Setup, users: f64) -> f64 {
    let tokens = users * load.prompt;
    let pieces = libm::ceil(tokens / PIECE).max(1.0);
    let saved = 1.0 - (pieces + share.stages - 1.0) / (pieces * share.stages);
    let busy = 1.0 - setup.fitted.serving.staged * saved;
    let attention = users * load.prompt_attention / (speeds.attention * f64::from(share.ways));
    busy * (computed(load, share, speeds, setup, tokens) + attention) + synchronization(load, share, setup, tokens)
}

/// Seconds of the products of so many tokens, and of what only moves their vectors.
fn computed(load: &ServingLoad, share: &Share, speeds: &Speeds, setup: &Setup, tokens: f64) -> f64 {
    let fitted = &setup.fitted.serving;
    let mixture = if load.architecture.experts.is_some() { fitted.mixture } else { 1.0 };
    let each =
        mixture * load.matmul_per_token / speeds.compute + fitted.traffic * load.vectors_per_token / speeds.moved;
    tokens * each / f64::from(share.ways)
}

/// Seconds of one token of every user: weights and caches are read, or all is computed, whichever takes longer.
/// GPUs that have some of the layers each wait for one another.
fn step(load: &ServingLoad, share: &Share, speeds: &Speeds, setup: &Setup, users: f64) -> f64 {
    let parameters = &load.parameters;
    let touched = parameters.touched(load.architecture.experts.as_ref(), users);
    // of a table that is not the head too, a row is read for each token
    let looked_up = if parameters.head == 0 { 0 } else { parameters.embedding };
    let multiplied = Parameters { embedding: parameters.embedding - looked_up, ..*parameters };
    let read = weight_bytes(&load.architecture, &multiplied, touched - real(looked_up), load.format);
    let weights = share.weights * read / speeds.weights;
    let cache = share.cache * users * load.kv_on_average / speeds.cache;
    let computed = computed(load, share, speeds, setup, users);
    let host = setup.fitted.serving.host * users / f64::from(share.ways);
    let waiting = setup.device.waiting() * (host + waiting(load, setup));
    weights.max(computed) + cache + waiting + synchronization(load, share, setup, users)
}

/// Seconds of a pass in which kernels start or end.
fn waiting(load: &ServingLoad, setup: &Setup) -> f64 {
    let fitted = &setup.fitted.serving;
    let layer = match load.software {
        Software::Eager => fitted.layer_eager,
        Software::Portable => fitted.layer_portable,
        Software::Fused | Software::Tuned => fitted.layer,
    };
    let routing = load.architecture.experts.map_or(0.0, |experts| f64::from(experts.layers) * fitted.routing);
    f64::from(load.architecture.layers) * layer + routing
}

/// Seconds that GPUs which share a model spend on summing `tokens` hidden vectors, twice a layer
/// (Shoeybi et al. 2019, arXiv:1909.08053, section 3).
fn synchronization(load: &ServingLoad, share: &Share, setup: &Setup, tokens: f64) -> f64 {
    let bytes = 2.0 * tokens * f64::from(load.architecture.hidden) / setup.fitted.serving.exchange;
    2.0 * f64::from(load.architecture.layers) * setup.fabric.all_reduce(bytes, share.ways, 1)
}
