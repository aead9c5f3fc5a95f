//! Work on capacity that may be taken away: how long it takes with checkpoints, what it costs, and when it pays.
//!
//! Model (Young 1974; Daly 2006): interruptions come at random, exponential with mean `M`, none of them during a
//! restart `R`; a checkpoint `δ` follows every `τ` of the work `W`, also the last. All of it is rented. Where capacity
//! is there a share `s` of the time, whoever is interrupted waits for it, and so does whoever begins while it is not
//! there (`availability`); waiting is free. It knows no price history: `M` and `s` are the caller's.

mod availability;
mod deadline;
mod error;
mod loss;
mod paid;
mod quantile;
mod random;
#[cfg(test)]
mod tests;

pub use availability::{Presence, availability};
pub use deadline::{Outcome, Race, race};
pub use error::Error;
pub(super) use random::Random;

use libm::{ceil, exp, expm1, floor, log1p, round, sqrt};

use self::loss::Loss;
use crate::money::Money;

/// A job that can resume from checkpoints. Everything in hours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    /// Time that the work takes without any interruption, more than 0.
    pub work_hours: f64,
    /// Time to write a checkpoint, more than 0 and at most `between_hours`.
    pub checkpoint_hours: f64,
    /// Mean time between interruptions, more than 0.
    pub between_hours: f64,
    /// Time to start and load again after an interruption, at least 0.
    pub restart_hours: f64,
}

/// What is expected of a job with the best number of checkpoints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The job.
    pub job: Job,
    /// Segments of work with a checkpoint after each, a whole number.
    pub segments: f64,
    /// E\[T\], rented time.
    pub mean_hours: f64,
    /// Standard deviation of the rented time.
    pub deviation_hours: f64,
    /// Expected number of interruptions.
    pub interruptions: f64,
}

/// `1 + W₀(−e^(−1−b))` for `b` > 0, of the principal branch of the Lambert W function (Corless and others 1996).
///
/// With `s` for the result it is the root of `−ln(1 − s) − s = b`, whose left side is convex and rises on (0, 1), so
/// Newton's method falls to it from above; `√(2b)` and `1 − e^(−1−b)` lie above.
fn lambert(b: f64) -> f64 {
    let mut s = sqrt(2.0 * b).min(-expm1(-1.0 - b));
    for _ in 0..60 {
        let next = s - (-log1p(-s) - s - b) * (1.0 - s) / s;
        if s <= next {
            break;
        }
        s = next;
    }
    s
}

/// The work between two checkpoints that makes the expected time least: `M · (1 + W₀(−e^(−1−δ/M)))`, in hours.
///
/// It is where the derivative of `(e^((τ+δ)/M) − 1)/τ` vanishes. Young's `√(2δM)` and Daly's series approximate it.
#[must_use]
pub fn best_interval_hours(checkpoint_hours: f64, between_hours: f64) -> f64 {
    between_hours * lambert(checkpoint_hours / between_hours)
}

/// Expectations with the best whole number of segments.
///
/// With `a = τ + δ` and `q = e^(−a/M)` a segment meets `N` interruptions, geometric with `E N = 1/q − 1` and
/// `Var N = (1−q)/q²`, and each loses `Y`, exponential and below `a`, with `E Y = M − aq/(1−q)` and
/// `Var Y = M² − a²q/(1−q)²`. So a segment takes `E = (M + R)(1/q − 1)`, with
/// `Var = E N · Var Y + Var N · (E Y + R)²` (the law of total variance), and the job takes `W/τ` of them.
///
/// # Errors
/// [`Error`] where the job is none, or takes longer than numbers reach.
///
/// ```
/// # use gpu_cost_core::billing::spot::{Job, forecast};
/// let job = Job { work_hours: 100.0, checkpoint_hours: 0.05, between_hours: 5.7, restart_hours: 0.1 };
/// let forecast = forecast(job).unwrap();
/// assert!((forecast.mean_hours / 100.0 - 1.165).abs() < 0.001); // 16.5 % longer
/// assert!((forecast.break_even_discount() - 0.14).abs() < 0.005);
/// ```
pub fn forecast(job: Job) -> Result<Forecast, Error> {
    let Job { work_hours, checkpoint_hours, between_hours, restart_hours } = job;
    let positive = |field, hours: f64| if 0.0 < hours && hours.is_finite() { Ok(()) } else { Err(Error::Range(field)) };
    positive("workHours", work_hours)?;
    positive("checkpointHours", checkpoint_hours)?;
    positive("betweenHours", between_hours)?;
    if !(0.0..f64::INFINITY).contains(&restart_hours) {
        return Err(Error::Range("restartHours"));
    }
    if between_hours < checkpoint_hours {
        return Err(Error::Checkpoint);
    }
    // The expected time is convex in the number of segments: one of the two neighbors of the real optimum is the best.
    let segments = work_hours / best_interval_hours(checkpoint_hours, between_hours);
    let fewer = Forecast::with(job, floor(segments).max(1.0));
    let more = Forecast::with(job, ceil(segments).max(1.0));
    let best = if more.mean_hours < fewer.mean_hours { more } else { fewer };
    if best.mean_hours.is_finite() && best.deviation_hours.is_finite() { Ok(best) } else { Err(Error::TooLong) }
}

impl Forecast {
    /// Of a job in so many segments.
    fn with(job: Job, segments: f64) -> Self {
        let Job { work_hours, checkpoint_hours, between_hours, restart_hours } = job;
        let segment = work_hours / segments + checkpoint_hours;
        let loss = Loss { segment, between: between_hours, restart: restart_hours, wait: 0.0 };
        let ratio = segment / between_hours;
        let (met, q) = (expm1(ratio), exp(-ratio));
        Self {
            job,
            segments,
            mean_hours: segments * (between_hours + restart_hours) * met,
            deviation_hours: sqrt(segments * (met * loss.variance() + met / q * loss.mean() * loss.mean())),
            interruptions: segments * met,
        }
    }

    /// A segment with its checkpoint, in hours.
    #[must_use]
    pub fn segment_hours(&self) -> f64 {
        self.job.work_hours / self.segments + self.job.checkpoint_hours
    }

    /// What an interruption costs where capacity is there this share of the time.
    fn loss(&self, share: f64) -> Loss {
        let Job { between_hours, restart_hours, .. } = self.job;
        let wait = between_hours * (1.0 - share) / share;
        Loss { segment: self.segment_hours(), between: between_hours, restart: restart_hours, wait }
    }

    /// Work that an interruption loses, on average: what was done since the last checkpoint, in hours.
    #[must_use]
    pub fn lost_hours(&self) -> f64 {
        self.loss(1.0).work()
    }

    /// Rented time that is not exceeded with `probability`, in hours.
    #[must_use]
    pub fn quantile_hours(&self, probability: f64) -> f64 {
        quantile::hours(self, 1.0, probability)
    }

    /// Expected hours until the end where capacity is there this share of the time, above 0 and at most 1; `None` for
    /// other shares and beyond all numbers. With `D = M(1 − s)/s`, each interruption waits for `D`, and so does the beginning with the
    /// probability `1 − s`: `E[T] + (E N + 1 − s)·D`.
    #[must_use]
    pub fn finish_hours(&self, share: f64) -> Option<f64> {
        let is_share = 0.0 < share && share <= 1.0;
        let hours = is_share.then(|| self.mean_hours + (self.interruptions + 1.0 - share) * self.loss(share).wait);
        hours.filter(|hours| hours.is_finite())
    }

    /// The same that are not exceeded with `probability`.
    #[must_use]
    pub fn finish_quantile_hours(&self, share: f64, probability: f64) -> Option<f64> {
        let is_share = 0.0 < share && share <= 1.0;
        is_share.then(|| quantile::hours(self, share, probability)).filter(|hours| hours.is_finite())
    }

    /// The discount from which spot costs less than on demand: `1 − W/E[T]`, from 0 to 1.
    #[must_use]
    pub fn break_even_discount(&self) -> f64 {
        1.0 - self.job.work_hours / self.mean_hours
    }

    /// What an hour of work costs where an hour of capacity costs `spot`: `spot · E[T]/W`, to a billionth of the ratio.
    /// It is the price of spot in a cover problem. `None` beyond the range of money.
    #[must_use]
    pub fn effective(&self, spot: Money) -> Option<Money> {
        share(spot, self.mean_hours / self.job.work_hours)
    }

    /// Whether spot at this price is expected to cost less than on demand.
    #[must_use]
    pub fn wins(&self, spot: Money, on_demand: Money) -> bool {
        self.effective(spot).is_some_and(|effective| effective < on_demand)
    }

    /// Expected part of the rented time that is free where whoever is interrupted within the first `hours` of a
    /// rental does not pay for it.
    ///
    /// A rental begins after each interruption, with `m` segments left as often as segment `n − m + 1` is interrupted:
    /// `E N` times for each `m`, and once with all. It is free with `∫₀ˣ (u + R) e^(−u/M)/M du`, where `x` is the least
    /// of `hours − R` and the time of `m` segments. CompShare has that rule with one hour.
    #[must_use]
    pub fn free_hours(&self, hours: f64) -> f64 {
        let Job { between_hours, restart_hours, .. } = self.job;
        let segment = self.segment_hours();
        let free = |within: f64, restart: f64| {
            let within = within.max(0.0);
            (between_hours + restart) * -expm1(-within / between_hours) - within * exp(-within / between_hours)
        };
        let within = hours - restart_hours;
        let first = free(hours.min(self.segments * segment), 0.0);
        // All but the last few rentals have more work left than the free time; a hundred thousand segments in it, a
        // checkpoint every few hundredths of a second, are as many as are told apart.
        let long = (self.segments - ceil(within.max(0.0) / segment)).max(0.0);
        let mut rentals = long * free(within, restart_hours);
        let mut left = 1.0;
        while left <= self.segments - long && left < 1e5 {
            rentals += free(within.min(left * segment), restart_hours);
            left += 1.0;
        }
        first + self.interruptions / self.segments * rentals
    }

    /// Expected cost at a price of an hour, with the first `free_hours` of interrupted rentals free; to a billionth
    /// of an hour. `None` beyond the range of money.
    #[must_use]
    pub fn cost(&self, spot: Money, free_hours: f64) -> Option<Money> {
        let free = if 0.0 < free_hours { self.free_hours(free_hours) } else { 0.0 };
        share(spot, self.mean_hours - free)
    }

    /// The cost that is not exceeded with `probability`, at a price of an hour, with the first `free_hours` of
    /// interrupted rentals free; to a billionth of an hour. `None` beyond the range of money.
    #[must_use]
    pub fn cost_quantile(&self, spot: Money, free_hours: f64, probability: f64) -> Option<Money> {
        let is_all_paid = free_hours <= 0.0;
        let paid = || paid::hours(self, free_hours, probability);
        share(spot, if is_all_paid { self.quantile_hours(probability) } else { paid() })
    }
}

/// `price · factor`, to a billionth of the factor.
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked to be in range
fn share(price: Money, factor: f64) -> Option<Money> {
    const BILLION: f64 = 1e9;
    let billionths = round(factor * BILLION);
    (0.0..1.8e19).contains(&billionths).then(|| price.scaled(billionths as u64, 1_000_000_000)).flatten()
}
