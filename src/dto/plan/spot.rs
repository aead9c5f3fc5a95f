//! Work on spot, as JavaScript sees it: how long, how dear, from which discount on it pays, and how to keep a deadline.

use std::collections::BinaryHeap;

use gpu_cost_core::billing::spot::{self as core, Forecast, Job, Outcome, Race};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::{Seconds, real, whole};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::dto::check::{Check, answer, optional};
use crate::dto::decode::Amount;
use crate::dto::issue::Issue;

/// Made-up availabilities that a deadline is tried on: so many slots of them together, and the fewest and the most. A
/// page waits for the answer, and the more slots there are the less do runs differ.
const SLOTS: u64 = 2_000_000;
const TRIES: (u64, u64) = (20, 200);

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
    /// Percent of discount from which on spot costs less than on demand; below 0 where so much is free that even a
    /// dearer spot does.
    pub break_even_percent: f64,
    /// Percent of discount that there is.
    pub discount_percent: f64,
    /// Whether spot is expected to cost less.
    pub wins: bool,
    /// With a deadline: spot while it is there, on demand only where the job falls behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DeadlineOutcome>,
}

/// The policy of uniform progress on made-up availabilities, the same in every run. The deadline always holds.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DeadlineOutcome {
    /// Availabilities that were made up: 200, down to 20 where there are many interruptions until the deadline or it is
    /// far away.
    pub tries: u64,
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
    let costs = Costs::new(&forecast, prices, free? / 60.0, check);
    Some(SpotOutcome::new(&forecast, prices, &costs?, available, deadline?))
}

#[derive(Clone, Copy)]
struct Prices {
    spot: Money,
    on_demand: Money,
}

/// Hands a cost on, or records that its price is too large.
fn counted<T>(cost: Option<T>, mut check: Check<'_, '_>) -> Option<T> {
    let expected = "a price at which the cost of all hours can be counted exactly";
    check.require_form(cost.is_some(), "too-large", expected);
    cost
}

/// What a job costs with some minutes free, and from which discount on that is less than on demand.
struct Costs {
    mean: Money,
    p50: Money,
    p90: Money,
    on_demand: Money,
    break_even: f64,
}

impl Costs {
    fn new(forecast: &Forecast, prices: Prices, free: f64, check: &mut Check<'_, '_>) -> Option<Self> {
        let Prices { spot, on_demand } = prices;
        let work = forecast.job.work_hours;
        let on_demand = counted(on_demand.scaled(millionths(work), 1_000_000), check.field("onDemand"));
        let [p50, p90] = [0.5, 0.9].map(|share| forecast.cost_quantile(spot, free, share));
        let on_spot = counted(forecast.cost(spot, free).zip(p50.zip(p90)), check.field("spot"));
        // Spot at `1 − d` of the hourly price costs `(1 − d) · paid`, on demand `work`.
        let paid = forecast.mean_hours - forecast.free_hours(free);
        let (mean, (p50, p90)) = on_spot?;
        Some(Self { mean, p50, p90, on_demand: on_demand?, break_even: 1.0 - work / paid })
    }
}

impl SpotOutcome {
    fn new(
        forecast: &Forecast,
        prices: Prices,
        costs: &Costs,
        available: f64,
        deadline: Option<DeadlineOutcome>,
    ) -> Self {
        let text = |money: Money| money.to_cents().to_decimal();
        let [p50, p90] = [0.5, 0.9].map(|share| forecast.quantile_hours(share));
        let discount = prices.spot.ratio(prices.on_demand).map_or(0.0, |ratio| 1.0 - ratio);
        Self {
            mean_hours: forecast.mean_hours,
            p50_hours: p50,
            p90_hours: p90,
            finish_hours: forecast.finish_hours(available).unwrap_or(forecast.mean_hours),
            finish_p90_hours: forecast.finish_quantile_hours(available, 0.9).unwrap_or(p90),
            interruptions: forecast.interruptions,
            interval_minutes: 60.0 * forecast.job.work_hours / forecast.segments,
            wins: costs.mean < costs.on_demand,
            mean_cost: text(costs.mean),
            p50_cost: text(costs.p50),
            p90_cost: text(costs.p90),
            on_demand_cost: text(costs.on_demand),
            break_even_percent: 100.0 * costs.break_even,
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
    let tries = (SLOTS / deadline.0.div_ceil(slot.0).max(1)).clamp(TRIES.0, TRIES.1);
    let outcomes = (0..tries).map(|seed| core::race(race, &core::availability(slots, up, available, seed)?));
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
    let mean = |value: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(value).sum::<f64>() / real(tries);
    let sum = costs.iter().fold(Money::ZERO, |sum, cost| sum + *cost);
    let p90 = costs.get(costs.len() * 9 / 10)?;
    Some(DeadlineOutcome {
        tries,
        mean_cost: sum.scaled(1, tries)?.to_cents().to_decimal(),
        p90_cost: p90.to_cents().to_decimal(),
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

#[cfg(test)]
mod tests {
    use super::spot;

    fn request(risk: [f64; 4], prices: [&str; 2], more: &str) -> String {
        let ([work, checkpoint, between, restart], [spot, on_demand]) = (risk, prices);
        format!(
            r#"{{"risk": {{"workHours": {work}, "checkpointMinutes": {checkpoint}, "betweenHours": {between}, "restartMinutes": {restart}}}, "spot": {spot}, "onDemand": {on_demand}{more}}}"#
        )
    }

    /// A cost beyond the range of money is no cost of 0.
    #[test]
    fn spot_that_is_too_dear_is_refused() {
        let wrong = |on_spot: &str, on_demand: &str| {
            let issues = spot(&request([87_600.0, 3.0, 24.0, 6.0], [on_spot, on_demand], "")).err();
            issues.into_iter().flatten().map(|issue| (issue.path, issue.code)).collect::<Vec<_>>()
        };
        assert_eq!(wrong("5e8", "1e9"), [("spot".to_owned(), "too-large")]);
        assert_eq!(wrong("1", "1e10"), [("onDemand".to_owned(), "too-large")]);
        assert_eq!(wrong("5e8", "1e10").len(), 2);
        assert_eq!(wrong("1e5", "1e9"), []);
    }

    /// Half an hour of work, interrupted after six minutes on average, pays little of it where all that is interrupted is free.
    #[test]
    fn what_is_free_counts_in_the_break_even_of_spot() {
        let ask = |free: &str, price: &str| {
            spot(&request([0.5, 0.1, 0.1, 6.0], [price, "3"], free)).unwrap_or_else(|issues| panic!("{issues:#?}"))
        };
        let (paid, free) = (ask("", "2.9"), ask(r#", "freeMinutes": 1440"#, "2.9"));
        assert!((paid.discount_percent - 10.0 / 3.0).abs() < 1e-9);
        assert!(50.0 < paid.break_even_percent && !paid.wins, "{paid:#?}");
        assert!(free.break_even_percent < free.discount_percent && free.wins, "{free:#?}");
        // At the discount that breaks even both cost the same, though more than the hourly price may be paid.
        let even = format!("{:.6}", 3.0 * (1.0 - free.break_even_percent / 100.0));
        let cost: f64 = spot(&request([0.5, 0.1, 0.1, 6.0], [&even, "100"], r#", "freeMinutes": 1440"#))
            .unwrap()
            .mean_cost
            .parse()
            .unwrap();
        assert!((cost - 1.5).abs() <= 0.005, "{cost}");
    }

    /// The expected values are those of 200 runs.
    #[test]
    fn far_deadlines_are_tried_less_often() {
        let ask = |work: f64, between: f64, deadline: f64| {
            let more = format!(r#", "availablePercent": 50, "deadlineHours": {deadline}"#);
            spot(&request([work, 1.0, between, 6.0], ["0.68", "1.24"], &more)).unwrap().deadline.unwrap()
        };
        assert_eq!(ask(500.0, 24.0, 1000.0).tries, 200);
        for (work, between, deadline, tries, mean, p90) in [
            (7000.0, 1.0, 8760.0, 20, 9287.78, 9318.76),
            (20_000.0, 24.0, 26_280.0, 20, 19_130.18, 19_469.68),
            (2000.0, 24.0, 8760.0, 45, 1427.67, 1436.00),
        ] {
            let found = ask(work, between, deadline);
            let is_near = |text: &str, exact: f64| (text.parse::<f64>().unwrap() / exact - 1.0).abs() < 0.005;
            assert!(
                found.tries == tries && is_near(&found.mean_cost, mean) && is_near(&found.p90_cost, p90),
                "{found:#?}"
            );
        }
    }
}
