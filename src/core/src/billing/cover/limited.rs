//! Runs that pay for more than their slots and are limited, by a cap or to interruptible demand.
//!
//! The cap is a row that no lane network holds, so two relaxations bound the price: the limited plans billed slot by
//! slot, which keeps the limits, and the same runs without limits. What the first buys at several prices of a slot can
//! be made in truth, at the price of its runs, and what the second buys where it happens to keep the limits. The
//! better bound is proven; where it is not reached, the answer says so.

use alloc::vec::Vec;

use super::problem::{Micros, PerSlot, Plan, Problem, Service, index};
use super::purchase::{Purchase, total};
use super::{Cover, Error, branch, verify};

/// A price of a slot in place of a limited plan's runs.
type SlotPrice = fn(&PerSlot) -> Micros;

/// No more than any run pays for a slot; what a run of one pays; what a run that fills its minimum pays.
const SLOT_PRICES: [SlotPrice; 3] = [
    |plan| Micros::from(plan.price),
    |plan| plan.bill(1),
    |plan| {
        let slots = index(plan.min_slots.max(plan.round_slots));
        plan.bill(slots) / Micros::try_from(slots).unwrap_or(1).max(1)
    },
];

impl PerSlot {
    /// Whether runs pay for more than their slots and cannot serve all demand.
    pub(super) fn is_limited_run(&self) -> bool {
        !self.is_plain() && (self.cap.is_some() || self.service == Service::Interruptible)
    }
}

/// The best cover that the relaxations lead to, with the better bound.
pub(super) fn solve(problem: &Problem, work_limit: u64) -> Result<Cover, Error> {
    let each = work_limit / 4;
    let with = |change: &dyn Fn(&PerSlot) -> PerSlot| {
        let plan = |plan: &Plan| match plan {
            Plan::PerSlot(plan) if plan.is_limited_run() => Plan::PerSlot(change(plan)),
            other => other.clone(),
        };
        let relaxed = Problem { plans: problem.plans.iter().map(plan).collect(), ..problem.clone() };
        branch::solve(&relaxed, each)
    };
    let mut relaxed = Vec::new();
    for price in SLOT_PRICES {
        let price = |plan: &PerSlot| i64::try_from(price(plan)).unwrap_or(i64::MAX / 8);
        relaxed.push(with(&|plan| PerSlot { price: price(plan), min_slots: 1, round_slots: 1, setup_fee: 0, ..*plan }));
    }
    relaxed.push(with(&|plan| PerSlot { cap: None, service: Service::Firm, ..*plan }));
    let work = relaxed.iter().flatten().map(|cover| cover.work).sum();
    let purchases = relaxed.iter().flatten().map(|cover| billed(problem, &cover.purchases));
    let best = purchases.filter(|purchases| verify::can_be_made(problem, purchases)).min_by_key(|bought| total(bought));
    let purchases = best.ok_or(Error::WorkLimit)?;
    let price = total(&purchases);
    let proofs = relaxed.into_iter().flatten().filter_map(|cover| Some((verify::bound(problem, &cover).ok()?, cover)));
    let (bound, Cover { certificate, .. }) = proofs.max_by_key(|(bound, _)| *bound).ok_or(Error::WorkLimit)?;
    Ok(Cover { price, purchases, lower_bound: bound.min(price), certificate, work })
}

/// The same purchases with the limited runs at their price.
fn billed(problem: &Problem, purchases: &[Purchase]) -> Vec<Purchase> {
    let bill = |purchase: &Purchase| match &problem.plans[purchase.plan] {
        Plan::PerSlot(plan) if plan.is_limited_run() => {
            Purchase { price: plan.bill(purchase.end - purchase.start) * Micros::from(purchase.units), ..*purchase }
        }
        _ => *purchase,
    };
    purchases.iter().map(bill).collect()
}
