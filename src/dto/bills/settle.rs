//! The bill of a rental, line by line, and how the platform's own bill differs.

use gpu_cost_core::billing::settlement as core;
use gpu_cost_core::clock::Moment;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::Seconds;
use serde::Serialize;
use tsify::Tsify;

use super::rental::{SettleRequest, Stated, stated};
use super::{Bills, NO_SUCH_WAY};
use crate::dto::check::answer;
use crate::dto::issue::Issue;

/// What a rental must cost. Money is decimal text, moments are in UTC.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SettleOutcome {
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// The first start.
    pub start: String,
    /// When everything was released.
    pub end: String,
    /// Seconds of running, with and without GPUs.
    pub running_seconds: f64,
    /// Seconds from the first start to the end in which nothing ran.
    pub stopped_seconds: f64,
    /// The sum of all lines that have an amount.
    pub total: String,
    /// Rent first, tax last; what is given back is negative.
    pub lines: Vec<BillLine>,
    /// Received amounts that are not what they must be.
    pub differences: Vec<BillDifference>,
    /// The same rental, had it been left running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_running: Option<LeftOutcome>,
}

/// A rental that was left running.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutcome {
    /// What it costs.
    pub total: String,
    /// By how much that is more.
    pub difference: String,
    /// By how many seconds it runs longer.
    pub extra_seconds: f64,
    /// Its lines.
    pub lines: Vec<BillLine>,
}

/// One line of a bill.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BillLine {
    /// What it is for.
    pub kind: BillLineKind,
    /// What a platform's own bill has it under.
    pub item: BillItem,
    /// To the cent; absent where the platform does not state a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// How it comes about.
    pub parts: BillParts,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BillLineKind {
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
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BillItem {
    /// GPUs.
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

/// How a line comes about. Prices are absent where the platform does not state them.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BillParts {
    /// `(quantity − free) · price · seconds ÷ perSeconds`.
    #[serde(rename_all = "camelCase")]
    Timed {
        /// Units, GiB or addresses.
        quantity: u64,
        /// As many of them cost nothing.
        free: u64,
        /// Of one for `perSeconds`.
        #[serde(skip_serializing_if = "Option::is_none")]
        price: Option<String>,
        /// The time that the price is for.
        per_seconds: f64,
        /// The time that is paid for.
        seconds: f64,
    },
    /// `(quantity − free) · price`.
    #[serde(rename_all = "camelCase")]
    Counted {
        /// GiB or orders.
        quantity: u64,
        /// As many of them cost nothing.
        free: u64,
        /// Of one.
        #[serde(skip_serializing_if = "Option::is_none")]
        price: Option<String>,
    },
    /// `units · count · price`, used or not.
    #[serde(rename_all = "camelCase")]
    Terms {
        /// Units.
        units: u32,
        /// Terms for each unit.
        count: u64,
        /// Of one unit and term.
        price: String,
        /// The length of a term.
        term_seconds: f64,
        /// Time in which it was used.
        used_seconds: f64,
    },
    /// `charged − paid`.
    #[serde(rename_all = "camelCase")]
    Returned {
        /// What was paid.
        paid: String,
        /// What the platform keeps.
        #[serde(skip_serializing_if = "Option::is_none")]
        charged: Option<String>,
    },
    /// A share of other lines.
    #[serde(rename_all = "camelCase")]
    Share {
        /// How much of them.
        #[serde(skip_serializing_if = "Option::is_none")]
        percent: Option<f64>,
        /// What they come to.
        of: String,
    },
}

/// A received amount that is not what it must be, or cannot be checked.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BillDifference {
    /// What it is for.
    pub item: BillItem,
    /// What it must be; absent where the platform does not state a price that is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What it is.
    pub received: String,
    /// By how much it is too much; below zero where it is too little, absent where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<String>,
    /// The rule that gives the received amount to the cent, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<BillCause>,
}

/// A rule other than the platform's own.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BillCause {
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

impl Bills {
    /// What the rental of a request must cost.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn settle(&self, text: &str) -> Result<SettleOutcome, Vec<Issue>> {
        answer(text, |request: SettleRequest<'_>, check| {
            let found = self.terms(&request.offer, &mut check.field("offer"));
            let stated = stated(request, check)?;
            let (_, terms) = found?;
            let outcome = outcome(&self.currency, &terms, &stated);
            check.field("payment").accept(outcome.ok_or(NO_SUCH_WAY))
        })
    }
}

fn outcome(currency: &str, terms: &core::Terms, stated: &Stated) -> Option<SettleOutcome> {
    let Stated { rental, start, left_running, received } = stated;
    let settlement = core::settle(terms, rental)?;
    let left = left_running.map(|(from, until)| rental.left_running(from, until));
    let left = left.and_then(|left| Some((left.running(), core::settle(terms, &left)?)));
    Some(SettleOutcome {
        currency: currency.to_owned(),
        start: start.to_utc(),
        end: start.after(rental.end).map(Moment::to_utc).unwrap_or_default(),
        running_seconds: rental.running().as_f64(),
        stopped_seconds: rental.stopped().as_f64(),
        total: settlement.total.to_decimal(),
        lines: settlement.lines.iter().map(Into::into).collect(),
        differences: core::differences(terms, rental, &settlement, received).into_iter().map(Into::into).collect(),
        left_running: left.map(|(running, left)| LeftOutcome {
            total: left.total.to_decimal(),
            difference: (left.total - settlement.total).to_decimal(),
            extra_seconds: Seconds(running.0.saturating_sub(rental.running().0)).as_f64(),
            lines: left.lines.iter().map(Into::into).collect(),
        }),
    })
}

impl From<&core::Line> for BillLine {
    fn from(line: &core::Line) -> Self {
        let core::Line { kind, parts, amount } = *line;
        let amount = amount.map(Money::to_decimal);
        Self { kind: kind.into(), item: kind.item().into(), amount, parts: parts.into() }
    }
}

impl From<core::Parts> for BillParts {
    fn from(parts: core::Parts) -> Self {
        let text = |price: Option<Money>| price.map(Money::to_decimal);
        let seconds = Seconds::as_f64;
        match parts {
            core::Parts::Timed { quantity, free, price, per, time } => {
                Self::Timed { quantity, free, price: text(price), per_seconds: seconds(per), seconds: seconds(time) }
            }
            core::Parts::Counted { quantity, free, price } => Self::Counted { quantity, free, price: text(price) },
            core::Parts::Terms { units, count, price, length, used } => Self::Terms {
                units,
                count,
                price: price.to_decimal(),
                term_seconds: seconds(length),
                used_seconds: seconds(used),
            },
            core::Parts::Returned { paid, charged } => {
                Self::Returned { paid: paid.to_decimal(), charged: text(charged) }
            }
            core::Parts::Share { share, of } => {
                Self::Share { percent: share.map(|share| share.to_percent()), of: of.to_decimal() }
            }
        }
    }
}

impl From<core::Difference> for BillDifference {
    fn from(difference: core::Difference) -> Self {
        let core::Difference { item, expected, received, cause } = difference;
        let excess = expected.map(|expected| (received - expected).to_decimal());
        let expected = expected.map(Money::to_decimal);
        Self { item: item.into(), expected, received: received.to_decimal(), excess, cause: cause.map(Into::into) }
    }
}

mirror! {
    BillLineKind = core::LineKind {
        Rent, SpotRework, MinimumCharge, Rounding, StoppedRent, NoGpu, Overtime, Setup, Disk, DiskStopped, Expansion,
        Image, Snapshot, PublicIp, PublicIpStopped, Egress, ReclaimedRefund, Refund, TrialCredit, SlaCredit, Tax
    }
    BillItem = core::Item { Rent, Disk, Image, PublicIp, Egress, Setup, Credit, Tax }
    BillCause = core::Cause {
        MinutesRounded, HoursRounded, StoppedTimeBilled, StoppedDiskBilled, StoppedDiskFree, FreeQuotaIgnored,
        NothingRefunded, RefundedProRata
    }
}
