//! What may be behind a figure: rules on its ratio to figures of the same card and of its relatives.

use alloc::vec::Vec;

use crate::catalog::{Basis, Expectation, Gpu, GpuClass, Metric, Precision, expectation};
use crate::order::sort_by;

use super::brochure::{self, fp16_accumulate, sparse};
use super::{Bands, Reading, Verdict, metric, variant};

/// A likely cause, with its numbers in the unit of the reading.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// It equals the peak with structured sparsity: a figure of the brochure.
    Sparse {
        /// That peak.
        figure: f64,
    },
    /// It equals the peak with FP16 accumulation, which training and BF16 do not use (GeForce: twice the other).
    Fp16Accumulate {
        /// That peak.
        figure: f64,
    },
    /// It equals "AI TOPS": the sparse peak of the narrowest format.
    AiTops {
        /// That peak.
        figure: f64,
        /// The format.
        precision: Precision,
    },
    /// It equals the dense peak of this or another format: the brochure again, TOPS for TFLOPS, FP8 for BF16.
    Peak {
        /// That peak.
        figure: f64,
        /// The format.
        precision: Precision,
    },
    /// It equals the printed bandwidth, which no copy reaches.
    Bandwidth {
        /// That bandwidth.
        figure: f64,
    },
    /// It is a figure of the brochure of a relative, dense or sparse.
    VariantPeak {
        /// Id of the relative.
        gpu: &'static str,
        /// That figure.
        figure: f64,
        /// The format.
        precision: Precision,
    },
    /// It is the figure of the whole board, which has several of these devices.
    Board {
        /// What that is for one device.
        figure: f64,
        /// How many it has.
        devices: u32,
    },
    /// It is what this card reaches in another format: the program did not run in the one that was stated.
    OtherPrecision {
        /// What the card reaches in it.
        reference: f64,
        /// The format.
        precision: Precision,
    },
    /// FP8 of a GeForce 50 without scaled blocks, half as fast.
    UnscaledFp8 {
        /// The peak without.
        figure: f64,
    },
    /// It fits when read in another unit.
    Unit {
        /// The unit that it seems to be in.
        unit: Unit,
        /// The figure, converted.
        converted: f64,
    },
    /// It fits when doubled: a copy counts reading and writing, a multiply-add counts as two.
    CountedOnce {
        /// The figure, doubled.
        doubled: f64,
    },
    /// More than the memory can move: the buffer lay in the cache.
    Cache,
    /// So much that nothing explains it: another unit, or several cards together.
    Unexplained {
        /// The nearest peak of the card.
        nearest: f64,
        /// Of what.
        metric: Metric,
    },
    /// Too little to be a speed of such a card: another unit, or another figure.
    TooLittle {
        /// The stated peak of what was measured; where none is stated, what the card reaches.
        peak: f64,
    },
    /// It is what a relative of the card reaches.
    Variant {
        /// Id of the relative.
        gpu: &'static str,
        /// What it reaches.
        reference: f64,
    },
    /// About one part in so many: a slice, or a card shared by so many.
    Slice {
        /// 2, 4, 7 or 8.
        parts: u8,
    },
    /// The matrices are too small to keep the card busy.
    TooSmall {
        /// What would be large enough: rows of each matrix, a multiple of 1,024.
        side: u32,
    },
    /// The card may run below its power limit or clocks.
    PowerLimit {
        /// The limit of a full card in watts, where known.
        power_w: Option<u32>,
    },
    /// Others may be using the card.
    OtherUsers,
}

/// A unit that is taken for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Gigabits, for gigabytes.
    Gigabits,
    /// A figure that was divided by 8 without need.
    DividedByEight,
    /// GiB, 2³⁰ bytes, for GB.
    Gibibytes,
    /// One a thousand times larger: PFLOPS for TFLOPS, TB/s for GB/s.
    Larger,
    /// One a thousand times smaller: GFLOPS for TFLOPS, MB/s for GB/s.
    Smaller,
}

impl Cause {
    /// Stable, kebab-case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Sparse { .. } => "sparse",
            Self::Fp16Accumulate { .. } => "fp16-accumulate",
            Self::AiTops { .. } => "ai-tops",
            Self::Peak { .. } => "peak",
            Self::Bandwidth { .. } => "bandwidth",
            Self::VariantPeak { .. } => "variant-peak",
            Self::Board { .. } => "board",
            Self::OtherPrecision { .. } => "other-precision",
            Self::UnscaledFp8 { .. } => "unscaled-fp8",
            Self::Unit { unit: Unit::Gigabits, .. } => "gigabits",
            Self::Unit { unit: Unit::DividedByEight, .. } => "divided-by-eight",
            Self::Unit { unit: Unit::Gibibytes, .. } => "gibibytes",
            Self::Unit { unit: Unit::Larger, .. } => "larger-unit",
            Self::Unit { unit: Unit::Smaller, .. } => "smaller-unit",
            Self::CountedOnce { .. } => "counted-once",
            Self::Cache => "cache",
            Self::Unexplained { .. } => "unexplained",
            Self::TooLittle { .. } => "too-little",
            Self::Variant { .. } => "variant",
            Self::Slice { .. } => "slice",
            Self::TooSmall { .. } => "too-small",
            Self::PowerLimit { .. } => "power-limit",
            Self::OtherUsers => "other-users",
        }
    }

    /// Whether it explains any figure, however high: one that is printed somewhere, or in another unit.
    pub(super) const fn is_known_figure(&self) -> bool {
        matches!(
            self,
            Self::Sparse { .. }
                | Self::Fp16Accumulate { .. }
                | Self::AiTops { .. }
                | Self::Peak { .. }
                | Self::VariantPeak { .. }
                | Self::Unit { .. }
        )
    }
}

/// How far a figure may lie from a printed one: brochures round, and tables take 989 or 989.4.
const PRINTED: f64 = 0.05;
/// How far a figure may lie from a measured one of another card or format: an eight-card node of RTX 4090 spans 7 %
/// (gpu-flops-bench, report of 2026-10-06), ml-engineering saw 5 % and more.
const MEASURED: f64 = 0.08;
/// How far a figure may lie from a part of the whole: one of seven slices of an A100 has 14 of 108 multiprocessors, 0.130.
const PART: f64 = 0.12;
/// A card below this share has more than a power limit.
const POWER: f64 = 0.5;
/// Seconds that one product must take. A kernel starts in 5 to 10 µs, so that in a shorter one it shows. Assumed.
const BUSY: f64 = 100e-6;
const GIB_PER_GB: f64 = 1.073_741_824;
const THOUSAND: f64 = 1e3;

/// The causes of a reading that is not as expected, the likeliest first.
pub(super) fn likely(
    gpu: &Gpu,
    reading: Reading,
    measured: f64,
    expectation: &Expectation,
    bands: &Bands,
    verdict: Verdict,
) -> Vec<Cause> {
    let case = Case { gpu, reading, measured, reference: expectation.reference, bands };
    match verdict {
        Verdict::AsExpected => Vec::new(),
        Verdict::Unclear => case.unclear().into_iter().collect(),
        Verdict::High => case.too_fast(),
        Verdict::Check | Verdict::Low => case.too_slow(),
    }
}

struct Case<'a> {
    gpu: &'a Gpu,
    reading: Reading,
    measured: f64,
    reference: f64,
    bands: &'a Bands,
}

impl Case<'_> {
    /// The next larger unit where the figure fits in it, else the stated peak, to compare; nothing of samples.
    fn unclear(&self) -> Option<Cause> {
        self.thousand(Unit::Larger, THOUSAND * self.measured).or_else(|| {
            let peak = self.gpu.peak(metric(self.reading)?).unwrap_or(self.reference);
            Some(Cause::TooLittle { peak })
        })
    }

    fn too_fast(&self) -> Vec<Cause> {
        if let Some(smaller) = self.thousand(Unit::Smaller, self.measured / THOUSAND) {
            return [smaller].into();
        }
        let mut causes: Vec<_> = self.board().into_iter().collect();
        match self.reading {
            Reading::Compute { precision, .. } => match self.printed(precision) {
                Some(cause) => causes.push(cause),
                None => causes.extend(self.other_precision(precision).or_else(|| self.variant_peak(precision))),
            },
            Reading::Memory { .. } => {
                causes.extend(self.unit(Unit::Gigabits, self.measured / 8.0));
                causes.extend(self.bandwidth());
                if causes.is_empty() && self.gpu.bandwidth.is_some_and(|peak| peak.0 < 1e9 * self.measured) {
                    causes.push(Cause::Cache);
                }
            }
            Reading::Samples { .. } => {}
        }
        if causes.iter().all(|cause| matches!(cause, Cause::Peak { .. } | Cause::Bandwidth { .. })) {
            causes.extend(self.variants());
        }
        if causes.is_empty() {
            causes.extend(self.nearest());
        }
        causes
    }

    fn too_slow(&self) -> Vec<Cause> {
        let mut causes = Vec::new();
        match self.reading {
            Reading::Compute { precision, side, .. } => {
                causes.extend(side.and_then(|side| self.too_small(side)));
                causes.extend(self.unscaled(precision));
                causes.extend(self.other_precision(precision));
            }
            Reading::Memory { .. } => causes.extend(self.unit(Unit::Gibibytes, GIB_PER_GB * self.measured)),
            Reading::Samples { .. } => {}
        }
        causes.extend(self.variants());
        causes.extend(self.slice());
        if !matches!(self.reading, Reading::Samples { .. }) && near(2.0 * self.measured, self.reference, PART) {
            causes.push(Cause::CountedOnce { doubled: 2.0 * self.measured });
        }
        if matches!(self.reading, Reading::Memory { .. }) {
            causes.extend(self.unit(Unit::DividedByEight, 8.0 * self.measured));
        } else if POWER * self.reference <= self.measured {
            causes.push(Cause::PowerLimit { power_w: self.gpu.power_w });
        }
        causes.push(Cause::OtherUsers);
        causes
    }

    /// As expected of one device, or its printed peak, once it is divided among the devices of the board.
    fn board(&self) -> Option<Cause> {
        let devices = self.gpu.devices_per_board;
        let figure = self.measured / f64::from(devices);
        let peak = metric(self.reading).and_then(|metric| self.gpu.peak(metric))?;
        let is_one = self.bands.contain(figure) || near(figure, peak, PRINTED);
        (1 < devices && is_one).then_some(Cause::Board { figure, devices })
    }

    /// The stated peak that is nearest to the reading; where none is stated, what the card reaches.
    fn nearest(&self) -> Option<Cause> {
        let stated = metric(self.reading)?;
        let all = Precision::ALL.map(Metric::Compute).into_iter().chain([Metric::Memory]);
        let alike = all.filter(|other| (*other == Metric::Memory) == (stated == Metric::Memory));
        let (metric, nearest) = alike
            .filter_map(|metric| Some((metric, self.gpu.peak(metric)?)))
            .min_by(|a, b| self.distance(a.1).total_cmp(&self.distance(b.1)))
            .unwrap_or((stated, self.reference));
        Some(Cause::Unexplained { nearest, metric })
    }

    /// A figure of a brochure. FP16 accumulation comes first: on a GeForce it equals the sparse BF16 peak, which
    /// nobody quotes.
    fn printed(&self, precision: Precision) -> Option<Cause> {
        let is = |figure: f64| near(self.measured, figure, PRINTED);
        if let Some(figure) = fp16_accumulate(self.gpu, precision).filter(|&figure| is(figure)) {
            return Some(Cause::Fp16Accumulate { figure });
        }
        if let Some(figure) = sparse(self.gpu, precision).filter(|&figure| is(figure)) {
            return Some(Cause::Sparse { figure });
        }
        let narrow = [Precision::Fp4, Precision::Int8].into_iter().find(|narrow| self.gpu.dense(*narrow).is_some());
        if let Some((precision, figure)) = narrow.and_then(|narrow| Some((narrow, sparse(self.gpu, narrow)?)))
            && is(figure)
        {
            return Some(Cause::AiTops { figure, precision });
        }
        [precision].into_iter().chain(Precision::ALL).find_map(|precision| {
            let figure = brochure::dense(self.gpu, precision).find(|&figure| is(figure))?;
            Some(Cause::Peak { figure, precision })
        })
    }

    fn bandwidth(&self) -> Option<Cause> {
        let figure = self.gpu.peak(Metric::Memory).filter(|&peak| near(self.measured, peak, PRINTED))?;
        Some(Cause::Bandwidth { figure })
    }

    /// The printed figure of a relative that is nearest, of the same format: of all formats one would fit by chance.
    fn variant_peak(&self, precision: Precision) -> Option<Cause> {
        variant::others(self.gpu)
            .flat_map(|gpu| brochure::figures(gpu, precision).map(|figure| (gpu.id, figure)))
            .filter(|(_, figure)| near(self.measured, *figure, PRINTED))
            .min_by(|a, b| self.distance(a.1).total_cmp(&self.distance(b.1)))
            .map(|(gpu, figure)| Cause::VariantPeak { gpu, figure, precision })
    }

    /// What the card was measured at in another format; shares taken from elsewhere prove nothing.
    fn other_precision(&self, stated: Precision) -> Option<Cause> {
        let others = Precision::ALL.into_iter().filter(|other| *other != stated);
        others
            .filter_map(|precision| {
                let Expectation { reference, basis, .. } = expectation(self.gpu, Metric::Compute(precision))?;
                let known = matches!(basis, Basis::Measured { .. } | Basis::Twin { .. });
                (known && near(self.measured, reference, MEASURED)).then_some((precision, reference))
            })
            .min_by(|a, b| self.distance(a.1).total_cmp(&self.distance(b.1)))
            .map(|(precision, reference)| Cause::OtherPrecision { reference, precision })
    }

    fn unscaled(&self, precision: Precision) -> Option<Cause> {
        let geforce_50 = self.gpu.class == GpuClass::Consumer && self.gpu.architecture == "Blackwell";
        let figure = self.gpu.peak(Metric::Compute(precision))? / 2.0;
        let shares = 0.8 * figure <= self.measured && self.measured <= (1.0 + PRINTED) * figure;
        (precision == Precision::Fp8 && geforce_50 && shares).then_some(Cause::UnscaledFp8 { figure })
    }

    /// Samples have no larger unit.
    fn thousand(&self, unit: Unit, converted: f64) -> Option<Cause> {
        metric(self.reading).and_then(|_| self.unit(unit, converted))
    }

    fn unit(&self, unit: Unit, converted: f64) -> Option<Cause> {
        self.bands.contain(converted).then_some(Cause::Unit { unit, converted })
    }

    /// Relatives that reach what was measured, the nearest first.
    fn variants(&self) -> Vec<Cause> {
        let Some(metric) = metric(self.reading) else { return Vec::new() };
        let mut found: Vec<_> = variant::others(self.gpu)
            .filter_map(|gpu| Some((gpu, expectation(gpu, metric)?.reference)))
            .filter(|(_, reference)| near(self.measured, *reference, MEASURED))
            .collect();
        sort_by(&mut found, |a, b| self.distance(a.1).total_cmp(&self.distance(b.1)));
        found.into_iter().map(|(gpu, reference)| Cause::Variant { gpu: gpu.id, reference }).collect()
    }

    fn slice(&self) -> Option<Cause> {
        let off = |parts: u8| libm::fabs(f64::from(parts) * self.measured / self.reference - 1.0);
        let parts = [2, 4, 7, 8].into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b)))?;
        (off(parts) <= PART).then_some(Cause::Slice { parts })
    }

    /// `2 · side³` operations in less than [`BUSY`] at the reference speed.
    fn too_small(&self, side: f64) -> Option<Cause> {
        let least = libm::cbrt(BUSY * self.reference * 1e12 / 2.0);
        let enough = (1..=64).map(|thousands| 1_024 * thousands).find(|&side| least <= f64::from(side))?;
        (side < least).then_some(Cause::TooSmall { side: enough })
    }

    fn distance(&self, figure: f64) -> f64 {
        libm::fabs(figure / self.measured - 1.0)
    }
}

fn near(measured: f64, figure: f64, tolerance: f64) -> bool {
    libm::fabs(measured / figure - 1.0) <= tolerance
}
