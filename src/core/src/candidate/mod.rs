//! A number of GPUs that can run the workload, how it is laid out, and how well it does; or why not.
//!
//! One node, or one link domain, at a time: links between nodes are not modelled. No price is known here.

mod efficiency;
mod fabric;
mod serving;
mod training;

use crate::catalog::{Gpu, GpuClass, Link};
use crate::requirement::{Load, Requirement};
use crate::units::{Bytes, Range, Seconds};

use fabric::Fabric;

/// How many GPUs are tried: a node has 8, and halves of it are on sale.
pub const COUNTS: [u32; 4] = [1, 2, 4, 8];

/// A configuration that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// How many GPUs.
    pub n_gpus: u32,
    /// How the work is spread over them.
    pub layout: Layout,
    /// Memory of each GPU.
    pub memory: Memory,
    /// How well it does.
    pub performance: Performance,
}

/// How the work is spread over GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One GPU.
    Single,
    /// Each GPU holds everything and works on its own data.
    Replicated,
    /// States are divided over the GPUs (ZeRO stage 3, FSDP).
    Sharded,
    /// Each matrix is divided over the GPUs.
    TensorParallel,
}

/// Memory of one GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The likely bytes by part.
    pub parts: MemoryParts,
    /// The sum of the parts, as a range. It fits when `high` does.
    pub needed: Range<Bytes>,
    /// What is left for the workload after the driver's reserve.
    pub usable: Bytes,
    /// What the driver reports.
    pub capacity: Bytes,
}

/// Bytes by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryParts {
    /// Parameters, adapters included.
    pub weights: Bytes,
    /// One per trained parameter.
    pub gradients: Bytes,
    /// Moments and master weights.
    pub optimizer: Bytes,
    /// What the backward pass, or the running step, holds.
    pub activations: Bytes,
    /// Keys and values of all sequences.
    pub kv_cache: Bytes,
    /// Context, communication buffers, fragmentation.
    pub overhead: Bytes,
}

/// How well a candidate does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Performance {
    /// Work with an end.
    Finite {
        /// From start to end, running.
        run_time: Range<Seconds>,
    },
    /// Answering requests.
    Serving {
        /// Answer tokens per second of one user when all users are served at once.
        per_user: Range<f64>,
        /// Answer tokens per second of all users together.
        in_all: Range<f64>,
    },
}

/// Why a GPU cannot run the workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rejection {
    /// It does not fit in memory.
    OutOfMemory {
        /// The memory it would need.
        memory: Memory,
        /// By how much `memory.needed.high` exceeds `memory.usable`.
        short_by: Bytes,
    },
    /// The table has no memory size, bandwidth or speed that the estimate needs.
    UnknownFigure {
        /// `memory`, `bandwidth`, `bf16`.
        figure: &'static str,
    },
    /// Slower than the visitor accepts.
    TooSlow {
        /// Answer tokens per second and user.
        per_user: Range<f64>,
        /// The least that is accepted.
        wanted: f64,
    },
}

/// The best layout of a workload on `n_gpus` devices that reach each other by `link`.
///
/// Training: replicas if one GPU holds everything, else states are divided. Inference: replicas that share the users,
/// or tensor parallelism, whichever serves a user faster; where only one of them fits, that one.
///
/// # Errors
/// A [`Rejection`] with the amount that is missing.
pub fn evaluate(requirement: &Requirement, gpu: &Gpu, link: Link, n_gpus: u32) -> Result<Candidate, Rejection> {
    let n_gpus = n_gpus.max(1);
    let fabric = Fabric::of(gpu, link, n_gpus);
    match &requirement.load {
        Load::Training(load) => training::evaluate(load, gpu, &fabric, n_gpus),
        Load::Serving(load) => serving::evaluate(load, gpu, &fabric, n_gpus),
    }
}

/// Share of the capacity that a process never gets.
///
/// The driver keeps 1.1 to 2 % (PyTorch sees 79.15 of 80 GiB on an A100, 23.65 of 24 on an RTX 4090). Error correction on
/// GDDR, on in servers, takes another sixteenth (44.4 of 48 GiB on an L40S, 14.6 of 16 on a T4).
fn reserve(gpu: &Gpu) -> f64 {
    let corrected = gpu.class == GpuClass::Datacenter && gpu.memory_type.starts_with("GDDR");
    0.02 + if corrected { 1.0 / 16.0 } else { 0.0 }
}

/// Memory of one GPU: parts in bytes, their sum with its uncertainty, and what there is.
///
/// # Errors
/// [`Rejection::UnknownFigure`] where the capacity is not known, [`Rejection::OutOfMemory`] where it does not fit.
fn fit(parts: MemoryParts, gpu: &Gpu) -> Result<Memory, Rejection> {
    let capacity = gpu.memory.ok_or(Rejection::UnknownFigure { figure: "memory" })?;
    let likely = parts.sum().as_f64();
    let memory = Memory {
        parts,
        needed: Range {
            low: Bytes::from_f64(likely * MEMORY_LOW),
            likely: parts.sum(),
            high: Bytes::from_f64(likely * MEMORY_HIGH),
        },
        usable: Bytes::from_f64(capacity.as_f64() * (1.0 - reserve(gpu))),
        capacity,
    };
    match memory.needed.high.0.checked_sub(memory.usable.0) {
        None | Some(0) => Ok(memory),
        Some(short_by) => Err(Rejection::OutOfMemory { memory, short_by: Bytes(short_by) }),
    }
}

/// Measured memory in units of the likely one, one in ten below.
const MEMORY_LOW: f64 = 0.9;
/// Measured memory in units of the likely one, one in ten above.
const MEMORY_HIGH: f64 = 1.1;

impl MemoryParts {
    /// All parts together.
    #[must_use]
    pub fn sum(&self) -> Bytes {
        let Self { weights, gradients, optimizer, activations, kv_cache, overhead } = *self;
        let parts = [weights, gradients, optimizer, activations, kv_cache, overhead];
        Bytes(parts.into_iter().fold(0, |sum, part| sum.saturating_add(part.0)))
    }
}
