//! What a platform charges besides rent, disk and traffic, and what it does when something ends. Only a whole bill needs
//! it; the first comparison does not.
//!
//! What a platform does not state is `None`, never zero.

use alloc::vec::Vec;

use super::{PackageTerm, WhenStopped};
use crate::money::{Money, Ppm};
use crate::units::Seconds;

/// The rules of one platform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Rent of an instance that is stopped, where it is paid by the time used.
    pub stopped: Option<StoppedRent>,
    /// The price of an hour in which an instance runs without its GPUs.
    pub no_gpu: Option<Money>,
    /// Images of the visitor's own.
    pub image: Option<StorageFee>,
    /// Snapshots of disks.
    pub snapshot: Option<StorageFee>,
    /// An address on the internet.
    pub public_ip: Option<AddressFee>,
    /// To set up an order, once.
    pub setup: Option<Money>,
    /// To enlarge a disk by one GiB, once; the larger disk is paid for besides.
    pub expansion: Option<Money>,
    /// What happens where a term has run out and the instance still runs.
    pub overtime: Option<Overtime>,
    /// Whether tax comes on top.
    pub tax: Option<Tax>,
    /// What is given back of terms that are canceled, at most one for each term.
    pub refunds: Vec<RefundRule>,
    /// Capacity that is taken away within this time after its start costs nothing.
    pub free_if_reclaimed_within: Option<Seconds>,
    /// The free trial.
    pub trial: Option<Trial>,
    /// The promised availability.
    pub sla: Option<Sla>,
}

/// Rent of an instance that is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedRent {
    /// None.
    Free,
    /// As while it runs.
    Billed,
}

/// The price of storage that is there whether or not an instance runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageFee {
    /// The price of one GiB for `per`.
    pub price: Money,
    /// The time that the price is for.
    pub per: Seconds,
    /// GiB that cost nothing.
    pub free_gib: u64,
    /// Which time is paid for.
    pub time: StorageTime,
}

/// Which time is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageTime {
    /// All of it, and no more.
    Exact,
    /// Each day of the calendar that it touches, in full.
    StartedDays,
}

/// The price of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressFee {
    /// The price of one for `per`.
    pub price: Money,
    /// The time that the price is for.
    pub per: Seconds,
    /// Whether it costs while the instance is stopped.
    pub when_stopped: WhenStopped,
}

/// What happens where a term has run out and the instance still runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// The platform stops it.
    Stops,
    /// It is paid by the time used, at the price on demand.
    OnDemand,
    /// It is paid by the time used, at this price of a unit and hour.
    Hourly(Money),
}

/// Whether tax comes on top of prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tax {
    /// Prices have it in them.
    Included,
    /// So much of everything else.
    Added(Ppm),
}

/// What is given back of a term that is canceled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefundRule {
    /// The term.
    pub term: PackageTerm,
    /// What the used time is charged.
    pub used: UsedPrice,
    /// An order that is canceled within this time, its end included, costs nothing; 0 where there is no such time.
    pub free_within: Seconds,
    /// Units of an order for which that holds; all of them where the platform names no number.
    pub free_units: Option<u32>,
}

/// What the used time of a canceled term is charged, at most the price of the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedPrice {
    /// By its share of the price.
    Share(Refund),
    /// The price on demand.
    OnDemand,
}

/// What a platform gives back for the rest of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refund {
    /// Nothing.
    Nothing,
    /// All but the used time, for which it charges this many hundredths of its share of the price: 100 is pro rata.
    /// CompShare charges 125 for a day and 150 for a month.
    Rest {
        /// At least 100 where the platform means to lose nothing.
        percent: u32,
    },
}

/// A free trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Running time that costs no rent.
    pub time: Seconds,
    /// GPUs for which it is granted at most.
    pub cards: u32,
}

/// A promise of availability in each month, and what is credited where it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sla {
    /// The promised share of the time.
    pub availability: Ppm,
    /// Credits, in any order; none where the platform does not state them.
    pub credits: Vec<SlaCredit>,
    /// The most that is credited of the rent of a month; all of it where the platform does not say.
    pub cap: Ppm,
}

/// One step of what is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlaCredit {
    /// It applies below this share of the time.
    pub below: Ppm,
    /// The share of the rent that is credited.
    pub credit: Ppm,
}

impl Rules {
    /// What is given back of a term; `None` where the platform does not say.
    #[must_use]
    pub fn refund(&self, term: PackageTerm) -> Option<RefundRule> {
        self.refunds.iter().copied().find(|rule| rule.term == term)
    }
}
