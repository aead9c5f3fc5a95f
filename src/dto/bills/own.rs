//! Owning cards against renting them.

use gpu_cost_core::bounds::{self, Bound, rental};
use gpu_cost_core::money::{Money, Ppm};
use gpu_cost_core::ownership as core;
use gpu_cost_core::units::{Seconds, whole};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{Bills, NO_SUCH_WAY};
use crate::dto::check::{Check, answer};
use crate::dto::comparison::Mode;
use crate::dto::decode::Amount;
use crate::dto::issue::Issue;

/// Cards that one could own, all of them together, instead of renting.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnRequest<'a> {
    /// Id of the offer that would be rented instead.
    pub offer: String,
    /// Units of it.
    pub units: f64,
    /// Hours of running a day.
    pub hours_per_day: f64,
    /// Days of a month on which it runs.
    pub days_per_month: f64,
    /// What all cards cost.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub purchase: Amount<'a>,
    /// Years for which they are kept.
    pub years: f64,
    /// Percent of the price that is left then; 0 where absent.
    #[tsify(optional)]
    pub resale_percent: Option<f64>,
    /// Kilowatts that all of them draw while they run; 0 where absent.
    #[tsify(optional)]
    pub power_kw: Option<f64>,
    /// Power of the building for one watt of them; 1 where absent.
    #[tsify(optional)]
    pub pue: Option<f64>,
    /// Price of a kilowatt-hour; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub electricity: Option<Amount<'a>>,
    /// Room and network for a month; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub rack_monthly: Option<Amount<'a>>,
    /// Whoever looks after them, for a month; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub operation_monthly: Option<Amount<'a>>,
    /// Percent of the purchase that spare parts cost in a year; 0 where absent.
    #[tsify(optional)]
    pub spares_percent: Option<f64>,
    /// Percent that the money would bring in a year elsewhere; 0 where absent.
    #[tsify(optional)]
    pub interest_percent: Option<f64>,
}

/// Owning against renting. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OwnOutcome {
    /// What owning costs in a month.
    pub own: OwnMonthly,
    /// The cheapest way to rent that cannot be taken away.
    pub mode: Mode,
    /// What that costs in a month.
    pub rent: String,
    /// Running hours of a month from which owning costs no more than renting by the hour; absent where it never does
    /// within a month.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub break_even_hours: Option<f64>,
    /// Where owning costs no more than the cheapest way to rent, on as many days; empty where it never does.
    pub bands: Vec<OwnBand>,
    /// The purchase at which owning costs as much as renting for these hours; absent where the upkeep alone does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affordable: Option<String>,
    /// Years until what is saved has paid for the purchase; absent where nothing is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<f64>,
    /// What is not counted.
    pub ignored: Vec<IgnoredCost>,
}

/// Running hours of a month for which owning costs no more than renting.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OwnBand {
    /// From so many hours on.
    pub from_hours: f64,
    /// Up to so many; absent where it holds up to 24 hours a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_hours: Option<f64>,
}

/// What owning costs in a month.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OwnMonthly {
    /// `(purchase − resale) ÷ months`.
    pub depreciation: String,
    /// On the money that is tied up on average.
    pub interest: String,
    /// Room and network.
    pub rack: String,
    /// Whoever looks after it.
    pub operation: String,
    /// Spare parts.
    pub spares: String,
    /// For the hours of running.
    pub electricity: String,
    /// The sum.
    pub total: String,
}

/// Something that costs money or time and is not counted.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum IgnoredCost {
    /// Electricity.
    Electricity,
    /// Cooling.
    Cooling,
    /// Room and network.
    Rack,
    /// Whoever looks after it.
    Operation,
    /// Spare parts.
    Spares,
    /// Interest.
    Interest,
    /// Power while nothing runs.
    IdlePower,
    /// Failures, and the time until a repair.
    Failures,
    /// That rents fall while one owns.
    FallingRents,
    /// The time until delivery.
    Delivery,
    /// Tax, and what depreciation saves of it.
    Tax,
}

impl Bills {
    /// Owning against renting an offer.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn own(&self, text: &str) -> Result<OwnOutcome, Vec<Issue>> {
        answer(text, |request: OwnRequest<'_>, check| {
            let found = self.terms(&request.offer, &mut check.field("offer"));
            let units = check.field("units").whole(&bounds::UNITS, request.units);
            let hours = check.field("hoursPerDay").real(&bounds::HOURS_PER_DAY, request.hours_per_day);
            let days = check.field("daysPerMonth").whole(&rental::DAYS_PER_MONTH, request.days_per_month);
            let asset = asset(&request, check);
            let ((offer, _), units, demand) =
                (found?, units?, core::Demand { daily: Seconds::nearest_hours(hours?), days: days? });
            let found = core::own_or_rent(&offer.billing, self.month, units, &asset?, demand);
            check.field("offer").accept(found.ok_or(NO_SUCH_WAY)).map(Into::into)
        })
    }
}

fn asset(request: &OwnRequest<'_>, check: &mut Check<'_, '_>) -> Option<core::Asset> {
    let purchase = check.field("purchase").price(request.purchase);
    let mut real = |field, bound: &'static Bound, value: f64| check.field(field).real(bound, value);
    let years = real("years", &rental::YEARS, request.years);
    let resale = real("resalePercent", &rental::RESALE_PERCENT, request.resale_percent.unwrap_or_default());
    let power = real("powerKw", &rental::POWER_KW, request.power_kw.unwrap_or_default());
    let pue = real("pue", &rental::PUE, request.pue.unwrap_or(1.0));
    let spares = real("sparesPercent", &rental::SPARES_PERCENT, request.spares_percent.unwrap_or_default());
    let interest = real("interestPercent", &rental::INTEREST_PERCENT, request.interest_percent.unwrap_or_default());
    let mut fee =
        |field, amount: Option<Amount<'_>>| amount.map_or(Some(Money::ZERO), |amount| check.field(field).fee(amount));
    let electricity = fee("electricity", request.electricity);
    let rack = fee("rackMonthly", request.rack_monthly);
    let operation = fee("operationMonthly", request.operation_monthly);
    Some(core::Asset {
        purchase: purchase?,
        months: u32::try_from(whole((years? * 12.0).round())).unwrap_or(u32::MAX),
        resale: Ppm::from_percent(resale?),
        power_w: whole((power? * 1_000.0).round()),
        pue_thousandths: whole((pue? * 1_000.0).round()),
        electricity: electricity?,
        rack: rack?,
        operation: operation?,
        spares: Ppm::from_percent(spares?),
        interest: Ppm::from_percent(interest?),
    })
}

impl From<core::Ownership> for OwnOutcome {
    fn from(ownership: core::Ownership) -> Self {
        let core::Ownership { own, mode, rent, break_even_hours, bands, affordable, years, ignored } = ownership;
        let core::Monthly { depreciation, interest, rack, operation, spares, electricity, total } = own;
        Self {
            own: OwnMonthly {
                depreciation: depreciation.to_decimal(),
                interest: interest.to_decimal(),
                rack: rack.to_decimal(),
                operation: operation.to_decimal(),
                spares: spares.to_decimal(),
                electricity: electricity.to_decimal(),
                total: total.to_decimal(),
            },
            mode: mode.into(),
            rent: rent.to_decimal(),
            break_even_hours,
            bands: bands
                .into_iter()
                .map(|core::Band { from, to }| OwnBand { from_hours: from, to_hours: to })
                .collect(),
            affordable: affordable.map(Money::to_decimal),
            years,
            ignored: ignored.into_iter().map(Into::into).collect(),
        }
    }
}

mirror! {
    IgnoredCost = core::Ignored {
        Electricity, Cooling, Rack, Operation, Spares, Interest, IdlePower, Failures, FallingRents, Delivery, Tax
    }
}
