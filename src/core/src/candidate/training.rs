//! Training and fine-tuning on a number of GPUs.

use crate::catalog::Gpu;
use crate::requirement::TrainingLoad;
use crate::units::{Bytes, Range, Seconds};

use super::fabric::Fabric;
use super::{Candidate, Layout, Memory, MemoryParts, Performance, Rejection, efficiency, fit};

/// Bytes that a process holds on a GPU before it does anything: the CUDA context and the libraries' workspaces.
const CONTEXT: f64 = 0.6e9;
/// Bytes of the buffers of collective communication.
const COMMUNICATION: f64 = 0.5e9;
/// Share of what is allocated that lies idle between blocks.
const FRAGMENTATION: f64 = 0.03;

/// See [`super::evaluate`].
pub(super) fn evaluate(
    load: &TrainingLoad,
    gpu: &Gpu,
    fabric: &Fabric,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let peak = efficiency::peak(gpu).ok_or(Rejection::UnknownFigure { figure: "bf16" })?;
    let (layout, memory) = layout(load, gpu, n_gpus)?;
    let run_time = run_time(load, gpu, peak.0, layout, fabric);
    Ok(Candidate { n_gpus, layout, memory, performance: Performance::Finite { run_time } })
}

/// Replicas where everything fits on one GPU; else states are divided.
fn layout(load: &TrainingLoad, gpu: &Gpu, n_gpus: u32) -> Result<(Layout, Memory), Rejection> {
    if n_gpus == 1 {
        return Ok((Layout::Single, fit(parts(load, Layout::Single, 1), gpu)?));
    }
    match fit(parts(load, Layout::Replicated, n_gpus), gpu) {
        Ok(memory) => Ok((Layout::Replicated, memory)),
        Err(_) => Ok((Layout::Sharded, fit(parts(load, Layout::Sharded, n_gpus), gpu)?)),
    }
}

/// Memory of one GPU.
///
/// Divided states: weights, gradients and optimizer over `n` GPUs (Rajbhandari et al. 2020, arXiv:1910.02054,
/// section 5), and on each GPU two whole pieces, one at work and one on its way, with the gradient of one.
fn parts(load: &TrainingLoad, layout: Layout, n_gpus: u32) -> MemoryParts {
    let (share, pieces) = match layout {
        Layout::Sharded => (1.0 / f64::from(n_gpus), 1.0),
        _ => (1.0, 0.0),
    };
    let gathered = pieces * load.largest_piece * (2.0 * load.bytes_per_parameter + 2.0 * load.trained / load.parameters);
    let states = share * (load.weights + load.gradients + load.optimizer);
    let communication = if n_gpus == 1 { 0.0 } else { COMMUNICATION };
    let overhead = CONTEXT + communication + gathered + FRAGMENTATION * (states + load.activations);
    MemoryParts {
        weights: Bytes::from_f64(share * load.weights),
        gradients: Bytes::from_f64(share * load.gradients),
        optimizer: Bytes::from_f64(share * load.optimizer),
        activations: Bytes::from_f64(load.activations),
        kv_cache: Bytes(0),
        overhead: Bytes::from_f64(overhead),
    }
}

/// Time of all steps: each GPU works through its micro-batches of a step, and meanwhile talks to the others.
///
/// A visitor's MFU holds for the whole: `operations / (n · peak · MFU)`. Without it, `(operations + recomputed) /
/// (n · peak · HFU)`, as recomputation keeps the GPU busy without counting as progress. Where a step has fewer
/// sequences than the GPUs could take, some wait.
fn run_time(load: &TrainingLoad, gpu: &Gpu, peak: f64, layout: Layout, fabric: &Fabric) -> Range<Seconds> {
    let micro_steps = libm::ceil(f64::from(load.global_batch) / (fabric.n_gpus * f64::from(load.micro_batch)));
    let busy = f64::from(load.global_batch) / (fabric.n_gpus * f64::from(load.micro_batch) * micro_steps);
    let (seconds, spread) = match load.mfu {
        Some(mfu) => (load.operations.0 / (fabric.n_gpus * peak * mfu), efficiency::RUN_TIME_GIVEN_MFU),
        None => {
            let slow = if load.quantized { efficiency::QUANTIZED } else { 1.0 };
            let speed = peak * efficiency::training(gpu) * slow;
            let compute = (load.operations.0 + load.recomputed.0) / (fabric.n_gpus * speed * busy);
            (overlapped(compute, load.steps * exchange(load, layout, micro_steps, fabric)), efficiency::RUN_TIME)
        }
    };
    spread.map(|factor| Seconds::ceil_from_f64(factor * seconds))
}

/// Seconds that one optimizer step spends on exchanging gradients and weights.
///
/// Replicas: one reduction of all gradients. Divided states: in each micro-step weights are gathered twice and gradients
/// reduced once (Rajbhandari et al. 2020, arXiv:1910.02054, section 7: `3 · parameters`), 16 bits each.
fn exchange(load: &TrainingLoad, layout: Layout, micro_steps: f64, fabric: &Fabric) -> f64 {
    match layout {
        Layout::Replicated => fabric.all_reduce(2.0 * load.trained),
        Layout::Sharded => {
            let gathered = 2.0 * load.bytes_per_parameter * load.parameters + 2.0 * load.trained;
            micro_steps * fabric.all_gather(gathered)
        }
        Layout::Single | Layout::TensorParallel => 0.0,
    }
}

/// Two things at once: the longer, and what of the shorter does not hide behind it, about a fifth.
fn overlapped(compute: f64, exchange: f64) -> f64 {
    compute.max(exchange) + 0.2 * compute.min(exchange)
}
