//! Quantiles of the time until the end.
//!
//! It is `n·a` without interruptions, and `Σ Xᵢ` more over their number, which is negative binomial: a compound
//! distribution, whose probabilities follow from each other (Panjer 1981) once what an interruption costs is spread
//! over a grid so that its mean stays (the method of local moments; Gerber 1982). The wait before the beginning comes to
//! it. Where interruptions are so many that the recursion would begin below the least number, the normal distribution
//! is as good.

use alloc::vec;
use alloc::vec::Vec;

use libm::{exp, log, log1p, sqrt};

use super::Forecast;
use super::loss::Loss;
use crate::units::real;

/// Cells of the grid, which spans the mean of what is lost and ten standard deviations.
const CELLS: usize = 2_048;

/// Mean interruptions from which the normal distribution is taken: `e^(−600)` is still a number.
const MANY: f64 = 600.0;

/// Hours that are not exceeded with `probability`, which is clamped to [0.0001, 0.9999], where capacity is there this
/// `share` of the time; rented time alone where that is 1.
pub(super) fn hours(forecast: &Forecast, share: f64, probability: f64) -> f64 {
    let probability = if probability.is_nan() { 0.5 } else { probability.clamp(1e-4, 1.0 - 1e-4) };
    let loss = forecast.loss(share);
    let undisturbed = forecast.segments * loss.segment;
    let ratio = loss.segment / loss.between;
    let met = loss.probability();
    let (mut lost, mut deviation) = (forecast.mean_hours - undisturbed, forecast.deviation_hours);
    if 0.0 < loss.wait {
        let Loss { wait, .. } = loss;
        // What waiting adds to mean and variance: of each interruption, of their number, and of the beginning.
        lost += (forecast.interruptions + 1.0 - share) * wait;
        let variance = forecast.interruptions / exp(-ratio) * (2.0 * loss.mean() - wait) * wait;
        let waits = forecast.interruptions + 1.0 - share * share;
        deviation = sqrt(deviation * deviation + variance + waits * wait * wait);
    }
    let cell = (lost.max(0.0) + 10.0 * deviation) / number(CELLS);
    if MANY < forecast.segments * ratio || cell <= 0.0 {
        return undisturbed + lost + normal(probability) * deviation;
    }
    let losses = losses(&loss, cell);
    // No interruption, or only such as round to nothing.
    let mut shares = vec![exp(forecast.segments * (-ratio - log1p(-met * losses[0])))];
    let mut begin = Begin::new(share, loss.wait, cell);
    let mut share = begin.after(shares[0]);
    let mut left = probability - share;
    while 0.0 < left && shares.len() < CELLS {
        let at = shares.len();
        let terms = losses.iter().enumerate().skip(1).take(at).map(|(lost, loss)| {
            let weight = 1.0 + (forecast.segments - 1.0) * number(lost) / number(at);
            weight * loss * shares[at - lost]
        });
        let here = met / (1.0 - met * losses[0]) * terms.sum::<f64>();
        shares.push(here);
        share = begin.after(here);
        left -= share;
    }
    // What is not at the beginning lies anywhere within its cell.
    let cells = number(shares.len() - 1);
    undisturbed + if 0.0 < cells { (cells + 0.5 + left / share).max(0.0) * cell } else { 0.0 }
}

/// The wait before the beginning, none with the probability `share`, and otherwise exponential: geometric on the grid.
struct Begin {
    share: f64,
    /// How likely a wait is of no cell, of one, and each further one over the one before.
    none: f64,
    one: f64,
    ratio: f64,
    /// Of those that wait longer, how many have come to the present cell, and all others at the last one.
    waited: f64,
    before: f64,
}

impl Begin {
    fn new(share: f64, wait: f64, cell: f64) -> Self {
        let ratio = if 0.0 < wait { exp(-cell / wait) } else { 0.0 };
        let one = wait / cell * (1.0 - ratio) * (1.0 - ratio);
        Self { share, none: 1.0 - wait / cell * (1.0 - ratio), one, ratio, waited: 0.0, before: 0.0 }
    }

    /// How many end in the next cell, of which `here` would without a wait.
    fn after(&mut self, here: f64) -> f64 {
        self.waited = self.ratio * self.waited + self.one * self.before;
        self.before = here;
        self.share * here + (1.0 - self.share) * (self.none * here + self.waited)
    }
}

/// How likely it is that an interruption costs so many cells; one cell at least.
fn losses(loss: &Loss, cell: f64) -> Vec<f64> {
    let limited = |at: usize| loss.limited_mean(number(at) * cell);
    let mut losses = vec![1.0 - limited(1) / cell];
    let mut left = 1.0 - losses[0];
    while losses.len() < CELLS && 1e-12 < left {
        let at = losses.len();
        let here = ((2.0 * limited(at) - limited(at - 1) - limited(at + 1)) / cell).clamp(0.0, left);
        losses.push(here);
        left -= here;
    }
    losses
}

/// The quantile of the standard normal distribution, to 4.5 · 10⁻⁴ (Abramowitz and Stegun 1964, 26.2.23).
fn normal(probability: f64) -> f64 {
    let t = sqrt(-2.0 * log(probability.min(1.0 - probability)));
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    (t - above / below) * if probability < 0.5 { -1.0 } else { 1.0 }
}

fn number(count: usize) -> f64 {
    real(u64::try_from(count).unwrap_or(u64::MAX))
}
