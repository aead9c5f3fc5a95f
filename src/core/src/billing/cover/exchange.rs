//! A cheaper cover with limited runs: they are added, left out and exchanged one by one, and what they leave of the demand
//! is covered at best by all other plans.

use alloc::vec::Vec;

use super::problem::{Micros, PerSlot, Plan, Problem, Service};
use super::purchase::{Purchase, total};
use super::{branch, verify};

/// Most slots and GPUs: each step tries a run over each interval in place of each run.
const MOST_SLOTS: usize = 64;
const MOST_GPUS: u32 = 64;

/// Purchases that cost no more, at best `bound`; `work` counts down by scanned nodes.
pub(super) fn cheaper(problem: &Problem, mut best: Vec<Purchase>, bound: Micros, work: &mut u64) -> Vec<Purchase> {
    let slots = problem.demand.len();
    if MOST_SLOTS < slots || MOST_GPUS < problem.peak() {
        return best;
    }
    let is_limited = |purchase: &&Purchase| match problem.plans.get(purchase.plan) {
        Some(Plan::PerSlot(plan)) => plan.is_limited_run(),
        _ => false,
    };
    let singles = |purchase: &Purchase| {
        let price = purchase.price / Micros::from(purchase.units.max(1));
        let single = Purchase { units: 1, price, used: 0, ..*purchase };
        core::iter::repeat_n(single, super::problem::index(purchase.units))
    };
    let mut runs: Vec<Purchase> = best.iter().filter(is_limited).flat_map(singles).collect();
    while bound < total(&best) {
        let mut is_cheaper = false;
        // Each run in turn is left out, and after them none; then any other run comes in, or none.
        for out in 0..=runs.len() {
            for run in candidates(problem).map(Some).chain([None]) {
                let mut other = runs.clone();
                if out < other.len() {
                    other.swap_remove(out);
                }
                other.extend(run);
                let Some(found) = completed(problem, &other, work) else { continue };
                if *work == 0 {
                    return best;
                }
                if total(&found) < total(&best) {
                    (best, runs, is_cheaper) = (found, other, true);
                    break;
                }
            }
        }
        if !is_cheaper {
            break;
        }
    }
    best
}

/// All limited runs of one GPU.
fn candidates(problem: &Problem) -> impl Iterator<Item = Purchase> + '_ {
    let slots = problem.demand.len();
    problem.per_slot().filter(|(_, plan)| plan.is_limited_run()).flat_map(move |(plan, run)| {
        (0..slots).flat_map(move |start| {
            let purchase = move |end| Purchase { plan, start, end, units: 1, price: run.bill(end - start), used: 0 };
            (start + 1..=slots).map(purchase)
        })
    })
}

/// These runs and the best cover of what they leave; `None` where they exceed a limit.
fn completed(problem: &Problem, runs: &[Purchase], work: &mut u64) -> Option<Vec<Purchase>> {
    let mut rest = problem.clone();
    rest.interruptible.resize(rest.demand.len(), 0);
    let mut runs = runs.to_vec();
    for run in &mut runs {
        let Some(Plan::PerSlot(PerSlot { service, .. })) = problem.plans.get(run.plan) else { return None };
        for slot in run.start..run.end {
            let (left, part) = (&mut rest.demand[slot], &mut rest.interruptible[slot]);
            let served = if *service == Service::Firm { 1.min(*left) } else { 1.min(*part) };
            run.used += u64::from(served);
            *left -= served;
            *part = if *service == Service::Firm { *part } else { *part - served }.min(*left);
        }
    }
    for plan in &mut rest.plans {
        if let Plan::PerSlot(plan) = plan
            && plan.is_limited_run()
        {
            *plan = PerSlot { cap: Some(0), min_slots: 1, round_slots: 1, setup_fee: 0, ..*plan };
        }
    }
    let cover = branch::solve(&rest, *work);
    *work = work.saturating_sub(cover.as_ref().map_or(1, |cover| cover.work));
    let mut found = cover.ok()?.purchases;
    found.extend(runs);
    verify::can_be_made(problem, &found).then_some(found)
}
