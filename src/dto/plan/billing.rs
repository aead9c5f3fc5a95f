//! What is sold: read for a plan, and written for it from a catalog.

use gpu_cost_core::billing::Mode;
use gpu_cost_core::billing::ladder::{Month, Terms, Trial};
use gpu_cost_core::billing::spot::{self, Job};
use gpu_cost_core::bounds::{self, planning};
use gpu_cost_core::catalog::{self, Catalog, Increment, OnDemand, PackageTerm};
use gpu_cost_core::error::{Error, PriceError};
use gpu_cost_core::money::Money;
use gpu_cost_core::units::Seconds;
use serde::Deserialize;
use tsify::Tsify;

use super::WayToBuy;
use super::spot::SpotRisk;
use crate::dto::catalog::Billing;
use crate::dto::catalog::offer::billing;
use crate::dto::check::{Check, optional};
use crate::dto::decode::Part;
use crate::dto::terms;

/// Most offers of one plan.
const MOST_OFFERS: usize = 8;

/// Ways to pay for one unit.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SoldTerms<'a> {
    /// Prices, as in a catalog.
    #[serde(borrow)]
    pub billing: Billing<'a>,
    /// Hours of a month; where absent, months are those of the calendar.
    #[tsify(optional)]
    pub month_hours: Option<f64>,
    /// What is free once, from the first use on.
    #[tsify(optional)]
    pub trial: Option<TrialTerms>,
    /// What interruptions of spot cost, which raises its price; nothing where absent.
    #[tsify(optional)]
    pub spot_risk: Option<SpotRisk>,
}

/// A free trial.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrialTerms {
    /// How long from the first use on, used or not.
    pub trial_hours: f64,
    /// For how many units.
    pub trial_cards: f64,
}

/// What an offer sells, checked.
#[derive(Debug)]
pub(super) struct Sold {
    billing: catalog::Billing,
    month: Month,
    trial: Option<Trial>,
}

impl Sold {
    pub(super) const fn terms(&self) -> Terms<'_> {
        Terms { billing: &self.billing, month: self.month, trial: self.trial }
    }

    pub(super) const fn billing(&self) -> &catalog::Billing {
        &self.billing
    }

    pub(super) const fn month(&self) -> Month {
        self.month
    }
}

/// All offers of a list.
pub(super) fn offers<'a>(
    list: &Part<'a, Vec<Part<'a, SoldTerms<'a>>>>,
    check: &mut Check<'a, '_>,
) -> Option<Vec<Sold>> {
    let parts = check.elements(list)?;
    check.require(!parts.is_empty(), || Error::Empty { what: "offer" });
    check.require(parts.len() <= MOST_OFFERS, || Error::Conflict { what: "eight offers at most" });
    let sold = parts.iter().take(MOST_OFFERS).enumerate().map(|(index, part)| {
        let mut check = check.element(index, part);
        let terms = check.decode(part)?;
        sold(terms, &mut check)
    });
    // All of them are read, so that all errors are found.
    let sold: Vec<Option<Sold>> = sold.collect();
    sold.into_iter().collect()
}

/// One offer.
pub(super) fn sold(terms: SoldTerms<'_>, check: &mut Check<'_, '_>) -> Option<Sold> {
    let SoldTerms { billing, month_hours, trial, spot_risk } = terms;
    let billing = self::billing(billing, &mut check.field("billing"));
    let month = optional(month_hours, |hours| check.field("monthHours").whole(&bounds::MONTH_HOURS, hours));
    let trial = optional(trial, |trial| {
        let mut check = check.field("trial");
        let hours = check.field("trialHours").whole(&planning::TRIAL_HOURS, trial.trial_hours);
        let units = check.field("trialCards").whole(&planning::TRIAL_CARDS, trial.trial_cards);
        Some(Trial { length: Seconds::hours(hours?), units: units? })
    });
    let risk = optional(spot_risk, |risk| risk.checked(&mut check.field("spotRisk")));
    let mut billing = billing?;
    if let Some(job) = risk? {
        billing.spot = effective(billing.spot, job, &mut check.field("spotRisk"))?;
    }
    let month = month?.map_or(Month::Calendar, |hours| Month::Fixed(Seconds::hours(hours)));
    Some(Sold { billing, month, trial: trial? })
}

/// Spot at what an hour of work costs on it, to a billionth.
fn effective(spot: Option<OnDemand>, job: Job, check: &mut Check<'_, '_>) -> Option<Option<OnDemand>> {
    let Some(plan) = spot else { return Some(None) };
    let price = spot::forecast(job).ok().and_then(|forecast| forecast.effective(plan.hourly));
    let price = check.accept(price.ok_or(Error::Conflict { what: "a job that ends" }))?;
    // Exact from here on: prices have nine decimals.
    let hourly = Money::parse(&price.to_decimal()).map_err(|error| Error::Price(PriceError::Text(error)));
    let hourly = check.accept(hourly)?;
    Some(Some(OnDemand { hourly, ..plan }))
}

/// The `billing`, `monthHours` of an offer of a catalog as the JSON text of [`SoldTerms`], so that no price becomes a
/// float on its way; `None` where the catalog has no such offer.
#[must_use]
pub fn billing_text(catalog: &Catalog, offer: &str) -> Option<String> {
    let offer = catalog.offers.iter().find(|candidate| candidate.id == offer)?;
    let catalog::Billing { on_demand, spot, packages } = &offer.billing;
    let hourly = |name: &str, plan: &OnDemand| {
        let increment = match plan.increment {
            None => "",
            Some(Increment::Second) => r#","increment":"second""#,
            Some(Increment::Minute) => r#","increment":"minute""#,
            Some(Increment::Hour) => r#","increment":"hour""#,
        };
        let (price, minimum) = (plan.hourly.to_decimal(), plan.minimum.0);
        format!(r#""{name}":{{"price":{price}{increment},"minimumSeconds":{minimum}}}"#)
    };
    let mut parts: Vec<String> = on_demand.iter().map(|plan| hourly("onDemand", plan)).collect();
    parts.extend(spot.iter().map(|plan| hourly("spot", plan)));
    parts.extend(
        packages
            .iter()
            .map(|package| format!(r#""{}":{{"price":{}}}"#, terms::name(package.term), package.price.to_decimal())),
    );
    let hours = catalog.month.0 / Seconds::hours(1).0;
    Some(format!(r#"{{"billing":{{{}}},"monthHours":{hours}}}"#, parts.join(",")))
}

impl From<Option<Mode>> for WayToBuy {
    fn from(mode: Option<Mode>) -> Self {
        match mode {
            None | Some(Mode::Mixed) => Self::Trial,
            Some(Mode::OnDemand) => Self::OnDemand,
            Some(Mode::Spot) => Self::Spot,
            Some(Mode::Package(term)) => match term {
                PackageTerm::Day => Self::Day,
                PackageTerm::Week => Self::Week,
                PackageTerm::Month => Self::Month,
                PackageTerm::Year => Self::Year,
                PackageTerm::TwoYears => Self::TwoYears,
                PackageTerm::ThreeYears => Self::ThreeYears,
            },
        }
    }
}
