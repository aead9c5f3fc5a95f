//! Runs that pay for more than their slots and are limited, by a cap or to interruptible demand.
//!
//! The limit is a row that no lane network holds, so there are relaxations: the limited plans billed slot by slot, at
//! several prices, which keeps the limits, and the same runs without limits. What the first buy can be made in truth, at
//! the price of its runs, and what the second buys where it happens to keep the limits. The dual prices of each give a
//! bound by weak duality: the demand at these prices less what the limited runs could earn at them. Of short problems both
//! are bettered (`exchange`, `ascent`). The best bound is proven; where it is not reached, the answer says so.

use alloc::vec;
use alloc::vec::Vec;

use super::branch::Branching;
use super::problem::{Micros, PerSlot, Plan, Problem, Service, index};
use super::purchase::{Purchase, total};
use super::{Cover, Error, ascent, exchange, verify};

/// In place of a limited plan's runs, a slot costs what it does in runs of so many times their least length: 0 is a run
/// of one slot, and the last one that never ends.
const LENGTHS: [u32; 7] = [0, 1, 2, 4, 8, 16, u32::MAX];

impl PerSlot {
    /// Whether runs pay for more than their slots and cannot serve all demand.
    pub(super) fn is_limited_run(&self) -> bool {
        !self.is_plain() && (self.cap.is_some() || self.service == Service::Interruptible)
    }

    /// The price of a slot in a run of `length` times the minimum or increment.
    fn slot_price(&self, length: u32) -> i64 {
        if length == u32::MAX {
            return self.price;
        }
        let slots = self.min_slots.max(self.round_slots).saturating_mul(length).max(1);
        i64::try_from(self.bill(index(slots)) / Micros::from(slots)).unwrap_or(i64::MAX / 8)
    }
}

/// The relaxations, one after the other, to be left and taken up again.
pub(super) struct Relaxing {
    /// The work limit of each.
    each: u64,
    /// The present one last.
    left: Vec<(Problem, Branching)>,
    found: Vec<Cover>,
}

/// The best cover that the relaxations lead to, with the best bound.
pub(super) fn solve(problem: &Problem, work_limit: u64) -> Result<Cover, Error> {
    let mut relaxing = Relaxing::new(problem, work_limit);
    while !relaxing.advance(u64::MAX) {}
    relaxing.finish(problem)
}

impl Relaxing {
    pub(super) fn new(problem: &Problem, work_limit: u64) -> Self {
        let each = work_limit / 8;
        let with = |change: &dyn Fn(&PerSlot) -> PerSlot| {
            let plan = |plan: &Plan| match plan {
                Plan::PerSlot(plan) if plan.is_limited_run() => Plan::PerSlot(change(plan)),
                other => other.clone(),
            };
            let relaxed = Problem { plans: problem.plans.iter().map(plan).collect(), ..problem.clone() };
            let branching = Branching::new(&relaxed, each);
            (relaxed, branching)
        };
        let mut left = vec![with(&|plan| PerSlot { cap: None, service: Service::Firm, ..*plan })];
        left.extend(LENGTHS.iter().rev().map(|length| {
            with(&|plan| {
                let price = plan.slot_price(*length);
                PerSlot { price, min_slots: 1, round_slots: 1, setup_fee: 0, ..*plan }
            })
        }));
        Self { each, left, found: Vec::new() }
    }

    /// Goes on for about `work` scanned nodes, or to the end of a relaxation; whether that was the last.
    pub(super) fn advance(&mut self, work: u64) -> bool {
        let Some((relaxed, branching)) = self.left.last_mut() else { return true };
        // What one relaxation does not find, another may.
        if branching.advance(relaxed, work) != Ok(false)
            && let Some((_, branching)) = self.left.pop()
        {
            self.found.extend(branching.finish());
        }
        self.left.is_empty()
    }

    /// The share of them that is done, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        let [left, done] = [self.left.len(), self.found.len()].map(|count| u32::try_from(count).map_or(0.0, f64::from));
        done / (left + done).max(1.0)
    }

    /// What they lead to.
    pub(super) fn finish(self, problem: &Problem) -> Result<Cover, Error> {
        let Self { each, found, .. } = self;
        let work: u64 = found.iter().map(|cover| cover.work).sum();
        let purchases = found.iter().map(|cover| billed(problem, &cover.purchases));
        let best =
            purchases.filter(|purchases| verify::can_be_made(problem, purchases)).min_by_key(|bought| total(bought));
        let purchases = best.ok_or(Error::WorkLimit)?;
        let proofs = found.into_iter().filter_map(|cover| Some((verify::bound(problem, &cover).ok()?, cover)));
        let (bound, cover) = proofs.max_by_key(|(bound, _)| *bound).ok_or(Error::WorkLimit)?;
        let (mut left, mut right) = (each / 2, each / 2);
        let purchases = exchange::cheaper(problem, purchases, bound, &mut left);
        let price = total(&purchases);
        let Cover { certificate, .. } = ascent::raised(problem, cover, price, &mut right);
        let work = work + each / 2 * 2 - left - right;
        let mut cover = Cover { price, purchases, lower_bound: 0, certificate, work };
        cover.lower_bound = verify::bound(problem, &cover).unwrap_or(bound).min(price);
        Ok(cover)
    }
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
