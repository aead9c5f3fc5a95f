//! Disk and traffic.

use crate::catalog::{DiskFee, EgressFee, WhenStopped};
use crate::demand::Usage;
use crate::money::{Money, Rate};
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

/// `(gib − free) · (price · running + price when stopped · stopped) ÷ per`, pro rata to the second.
pub(super) fn disk(fee: Option<DiskFee>, gib: u64, usage: Usage) -> Option<DiskCharge> {
    if gib == 0 {
        return None;
    }
    let amount =
        fee.map(|fee| kept(fee, gib, usage.running(), Seconds(usage.held().0.saturating_sub(usage.running().0))));
    let time = match fee.map(|fee| fee.when_stopped) {
        Some(WhenStopped::Free) => usage.running(),
        Some(WhenStopped::Billed | WhenStopped::Price(_)) | None => usage.held(),
    };
    Some(DiskCharge { gib, fee, time, amount })
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
pub(super) fn egress(fee: Option<EgressFee>, gib: u64) -> Option<EgressCharge> {
    if gib == 0 {
        return None;
    }
    let amount = fee.map(|fee| (fee.price * gib.saturating_sub(fee.free_gib)).to_cents());
    Some(EgressCharge { gib, fee, amount })
}
