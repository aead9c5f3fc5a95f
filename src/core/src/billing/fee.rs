//! All that is paid besides rent: disk and traffic, the time between two runs, set-up, tax.

use super::Extras;
use crate::catalog::{DiskFee, EgressFee, Platform, StoppedRent, Tax, WhenStopped};
use crate::demand::Usage;
use crate::money::{Money, Ppm, Rate};
use crate::units::Seconds;

/// The disk line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskCharge {
    /// What was asked for.
    pub gib: u64,
    /// The platform's price and rules; `None` where it does not state them.
    pub fee: Option<DiskFee>,
    /// How long it is paid for.
    pub time: Seconds,
    /// To the cent; `None` where the platform does not state a price.
    pub amount: Option<Money>,
}

/// The traffic line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EgressCharge {
    /// What was asked for.
    pub gib: u64,
    /// The platform's price and rules; `None` where it does not state them.
    pub fee: Option<EgressFee>,
    /// To the cent; `None` where the platform does not state a price.
    pub amount: Option<Money>,
}

/// Rent of an instance that is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoppedCharge {
    /// Units.
    pub units: u32,
    /// Per unit and hour.
    pub hourly: Money,
    /// Time in which it is stopped.
    pub time: Seconds,
    /// To the cent.
    pub amount: Money,
}

/// The tax line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaxCharge {
    /// How much of all else.
    pub share: Ppm,
    /// What all else comes to.
    pub of: Money,
    /// To the cent.
    pub amount: Money,
}

/// All that is paid besides rent. What the platform does not state is not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fees {
    /// For disk; `None` where none is asked for.
    pub disk: Option<DiskCharge>,
    /// For disk while the instance is stopped, where that has a price of its own.
    pub disk_stopped: Option<DiskCharge>,
    /// For traffic; `None` where none is asked for.
    pub egress: Option<EgressCharge>,
    /// For the time between two runs, where a platform charges it.
    pub stopped: Option<StoppedCharge>,
    /// To set up the order, where there is such a fee.
    pub setup: Option<Money>,
    /// On all else, where it comes on top.
    pub tax: Option<TaxCharge>,
    /// What else this rental would be charged, if the platform does so, which it does not state.
    pub unstated: [Option<Unstated>; 3],
}

/// Something of which a platform does not state whether it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unstated {
    /// Rent of an instance that is stopped.
    StoppedRent,
    /// To set up the order.
    Setup,
    /// Tax.
    Tax,
}

/// How the time between two runs would be paid.
#[derive(Clone, Copy)]
pub(super) enum Between {
    /// It is paid for.
    Paid,
    /// Everything is released, which only pays where stops are free.
    Released,
    /// By the hour, where stops are not free.
    Metered {
        /// Units.
        units: u32,
        /// Per unit and hour.
        hourly: Money,
    },
}

impl Fees {
    /// What of them is known.
    #[must_use]
    pub fn total(&self) -> Money {
        let tax = self.tax.map_or(Money::ZERO, |tax| tax.amount);
        self.before_tax() + tax
    }

    fn before_tax(&self) -> Money {
        let Self { disk, disk_stopped, egress, stopped, setup, tax: _, unstated: _ } = self;
        let of_disk = |charge: &Option<DiskCharge>| charge.and_then(|charge| charge.amount);
        let (egress, stopped) = (egress.and_then(|charge| charge.amount), stopped.map(|charge| charge.amount));
        let known = [of_disk(disk), of_disk(disk_stopped), egress, stopped, *setup];
        known.into_iter().flatten().sum()
    }
}

/// All fees of a rental; `None` where it is paid in a way that does not go with them.
pub(super) fn fees(platform: &Platform, between: Between, usage: Usage, extras: Extras, rent: Money) -> Option<Fees> {
    let rules = &platform.rules;
    let time = Seconds(usage.held().0.saturating_sub(usage.running().0));
    let is_billed = rules.stopped == Some(StoppedRent::Billed);
    let stops = Seconds(0) < time && !matches!(between, Between::Paid);
    let stopped = match between {
        Between::Released if is_billed => return None,
        Between::Metered { units, hourly } if is_billed && stops => {
            let amount = Rate::hourly(hourly * u64::from(units)).for_time(time).to_cents();
            Some(StoppedCharge { units, hourly, time, amount })
        }
        _ => None,
    };
    let [disk, disk_stopped] = disk(platform.disk, extras.disk_gib, usage);
    let mut fees = Fees {
        disk,
        disk_stopped,
        egress: egress(platform.egress, extras.egress_gib),
        stopped,
        setup: rules.setup.map(Money::to_cents).filter(|setup| *setup != Money::ZERO),
        tax: None,
        unstated: [
            (stops && rules.stopped.is_none()).then_some(Unstated::StoppedRent),
            rules.setup.is_none().then_some(Unstated::Setup),
            rules.tax.is_none().then_some(Unstated::Tax),
        ],
    };
    if let Some(Tax::Added(share)) = rules.tax {
        let of = rent + fees.before_tax();
        fees.tax = Some(TaxCharge { share, of, amount: share.of(of).to_cents() });
    }
    Some(fees)
}

/// `(gib − free) · price · time ÷ per`, pro rata to the second; where a stopped instance pays another price, that is the
/// second charge, and the two are rounded together.
fn disk(fee: Option<DiskFee>, gib: u64, usage: Usage) -> [Option<DiskCharge>; 2] {
    if gib == 0 {
        return [None; 2];
    }
    let (running, held) = (usage.running(), usage.held());
    let stopped = Seconds(held.0.saturating_sub(running.0));
    let all = fee.map(|fee| kept(fee, gib, running, stopped));
    let charge = |fee, time, amount| Some(DiskCharge { gib, fee, time, amount });
    match fee.map(|fee| (fee, fee.when_stopped)) {
        Some((_, WhenStopped::Free)) => [charge(fee, running, all), None],
        Some((_, WhenStopped::Billed)) | None => [charge(fee, held, all), None],
        Some((of, WhenStopped::Price(price))) => {
            let first = kept(of, gib, running, Seconds(0));
            let less = Some(DiskFee { price, ..of });
            [charge(fee, running, Some(first)), charge(less, stopped, all.map(|all| all - first))]
        }
    }
}

/// What is charged for something that is kept while an instance runs and while it is stopped, to the cent.
pub(super) fn kept(fee: DiskFee, quantity: u64, running: Seconds, stopped: Seconds) -> Money {
    let DiskFee { price, per, free_gib, when_stopped } = fee;
    let beyond = quantity.saturating_sub(free_gib);
    let charge = |price: Money, time| Rate { price: price * beyond, per }.for_time(time);
    let amount = match when_stopped {
        WhenStopped::Free => charge(price, running),
        WhenStopped::Billed => charge(price, Seconds(running.0.saturating_add(stopped.0))),
        WhenStopped::Price(less) => charge(price, running) + charge(less, stopped),
    };
    amount.to_cents()
}

/// `(gib − free) · price`.
fn egress(fee: Option<EgressFee>, gib: u64) -> Option<EgressCharge> {
    if gib == 0 {
        return None;
    }
    let amount = fee.map(|fee| (fee.price * gib.saturating_sub(fee.free_gib)).to_cents());
    Some(EgressCharge { gib, fee, amount })
}
