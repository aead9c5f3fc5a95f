//! What a rental costs, line by line: rent on one way to pay, rounding, minimum charge, stops, disk, egress, set-up, tax.
//!
//! It knows hours, units and prices; never what runs on them.

pub mod cover;
pub mod explain;
mod fee;
pub mod ladder;
mod mixed;
pub mod online;
pub mod planning;
mod refund;
mod rent;
pub mod sale;
pub mod settlement;
pub mod sla;
pub mod spot;

pub use fee::{Fee, FeeKind};
pub use refund::Refund;
pub use rent::{BreakEven, Mode, Rent, break_even, modes};

use alloc::vec::Vec;

use self::fee::Between;
use crate::catalog::{Billing, Catalog, Offer};
use crate::demand::Usage;
use crate::money::{Money, Rate};
use crate::units::Seconds;

/// What is rented besides GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Disk beside the system disk, kept for the whole rental.
    pub disk_gib: u64,
    /// Traffic to the internet.
    pub egress_gib: u64,
}

/// What a rental costs. Each line is rounded to cents, and the total is their sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// For the GPUs: one, or of [`Mode::Mixed`] several.
    pub rents: Vec<Rent>,
    /// All else, tax last. What the platform does not state has no amount.
    pub fees: Vec<Fee>,
    /// The sum of all that has an amount.
    pub total: Money,
}

/// The bill of `units` units of an offer for `usage`; `None` where the offer has no such way to pay.
#[must_use]
pub fn bill(catalog: &Catalog, offer: &Offer, mode: Mode, units: u32, usage: Usage, extras: Extras) -> Option<Bill> {
    let platform = catalog.platforms.get(offer.platform)?;
    let rents = rent::rents(&offer.billing, mode, units, usage, catalog.month)?;
    let rent = rents.iter().fold(Money::ZERO, |sum, rent| sum + rent.amount());
    let mut fees = Vec::new();
    let between = (units, between(&offer.billing, mode));
    let total = fee::each(platform, between, usage, extras, rent, &mut |fee| fees.push(fee))?;
    Some(Bill { rents, fees, total })
}

/// The total of [`bill`], without the lines: what ranking needs.
#[must_use]
pub fn total(catalog: &Catalog, offer: &Offer, mode: Mode, units: u32, usage: Usage, extras: Extras) -> Option<Money> {
    let platform = catalog.platforms.get(offer.platform)?;
    let rent = rent::amount(&offer.billing, mode, units, usage, catalog.month)?;
    fee::each(platform, (units, between(&offer.billing, mode)), usage, extras, rent, &mut |_| ())
}

/// The rent in [`total`], without any fee.
#[must_use]
pub fn rent_amount(billing: &Billing, mode: Mode, units: u32, usage: Usage, month: Seconds) -> Option<Money> {
    rent::amount(billing, mode, units, usage, month)
}

/// How the time between two runs is paid.
fn between(billing: &Billing, mode: Mode) -> Between {
    let plan = match mode {
        Mode::OnDemand => billing.on_demand,
        Mode::Spot => billing.spot,
        Mode::Package(_) => None,
        Mode::Mixed => return Between::Released,
    };
    plan.map_or(Between::Paid, |plan| Between::Hourly(plan.hourly))
}

impl Bill {
    /// Money per GPU and hour of running time, of which there must be some.
    #[must_use]
    pub fn effective_rate(&self, n_gpus: u32, usage: Usage) -> Money {
        let gpu_seconds = usage.running().0.max(1) * u64::from(n_gpus.max(1));
        self.total.scaled(3_600, gpu_seconds).unwrap_or_default()
    }
}

/// What a budget allows for a rental that spans `usage`: the amount itself, or where it is by the
/// month and the rental is longer than one, the same amount for every month, pro rata.
#[must_use]
pub fn allowance(budget: Budget, usage: Usage, catalog: &Catalog) -> Money {
    match budget {
        Budget::Job(amount) => amount,
        Budget::Month(amount) => Rate { price: amount, per: catalog.month }.for_time(usage.span().max(catalog.month)),
    }
}

/// The most that the visitor will pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// For everything.
    Job(Money),
    /// In any month.
    Month(Money),
}

#[cfg(test)]
mod tests;
