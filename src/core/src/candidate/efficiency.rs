//! Which share of its peak a GPU reaches in training.

use super::{Rejection, Setup, TrainingCoefficients};
use crate::catalog::{Device, Gpu, Metric, Precision, achievable_share};
use crate::requirement::TrainingLoad;
use crate::units::{FlopsPerSec, Range};
use crate::workload::Software;

/// FP16 in units of FP32 above which matrix units compute it: vector units reach 2 (P100), matrix units 4 and more.
const MATRIX: f64 = 2.5;

/// The peak of a precision; 16-bit ones as [`peak`] has them.
///
/// # Errors
/// As [`peak`]; [`Rejection::UnknownFigure`] where that speed is not stated.
pub(super) fn peak_of(gpu: &Gpu, precision: Precision) -> Result<FlopsPerSec, Rejection> {
    let half = peak(gpu)?;
    let figure = match precision {
        Precision::Bf16 | Precision::Fp16 => return Ok(half),
        Precision::Fp32 => "fp32",
        Precision::Tf32 => "tf32",
        Precision::Fp4 => "fp4",
        Precision::Int8 => "int8",
        Precision::Fp64 => "fp64",
        Precision::Fp8 => "fp8",
    };
    gpu.dense(precision).ok_or(Rejection::UnknownFigure { figure })
}

/// The speed that 16-bit work can count on: BF16; where a GPU has none, FP16 of its matrix units.
///
/// # Errors
/// [`Rejection::Unsupported`] for a GPU without 16-bit matrix units (before Volta, and their like): PyTorch's fast
/// kernels and serving engines leave them out. [`Rejection::UnknownFigure`] where no 16-bit speed is stated.
pub(super) fn peak(gpu: &Gpu) -> Result<FlopsPerSec, Rejection> {
    match (gpu.bf16, gpu.fp16, gpu.fp32) {
        (Some(bf16), ..) => Ok(bf16),
        (None, None, _) => Err(Rejection::UnknownFigure { figure: "bf16" }),
        (None, Some(half), Some(single)) if half.0 < MATRIX * single.0 => {
            Err(Rejection::Unsupported { feature: "matrix" })
        }
        (None, Some(half), _) => Ok(half),
    }
}

/// The same for software that can do without matrix units: there, the faster of FP32 and FP16 of vector units.
///
/// # Errors
/// [`Rejection::UnknownFigure`] as [`peak`].
pub(super) fn any_peak(gpu: &Gpu) -> Result<FlopsPerSec, Rejection> {
    match (peak(gpu), gpu.fp16, gpu.fp32) {
        (Err(Rejection::Unsupported { .. }), Some(half), Some(single)) => Ok(FlopsPerSec(half.0.max(single.0))),
        (found, ..) => found,
    }
}

/// Whether a GPU computes in BF16, as full training does; so does one of which only FP16 is stated, unless it is older than
/// BF16 on GPUs (A100 and MI100, 2020).
pub(super) fn may_have_bf16(gpu: &Gpu) -> bool {
    gpu.bf16.is_some() || gpu.year.is_none_or(|year| 2020 <= year)
}

/// Share of [`peak_of`] that the matrix products of training reach; what only moves bytes is counted apart.
///
/// It is a part of what large matrix products reach on the card (`products`), by software, and no more than 45 % of the peak on
/// other vendors' chips than NVIDIA's and AMD's, whose software fewer people have tuned: assumed. A100 is well served by
/// all; what is short of operations and not of bandwidth (H20) too: 0.60 to 0.83 of its peak in diffusion.
pub(super) fn training(gpu: &Gpu, load: &TrainingLoad, products: f64, fitted: &TrainingCoefficients) -> f64 {
    let part = match (gpu.architecture, load.software) {
        ("Ampere", _) if gpu.memory_type.starts_with("HBM") => fitted.ampere,
        ("Hopper", _) if gpu.bf16.is_some_and(|peak| peak.0 < 200e12) => fitted.tuned,
        (_, Software::Eager) => fitted.eager,
        (_, Software::Portable | Software::Fused) => fitted.fused,
        (_, Software::Tuned) => fitted.tuned,
    };
    (part * products).min(most(gpu))
}

/// Share of the peak that software reaches at most: see [`training`].
pub(super) fn most(gpu: &Gpu) -> f64 {
    if matches!(gpu.vendor, "NVIDIA" | "AMD") { 1.0 } else { 0.45 }
}

/// Shares of their peaks that large matrix products reach on the card, by public measurements, at most 1: of a precision,
/// and of 16 bits.
pub(super) fn products_in(setup: &Setup, precision: Precision) -> (f64, f64) {
    let half = setup.products;
    match precision {
        Precision::Bf16 | Precision::Fp16 => (half, half),
        _ => (achievable_share(setup.device.gpu, Metric::Compute(precision)).unwrap_or(UNMEASURED), half),
    }
}

/// Share of [`peak`] that large matrix products reach on the card, by public measurements, at most 1.
pub(super) fn products(gpu: &Gpu) -> f64 {
    let precision = if gpu.bf16.is_some() { Precision::Bf16 } else { Precision::Fp16 };
    achievable_share(gpu, Metric::Compute(precision)).unwrap_or(UNMEASURED)
}

/// Share of the peak bandwidth that a copy reaches on the card, by public measurements, at most 1.
pub(super) fn copying(gpu: &Gpu) -> f64 {
    achievable_share(gpu, Metric::Memory).unwrap_or(UNMEASURED)
}

/// Cycles per second of all its multiprocessors: from the FP32 speed, two operations a cycle in each of 128 lanes, or 64 of
/// Volta, Turing and the Ampere with HBM. Infinite where it is unknown.
pub(super) fn cycles(device: &Device) -> f64 {
    let gpu = device.gpu;
    let narrow = match gpu.architecture {
        "Volta" | "Turing" => true,
        "Ampere" => gpu.memory_type.starts_with("HBM"),
        _ => false,
    };
    let lanes = if narrow { 64.0 } else { 128.0 };
    gpu.fp32.map_or(f64::INFINITY, |speed| device.part_of(speed).0 / (2.0 * lanes))
}

/// Where nothing at all is known: about the median of all measured cards.
const UNMEASURED: f64 = 0.8;

/// Range of a run time in units of the likely one: 4 in 5 of the published runs on A100 and H100 lie within; wider
/// where there are none.
pub(super) fn run_time(gpu: &Gpu) -> Range<f64> {
    match gpu.architecture {
        "Ampere" | "Hopper" => Range { low: 0.65, likely: 1.0, high: 1.5 },
        _ => Range { low: 0.55, likely: 1.0, high: 1.75 },
    }
}
