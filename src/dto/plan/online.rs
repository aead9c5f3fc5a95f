//! When to buy terms without a forecast, as JavaScript sees it.

use std::collections::BinaryHeap;

use gpu_cost_core::billing::Mode;
use gpu_cost_core::billing::cover::Service;
use gpu_cost_core::billing::online::Reservation;
use gpu_cost_core::billing::sale::{Hourly, Package, Sale, Starts};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::error::Error;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::{Seconds, divisor};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::billing::{Sold, SoldTerms, sold};
use super::explain::month;
use super::{PlannedWay, WayToBuy};
use crate::dto::check::{Check, answer, optional};
use crate::dto::decode::Part;
use crate::dto::issue::Issue;

/// Most hours of a past: three years.
const MOST_HOURS: usize = 26_352;

/// What is sold, and what was used so far.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OnlineRequest<'a> {
    /// What is sold.
    #[serde(borrow)]
    #[tsify(type = "SoldTerms")]
    pub offer: Part<'a, SoldTerms<'a>>,
    /// Units of each hour so far, the present one last.
    #[tsify(optional)]
    pub used: Option<Vec<f64>>,
}

/// A rule for each term that may pay.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OnlineOutcome {
    /// From the shortest term. Each heeds its term and the price by the hour alone.
    pub rules: Vec<OnlineRule>,
}

/// When to buy one term: the deterministic rule of Wang, Li and Liang (2013), which looks only back. No rule without
/// chance has a better guarantee.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OnlineRule {
    /// The term.
    pub way: PlannedWay,
    /// Its length.
    pub term_hours: f64,
    /// The hours of one unit that are paid by the hour within the last `termHours`; when one more begins, the term is
    /// bought.
    pub after_hours: f64,
    /// It never costs more than so many times what hours and this term would have cost at best, known in hindsight.
    pub guarantee: f64,
    /// Units to buy now, where it was said what was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buy_now: Option<f64>,
    /// What the rule would have cost so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid: Option<String>,
}

/// The rules of a request.
///
/// # Errors
/// Everything that is wrong with the text, and an offer without a plain price by the hour.
pub fn online(text: &str) -> Result<OnlineOutcome, Vec<Issue>> {
    answer(text, |OnlineRequest { offer, used }: OnlineRequest<'_>, check| {
        let used = optional(used, |used| self::used(&used, &mut check.field("used")));
        let mut check = check.field("offer");
        let terms = check.decode(&offer)?;
        let sold = sold(terms, &mut check)?;
        let hourly = hourly(&sold).ok_or(Error::Empty { what: "price by the hour without conditions" });
        let (hourly, used) = (check.accept(hourly)?, used?);
        let terms = self::terms(&sold);
        let order = terms.iter().enumerate().map(|(index, term)| (term.length, index)).collect::<BinaryHeap<_>>();
        let order = order.into_sorted_vec().into_iter();
        let rules = order.filter_map(|(_, index)| terms.get(index)?.rule(hourly, used.as_deref()));
        Some(OnlineOutcome { rules: rules.collect() })
    })
}

fn used(hours: &[f64], check: &mut Check<'_, '_>) -> Option<Vec<u32>> {
    let fits = (1..=MOST_HOURS).contains(&hours.len());
    check.require(fits, || Error::Conflict { what: "one to 26,352 hours, which are three years" })?;
    hours.iter().map(|units| check.whole(&planning::CARDS, *units)).collect()
}

/// A term as the rule knows it.
struct Term {
    way: PlannedWay,
    length: Seconds,
    upfront: Money,
    used_hourly: Money,
}

impl Term {
    /// `None` where it never pays.
    fn rule(&self, hourly: Money, used: Option<&[u32]>) -> Option<OnlineRule> {
        let hours = u32::try_from(self.length.0 / Seconds::hours(1).0).ok().filter(|hours| 0 < *hours)?;
        let amounts = [self.upfront, self.used_hourly, hourly];
        let factor = amounts
            .iter()
            .map(|amount| amount.micro_factor())
            .fold(1, |all, factor| all / divisor(all, factor) * factor);
        let micros = |amount: &Money| u64::try_from(amount.scaled(factor, 1)?.to_micros()?).ok();
        let [upfront, used_fee, on_demand] = [micros(&amounts[0])?, micros(&amounts[1])?, micros(&amounts[2])?];
        let rule = Reservation { slots: hours, upfront, used_fee, on_demand };
        let after = rule.tolerated().filter(|after| *after < u64::from(hours))?;
        let advice = used.map(|used| rule.follow(used));
        let paid = advice.as_ref().and_then(|advice| Money::from_micros(advice.price)?.scaled(1, factor));
        Some(OnlineRule {
            way: self.way,
            term_hours: f64::from(hours),
            after_hours: Seconds(after).as_f64(),
            guarantee: rule.guarantee(),
            buy_now: advice.map(|advice| Seconds(advice.now()).as_f64()),
            paid: paid.map(|paid| paid.to_cents().to_decimal()),
        })
    }
}

/// The least price by the hour that always holds, for as many units as are needed.
fn hourly(sold: &Sold) -> Option<Money> {
    let mut least = sold.billing().on_demand.map(|plan| plan.hourly);
    for sale in sold.sales() {
        if let Sale::Hourly(Hourly {
            plan,
            setup_fee: Money::ZERO,
            quota: None,
            service: Service::Firm,
            period: None,
        }) = sale
        {
            least = Some(least.map_or(plan.hourly, |least| least.min(plan.hourly)));
        }
    }
    least
}

/// The terms of which any number may begin at any time.
fn terms(sold: &Sold) -> Vec<Term> {
    let month = month(sold);
    let mut terms = Vec::new();
    for package in &sold.billing().packages {
        terms.push(Term {
            way: PlannedWay { offer: 0, mode: Some(Mode::Package(package.term)).into(), term: None },
            length: package.term.length(month),
            upfront: package.price,
            used_hourly: Money::ZERO,
        });
    }
    for (index, sale) in sold.sales().iter().enumerate() {
        if let Sale::Package(package @ Package { starts: Starts::Any, stock: None, period: None, used_hourly, .. }) =
            sale
            && package.tiers.first().is_some_and(|(units, _)| *units == 1)
        {
            terms.push(Term {
                way: PlannedWay { offer: 0, mode: WayToBuy::Term, term: Some(index) },
                length: package.length.usual(month),
                upfront: package.upfront(month),
                used_hourly: *used_hourly,
            });
        }
    }
    terms
}
