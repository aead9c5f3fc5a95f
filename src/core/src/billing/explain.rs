//! Numbers that explain a decision: where each two ways to pay cost the same, and what each of them and the best mix
//! cost by hours.

use alloc::vec::Vec;

use libm::ceil;

use super::cover::{Error, Micros, Problem, Status, solve};
use super::{Mode, modes, rent};
use crate::catalog::Billing;
use crate::money::Money;
use crate::units::{Seconds, whole};

/// Where one way to pay begins to cost no more than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// What costs less for shorter use: by the time used, or the shorter term.
    pub below: Mode,
    /// What costs less for longer use: the term.
    pub from: Mode,
    /// Use of one term that costs the same on both, in seconds: `P/c`, and for terms, each paid in full,
    /// `P/P′ · L′`.
    pub seconds: f64,
    /// The least whole number of hours, or of the shorter terms, that cost at least as much as the term.
    pub count: u64,
    /// `seconds` over the length of the term. Above 1 the term is never worth it.
    pub utilization: f64,
}

/// The crossings of each two ways to pay of which one is a term longer than the other; from the shortest term.
/// Between two prices of an hour there is none: the lower one always costs less.
pub fn crossings(billing: &Billing, month: Seconds) -> impl Iterator<Item = Crossing> + '_ {
    let price = move |mode: Mode| -> Option<(Money, Seconds)> {
        match mode {
            Mode::OnDemand => billing.on_demand.map(|plan| (plan.hourly, Seconds::hours(1))),
            Mode::Spot => billing.spot.map(|plan| (plan.hourly, Seconds::hours(1))),
            Mode::Package(term) => {
                let package = rent::package(billing, term)?;
                Some((package.price, term.length(month)))
            }
            Mode::Mixed => None,
        }
    };
    let terms = modes(billing).filter(|mode| matches!(mode, Mode::Package(_)));
    terms.flat_map(move |from| {
        modes(billing).filter_map(move |below| {
            let ((short_price, short), (long_price, long)) = (price(below)?, price(from)?);
            if long <= short {
                return None;
            }
            let ratio = long_price.ratio(short_price)?;
            let seconds = ratio * short.as_f64();
            let count = least_count(short_price, long_price, ratio);
            Some(Crossing { below, from, seconds, count, utilization: seconds / long.as_f64() })
        })
    })
}

/// The least `n` with `total ≤ n · each`; the ratio is near it.
fn least_count(each: Money, total: Money, ratio: f64) -> u64 {
    let near = whole(ceil(ratio));
    [near.saturating_sub(1), near].into_iter().find(|count| total <= each * *count).unwrap_or(near.saturating_add(1))
}

/// What hours cost, and where the decision changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// For one slot of use in each period, two, and so on up to all.
    pub points: Vec<Point>,
    /// Where the best mix has other plans than one slot less, the first point included.
    pub changes: Vec<Change>,
}

/// What so many slots of use in each period cost, in micro-units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Slots of use in each period.
    pub used: usize,
    /// By plan, that plan alone; `None` where it cannot serve the demand alone.
    pub alone: Vec<Option<Micros>>,
    /// The best mix.
    pub best: Micros,
    /// Whether it is proven that nothing costs less.
    pub is_proven: bool,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Slots of use in each period from which it holds.
    pub from: usize,
    /// Plans of the best mix, by index.
    pub plans: Vec<usize>,
}

/// Cost against hours: one GPU in use for the first 1, 2, … `period` slots of each `period` slots of a problem, whose
/// own demand says only how many slots there are; of these every `step`-th, the first and the last.
///
/// A period of 24 hours asks for hours a day, a period of all slots for the hours of one run. Every point is solved
/// exactly, so decisions change just where this says, to a step. That is `period / step · (plans + 1)` problems to solve.
///
/// # Errors
/// As [`solve`]; the work limit is for each point.
pub fn curve(problem: &Problem, period: usize, step: usize, work_limit: u64) -> Result<Curve, Error> {
    let slots = problem.demand.len();
    let period = period.clamp(1, slots.max(1));
    let mut curve = Curve { points: Vec::new(), changes: Vec::new() };
    for used in (1..=period).filter(|used| used % step.max(1) == 0 || *used == 1 || *used == period) {
        let mut demand: Vec<u32> = (0..slots).map(|slot| u32::from(slot % period < used)).collect();
        demand.truncate(demand.iter().rposition(|gpus| 0 < *gpus).map_or(1, |last| last + 1)); // nothing is decided later
        let interruptible = if problem.interruptible.is_empty() { Vec::new() } else { demand.clone() };
        let all = Problem { demand, interruptible, ..problem.clone() };
        let cover = solve(&all, work_limit)?;
        let alone = problem.plans.iter().map(|plan| {
            let alone = Problem { plans: alloc::vec![plan.clone()], ..all.clone() };
            match solve(&alone, work_limit) {
                Ok(cover) => Ok(Some(cover.price)),
                Err(Error::Uncovered { .. }) => Ok(None),
                Err(error) => Err(error),
            }
        });
        let alone = alone.collect::<Result<_, _>>()?;
        let plans = cover.plans();
        curve.points.push(Point { used, alone, best: cover.price, is_proven: cover.status() == Status::Optimal });
        if curve.changes.last().is_none_or(|change| change.plans != plans) {
            curve.changes.push(Change { from: used, plans });
        }
    }
    Ok(curve)
}

impl Point {
    /// The plan that costs the least alone.
    #[must_use]
    pub fn best_alone(&self) -> Option<usize> {
        let prices = self.alone.iter().enumerate().filter_map(|(plan, price)| Some((price.as_ref()?, plan)));
        prices.min().map(|(_, plan)| plan)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{Crossing, crossings, curve};
    use crate::billing::Mode;
    use crate::billing::cover::{
        Calendar, FeeBasis, Length, PerSlot, Plan, Problem, Service, Start, Term, Tier, WORK_LIMIT,
    };
    use crate::catalog::{Billing, Date, Increment, OnDemand, Package, PackageTerm};
    use crate::money::Money;
    use crate::units::Seconds;

    /// The A800 of CompShare: 6.23 an hour, 137.21 a day, 3742.32 a month of 720 hours.
    #[test]
    fn every_pair_of_a_ladder_crosses() {
        let money = |text| Money::parse(text).unwrap();
        let hour = |text| OnDemand { hourly: money(text), increment: Some(Increment::Second), minimum: Seconds(0) };
        let package = |term, text| Package { term, price: money(text) };
        let billing = Billing {
            on_demand: Some(hour("6.23")),
            spot: Some(hour("3.00")),
            packages: vec![package(PackageTerm::Day, "137.21"), package(PackageTerm::Month, "3742.32")],
        };
        let found: Vec<Crossing> = crossings(&billing, Seconds::hours(720)).collect();
        let (day, month) = (Mode::Package(PackageTerm::Day), Mode::Package(PackageTerm::Month));
        let pairs: Vec<_> = found.iter().map(|crossing| (crossing.below, crossing.from, crossing.count)).collect();
        let expected = [
            (Mode::OnDemand, day, 23), // 22.02 h
            (Mode::Spot, day, 46),
            (Mode::OnDemand, month, 601), // 600.69 h
            (day, month, 28),             // 27.27 days
            (Mode::Spot, month, 1_248),
        ];
        assert_eq!(pairs, expected);
        assert!((found[2].utilization - 600.69 / 720.0).abs() < 1e-4 && 1.0 < found[1].utilization);
        let even = Billing { packages: vec![package(PackageTerm::Day, "62.3")], ..billing };
        assert_eq!(crossings(&even, Seconds::hours(720)).next().map(|crossing| crossing.count), Some(10));
    }

    fn term(length: Length, upfront: i64) -> Plan {
        Plan::Term(Term {
            length,
            tiers: vec![Tier { min_units: 1, upfront }],
            per_slot_fee: 0,
            fee_basis: FeeBasis::Committed,
            start: Start::Any,
            stock: None,
        })
    }

    /// "From 23 h a day on the day package": 20 days of the A800.
    #[test]
    fn decisions_change_where_they_should() {
        let hour =
            PerSlot { price: 623, cap: None, min_slots: 1, round_slots: 1, setup_fee: 0, service: Service::Firm };
        let plans = vec![Plan::PerSlot(hour), term(Length::Slots(24), 13_721), term(Length::Months(1), 374_232)];
        let calendar = Calendar { date: Date::parse("2025-01-01").unwrap(), second: 0, slot: Seconds::hours(1) };
        let problem = |slots| Problem { calendar, demand: vec![0; slots], interruptible: vec![], plans: plans.clone() };
        let days = curve(&problem(20 * 24), 24, 1, WORK_LIMIT).unwrap();
        let changes: Vec<_> = days.changes.iter().map(|change| (change.from, change.plans.clone())).collect();
        assert_eq!(changes, [(1, vec![0]), (23, vec![1])]);
        let point = &days.points[7];
        assert_eq!(point.alone, [Some(20 * 8 * 623), Some(20 * 13_721), Some(374_232)]);
        assert_eq!((point.best, point.best_alone(), point.is_proven), (20 * 8 * 623, Some(0), true));
        // One run: hours beside days, and in the end the month.
        let run = curve(&problem(744), 744, 1, WORK_LIMIT).unwrap();
        assert!(run.points.iter().all(|point| point.alone.iter().flatten().all(|alone| point.best <= *alone)));
        assert_eq!(run.changes.first().map(|change| (change.from, change.plans.clone())), Some((1, vec![0])));
        assert_eq!(run.changes.last().map(|change| (change.from, change.plans.clone())), Some((655, vec![2])));
        assert!(run.points.windows(2).all(|pair| pair[0].best <= pair[1].best));
        let rough = curve(&problem(744), 744, 10, WORK_LIMIT).unwrap();
        let kept = run.points.iter().filter(|point| [1, 744].contains(&point.used) || point.used % 10 == 0);
        assert!(kept.eq(rough.points.iter()));
        assert_eq!(curve(&problem(0), 24, 1, WORK_LIMIT).unwrap_err().code(), "no-slots");
    }
}
