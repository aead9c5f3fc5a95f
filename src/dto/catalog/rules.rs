//! What a platform charges besides rent, disk and traffic, and what it does when something ends, as the host writes it.

use serde::Deserialize;
use tsify::Tsify;

use super::{FeePeriod, WhenStopped};
use crate::dto::decode::{Amount, Part};

/// What a whole bill depends on besides prices of offers. What is absent is not stated.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlatformRules<'a> {
    /// Money per unit and hour that an instance runs without its GPUs.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub no_gpu_hourly: Option<Amount<'a>>,
    /// The price of images of one's own.
    #[serde(borrow)]
    #[tsify(optional)]
    pub image: Option<StorageFee<'a>>,
    /// The price of snapshots of disks.
    #[serde(borrow)]
    #[tsify(optional)]
    pub snapshot: Option<StorageFee<'a>>,
    /// The price of an address on the internet.
    #[serde(borrow)]
    #[tsify(optional)]
    pub public_ip: Option<AddressFee<'a>>,
    /// Money for one GiB by which a disk is enlarged, once.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub expansion_per_gib: Option<Amount<'a>>,
    /// What happens where a term has run out and the instance still runs.
    #[tsify(optional)]
    pub overtime: Option<Overtime>,
    /// Money per unit and hour after a term has run out, where that has a price of its own.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub overtime_hourly: Option<Amount<'a>>,
    /// What is given back of terms that are canceled.
    #[tsify(optional)]
    pub refunds: Option<Refunds>,
    /// What holds for capacity that may be taken away.
    #[tsify(optional)]
    pub spot: Option<SpotRules>,
    /// The free trial.
    #[tsify(optional)]
    pub trial: Option<FreeTrial>,
    /// The promised availability.
    #[serde(borrow)]
    #[tsify(optional)]
    pub sla: Option<Sla<'a>>,
    /// Whether an instance cannot be stopped, only released.
    #[tsify(optional)]
    pub release_only: Option<bool>,
    /// Days for which the data of a stopped instance are kept.
    #[tsify(optional)]
    pub data_kept_days: Option<f64>,
    /// Hours until an instance stops whose bill is not paid.
    #[tsify(optional)]
    pub arrears_stop_hours: Option<f64>,
    /// Hours until its data are deleted.
    #[tsify(optional)]
    pub arrears_delete_hours: Option<f64>,
    /// Money that must be paid in before anything can be rented, and is given back.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub deposit: Option<Amount<'a>>,
    /// The day the rules were read, as `2026-11-30`; the catalog's where absent.
    #[tsify(optional)]
    pub as_of: Option<String>,
    /// Id of a source of this file.
    #[tsify(optional)]
    pub source: Option<String>,
}

/// The price of storage that is there whether or not an instance runs.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StorageFee<'a> {
    /// Money per GiB and `per`; 0 where it is free.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// The time that the price is for.
    pub per: FeePeriod,
    /// GiB that cost nothing; 0 where absent.
    #[tsify(optional)]
    pub free_gib: Option<f64>,
    /// Whether each day of the calendar that it touches is paid in full; not where absent.
    #[tsify(optional)]
    pub started_days: Option<bool>,
}

/// The price of an address.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressFee<'a> {
    /// Money per address and `per`; 0 where it is free.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// The time that the price is for.
    pub per: FeePeriod,
    /// Whether it costs while the instance is stopped.
    pub when_stopped: WhenStopped,
    /// Money per address and `per` while it is stopped, where that differs.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub stopped_price: Option<Amount<'a>>,
}

/// What happens where a term has run out and the instance still runs.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Overtime {
    /// The platform stops it.
    Stops,
    /// It is paid by the time used, at the price on demand.
    OnDemand,
}

/// What is given back of each term. What is absent is not stated.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Refunds {
    /// Of a day.
    #[tsify(optional)]
    pub day: Option<RefundTerms>,
    /// Of a week.
    #[tsify(optional)]
    pub week: Option<RefundTerms>,
    /// Of a month.
    #[tsify(optional)]
    pub month: Option<RefundTerms>,
    /// Of a year.
    #[tsify(optional)]
    pub year: Option<RefundTerms>,
    /// Of 24 months.
    #[tsify(optional)]
    pub two_years: Option<RefundTerms>,
    /// Of 36 months.
    #[tsify(optional)]
    pub three_years: Option<RefundTerms>,
}

/// What is given back of a term that is canceled.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefundTerms {
    /// What the platform keeps.
    pub keeps: Kept,
    /// Percent of the share of the used time that it keeps, with `share`; 100, which is pro rata, where absent.
    #[tsify(optional)]
    pub share_percent: Option<f64>,
    /// Hours after the purchase within which canceling costs nothing, the last included; 0 where absent.
    #[tsify(optional)]
    pub free_within_hours: Option<f64>,
    /// Units of an order for which that holds; all of them where absent.
    #[tsify(optional)]
    pub free_units: Option<f64>,
}

/// What a platform keeps of a term that is canceled.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Kept {
    /// Everything.
    All,
    /// `sharePercent` of the share of the used time.
    Share,
    /// What the used time costs on demand.
    OnDemandPrice,
}

/// What holds for capacity that may be taken away.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpotRules {
    /// Seconds between the notice and the end.
    #[tsify(optional)]
    pub notice_seconds: Option<f64>,
    /// Seconds within which a start that is taken away costs nothing.
    #[tsify(optional)]
    pub free_if_reclaimed_within_seconds: Option<f64>,
    /// Percent of the time in which it is to be had.
    #[tsify(optional)]
    pub available_percent: Option<f64>,
    /// How often it is taken away in a month.
    #[tsify(optional)]
    pub interruptions_per_month: Option<f64>,
}

/// A free trial.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FreeTrial {
    /// Hours of running that cost no rent.
    pub trial_hours: f64,
    /// GPUs for which it is granted at most.
    pub trial_cards: f64,
}

/// A promise of availability in each month.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sla<'a> {
    /// Percent of the time that is promised.
    pub availability_percent: f64,
    /// What is credited below that, the highest step first; not stated where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "SlaCredit[]")]
    pub credits: Option<Part<'a, Vec<Part<'a, SlaCredit>>>>,
    /// Percent of the rent of a month that is credited at most; 100 where absent.
    #[tsify(optional)]
    pub cap_percent: Option<f64>,
}

/// One step of what is credited.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SlaCredit {
    /// It applies below this percentage of the time.
    pub below_percent: f64,
    /// Percent of the rent that is credited.
    pub credit_percent: f64,
}
