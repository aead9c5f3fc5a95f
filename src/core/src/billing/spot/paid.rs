//! Quantiles of the paid time where rentals that are interrupted soon are free.
//!
//! What is free depends on how many segments a rental had completed, so there is no compound distribution. The quantiles
//! are those of made-up runs, the same every time, which take one random number for each interruption.

use alloc::vec::Vec;

use libm::floor;

use super::{Forecast, Random};
use crate::order::sorted;
use crate::units::{real, whole};

/// Interruptions in all runs together, about; and the most and the fewest runs.
const INTERRUPTIONS: f64 = 2e6;
const RUNS: (f64, f64) = (500.0, 40_000.0);

/// Parts of an hour that are told apart.
const PARTS: f64 = 1e9;

/// Hours that are not exceeded with `probability`, where the first `free_hours` of interrupted rentals are.
pub(super) fn hours(forecast: &Forecast, free_hours: f64, probability: f64) -> f64 {
    let runs = INTERRUPTIONS / (forecast.interruptions + 1.0);
    if runs < RUNS.0 {
        // So many rentals that what is free of them hardly varies.
        return (forecast.quantile_hours(probability) - forecast.free_hours(free_hours)).max(0.0);
    }
    let mut random = Random::new(1);
    let count = whole(runs.min(RUNS.1));
    let runs: Vec<u64> = (0..count).map(|_| whole(run(forecast, free_hours, &mut random) * PARTS)).collect();
    let place = floor(real(count) * probability.clamp(0.0, 1.0));
    let place = usize::try_from(whole(place)).unwrap_or(0).min(runs.len().saturating_sub(1));
    sorted(runs).get(place).map_or(0.0, |parts| real(*parts) / PARTS)
}

/// Paid hours of one run, rental by rental.
fn run(forecast: &Forecast, free_hours: f64, random: &mut Random) -> f64 {
    let segment = forecast.segment_hours();
    let (mut left, mut paid, mut start) = (forecast.segments, 0.0, 0.0);
    loop {
        let until = random.exponential(forecast.job.between_hours);
        if left * segment <= until {
            return paid + start + left * segment;
        }
        left -= floor(until / segment);
        let rental = start + until;
        paid += if rental < free_hours { 0.0 } else { rental };
        start = forecast.job.restart_hours;
    }
}
