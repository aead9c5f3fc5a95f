//! Rent for GPUs: by the time used, or by terms paid in full.

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
}

/// The rent line and what rounding adds to it.
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

/// All ways to pay that an offer has: on demand, packages from the shortest, spot.
pub fn modes(billing: &Billing) -> impl Iterator<Item = Mode> + '_ {
    let Billing { on_demand, spot, packages } = billing;
    (on_demand.iter().map(|_| Mode::OnDemand))
        .chain(packages.iter().map(|package| Mode::Package(package.term)))
        .chain(spot.iter().map(|_| Mode::Spot))
}

pub(super) fn rent(billing: &Billing, mode: Mode, units: u32, usage: Usage, month: Seconds) -> Option<Rent> {
    match mode {
        Mode::OnDemand => billing.on_demand.map(|plan| metered(plan, units, usage)),
        Mode::Spot => billing.spot.map(|plan| metered(plan, units, usage)),
        Mode::Package(term) => {
            let package = package(billing, term)?;
            Some(terms(package, units, usage, month))
        }
    }
}

fn package(billing: &Billing, term: PackageTerm) -> Option<Package> {
    billing.packages.iter().copied().find(|package| package.term == term)
}

/// Each start pays its running time, at least the minimum, rounded up to the increment.
fn metered(plan: OnDemand, units: u32, usage: Usage) -> Rent {
    let increment = plan.increment.unwrap_or(Increment::Hour).length();
    let one = |session: Seconds| {
        let at_least = session.max(plan.minimum);
        let billed = at_least.round_up_to(increment);
        (at_least.0 - session.0, billed.0 - at_least.0)
    };
    let (minimum, rounding) = one(usage.session);
    let (last_minimum, last_rounding) = one(usage.last_session);
    let others = u64::from(usage.sessions.saturating_sub(1));
    let minimum = Seconds(minimum * others + last_minimum);
    let rounding = Seconds(rounding * others + last_rounding);
    let used = usage.running();

    let rate = Rate::hourly(plan.hourly * u64::from(units));
    let amount = rate.for_time(Seconds(used.0 + minimum.0 + rounding.0)).to_cents();
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

fn terms(package: Package, units: u32, usage: Usage, month: Seconds) -> Rent {
    let length = package.term.length(month);
    let count = terms_needed(length, usage);
    Rent::Terms {
        units,
        price: package.price,
        term: package.term,
        length,
        count,
        used: usage.running(),
        amount: (package.price * u64::from(units) * count).to_cents(),
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
