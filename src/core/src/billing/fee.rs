//! All that is paid besides rent: disk and traffic, the time between two runs, set-up, tax.

use super::Extras;
use crate::catalog::{Platform, StoppedRent, Tax, WhenStopped};
use crate::demand::Usage;
use crate::money::{Money, Ppm, Rate};
use crate::units::Seconds;

/// One fee: `(quantity − free) · price · time ÷ per`, or a share of `price`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fee {
    /// What it is for.
    pub kind: FeeKind,
    /// Units of stopped instances, GiB, or the millionths of a share.
    pub quantity: u64,
    /// As many of them cost nothing.
    pub free: u64,
    /// The price of one for `per`, or the amount that is shared; `None` where the platform does not state it.
    pub price: Option<Money>,
    /// The time that the price is for; as long as `time` where time does not matter.
    pub per: Seconds,
    /// The time that is paid for.
    pub time: Seconds,
    /// To the cent; `None` where the platform does not state a price.
    pub amount: Option<Money>,
}

/// What a fee is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeKind {
    /// Rent of instances that are stopped.
    StoppedRent,
    /// Disk beside the system disk.
    Disk,
    /// The same while instances are stopped, where that has a price of its own.
    DiskStopped,
    /// Traffic to the internet.
    Egress,
    /// All of a fee to set up the order.
    Setup,
    /// Tax: a share of all else.
    Tax,
}

/// How the time between two runs is paid.
#[derive(Clone, Copy)]
pub(super) enum Between {
    /// It is paid for as the runs are.
    Paid,
    /// Everything is released, which only pays where stops are free.
    Released,
    /// At this price of an hour of a unit, where stops are not free.
    Hourly(Money),
}

impl Fee {
    fn new(kind: FeeKind, quantity: u64, free: u64, price: Option<Money>, per: Seconds, time: Seconds) -> Self {
        let rate = price.map(|price| Rate { price: price * quantity.saturating_sub(free), per });
        Self { kind, quantity, free, price, per, time, amount: rate.map(|rate| rate.for_time(time).to_cents()) }
    }

    /// A share of an amount.
    fn share(kind: FeeKind, share: Ppm, of: Option<Money>) -> Self {
        Self::new(kind, share.0.into(), 0, of, Seconds(Ppm::ALL.0.into()), Seconds(1))
    }
}

/// Hands on every fee of a rental and returns what it costs with its rent; `None` where it is paid in a way that does not
/// go with the platform's rules. What the platform does not state has no amount.
pub(super) fn each(
    platform: &Platform,
    (units, between): (u32, Between),
    usage: Usage,
    extras: Extras,
    rent: Money,
    take: &mut dyn FnMut(Fee),
) -> Option<Money> {
    let mut total = rent;
    let mut add = |fee: Fee| {
        total += fee.amount.unwrap_or_default();
        take(fee);
    };
    let (rules, running, held) = (&platform.rules, usage.running(), usage.held());
    let stopped = Seconds(held.0.saturating_sub(running.0));
    let hourly = match (rules.stopped, between) {
        (Some(StoppedRent::Free), _) | (_, Between::Paid) => Some(None),
        (Some(StoppedRent::Billed), Between::Released) => return None,
        (Some(StoppedRent::Billed), Between::Hourly(hourly)) => Some(Some(hourly)),
        (None, _) => None,
    };
    if hourly != Some(None) && Seconds(0) < stopped {
        add(Fee::new(FeeKind::StoppedRent, units.into(), 0, hourly.flatten(), Seconds::hours(1), stopped));
    }
    if 0 < extras.disk_gib {
        let fee = platform.disk;
        let (free, per) = fee.map_or((0, Seconds(1)), |fee| (fee.free_gib, fee.per));
        let mut kept = |kind, price, time| add(Fee::new(kind, extras.disk_gib, free, price, per, time));
        let price = fee.map(|fee| fee.price);
        match fee.map(|fee| fee.when_stopped) {
            Some(WhenStopped::Billed) | None => kept(FeeKind::Disk, price, held),
            Some(WhenStopped::Free) => kept(FeeKind::Disk, price, running),
            Some(WhenStopped::Price(less)) => {
                kept(FeeKind::Disk, price, running);
                kept(FeeKind::DiskStopped, Some(less), stopped)
            }
        };
    }
    if 0 < extras.egress_gib {
        let (price, free) = platform.egress.map_or((None, 0), |fee| (Some(fee.price), fee.free_gib));
        add(Fee::new(FeeKind::Egress, extras.egress_gib, free, price, Seconds(1), Seconds(1)));
    }
    if rules.setup != Some(Money::ZERO) {
        add(Fee::share(FeeKind::Setup, Ppm::ALL, rules.setup));
    }
    let tax = match rules.tax {
        Some(Tax::Included) => return Some(total),
        Some(Tax::Added(share)) => Fee::share(FeeKind::Tax, share, Some(total)),
        None => Fee::share(FeeKind::Tax, Ppm::ALL, None),
    };
    take(tax);
    Some(total + tax.amount.unwrap_or_default())
}
