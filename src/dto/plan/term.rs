//! Ways to buy beside a price list, as they are given → checked.

use gpu_cost_core::billing::cover::Service;
use gpu_cost_core::billing::ladder::Month;
use gpu_cost_core::billing::sale::{self, Hourly, Period, Sale, Starts};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::catalog::Increment;
use gpu_cost_core::error::Error;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::Seconds;
use serde::Deserialize;
use tsify::Tsify;

use super::demand::{MINUTE, minutes};
use super::starts::StartRule;
use crate::dto::catalog::offer::hourly;
use crate::dto::catalog::{self, HourlyPrice};
use crate::dto::check::{Check, optional};
use crate::dto::decode::{Amount, Part};

/// Most terms of an offer.
const MOST_TERMS: usize = 32;

/// Most tiers of a package.
const MOST_ROWS: usize = 1_000;

/// A way to buy one unit, with conditions of its own.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum SoldTerm<'a> {
    /// By the time used.
    #[serde(borrow)]
    Hourly(HourlyTerm<'a>),
    /// For a term, used or not.
    #[serde(borrow)]
    Package(PackageTerm<'a>),
}

/// A price by the hour.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HourlyTerm<'a> {
    /// Money per unit and hour.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// What each run is rounded up to; where absent, started hours are assumed.
    #[tsify(optional)]
    pub increment: Option<catalog::Increment>,
    /// Seconds that each run pays at least; 0 where absent. With `setupFee` it makes a minimum term.
    #[tsify(optional)]
    pub minimum_seconds: Option<f64>,
    /// Money for each unit that is started; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub setup_fee: Option<Amount<'a>>,
    /// The quota: units at any time; no limit where absent.
    #[tsify(optional)]
    pub max_units: Option<f64>,
    /// Whether it may be taken away, as spot: it serves only what may be interrupted. Not where absent.
    #[tsify(optional)]
    pub interruptible: Option<bool>,
    /// The first day of this price, as `2026-11-30`.
    #[tsify(optional)]
    pub from: Option<String>,
    /// The last day of this price.
    #[tsify(optional)]
    pub until: Option<String>,
}

/// A package, a reservation, a commitment or a dedicated cluster. It may run on after the demand, at its full price.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackageTerm<'a> {
    /// How long.
    pub length: TermLength,
    /// Money for a unit at once; 0 where it is paid by the hour.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// Money for each unit beside that, once; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub setup_fee: Option<Amount<'a>>,
    /// Money per unit and hour of the whole term; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub committed_hourly: Option<Amount<'a>>,
    /// Money per unit and hour in which it is used; 0 where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub used_hourly: Option<Amount<'a>>,
    /// Units of the smallest order, which is all that begins at one time; 1 where absent.
    #[tsify(optional)]
    pub min_units: Option<f64>,
    /// The stock: units of the largest order; no limit where absent.
    #[tsify(optional)]
    pub max_units: Option<f64>,
    /// Other prices for larger orders, from the smallest. All units of an order have the same price.
    #[serde(borrow)]
    #[tsify(optional, type = "QuantityTier[]")]
    pub tiers: Option<Part<'a, Vec<Part<'a, QuantityTier<'a>>>>>,
    /// When it may begin; at any time where absent.
    #[serde(borrow)]
    #[tsify(optional)]
    pub starts: Option<StartRule<'a>>,
    /// The first day on which it may begin, as `2026-11-30`.
    #[tsify(optional)]
    pub from: Option<String>,
    /// The last day on which it may begin.
    #[tsify(optional)]
    pub until: Option<String>,
}

/// The price of larger orders.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuantityTier<'a> {
    /// Units of an order from which on it holds.
    pub min_units: f64,
    /// Money for a unit at once.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
}

/// The length of a term.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum TermLength {
    /// Hours, rounded to minutes.
    Hours(f64),
    /// Times 24 hours.
    Days(f64),
    /// Times 7 days.
    Weeks(f64),
    /// Months of `monthHours`, or of the calendar.
    Months(f64),
    /// Times 12 months.
    Years(f64),
}

/// All terms of an offer, whose months are so long.
pub(super) fn sales<'a>(
    list: &Part<'a, Vec<Part<'a, SoldTerm<'a>>>>,
    month: Month,
    check: &mut Check<'a, '_>,
) -> Option<Vec<Sale>> {
    let parts = check.elements(list)?;
    check.require(parts.len() <= MOST_TERMS, || Error::Conflict { what: "32 terms at most" })?;
    let sales = parts.iter().enumerate().map(|(index, part)| {
        let mut check = check.element(index, part);
        match check.decode(part)? {
            SoldTerm::Hourly(term) => term.checked(&mut check.field("hourly")).map(Sale::Hourly),
            SoldTerm::Package(term) => term.checked(month, &mut check.field("package")).map(Sale::Package),
        }
    });
    // All of them are read, so that all errors are found.
    sales.collect::<Vec<_>>().into_iter().collect()
}

impl HourlyTerm<'_> {
    fn checked(self, check: &mut Check<'_, '_>) -> Option<Hourly> {
        let Self { price, increment, minimum_seconds, setup_fee, max_units, interruptible, from, until } = self;
        let plan = hourly(HourlyPrice { price, increment, minimum_seconds }, check);
        let setup_fee = fee(setup_fee, &mut check.field("setupFee"));
        let quota = optional(max_units, |units| check.field("maxUnits").whole(&planning::MAX_UNITS, units));
        let period = period(from, until, check);
        let service = if interruptible == Some(true) { Service::Interruptible } else { Service::Firm };
        let (plan, setup_fee, quota, period) = (plan?, setup_fee?, quota?, period?);
        let is_plain = service == Service::Firm
            && setup_fee == Money::ZERO
            && plan.minimum <= plan.increment.unwrap_or(Increment::Hour).length()
            && (quota.is_none() || plan.increment == Some(Increment::Second));
        check.require(period.is_none() || is_plain, || Error::Conflict { what: PLAIN_ONLY })?;
        Some(Hourly { plan, setup_fee, quota, service, period })
    }
}

const PLAIN_ONLY: &str =
    "a price for some days without minimum, set-up fee and interruption, by the second where units are limited";

/// Months of the calendar differ in length.
const ONE_FEE: &str = "no used fee beside a committed one, or \"monthHours\" of the offer";

impl<'a> PackageTerm<'a> {
    fn checked(self, month: Month, check: &mut Check<'a, '_>) -> Option<sale::Package> {
        let Self {
            length,
            price,
            setup_fee,
            committed_hourly,
            used_hourly,
            min_units,
            max_units,
            tiers,
            starts,
            from,
            until,
        } = self;
        let length = length.checked(month, &mut check.field("length"));
        let price = check.field("price").fee(price);
        let setup_fee = fee(setup_fee, &mut check.field("setupFee"));
        let committed_hourly = fee(committed_hourly, &mut check.field("committedHourly"));
        let used_hourly = fee(used_hourly, &mut check.field("usedHourly"));
        let least = check.field("minUnits").whole(&planning::MIN_UNITS, min_units.unwrap_or(1.0));
        let stock = optional(max_units, |units| check.field("maxUnits").whole(&planning::MAX_UNITS, units));
        let starts = starts.map_or(Some(Starts::Any), |rule| rule.checked(&mut check.field("starts")));
        let period = period(from, until, check);
        let mut rows = vec![(least?, price?)];
        let stock = stock?;
        let tiers = optional(tiers, |list| quantity_tiers(&list, &mut rows, &mut check.field("tiers")));
        let least = rows.last().map_or(1, |(units, _)| *units);
        check.field("maxUnits").require(stock.is_none_or(|stock| least <= stock), || Error::Conflict { what: FEW })?;
        tiers?;
        let (length, committed_hourly, used_hourly) = (length?, committed_hourly?, used_hourly?);
        let is_calendar = matches!(length, sale::TermLength::Months(_, Month::Calendar));
        let has_both = [committed_hourly, used_hourly].iter().all(|fee| Money::ZERO < *fee);
        check.field("usedHourly").require(!is_calendar || !has_both, || Error::Conflict { what: ONE_FEE })?;
        Some(sale::Package {
            length,
            tiers: rows,
            setup_fee: setup_fee?,
            committed_hourly,
            used_hourly,
            stock,
            starts: starts?,
            period: period?,
        })
    }
}

const FEW: &str = "at least minUnits, also of the last tier";

/// Adds tiers to the first.
fn quantity_tiers<'a>(
    list: &Part<'a, Vec<Part<'a, QuantityTier<'a>>>>,
    rows: &mut Vec<(u32, Money)>,
    check: &mut Check<'a, '_>,
) -> Option<()> {
    let parts = check.elements(list)?;
    check.require(parts.len() <= MOST_ROWS, || Error::Conflict { what: "a thousand tiers at most" })?;
    let mut all = Some(());
    for (index, part) in parts.iter().enumerate() {
        let mut check = check.element(index, part);
        let row = check.decode(part).and_then(|QuantityTier { min_units, price }| {
            let least: Option<u32> = check.field("minUnits").whole(&planning::MIN_UNITS, min_units);
            let price = check.field("price").fee(price);
            let least = least?;
            let grows = rows.last().is_none_or(|(before, _)| *before < least);
            check.field("minUnits").require(grows, || Error::Conflict { what: "more units than the price before" })?;
            Some((least, price?))
        });
        rows.extend(row);
        all = all.and(row.map(|_| ()));
    }
    all
}

impl TermLength {
    fn checked(self, month: Month, check: &mut Check<'_, '_>) -> Option<sale::TermLength> {
        let (name, bound, count) = match self {
            Self::Hours(hours) => {
                let hours = check.field("hours").real(&planning::PACKAGE_HOURS, hours)?;
                return Some(sale::TermLength::Time(minutes(hours).max(MINUTE)));
            }
            Self::Days(count) => ("days", &planning::PHASE_DAYS, count),
            Self::Weeks(count) => ("weeks", &planning::PHASE_WEEKS, count),
            Self::Months(count) => ("months", &planning::PHASE_MONTHS, count),
            Self::Years(count) => ("years", &planning::YEARS, count),
        };
        let count: u32 = check.field(name).whole(bound, count)?;
        let days = |days: u32| sale::TermLength::Time(Seconds::days(u64::from(count) * u64::from(days)));
        Some(match self {
            Self::Hours(_) | Self::Days(_) => days(1),
            Self::Weeks(_) => days(7),
            Self::Months(_) => sale::TermLength::Months(count, month),
            Self::Years(_) => sale::TermLength::Months(12 * count, month),
        })
    }
}

/// The days of a promotion.
fn period(from: Option<String>, until: Option<String>, check: &mut Check<'_, '_>) -> Option<Option<Period>> {
    if from.is_none() && until.is_none() {
        return Some(None);
    }
    let first = optional(from, |day| check.field("from").date(&day));
    let last = optional(until, |day| check.field("until").date(&day));
    let (first, last) = (first?, last?);
    let is_span = first.zip(last).is_none_or(|(first, last)| first <= last);
    check.field("until").require(is_span, || Error::Conflict { what: "a day not before \"from\"" })?;
    Some(Some(Period { first, last }))
}

/// Money that may be nothing.
fn fee(amount: Option<Amount<'_>>, check: &mut Check<'_, '_>) -> Option<Money> {
    amount.map_or(Some(Money::ZERO), |amount| check.fee(amount))
}
