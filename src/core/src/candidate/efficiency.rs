//! Which share of its peak a GPU reaches in training.

use super::Rejection;
use crate::catalog::{Gpu, GpuClass};
use crate::units::{FlopsPerSec, Range};

/// FP16 in units of FP32 above which matrix units compute it: vector units reach 2 (P100), matrix units 4 and more.
const MATRIX: f64 = 2.5;

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

/// Whether a GPU computes in BF16, as full training does; so does one of which only FP16 is stated, unless it is older than
/// BF16 on GPUs (A100 and MI100, 2020).
pub(super) fn may_have_bf16(gpu: &Gpu) -> bool {
    gpu.bf16.is_some() || gpu.year.is_none_or(|year| 2020 <= year)
}

/// Share of [`peak`] that the matrix products of training reach; what only moves bytes is counted apart.
///
/// A100 0.72 and H100 0.51 are fitted to 137 rows of `mosaicml/llm-foundry` scripts/train/benchmarking/README.md: 83 %
/// and 64 % of what large matrix products reach there (0.87 and 0.80 of the peak, `stas00/ml-engineering`
/// compute/accelerator/README.md). The others are two thirds of their own such ceiling, where one is measured: GeForce
/// at least 1.0, as they clock higher than rated; cards that their power limits (H100 PCIe, L40S, RTX 6000 Ada) 0.58
/// to 0.77; MI300X 0.51 to 0.60. H20 from diffusion, where it reaches 0.60 to 0.83. Unmeasured ones: 0.45, assumed.
pub(super) fn training(gpu: &Gpu) -> f64 {
    match (gpu.id, gpu.architecture, gpu.class) {
        ("nvidia-h20-96gb" | "nvidia-h20-141gb", ..) => 0.72,
        ("nvidia-h100-pcie-80gb" | "nvidia-h800-pcie-80gb", ..) => 0.42,
        ("nvidia-h100-nvl-94gb", ..) => 0.37,
        ("nvidia-l20-48gb" | "nvidia-l40-48gb", ..) => 0.65,
        ("nvidia-rtx-pro-6000-bw-server-96gb", ..) => 0.62,
        (_, "Ampere", _) => 0.72,
        (_, "Hopper", _) => 0.51,
        (_, "Ada Lovelace" | "Blackwell", GpuClass::Consumer) => 0.65,
        (_, "Ada Lovelace", _) => 0.48,
        (_, "Blackwell", GpuClass::Professional) => 0.62,
        (_, "Blackwell" | "Blackwell Ultra", _) => 0.48,
        (_, "CDNA 3" | "CDNA 4", _) => 0.36,
        (_, "Volta" | "Turing", _) => 0.50,
        _ => 0.45,
    }
}

/// Range of a run time in units of the likely one: 4 in 5 of the published runs on A100 and H100 lie within; wider
/// where there are none.
pub(super) fn run_time(gpu: &Gpu) -> Range<f64> {
    match gpu.architecture {
        "Ampere" | "Hopper" => Range { low: 0.6, likely: 1.0, high: 1.6 },
        _ => Range { low: 0.55, likely: 1.0, high: 1.8 },
    }
}
