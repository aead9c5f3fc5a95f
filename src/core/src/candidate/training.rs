//! Training and fine-tuning on a number of GPUs: does it fit, and how long does it take.
//!
//! Not modelled: pipelines, offloading to the host, several nodes, time to save.

use crate::catalog::Device;
use crate::requirement::TrainingLoad;
use crate::units::{Bytes, Range, Seconds};
use crate::workload::Method;

use super::fabric::Fabric;
use super::{Candidate, Layout, Memory, MemoryParts, Performance, Rejection, efficiency, finite, fit};

/// Bytes that a process holds on a GPU before it does anything: the CUDA context and the libraries' workspaces.
/// Assumed, 0.3 to 0.6 GB are usual; the constant part of the rows of `QwenLM/Qwen` README.md (LoRA) agrees.
const CONTEXT: f64 = 0.6e9;
/// Bytes of the buffers of collective communication. Assumed.
const COMMUNICATION: f64 = 0.5e9;
/// Share of what is allocated that lies idle between blocks. Assumed; 2 to 5 % are usual.
const FRAGMENTATION: f64 = 0.05;
/// Measured memory in units of the likely one. Four in five of 47 measured fine-tunings on a GPU lie within
/// (`Lightning-AI/litgpt` tutorials/resource-tables.md, `QwenLM/Qwen` README.md).
const MEMORY: Range<f64> = Range { low: 0.87, likely: 1.0, high: 1.15 };

/// Share of the speed of matrix products at which attention runs.
/// Fitted to the series of sequence lengths from 512 to 65,536 of `mosaicml/llm-foundry`
/// scripts/train/benchmarking/README.md (A100, H100; 125 M to 70 B parameters).
const ATTENTION: f64 = 0.36;
/// Time of a recomputed operation in units of another. Fitted to the same table: with recomputation, GPUs run at a
/// higher share of their peak than without, so the extra pass costs about half of what it counts.
const RECOMPUTED: f64 = 0.55;
/// Time of an operation of a mixture of experts in units of a dense one: many small products.
/// From GPT-OSS 120B on B200 and GB200, `NVIDIA-NeMo/Megatron-Bridge` performance summary.
const MIXTURE: f64 = 1.3;
/// Bytes moved for each byte that a layer keeps: written, read twice, its gradient written and read. Fitted as above.
const TRAFFIC: f64 = 6.0;
/// The same with adapters beside every projection: each drops, multiplies and adds whole vectors.
/// Fitted to `QwenLM/Qwen` README.md, where LoRA takes longer than full fine-tuning of the same 1.8 B model.
const TRAFFIC_ADAPTERS: f64 = 28.0;
/// Bytes moved for each byte of logits. Fitted as above.
const TRAFFIC_LOGITS: f64 = 5.0;
/// Bytes moved to expand one 4-bit weight once: the difference between LoRA and QLoRA of 1.8 B, 7 B and 14 B in the
/// same table is 14 to 18. An ideal kernel would move 4.5.
const EXPANDED: f64 = 16.0;
/// Seconds of each layer and micro-batch in which a GPU waits for the next of the many small kernels of adapters.
/// Fitted to the shortest sequences of the same table.
const STARTS: f64 = 1e-3;
/// Share of the shorter of computing and exchanging that does not hide behind the longer. Fitted to runs with small
/// micro-batches of the same table.
const EXPOSED: f64 = 0.6;
/// Range of a run time in units of the likely one where the visitor gives the MFU. Assumed.
const GIVEN_MFU: Range<f64> = Range { low: 0.9, likely: 1.0, high: 1.15 };

/// Seconds from renting to the first step: the process starts, weights are read from disk. Assumed; it keeps many cards
/// for a few minutes from looking as cheap as one card for an hour.
pub(super) const START: f64 = 300.0;

/// See [`super::evaluate`].
pub(super) fn evaluate(
    load: &TrainingLoad,
    device: &Device,
    fabric: &Fabric,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let gpu = device.gpu;
    let peak = device.part_of(efficiency::peak(gpu)?);
    if load.method == Method::Full && !efficiency::may_have_bf16(gpu) {
        return Err(Rejection::Unsupported { feature: "bf16" });
    }
    let bandwidth = device.bandwidth().ok_or(Rejection::UnknownFigure { figure: "bandwidth" })?;
    let (layout, memory, micro_batch) = layout(load, device, n_gpus)?;
    let (seconds, range) = match load.mfu {
        Some(mfu) => {
            let Steps { count, micro_steps, .. } = Steps::of(load, micro_batch, fabric);
            let busy = load.operations.0 / (f64::from(n_gpus) * peak.0 * mfu);
            (overlapped(busy, count * exchange(load, layout, micro_steps, fabric)), GIVEN_MFU)
        }
        None => {
            let compute = peak.0 * efficiency::training(gpu);
            let speed = Speed { compute, bandwidth: bandwidth.0, waiting: device.waiting() };
            (interruptions(load) * steady(load, speed, layout, micro_batch, fabric), efficiency::run_time(gpu))
        }
    };
    let run_time = finite(range.map(|factor| Seconds::ceil_from_f64(factor * (START + seconds))))?;
    let performance = Performance::Finite { run_time, micro_batch: Some(micro_batch) };
    Ok(Candidate { n_gpus, layout, memory, performance, making: None })
}

/// Replicas where everything fits on one GPU; else states are divided. Either with the largest micro-batch that fits:
/// the one asked for, or half of it, and so on.
fn layout(load: &TrainingLoad, device: &Device, n_gpus: u32) -> Result<(Layout, Memory, u32), Rejection> {
    let on = |layout| {
        let mut micro_batch = load.micro_batch;
        loop {
            match fit(parts(load, layout, micro_batch, n_gpus), MEMORY, device) {
                Ok(memory) => return Ok((layout, memory, micro_batch)),
                Err(rejection) if micro_batch == 1 => return Err(rejection),
                Err(_) => micro_batch /= 2,
            }
        }
    };
    if n_gpus == 1 { on(Layout::Single) } else { on(Layout::Replicated).or_else(|_| on(Layout::Sharded)) }
}

/// Memory of one GPU.
///
/// Divided states: weights, gradients and optimizer over `n` GPUs (Rajbhandari et al. 2020, arXiv:1910.02054,
/// section 5), and on each GPU two whole pieces, one at work and one on its way, with the gradient of one.
/// Not modelled: loaders that put the whole model on each GPU before they divide it, as LitGPT's did.
fn parts(load: &TrainingLoad, layout: Layout, micro_batch: u32, n_gpus: u32) -> MemoryParts {
    let activations = load.activations(micro_batch);
    let (share, gathered) = match layout {
        Layout::Sharded => {
            let bytes = 2.0 * load.bytes_per_parameter + 2.0 * load.trained / load.parameters.max(1.0);
            (1.0 / f64::from(n_gpus), load.largest_piece * bytes)
        }
        _ => (1.0, 0.0),
    };
    let states = share * (load.weights + load.gradients + load.optimizer);
    let communication = if n_gpus == 1 { 0.0 } else { COMMUNICATION };
    let overhead = CONTEXT + communication + gathered + FRAGMENTATION * (states + activations);
    MemoryParts {
        weights: Bytes::from_f64(share * load.weights),
        gradients: Bytes::from_f64(share * load.gradients),
        optimizer: Bytes::from_f64(share * load.optimizer),
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
    /// Sequences of a step on each GPU.
    each: f64,
    /// Forward passes of a step on each GPU.
    micro_steps: f64,
}

impl Steps {
    fn of(load: &TrainingLoad, micro_batch: u32, fabric: &Fabric) -> Self {
        let each = load.global_batch.div_ceil(fabric.n_gpus);
        Self {
            count: load.tokens / (load.sequence * f64::from(load.global_batch)),
            each: f64::from(each),
            micro_steps: f64::from(each.div_ceil(micro_batch.min(each))),
        }
    }
}

/// Seconds of all steps without interruption.
///
/// In a step each GPU works through its micro-batches and meanwhile talks to the others. Where a step has fewer
/// sequences than the GPUs could take at once, micro-batches shrink; with fewer than GPUs, some wait.
fn steady(load: &TrainingLoad, speed: Speed, layout: Layout, micro_batch: u32, fabric: &Fabric) -> f64 {
    let Steps { count, each, micro_steps } = Steps::of(load, micro_batch, fabric);
    let share = if layout == Layout::Sharded { 1.0 / f64::from(fabric.n_gpus) } else { 1.0 };
    let busy = each * load.sequence * token(load, speed)
        + micro_steps * micro_batch_of_adapters(load, speed)
        + share * update(load, speed);
    count * overlapped(busy, exchange(load, layout, micro_steps, fabric))
}

/// Seconds of one token: `(passes + 0.55 · again) · (matmul + attention / 0.36) / compute`, and what only moves bytes:
/// `(6 · layers + 5 · logits) / bandwidth`.
///
/// The second term is why a GPU that computes much faster than it moves (H100 against A100) reaches a smaller share of
/// its peak, and a small model a smaller share than a large one.
fn token(load: &TrainingLoad, speed: Speed) -> f64 {
    let operations = load.matmul_per_token + load.attention_per_token / ATTENTION;
    let mixture = if load.sparse { MIXTURE } else { 1.0 };
    let computed = mixture * (load.passes + RECOMPUTED * load.again) * operations;
    let traffic = match load.method {
        Method::Full => TRAFFIC,
        Method::Lora { .. } | Method::Qlora { .. } => TRAFFIC_ADAPTERS,
    };
    let moved = traffic * (1.0 + load.again / 2.0) * load.layers_per_token + TRAFFIC_LOGITS * load.logits_per_token;
    computed / speed.compute + moved / speed.bandwidth
}

/// Seconds that adapters cost in each micro-batch, whatever its size: starting kernels, and expanding 4-bit weights in
/// the forward pass, the backward pass and the recomputation.
fn micro_batch_of_adapters(load: &TrainingLoad, speed: Speed) -> f64 {
    let starts = speed.waiting * STARTS * load.layers;
    match load.method {
        Method::Full => 0.0,
        Method::Lora { .. } => starts,
        Method::Qlora { .. } => starts + EXPANDED * (2.0 + load.again) * load.parameters / speed.bandwidth,
    }
}

/// Seconds of one update: gradients and optimizer state are read and written once.
fn update(load: &TrainingLoad, speed: Speed) -> f64 {
    2.0 * (load.gradients + load.optimizer) / speed.bandwidth
}

/// Seconds that one optimizer step spends on exchanging gradients and weights.
///
/// Replicas: one reduction of all gradients. Divided states: in each micro-step weights are gathered twice and
/// gradients reduced once (Rajbhandari et al. 2020, arXiv:1910.02054, section 7: `3 · parameters`), 16 bits each.
fn exchange(load: &TrainingLoad, layout: Layout, micro_steps: f64, fabric: &Fabric) -> f64 {
    match layout {
        Layout::Replicated => fabric.all_reduce(2.0 * load.trained),
        Layout::Sharded => {
            let bytes = 2.0 * load.bytes_per_parameter * load.parameters + 2.0 * load.trained;
            micro_steps * fabric.all_gather(bytes)
        }
        _ => 0.0,
    }
}

/// Two things at once: the longer, and what of the shorter does not hide behind it.
fn overlapped(busy: f64, exchange: f64) -> f64 {
    busy.max(exchange) + EXPOSED * busy.min(exchange)
}

/// Time of a run in units of its steps' time: evaluation, checkpoints, restarts, software that nobody tuned.
///
/// From scratch 1.5: the median of 25 published runs against tuned steps (Llama 1 to 3, Pythia, MPT, OPT, StarCoder,
/// …). Fine-tuning is shorter and starts less often: 1.2, assumed, because no public table has whole fine-tunings.
const fn interruptions(load: &TrainingLoad) -> f64 {
    match load.method {
        Method::Full if load.from_scratch => 1.5,
        Method::Full | Method::Lora { .. } | Method::Qlora { .. } => 1.2,
    }
}
