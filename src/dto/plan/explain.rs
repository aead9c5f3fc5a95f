//! Where ways to pay cross, and what hours cost on each of them, as JavaScript sees it.

use gpu_cost_core::billing::cover::{Calendar, Error as CoverError, Problem, Service, WORK_LIMIT};
use gpu_cost_core::billing::explain::{self as core, Change, Point};
use gpu_cost_core::billing::ladder::Month;
use gpu_cost_core::billing::sale;
use gpu_cost_core::bounds::planning;
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::billing::{Sold, SoldTerms, sold};
use super::offered::{offered, way};
use super::outcome::Amounts;
use super::{PlannedWay, WayToBuy};
use crate::dto::check::{Check, answer, optional};
use crate::dto::decode::Part;
use crate::dto::issue::Issue;

/// Hours from one point of a run to the next.
const STEP: u64 = 10;

/// Most hours of a curve.
const MOST_HOURS: u64 = 744 * 2;

/// What is sold, and over which time it is used.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExplainRequest<'a> {
    /// The first day, as `2026-11-30`.
    pub start: String,
    /// What is sold.
    #[serde(borrow)]
    #[tsify(type = "SoldTerms")]
    pub offer: Part<'a, SoldTerms<'a>>,
    /// Days of use: the curve is over the hours of a day. Where absent it is over the hours of one run, up to a month.
    #[tsify(optional)]
    pub days: Option<f64>,
    /// Whether the use may be interrupted.
    pub resumable: bool,
}

/// Where ways to pay cross, and what one unit costs by hours.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Of each two ways of which one is a longer term, from the shortest.
    pub crossings: Vec<CrossingFacts>,
    /// What the curves are of.
    pub modes: Vec<PlannedWay>,
    /// By hours, from one on: each hour of a day, every tenth of a run.
    pub points: Vec<CostPoint>,
    /// From how many hours on the best mix is of other ways than before.
    pub changes: Vec<DecisionChange>,
}

/// Where one way to pay begins to cost no more than another.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CrossingFacts {
    /// What costs less for shorter use.
    pub below: WayToBuy,
    /// What costs less for longer use.
    pub from: WayToBuy,
    /// The use within one term of `from` that costs the same.
    pub hours: f64,
    /// The length of that term.
    pub term_hours: f64,
    /// The least whole number of hours, or of the shorter terms, that cost at least as much as the term.
    pub count: f64,
}

/// What so many hours cost. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CostPoint {
    /// Hours of a day, or of the run.
    pub hours: f64,
    /// Each way alone, as `modes`; absent where it cannot serve alone.
    pub alone: Vec<Option<String>>,
    /// The best mix.
    pub best: String,
}

/// A decision.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DecisionChange {
    /// Hours from which on it holds.
    pub hours: f64,
    /// Ways of the best mix.
    pub modes: Vec<PlannedWay>,
}

/// The explanation of a request.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn explain(text: &str) -> Result<Explanation, Vec<Issue>> {
    answer(text, answered)
}

fn answered<'a>(request: ExplainRequest<'a>, check: &mut Check<'a, '_>) -> Option<Explanation> {
    let ExplainRequest { start, offer, days, resumable } = request;
    let date = check.field("start").date(&start);
    let days: Option<Option<u64>> = optional(days, |days| check.field("days").whole(&planning::PHASE_DAYS, days));
    let sold = {
        let mut check = check.field("offer");
        let terms = check.decode(&offer)?;
        sold(terms, &mut check)?
    };
    let (date, days) = (date?, days?);
    let month = month(&sold);
    let slot = Seconds::hours(1);
    let hours = |time: Seconds| time.0 / slot.0;
    // A day on as many days as are told apart by their prices: a year.
    let (slots, period, step) = match days {
        Some(days) => (24 * days.min(366), 24, 1),
        None => (hours(month).min(MOST_HOURS), hours(month).min(MOST_HOURS), STEP),
    };
    let [slots, period, step] = [slots, period, step].map(|count| usize::try_from(count).unwrap_or(0));
    let calendar = Calendar { date, second: 0, slot };
    let found = offered(std::slice::from_ref(&sold), sale::Slots { calendar, count: slots }, 0);
    let mut ladder = check.field("offer").accept(found.map_err(|_| Error::Conflict { what: "prices in range" }))?;
    if !resumable {
        let sold = ladder.plans.into_iter().zip(ladder.ways);
        (ladder.plans, ladder.ways) = sold.filter(|(plan, _)| !is_spot(plan)).unzip();
    }
    let interruptible = if resumable { vec![0; slots] } else { Vec::new() };
    let problem = Problem { calendar, demand: vec![0; slots], interruptible, plans: ladder.plans };
    let curve = match core::curve(&problem, period, step, WORK_LIMIT) {
        Ok(curve) => curve,
        Err(error) => {
            let code = CoverError::code(&error);
            check.field("offer").require_form(false, code, &error.to_string());
            return None;
        }
    };
    let amounts = Amounts(ladder.scale);
    let mode = |plan: usize| way(&ladder.ways, plan);
    let point = |point: &Point| CostPoint {
        hours: count(point.used),
        alone: point.alone.iter().map(|price| price.map(|price| amounts.cents(price))).collect(),
        best: amounts.cents(point.best),
    };
    let change = |Change { from, plans }: &Change| DecisionChange {
        hours: count(*from),
        modes: plans.iter().map(|plan| mode(*plan)).collect(),
    };
    Some(Explanation {
        crossings: crossings(&sold, month),
        modes: ladder.ways.clone(),
        points: curve.points.iter().map(point).collect(),
        changes: curve.changes.iter().map(change).collect(),
    })
}

/// A month of the calendar is taken to have 730 hours where only its length counts.
pub(super) fn month(sold: &Sold) -> Seconds {
    match sold.month() {
        Month::Fixed(month) => month,
        Month::Calendar => Seconds::hours(730),
    }
}

fn is_spot(plan: &gpu_cost_core::billing::cover::Plan) -> bool {
    matches!(plan, gpu_cost_core::billing::cover::Plan::PerSlot(plan) if plan.service == Service::Interruptible)
}

fn crossings(sold: &Sold, month: Seconds) -> Vec<CrossingFacts> {
    let found = core::crossings(sold.billing(), month).map(|crossing| {
        let hours = crossing.seconds / 3_600.0;
        CrossingFacts {
            below: Some(crossing.below).into(),
            from: Some(crossing.from).into(),
            hours,
            term_hours: hours / crossing.utilization,
            count: Seconds(crossing.count).as_f64(),
        }
    });
    found.collect()
}

fn count(hours: usize) -> f64 {
    u32::try_from(hours).map_or(f64::INFINITY, f64::from)
}
