//! The statement of a cover problem: demand, plans, calendar, and what one order or one run costs.
//!
//! Both the solver and the verifier read it; neither is known here.

use alloc::vec::Vec;

use crate::catalog::Date;
use crate::order::distinct;
use crate::units::{Seconds, divisor};

/// Money in millionths of the catalog's currency unit, exact.
pub type Micros = i128;

/// Most slots of a problem: three years of minutes.
pub const MAX_SLOTS: usize = 3 * 366 * 24 * 60;

/// Most GPUs in one slot.
pub const MAX_DEMAND: u32 = u32::MAX / 2;

/// Most arcs of a network, of which a plan has up to four for each slot, about 12 bytes each.
pub const MAX_ARCS: usize = 1 << 26;

/// Which GPUs are needed when, and the ways to pay for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// When slot 0 begins and how long a slot is; only calendar months ask for it.
    pub calendar: Calendar,
    /// GPUs needed in each slot, at most [`MAX_DEMAND`]; one to [`MAX_SLOTS`] slots.
    pub demand: Vec<u32>,
    /// How many of them may run on interruptible capacity; empty where none may.
    pub interruptible: Vec<u32>,
    /// The ways to pay. A plan is named by its index.
    pub plans: Vec<Plan>,
}

/// The clock of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The day on which slot 0 begins.
    pub date: Date,
    /// The second of that day at which it begins, below 86,400.
    pub second: u32,
    /// Length of a slot, more than zero.
    pub slot: Seconds,
}

/// One way to pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// By the slot, for as long as a GPU runs.
    PerSlot(PerSlot),
    /// For a term that is paid whether it is used or not.
    Term(Term),
}

/// Pay-as-you-go or spot. A contiguous run of `n` slots pays for
/// `max(min_slots, n rounded up to a multiple of round_slots)` slots and the setup fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerSlot {
    /// Micro-units per GPU and slot, not negative.
    pub price: i64,
    /// Most GPUs in one slot; `None` where there is no limit.
    pub cap: Option<u32>,
    /// Slots that a run pays for at least; 0 and 1 mean the same.
    pub min_slots: u32,
    /// Billing increment in slots, at least 1.
    pub round_slots: u32,
    /// Micro-units per run, not negative.
    pub setup_fee: i64,
    /// What it may serve.
    pub service: Service,
}

/// What a plan by the slot may serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// Any demand.
    Firm,
    /// The interruptible part of the demand alone.
    Interruptible,
}

/// A package, reservation or commitment: bought at the beginning of a slot, it covers every slot up to its end.
/// It may run past the last slot and costs the same then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// From start to end.
    pub length: Length,
    /// Upfront price per GPU by units bought in one order (one plan, one start), by increasing `min_units`.
    /// Without order-size tiers it has one row from 1 unit.
    pub tiers: Vec<Tier>,
    /// Micro-units per GPU and slot beside the upfront price, not negative.
    pub per_slot_fee: i64,
    /// Which slots pay that fee.
    pub fee_basis: FeeBasis,
    /// At which slots it can be bought.
    pub start: Start,
    /// Most units at one start; `None` where there is no limit.
    pub stock: Option<u32>,
}

/// The length of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many slots, at least 1.
    Slots(u32),
    /// Anniversary months, at least 1; the day is clamped to the end of the month, as 31 January to 28 February.
    Months(u32),
}

/// One row of upfront prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Units that an order has at least for this price.
    pub min_units: u32,
    /// Micro-units per unit, not negative.
    pub upfront: i64,
}

/// Which slots pay the fee per slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeBasis {
    /// All slots of the term.
    Committed,
    /// Those in which the GPU serves demand.
    Used,
}

/// At which slots a term can be bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At all.
    Any,
    /// At `offset`, and then at every `every`-th slot.
    Every {
        /// At least 1.
        every: u32,
        /// The first slot.
        offset: u32,
    },
    /// At these; slots beyond the last one are ignored.
    List(Vec<u32>),
}

impl Problem {
    /// The most GPUs of any slot.
    #[must_use]
    pub fn peak(&self) -> u32 {
        self.demand.iter().copied().max().unwrap_or(0)
    }

    /// The interruptible part of the demand of a slot.
    pub(super) fn interruptible(&self, slot: usize) -> u32 {
        self.interruptible.get(slot).copied().unwrap_or(0)
    }

    /// A bound on the price of any cover, rounded up to the next amount that a cover can cost: a multiple of the
    /// greatest common divisor of all prices.
    pub(super) fn round_up(&self, bound: Micros) -> Micros {
        let common = |grain, price: i64| divisor(grain, price.unsigned_abs());
        let grain = self.plans.iter().fold(0, |grain, plan| match plan {
            Plan::PerSlot(plan) => common(common(grain, plan.price), plan.setup_fee),
            Plan::Term(term) => {
                term.tiers.iter().fold(common(grain, term.per_slot_fee), |grain, tier| common(grain, tier.upfront))
            }
        });
        bound.saturating_add(bound.saturating_neg().rem_euclid(Micros::from(grain.max(1))))
    }

    /// What a plan asks for a slot of use beside its price.
    pub(super) fn used_fee(&self, plan: usize) -> i64 {
        match self.plans.get(plan) {
            Some(Plan::Term(term)) => term.used_fee(),
            _ => 0,
        }
    }

    /// The terms with their index.
    pub(super) fn terms(&self) -> impl Iterator<Item = (usize, &Term)> {
        self.plans.iter().enumerate().filter_map(|(index, plan)| match plan {
            Plan::Term(term) => Some((index, term)),
            Plan::PerSlot(_) => None,
        })
    }

    /// The plans by the slot with their index.
    pub(super) fn per_slot(&self) -> impl Iterator<Item = (usize, &PerSlot)> {
        self.plans.iter().enumerate().filter_map(|(index, plan)| match plan {
            Plan::PerSlot(per_slot) => Some((index, per_slot)),
            Plan::Term(_) => None,
        })
    }

    /// All starts of a term at which it lasts a slot at least, with their ends (which may lie past the last slot).
    pub(super) fn starts<'a>(&'a self, term: &'a Term) -> impl Iterator<Item = (usize, usize)> + 'a {
        let slots = self.demand.len();
        let (first, step, listed) = match &term.start {
            Start::Any => (0, 1, Vec::new()),
            Start::Every { every, offset } => (index(*offset), index(*every).max(1), Vec::new()),
            Start::List(list) => (slots, 1, list.iter().map(|slot| index(*slot)).collect()),
        };
        // Months that begin on one day are equally long.
        let mut last = (u64::MAX, 0);
        let mut end = move |start| {
            let Length::Months(months) = term.length else { return self.end(term.length, start) };
            let day = self.calendar.day(start);
            if day != last.0 {
                last = (day, self.calendar.month_slots(day, months));
            }
            start.saturating_add(last.1)
        };
        (first..slots)
            .step_by(step)
            .chain(distinct(listed).into_iter().filter(move |start| *start < slots))
            .map(move |start| (start, end(start)))
            .filter(|(start, end)| start < end)
    }

    /// The end of a term that is bought at `start`; for ever where the calendar ends.
    pub(super) fn end(&self, length: Length, start: usize) -> usize {
        match length {
            Length::Slots(slots) => start.saturating_add(index(slots)),
            Length::Months(months) => start.saturating_add(self.calendar.month_slots(self.calendar.day(start), months)),
        }
    }
}

impl Calendar {
    /// The day on which a slot begins, counted from the first.
    fn day(&self, slot: usize) -> u64 {
        let seconds = u64::try_from(slot).unwrap_or(u64::MAX).saturating_mul(self.slot.0);
        seconds.saturating_add(u64::from(self.second)) / Seconds::days(1).0
    }

    /// Whole slots in the `months` months that begin on a day.
    fn month_slots(&self, day: u64, months: u32) -> usize {
        const FOR_EVER: usize = MAX_SLOTS;
        let Some(from) = self.date.plus_days(day) else { return FOR_EVER };
        let Some(to) = from.plus_months(months) else { return FOR_EVER };
        let seconds = u64::try_from(from.days_until(to)).unwrap_or(0) * Seconds::days(1).0;
        usize::try_from(seconds / self.slot.0.max(1)).unwrap_or(FOR_EVER)
    }
}

impl PerSlot {
    /// Whether a run costs as much as its slots, one by one.
    pub(super) const fn is_plain(&self) -> bool {
        self.min_slots <= 1 && self.round_slots <= 1 && self.setup_fee == 0
    }

    /// Whether a run is a row of increments, each at the same price.
    pub(super) const fn is_blocks(&self) -> bool {
        self.min_slots <= self.round_slots && self.setup_fee == 0
    }

    /// The price of a run of `slots` slots of one GPU.
    pub(super) fn bill(&self, slots: usize) -> Micros {
        let rounded = slots.next_multiple_of(index(self.round_slots.max(1)));
        let paid = rounded.max(index(self.min_slots));
        micros(self.setup_fee) + micros(self.price) * count(paid)
    }
}

impl Term {
    /// The fee of a slot in which one GPU serves demand, and of the slots in which it does not.
    pub(super) const fn used_fee(&self) -> i64 {
        match self.fee_basis {
            FeeBasis::Used => self.per_slot_fee,
            FeeBasis::Committed => 0,
        }
    }

    /// The cheapest order that has at least `units` units, without fees for use;
    /// `None` where the stock or the tiers have no such order.
    pub(super) fn order(&self, units: u32, slots: usize) -> Option<Micros> {
        if units == 0 {
            return Some(0);
        }
        let committed = match self.fee_basis {
            FeeBasis::Committed => micros(self.per_slot_fee) * count(slots),
            FeeBasis::Used => 0,
        };
        self.tier_ranges()
            .filter(|(_, last, _)| units <= *last)
            .map(|(first, _, upfront)| Micros::from(units.max(first)) * (micros(upfront) + committed))
            .min()
    }

    /// The first and last number of units at each upfront price.
    pub(super) fn tier_ranges(&self) -> impl Iterator<Item = (u32, u32, i64)> + '_ {
        let stock = self.stock.unwrap_or(u32::MAX);
        self.tiers.iter().enumerate().filter_map(move |(index, tier)| {
            let last = self.tiers.get(index + 1).map_or(u32::MAX, |next| next.min_units - 1).min(stock);
            (tier.min_units <= last).then_some((tier.min_units, last, tier.upfront))
        })
    }

    /// Where the price of an order changes its slope, up to `limit`, which is the last.
    pub(super) fn bends(&self, limit: u32) -> impl Iterator<Item = u32> + '_ {
        self.tier_ranges().flat_map(|(first, last, _)| [first, last]).filter(move |bend| *bend < limit).chain([limit])
    }
}

/// A count of slots or units as an index.
#[expect(clippy::as_conversions)] // widening: no target of this crate has less than 32 bits
pub(super) const fn index(count: u32) -> usize {
    count as usize
}

/// A count as money is multiplied with it.
#[expect(clippy::as_conversions)] // widening
pub(super) const fn count(slots: usize) -> Micros {
    slots as Micros
}

/// An amount of the statement.
pub(super) const fn micros(amount: i64) -> Micros {
    #[expect(clippy::as_conversions)] // `From` is not const
    let widened = amount as Micros;
    widened
}
