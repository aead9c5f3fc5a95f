//! Checks a cover from the problem alone: that the purchases can be made, cost what is claimed and cover the demand,
//! and that the potentials prove the bound.
//!
//! It shares with the solver the statement (calendar, price of an order, price of a run) and no network.

use alloc::vec;
use alloc::vec::Vec;

use super::problem::{Micros, PerSlot, Plan, Problem, Service, Term, index, micros};
use super::{Certificate, Cover, Proof, Purchase};
use crate::order::{Table, distinct, sort_by, sort_by_key};

/// Most ends of runs that are looked at to bound what they earn: some tenths of a second.
const MAX_STEPS: usize = 1 << 26;

/// What is wrong with a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The problem itself is refused.
    Problem,
    /// A purchase that cannot be made, or has another price.
    Purchase {
        /// Its index.
        index: usize,
    },
    /// Too few GPUs in a slot.
    Uncovered {
        /// The slot.
        slot: usize,
    },
    /// The purchases and their fees for use do not add up to the price.
    Price,
    /// The tree is no partition of all covers into boxes.
    Tree,
    /// Potentials that prove nothing: they fall, or some plan costs less than the slots that it covers.
    Potentials,
    /// The proof reaches less than the lower bound.
    Bound,
}

/// The most units of an order by plan, and the least and most of some orders by plan and start.
type Limits = (Vec<u32>, Table<(usize, usize), (u32, u32)>);

/// Checks everything; returns the lower bound that the proof reaches, at least that of the cover.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn verify(problem: &Problem, cover: &Cover) -> Result<Micros, Flaw> {
    problem.check().map_err(|_| Flaw::Problem)?;
    check_purchases(problem, cover)?;
    let bound = bound(problem, cover)?;
    if bound < cover.lower_bound || cover.price < cover.lower_bound { Err(Flaw::Bound) } else { Ok(bound) }
}

/// Whether purchases can be made and cover the demand, whatever they cost together.
pub(super) fn can_be_made(problem: &Problem, purchases: &[Purchase]) -> bool {
    let certificate = Certificate { tree: Vec::new(), potentials: Vec::new(), rights: Vec::new() };
    let price = purchases.iter().map(|purchase| purchase.price).sum();
    let cover = Cover { price, purchases: purchases.to_vec(), lower_bound: 0, certificate, work: 0 };
    check_purchases(problem, &cover).is_ok()
}

fn check_purchases(problem: &Problem, cover: &Cover) -> Result<(), Flaw> {
    let slots = problem.demand.len();
    let mut begun = vec![vec![false; slots]; problem.plans.len()];
    let mut changes = vec![vec![0_i64; slots + 1]; problem.plans.len()];
    let mut fees: Micros = 0;
    for (index, purchase) in cover.purchases.iter().enumerate() {
        let Purchase { plan, start, end, units, price, used } = *purchase;
        let flaw = Flaw::Purchase { index };
        let expected = match problem.plans.get(plan).ok_or(flaw)? {
            Plan::PerSlot(plan) if start < end && end <= slots => plan.bill(end - start) * Micros::from(units),
            Plan::Term(term) if start < slots && end == problem.end(term.length, start) => {
                let second = core::mem::replace(&mut begun[plan][start], true);
                let order = term.order(units, end - start).filter(|_| !second).ok_or(flaw)?;
                let fee = Micros::from(term.used_fee()) * Micros::from(used);
                fees += fee;
                order + fee
            }
            _ => return Err(flaw),
        };
        let covered = Purchase { end: end.min(slots), ..*purchase }.paid();
        if price != expected || covered < used || units == 0 {
            return Err(flaw);
        }
        changes[plan][start] += i64::from(units);
        changes[plan][end.min(slots)] -= i64::from(units);
    }
    for (plan, term) in problem.terms() {
        problem.starts(term).for_each(|(start, _)| begun[plan][start] = false);
        if let Some(start) = begun[plan].iter().position(|is_left| *is_left) {
            let wrong = |purchase: &Purchase| purchase.plan == plan && purchase.start == start;
            return Err(Flaw::Purchase { index: cover.purchases.iter().position(wrong).unwrap_or(0) });
        }
    }
    if cover.purchases.iter().map(|purchase| purchase.price).sum::<Micros>() != cover.price {
        return Err(Flaw::Price);
    }
    if use_fees(problem, &mut changes)? == fees { Ok(()) } else { Err(Flaw::Price) }
}

/// Whether every slot is covered, and the least fees for use; `changes` are the units of each plan from slot to slot.
fn use_fees(problem: &Problem, changes: &mut [Vec<i64>]) -> Result<Micros, Flaw> {
    let mut by_fee: Vec<usize> = (0..problem.plans.len()).collect();
    sort_by_key(&mut by_fee, |plan| problem.used_fee(*plan));
    let mut units = vec![0_i64; problem.plans.len()];
    let mut fees: Micros = 0;
    for (slot, demand) in problem.demand.iter().enumerate() {
        units.iter_mut().zip(changes.iter()).for_each(|(units, change)| *units += change[slot]);
        let (mut spot, mut left) = (i64::from(problem.interruptible(slot)), i64::from(*demand));
        for (plan, per_slot) in problem.per_slot() {
            if per_slot.cap.is_some_and(|cap| i64::from(cap) < units[plan]) {
                return Err(Flaw::Uncovered { slot });
            }
            if per_slot.service == Service::Interruptible {
                let served = units[plan].min(spot);
                (spot, left) = (spot - served, left - served);
            }
        }
        let firm = |plan: &usize| match &problem.plans[*plan] {
            Plan::PerSlot(per_slot) => per_slot.service == Service::Firm,
            Plan::Term(_) => true,
        };
        for plan in by_fee.iter().filter(|plan| problem.used_fee(**plan) == 0 && firm(plan)) {
            left -= units[*plan];
        }
        for plan in by_fee.iter().filter(|plan| problem.used_fee(**plan) != 0) {
            let served = units[*plan].min(left.max(0));
            fees += micros(problem.used_fee(*plan)) * micros(served);
            left -= served;
        }
        if 0 < left {
            return Err(Flaw::Uncovered { slot });
        }
    }
    Ok(fees)
}

/// The least bound of all boxes. Every box of the tree is visited once.
pub(super) fn bound(problem: &Problem, cover: &Cover) -> Result<Micros, Flaw> {
    let certificate = &cover.certificate;
    let mut least = Micros::MAX;
    let mut open = vec![(0, (problem.term_limits(), Table::new()))];
    let mut visited = 0;
    while let Some((node, limits)) = open.pop() {
        visited += 1;
        let proof = certificate.tree.get(node).filter(|_| visited <= certificate.tree.len()).ok_or(Flaw::Tree)?;
        match *proof {
            Proof::Bound(potentials) => {
                let potentials = certificate.potentials.get(potentials).ok_or(Flaw::Tree)?;
                let bound = box_bound(problem, &limits, potentials, &certificate.rights);
                least = least.min(bound.ok_or(Flaw::Potentials)?);
            }
            Proof::Uncovered { slot } => {
                if !is_uncovered(problem, &limits, slot) {
                    return Err(Flaw::Tree);
                }
            }
            Proof::Split { plan, start, most: at, below, above } => {
                if problem.terms().all(|(term, _)| term != plan) {
                    return Err(Flaw::Tree);
                }
                let (least, most) = range(&limits, plan, start);
                if at < least || most <= at {
                    return Err(Flaw::Tree);
                }
                for (node, range) in [(below, (least, at)), (above, (at + 1, most))] {
                    let mut limits = limits.clone();
                    limits.1.insert((plan, start), range);
                    open.push((node, limits));
                }
            }
        }
    }
    Ok(problem.round_up(least))
}

/// The least and most units of an order in a box.
fn range(limits: &Limits, plan: usize, start: usize) -> (u32, u32) {
    limits.1.get(&(plan, start)).unwrap_or((0, limits.0[plan]))
}

/// Whether a box has too few GPUs in a slot.
fn is_uncovered(problem: &Problem, limits: &Limits, slot: usize) -> bool {
    let Some(demand) = problem.demand.get(slot) else { return false };
    let terms = problem.terms().flat_map(|(plan, term)| {
        let covering = problem.starts(term).filter(|(start, end)| *start <= slot && slot < *end);
        covering.map(move |(start, _)| u64::from(range(limits, plan, start).1))
    });
    let cap = |service| {
        let plans = problem.per_slot().filter(move |(_, plan)| plan.service == service);
        plans.map(|(_, plan)| u64::from(plan.cap.unwrap_or(u32::MAX))).sum::<u64>()
    };
    let spot = cap(Service::Interruptible).min(u64::from(problem.interruptible(slot)));
    terms.sum::<u64>() + cap(Service::Firm) + spot < u64::from(*demand)
}

/// The dual value of potentials in a box (weak duality): the demand at its dual prices, less what capacity that is
/// cheaper than its slots could earn. `None` where that is without limit.
fn box_bound(problem: &Problem, limits: &Limits, potentials: &[Vec<i64>], rights: &[i64]) -> Option<Micros> {
    let slots = problem.demand.len();
    let fees: Vec<i64> = distinct(problem.terms().map(|(_, term)| term.used_fee()).chain([0]).collect());
    if potentials.len() != fees.len() || potentials.iter().any(|band| band.len() != slots + 1 || !band.is_sorted()) {
        return None;
    }
    let mut sum = vec![0; slots + 1];
    for potentials in potentials {
        sum.iter_mut().zip(potentials).for_each(|(sum, potential)| *sum += micros(*potential));
    }
    let is_priced = !rights.is_empty();
    if is_priced && (fees.len() != 1 || rights.len() != slots + 1 || !rights.is_sorted()) {
        return None;
    }
    // Runs that cost less than their slots must at least be limited. Their profit is what it is slot by slot, and what
    // so many lanes of runs make: either bounds it.
    let all = problem.per_slot().map(|(_, plan)| plan);
    let all = all.filter(|plan| !is_priced || plan.service == Service::Firm);
    let (plain, runs): (Vec<&PerSlot>, Vec<&PerSlot>) =
        all.filter(|plan| plan.is_plain() || !runs_cost_enough(plan, &sum)).partition(|plan| plan.is_plain());
    let served = |plans: &[&PerSlot]| -> Option<Micros> {
        let mut bound = 0;
        for (band, potentials) in potentials.iter().enumerate() {
            for slot in 0..slots {
                let price = micros(potentials[slot + 1]) - micros(potentials[slot]);
                bound += slot_bound(problem, plans, slot, price, fees[band], fees.get(band + 1).copied())?;
            }
        }
        Some(bound)
    };
    let mut bound = served(&[plain.as_slice(), &runs].concat())?;
    let profit = runs.iter().map(|plan| lanes_profit(problem, plan, &sum)).sum::<Option<Micros>>();
    if let Some(profit) = profit.filter(|_| !runs.is_empty()) {
        bound = bound.max(served(&plain)? - profit);
    }
    if is_priced {
        bound -= rights_profit(problem, &sum, rights);
    }
    // From the last band down: what covers in a band covers in all above it.
    let mut sum = vec![0; slots + 1];
    for (band, potentials) in potentials.iter().enumerate().rev() {
        sum.iter_mut().zip(potentials).for_each(|(sum, potential)| *sum += micros(*potential));
        for (plan, term) in problem.terms().filter(|(_, term)| term.used_fee() == fees[band]) {
            for (start, end) in problem.starts(term) {
                let range = range(limits, plan, start);
                bound += order_bound(term, end - start, range, sum[end.min(slots)] - sum[start])?;
            }
        }
    }
    Some(bound)
}

/// The dual value of one slot at a dual price within the band of prices from `low` to `high`, less what the plans by
/// the slot could earn. A slot of a run costs at least its price, so a run earns no more than its slots.
fn slot_bound(
    problem: &Problem,
    plans: &[&PerSlot],
    slot: usize,
    price: Micros,
    low: i64,
    high: Option<i64>,
) -> Option<Micros> {
    if high.is_some_and(|high| micros(high) - micros(low) < price) {
        return None;
    }
    let mut bound = price * Micros::from(problem.demand[slot]);
    let mut spot: Vec<(Micros, u32)> = Vec::new();
    for plan in plans {
        let within = micros(plan.price).min(high.map_or(Micros::MAX, micros)).max(micros(low)) - micros(low);
        let profit = (price - within).max(0);
        match (plan.service, plan.cap) {
            (_, _) if profit == 0 => {}
            (Service::Firm, None) => return None,
            (Service::Firm, Some(cap)) => bound -= profit * Micros::from(cap),
            (Service::Interruptible, cap) => spot.push((profit, cap.unwrap_or(u32::MAX))),
        }
    }
    sort_by(&mut spot, |a, b| b.cmp(a));
    let mut left = problem.interruptible(slot);
    for (profit, cap) in spot {
        bound -= profit * Micros::from(cap.min(left));
        left -= cap.min(left);
    }
    Some(bound)
}

/// The most that the rights to serve with what may be taken away cost, and its plans earn at dual prices less those
/// rights: each for itself, as none lacks a right that it pays for.
fn rights_profit(problem: &Problem, potentials: &[Micros], rights: &[i64]) -> Micros {
    let slots = 0..problem.demand.len();
    let right = |slot: usize| micros(rights[slot + 1]) - micros(rights[slot]);
    let all: Micros = slots.clone().map(|slot| right(slot) * Micros::from(problem.interruptible(slot))).sum();
    let values: Vec<Micros> =
        slots.map(|slot| (potentials[slot + 1] - potentials[slot] - right(slot)).max(0)).collect();
    let mut sums = vec![0];
    sums.extend(values.iter().scan(0, |sum, value| {
        *sum += value;
        Some(*sum)
    }));
    let profits = problem.per_slot().filter(|(_, plan)| plan.service == Service::Interruptible).map(|(_, plan)| {
        let by_slot = values.iter().enumerate().map(|(slot, value)| {
            let most = problem.interruptible(slot).min(plan.cap.unwrap_or(u32::MAX));
            (value - micros(plan.price)).max(0) * Micros::from(most)
        });
        let by_slot: Micros = by_slot.sum();
        if by_slot == 0 || plan.is_plain() {
            by_slot
        } else if runs_cost_enough(plan, &sums) {
            0
        } else {
            by_slot.min(lanes_profit(problem, plan, &sums).unwrap_or(by_slot))
        }
    });
    all + profits.sum::<Micros>()
}

/// The least of price less dual value over the allowed sizes of one order. Between bends the price is concave.
fn order_bound(term: &Term, slots: usize, (least, most): (u32, u32), value: Micros) -> Option<Micros> {
    let sizes = term.bends(most).filter(|bend| least < *bend).chain([least]);
    let profits = sizes.map(|units| Some(term.order(units, slots)? - value * Micros::from(units)));
    profits.collect::<Option<Vec<_>>>()?.into_iter().min()
}

/// Whether no run costs less than the slots that it covers, the cheapest run that still runs kept for each border.
fn runs_cost_enough(plan: &PerSlot, potentials: &[Micros]) -> bool {
    let slots = potentials.len() - 1;
    let increment = index(plan.round_slots);
    let minimum = index(plan.min_slots.max(1));
    let (whole, begin) = (minimum / increment * increment, minimum.next_multiple_of(increment));
    let more = plan.bill(begin + increment) - plan.bill(begin);
    let mut running = vec![Micros::MIN; slots + 1];
    (0..=slots).all(|border| {
        let here = potentials[border];
        let later = (border + begin).min(slots);
        if border < slots {
            running[later] = running[later].max(-here - plan.bill(begin));
        }
        let short = here + plan.bill(whole.max(1)) < potentials[(border + whole).min(slots)];
        if running[border] == Micros::MIN {
            return !short;
        }
        let next = (border + increment).min(slots);
        let ends = here + running[border] <= 0;
        running[next] = running[next].max(running[border] - more);
        ends && !short
    })
}

/// The most that all runs of a limited plan earn at dual prices: at most one run in each lane at a time, and as many
/// lanes as the limit has. `None` where there is no limit, and where it takes too long to tell.
fn lanes_profit(problem: &Problem, plan: &PerSlot, potentials: &[Micros]) -> Option<Micros> {
    let slots = problem.demand.len();
    let serves = |slot: usize| plan.service == Service::Firm || 0 < problem.interruptible(slot);
    let parts = (0..slots).map(|slot| problem.interruptible(slot)).max().unwrap_or(0);
    let lanes = match (plan.service, plan.cap) {
        (Service::Firm, cap) => cap?,
        (Service::Interruptible, cap) => cap.map_or(parts, |cap| cap.min(parts)),
    };
    let mut worth = vec![0; slots + 1];
    for slot in 0..slots {
        worth[slot + 1] = worth[slot] + if serves(slot) { potentials[slot + 1] - potentials[slot] } else { 0 };
    }
    let increment = index(plan.round_slots);
    let begin = index(plan.min_slots.max(1)).next_multiple_of(increment);
    if MAX_STEPS / (slots + 1) < (begin + increment).min(slots) {
        return None;
    }
    let more = plan.bill(begin + increment) - plan.bill(begin);
    // The best up to each border, where the lane is free, and where a run has been paid for up to there.
    let (mut free, mut running) = (vec![0; slots + 1], vec![Micros::MIN; slots + 1]);
    for border in 0..slots {
        let here = free[border].max(running[border]);
        free[border] = here;
        free[border + 1] = free[border + 1].max(here);
        let begun = here - worth[border];
        for end in border + 1..=slots.min(border + begin) {
            free[end] = free[end].max(begun + worth[end] - plan.bill(end - border));
        }
        if border + begin <= slots {
            let paid = begun + worth[border + begin] - plan.bill(begin);
            running[border + begin] = running[border + begin].max(paid);
        }
        if running[border] != Micros::MIN {
            let extended = running[border] - worth[border] - more;
            for end in border + 1..=slots.min(border + increment) {
                free[end] = free[end].max(extended + worth[end]);
            }
            if border + increment <= slots {
                let paid = extended + worth[border + increment];
                running[border + increment] = running[border + increment].max(paid);
            }
        }
    }
    Some(free[slots] * Micros::from(lanes))
}
