//! From flows to what is bought, what each purchase serves, and one timeline for each GPU.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::problem::{Micros, Plan, Problem};
use super::supply::{Origin, Part, bands, plain};
use crate::billing::Refund;
use crate::money::Money;
use crate::order::{sort_by_key, sorted, sums};
use crate::units::Seconds;

/// One order of a term, or runs of a plan by the slot that begin and end together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The index of the plan.
    pub plan: usize,
    /// The first slot.
    pub start: usize,
    /// The slot after the last one; that of a term may lie beyond the demand.
    pub end: usize,
    /// GPUs.
    pub units: u32,
    /// What all of it costs, with the fees for use.
    pub price: Micros,
    /// GPU-slots in which it serves demand.
    pub used: u64,
}

/// GPUs with the same timeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// How many.
    pub gpus: u32,
    /// What pays for them in order of time, by index of the purchase. Between two of them they idle.
    pub purchases: Vec<usize>,
}

impl Purchase {
    /// GPU-slots from start to end.
    #[must_use]
    pub fn paid(&self) -> u64 {
        u64::try_from(self.end.saturating_sub(self.start)).unwrap_or(u64::MAX).saturating_mul(u64::from(self.units))
    }

    /// The part of the price that pays for GPU-slots without use, pro rata, rounded down. Fees for use are in no
    /// such part.
    #[must_use]
    pub fn unused_money(&self, problem: &Problem) -> Micros {
        let fees = Micros::from(problem.used_fee(self.plan)) * Micros::from(self.used);
        let (paid, idle) = (self.paid().max(1), self.paid().saturating_sub(self.used));
        let (money, paid, idle) = (self.price.saturating_sub(fees), Micros::from(paid), Micros::from(idle));
        money.checked_mul(idle).map_or(money / paid * idle, |product| product / paid)
    }

    /// What is paid of it where everything ends before `slot`: nothing of what would begin then, runs up to there, and
    /// of terms what the refund leaves. Fees for use are counted to the end, so with them it is an upper bound.
    /// `None` beyond the range of money and for a purchase that is not of the problem.
    #[must_use]
    pub fn ended(&self, problem: &Problem, slot: usize, refund: Refund) -> Option<Money> {
        if slot <= self.start {
            return Some(Money::ZERO);
        }
        let price = Money::from_micros(self.price)?;
        match problem.plans.get(self.plan)? {
            Plan::PerSlot(plan) => {
                let slots = slot.min(self.end).checked_sub(self.start)?;
                Money::from_micros(plan.bill(slots).checked_mul(Micros::from(self.units))?)
            }
            Plan::Term(_) => {
                let slots = |slots: usize| u64::try_from(slots).ok().map(Seconds);
                Some(refund.charge(price, slots(self.end.checked_sub(self.start)?)?, slots(slot - self.start)?))
            }
        }
    }
}

/// What flows on the arcs of a supply buy, and how demand is served with it, the cheapest first;
/// `None` where it does not suffice.
pub(super) fn purchases(problem: &Problem, origins: &[Origin], flows: &[Vec<i64>]) -> Option<Vec<Purchase>> {
    let mut bought = Vec::new();
    for (plan, kind) in problem.plans.iter().enumerate() {
        let parts = || origins.iter().zip(flows).filter(|(origin, _)| origin.plan == plan);
        match kind {
            Plan::Term(term) => {
                let mut orders = vec![0; problem.demand.len() + 1];
                for (_, flow) in parts() {
                    orders.iter_mut().zip(flow).for_each(|(units, more)| *units += *more);
                }
                for (start, units) in orders.into_iter().enumerate().filter(|(_, units)| *units != 0) {
                    let (units, end) = (u32::try_from(units).ok()?, problem.end(term.length, start));
                    let price = term.order(units, end - start)?;
                    bought.push(Purchase { plan, start, end, units, price, used: 0 });
                }
            }
            Plan::PerSlot(per_slot) if !per_slot.is_plain() => {
                let parts: Vec<_> = parts().map(|(origin, flow)| (origin.part, flow.as_slice())).collect();
                add_runs(&mut bought, problem, plan, &parts);
            }
            Plan::PerSlot(_) => {}
        }
    }
    serve(problem, &bought)
}

/// Puts increments together to runs; the run that began first goes on.
fn add_runs(bought: &mut Vec<Purchase>, problem: &Problem, plan: usize, parts: &[(Part, &[i64])]) {
    let (slots, Plan::PerSlot(per_slot)) = (problem.demand.len(), &problem.plans[plan]) else { return };
    let mut runs: Vec<((usize, usize), i64)> = Vec::new();
    let mut paid_until: Vec<Vec<(usize, i64)>> = vec![Vec::new(); slots + 1];
    for slot in 0..=slots {
        let mut running = sorted(core::mem::take(&mut paid_until[slot]));
        for (part, flow) in parts {
            let mut units = flow.get(slot).copied().unwrap_or(0);
            match *part {
                Part::Begin(span) if 0 < units => {
                    paid_until[(slot + span).min(slots)].push((slot, units));
                }
                Part::Whole(span) if 0 < units => runs.push(((slot, (slot + span).min(slots)), units)),
                Part::Extend(span) if 0 < units => {
                    let later = &mut paid_until[(slot + span).min(slots)];
                    for (start, left) in &mut running {
                        let taken = units.min(*left);
                        (units, *left) = (units - taken, *left - taken);
                        later.push((*start, taken));
                    }
                    later.push((slot, units));
                    later.retain(|(_, units)| 0 < *units);
                }
                _ => {}
            }
        }
        runs.extend(running.into_iter().filter(|(_, units)| 0 < *units).map(|(start, units)| ((start, slot), units)));
    }
    bought.extend(sums(runs).into_iter().filter(|((start, end), _)| start < end).map(|((start, end), units)| {
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        let price = per_slot.bill(end - start) * Micros::from(units);
        Purchase { plan, start, end, units, price, used: 0 }
    }));
}

/// The purchases of one fee for use that cover the slot in hand.
#[derive(Default)]
struct Active {
    /// By index, from the earliest start.
    purchases: Vec<usize>,
    units: i64,
    /// The first slot that one of them does not cover.
    until: usize,
}

/// Serves the demand of each slot from the cheapest capacity up: what is paid for, then by fees for use and prices
/// by the slot. Adds plans by the slot where they are needed, and the fees.
fn serve(problem: &Problem, bought: &[Purchase]) -> Option<Vec<Purchase>> {
    let slots = problem.demand.len();
    let bands = bands(problem);
    let order =
        bought.iter().enumerate().map(|(index, Purchase { start, end, plan, .. })| (*start, *end, *plan, index));
    let mut bought: Vec<Purchase> = sorted(order.collect()).into_iter().map(|(.., index)| bought[index]).collect();
    for purchase in &mut bought {
        purchase.used = Purchase { end: purchase.end.min(slots), ..*purchase }.paid();
    }
    let plain: Vec<_> = plain(problem).collect();
    // From the cheapest: a band by its index, or a plan by the slot by its index in `plain`.
    let mut order: Vec<(i64, bool, usize)> = bands.iter().enumerate().map(|(band, fee)| (*fee, false, band)).collect();
    order.extend(plain.iter().enumerate().map(|(index, (_, plan, _))| (plan.price, true, index)));
    sort_by_key(&mut order, |first| *first);
    let mut active: Vec<Active> = bands.iter().map(|_| Active::default()).collect();
    let mut used: Vec<Vec<i64>> = vec![vec![0; slots]; plain.len()];
    let mut begun = 0;
    for (slot, demand) in problem.demand.iter().enumerate() {
        for active in active.iter_mut().filter(|active| active.until <= slot) {
            active.purchases.retain(|purchase| slot < bought[*purchase].end);
            active.count(&bought);
        }
        while let Some(purchase) = bought.get(begun).filter(|purchase| purchase.start == slot) {
            let active = &mut active[bands.binary_search(&problem.used_fee(purchase.plan)).ok()?];
            active.purchases.push(begun);
            active.count(&bought);
            begun += 1;
        }
        let mut left = i64::from(*demand);
        for (_, is_plain, index) in &order {
            if *is_plain {
                let capacity = plain[*index].2.as_ref().map_or(i64::MAX, |capacity| capacity[slot]);
                used[*index][slot] = left.min(capacity);
                left -= used[*index][slot];
            } else {
                left -= active[*index].serve(left, &mut bought);
            }
        }
        if 0 < left {
            return None;
        }
    }
    for purchase in &mut bought {
        purchase.price += Micros::from(problem.used_fee(purchase.plan)) * Micros::from(purchase.used);
    }
    for ((plan, ..), used) in plain.iter().zip(&used) {
        let first = bought.len();
        add_runs(&mut bought, problem, *plan, &[(Part::Extend(1), used)]);
        bought[first..].iter_mut().for_each(|purchase| purchase.used = purchase.paid());
    }
    Some(bought)
}

impl Active {
    fn count(&mut self, bought: &[Purchase]) {
        self.units = self.purchases.iter().map(|purchase| i64::from(bought[*purchase].units)).sum();
        self.until = self.purchases.iter().map(|purchase| bought[*purchase].end).min().unwrap_or(usize::MAX);
    }

    /// Serves up to `demand` GPUs of a slot; where that is not all, the latest purchases idle.
    fn serve(&self, demand: i64, bought: &mut [Purchase]) -> i64 {
        let mut idle = (self.units - demand).max(0);
        for purchase in self.purchases.iter().rev() {
            if idle == 0 {
                break;
            }
            let purchase = &mut bought[*purchase];
            let units = idle.min(i64::from(purchase.units));
            purchase.used -= units.unsigned_abs();
            idle -= units;
        }
        self.units.min(demand)
    }
}

/// What purchases cost together.
pub(super) fn total(purchases: &[Purchase]) -> Micros {
    purchases.iter().map(|purchase| purchase.price).sum()
}

/// One timeline for each GPU of the peak, the busiest first. A purchase goes to a GPU that is free, and where none
/// is, to the one that is free the soonest: all others stay busy at least as long, so nothing is lost.
#[must_use]
pub fn lanes(problem: &Problem, purchases: &[Purchase]) -> Vec<Lane> {
    let order = purchases.iter().enumerate().map(|(index, purchase)| (purchase.start, Reverse(purchase.end), index));
    let mut lanes = vec![Lane { gpus: problem.peak(), purchases: Vec::new() }];
    let mut free = BinaryHeap::from([Reverse(0)]);
    let mut busy: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
    for (.., index) in sorted(order.collect()) {
        let Purchase { start, end, mut units, .. } = purchases[index];
        while let Some(Reverse((_, lane))) = busy.peek().copied().filter(|Reverse((until, _))| *until <= start) {
            busy.pop();
            free.push(Reverse(lane));
        }
        let mut taken = Vec::new();
        while 0 < units {
            let from_free = free.pop().map(|Reverse(lane)| (start, lane));
            let Some((until, lane)) = from_free.or_else(|| busy.pop().map(|Reverse(lane)| lane)) else { break };
            if units < lanes[lane].gpus {
                let rest = Lane { gpus: lanes[lane].gpus - units, purchases: lanes[lane].purchases.clone() };
                lanes[lane].gpus = units;
                taken.push((until, lanes.len()));
                lanes.push(rest);
            }
            units -= lanes[lane].gpus;
            lanes[lane].purchases.push(index);
            taken.push((until.max(end), lane));
        }
        busy.extend(taken.into_iter().map(Reverse));
    }
    let paid = |index: &usize| purchases[*index].paid() / u64::from(purchases[*index].units.max(1));
    let busiest = lanes.iter().enumerate().map(|(index, lane)| {
        let busy: u64 = lane.purchases.iter().map(paid).sum();
        (Reverse(busy), index)
    });
    sorted(busiest.collect()).into_iter().map(|(_, index)| core::mem::take(&mut lanes[index])).collect()
}
