//! From the statement to lane networks: one for each band of fees for use.
//!
//! Let 0 = h₀ < h₁ < … be the fees that terms ask for a slot of use. Serving a demand d from the cheapest capacity
//! up costs Σₖ ∫ (d − capacity at a price ≤ p)⁺ dp over the bands [hₖ, hₖ₊₁), so it is a sum of covering problems:
//! in band k what asks at most hₖ for use covers, and the plans by the slot ask for the part of their price that
//! lies in the band. Without fees for use there is one band and one network, and the sum is exact. Where an arc
//! covers in several bands, its price is shared among them: any shares give a lower bound (Lagrangian
//! decomposition; Guignard and Kim 1987).

use alloc::vec;
use alloc::vec::Vec;

use super::network::{Arcs, FREE, Family, Network};
use super::problem::{Length, Micros, PerSlot, Plan, Problem, Service, Start, Term, index};
use crate::order::{Table, distinct, sort_by_key};

/// How many units of each order are allowed.
#[derive(Clone)]
pub(super) struct Limits {
    /// By plan, the most units.
    most: Vec<u32>,
    /// The least and the most units of some orders, by plan and start.
    narrowed: Table<(usize, usize), (u32, u32)>,
}

impl Limits {
    /// Those of the terms.
    pub(super) fn new(problem: &Problem) -> Self {
        Self { most: problem.term_limits(), narrowed: Table::new() }
    }

    /// The least and the most units of an order.
    pub(super) fn range(&self, plan: usize, start: usize) -> (u32, u32) {
        self.narrowed.get(&(plan, start)).unwrap_or((0, self.most[plan]))
    }

    /// With another least and most of one order.
    pub(super) fn narrow(&self, plan: usize, start: usize, range: (u32, u32)) -> Self {
        let mut narrower = self.clone();
        narrower.narrowed.insert((plan, start), range);
        narrower
    }

    /// The orders that have to be paid for, and how many units of each.
    pub(super) fn prepaid(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.narrowed.iter().map(|((plan, start), (least, _))| (*plan, *start, *least))
    }
}

/// What can be bought: arcs that cover.
pub(super) struct Supply {
    /// The arcs and what they stand for.
    pub(super) families: Vec<(Family, Origin)>,
    /// Layers of nodes.
    pub(super) layers: usize,
}

/// What a family of arcs stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The plan.
    pub(super) plan: usize,
    /// The lowest band in which it covers.
    pub(super) band: usize,
    /// Its part in the plan.
    pub(super) part: Part,
}

/// The part of a family in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Units of a term.
    Units,
    /// Units of a term that are paid for, whether used or not.
    Prepaid,
    /// The beginning of a run of so many slots that goes on.
    Begin(usize),
    /// A run of so many slots that ends.
    Whole(usize),
    /// The next increment of a run.
    Extend(usize),
    /// The end of a run.
    Stop,
}

/// The lower ends of the bands: 0 and every fee for use above it.
pub(super) fn bands(problem: &Problem) -> Vec<i64> {
    let mut bands = vec![0];
    bands.extend(problem.terms().map(|(_, term)| term.used_fee()));
    distinct(bands)
}

/// The slope of the steepest line through the price of `least` units that lies below the price of any order up to
/// `most`, rounded down.
pub(super) fn slope(term: &Term, slots: usize, least: u32, most: u32) -> i64 {
    let base = term.order(least, slots).unwrap_or(0);
    let slopes = term.bends(most).filter(|bend| least < *bend).filter_map(|bend| {
        let price = term.order(bend, slots)?;
        Some((price - base).div_euclid(Micros::from(bend - least)))
    });
    slopes.min().and_then(|slope| i64::try_from(slope).ok()).unwrap_or(i64::MAX / 8)
}

/// All arcs that cover, at their full price.
pub(super) fn supply(problem: &Problem, bands: &[i64], limits: &Limits) -> Supply {
    let mut supply = Supply { families: Vec::new(), layers: 1 };
    for (plan, kind) in problem.plans.iter().enumerate() {
        match kind {
            Plan::PerSlot(per_slot) if !per_slot.is_plain() => supply.add_runs(plan, per_slot),
            Plan::PerSlot(_) => {}
            Plan::Term(term) => supply.add_term(problem, bands, limits, plan, term),
        }
    }
    supply
}

impl Supply {
    fn add(&mut self, origin: Origin, ends: (usize, usize), arcs: Arcs, capacity: Option<Vec<i64>>) {
        let capacity = capacity.map(Vec::into_boxed_slice);
        self.families.push((Family { from: ends.0, to: ends.1, arcs, capacity }, origin));
    }

    /// Runs pay for `begin` slots at first, and then for whole increments. What a run pays for may as well be used,
    /// so it covers whole increments, or what the minimum pays for and no more.
    fn add_runs(&mut self, plan: usize, per_slot: &PerSlot) {
        let increment = index(per_slot.round_slots);
        let add = |supply: &mut Self, part, ends, span, price: Micros| {
            let price = i64::try_from(price).unwrap_or(i64::MAX / 8);
            supply.add(Origin { plan, band: 0, part }, ends, Arcs::Same { span, price }, None);
        };
        if per_slot.is_blocks() {
            return add(self, Part::Extend(increment), (FREE, FREE), increment, per_slot.bill(increment));
        }
        let running = self.layers;
        self.layers += 1;
        let minimum = index(per_slot.min_slots.max(1));
        let whole = minimum / increment * increment;
        if 0 < whole && whole < minimum {
            add(self, Part::Whole(whole), (FREE, FREE), whole, per_slot.bill(whole));
        }
        let begin = minimum.next_multiple_of(increment);
        add(self, Part::Begin(begin), (FREE, running), begin, per_slot.bill(begin));
        let more = per_slot.bill(begin + increment) - per_slot.bill(begin);
        add(self, Part::Extend(increment), (running, running), increment, more);
        add(self, Part::Stop, (running, FREE), 0, 0);
    }

    fn add_term(&mut self, problem: &Problem, bands: &[i64], limits: &Limits, plan: usize, term: &Term) {
        let slots = problem.demand.len();
        let band = bands.iter().position(|band| *band == term.used_fee()).unwrap_or(0);
        let most = limits.most[plan];
        let origin = |part| Origin { plan, band, part };
        let limited = limits.narrowed.iter().any(|((narrowed, _), _)| *narrowed == plan);
        if let (Start::Any, Length::Slots(length), false) = (&term.start, term.length, limited)
            && most == problem.peak()
        {
            let span = index(length).min(slots);
            let arcs = Arcs::Same { span, price: slope(term, index(length), 0, most) };
            return self.add(origin(Part::Units), (FREE, FREE), arcs, None);
        }
        let (mut arcs, mut capacity) = (vec![(slots, 0); slots + 1], vec![0; slots + 1]);
        let mut prepaid = limited.then(|| (arcs.clone(), capacity.clone()));
        // Neighbours mostly are equally long and have the same limits.
        let mut last = None;
        for (start, end) in problem.starts(term) {
            let (least, most) = limits.range(plan, start);
            let order = (end - start, least, most);
            let price = match last {
                Some((same, price)) if same == order => price,
                _ => slope(term, end - start, least, most),
            };
            last = Some((order, price));
            arcs[start] = (end.min(slots), price);
            capacity[start] = i64::from(most - least);
            if let Some((arcs, capacity)) = &mut prepaid {
                arcs[start] = (end.min(slots), 0);
                capacity[start] = i64::from(least);
            }
        }
        self.add(origin(Part::Units), (FREE, FREE), Arcs::Each(arcs.into()), Some(capacity));
        if let Some((arcs, capacity)) = prepaid {
            self.add(origin(Part::Prepaid), (FREE, FREE), Arcs::Each(arcs.into()), Some(capacity));
        }
    }
}

/// The network of a band: what covers in it, and after that the part of the plans by the slot that lies in the band.
/// Below the last band, whatever is left over costs the whole band: it is served in those above.
pub(super) fn network(
    problem: &Problem,
    bands: &[i64],
    band: usize,
    mut families: Vec<Family>,
    layers: usize,
) -> Network {
    let lanes = i64::from(problem.peak());
    let idle = problem.demand.iter().map(|demand| lanes - i64::from(*demand)).collect();
    let (low, high) = (bands[band], bands.get(band + 1));
    let mut arcs: Vec<(i64, Option<Vec<i64>>)> = high.map(|high| (*high - low, None)).into_iter().collect();
    arcs.extend(plain(problem).map(|(_, plan, capacity)| {
        let within = plan.price.max(low).min(high.copied().unwrap_or(i64::MAX));
        (within - low, capacity)
    }));
    families.extend(arcs.into_iter().map(|(price, capacity)| Family {
        from: FREE,
        to: FREE,
        arcs: Arcs::Same { span: 1, price },
        capacity: capacity.map(Vec::into_boxed_slice),
    }));
    Network { lanes, idle, layers, families: families.into() }
}

/// The plans by the slot whose runs have no memory, cheapest first, with what each can serve in every slot.
pub(super) fn plain(problem: &Problem) -> impl Iterator<Item = (usize, PerSlot, Option<Vec<i64>>)> + '_ {
    let mut plans: Vec<_> =
        problem.per_slot().filter(|(_, plan)| plan.is_plain()).map(|(index, plan)| (index, *plan)).collect();
    sort_by_key(&mut plans, |(_, plan)| plan.price);
    let mut spot: Vec<i64> = (0..problem.demand.len()).map(|slot| i64::from(problem.interruptible(slot))).collect();
    plans.into_iter().map(move |(index, plan)| {
        let cap = plan.cap.map_or(i64::from(u32::MAX), i64::from);
        let capacity = match (plan.service, plan.cap) {
            (Service::Firm, None) => None,
            (Service::Firm, Some(_)) => Some(vec![cap; problem.demand.len()]),
            (Service::Interruptible, _) => {
                let taken: Vec<i64> = spot.iter().map(|left| cap.min(*left)).collect();
                spot.iter_mut().zip(&taken).for_each(|(left, taken)| *left -= taken);
                Some(taken)
            }
        };
        (index, plan, capacity)
    })
}
