//! A plan over time, as JavaScript sees it: demand and ways to pay in, purchases with their proof out.

mod billing;
mod demand;
pub mod explain;
mod offered;
pub mod online;
mod outcome;
mod planner;
pub mod refund;
pub mod spot;
mod starts;
mod term;
pub mod trace;
mod trace_facts;
pub mod uncertain;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use self::billing::{SoldTerms, TrialTerms, billing_text};
pub use self::demand::{Pattern, Phase, PhaseLength, PlanDemand};
pub use self::outcome::{BoughtWay, LaneFacts, NextBest, PlanOutcome, PlannedWay, PriceSpans, PurchaseFacts};
pub use self::planner::{Planner, plan};
pub use self::starts::{EveryHours, StartRule};
pub use self::term::{HourlyTerm, PackageTerm, QuantityTier, SoldTerm, TermLength};
pub use self::trace_facts::{TraceFacts, trace_facts};
use super::decode::Part;

/// A demand over time, and what is sold.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlanRequest<'a> {
    /// The first day, as `2026-11-30`; a curve with times has its own.
    pub start: String,
    /// What is needed when.
    #[serde(borrow)]
    pub demand: PlanDemand<'a>,
    /// Percent of the cards that may be interrupted, rounded down; 0 where absent. A curve with a column of its own
    /// has that instead.
    #[tsify(optional)]
    pub interruptible_percent: Option<f64>,
    /// Minutes that the local clock is ahead of UTC, for a curve with offsets; 0 where absent.
    #[tsify(optional)]
    pub utc_offset_minutes: Option<f64>,
    /// GPUs in the unit that is sold; 1 where absent. Demand is rounded up to units.
    #[tsify(optional)]
    pub cards_per_unit: Option<f64>,
    /// What is sold, one to eight offers of units that are alike.
    #[serde(borrow)]
    #[tsify(type = "SoldTerms[]")]
    pub offers: Part<'a, Vec<Part<'a, SoldTerms<'a>>>>,
    /// What ending early would cost.
    #[tsify(optional)]
    pub early_end: Option<EarlyEnd>,
}

/// An end before all is used.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EarlyEnd {
    /// Days from the start.
    pub end_day: f64,
    /// Percent of the share of its price that a term charges for the used time, 100 for pro rata; where absent nothing
    /// is given back.
    #[tsify(optional)]
    pub refund_percent: Option<f64>,
}

/// How a unit is paid: a mode, `trial`, or `term`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WayToBuy {
    /// By the time used.
    OnDemand,
    /// By the time used, and may be taken away.
    Spot,
    /// 24 hours.
    Day,
    /// 7 days.
    Week,
    /// A month.
    Month,
    /// 12 months.
    Year,
    /// 24 months.
    TwoYears,
    /// 36 months.
    ThreeYears,
    /// The free trial.
    Trial,
    /// One of the `terms` of the offer.
    Term,
}

#[cfg(test)]
mod families;
#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;
