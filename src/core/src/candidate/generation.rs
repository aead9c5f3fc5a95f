//! Making images and videos on a number of GPUs: does it fit, and how long does each take.
//!
//! Not modelled: caches that skip steps, attention in 8 bits, decoders that share the work of one item.

use crate::catalog::{Device, Gpu, Link};
use crate::requirement::GenerationLoad;
use crate::units::{Bytes, Range, Seconds};
use crate::workload::{Arithmetic, Kernels, Linked, Offload, WeightFormat};

use super::fabric::Fabric;
use super::training::START;
use super::{
    Candidate, Cluster, Kind, Layout, MOST, Memory, MemoryParts, Performance, Rejection, efficiency, finite, fit,
    widened,
};

/// Bytes of a CUDA context and what PyTorch keeps beside its tensors. Assumed.
const CONTEXT: f64 = 0.5e9;
/// Measured bytes of weights in units of the likely ones: some software keeps copies. With the next row, four in five of
/// the rows of `cargo xtask accuracy` lie within.
const WEIGHTS: Range<f64> = Range { low: 0.97, likely: 1.0, high: 1.06 };
/// The same of activations, of which software makes more or fewer.
const ACTIVATIONS: Range<f64> = Range { low: 0.65, likely: 1.0, high: 1.8 };

/// Range of a time in units of the likely one: four in five of the rows lie within when their source is left out of the
/// fit.
const TIME: Range<f64> = Range { low: 0.72, likely: 1.0, high: 1.38 };

/// What is fitted to measured rows. Pairs are for eager and for compiled kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenerationCoefficients {
    /// Share of the speed of large matrix products that convolutions reach.
    pub convolutions: f64,
    /// The same of attention: FlashAttention-2 and its like.
    pub attention: f64,
    /// The same where matrix units are so fast that such kernels cannot feed them.
    pub attention_of_fast: f64,
    /// Share of the speed of large matrix products that decoders of videos reach, in 32 bits and with many copies.
    pub video_decoder: f64,
    /// How often each number that goes in or out of a layer of a transformer is read or written, all in all.
    pub moved: [f64; 2],
    /// The same of a U-Net.
    pub moved_unet: [f64; 2],
    /// Seconds of each layer that are neither computing nor moving: starting kernels.
    pub layer: [f64; 2],
}

impl GenerationCoefficients {
    /// Before any fit: round figures.
    pub const ASSUMED: Self = Self {
        convolutions: 0.5,
        attention: 0.7,
        attention_of_fast: 0.4,
        video_decoder: 0.1,
        moved: [100.0, 50.0],
        moved_unet: [100.0, 50.0],
        layer: [5e-4, 2.5e-4],
    };

    /// What `cargo xtask accuracy --fit` finds from 162 published times of Wan, `HunyuanVideo`, `CogVideoX`, FLUX, SDXL and
    /// Stable Diffusion 1.5 on 14 GPUs: README.md of `sayakpaul/diffusers-torchao`, `zai-org/CogVideo` and
    /// `chengzeyi/stable-fast`; `Wan-Video/Wan2.1` assets/comp_effic.png; `xdit-project/xDiT` docs/performance;
    /// `LambdaLabsML/lambda-diffusers` benchmarks/benchmark.csv; `ModelTC/LightX2V`
    /// docs/EN/source/getting_started/benchmark_source.md; `huggingface/diffusers` docs/source/ko/optimization/torch2.0.md.
    pub const FITTED: Self = Self {
        convolutions: 0.943,
        attention: 0.759,
        attention_of_fast: 0.44,
        video_decoder: 0.0573,
        moved: [197.0, 50.0],
        moved_unet: [70.3, 48.8],
        layer: [455e-6, 220e-6],
    };
}

/// From which peak on attention cannot feed matrix units: H100, not A100 nor H20.
const FAST: f64 = 500e12;

/// Speed of what is moved in units of the memory's where the second-level cache holds much of a layer. Assumed: about
/// 5 TB/s beside 1 of an RTX 4090.
const CACHED: f64 = 4.0;

/// Whether it does: NVIDIA's cards with GDDR have up to 96 MB and more since Ada Lovelace, up to 6 before (NVIDIA Ada GPU
/// Architecture, whitepaper). They are those that compute in FP8.
fn is_cached(gpu: &Gpu) -> bool {
    gpu.vendor == "NVIDIA" && gpu.memory_type.starts_with("GDDR") && gpu.fp8.is_some()
}

/// What is particular to images and videos.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Making {
    /// Seconds until the next item is done, all GPUs together.
    pub per_item: Range<f64>,
    /// The likely bytes of each GPU by stage.
    pub stages: Stages,
}

/// Bytes of each GPU while a stage runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// The text is encoded.
    pub encoder: Bytes,
    /// Noise is removed.
    pub denoiser: Bytes,
    /// Pixels are made.
    pub decoder: Bytes,
    /// As in [`GenerationLoad`].
    pub linked: Linked,
}

/// One batch on GPUs that share it, whether or not it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// Seconds.
    pub seconds: Range<f64>,
    /// Of them, for a step.
    pub step: Range<f64>,
    /// The likely bytes of each GPU by part: encoder, denoiser, decoder.
    stages: [MemoryParts; 3],
}

impl Batch {
    /// The largest stage.
    fn parts(&self) -> MemoryParts {
        let [first, others @ ..] = self.stages;
        others.into_iter().fold(first, |most, stage| if most.sum() < stage.sum() { stage } else { most })
    }

    /// Bytes of each GPU.
    #[must_use]
    pub fn memory(&self) -> Range<f64> {
        let parts = self.parts();
        range(parts).map(|factor| factor * parts.sum().as_f64())
    }

    fn fit(&self, device: &Device) -> Result<Memory, Rejection> {
        let parts = self.parts();
        fit(parts, range(parts), device)
    }
}

/// One node of so many.
fn node(device: &Device, link: Link, n_gpus: u32) -> Cluster {
    Cluster { link, gpus_per_node: n_gpus, ..Cluster::usual(device.gpu) }
}

/// As many items side by side as are asked for, on `n_gpus` that share them.
///
/// # Errors
/// [`Rejection::UnknownFigure`] and [`Rejection::Unsupported`].
pub fn batch(
    load: &GenerationLoad,
    device: &Device,
    link: Link,
    n_gpus: u32,
    fitted: &GenerationCoefficients,
) -> Result<Batch, Rejection> {
    let speeds = Speeds::of(load, device, fitted)?;
    let sharing = Sharing {
        load,
        device,
        speeds,
        fitted,
        fabric: Fabric::of(device.gpu, &node(device, link, n_gpus), n_gpus),
        ways: n_gpus,
    };
    Ok(sharing.batch(f64::from(load.batch)))
}

/// See [`super::evaluate`].
pub(super) fn evaluate(
    load: &GenerationLoad,
    device: &Device,
    link: Link,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let fitted = &GenerationCoefficients::FITTED;
    let speeds = Speeds::of(load, device, fitted)?;
    let on = |layout, ways, replicas| {
        let sharing = Sharing {
            load,
            device,
            speeds,
            fitted,
            fabric: Fabric::of(device.gpu, &node(device, link, ways), ways),
            ways,
        };
        sharing.all(n_gpus, layout, replicas)
    };
    if n_gpus == 1 {
        return on(Layout::Single, 1, 1);
    }
    let replicated = on(Layout::Replicated, 1, n_gpus);
    if load.unet {
        return replicated;
    }
    let time = |candidate: &Candidate| match candidate.performance {
        Performance::Finite { run_time, .. } => run_time.likely,
        Performance::Serving { .. } => MOST,
    };
    match (replicated, on(Layout::Sharded, n_gpus, 1)) {
        (Ok(replicated), Ok(divided)) if time(&replicated) <= time(&divided) => Ok(replicated),
        (Ok(replicated), Err(_)) => Ok(replicated),
        (_, divided) => divided,
    }
}

/// Operations and bytes per second.
#[derive(Clone, Copy)]
struct Speeds {
    products: f64,
    convolutions: f64,
    attention: f64,
    decoder: f64,
    bandwidth: f64,
}

impl Speeds {
    fn of(load: &GenerationLoad, device: &Device, fitted: &GenerationCoefficients) -> Result<Self, Rejection> {
        let gpu = device.gpu;
        let bandwidth = device.bandwidth().ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?;
        let half = efficiency::peak(gpu)?;
        let base = match load.arithmetic {
            Arithmetic::Single => gpu.tf32.or(gpu.fp32).ok_or(Rejection::UnknownFigure { figure: "fp32" })?,
            Arithmetic::Half | Arithmetic::Stored => half,
        };
        let stored = match load.weights {
            WeightFormat::Fp8 => gpu.fp8,
            WeightFormat::Int8 => gpu.int8,
            _ => None,
        };
        let in_stored = load.arithmetic == Arithmetic::Stored && load.kernels == Kernels::Compiled;
        let products = stored.filter(|_| in_stored).unwrap_or(base);
        let share = efficiency::products(gpu).min(efficiency::most(gpu));
        let base = device.part_of(base).0;
        Ok(Self {
            products: share * device.part_of(products).0,
            convolutions: fitted.convolutions * share * base,
            attention: share * base * if half.0 < FAST { fitted.attention } else { fitted.attention_of_fast },
            decoder: share * base * if load.video { fitted.video_decoder } else { fitted.convolutions },
            bandwidth: efficiency::copying(gpu) * bandwidth.0 * if is_cached(gpu) { CACHED } else { 1.0 },
        })
    }
}

/// GPUs that share items.
struct Sharing<'a> {
    load: &'a GenerationLoad,
    device: &'a Device,
    speeds: Speeds,
    fitted: &'a GenerationCoefficients,
    fabric: Fabric,
    /// How many share an item.
    ways: u32,
}

impl Sharing<'_> {
    /// All items, with the largest batch that fits: the one asked for, or half of it, and so on.
    fn all(&self, n_gpus: u32, layout: Layout, replicas: u32) -> Result<Candidate, Rejection> {
        let mut items = self.load.batch.min(self.load.items.div_ceil(replicas)).max(1);
        let (batch, memory) = loop {
            let batch = self.batch(f64::from(items));
            match batch.fit(self.device) {
                Ok(memory) => break (batch, memory),
                Err(Rejection::OutOfMemory { .. }) if 1 < items => items /= 2,
                Err(rejection) => return Err(rejection),
            }
        };
        let at_once = items.saturating_mul(replicas);
        let rounds = f64::from(self.load.items.div_ceil(at_once));
        let seconds = START + rounds * batch.seconds.likely;
        let run_time = finite(self.time().map(|factor| Seconds::ceil_from_f64(factor * seconds)))?;
        let per_item = batch.seconds.map(|seconds| seconds / f64::from(at_once.min(self.load.items)));
        let [encoder, denoiser, decoder] = batch.stages.map(|stage| stage.sum());
        let making = Some(Making { per_item, stages: Stages { encoder, denoiser, decoder, linked: self.load.linked } });
        Ok(Candidate {
            n_gpus,
            layout,
            arrangement: None,
            memory,
            performance: Performance::Finite { run_time, tokens_per_second: None, micro_batch: Some(items) },
            making,
        })
    }

    /// Range of a time in units of the likely one.
    fn time(&self) -> Range<f64> {
        widened(TIME, Kind::Generation, self.device.gpu)
    }

    fn batch(&self, items: f64) -> Batch {
        let load = self.load;
        let step = self.step(items * load.at_once);
        let around = load.encoder_operations / self.speeds.products + load.decoder_operations / self.speeds.decoder;
        let moved = match load.offload {
            Offload::None => 0.0,
            Offload::AroundDenoiser => load.encoder + load.decoder,
            Offload::Everything => load.encoder + load.denoisers * load.denoiser + load.decoder,
        };
        let steps = load.passes / load.at_once;
        let seconds = steps * step + items * around + moved / Fabric::host(self.device.gpu);
        Batch {
            seconds: self.time().map(|factor| factor * seconds),
            step: self.time().map(|factor| factor * step),
            stages: self.memory(items),
        }
    }

    /// Seconds of a step of so many passes: operations and bytes are divided, starting kernels is not.
    ///
    /// GPUs that share items exchange queries, keys, values and results, a part of the tokens of all heads for all tokens
    /// of a part of the heads (Jacobs et al. 2023, arXiv:2309.14509, section 3), and gather weights meanwhile.
    fn step(&self, passes: f64) -> f64 {
        let (load, speeds) = (self.load, &self.speeds);
        let forward = &load.forward;
        let ways = f64::from(self.ways);
        let kernels = usize::from(load.kernels == Kernels::Compiled);
        let moved = if load.unet { self.fitted.moved_unet } else { self.fitted.moved }[kernels];
        let bytes = if load.arithmetic == Arithmetic::Single { 4.0 } else { 2.0 };
        let busy = forward.products / speeds.products
            + forward.convolutions / speeds.convolutions
            + forward.attention / speeds.attention
            + moved * bytes * forward.values / speeds.bandwidth;
        let busy = passes / ways * busy + forward.layers * self.fitted.layer[kernels];
        let exchanged = self.fabric.all_gather(4.0 * bytes * forward.values * passes / ways, self.ways, 1);
        busy.max(self.fabric.all_gather(load.denoiser, self.ways, 1)) + exchanged
    }

    /// Bytes of each stage by part. GPUs that share items divide weights, except the autoencoder's, and tokens; each
    /// decodes all. Where they do not fit, or tiles are asked for, items are decoded one after the other.
    fn memory(&self, items: f64) -> [MemoryParts; 3] {
        let load = self.load;
        let ways = f64::from(self.ways);
        let (encoder, decoder) = (load.encoder / ways, load.decoder);
        let denoisers = load.denoisers * load.denoiser / ways;
        let weights = match load.offload {
            Offload::None => [encoder + denoisers + decoder; 3],
            Offload::AroundDenoiser => [encoder + denoisers, denoisers, denoisers + decoder],
            Offload::Everything => [encoder, load.denoiser / ways, decoder],
        };
        let stage = |weights, activations| MemoryParts {
            weights: Bytes::from_f64(weights),
            activations: Bytes::from_f64(activations),
            overhead: Bytes::from_f64(CONTEXT),
            ..MemoryParts::default()
        };
        let [encoding, denoising, decoding] = weights;
        let whole = stage(decoding, items * load.decoding);
        let pixels = if load.tiled || fit(whole, range(whole), self.device).is_err() {
            stage(decoding, load.decoding)
        } else {
            whole
        };
        [stage(encoding, 0.0), stage(denoising, items * load.activations / ways), pixels]
    }
}

/// Range of a sum of parts in units of the likely one.
fn range(parts: MemoryParts) -> Range<f64> {
    let of = |weights: f64, activations: f64| {
        let bytes = weights * parts.weights.as_f64() + activations * parts.activations.as_f64();
        (bytes + parts.overhead.as_f64()) / parts.sum().as_f64()
    };
    Range { low: of(WEIGHTS.low, ACTIVATIONS.low), likely: 1.0, high: of(WEIGHTS.high, ACTIVATIONS.high) }
}
