//! A promise of availability as time and as money.

use gpu_cost_core::billing::sla::Outcome;
use gpu_cost_core::bounds::{self, rental};
use gpu_cost_core::catalog::SlaCredit;
use gpu_cost_core::error::Error;
use gpu_cost_core::money::{Money, Ppm, Rate};
use gpu_cost_core::units::Seconds;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::Bills;
use crate::dto::check::{Check, answer};
use crate::dto::decode::{Amount, Part};
use crate::dto::issue::Issue;

/// How a month may go on a platform.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SlaRequest<'a> {
    /// Id of an offer of the platform.
    pub offer: String,
    /// Rent of the month.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub rent: Amount<'a>,
    /// How a month may go; what is not among them keeps the promise.
    #[serde(borrow)]
    #[tsify(type = "SlaCase[]")]
    pub cases: Part<'a, Vec<Part<'a, SlaCase>>>,
    /// Hours of work that an outage loses; 0 where absent.
    #[tsify(optional)]
    pub lost_hours: Option<f64>,
    /// Units that run; 1 where absent.
    #[tsify(optional)]
    pub units: Option<f64>,
}

/// One way in which a month may go.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SlaCase {
    /// Percent of the time in which the platform is available.
    pub availability_percent: f64,
    /// How likely that is, in percent.
    pub probability_percent: f64,
}

/// What the promise is worth. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SlaOutcome {
    /// Percent that is promised; absent, with all that follows from it, where the platform promises nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability_percent: Option<f64>,
    /// Seconds of a month in which it may be unavailable without breaking its promise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_seconds: Option<f64>,
    /// What is credited, as the platform states it, without the cap.
    pub steps: Vec<CreditStep>,
    /// Percent of the rent that is credited at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap_percent: Option<f64>,
    /// The credit of each case; absent where the platform does not state it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<Vec<String>>,
    /// The mean credit; absent where the platform does not state it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_credit: Option<String>,
    /// Rent on demand of the hours that are lost, which no credit is for; absent where nothing is sold by the hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_run: Option<String>,
}

/// A step of the credit.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CreditStep {
    /// Percent of the time; the step is for less.
    pub below_percent: f64,
    /// Percent of the rent.
    pub credit_percent: f64,
    /// The same of the rent of the request, at most the cap.
    pub credit: String,
}

impl Bills {
    /// What the promise of a platform is worth.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn sla(&self, text: &str) -> Result<SlaOutcome, Vec<Issue>> {
        answer(text, |request: SlaRequest<'_>, check| {
            let SlaRequest { offer, rent, cases, lost_hours, units } = request;
            let found = self.terms(&offer, &mut check.field("offer"));
            let rent = check.field("rent").fee(rent);
            let lost = check.field("lostHours").real(&rental::REWORK_HOURS, lost_hours.unwrap_or_default());
            let units = check.field("units").whole::<u64>(&bounds::UNITS, units.unwrap_or(1.0));
            let cases = self::cases(&cases, &mut check.field("cases"));
            let ((_, terms), rent, lost, units, cases) = (found?, rent?, Seconds::nearest_hours(lost?), units?, cases?);
            let lost_run =
                terms.billing.on_demand.map(|plan| Rate::hourly(plan.hourly * units).for_time(lost).to_cents());
            let sla = terms.platform.rules.sla;
            let steps = sla.iter().flat_map(|sla| sla.credits.iter().map(|step| self::step(*step, sla.cap, rent)));
            let credits = sla.as_ref().and_then(|sla| {
                let credit = |case: &Outcome| Some(sla.credit(case.availability)?.of(rent).to_cents().to_decimal());
                cases.iter().map(credit).collect()
            });
            Some(SlaOutcome {
                availability_percent: sla.as_ref().map(|sla| sla.availability.to_percent()),
                allowed_seconds: sla.as_ref().map(|sla| sla.allowed_downtime(self.month).as_f64()),
                steps: steps.collect(),
                cap_percent: sla.as_ref().map(|sla| sla.cap.to_percent()),
                credits,
                expected_credit: sla.and_then(|sla| sla.expected_credit(rent, &cases)).map(Money::to_decimal),
                lost_run: lost_run.map(Money::to_decimal),
            })
        })
    }
}

fn step(step: SlaCredit, cap: Ppm, rent: Money) -> CreditStep {
    let SlaCredit { below, credit } = step;
    CreditStep {
        below_percent: below.to_percent(),
        credit_percent: credit.to_percent(),
        credit: credit.min(cap).of(rent).to_cents().to_decimal(),
    }
}

fn cases<'a>(list: &Part<'a, Vec<Part<'a, SlaCase>>>, check: &mut Check<'a, '_>) -> Option<Vec<Outcome>> {
    let parts = check.elements(list)?;
    let case = |(index, part): (usize, &Part<'a, SlaCase>)| {
        let mut check = check.element(index, part);
        let SlaCase { availability_percent, probability_percent } = check.decode(part)?;
        let availability = check.field("availabilityPercent").real(&rental::SLA_PERCENT, availability_percent);
        let bound = &rental::PROBABILITY_PERCENT;
        let probability = check.field("probabilityPercent").real(bound, probability_percent);
        Some(Outcome { availability: Ppm::from_percent(availability?), probability: Ppm::from_percent(probability?) })
    };
    let cases: Vec<_> = parts.iter().enumerate().map(case).collect();
    let cases = cases.into_iter().collect::<Option<Vec<_>>>()?;
    let all = cases.iter().fold(0_u32, |sum, case| sum.saturating_add(case.probability.0));
    check.require(all <= Ppm::ALL.0, || Error::Conflict { what: "probabilities of at most 100 in all" })?;
    Some(cases)
}
