//! What a GPU reaches in practice: public measurements, and what to expect where there is none.
//!
//! These are ceilings of single kernels, not shares of a whole training or of an answer. They know no workload.

use alloc::vec::Vec;

use super::achieved::{ACHIEVED, TWINS};
use super::{Gpu, gpus};
use crate::order::sort_by;
use crate::units::FlopsPerSec;

/// A number format of matrix products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 64 bits.
    Fp64,
    /// 32 bits, vector units.
    Fp32,
    /// 19 bits of 32.
    Tf32,
    /// 16 bits, accumulated in 32.
    Fp16,
    /// 16 bits with the exponent of 32, accumulated in 32.
    Bf16,
    /// 8 bits.
    Fp8,
    /// 8-bit integers.
    Int8,
    /// 4 bits, scaled by blocks.
    Fp4,
}

impl Precision {
    /// Every precision, the widest first.
    pub const ALL: [Self; 8] =
        [Self::Fp64, Self::Fp32, Self::Tf32, Self::Fp16, Self::Bf16, Self::Fp8, Self::Int8, Self::Fp4];

    /// Whether every GPU that has it computes it in matrix units.
    #[must_use]
    pub const fn is_matrix(self) -> bool {
        !matches!(self, Self::Fp64 | Self::Fp32)
    }

    /// The other format of the same width.
    const fn partner(self) -> Option<Self> {
        match self {
            Self::Fp16 => Some(Self::Bf16),
            Self::Bf16 => Some(Self::Fp16),
            Self::Fp8 => Some(Self::Int8),
            Self::Int8 => Some(Self::Fp8),
            Self::Fp64 | Self::Fp32 | Self::Tf32 | Self::Fp4 => None,
        }
    }
}

/// What of a GPU was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Products of large matrices, in 10¹² operations per second; a multiply-add counts as two.
    Compute(Precision),
    /// Copying device memory, in 10⁹ bytes per second; each byte read and each byte written counts.
    Memory,
}

impl Gpu {
    /// The dense peak of a precision.
    #[must_use]
    pub const fn dense(&self, precision: Precision) -> Option<FlopsPerSec> {
        match precision {
            Precision::Fp64 => self.fp64,
            Precision::Fp32 => self.fp32,
            Precision::Tf32 => self.tf32,
            Precision::Fp16 => self.fp16,
            Precision::Bf16 => self.bf16,
            Precision::Fp8 => self.fp8,
            Precision::Int8 => self.int8,
            Precision::Fp4 => self.fp4,
        }
    }

    /// The stated peak, in the unit of the metric.
    #[must_use]
    pub fn peak(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Compute(precision) => self.dense(precision).map(|speed| speed.0 / 1e12),
            Metric::Memory => self.bandwidth.map(|speed| speed.0 / 1e9),
        }
    }
}

/// One published figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    hundredths: u32,
    /// Id of its source in `src/core/data`.
    pub source: &'static str,
}

impl Published {
    pub(super) const fn new(hundredths: u32, source: &'static str) -> Self {
        Self { hundredths, source }
    }

    /// In the unit of the metric, as published; not capped at the peak.
    #[must_use]
    pub fn value(&self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

/// What one GPU was publicly measured to reach.
#[derive(Debug)]
pub struct Achieved {
    /// Id of the GPU.
    pub gpu: &'static str,
    /// What was measured.
    pub metric: Metric,
    /// The best of many large shapes, sustained; of memory, a copy.
    pub reference: Published,
    /// The least that was published of the whole card, where that is less.
    pub lowest: Option<Published>,
    /// The most that was published, single shapes included, where that is more.
    pub highest: Option<Published>,
}

/// Every public measurement of the built-in table, sorted by GPU.
#[must_use]
pub fn achieved() -> &'static [Achieved] {
    ACHIEVED
}

/// What a GPU of that name can be expected to reach, in the unit of the metric.
///
/// `lowest ≤ reference ≤ highest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// The likely figure.
    pub reference: f64,
    /// No whole card was published below.
    pub lowest: f64,
    /// No card was published above.
    pub highest: f64,
    /// Where the figures come from.
    pub basis: Basis,
}

/// Where an [`Expectation`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// This card was measured.
    Measured {
        /// Id of the source of the reference.
        source: &'static str,
    },
    /// The same chip was measured under another name: an A100 for an A800.
    Twin {
        /// Id of the GPU that was measured.
        gpu: &'static str,
        /// Id of the source of the reference.
        source: &'static str,
    },
    /// This card was measured in another precision; its share of the peak there is taken.
    OtherPrecision {
        /// The one that was measured.
        precision: Precision,
    },
    /// The median share of the peak of similar cards, and the range of their shares.
    Class {
        /// How many similar cards were measured.
        cards: usize,
    },
    /// The caller gave the figure.
    Given,
}

/// What may lie around a share of the peak that is taken from elsewhere.
///
/// A quarter each way. On one card, FP8 reaches 0.83 to 1.0 of BF16's share (L40S, H100, B200, RTX 4090), TF32 up to
/// 1.2 times FP16's, FP4 0.72 of FP8's (B200). Of one architecture and class, cards reach 0.70 (L40S) to 0.94 (L40).
const ELSEWHERE: (f64, f64) = (0.75, 1.25);
/// With so many measured cards, their range is taken as it is.
const ENOUGH_CARDS: usize = 3;
/// No card boosts further above the clock that it is rated at: the RTX 5090 reaches 1.21 of its peak. What exceeds it is
/// FP64 in matrix units, twice the rate of the vector units that the table states; only chips alike in FP64 have them.
const MOST_BOOST: f64 = 1.25;

/// What a GPU reaches: as it was measured, as its twin was, from another precision, or from similar cards.
///
/// `None` where neither a measurement nor a stated peak exists.
#[must_use]
pub fn expectation(gpu: &Gpu, metric: Metric) -> Option<Expectation> {
    published(gpu, metric)
        .map(|(row, basis)| scaled(row, 1.0, basis))
        .or_else(|| from_other_precision(gpu, metric))
        .or_else(|| from_class(gpu, metric))
}

/// Share of the stated peak that a GPU reaches, at most 1: a ceiling for whoever plans with the peak.
#[must_use]
pub fn achievable_share(gpu: &Gpu, metric: Metric) -> Option<f64> {
    let Expectation { reference, .. } = expectation(gpu, metric)?;
    Some((reference / gpu.peak(metric)?).min(1.0))
}

fn find(id: &str, metric: Metric) -> Option<&'static Achieved> {
    let of_gpu = ACHIEVED.get(ACHIEVED.partition_point(|row| row.gpu < id)..)?;
    of_gpu.iter().take_while(|row| row.gpu == id).find(|row| row.metric == metric)
}

/// The row of a GPU or of its twin.
fn published(gpu: &Gpu, metric: Metric) -> Option<(&'static Achieved, Basis)> {
    if let Some(row) = find(gpu.id, metric) {
        let source = row.reference.source;
        return Some((row, Basis::Measured { source }));
    }
    let &(_, twin) = TWINS.iter().find(|(id, _)| *id == gpu.id)?;
    let row = find(twin, metric)?;
    let source = row.reference.source;
    Some((row, Basis::Twin { gpu: twin, source }))
}

fn scaled(row: &Achieved, factor: f64, basis: Basis) -> Expectation {
    let Achieved { reference, lowest, highest, .. } = row;
    Expectation {
        reference: factor * reference.value(),
        lowest: factor * lowest.unwrap_or(*reference).value(),
        highest: factor * highest.unwrap_or(*reference).value(),
        basis,
    }
}

/// The share of the nearest precision in which the card was measured. FP16 and BF16 of one peak are equally fast
/// (H200 NVL 853.7 and 853.3, RTX 5090 254.2 and 254.0; gpu-flops-bench), so that theirs is not widened.
fn from_other_precision(gpu: &Gpu, metric: Metric) -> Option<Expectation> {
    let Metric::Compute(precision) = metric else { return None };
    if !precision.is_matrix() {
        return None;
    }
    let peak = gpu.peak(metric)?;
    let candidates = [precision.partner(), Some(Precision::Bf16), Some(Precision::Fp16), Some(Precision::Fp8)];
    let others = candidates.into_iter().flatten().filter(|other| *other != precision);
    others.into_iter().find_map(|other| {
        let (row, _) = published(gpu, Metric::Compute(other))?;
        let factor = peak / gpu.peak(Metric::Compute(other))?;
        let expectation = scaled(row, factor, Basis::OtherPrecision { precision: other });
        let same_rate = factor == 1.0 && matches!(precision, Precision::Fp16 | Precision::Bf16);
        let is_same = same_rate && precision.partner() == Some(other);
        Some(if is_same { expectation } else { up_to(peak, widened(expectation)) })
    })
}

fn widened(expectation: Expectation) -> Expectation {
    let (low, high) = ELSEWHERE;
    Expectation {
        lowest: expectation.lowest.min(low * expectation.reference),
        highest: expectation.highest.max(high * expectation.reference),
        ..expectation
    }
}

/// Nobody measured that the card stays below its peak.
fn up_to(peak: f64, expectation: Expectation) -> Expectation {
    Expectation { highest: expectation.highest.max(peak), ..expectation }
}

/// Similar cards: of compute, those of the same architecture and class with the same rate of matrix units, else without
/// the class, else without the rate, else of the architecture; of memory, those with the same kind of memory (HBM,
/// GDDR); else all that were measured, whose range is widened, as no other architecture tells of this one.
///
/// The rate decides because power limits matrix units: in BF16, Ada cards of half rate reach 0.94 to 1.08 of their peak
/// (L40, RTX 4090), those of full rate 0.70 to 0.77 (L40S, L4, RTX 6000 Ada).
///
/// Where FP16 and BF16 have one peak, both are judged by the same rows.
fn from_class(gpu: &Gpu, metric: Metric) -> Option<Expectation> {
    let peak = gpu.peak(metric)?;
    let is_one_rate = metric == Metric::Compute(Precision::Fp16) && gpu.fp16 == gpu.bf16;
    let metric = if is_one_rate { Metric::Compute(Precision::Bf16) } else { metric };
    let architecture = |other: &Gpu| other.architecture == gpu.architecture;
    let class = |other: &Gpu| architecture(other) && other.class == gpu.class;
    let rate = |other: &Gpu| architecture(other) && same_rate(other, gpu, metric);
    let both = |other: &Gpu| class(other) && rate(other);
    let memory = |other: &Gpu| other.memory_type.get(..3) == gpu.memory_type.get(..3);
    let near: &[&dyn Fn(&Gpu) -> bool] = match metric {
        Metric::Compute(_) => &[&both, &rate, &class, &architecture],
        Metric::Memory => &[&memory],
    };
    let comparable = |other: &Gpu| metric == Metric::Memory || is_slot_fed(gpu) || !is_slot_fed(other);
    let gpus = gpus().iter().filter(|other| comparable(other));
    let measured: Vec<_> = gpus.filter_map(|gpu| Some((gpu, of_rate(gpu, metric)?))).collect();
    let (shares, cards, is_near) = near
        .iter()
        .find_map(|similar| shares(gpu, &measured, similar).map(|(shares, cards)| (shares, cards, true)))
        .or_else(|| shares(gpu, &measured, &|_| true).map(|(shares, cards)| (shares, cards, false)))?;
    let all = Expectation {
        reference: peak * shares.reference,
        lowest: peak * shares.lowest,
        highest: peak * shares.highest,
        basis: Basis::Class { cards },
    };
    let is_sure = is_near && ENOUGH_CARDS <= cards && (metric == Metric::Memory || !is_slot_fed(gpu));
    Some(up_to(peak, if is_sure { all } else { widened(all) }))
}

/// The row of a GPU, or that of the other 16-bit format where both have one rate.
fn of_rate(gpu: &Gpu, metric: Metric) -> Option<&'static Achieved> {
    find(gpu.id, metric).or_else(|| {
        let Metric::Compute(precision @ (Precision::Fp16 | Precision::Bf16)) = metric else { return None };
        let other = Metric::Compute(precision.partner()?);
        find(gpu.id, other).filter(|_| gpu.peak(metric) == gpu.peak(other))
    })
}

/// Whether the slot alone feeds a card, which gives 75 W (PCI Express Card Electromechanical Specification). Power then
/// holds it far below its peak (a T4 at 0.37 of it), which tells nothing of cards with a cable.
fn is_slot_fed(gpu: &Gpu) -> bool {
    gpu.power_w.is_some_and(|watts| watts <= 75)
}

/// Whether matrix units are equally fast beside FP32 vector units, within a tenth: in 16 bits 2 to 1 on a GeForce, 4 on
/// workstation cards, 16 on an A100. Of FP64 its own: 1 to 2 where it is a purpose of the chip, else 1 to 32 or 64.
fn same_rate(a: &Gpu, b: &Gpu, metric: Metric) -> bool {
    let half = |gpu: &Gpu| gpu.bf16.or(gpu.fp16);
    let own = |gpu: &Gpu| if metric == Metric::Compute(Precision::Fp64) { gpu.fp64 } else { half(gpu) };
    let rate = |gpu: &Gpu| Some(own(gpu)?.0 / gpu.fp32?.0);
    rate(a).zip(rate(b)).is_some_and(|(a, b)| 0.9 * a <= b && b <= 1.1 * a)
}

/// Median and range of the shares that similar cards reach, and how many they are; `None` where there are none.
fn shares(
    to: &Gpu,
    measured: &[(&'static Gpu, &Achieved)],
    similar: &dyn Fn(&Gpu) -> bool,
) -> Option<(Expectation, usize)> {
    let rows = measured.iter().filter(|(of, _)| similar(of));
    let mut shares: Vec<Expectation> = rows.filter_map(|(of, row)| share(to, of, row)).collect();
    sort_by(&mut shares, |a, b| a.reference.total_cmp(&b.reference));
    let cards = shares.len();
    let (lower, upper) = (shares.get(cards.checked_sub(1)? / 2)?, shares.get(cards / 2)?);
    let all = Expectation {
        reference: f64::midpoint(lower.reference, upper.reference),
        lowest: shares.iter().fold(f64::INFINITY, |least, share| least.min(share.lowest)),
        highest: shares.iter().fold(0.0, |most: f64, share| most.max(share.highest)),
        basis: Basis::Class { cards },
    };
    Some((all, cards))
}

/// A row in units of the peak of its GPU.
fn share(to: &Gpu, of: &Gpu, row: &Achieved) -> Option<Expectation> {
    let all = scaled(row, 1.0 / of.peak(row.metric)?, Basis::Given);
    let most = if same_rate(of, to, row.metric) { f64::INFINITY } else { MOST_BOOST };
    Some(Expectation { reference: all.reference.min(most), lowest: all.lowest.min(most), ..all })
}

#[cfg(test)]
mod tests {
    use crate::catalog::gpu;

    use super::{Achieved, Basis, Metric, Precision, achievable_share, achieved, expectation, gpus};

    const BF16: Metric = Metric::Compute(Precision::Bf16);

    #[track_caller]
    fn check(id: &str, metric: Metric, reference: f64, basis: Basis) {
        let found = expectation(gpu(id).unwrap(), metric).unwrap();
        assert!((found.reference - reference).abs() < 0.05, "{found:?}");
        assert_eq!(found.basis, basis);
        assert!(found.lowest <= found.reference && found.reference <= found.highest, "{found:?}");
    }

    /// Figures as their sources print them: ml-engineering's table, gpu-flops-bench's table.
    #[test]
    fn measured_cards_are_as_published() {
        let ml_engineering = Basis::Measured { source: "ml-engineering" };
        check("nvidia-h100-sxm-80gb", BF16, 794.5, ml_engineering);
        check("amd-mi300x-192gb", BF16, 668.4, ml_engineering);
        let bench = Basis::Measured { source: "gpu-flops-bench" };
        check("nvidia-rtx-5090-32gb", Metric::Compute(Precision::Fp8), 773.5, bench);
        check("nvidia-rtx-6000d-84gb", BF16, 150.5, bench); // without a stated peak
        // ml-engineering has no BF16 of the H200.
        check("nvidia-h200-sxm-141gb", BF16, 851.8, Basis::Measured { source: "nvidia-aiconfigurator" });
    }

    #[test]
    fn an_export_part_is_its_original() {
        let source = "ml-engineering";
        let twin = Basis::Twin { gpu: "nvidia-a100-sxm-80gb", source };
        check("nvidia-a800-sxm-80gb", BF16, 271.2, twin);
        let source = "public-h100-nvbandwidth";
        check("nvidia-h800-sxm-80gb", Metric::Memory, 3_038.14, Basis::Twin { gpu: "nvidia-h100-sxm-80gb", source });
    }

    /// H100 SXM: 1,402.6 FP8 of 1,979 is its INT8, 1,979 as well. RTX A6000: 131.2 of 154.8 in BF16, FP16 the same.
    #[test]
    fn another_precision_of_the_card_comes_before_other_cards() {
        let fp8 = Basis::OtherPrecision { precision: Precision::Fp8 };
        check("nvidia-h100-sxm-80gb", Metric::Compute(Precision::Int8), 1_402.6, fp8);
        let bf16 = Basis::OtherPrecision { precision: Precision::Bf16 };
        check("nvidia-rtx-a6000-48gb", Metric::Compute(Precision::Fp16), 131.2, bf16);
    }

    /// RTX 4090 D: one Ada GeForce was measured, at 178.8 of 165.2; 147.1 · 178.8 / 165.2 = 159.2.
    #[test]
    fn similar_cards_come_last_and_few_of_them_widen() {
        check("nvidia-rtx-4090-d-24gb", BF16, 159.2, Basis::Class { cards: 1 });
        let found = expectation(gpu("nvidia-rtx-4090-d-24gb").unwrap(), BF16).unwrap();
        assert!((found.lowest - 0.75 * found.reference).abs() < 1e-9 && found.highest == 1.25 * found.reference);
    }

    /// T4: 24 of 65, the forum of its vendor, where its power holds it. A T4G is the same card for Arm servers; a TITAN RTX
    /// has the same rate and four times the power.
    #[test]
    fn power_holds_what_the_slot_alone_feeds() {
        let fp16 = Metric::Compute(Precision::Fp16);
        check("nvidia-t4-16gb", fp16, 24.0, Basis::Measured { source: "nvidia-forum-t4" });
        check("nvidia-t4g-16gb", fp16, 24.0, Basis::Class { cards: 1 });
        let titan = achievable_share(gpu("nvidia-titan-rtx-24gb").unwrap(), fp16).unwrap();
        assert!(0.7 < titan, "{titan}");
    }

    /// No Turing but the T4 was measured: the others' range is widened by a quarter of the likely figure at least.
    #[test]
    fn other_architectures_tell_little() {
        let found = expectation(gpu("nvidia-rtx-2080-ti-11gb").unwrap(), Metric::Compute(Precision::Fp16)).unwrap();
        assert!(found.lowest <= 0.75 * found.reference && 1.25 * found.reference <= found.highest, "{found:?}");
    }

    /// What has one peak in FP16 and BF16 is expected to reach one speed in both.
    #[test]
    fn sixteen_bits_of_one_rate_are_one_speed() {
        for gpu in gpus().iter().filter(|gpu| gpu.fp16.is_some() && gpu.fp16 == gpu.bf16) {
            let [fp16, bf16] =
                [Precision::Fp16, Precision::Bf16].map(|of| expectation(gpu, Metric::Compute(of)).unwrap());
            let is_close = |a: f64, b: f64| (a / b - 1.0).abs() < 0.05;
            let measured = |basis| matches!(basis, Basis::Measured { .. } | Basis::Twin { .. });
            let both = measured(fp16.basis) && measured(bf16.basis); // two rows, each with its own range
            assert!(is_close(fp16.reference, bf16.reference), "{} {fp16:?} {bf16:?}", gpu.id);
            assert!(both || is_close(fp16.highest, bf16.highest) && is_close(fp16.lowest, bf16.lowest), "{}", gpu.id);
        }
    }

    /// FP64 in matrix units: A100 19.37 of 9.7, H200 NVL 58.98 of 30, so H100 34 · 1.966. An H20 has neither.
    #[test]
    fn fp64_follows_chips_that_are_alike_in_fp64() {
        let fp64 = Metric::Compute(Precision::Fp64);
        check("nvidia-a100-sxm-80gb", fp64, 19.37, Basis::Class { cards: 1 });
        check("nvidia-h100-sxm-80gb", fp64, 66.84, Basis::Class { cards: 1 });
        check("nvidia-h20-96gb", fp64, 1.25, Basis::Class { cards: 1 });
    }

    #[test]
    fn no_figure_no_expectation() {
        assert_eq!(expectation(gpu("nvidia-v100-sxm2-16gb").unwrap(), Metric::Compute(Precision::Fp4)), None);
        assert_eq!(expectation(gpu("kunlunxin-p800-96gb").unwrap(), Metric::Memory), None);
    }

    #[test]
    fn every_row_names_a_gpu_and_is_in_order() {
        for Achieved { gpu: id, metric, reference, lowest, highest } in achieved() {
            assert!(gpu(id).is_some(), "{id}");
            assert!(lowest.is_none_or(|lowest| lowest.value() < reference.value()), "{id} {metric:?}");
            assert!(highest.is_none_or(|highest| reference.value() < highest.value()), "{id} {metric:?}");
        }
        assert!(achieved().is_sorted_by_key(|row| row.gpu));
    }

    /// Every GPU with a stated peak has an expectation, and no planning share exceeds the peak.
    #[test]
    fn every_stated_peak_has_an_expectation() {
        let compute = Precision::ALL.map(Metric::Compute);
        for gpu in gpus() {
            for metric in compute.into_iter().chain([Metric::Memory]) {
                let share = achievable_share(gpu, metric);
                assert_eq!(share.is_some(), gpu.peak(metric).is_some(), "{} {metric:?}", gpu.id);
                assert!(share.is_none_or(|share| 0.35 < share && share <= 1.0), "{} {metric:?} {share:?}", gpu.id);
            }
        }
    }
}
