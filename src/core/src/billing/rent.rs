//! Rent for GPUs: by the time used, or by terms paid in full.

use alloc::vec;
use alloc::vec::Vec;

use super::mixed::mixed;
use crate::catalog::{Billing, Increment, OnDemand, Package, PackageTerm};
use crate::demand::Usage;
use crate::money::{Money, Rate};
use crate::units::Seconds;

/// One way to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// By the time used, exclusive.
    OnDemand,
    /// A term paid in full.
    Package(PackageTerm),
    /// By the time used, and may be taken away.
    Spot,
    /// Terms together with each other or with paying by the time used: the cheapest combination.
    Mixed,
}

/// What is paid for one way to pay, and what rounding adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rent {
    /// By the time used.
    Metered {
        /// Units.
        units: u32,
        /// Per unit and hour.
        hourly: Money,
        /// Whether the platform states the increment; where not, started hours are assumed.
        increment_stated: bool,
        /// Running time.
        used: Seconds,
        /// What that costs, to the cent; with the next two it adds up to the rounded whole.
        used_amount: Money,
        /// Time that short starts pay for without running.
        minimum: Seconds,
        /// What that costs.
        minimum_amount: Money,
        /// Time that started increments pay for without running.
        rounding: Seconds,
        /// What that costs.
        rounding_amount: Money,
    },
    /// By terms.
    Terms {
        /// Units.
        units: u32,
        /// Per unit and term.
        price: Money,
        /// The term.
        term: PackageTerm,
        /// Its length.
        length: Seconds,
        /// Terms bought for each unit.
        count: u64,
        /// Running time.
        used: Seconds,
        /// `units · count · price`, to the cent.
        amount: Money,
    },
}

impl Rent {
    /// So many terms for each unit, in which the work runs for `used`.
    pub(super) fn terms(package: Package, units: u32, count: u64, used: Seconds, month: Seconds) -> Self {
        Self::Terms {
            units,
            price: package.price,
            term: package.term,
            length: package.term.length(month),
            count,
            used,
            amount: terms_amount(package, units, count),
        }
    }

    /// All of it.
    #[must_use]
    pub fn amount(&self) -> Money {
        match *self {
            Self::Metered { used_amount, minimum_amount, rounding_amount, .. } => {
                used_amount + minimum_amount + rounding_amount
            }
            Self::Terms { amount, .. } => amount,
        }
    }
}

/// All ways to pay that an offer states: on demand, packages from the shortest, spot.
pub fn modes(billing: &Billing) -> impl Iterator<Item = Mode> + '_ {
    let Billing { on_demand, spot, packages } = billing;
    (on_demand.iter().map(|_| Mode::OnDemand))
        .chain(packages.iter().map(|package| Mode::Package(package.term)))
        .chain(spot.iter().map(|_| Mode::Spot))
}

pub(super) fn rents(billing: &Billing, mode: Mode, units: u32, usage: Usage, month: Seconds) -> Option<Vec<Rent>> {
    let metered = |plan: OnDemand| vec![Metered::of(&plan, usage).rent(plan, units)];
    match mode {
        Mode::OnDemand => billing.on_demand.map(metered),
        Mode::Spot => billing.spot.map(metered),
        Mode::Package(term) => {
            let package = package(billing, term)?;
            let count = terms_needed(term.length(month), usage);
            Some(vec![Rent::terms(package, units, count, usage.running(), month)])
        }
        Mode::Mixed => mixed(billing, units, usage, month),
    }
}

/// The sum of [`rents`].
pub(super) fn amount(billing: &Billing, mode: Mode, units: u32, usage: Usage, month: Seconds) -> Option<Money> {
    let metered = |plan: OnDemand| Metered::of(&plan, usage).amount(plan, units);
    match mode {
        Mode::OnDemand => billing.on_demand.map(metered),
        Mode::Spot => billing.spot.map(metered),
        Mode::Package(term) => {
            let count = terms_needed(term.length(month), usage);
            Some(terms_amount(package(billing, term)?, units, count))
        }
        Mode::Mixed => Some(mixed(billing, units, usage, month)?.iter().map(Rent::amount).sum()),
    }
}

fn terms_amount(package: Package, units: u32, count: u64) -> Money {
    (package.price * u64::from(units) * count).to_cents()
}

pub(super) fn package(billing: &Billing, term: PackageTerm) -> Option<Package> {
    billing.packages.iter().copied().find(|package| package.term == term)
}

/// Time that is paid for as it is used, by what it is for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Metered {
    pub(super) used: Seconds,
    minimum: Seconds,
    rounding: Seconds,
}

impl Metered {
    /// Each start pays its running time, at least the minimum, rounded up to the increment.
    fn of(plan: &OnDemand, usage: Usage) -> Self {
        let mut time = Self::default();
        time.add(plan, usage.session);
        time.repeat(u64::from(usage.sessions.saturating_sub(1)));
        time.add(plan, usage.last_session);
        time
    }

    /// Adds a start that runs so long.
    pub(super) fn add(&mut self, plan: &OnDemand, run: Seconds) {
        let at_least = run.max(plan.minimum);
        let billed = at_least.round_up_to(plan.increment.unwrap_or(Increment::Hour).length());
        self.used.0 += run.0;
        self.minimum.0 += at_least.0 - run.0;
        self.rounding.0 += billed.0 - at_least.0;
    }

    fn repeat(&mut self, count: u64) {
        let Self { used, minimum, rounding } = self;
        for time in [used, minimum, rounding] {
            time.0 *= count;
        }
    }

    /// All of it.
    pub(super) const fn billed(&self) -> Seconds {
        Seconds(self.used.0 + self.minimum.0 + self.rounding.0)
    }

    /// What it costs, to the cent.
    fn amount(self, plan: OnDemand, units: u32) -> Money {
        Rate::hourly(plan.hourly * u64::from(units)).for_time(self.billed()).to_cents()
    }

    /// What it costs, by what it is for.
    pub(super) fn rent(self, plan: OnDemand, units: u32) -> Rent {
        let Self { used, minimum, rounding } = self;
        let rate = Rate::hourly(plan.hourly * u64::from(units));
        let amount = self.amount(plan, units);
        let minimum_amount = rate.for_time(minimum).to_cents();
        let rounding_amount = rate.for_time(rounding).to_cents();
        Rent::Metered {
            units,
            hourly: plan.hourly,
            increment_stated: plan.increment.is_some(),
            used,
            used_amount: amount - minimum_amount - rounding_amount,
            minimum,
            minimum_amount,
            rounding,
            rounding_amount,
        }
    }
}

/// The fewest terms of `length` that cover all sessions: each starts at the first running moment
/// that the ones before leave uncovered, which is optimal for equal terms.
pub(super) fn terms_needed(length: Seconds, usage: Usage) -> u64 {
    let end = usage.span().0;
    if usage.sessions == 1 {
        return end.div_ceil(length.0.max(1));
    }
    let (mut count, mut at) = (0, 0);
    while at < end {
        count += 1;
        let covered = at + length.0;
        let (day, within) = (covered / usage.period.0.max(1), covered % usage.period.0.max(1));
        // Between two sessions: wait for the next start.
        at = if within < usage.session.0 { covered } else { (day + 1) * usage.period.0 };
    }
    count
}

/// Where a term paid in full costs as much as paying by the time used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakEven {
    /// The term.
    pub package: Package,
    /// Its length in seconds.
    pub length: Seconds,
    /// Per unit and hour, on demand.
    pub hourly: Money,
    /// Running time in one term from which the term is cheaper: `price ÷ hourly`, in seconds.
    /// Above `length` the term is never cheaper.
    pub seconds: f64,
}

/// The break-even time of each package against paying on demand, shortest term first.
pub fn break_even(billing: &Billing, month: Seconds) -> impl Iterator<Item = BreakEven> + '_ {
    let plan = billing.on_demand;
    billing.packages.iter().filter_map(move |&package| {
        let hourly = plan?.hourly;
        let seconds = Rate::hourly(hourly).time_for(package.price)?;
        Some(BreakEven { package, length: package.term.length(month), hourly, seconds })
    })
}
