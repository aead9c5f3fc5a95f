//! Figures that vendors print of a card, other than what the table takes as its peak.

use crate::catalog::{Gpu, Metric, Precision};
use crate::units::FlopsPerSec;

/// What a vendor prints elsewhere of a card, in 10¹² operations per second. Gaudi 3: the white paper, at 1.75 GHz, where
/// cards ship with 1.6 GHz.
const ELSEWHERE: [(&str, Precision, f64); 3] = [
    ("intel-gaudi3-128gb", Precision::Fp16, 459.0),
    ("intel-gaudi3-128gb", Precision::Bf16, 1_835.0),
    ("intel-gaudi3-128gb", Precision::Fp8, 1_835.0),
];

/// Every figure that is printed of a format, dense and sparse.
pub(super) fn figures(gpu: &Gpu, precision: Precision) -> impl Iterator<Item = f64> {
    dense(gpu, precision).chain(sparse(gpu, precision))
}

/// The dense peaks that are printed of a format.
pub(super) fn dense(gpu: &Gpu, precision: Precision) -> impl Iterator<Item = f64> {
    let id = gpu.id;
    let others = ELSEWHERE.into_iter().filter(move |row| row.0 == id && row.1 == precision).map(|row| row.2);
    gpu.peak(Metric::Compute(precision)).into_iter().chain(others)
}

/// The peak with FP16 accumulation, where it exceeds the one with FP32: on NVIDIA half the INT8 peak, for FP8 all of it.
/// RTX 3090 142 of 71, RTX 4090 330 of 165, RTX 5090 D 297 of 209; TITAN RTX, A100, L40 and L40S are equal.
pub(super) fn fp16_accumulate(gpu: &Gpu, precision: Precision) -> Option<f64> {
    let int8 = gpu.peak(Metric::Compute(Precision::Int8))?;
    let figure = match precision {
        Precision::Fp16 | Precision::Bf16 => int8 / 2.0,
        Precision::Fp8 => int8,
        Precision::Fp64 | Precision::Fp32 | Precision::Tf32 | Precision::Int8 | Precision::Fp4 => return None,
    };
    let factor = figure / gpu.peak(Metric::Compute(precision))?;
    (gpu.vendor == "NVIDIA" && 1.2 < factor && factor <= 2.1).then_some(figure)
}

/// What the vendor prints of sparse matrices.
pub(super) fn sparse(gpu: &Gpu, precision: Precision) -> Option<f64> {
    gpu.sparse_peak(precision).map(|FlopsPerSec(peak)| peak / 1e12)
}
