//! Whether a problem can be stated: ranges, magnitudes, and enough GPUs for every slot.

use alloc::vec;
use alloc::vec::Vec;

use super::problem::{
    Length, MAX_ARCS, MAX_DEMAND, MAX_SLOTS, Micros, PerSlot, Plan, Problem, Service, Start, Term, index, micros,
};
use super::{Error, network};

/// Most slots of a minimum or an increment: three of them and all slots are counted in 32 bits.
const MAX_RUN: u32 = 1 << 30;

/// No arc costs more; a network whose paths may cost more than that is searched with checks.
const MAX_STEP: Micros = micros(network::MAX_STEP);

/// Slots in a row that lack the same number of GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The first slot.
    pub start: usize,
    /// The slot after the last one.
    pub end: usize,
    /// GPUs that no plan has.
    pub gpus: u32,
}

impl Problem {
    /// Where all plans together have too few GPUs for the demand, by time.
    #[must_use]
    pub fn shortages(&self) -> Vec<Shortage> {
        let limits = self.term_limits();
        let mut shortages: Vec<Shortage> = Vec::new();
        for (slot, short) in self.missing(|plan, _| limits[plan]) {
            let gpus = u32::try_from(short).unwrap_or(u32::MAX);
            match shortages.last_mut().filter(|last| last.end == slot && last.gpus == gpus) {
                Some(last) => last.end += 1,
                None => shortages.push(Shortage { start: slot, end: slot + 1, gpus }),
            }
        }
        shortages
    }

    /// Refuses what cannot be or cannot be solved without overflow.
    pub(super) fn check(&self) -> Result<(), Error> {
        let slots = self.demand.len();
        let Self { calendar, demand, interruptible, plans } = self;
        if slots == 0 {
            return Err(Error::NoSlots);
        }
        let too_large = |wrong: bool, what| if wrong { Err(Error::TooLarge { what }) } else { Ok(()) };
        too_large(MAX_SLOTS < slots, "slots")?;
        too_large(MAX_ARCS / 4 / (slots + 1) < plans.len(), "arcs")?;
        too_large(MAX_DEMAND < self.peak(), "demand")?;
        if !interruptible.is_empty() {
            let wrong = demand.iter().zip(interruptible).position(|(all, part)| all < part);
            let shorter = (demand.len() != interruptible.len()).then(|| demand.len().min(interruptible.len()));
            if let Some(slot) = wrong.or(shorter) {
                return Err(Error::Interruptible { slot });
            }
        }
        let mut largest = 0;
        for (index, plan) in plans.iter().enumerate() {
            let wrong = match plan {
                Plan::PerSlot(per_slot) => per_slot.wrong(),
                Plan::Term(term) => term.wrong().or_else(|| {
                    let months = matches!(term.length, Length::Months(_));
                    (months && calendar.slot.0 == 0).then_some("calendar months need the length of a slot")
                }),
            };
            if let Some(what) = wrong {
                return Err(Error::Plan { plan: index, what });
            }
            largest = largest.max(self.largest_step(plan));
        }
        too_large(MAX_STEP < largest, "money")?;
        let limits = self.term_limits();
        self.uncovered(|plan, _| limits[plan]).map_or(Ok(()), |slot| Err(Error::Uncovered { slot }))
    }

    /// The most that one arc of a plan costs.
    fn largest_step(&self, plan: &Plan) -> Micros {
        match plan {
            Plan::PerSlot(plan) => plan.bill(1).max(plan.bill(index(plan.min_slots.max(1)))),
            Plan::Term(term) => {
                let longest = match term.length {
                    Length::Slots(slots) => index(slots),
                    Length::Months(_) => self.starts(term).map(|(start, end)| end - start).max().unwrap_or(0),
                };
                let orders = term.tier_ranges().filter_map(|(first, _, _)| term.order(first, longest));
                orders.max().unwrap_or(0) + micros(term.used_fee())
            }
        }
    }

    /// The first slot with too few GPUs for the demand where `limit` units of a plan are to be had at a start.
    pub(super) fn uncovered(&self, limit: impl Fn(usize, usize) -> u32) -> Option<usize> {
        self.missing(limit).next().map(|(slot, _)| slot)
    }

    /// All such slots, and how many GPUs each lacks.
    fn missing(&self, limit: impl Fn(usize, usize) -> u32) -> impl Iterator<Item = (usize, i64)> + '_ {
        let slots = self.demand.len();
        let mut change = vec![0_i64; slots + 1];
        for (index, term) in self.terms() {
            for (start, end) in self.starts(term) {
                let units = i64::from(limit(index, start));
                change[start] += units;
                change[end.min(slots)] -= units;
            }
        }
        let cap = |service| {
            let caps = self.per_slot().filter(|(_, plan)| plan.service == service);
            caps.map(|(_, plan)| i64::from(plan.cap.unwrap_or(u32::MAX))).sum::<i64>()
        };
        let (firm, spot) = (cap(Service::Firm), cap(Service::Interruptible));
        let mut covered = 0;
        (0..slots).filter_map(move |slot| {
            covered += change[slot];
            let spot = spot.min(i64::from(self.interruptible(slot)));
            let short = i64::from(self.demand[slot]) - covered - firm - spot;
            (0 < short).then_some((slot, short))
        })
    }

    /// By plan, the most units of a term in one useful order: more than the peak gain nothing.
    pub(super) fn term_limits(&self) -> Vec<u32> {
        let peak = self.peak();
        let limit = |plan: &Plan| match plan {
            Plan::Term(term) => term.tier_ranges().map(|(_, last, _)| last.min(peak)).max().unwrap_or(0),
            Plan::PerSlot(_) => 0,
        };
        self.plans.iter().map(limit).collect()
    }
}

impl PerSlot {
    fn wrong(&self) -> Option<&'static str> {
        let Self { price, cap: _, min_slots, round_slots, setup_fee, service: _ } = *self;
        if price < 0 || setup_fee < 0 {
            return Some("a price must not be negative");
        }
        if MAX_RUN < min_slots.max(round_slots) {
            return Some("a run must not pay for more than 2³⁰ slots at once");
        }
        (round_slots == 0).then_some("a billing increment must be at least one slot")
    }
}

impl Term {
    fn wrong(&self) -> Option<&'static str> {
        let Self { length, tiers, per_slot_fee, fee_basis: _, start, stock: _ } = self;
        if matches!(length, Length::Slots(0) | Length::Months(0)) {
            return Some("a term must not be empty");
        }
        if *per_slot_fee < 0 || tiers.iter().any(|tier| tier.upfront < 0) {
            return Some("a price must not be negative");
        }
        if tiers.first().is_none_or(|tier| tier.min_units == 0) || !tiers.is_sorted_by(|a, b| a.min_units < b.min_units)
        {
            return Some("tiers must begin with at least one unit and increase");
        }
        matches!(start, Start::Every { every: 0, .. }).then_some("starts must be at least one slot apart")
    }
}
