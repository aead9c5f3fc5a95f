//! Is this card what it is sold as? A measured speed against what the same card was publicly measured at.
//!
//! The brochure is not the yardstick: an honest H100 reaches 80 % of its printed peak, an honest MI300X half. The
//! answer is a verdict, the bands that it follows from, likely causes with their numbers, and by what factor the
//! visitor's job takes longer. It knows neither money nor the visitor's workload, and writes no sentence.
//!
//! # Bands
//!
//! In units of the reference of the card ([`Expectation`]):
//!
//! | measured | verdict |
//! | --- | --- |
//! | more than 1.15 | [`High`](Verdict::High): another unit, or a sparse figure |
//! | from 0.90 | [`AsExpected`](Verdict::AsExpected) |
//! | from 0.75 | [`Check`](Verdict::Check): power limit, clocks, data type, other users |
//! | less | [`Low`](Verdict::Low): not to be paid for as a full card |
//! | less than 0.05 | [`Unclear`](Verdict::Unclear): another unit or another figure, which says nothing of the card |
//!
//! What was published of whole cards is never blamed: where the lowest publication lies below 0.90 or the highest above
//! 1.15, the band ends there, and the limit of `Low` moves along (0.75 of 0.90 of it). Where the card itself was not
//! measured, the same rule makes the band wider: by a quarter each way, or to the range of the cards of its class.
//!
//! # FP8 of the GeForce 50 series
//!
//! The RTX 5090 has two FP8 rates: 419 unscaled with FP32 accumulation, as the white paper prints, and 838 with scaled
//! blocks. Libraries use the second (cuBLASLt reaches 773.5 of it, gpu-flops-bench), and so does the table. A visitor
//! who measures about half of it ran the first, which is a [`Cause`] and no slice.

mod brochure;
mod cause;
mod unit;
mod variant;

pub use cause::{Cause, Unit};
pub use unit::{ComputeUnit, CopyUnit};

use alloc::vec::Vec;

use crate::bounds;
use crate::catalog::{Basis, Expectation, Gpu, Metric, Precision, expectation};
use crate::error::Error;

/// What a visitor measured on a card.
#[derive(Clone, Copy, Debug)]
pub struct Measurement<'a> {
    /// What the card is sold as.
    pub gpu: &'a Gpu,
    /// What was read off.
    pub reading: Reading,
}

/// A figure as it was read off a benchmark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// A product of square matrices.
    Compute {
        /// The number format, as the visitor states it.
        precision: Precision,
        /// 10¹² operations per second (TOPS for INT8).
        tflops: f64,
        /// Rows of each matrix, where known.
        side: Option<f64>,
    },
    /// A copy in device memory, in 10⁹ bytes per second.
    Memory {
        /// Each byte read and each byte written counts.
        gb_per_sec: f64,
    },
    /// The visitor's own program.
    Samples {
        /// What it did here.
        per_sec: f64,
        /// What it should do, from the visitor or from a run elsewhere.
        expected_per_sec: f64,
    },
}

/// How a measurement compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Like a genuine card.
    AsExpected,
    /// Slower; usually something that can be set right.
    Check,
    /// Far slower: ask for a swap or a refund.
    Low,
    /// More than the card can do: another unit or another figure.
    High,
    /// So little that it is no figure of such a card: no verdict on it.
    Unclear,
}

impl Verdict {
    /// Stable, kebab-case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AsExpected => "as-expected",
            Self::Check => "check",
            Self::Low => "low",
            Self::High => "high",
            Self::Unclear => "unclear",
        }
    }
}

/// Where the verdicts end, in the unit of the reading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bands {
    /// Below is [`Verdict::Low`].
    pub check: f64,
    /// From here on is [`Verdict::AsExpected`].
    pub expected: f64,
    /// Above is [`Verdict::High`].
    pub high: f64,
}

/// What a measurement says about a card.
#[derive(Clone, Debug, PartialEq)]
pub struct Verification {
    /// How it compares.
    pub verdict: Verdict,
    /// What it was compared with, in the unit of the reading.
    pub expectation: Expectation,
    /// Where the verdicts end.
    pub bands: Bands,
    /// The reading in units of the reference.
    pub share: f64,
    /// What may be behind it, the likeliest first; nothing where it is as expected.
    pub causes: Vec<Cause>,
}

/// Shares of the reference at which verdicts change (UX design, overstated-spec test).
const EXPECTED: f64 = 0.90;
const CHECK: f64 = 0.75;
const HIGH: f64 = 1.15;
/// The smallest part of a card that is sold is an eighth, which may be shared by two. Less is another figure.
const UNCLEAR: f64 = 0.05;
/// Beyond so many peaks a figure is no measurement at all.
const IMPOSSIBLE: f64 = 10.0;

/// Compares a measurement with what the card was publicly measured at; `None` where neither a measurement nor a stated
/// peak exists to compare with.
///
/// ```
/// # use gpu_cost_core::catalog::{Precision, gpu};
/// # use gpu_cost_core::verification::{Measurement, Reading, Verdict, verify};
/// let gpu = gpu("nvidia-h100-sxm-80gb").unwrap();
/// let reading = Reading::Compute { precision: Precision::Bf16, tflops: 560.0, side: Some(8192.0) };
/// let found = verify(&Measurement { gpu, reading })?.unwrap();
/// assert_eq!((found.verdict, found.share > 0.70 && found.share < 0.71), (Verdict::Low, true));
/// # Ok::<(), gpu_cost_core::error::Error>(())
/// ```
///
/// # Errors
/// [`Error::OutOfRange`] for a number outside its row of [`bounds`], [`Error::Conflict`] for more than ten times the
/// peak that is none of the card's printed figures, and in no smaller unit as expected.
pub fn verify(measurement: &Measurement) -> Result<Option<Verification>, Error> {
    let Measurement { gpu, reading } = *measurement;
    let measured = checked(reading)?;
    let Some(expectation) = expected(gpu, reading) else { return Ok(None) };
    let bands = Bands::of(&expectation);
    let share = measured / expectation.reference;
    let verdict = if share < UNCLEAR { Verdict::Unclear } else { bands.verdict(measured) };
    let causes = cause::likely(gpu, reading, measured, &expectation, &bands, verdict);
    let most = expectation.highest.max(metric(reading).and_then(|metric| gpu.peak(metric)).unwrap_or_default());
    if IMPOSSIBLE * most < measured && !causes.iter().any(Cause::is_known_figure) {
        return Err(Error::Conflict {
            what: "at most ten times the peak of the card; more is in another unit, or of another card",
        });
    }
    Ok(Some(Verification { verdict, expectation, bands, share, causes }))
}

impl Verification {
    /// By what a run time on a genuine card is multiplied on this one, at most: the whole of it is taken to depend on
    /// what was measured. 1 where the card is as expected, or where the figure says nothing.
    #[must_use]
    pub fn slowdown(&self) -> f64 {
        match self.verdict {
            Verdict::AsExpected | Verdict::High | Verdict::Unclear => 1.0,
            Verdict::Check | Verdict::Low => (1.0 / self.share).max(1.0),
        }
    }
}

impl Bands {
    fn of(expectation: &Expectation) -> Self {
        let Expectation { reference, lowest, highest, basis: _ } = *expectation;
        let expected = lowest.min(EXPECTED * reference);
        Self { check: expected * CHECK / EXPECTED, expected, high: highest.max(HIGH * reference) }
    }

    fn verdict(&self, measured: f64) -> Verdict {
        if measured < self.check {
            Verdict::Low
        } else if measured < self.expected {
            Verdict::Check
        } else if measured <= self.high {
            Verdict::AsExpected
        } else {
            Verdict::High
        }
    }

    fn contain(&self, value: f64) -> bool {
        self.verdict(value) == Verdict::AsExpected
    }
}

/// The figure, when all numbers of a reading are in range.
fn checked(reading: Reading) -> Result<f64, Error> {
    match reading {
        Reading::Compute { tflops, side, precision: _ } => {
            side.map_or(Ok(0), |side| bounds::MATRIX_SIDE.check_whole(side))?;
            bounds::MEASURED_TFLOPS.check(tflops)
        }
        Reading::Memory { gb_per_sec } => bounds::MEASURED_GB_PER_SEC.check(gb_per_sec),
        Reading::Samples { per_sec, expected_per_sec } => {
            bounds::EXPECTED_SAMPLES_PER_SEC.check(expected_per_sec)?;
            bounds::MEASURED_SAMPLES_PER_SEC.check(per_sec)
        }
    }
}

const fn metric(reading: Reading) -> Option<Metric> {
    match reading {
        Reading::Compute { precision, .. } => Some(Metric::Compute(precision)),
        Reading::Memory { .. } => Some(Metric::Memory),
        Reading::Samples { .. } => None,
    }
}

fn expected(gpu: &Gpu, reading: Reading) -> Option<Expectation> {
    if let Reading::Samples { expected_per_sec, .. } = reading {
        return Some(Expectation {
            reference: expected_per_sec,
            lowest: expected_per_sec,
            highest: expected_per_sec,
            basis: Basis::Given,
        });
    }
    metric(reading).and_then(|metric| expectation(gpu, metric))
}

#[cfg(test)]
mod tests;
