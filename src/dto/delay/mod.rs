//! What a slow card does to a job, as JavaScript sees it.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog::{Catalog, Gpu};
use gpu_cost_core::plan::{self, DelayCost, Orders, Plans};
use gpu_cost_core::requirement::requirement;
use gpu_cost_core::units::Seconds;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::check::{Check, answer};
use super::comparison::{Mode, Range};
use super::issue::Issue;
use super::request::{self, CompareRequest};

/// A job on slow cards.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DelayRequest<'a> {
    /// Id of the GPU that the cards are sold as.
    pub gpu: String,
    /// By what run times are multiplied, as a [`Verification`](super::verification::Verification) says.
    pub slowdown: f64,
    /// The job.
    #[serde(borrow)]
    pub job: CompareRequest<'a>,
}

/// What a slow card does to the best plan on cards of its type.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Delay {
    /// Id of the offer of the plan.
    pub offer_id: String,
    /// GPUs of the plan; all are taken to be alike.
    pub gpus: u32,
    /// How the plan is paid.
    pub mode: Mode,
    /// Seconds that the job takes longer; absent for work without an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_seconds: Option<Range>,
    /// Money that the likely time costs more, both released when done, or where `beyondSchedule` on top of the
    /// schedule; absent for work without an end, and beyond ten years.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_cost: Option<String>,
    /// Whether the planned time does not suffice on this card.
    pub beyond_schedule: bool,
}

/// What slow cards do to the best plan on their type; `None` where none runs the job.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn delay(catalog: &Catalog, text: &str) -> Result<Option<Delay>, Vec<Issue>> {
    let (gpu, slowdown, job) = answer(text, checked)?;
    Ok(effect(catalog, gpu, slowdown, &job))
}

fn checked(request: DelayRequest<'_>, check: &mut Check<'_, '_>) -> Option<(&'static Gpu, f64, plan::Request)> {
    let DelayRequest { gpu, slowdown, job } = request;
    let gpu = check.field("gpu").gpu(&gpu, None).map(|named| named.gpu);
    let slowdown = check.field("slowdown").real(&bounds::SLOWDOWN, slowdown);
    let job = request::checked(job, &mut check.field("job"));
    Some((gpu?, slowdown?, job?))
}

fn effect(catalog: &Catalog, gpu: &Gpu, slowdown: f64, job: &plan::Request) -> Option<Delay> {
    let orders = Orders::of(catalog);
    let outcomes = orders.evaluate(&requirement(&job.workload));
    let plans = Plans::of(&orders, &outcomes, job);
    let plan = plans.best_on(gpu)?;
    let delay = plans.delay(&plan, slowdown);
    let (cost, beyond_schedule) = match delay.and_then(|delay| delay.cost) {
        Some(DelayCost::ReleasedWhenDone(cost)) => (Some(cost), false),
        Some(DelayCost::BeyondSchedule(cost)) => (Some(cost), true),
        None => (None, false),
    };
    Some(Delay {
        offer_id: plan.offer.id.clone(),
        gpus: plan.candidate.n_gpus,
        mode: plan.mode.into(),
        extra_seconds: delay.map(|delay| delay.time.map(Seconds::as_f64).into()),
        extra_cost: cost.map(|cost| cost.to_decimal()),
        beyond_schedule,
    })
}

#[cfg(test)]
mod tests;
