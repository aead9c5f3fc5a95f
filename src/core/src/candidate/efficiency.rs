//! Which share of its peak a GPU reaches on the whole, by class; from measured runs.

use crate::catalog::{Gpu, GpuClass};
use crate::units::{FlopsPerSec, Range};

/// The speed that 16-bit training and inference can count on: BF16, else FP16, and never slower than FP32 where there is
/// no BF16 (a P40 computes FP16 at 1/64 of FP32).
pub(super) fn peak(gpu: &Gpu) -> Option<FlopsPerSec> {
    gpu.bf16.or_else(|| match (gpu.fp16, gpu.fp32) {
        (Some(half), Some(single)) => Some(FlopsPerSec(half.0.max(single.0))),
        (half, _) => half,
    })
}

/// Share of [`peak`] that training reaches, recomputed operations counted (HFU), without waiting for other GPUs.
pub(super) fn training(gpu: &Gpu) -> f64 {
    match (gpu.architecture, gpu.class) {
        ("Ampere", GpuClass::Datacenter) => 0.42,
        ("Hopper", _) => 0.38,
        ("Blackwell" | "Blackwell Ultra", GpuClass::Datacenter) => 0.36,
        ("CDNA 3" | "CDNA 4" | "CDNA 2", _) => 0.30,
        ("Volta" | "Turing" | "Pascal", _) => 0.30,
        ("Ada Lovelace" | "Ampere" | "Blackwell", _) => 0.36,
        _ => 0.30,
    }
}

/// Range of a run time in units of the likely one.
pub(super) const RUN_TIME: Range<f64> = Range { low: 0.65, likely: 1.0, high: 1.6 };
/// The same where the visitor gives the MFU.
pub(super) const RUN_TIME_GIVEN_MFU: Range<f64> = Range { low: 0.9, likely: 1.0, high: 1.15 };
/// Speed of 4-bit weights in training, in units of 16-bit ones: they are expanded for every use.
pub(super) const QUANTIZED: f64 = 0.75;
