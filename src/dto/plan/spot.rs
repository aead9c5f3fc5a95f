//! Work on spot, as JavaScript sees it: how long, how dear, from which discount on it pays, and how to keep a deadline.

use std::collections::BinaryHeap;

use gpu_cost_core::billing::spot::{self as core, Forecast, Job, Outcome, Race};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::{Seconds, whole};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::dto::check::{Check, answer, optional};
use crate::dto::decode::Amount;
use crate::dto::issue::Issue;

/// Made-up availabilities that a deadline is tried on.
const TRIES: u64 = 200;

/// What interruptions are like, and what each costs.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpotRisk {
    /// Hours of work without any interruption.
    pub work_hours: f64,
    /// Minutes to write a checkpoint.
    pub checkpoint_minutes: f64,
    /// Mean hours between two interruptions.
    pub between_hours: f64,
    /// Minutes to start and load again after one.
    pub restart_minutes: f64,
}

/// A job on spot.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpotRequest<'a> {
    /// Interruptions.
    pub risk: SpotRisk,
    /// Price of an hour on spot.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub spot: Amount<'a>,
    /// Price of an hour on demand.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub on_demand: Amount<'a>,
    /// Minutes at the beginning of a rental that are free where it is interrupted in them; 0 where absent.
    #[tsify(optional)]
    pub free_minutes: Option<f64>,
    /// Percent of the time in which spot is to be had; 100 where absent, and then it can be had again at once.
    #[tsify(optional)]
    pub available_percent: Option<f64>,
    /// Hours until the work must be done.
    #[tsify(optional)]
    pub deadline_hours: Option<f64>,
}

/// What is expected of a job on spot. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SpotOutcome {
    /// Rented hours, expected.
    pub mean_hours: f64,
    /// Rented hours that are not exceeded in half of all cases.
    pub p50_hours: f64,
    /// The same in nine of ten.
    pub p90_hours: f64,
    /// Hours until the end, expected, where waiting for capacity counts.
    pub finish_hours: f64,
    /// The same in nine of ten.
    pub finish_p90_hours: f64,
    /// Expected interruptions.
    pub interruptions: f64,
    /// Minutes of work between two checkpoints that make the expected time least.
    pub interval_minutes: f64,
    /// What it costs, expected.
    pub mean_cost: String,
    /// What it costs in half of all cases at most.
    pub p50_cost: String,
    /// What it costs in nine of ten cases at most.
    pub p90_cost: String,
    /// What it costs on demand.
    pub on_demand_cost: String,
    /// Percent of discount from which on spot costs less than on demand.
    pub break_even_percent: f64,
    /// Percent of discount that there is.
    pub discount_percent: f64,
    /// Whether spot is expected to cost less.
    pub wins: bool,
    /// With a deadline: spot while it is there, on demand only where the job falls behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DeadlineOutcome>,
}

/// The policy of uniform progress on two hundred made-up availabilities, the same in every run. The deadline always
/// holds.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DeadlineOutcome {
    /// What it costs on average.
    pub mean_cost: String,
    /// What it costs in nine of ten cases at most.
    pub p90_cost: String,
    /// Percent of the rented time that is on demand, on average.
    pub on_demand_percent: f64,
    /// Hours until the work is done, on average.
    pub finish_hours: f64,
}

/// What is expected of the job of a request.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn spot(text: &str) -> Result<SpotOutcome, Vec<Issue>> {
    answer(text, answered)
}

impl SpotRisk {
    pub(super) fn checked(self, check: &mut Check<'_, '_>) -> Option<Job> {
        let Self { work_hours, checkpoint_minutes, between_hours, restart_minutes } = self;
        let work = check.field("workHours").real(&planning::WORK_HOURS, work_hours);
        let checkpoint = check.field("checkpointMinutes").real(&planning::CHECKPOINT_MINUTES, checkpoint_minutes);
        let between = check.field("betweenHours").real(&planning::BETWEEN_HOURS, between_hours);
        let restart = check.field("restartMinutes").real(&planning::RESTART_MINUTES, restart_minutes);
        Some(Job {
            work_hours: work?,
            checkpoint_hours: checkpoint? / 60.0,
            between_hours: between?,
            restart_hours: restart? / 60.0,
        })
    }
}

fn answered(request: SpotRequest<'_>, check: &mut Check<'_, '_>) -> Option<SpotOutcome> {
    let SpotRequest { risk, spot, on_demand, free_minutes, available_percent, deadline_hours } = request;
    let job = risk.checked(&mut check.field("risk"));
    let spot = check.field("spot").price(spot);
    let on_demand = check.field("onDemand").price(on_demand);
    let free = check.field("freeMinutes").real(&planning::FREE_MINUTES, free_minutes.unwrap_or(0.0));
    let available = available_percent.unwrap_or(100.0);
    let available = check.field("availablePercent").real(&planning::AVAILABLE_PERCENT, available);
    let deadline =
        optional(deadline_hours, |hours| check.field("deadlineHours").real(&planning::DEADLINE_HOURS, hours));
    let (job, prices, available) = (job?, Prices { spot: spot?, on_demand: on_demand? }, available? / 100.0);
    let forecast = match core::forecast(job) {
        Ok(forecast) => forecast,
        Err(error) => {
            check.field("risk").require_form(false, error.code(), &error.to_string());
            return None;
        }
    };
    let deadline =
        optional(deadline?, |hours| raced(&forecast, hours, available, prices, &mut check.field("deadlineHours")));
    Some(SpotOutcome::new(&forecast, prices, free? / 60.0, available, deadline?))
}

#[derive(Clone, Copy)]
struct Prices {
    spot: Money,
    on_demand: Money,
}

impl SpotOutcome {
    fn new(forecast: &Forecast, prices: Prices, free: f64, available: f64, deadline: Option<DeadlineOutcome>) -> Self {
        let Prices { spot, on_demand } = prices;
        let text = |money: Option<Money>| money.unwrap_or_default().to_cents().to_decimal();
        let [p50, p90] = [0.5, 0.9].map(|share| forecast.quantile_hours(share));
        let on_demand_cost = on_demand.scaled(millionths(forecast.job.work_hours), 1_000_000);
        let mean = forecast.cost(spot, free);
        let discount = spot.ratio(on_demand).map_or(0.0, |ratio| 1.0 - ratio);
        Self {
            mean_hours: forecast.mean_hours,
            p50_hours: p50,
            p90_hours: p90,
            finish_hours: forecast.finish_hours(available).unwrap_or(forecast.mean_hours),
            finish_p90_hours: forecast.finish_quantile_hours(available, 0.9).unwrap_or(p90),
            interruptions: forecast.interruptions,
            interval_minutes: 60.0 * forecast.job.work_hours / forecast.segments,
            wins: mean.zip(on_demand_cost).is_some_and(|(spot, on_demand)| spot < on_demand),
            mean_cost: text(mean),
            p50_cost: text(forecast.cost_quantile(spot, free, 0.5)),
            p90_cost: text(forecast.cost_quantile(spot, free, 0.9)),
            on_demand_cost: text(on_demand_cost),
            break_even_percent: 100.0 * forecast.break_even_discount(),
            discount_percent: 100.0 * discount,
            deadline,
        }
    }
}

/// Hours in millionths.
fn millionths(hours: f64) -> u64 {
    whole((hours * 1e6).round())
}

/// The policy on made-up availabilities. The work has its checkpoints where there is time for them.
fn raced(
    forecast: &Forecast,
    hours: f64,
    available: f64,
    prices: Prices,
    check: &mut Check<'_, '_>,
) -> Option<DeadlineOutcome> {
    let job = forecast.job;
    let deadline = Seconds::nearest_hours(hours);
    let slot = slot(job.between_hours, deadline);
    let [work, restart] = [job.work_hours, job.restart_hours].map(Seconds::nearest_hours);
    let with_checkpoints = Seconds::nearest_hours(forecast.segments * forecast.segment_hours());
    // An interruption is seen at the end of its slot.
    let lost = Seconds::nearest_hours(forecast.lost_hours() + slot.as_f64() / 7_200.0);
    let has_time = with_checkpoints.0 + restart.0 <= deadline.0;
    let race = Race { work: if has_time { with_checkpoints } else { work }, deadline, restart, lost, slot };
    let slots = if has_time { usize::try_from(deadline.0.div_ceil(slot.0)).ok()? } else { 0 };
    let up = job.between_hours * 3_600.0 / slot.as_f64();
    let outcomes = (0..TRIES).map(|seed| core::race(race, &core::availability(slots, up, available, seed)?));
    let outcomes: Vec<Outcome> = match outcomes.collect() {
        Ok(outcomes) => outcomes,
        Err(error) => {
            let error: core::Error = error;
            check.require_form(false, error.code(), &error.to_string());
            return None;
        }
    };
    let costs = outcomes.iter().map(|outcome| outcome.cost(prices.spot, prices.on_demand));
    let costs = costs.collect::<BinaryHeap<_>>().into_sorted_vec();
    let count = Seconds(TRIES).as_f64();
    let mean = |value: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(value).sum::<f64>() / count;
    let sum = costs.iter().fold(Money::ZERO, |sum, cost| sum + *cost);
    let p90 = costs.get(costs.len() * 9 / 10).copied();
    Some(DeadlineOutcome {
        mean_cost: sum.scaled(1, TRIES).unwrap_or_default().to_cents().to_decimal(),
        p90_cost: p90.unwrap_or_default().to_cents().to_decimal(),
        on_demand_percent: 100.0 * mean(&Outcome::on_demand_share),
        finish_hours: mean(&|outcome| outcome.finish.as_f64()) / 3_600.0,
    })
}

/// Slots of a twentieth of the time between interruptions, a fifth of an hour at most, a minute or a 100,000th of all
/// time at least.
fn slot(between_hours: f64, deadline: Seconds) -> Seconds {
    let wanted = Seconds::nearest_hours(between_hours / 20.0);
    wanted.min(Seconds::minutes(12)).max(Seconds::minutes(1)).max(Seconds(deadline.0 / 100_000))
}
