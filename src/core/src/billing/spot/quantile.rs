//! Quantiles of the rented time.
//!
//! It is `n·a` without interruptions and `Σ (Yᵢ + R)` over their number, which is negative binomial: a compound
//! distribution, whose probabilities follow from each other (Panjer 1981) once what an interruption loses is rounded
//! to a grid. Where interruptions are so many that the recursion would begin below the least number, the normal
//! distribution is as good.

use alloc::vec;
use alloc::vec::Vec;

use libm::{exp, expm1, log, log1p, sqrt};

use super::Forecast;
use crate::units::real;

/// Cells of the grid, which spans the mean of what is lost and ten standard deviations.
const CELLS: usize = 2_048;

/// Mean interruptions from which the normal distribution is taken: `e^(−600)` is still a number.
const MANY: f64 = 600.0;

/// The time that is not exceeded with `probability`, which is clamped to [0.0001, 0.9999].
pub(super) fn hours(forecast: &Forecast, probability: f64) -> f64 {
    let probability = if probability.is_nan() { 0.5 } else { probability.clamp(1e-4, 1.0 - 1e-4) };
    let segment = forecast.segment_hours();
    let undisturbed = forecast.segments * segment;
    let cell = ((forecast.mean_hours - undisturbed).max(0.0) + 10.0 * forecast.deviation_hours) / number(CELLS);
    let ratio = segment / forecast.job.between_hours;
    let met = -expm1(-ratio);
    if MANY < forecast.segments * ratio || cell <= 0.0 {
        return forecast.mean_hours + normal(probability) * forecast.deviation_hours;
    }
    let losses = losses(forecast, cell, met);
    // No interruption, or only such as round to nothing.
    let none = exp(forecast.segments * (-ratio - log1p(-met * losses[0])));
    let mut shares = vec![none];
    let mut sum = none;
    while sum < probability && shares.len() < CELLS {
        let at = shares.len();
        let terms = losses.iter().enumerate().skip(1).take(at).map(|(lost, loss)| {
            let weight = 1.0 + (forecast.segments - 1.0) * number(lost) / number(at);
            weight * loss * shares[at - lost]
        });
        let share = met / (1.0 - met * losses[0]) * terms.sum::<f64>();
        shares.push(share);
        sum += share;
    }
    undisturbed + number(shares.len() - 1) * cell
}

/// How likely it is that an interruption loses so many cells, `Y + R` rounded; one cell at least.
fn losses(forecast: &Forecast, cell: f64, met: f64) -> Vec<f64> {
    let (segment, between) = (forecast.segment_hours(), forecast.job.between_hours);
    let mut below = 0.0;
    let mut losses = Vec::new();
    while losses.len() < CELLS && (below < 1.0 || losses.is_empty()) {
        let lost = (number(losses.len()) + 0.5) * cell - forecast.job.restart_hours;
        let here = if segment <= lost { 1.0 } else { -expm1(-lost.max(0.0) / between) / met };
        losses.push(here - below);
        below = here;
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
