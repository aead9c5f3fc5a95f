//! How fast a cover is found: three years of hours on twelve plans, at growing peaks.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use anyhow::Result;
use gpu_cost_core::billing::cover::{
    Calendar, FeeBasis, Length, PerSlot, Plan, Problem, Service, Start, Term, Tier, WORK_LIMIT, solve,
};
use gpu_cost_core::catalog::Date;
use gpu_cost_core::units::Seconds;

use crate::measure::Time;

const ROUNDS: usize = 7;
const SLOTS: u32 = 26_280;

/// Times the solver on the same machine and build as this program.
pub(crate) fn bench() -> Result<BTreeMap<String, Time>> {
    let mut times = BTreeMap::new();
    for peak in [64, 640] {
        let problem = problem(SLOTS, peak);
        let time = Time::of(ROUNDS, || solve(&problem, WORK_LIMIT))?;
        times.insert(format!("cover, native, peak {peak}"), time);
    }
    Ok(times)
}

/// Hourly demand with days, weeks, years and noise, and a ladder of terms of 15 % to 65 % discount.
fn problem(slots: u32, peak: u32) -> Problem {
    const HOUR: i64 = 2_000_000;
    let mut noise: u64 = 12_345;
    let mut demand: Vec<u32> = (0..slots)
        .map(|slot| {
            noise ^= noise << 13;
            noise ^= noise >> 7;
            noise ^= noise << 17;
            let office = (8..20).contains(&(slot % 24)) && slot / 24 % 7 < 5;
            let share = 0.35
                + if office { 0.25 } else { 0.0 }
                + 0.2 * (TAU * f64::from(slot) / 8_760.0).sin()
                + 0.15 * u32::try_from(noise % 1_000).map_or(0.0, f64::from) / 1_000.0;
            // The whole number next to the level, found without a cast.
            (1..=peak).rev().find(|gpus| f64::from(*gpus) - 0.5 <= f64::from(peak) * share).unwrap_or(0)
        })
        .collect();
    demand[usize::try_from(slots / 2).unwrap_or(0)] = peak;
    let hour = PerSlot { price: HOUR, cap: None, min_slots: 1, round_slots: 1, setup_fee: 0, service: Service::Firm };
    let ladder = [
        (24, 85),
        (72, 80),
        (168, 75),
        (336, 72),
        (730, 65),
        (1_460, 63),
        (2_190, 60),
        (4_380, 55),
        (8_760, 50),
        (17_520, 42),
        (26_280, 35),
    ];
    let terms = ladder.into_iter().map(|(hours, percent)| {
        Plan::Term(Term {
            length: Length::Slots(hours),
            tiers: vec![Tier { min_units: 1, upfront: HOUR * i64::from(hours) * percent / 100 }],
            per_slot_fee: 0,
            fee_basis: FeeBasis::Committed,
            start: Start::Any,
            stock: None,
        })
    });
    let plans = std::iter::once(Plan::PerSlot(hour)).chain(terms).collect();
    let date = Date::parse("2025-01-01").unwrap_or_else(|| unreachable!("a date"));
    let calendar = Calendar { date, second: 0, slot: Seconds::hours(1) };
    Problem { calendar, demand, interruptible: Vec::new(), plans }
}

#[cfg(test)]
mod tests {
    use super::problem;

    /// Figures of the instance as published with the measurements of other solvers.
    #[test]
    fn the_instance_is_the_published_one() {
        let demand = problem(26_280, 64).demand;
        assert_eq!(demand.iter().map(|gpus| u64::from(*gpus)).sum::<u64>(), 864_944);
        assert_eq!(demand[..12], [28, 24, 23, 25, 32, 28, 23, 31, 47, 44, 43, 42]);
    }
}
