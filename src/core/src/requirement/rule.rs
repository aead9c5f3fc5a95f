//! What becomes of a rule of thumb that names a speed: "100 million parameters need 16 TFLOPS".
//!
//! A speed is no amount: whatever it is, work is done after its operations divided by it. So the rule is not applied but
//! translated, into the time that the job at hand takes at that speed.

use crate::units::{Flops, FlopsPerSec, Range, Seconds};

/// Model FLOPs utilization of whole published runs on A100 and H100: the median, and what four in five lie between.
const MFU: Range<f64> = Range { low: 0.16, likely: 0.35, high: 0.47 };

/// How long work takes at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtPeak {
    /// Share of the speed that training reaches.
    pub mfu: Range<f64>,
    /// The time at that share; low where the share is high.
    pub time: Range<Seconds>,
}

/// How long so many operations take at a peak speed: `operations / (peak · MFU)`.
///
/// ```
/// # use gpu_cost_core::{requirement::at_peak, units::{Flops, FlopsPerSec}};
/// let told = at_peak(Flops(3e19), FlopsPerSec::tera(160.0)); // 500 million parameters, 20 tokens each
/// assert_eq!(told.time.likely.0 / 3_600, 148);
/// ```
#[must_use]
pub fn at_peak(operations: Flops, peak: FlopsPerSec) -> AtPeak {
    let Range { low, likely, high } = MFU;
    let time = Range { low: high, likely, high: low }.map(|mfu| Seconds::ceil_from_f64(operations.0 / (peak.0 * mfu)));
    AtPeak { mfu: MFU, time }
}
