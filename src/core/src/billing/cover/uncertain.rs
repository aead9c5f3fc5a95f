//! What to commit to where the demand is one of several: terms now, pay-as-you-go for the rest, at the least expected
//! price.
//!
//! With `R` GPUs committed in a slot, scenario `s` pays for its demand above `R`, so the expected price depends only
//! on how likely each level of demand is reached: level `k` costs `c · P(demand ≥ k)` where it is not committed. That
//! falls with `k`, so it is the lane network with parallel arcs, and the optimum is whole. Probabilities are weights,
//! whole numbers, and prices are multiplied with them: everything is exact. Commitments cannot be made later in it.

use alloc::vec;
use alloc::vec::Vec;

use super::network::{self, Arcs, FREE, Family, Network};
use super::problem::{MAX_ARCS, Micros, Plan, Problem};
use super::purchase::total;
use super::supply::{Limits, plain, supply};
use super::{Calendar, Error, Purchase};
use crate::order::{distinct, sorted, sums};

/// One demand that may come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// How likely it is, over the sum of all weights.
    pub weight: u32,
    /// As that of a [`Problem`]. All scenarios have as many slots.
    pub demand: Vec<u32>,
    /// As that of a [`Problem`].
    pub interruptible: Vec<u32>,
}

/// What to commit to, and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// Orders of terms; slots in use depend on the scenario and are not counted.
    pub purchases: Vec<Purchase>,
    /// Weight and price of each scenario, with the commitments, in micro-units.
    pub prices: Vec<(u32, Micros)>,
}

impl Commitment {
    /// The sum of weight times price.
    #[must_use]
    pub fn weighted(&self) -> Micros {
        self.prices.iter().map(|(weight, price)| Micros::from(*weight) * price).sum()
    }

    /// The expected price, in micro-units rounded up.
    #[must_use]
    pub fn mean(&self) -> Micros {
        let weights: Micros = self.prices.iter().map(|(weight, _)| Micros::from(*weight)).sum();
        self.weighted().div_euclid(weights.max(1)) + Micros::from(self.weighted().rem_euclid(weights.max(1)) != 0)
    }

    /// The price that is not exceeded in at least so many hundredths of the cases.
    #[must_use]
    pub fn percentile(&self, percent: u32) -> Micros {
        let prices: Vec<(Micros, u32)> = self.prices.iter().map(|(weight, price)| (*price, *weight)).collect();
        let prices = sorted(prices);
        let all: u64 = prices.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut sum = 0;
        let reached = prices.iter().find(|(_, weight)| {
            sum += u64::from(*weight);
            u128::from(all) * u128::from(percent) <= u128::from(sum) * 100
        });
        reached.or(prices.last()).map_or(0, |(price, _)| *price)
    }
}

/// The commitments of the least expected price. Plans by the slot must be billed slot by slot, terms have neither
/// tiers nor fees for use.
///
/// # Errors
/// [`Error`] as of [`solve`](super::solve), for any scenario; [`Error::Plan`] for other plans; [`Error::Scenarios`] for
/// none, one of other slots, or weights that add up to nothing.
pub fn commit(
    calendar: Calendar,
    plans: &[Plan],
    scenarios: &[Scenario],
    work_limit: u64,
) -> Result<Commitment, Error> {
    let problems = problems(calendar, plans, scenarios)?;
    let weights = scenarios.iter().map(|scenario| i64::from(scenario.weight)).sum();
    let envelope = envelope(&problems, weights)?;
    let supply = supply(&envelope, &[0], &Limits::new(&envelope));
    let (mut families, origins): (Vec<_>, Vec<_>) = supply.families.into_iter().unzip();
    families.extend(levels(&envelope, &problems, scenarios)?);
    let lanes = i64::from(envelope.peak());
    let idle = envelope.demand.iter().map(|demand| lanes - i64::from(*demand)).collect();
    let network = Network { lanes, idle, layers: supply.layers, families: families.into() };
    let mut work = work_limit;
    let flow = network::solve(network, &mut work)?;
    let orders = origins.iter().zip(&flow.families).flat_map(|(origin, flow)| {
        let bought = flow.iter().enumerate().filter(|(_, units)| **units != 0);
        bought.map(|(start, units)| ((origin.plan, start), *units))
    });
    let purchases = sums(orders.collect()).into_iter().filter_map(|((plan, start), units)| {
        let Plan::Term(term) = plans.get(plan)? else { return None };
        let (units, end) = (u32::try_from(units).ok()?, envelope.end(term.length, start));
        Some(Purchase { plan, start, end, units, price: term.order(units, end - start)?, used: 0 })
    });
    price(&problems, scenarios, purchases.collect()).ok_or(Error::Uncovered { slot: 0 })
}

/// What it comes to when commitments are the terms of the best cover of the mean demand, rounded half up:
/// `None` where they leave a scenario uncovered.
///
/// # Errors
/// As [`commit`].
pub fn plan_for_the_mean(
    calendar: Calendar,
    plans: &[Plan],
    scenarios: &[Scenario],
    work_limit: u64,
) -> Result<Option<Commitment>, Error> {
    let problems = problems(calendar, plans, scenarios)?;
    let weights: u64 = scenarios.iter().map(|scenario| u64::from(scenario.weight)).sum();
    let mean = |gpus: &dyn Fn(&Problem, usize) -> u32| -> Vec<u32> {
        let slots = problems.first().map_or(0, |problem| problem.demand.len());
        let of_slot = |slot| {
            let pairs = problems.iter().zip(scenarios);
            let sum: u64 =
                pairs.map(|(problem, scenario)| u64::from(gpus(problem, slot)) * u64::from(scenario.weight)).sum();
            u32::try_from((sum + weights / 2) / weights).unwrap_or(u32::MAX)
        };
        (0..slots).map(of_slot).collect()
    };
    let demand = mean(&|problem, slot| problem.demand[slot]);
    let interruptible = mean(&Problem::interruptible);
    let cover = super::solve(&Problem { calendar, demand, interruptible, plans: plans.to_vec() }, work_limit)?;
    let terms = cover.purchases.into_iter().filter(|purchase| matches!(plans.get(purchase.plan), Some(Plan::Term(_))));
    Ok(price(&problems, scenarios, terms.collect()))
}

/// One problem for each scenario, checked.
fn problems(calendar: Calendar, plans: &[Plan], scenarios: &[Scenario]) -> Result<Vec<Problem>, Error> {
    for (plan, kind) in plans.iter().enumerate() {
        let is_simple = match kind {
            Plan::PerSlot(per_slot) => per_slot.is_plain(),
            Plan::Term(term) => term.tiers.len() == 1 && term.used_fee() == 0,
        };
        if !is_simple {
            let what = "uncertain demand is planned for plans billed slot by slot and terms of one price";
            return Err(Error::Plan { plan, what });
        }
    }
    let slots = scenarios.first().map_or(0, |scenario| scenario.demand.len());
    let other = scenarios.iter().any(|scenario| scenario.demand.len() != slots);
    if other || scenarios.iter().all(|scenario| scenario.weight == 0) {
        return Err(Error::Scenarios);
    }
    let problem = |scenario: &Scenario| {
        let Scenario { weight: _, demand, interruptible } = scenario.clone();
        let problem = Problem { calendar, demand, interruptible, plans: plans.to_vec() };
        problem.check().map(|()| problem)
    };
    scenarios.iter().map(problem).collect()
}

/// The largest demand of each slot, and the plans at the price that all weights together pay.
fn envelope(problems: &[Problem], weights: i64) -> Result<Problem, Error> {
    let first = problems.first().ok_or(Error::Scenarios)?;
    let slots = 0..first.demand.len();
    let largest = |slot: usize| problems.iter().map(|problem| problem.demand[slot]).max().unwrap_or(0);
    let mut envelope = Problem { demand: slots.map(largest).collect(), interruptible: Vec::new(), ..first.clone() };
    let scale = |price: &mut i64| {
        *price = price.checked_mul(weights).ok_or(Error::TooLarge { what: "money" })?;
        Ok(())
    };
    for plan in &mut envelope.plans {
        match plan {
            Plan::PerSlot(plan) => scale(&mut plan.price)?,
            Plan::Term(term) => {
                scale(&mut term.per_slot_fee)?;
                term.tiers.iter_mut().try_for_each(|tier| scale(&mut tier.upfront))?;
            }
        }
    }
    // Whatever cannot be interrupted in the envelope may be in a scenario: only magnitudes matter here.
    match envelope.check() {
        Ok(()) | Err(Error::Uncovered { .. }) => Ok(envelope),
        Err(error) => Err(error),
    }
}

/// Arcs of one slot for the levels of demand, at the price that all weights together pay where a level is not
/// committed. Levels without enough pay-as-you-go have none.
fn levels(envelope: &Problem, problems: &[Problem], scenarios: &[Scenario]) -> Result<Vec<Family>, Error> {
    let slots = envelope.demand.len();
    let plains: Vec<Vec<_>> = problems.iter().map(|problem| plain(problem).collect()).collect();
    // By scenario: the prices of levels from the highest of its demand down, each with the level below the last.
    let steps = |scenario: usize, slot: usize| {
        let mut left = i64::from(problems[scenario].demand[slot]);
        plains[scenario].iter().map(move |(_, plan, capacity)| {
            left -= capacity.as_ref().map_or(left, |capacity| left.min(capacity[slot]));
            (left, plan.price)
        })
    };
    let mut families: Vec<Family> = Vec::new();
    for slot in 0..slots {
        let demands = problems.iter().map(|problem| i64::from(problem.demand[slot]));
        let edges: Vec<i64> = (0..problems.len())
            .flat_map(|scenario| steps(scenario, slot).map(|(below, _)| below))
            .chain(demands)
            .chain([0])
            .collect();
        let edges = distinct(edges);
        let mut family = 0;
        for edge in edges.windows(2) {
            let level = edge[1];
            let prices = scenarios.iter().enumerate().map(|(scenario, Scenario { weight, .. })| {
                if i64::from(problems[scenario].demand[slot]) < level {
                    return Some(0);
                }
                let (_, price) = steps(scenario, slot).find(|(below, _)| *below < level)?;
                Some(price * i64::from(*weight))
            });
            let Some(price) = prices.sum::<Option<i64>>() else { continue };
            if families.len() <= family {
                if MAX_ARCS / (slots + 1) <= families.len() + envelope.plans.len() {
                    return Err(Error::TooLarge { what: "arcs" });
                }
                let (arcs, capacity) = (vec![(slots, 0); slots + 1], vec![0; slots + 1]);
                let (arcs, capacity) = (Arcs::Each(arcs.into()), Some(capacity.into()));
                families.push(Family { from: FREE, to: FREE, arcs, capacity });
            }
            if let Family { arcs: Arcs::Each(arcs), capacity: Some(capacity), .. } = &mut families[family] {
                (arcs[slot], capacity[slot]) = ((slot + 1, price), edge[1] - edge[0]);
            }
            family += 1;
        }
    }
    Ok(families)
}

/// What commitments and the rest cost in each scenario; `None` where one is left uncovered.
fn price(problems: &[Problem], scenarios: &[Scenario], purchases: Vec<Purchase>) -> Option<Commitment> {
    let slots = problems.first()?.demand.len();
    let mut changes = vec![0_i64; slots + 1];
    for purchase in &purchases {
        changes[purchase.start] += i64::from(purchase.units);
        changes[purchase.end.min(slots)] -= i64::from(purchase.units);
    }
    let prices = problems.iter().zip(scenarios).map(|(problem, scenario)| {
        let plans: Vec<_> = plain(problem).collect();
        let (mut committed, mut price) = (0, total(&purchases));
        for (slot, demand) in problem.demand.iter().enumerate() {
            committed += changes[slot];
            let mut left = (i64::from(*demand) - committed).max(0);
            for (_, plan, capacity) in &plans {
                let served = capacity.as_ref().map_or(left, |capacity| left.min(capacity[slot]));
                price += Micros::from(served) * Micros::from(plan.price);
                left -= served;
            }
            if 0 < left {
                return None;
            }
        }
        Some((scenario.weight, price))
    });
    let prices = prices.collect::<Option<_>>()?;
    Some(Commitment { purchases, prices })
}
