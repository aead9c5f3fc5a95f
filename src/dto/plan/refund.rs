//! What a term costs that ends before its time, as JavaScript sees it.

use gpu_cost_core::billing::Refund;
use gpu_cost_core::bounds::planning;
use gpu_cost_core::units::Seconds;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::dto::check::{Check, answer, optional};
use crate::dto::decode::Amount;
use crate::dto::issue::Issue;

/// A term that ends early.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefundRequest<'a> {
    /// Price of the term.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// Its length.
    pub term_hours: f64,
    /// The time that was used.
    pub used_hours: f64,
    /// Percent of the share of the price that is charged for the used time, 100 for pro rata; where absent nothing is
    /// given back.
    #[tsify(optional)]
    pub refund_percent: Option<f64>,
}

/// What is paid, and when nothing is given back any more. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RefundOutcome {
    /// What is kept of the price.
    pub charged: String,
    /// What is given back.
    pub returned: String,
    /// The used hours from which on all of the price is kept.
    pub full_after_hours: f64,
    /// The price of an hour that comes to the same as ending early; absent where nothing is given back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hourly: Option<String>,
}

/// What is paid for the term of a request.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn refund(text: &str) -> Result<RefundOutcome, Vec<Issue>> {
    answer(text, |request: RefundRequest<'_>, check| {
        let RefundRequest { price, term_hours, used_hours, refund_percent } = request;
        let price = check.field("price").price(price);
        let term = check.field("termHours").real(&planning::TERM_HOURS, term_hours);
        let used = check.field("usedHours").real(&planning::USED_HOURS, used_hours);
        let refund = rule(refund_percent, check)?;
        let (price, term, used) = (price?, Seconds::nearest_hours(term?), Seconds::nearest_hours(used?));
        let charged = refund.charge(price, term, used).to_cents();
        Some(RefundOutcome {
            charged: charged.to_decimal(),
            returned: (price.to_cents() - charged).to_decimal(),
            full_after_hours: refund.full_after(term).as_f64() / 3_600.0,
            hourly: refund.hourly(price, term).map(|hourly| hourly.to_decimal()),
        })
    })
}

/// What a term gives back that ends early: nothing where no percentage is stated.
pub(super) fn rule(percent: Option<f64>, check: &mut Check<'_, '_>) -> Option<Refund> {
    let percent = optional(percent, |percent| check.field("refundPercent").whole(&planning::REFUND_PERCENT, percent));
    Some(percent?.map_or(Refund::Nothing, |percent| Refund::Rest { percent }))
}
