//! What a platform's own bill has otherwise, and which rule would explain it.

use alloc::vec::Vec;

use super::{Item, Rental, Settlement, Terms, settle};
use crate::catalog::{Increment, OnDemand, Platform, Refund, Rules, StoppedRent, UsedPrice, WhenStopped};
use crate::money::Money;
use crate::units::Seconds;

/// An item for which the two bills disagree, or cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which.
    pub item: Item,
    /// What it must be; `None` where the platform does not state a price that is in it.
    pub expected: Option<Money>,
    /// What it is.
    pub received: Money,
    /// The rule that gives the received amount to the cent.
    pub cause: Option<Cause>,
}

/// A rule other than the platform's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Runs were rounded up to started minutes.
    MinutesRounded,
    /// Runs were rounded up to started hours.
    HoursRounded,
    /// Time in which the instance was stopped was charged like running time.
    StoppedTimeBilled,
    /// Disk was charged while the instance was stopped.
    StoppedDiskBilled,
    /// Disk was not charged while the instance was stopped.
    StoppedDiskFree,
    /// What is free was charged.
    FreeQuotaIgnored,
    /// Nothing was given back for canceled terms.
    NothingRefunded,
    /// What was used of canceled terms was charged pro rata.
    RefundedProRata,
}

impl Cause {
    const ALL: [Self; 8] = [
        Self::MinutesRounded,
        Self::HoursRounded,
        Self::StoppedTimeBilled,
        Self::StoppedDiskBilled,
        Self::StoppedDiskFree,
        Self::FreeQuotaIgnored,
        Self::NothingRefunded,
        Self::RefundedProRata,
    ];

    /// Terms with this rule instead of the platform's own.
    fn applied(self, terms: &Terms) -> Terms {
        let Terms { mut platform, mut billing, cards_per_unit, month } = terms.clone();
        let rounded = |plan: OnDemand, increment| OnDemand { increment: Some(increment), ..plan };
        match self {
            Self::MinutesRounded | Self::HoursRounded => {
                let increment = if self == Self::HoursRounded { Increment::Hour } else { Increment::Minute };
                billing.on_demand = billing.on_demand.map(|plan| rounded(plan, increment));
                billing.spot = billing.spot.map(|plan| rounded(plan, increment));
            }
            Self::StoppedTimeBilled => platform.rules.stopped = Some(StoppedRent::Billed),
            Self::StoppedDiskBilled => set_when_stopped(&mut platform, WhenStopped::Billed),
            Self::StoppedDiskFree => set_when_stopped(&mut platform, WhenStopped::Free),
            Self::FreeQuotaIgnored => without_quota(&mut platform),
            Self::NothingRefunded => set_refunds(&mut platform.rules, Refund::Nothing),
            Self::RefundedProRata => set_refunds(&mut platform.rules, Refund::Rest { percent: 100 }),
        }
        Terms { platform, billing, cards_per_unit, month }
    }
}

fn set_when_stopped(platform: &mut Platform, when_stopped: WhenStopped) {
    if let Some(disk) = &mut platform.disk {
        disk.when_stopped = when_stopped;
    }
}

fn without_quota(platform: &mut Platform) {
    let Platform { disk, egress, rules: Rules { image, snapshot, .. }, .. } = platform;
    let quotas = [
        disk.as_mut().map(|fee| &mut fee.free_gib),
        egress.as_mut().map(|fee| &mut fee.free_gib),
        image.as_mut().map(|fee| &mut fee.free_gib),
        snapshot.as_mut().map(|fee| &mut fee.free_gib),
    ];
    for quota in quotas.into_iter().flatten() {
        *quota = 0;
    }
}

fn set_refunds(rules: &mut Rules, refund: Refund) {
    for rule in &mut rules.refunds {
        rule.used = UsedPrice::Share(refund);
        rule.free_within = Seconds(0);
    }
}

impl Settlement {
    /// What an item comes to; `None` where the platform does not state a price that is in it.
    #[must_use]
    pub fn item(&self, item: Item) -> Option<Money> {
        let lines = self.lines.iter().filter(|line| line.kind.item() == item);
        lines.map(|line| line.amount).sum()
    }
}

/// Every received amount that is not what it must be by the `settlement` of the same terms and rental.
#[must_use]
pub fn differences(
    terms: &Terms,
    rental: &Rental,
    settlement: &Settlement,
    received: &[(Item, Money)],
) -> Vec<Difference> {
    let mut others: Option<Vec<(Cause, Settlement)>> = None;
    let settled = |cause: Cause| Some((cause, settle(&cause.applied(terms), rental)?));
    let difference = |&(item, received): &(Item, Money)| {
        let expected = settlement.item(item);
        if expected == Some(received) {
            return None;
        }
        // Other rules are settled only where something is to be explained.
        let others = others.get_or_insert_with(|| Cause::ALL.into_iter().filter_map(settled).collect());
        let cause = others.iter().find(|(_, other)| other.item(item) == Some(received)).map(|(cause, _)| *cause);
        Some(Difference { item, expected, received, cause })
    };
    received.iter().filter_map(difference).collect()
}
