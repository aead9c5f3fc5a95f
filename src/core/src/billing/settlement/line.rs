//! The lines of a settlement.

use super::super::Rent;
use crate::money::{Money, Ppm};
use crate::units::Seconds;

/// One line of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub kind: LineKind,
    /// How it comes about.
    pub parts: Parts,
    /// To the cent, negative where it is given back; `None` where the platform does not state a price.
    pub amount: Option<Money>,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// GPUs.
    Rent,
    /// Time that repeats what interruptions lost.
    SpotRework,
    /// Time that short starts pay for without running.
    MinimumCharge,
    /// Time that started minutes or hours pay for without running.
    Rounding,
    /// Rent while the instance is stopped.
    StoppedRent,
    /// Time that ran without GPUs.
    NoGpu,
    /// Time that ran after the last term.
    Overtime,
    /// To set up the order.
    Setup,
    /// Disk while the instance runs.
    Disk,
    /// Disk while it is stopped.
    DiskStopped,
    /// To enlarge disks.
    Expansion,
    /// Images.
    Image,
    /// Snapshots.
    Snapshot,
    /// Addresses while the instance runs.
    PublicIp,
    /// Addresses while it is stopped.
    PublicIpStopped,
    /// Traffic to the internet.
    Egress,
    /// Given back: runs that the platform took away early.
    ReclaimedRefund,
    /// Given back: the rest of canceled terms.
    Refund,
    /// Given back: the free trial.
    TrialCredit,
    /// Given back: the promised availability was not reached.
    SlaCredit,
    /// Tax on all else.
    Tax,
}

/// What a platform's own bill has an amount for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// GPUs, with all that is paid for by the hour of them.
    Rent,
    /// Disks.
    Disk,
    /// Images and snapshots.
    Image,
    /// Addresses.
    PublicIp,
    /// Traffic.
    Egress,
    /// To set up the order.
    Setup,
    /// All that is given back.
    Credit,
    /// Tax.
    Tax,
}

impl Item {
    /// All of them, in the order of a bill.
    pub const ALL: [Self; 8] =
        [Self::Rent, Self::Disk, Self::Image, Self::PublicIp, Self::Egress, Self::Setup, Self::Credit, Self::Tax];
}

impl LineKind {
    /// What a platform's own bill has it under.
    #[must_use]
    pub const fn item(self) -> Item {
        match self {
            Self::Rent
            | Self::SpotRework
            | Self::MinimumCharge
            | Self::Rounding
            | Self::StoppedRent
            | Self::NoGpu
            | Self::Overtime => Item::Rent,
            Self::Setup => Item::Setup,
            Self::Disk | Self::DiskStopped | Self::Expansion => Item::Disk,
            Self::Image | Self::Snapshot => Item::Image,
            Self::PublicIp | Self::PublicIpStopped => Item::PublicIp,
            Self::Egress => Item::Egress,
            Self::ReclaimedRefund | Self::Refund | Self::TrialCredit | Self::SlaCredit => Item::Credit,
            Self::Tax => Item::Tax,
        }
    }
}

/// How a line comes about. Prices are `None` where the platform does not state them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// `(quantity − free) · price · time ÷ per`.
    Timed {
        /// Units, GiB or addresses.
        quantity: u64,
        /// As many of them cost nothing.
        free: u64,
        /// Of one for `per`.
        price: Option<Money>,
        /// The time that the price is for.
        per: Seconds,
        /// The time that is paid for.
        time: Seconds,
    },
    /// `(quantity − free) · price`.
    Counted {
        /// GiB or orders.
        quantity: u64,
        /// As many of them cost nothing.
        free: u64,
        /// Of one.
        price: Option<Money>,
    },
    /// `units · count · price`, used or not.
    Terms {
        /// Units.
        units: u32,
        /// Terms for each unit.
        count: u64,
        /// Of one unit and term.
        price: Money,
        /// The length of a term.
        length: Seconds,
        /// Time in which it was used.
        used: Seconds,
    },
    /// What was paid, without what is charged for the time that was used.
    Returned {
        /// What was paid.
        paid: Money,
        /// What the platform keeps; `None` where it does not state its rule.
        charged: Option<Money>,
    },
    /// A share of other lines.
    Share {
        /// How much of them.
        share: Option<Ppm>,
        /// What they come to.
        of: Money,
    },
}

impl Line {
    /// A line with its parts; the amount is to the cent.
    pub(super) const fn new(kind: LineKind, parts: Parts, amount: Option<Money>) -> Self {
        Self { kind, parts, amount }
    }

    /// The lines of rent. Of time that is paid for as it is used, `rework` becomes a line of its own.
    pub(super) fn of_rent(rent: &Rent, rework: Seconds) -> impl Iterator<Item = Self> {
        let lines = match *rent {
            Rent::Terms { units, price, term: _, length, count, used, amount } => {
                let parts = Parts::Terms { units, count, price, length, used };
                [Some(Self::new(LineKind::Rent, parts, Some(amount))), None, None, None]
            }
            Rent::Metered {
                units,
                hourly,
                increment_stated: _,
                used,
                used_amount,
                minimum,
                minimum_amount,
                rounding,
                rounding_amount,
            } => {
                let line =
                    |kind, time, amount| Self::new(kind, Parts::hourly(units.into(), Some(hourly), time), Some(amount));
                let extra = |kind, time, amount| (Seconds(0) < time).then(|| line(kind, time, amount));
                let rework = rework.min(used);
                let rework_amount = Parts::hourly(units.into(), Some(hourly), rework).amount().unwrap_or_default();
                let work = Seconds(used.0 - rework.0);
                [
                    Some(line(LineKind::Rent, work, used_amount - rework_amount)),
                    extra(LineKind::SpotRework, rework, rework_amount),
                    extra(LineKind::MinimumCharge, minimum, minimum_amount),
                    extra(LineKind::Rounding, rounding, rounding_amount),
                ]
            }
        };
        lines.into_iter().flatten()
    }
}

impl Parts {
    /// So many units for some time at a price by the hour.
    pub(super) const fn hourly(quantity: u64, price: Option<Money>, time: Seconds) -> Self {
        Self::Timed { quantity, free: 0, price, per: Seconds::hours(1), time }
    }

    /// What it comes to, to the cent.
    pub(super) fn amount(self) -> Option<Money> {
        let amount = match self {
            Self::Timed { quantity, free, price, per, time } => {
                let price = price? * quantity.saturating_sub(free);
                crate::money::Rate { price, per }.for_time(time)
            }
            Self::Counted { quantity, free, price } => price? * quantity.saturating_sub(free),
            Self::Terms { units, count, price, length: _, used: _ } => price * u64::from(units) * count,
            Self::Returned { paid, charged } => charged? - paid,
            Self::Share { share, of } => share?.of(of),
        };
        Some(amount.to_cents())
    }
}
