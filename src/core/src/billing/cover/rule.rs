//! Simple rules that calculators and people use, to compare with: what they cost, never less than the optimum.
//!
//! They heed neither stock nor caps that several levels of demand share.

use alloc::vec::Vec;

use super::problem::{Micros, Plan, Problem, Service, count};
use super::{Error, solve};
use crate::order::distinct;

/// No term and nothing that may be taken away.
///
/// # Errors
/// As [`solve`].
pub fn on_demand(problem: &Problem, work_limit: u64) -> Result<Micros, Error> {
    let is_firm = |plan: &&Plan| matches!(plan, Plan::PerSlot(plan) if plan.service == Service::Firm);
    let plans = problem.plans.iter().filter(is_firm).cloned().collect();
    solve(&Problem { plans, ..problem.clone() }, work_limit).map(|cover| cover.price)
}

/// The first GPU, the second and so on each for itself, at its own optimum.
///
/// # Errors
/// As [`solve`].
pub fn level_by_level(problem: &Problem, work_limit: u64) -> Result<Micros, Error> {
    problem.check()?;
    let prices =
        levels(problem).into_iter().map(|(gpus, level)| Ok(Micros::from(gpus) * solve(&level, work_limit)?.price));
    prices.sum()
}

/// Each GPU on the one plan that is the cheapest for the whole time: on demand while it is needed, or one term
/// after the other from the first slot to the last. What percentile and break-even rules amount to; they know no spot.
///
/// # Errors
/// As [`solve`].
pub fn one_plan_each(problem: &Problem, work_limit: u64) -> Result<Micros, Error> {
    problem.check()?;
    let slots = problem.demand.len();
    let prices = levels(problem).into_iter().map(|(gpus, level)| {
        let terms = problem.terms().map(|(_, term)| {
            let (mut at, mut price) = (0, 0);
            while at < slots {
                let end = problem.end(term.length, at).max(at + 1);
                price += term.order(1, end - at).unwrap_or(Micros::MAX / count(slots) / 2);
                at = end;
            }
            price + Micros::from(term.used_fee()) * level.demand.iter().copied().map(Micros::from).sum::<Micros>()
        });
        let by_slot = on_demand(&level, work_limit)?;
        Ok(Micros::from(gpus) * terms.fold(by_slot, Micros::min))
    });
    prices.sum()
}

/// The levels of demand, with how many GPUs have the same.
fn levels(problem: &Problem) -> Vec<(u32, Problem)> {
    let firm = |slot: usize| problem.demand[slot] - problem.interruptible(slot);
    let slots = 0..problem.demand.len();
    let edges = distinct(slots.clone().flat_map(|slot| [problem.demand[slot], firm(slot)]).chain([0]).collect());
    let level = |edge: &[u32]| {
        let at = |threshold: &dyn Fn(usize) -> u32| {
            slots.clone().map(|slot| u32::from(edge[1] <= threshold(slot))).collect()
        };
        let demand: Vec<u32> = at(&|slot| problem.demand[slot]);
        let held: Vec<u32> = at(&firm);
        let interruptible = demand.iter().zip(&held).map(|(all, firm)| all - firm).collect();
        (edge[1] - edge[0], Problem { demand, interruptible, ..problem.clone() })
    };
    edges.windows(2).map(level).collect()
}
