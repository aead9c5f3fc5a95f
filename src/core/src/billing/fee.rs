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

/// `(gib − free) · price · time ÷ per`, pro rata to the second.
pub(super) fn disk(fee: Option<DiskFee>, gib: u64, usage: Usage) -> Option<DiskCharge> {
    if gib == 0 {
        return None;
    }
    let time = match fee.map(|fee| fee.when_stopped) {
        Some(WhenStopped::Free) => usage.running(),
        Some(WhenStopped::Billed) | None => usage.held(),
    };
    let amount = fee.map(|fee| {
        let all = fee.price * gib.saturating_sub(fee.free_gib);
        Rate { price: all, per: fee.per }.for_time(time).to_cents()
    });
    Some(DiskCharge { gib, fee, time, amount })
}

/// `(gib − free) · price`.
pub(super) fn egress(fee: Option<EgressFee>, gib: u64) -> Option<EgressCharge> {
    if gib == 0 {
        return None;
    }
    let amount = fee.map(|fee| (fee.price * gib.saturating_sub(fee.free_gib)).to_cents());
    Some(EgressCharge { gib, fee, amount })
}
