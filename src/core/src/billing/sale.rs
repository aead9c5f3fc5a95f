//! Ways to buy that a price list does not hold – quotas, set-up fees, odd lengths, aligned starts, fees by the hour,
//! prices by quantity, promotions – as plans of a cover problem, without rounding.
//!
//! It knows no demand but the clock of its slots.

use alloc::vec;
use alloc::vec::Vec;

use super::cover::{Calendar, FeeBasis, Length, PerSlot, Plan, Service, Start, Term, Tier};
use super::ladder::{Ladder, Month};
use crate::catalog::{Date, Increment, OnDemand};
use crate::demand::timeline::weekday;
use crate::money::{Money, Rate};
use crate::units::{Seconds, divisor};

/// A way to buy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sale {
    /// By the time used.
    Hourly(Hourly),
    /// For a term, used or not.
    Package(Package),
}

/// A price by the hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hourly {
    /// Price, increment and minimum.
    pub plan: OnDemand,
    /// For each unit that is started.
    pub setup_fee: Money,
    /// Units at any time; `None` where there is no limit.
    pub quota: Option<u32>,
    /// What it may serve.
    pub service: Service,
    /// When it holds; always where `None`.
    pub period: Option<Period>,
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// How long.
    pub length: TermLength,
    /// What a unit costs at once, by the least units of an order, which increase. The first is the smallest order.
    pub tiers: Vec<(u32, Money)>,
    /// For each unit, once.
    pub setup_fee: Money,
    /// For each unit and hour of the term.
    pub committed_hourly: Money,
    /// For each unit and hour in which it is used.
    pub used_hourly: Money,
    /// Units that begin at the same time; `None` where there is no limit.
    pub stock: Option<u32>,
    /// When it may begin.
    pub starts: Starts,
    /// The days on which it may begin; all where `None`.
    pub period: Option<Period>,
}

/// The length of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermLength {
    /// Always so long.
    Time(Seconds),
    /// So many months.
    Months(u32, Month),
}

impl TermLength {
    /// How long it is, where a month of the calendar is so long.
    #[must_use]
    pub fn usual(self, month: Seconds) -> Seconds {
        let months = |month: Seconds, count: u32| Seconds(month.0.saturating_mul(count.into()));
        match self {
            Self::Time(time) => time,
            Self::Months(count, Month::Fixed(month)) => months(month, count),
            Self::Months(count, Month::Calendar) => months(month, count),
        }
    }
}

/// When a term may begin, on the clock of the demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Starts {
    /// At any time.
    Any,
    /// At `first` after the demand begins, and then again and again.
    Every {
        /// From one to the next; none counts as one slot.
        every: Seconds,
        /// To the first.
        first: Seconds,
    },
    /// At midnight.
    Days,
    /// At midnight of a Monday.
    Weeks,
    /// At midnight of the first day of a month.
    Months,
    /// At these days and times of day.
    At(Vec<(Date, Seconds)>),
}

/// Days, the last one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first.
    pub first: Option<Date>,
    /// The last.
    pub last: Option<Date>,
}

/// The slots of a demand.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// Their clock.
    pub calendar: Calendar,
    /// How many.
    pub count: usize,
}

/// Why a sale is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// A price is beyond 2⁶³ micro-units.
    TooLarge,
    /// Conditions that no plan has together.
    Together(&'static str),
}

/// A minimum, a set-up fee or interruption beside a period.
const PLAIN_ONLY: &str = "a price for some days only, without minimum, set-up fee, or interruption";

/// A quota beside a period and an increment of several slots.
const QUOTA_BY_SLOT: &str = "no limit of units beside an increment of several slots for some days only";

/// Both fees by the hour, in a month of unknown length.
const ONE_FEE: &str = "either a committed or a used fee by the hour, as months of the calendar differ in length";

impl Sale {
    /// The times that a slot should divide: those at which terms end or may begin, from midnight on.
    #[must_use]
    pub fn times(&self) -> Vec<Seconds> {
        match self {
            Self::Hourly(_) => Vec::new(),
            Self::Package(package) => {
                let mut times = match &package.starts {
                    Starts::Every { every, first } => vec![*every, *first],
                    Starts::At(times) => times.iter().map(|(_, time)| *time).collect(),
                    Starts::Any | Starts::Days | Starts::Weeks | Starts::Months => Vec::new(),
                };
                if let TermLength::Time(length) = package.length {
                    times.push(length);
                }
                times
            }
        }
    }

    /// Whether it begins or ends with a day, so that midnight must be a border between slots.
    #[must_use]
    pub const fn asks_for_days(&self) -> bool {
        match self {
            Self::Hourly(hourly) => hourly.period.is_some(),
            Self::Package(package) => {
                package.period.is_some() || !matches!(package.starts, Starts::Any | Starts::Every { .. })
            }
        }
    }

    /// What a start pays at least.
    #[must_use]
    pub const fn minimum(&self) -> Seconds {
        match self {
            Self::Hourly(hourly) => hourly.plan.minimum,
            Self::Package(_) => Seconds(0),
        }
    }

    /// All prices, those by the hour for a slot.
    fn prices(&self, slot: Seconds) -> Vec<Money> {
        match self {
            Self::Hourly(Hourly { plan, setup_fee, .. }) => vec![of_slot(plan.hourly, slot), *setup_fee],
            Self::Package(package) => {
                let Package { committed_hourly, used_hourly, setup_fee, tiers, .. } = package;
                let mut prices = vec![of_slot(*committed_hourly, slot), of_slot(*used_hourly, slot), *setup_fee];
                prices.extend(tiers.iter().map(|(_, price)| *price));
                prices
            }
        }
    }

    /// The plan, with prices multiplied by a scale with which they are whole micro-units.
    fn plan(&self, slots: Slots, scale: u64) -> Result<Plan, Unfit> {
        match self {
            Self::Hourly(hourly) => hourly.plan(slots, scale),
            Self::Package(package) => package.plan(slots, scale),
        }
    }
}

/// Ladder and sales at one scale: all plans, those of the ladder first, and what their prices are multiplied by.
///
/// # Errors
/// [`Unfit`] of the first sale that is no plan.
pub fn joined(ladder: &Ladder, sales: &[&Sale], slots: Slots) -> Result<(Vec<Plan>, u64), Unfit> {
    let mut scale = ladder.scale.max(1);
    for sale in sales {
        for price in sale.prices(slots.calendar.slot) {
            let factor = price.micro_factor();
            scale = scale / divisor(scale, factor) * factor;
        }
    }
    let mut plans = Vec::new();
    for plan in &ladder.plans {
        plans.push(multiplied(plan, scale / ladder.scale.max(1)).ok_or(Unfit::TooLarge)?);
    }
    for sale in sales {
        plans.push(sale.plan(slots, scale)?);
    }
    Ok((plans, scale))
}

/// The same plan with all prices multiplied.
fn multiplied(plan: &Plan, factor: u64) -> Option<Plan> {
    let factor = i64::try_from(factor).ok()?;
    match plan {
        Plan::PerSlot(plan) => {
            let [price, setup_fee] = [plan.price, plan.setup_fee].map(|price| price.checked_mul(factor));
            Some(Plan::PerSlot(PerSlot { price: price?, setup_fee: setup_fee?, ..*plan }))
        }
        Plan::Term(term) => {
            let tier = |tier: &Tier| Some(Tier { upfront: tier.upfront.checked_mul(factor)?, ..*tier });
            let tiers = term.tiers.iter().map(tier).collect::<Option<_>>()?;
            Some(Plan::Term(Term { tiers, per_slot_fee: term.per_slot_fee.checked_mul(factor)?, ..term.clone() }))
        }
    }
}

impl Hourly {
    fn plan(&self, slots: Slots, scale: u64) -> Result<Plan, Unfit> {
        let Self { plan: OnDemand { hourly, increment, minimum }, setup_fee, quota, service, period } = self;
        let slot = slots.calendar.slot;
        let counted = |time: Seconds| u32::try_from(time.0.div_ceil(slot.0.max(1))).map_err(|_| Unfit::TooLarge);
        let price = micros(of_slot(*hourly, slot), scale)?;
        let round_slots = counted(increment.unwrap_or(Increment::Hour).length())?.max(1);
        let (min_slots, setup_fee) = (counted(*minimum)?, micros(*setup_fee, scale)?);
        let Some(period) = period else {
            let (service, cap) = (*service, *quota);
            return Ok(Plan::PerSlot(PerSlot { price, cap, min_slots, round_slots, setup_fee, service }));
        };
        if *service != Service::Firm || setup_fee != 0 || round_slots < min_slots {
            return Err(Unfit::Together(PLAIN_ONLY));
        }
        if quota.is_some() && 1 < round_slots {
            return Err(Unfit::Together(QUOTA_BY_SLOT));
        }
        // What is paid by increments is a row of terms of that length.
        let upfront = price.checked_mul(i64::from(round_slots)).ok_or(Unfit::TooLarge)?;
        Ok(Plan::Term(Term {
            length: Length::Slots(round_slots),
            tiers: vec![Tier { min_units: 1, upfront }],
            per_slot_fee: 0,
            fee_basis: FeeBasis::Committed,
            start: slots.starts(&Starts::Any, Some(*period)),
            stock: *quota,
        }))
    }
}

impl Package {
    /// What a unit of the smallest order costs without use, where a month of the calendar is so long.
    #[must_use]
    pub fn upfront(&self, month: Seconds) -> Money {
        let committed = Rate::hourly(self.committed_hourly).for_time(self.length.usual(month));
        self.tiers.first().map_or(Money::ZERO, |(_, price)| *price) + self.setup_fee + committed
    }

    fn plan(&self, slots: Slots, scale: u64) -> Result<Plan, Unfit> {
        let Self { length, tiers, setup_fee, committed_hourly, used_hourly, stock, starts, period } = self;
        let slot = slots.calendar.slot;
        let length = match *length {
            TermLength::Months(months, Month::Calendar) => Length::Months(months),
            TermLength::Months(months, Month::Fixed(month)) => fixed(month.0.saturating_mul(months.into()), slot)?,
            TermLength::Time(time) => fixed(time.0, slot)?,
        };
        let committed = micros(of_slot(*committed_hourly, slot), scale)?;
        let used = micros(of_slot(*used_hourly, slot), scale)?;
        // A committed fee beside a used one is paid at once: it comes to the same.
        let (at_start, per_slot_fee, fee_basis) = match (used, length) {
            (0, _) => (0, committed, FeeBasis::Committed),
            (_, Length::Months(_)) if committed != 0 => return Err(Unfit::Together(ONE_FEE)),
            (_, Length::Months(_)) => (0, used, FeeBasis::Used),
            (_, Length::Slots(slots)) => {
                let paid = committed.checked_mul(i64::from(slots)).ok_or(Unfit::TooLarge)?;
                (paid, used, FeeBasis::Used)
            }
        };
        let setup_fee = micros(*setup_fee, scale)?;
        let tier = |(min_units, price): &(u32, Money)| {
            let upfront = micros(*price, scale)?.checked_add(setup_fee).and_then(|price| price.checked_add(at_start));
            Ok(Tier { min_units: *min_units, upfront: upfront.ok_or(Unfit::TooLarge)? })
        };
        let tiers = tiers.iter().map(tier).collect::<Result<_, Unfit>>()?;
        let start = slots.starts(starts, *period);
        Ok(Plan::Term(Term { length, tiers, per_slot_fee, fee_basis, start, stock: *stock }))
    }
}

impl Slots {
    /// The slots at which something may begin.
    fn starts(self, starts: &Starts, period: Option<Period>) -> Start {
        let Self { calendar, count } = self;
        let slot = calendar.slot.0.max(1);
        let whole = |time: Seconds| u32::try_from(time.0 / slot).unwrap_or(u32::MAX);
        match (starts, period) {
            (Starts::Any, None) => return Start::Any,
            (Starts::Every { every, first }, None) => {
                return Start::Every { every: whole(*every).max(1), offset: whole(*first) };
            }
            _ => {}
        }
        let at = |slot: u32| u64::from(slot) * calendar.slot.0 + u64::from(calendar.second);
        let day = |slot: u32| calendar.date.plus_days(at(slot) / Seconds::days(1).0);
        let time = |slot: u32| Seconds(at(slot) % Seconds::days(1).0);
        let midnight = |slot: u32| time(slot) == Seconds(0);
        let begins = |slot: &u32| match starts {
            Starts::Any => true,
            Starts::Every { every, first } => {
                slot.checked_sub(whole(*first)).is_some_and(|since| since.is_multiple_of(whole(*every).max(1)))
            }
            Starts::Days => midnight(*slot),
            Starts::Weeks => midnight(*slot) && day(*slot).is_some_and(|day| weekday(day) == 0),
            Starts::Months => midnight(*slot) && day(*slot).is_some_and(Date::is_first_of_month),
            Starts::At(times) => day(*slot).is_some_and(|day| times.contains(&(day, time(*slot)))),
        };
        let within = |slot: &u32| period.is_none_or(|period| day(*slot).is_some_and(|day| period.has(day)));
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        Start::List((0..count).filter(begins).filter(within).collect())
    }
}

impl Period {
    /// Whether a day is one of them.
    fn has(self, day: Date) -> bool {
        self.first.is_none_or(|first| first <= day) && self.last.is_none_or(|last| day <= last)
    }
}

/// The longest slot that divides these times too, and what a start pays at least where that is more.
#[must_use]
pub fn finer(slot: Seconds, sales: &[&Sale]) -> Seconds {
    let common = |a: Seconds, b: Seconds| Seconds(divisor(a.0, b.0));
    let slot = sales.iter().flat_map(|sale| sale.times()).fold(slot, common);
    sales.iter().map(|sale| sale.minimum()).filter(|minimum| slot < *minimum).fold(slot, common)
}

fn fixed(seconds: u64, slot: Seconds) -> Result<Length, Unfit> {
    u32::try_from(seconds / slot.0.max(1)).map(Length::Slots).map_err(|_| Unfit::TooLarge)
}

/// Exact: an hour divides the ticks of nine decimals.
fn of_slot(hourly: Money, slot: Seconds) -> Money {
    Rate::hourly(hourly).for_time(slot)
}

/// Micro-units of an amount, multiplied.
fn micros(price: Money, scale: u64) -> Result<i64, Unfit> {
    let micros = price.scaled(scale, 1).and_then(Money::to_micros);
    micros.and_then(|micros| i64::try_from(micros).ok()).ok_or(Unfit::TooLarge)
}
