//! Memory of one GPU: what is needed by part, how sure that is, and whether it fits.

use crate::catalog::{Device, Gpu, GpuClass};
use crate::units::{Bytes, Range};

use super::Rejection;

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
    /// Likely bytes that the host keeps for the GPU.
    pub host: Bytes,
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
    /// What a program of the visitor's own holds: a scene, a grid, tables.
    pub data: Bytes,
}

impl MemoryParts {
    /// All parts together.
    #[must_use]
    pub fn sum(&self) -> Bytes {
        let Self { weights, gradients, optimizer, activations, kv_cache, overhead, data } = *self;
        let parts = [weights, gradients, optimizer, activations, kv_cache, overhead, data];
        Bytes(parts.into_iter().fold(0, |sum, part| sum.saturating_add(part.0)))
    }
}

/// Measured bytes of each part in units of the likely ones: an 80 % range.
///
/// What is counted, weights and caches, is known better than what software makes on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// Of weights, caches and data.
    pub(super) weights: Range<f64>,
    /// Of gradients and optimizer states.
    pub(super) states: Range<f64>,
    pub(super) activations: Range<f64>,
    pub(super) overhead: Range<f64>,
}

impl Spread {
    /// Range of a sum of parts in units of the likely one.
    pub(super) fn of(&self, parts: &MemoryParts) -> Range<f64> {
        let MemoryParts { weights, gradients, optimizer, activations, kv_cache, overhead, data } = *parts;
        let [weights, gradients, optimizer, activations, kv_cache, overhead, data] =
            [weights, gradients, optimizer, activations, kv_cache, overhead, data].map(Bytes::as_f64);
        let amounts =
            Amounts { weights: weights + kv_cache + data, states: gradients + optimizer, activations, overhead };
        let sum = amounts.sum(|_| 1.0, self).max(1.0);
        let of = |end: fn(&Range<f64>) -> f64| amounts.sum(end, self) / sum;
        Range { low: of(|range| range.low), likely: 1.0, high: of(|range| range.high) }
    }
}

/// Bytes, by how sure they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amounts {
    /// Of weights, caches and data.
    pub(super) weights: f64,
    /// Of gradients and optimizer states.
    pub(super) states: f64,
    pub(super) activations: f64,
    pub(super) overhead: f64,
}

impl Amounts {
    /// An end of the range of their sum.
    pub(super) fn sum(&self, end: fn(&Range<f64>) -> f64, spread: &Spread) -> f64 {
        end(&spread.weights) * self.weights
            + end(&spread.states) * self.states
            + end(&spread.activations) * self.activations
            + end(&spread.overhead) * self.overhead
    }
}

/// Share of the capacity that a process never gets.
///
/// The driver keeps up to 2 %: PyTorch sees 23.64 GiB of an RTX 4090 (`ali-vilab/VGen` issue 104) and 23.53 of an A30
/// (`google/RB-Modulation` issue 5), both of 24. Error correction on GDDR, on in servers, takes a sixteenth before
/// that: `nvidia-smi` reports 23,034 MiB of an L4, 46,068 of an L40S, 15,360 of a T4 (`modal-labs/modal-client` pull
/// request 2797).
fn reserve(gpu: &Gpu) -> f64 {
    let corrected = gpu.class == GpuClass::Datacenter && gpu.memory_type.starts_with("GDDR");
    0.02 + if corrected { 1.0 / 16.0 } else { 0.0 }
}

/// What the driver reports, and what of it the workload gets.
///
/// # Errors
/// [`Rejection::UnknownFigure`] where the capacity is not known.
pub(super) fn usable(device: &Device) -> Result<(Bytes, Bytes), Rejection> {
    let capacity = device.memory().ok_or(Rejection::UnknownFigure { figure: "memory" })?;
    Ok((capacity, Bytes::from_f64(capacity.as_f64() * (1.0 - reserve(device.gpu)))))
}

/// Memory of one GPU: parts in bytes, their sum, its range in units of the sum, and what there is.
///
/// # Errors
/// [`Rejection::UnknownFigure`] where the capacity is not known, [`Rejection::OutOfMemory`] where it does not fit.
pub(super) fn fit(parts: MemoryParts, range: Range<f64>, device: &Device) -> Result<Memory, Rejection> {
    let (capacity, usable) = usable(device)?;
    let sum = parts.sum().as_f64();
    let needed = range.map(|factor| Bytes::from_f64(factor * sum));
    let memory = Memory { parts, needed, usable, capacity, host: Bytes(0) };
    if needed.high <= usable {
        return Ok(memory);
    }
    Err(Rejection::OutOfMemory { memory, short_by: Bytes(needed.high.0 - usable.0) })
}
