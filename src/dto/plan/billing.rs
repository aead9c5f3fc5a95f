//! What is sold: read for a plan, and written for it from a catalog.

use gpu_cost_core::billing::Mode;
use gpu_cost_core::billing::ladder::{Month, Terms, Trial};
use gpu_cost_core::billing::sale::Sale;
use gpu_cost_core::billing::spot::{self, Job};
use gpu_cost_core::bounds::{self, planning};
use gpu_cost_core::catalog::{self, Catalog, Increment, OnDemand, PackageTerm};
use gpu_cost_core::error::Error;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::Seconds;
use serde::Deserialize;
use tsify::Tsify;

use super::WayToBuy;
use super::spot::SpotRisk;
use super::term::{SoldTerm, sales};
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
    #[tsify(optional)]
    pub billing: Option<Billing<'a>>,
    /// What is sold beside them, or instead, on conditions of its own.
    #[serde(borrow)]
    #[tsify(optional, type = "SoldTerm[]")]
    pub terms: Option<Part<'a, Vec<Part<'a, SoldTerm<'a>>>>>,
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
    sales: Vec<Sale>,
}

impl Sold {
    /// Whether something in it begins or ends with a day.
    pub(super) fn asks_for_days(&self) -> bool {
        self.sales.iter().any(Sale::asks_for_days)
    }

    pub(super) const fn terms(&self) -> Terms<'_> {
        Terms { billing: &self.billing, month: self.month, trial: self.trial }
    }

    pub(super) const fn billing(&self) -> &catalog::Billing {
        &self.billing
    }

    pub(super) const fn month(&self) -> Month {
        self.month
    }

    /// What is sold beside the price list.
    pub(super) fn sales(&self) -> &[Sale] {
        &self.sales
    }
}

/// All offers of a list.
pub(super) fn offers<'a>(
    list: &Part<'a, Vec<Part<'a, SoldTerms<'a>>>>,
    check: &mut Check<'a, '_>,
) -> Option<Vec<Sold>> {
    let parts = check.elements(list)?;
    check.require(!parts.is_empty(), || Error::Empty { what: "offer" })?;
    check.require(parts.len() <= MOST_OFFERS, || Error::Conflict { what: "eight offers at most" })?;
    let sold = parts.iter().enumerate().map(|(index, part)| {
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
    let SoldTerms { billing, terms, month_hours, trial, spot_risk } = terms;
    let billing = optional(billing, |billing| self::billing(billing, &mut check.field("billing")));
    let month = optional(month_hours, |hours| check.field("monthHours").whole(&bounds::MONTH_HOURS, hours));
    let length = month.flatten().map_or(Month::Calendar, |hours| Month::Fixed(Seconds::hours(hours)));
    let sales = optional(terms, |list| sales(&list, length, &mut check.field("terms")));
    let trial = optional(trial, |trial| {
        let mut check = check.field("trial");
        let hours = check.field("trialHours").whole(&planning::TRIAL_HOURS, trial.trial_hours);
        let units = check.field("trialCards").whole(&planning::TRIAL_CARDS, trial.trial_cards);
        Some(Trial { length: Seconds::hours(hours?), units: units? })
    });
    let risk = optional(spot_risk, |risk| risk.checked(&mut check.field("spotRisk")));
    let (billing, sales) = (billing?, sales?.unwrap_or_default());
    check.require(billing.is_some() || !sales.is_empty(), || Error::Empty { what: "way to pay" })?;
    let mut billing = billing.unwrap_or_default();
    if let Some(job) = risk? {
        billing.spot = effective(billing.spot, job, &mut check.field("spotRisk"))?;
    }
    month?;
    Some(Sold { billing, month: length, trial: trial?, sales })
}

/// Spot at what an hour of work costs on it, to a millionth.
fn effective(spot: Option<OnDemand>, job: Job, check: &mut Check<'_, '_>) -> Option<Option<OnDemand>> {
    let Some(plan) = spot else { return Some(None) };
    let price = spot::forecast(job).ok().and_then(|forecast| forecast.effective(plan.hourly));
    let price = check.accept(price.ok_or(Error::Conflict { what: "a job that ends" }))?;
    // Exact from here on. With all nine decimals of a price the solver's whole numbers would be a thousand times as large.
    Some(Some(OnDemand { hourly: price.to_nearest_micro(), ..plan }))
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

/// Where a price stands in an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Listed(&'static str),
    Term(usize),
}

impl Sold {
    /// Its largest price: for a term, or for what a start by the hour pays at least.
    fn dearest(&self) -> Option<(Money, Place)> {
        let started = |plan: &OnDemand| {
            let least = plan.increment.unwrap_or(Increment::Hour).length().max(plan.minimum);
            plan.hourly.scaled(least.0, 3_600).unwrap_or(plan.hourly)
        };
        let catalog::Billing { on_demand, spot, packages } = &self.billing;
        let mut prices = Vec::new();
        for (plan, name) in [(on_demand, "onDemand"), (spot, "spot")] {
            prices.extend(plan.as_ref().map(|plan| (started(plan), Place::Listed(name))));
        }
        for package in packages {
            prices.push((package.price, Place::Listed(terms::name(package.term))));
        }
        for (index, sale) in self.sales.iter().enumerate() {
            let price = match sale {
                Sale::Hourly(term) => started(&term.plan) + term.setup_fee,
                Sale::Package(term) => term.upfront(Seconds::days(31)),
            };
            prices.push((price, Place::Term(index)));
        }
        prices.into_iter().max_by_key(|(price, _)| *price)
    }
}

/// Says of the largest of all prices that it is too large to be summed; which one that is, core does not say.
pub(super) fn too_large<'a>(list: &Part<'a, Vec<Part<'a, SoldTerms<'a>>>>, sold: &[Sold], check: &mut Check<'a, '_>) {
    let dearest = sold.iter().enumerate().filter_map(|(index, sold)| Some((index, sold.dearest()?)));
    let Some((index, (_, place))) = dearest.max_by_key(|(_, (price, _))| *price) else { return };
    let Some(parts) = check.elements(list) else { return };
    let Some(part) = parts.get(index) else { return };
    blame(part, place, &mut check.element(index, part));
}

fn blame<'a>(part: &Part<'a, SoldTerms<'a>>, place: Place, check: &mut Check<'a, '_>) -> Option<()> {
    const EXPECTED: &str = "a smaller price, or prices with fewer decimals, or fewer slots: the sum is not exact";
    let say = |mut check: Check<'a, '_>| check.field("price").require_form(false, "too-large", EXPECTED);
    match place {
        Place::Listed(name) => say(check.field("billing").field(name)),
        Place::Term(index) => {
            let list = check.decode(part)?.terms?;
            let mut check = check.field("terms");
            let parts = check.elements(&list)?;
            let part = parts.get(index)?;
            let mut check = check.element(index, part);
            let kind = if matches!(check.decode(part)?, SoldTerm::Hourly(_)) { "hourly" } else { "package" };
            say(check.field(kind));
        }
    }
    Some(())
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
