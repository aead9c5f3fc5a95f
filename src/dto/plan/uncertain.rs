//! Commitments where the demand is one of several, as JavaScript sees it.

use gpu_cost_core::billing::cover::uncertain::{Commitment, Scenario, commit, plan_for_the_mean};
use gpu_cost_core::billing::cover::{Problem, WORK_LIMIT};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::error::Error;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::PlannedWay;
use super::billing::{SoldTerms, offers};
use super::demand::{self, Checked, PlanDemand, Slots};
use super::outcome::at;
use super::planner::{About, frame, refused, slots};
use crate::dto::check::{Check, answer};
use crate::dto::decode::Part;
use crate::dto::issue::Issue;

/// Most scenarios.
const MOST_SCENARIOS: usize = 16;

/// Several demands, one of which will come, and what is sold.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UncertainRequest<'a> {
    /// The first day, as `2026-11-30`.
    pub start: String,
    /// What may come, one to sixteen.
    #[serde(borrow)]
    #[tsify(type = "DemandScenario[]")]
    pub scenarios: Part<'a, Vec<Part<'a, DemandScenario<'a>>>>,
    /// Percent of the cards that may be interrupted, rounded down; 0 where absent.
    #[tsify(optional)]
    pub interruptible_percent: Option<f64>,
    /// GPUs in the unit that is sold; 1 where absent.
    #[tsify(optional)]
    pub cards_per_unit: Option<f64>,
    /// What is sold.
    #[serde(borrow)]
    #[tsify(type = "SoldTerms[]")]
    pub offers: Part<'a, Vec<Part<'a, SoldTerms<'a>>>>,
}

/// One demand that may come.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DemandScenario<'a> {
    /// How likely it is, over the sum of all weights.
    pub weight: f64,
    /// What is needed when.
    #[serde(borrow)]
    pub demand: PlanDemand<'a>,
}

/// What to commit to now; the rest is paid as it is used. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct UncertainOutcome {
    /// Orders to make.
    pub orders: Vec<CommittedOrder>,
    /// What everything costs on average: no other commitment costs less.
    pub mean: String,
    /// What it costs in nine of ten cases at most.
    pub p90: String,
    /// What each scenario costs.
    pub totals: Vec<String>,
    /// What it would cost on average with the commitments that suit the mean demand best; absent where these do not
    /// suffice in some scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_the_mean: Option<String>,
}

/// One order.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CommittedOrder {
    /// How and from whom.
    pub way: PlannedWay,
    /// When it begins, as `2026-11-30T00:00`.
    pub starts: String,
    /// Units.
    pub units: u32,
    /// What it costs.
    pub price: String,
}

/// What to commit to.
///
/// # Errors
/// Everything that is wrong with the text, and plans that are not billed slot by slot.
pub fn uncertain(text: &str) -> Result<UncertainOutcome, Vec<Issue>> {
    answer(text, answered)
}

fn answered<'a>(request: UncertainRequest<'a>, check: &mut Check<'a, '_>) -> Option<UncertainOutcome> {
    let UncertainRequest { start, scenarios, interruptible_percent, cards_per_unit, offers: list } = request;
    let frame = frame(&start, interruptible_percent, None, cards_per_unit, check);
    let demands = self::scenarios(&scenarios, &mut check.field("scenarios"));
    let sold = offers(&list, &mut check.field("offers"));
    let (frame, (weights, demands), sold) = (frame?, demands?, sold?);
    let (ladder, mut slots) = slots(&demands.iter().collect::<Vec<_>>(), frame, &sold, ("scenarios", check))?;
    let calendar = slots.first()?.calendar;
    let parts = check.field("scenarios").elements(&scenarios)?;
    for (index, (part, other)) in parts.iter().zip(&slots).enumerate() {
        let begins = || Error::Conflict { what: "a demand that begins when that of the first scenario does" };
        check.field("scenarios").element(index, part).field("demand").require(other.calendar == calendar, begins);
    }
    // The shorter ones end with nothing.
    let most = slots.iter().map(|slots| slots.demand.len()).max()?;
    for Slots { demand, interruptible, .. } in &mut slots {
        demand.resize(most, 0);
        interruptible.resize(most, 0);
    }
    let plans = ladder.plans.clone();
    let scenarios: Vec<Scenario> = weights
        .into_iter()
        .zip(slots)
        .map(|(weight, Slots { demand, interruptible, .. })| Scenario { weight, demand, interruptible })
        .collect();
    let commitment = match commit(calendar, &plans, &scenarios, WORK_LIMIT) {
        Ok(commitment) => commitment,
        Err(error) => {
            let largest = scenarios.into_iter().max_by_key(|scenario| scenario.demand.iter().copied().max())?;
            let Scenario { demand, interruptible, .. } = largest;
            refused(error, &Problem { calendar, demand, interruptible, plans }, ("scenarios", check));
            return None;
        }
    };
    let about = About { ladder, cards_per_unit: frame.cards_per_unit, early_end: None };
    let for_the_mean = plan_for_the_mean(calendar, &plans, &scenarios, WORK_LIMIT).ok().flatten();
    let amounts = about.amounts();
    let order = |purchase: &gpu_cost_core::billing::cover::Purchase| CommittedOrder {
        way: about.way(purchase.plan),
        starts: at(&calendar, purchase.start),
        units: purchase.units,
        price: amounts.cents(purchase.price),
    };
    Some(UncertainOutcome {
        orders: commitment.purchases.iter().map(order).collect(),
        mean: amounts.cents(commitment.mean()),
        p90: amounts.cents(commitment.percentile(90)),
        totals: commitment.prices.iter().map(|(_, price)| amounts.cents(*price)).collect(),
        for_the_mean: for_the_mean.as_ref().map(Commitment::mean).map(|mean| amounts.cents(mean)),
    })
}

/// Weights and demands.
fn scenarios<'a>(
    list: &Part<'a, Vec<Part<'a, DemandScenario<'a>>>>,
    check: &mut Check<'a, '_>,
) -> Option<(Vec<u32>, Vec<Checked>)> {
    let parts = check.elements(list)?;
    check.require(!parts.is_empty(), || Error::Empty { what: "scenario" });
    check.require(parts.len() <= MOST_SCENARIOS, || Error::Conflict { what: "sixteen scenarios at most" });
    let read: Vec<Option<(u32, Checked)>> = parts
        .iter()
        .take(MOST_SCENARIOS)
        .enumerate()
        .map(|(index, part)| {
            let mut check = check.element(index, part);
            let DemandScenario { weight, demand } = check.decode(part)?;
            let weight = check.field("weight").whole(&planning::WEIGHT, weight);
            let demand = demand::checked(&demand, &mut check.field("demand"));
            Some((weight?, demand?))
        })
        .collect();
    read.into_iter().collect::<Option<Vec<_>>>().map(|pairs| pairs.into_iter().unzip())
}
