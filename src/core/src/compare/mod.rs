//! The answer: the best plan, what else is close and why it is not first, what does not fit,
//! and which change of the question would make it cheaper.
//!
//! It decides what is worth showing; it prices nothing itself, and it writes no sentence.

mod advice;
mod choice;
mod lever;
mod runner_up;

pub use advice::{Advice, Tested, Verdict};
pub use choice::{Choice, Criterion, choices};
pub use lever::{Change, Lever};
pub use runner_up::{Role, RunnerUp, WhyNot};

use alloc::vec::Vec;

use crate::billing::{self, BreakEven, Mode};
use crate::candidate::Rejection;
use crate::catalog::{Catalog, Device};
use crate::demand::Demand;
use crate::money::{Money, Rate};
use crate::order::sort_by_key;
use crate::plan::{Attempt, Orders, Plan, Plans, Request, WayToPay};
use crate::requirement::{Requirement, requirement};
use crate::units::{Bytes, Seconds};

/// Days of a schedule from which on its cost by the month is what matters.
pub const RECURRING_DAYS: u32 = 28;

/// GPU types of which a rejection is shown.
const MAX_REJECTIONS: usize = 12;

/// The answer to a request.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// What the workload needs.
    pub requirement: Requirement,
    /// The best plan; `None` where nothing fits.
    pub best: Option<Plan<'a>>,
    /// What the best plan's own offer would save on spot, before anything is lost to interruptions;
    /// `None` where it has no cheaper spot, or the plan is on spot already.
    pub spot_saving: Option<Money>,
    /// Every way to pay for the best plan's GPUs, cheapest first.
    pub ways_to_pay: Vec<WayToPay>,
    /// Plans worth a look, cheapest first.
    pub runner_ups: Vec<RunnerUp<'a>>,
    /// GPU types on which the smallest order, or any, does not do; nearest miss first.
    pub rejected: Vec<Rejected>,
    /// Changes of the question that make it cheaper, or possible.
    pub levers: Vec<Lever<'a>>,
    /// Where the best offer's terms begin to be worth it.
    pub break_evens: Vec<BreakEven>,
    /// Plans that were compared.
    pub n_plans: usize,
}

/// A type of device that does not do, with every number of GPUs that was tried.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The type.
    pub device: Device,
    /// Numbers of GPUs that do not do, and why.
    pub attempts: Vec<(u32, Rejection)>,
    /// The smallest number of GPUs that does, where one does.
    pub fits_from: Option<u32>,
}

/// Compares every way to run the workload on the offers of `catalog`.
#[must_use]
pub fn compare<'a>(catalog: &'a Catalog, request: &Request) -> Comparison<'a> {
    let requirement = requirement(&request.workload);
    let orders = Orders::of(catalog);
    let outcomes = orders.evaluate(&requirement);
    let found = Plans::of(&orders, &outcomes, request);
    let best = found.best();
    Comparison {
        spot_saving: best.as_ref().and_then(|plan| spot_saving(catalog, request, plan)),
        ways_to_pay: best.as_ref().map(|plan| found.ways_to_pay(plan)).unwrap_or_default(),
        runner_ups: runner_up::runner_ups(&found),
        rejected: rejected(orders.attempts(&outcomes)),
        levers: lever::levers(&orders, &outcomes, request, best.as_ref()),
        break_evens: best
            .as_ref()
            .map(|plan| billing::break_even(&plan.offer.billing, catalog.month).collect())
            .unwrap_or_default(),
        n_plans: found.len(),
        requirement,
        best,
    }
}

/// Whether the question is about use that goes on: then cost by the month leads.
#[must_use]
pub const fn is_recurring(demand: Demand) -> bool {
    matches!(demand, Demand::Schedule { days, .. } if RECURRING_DAYS <= days)
}

/// The cost by the month of a plan of recurring use: the total of about one month, else pro rata.
#[must_use]
pub fn per_month(plan: &Plan<'_>, request: &Request, month: Seconds) -> Option<Money> {
    let Demand::Schedule { days, .. } = request.demand else { return None };
    if days < RECURRING_DAYS {
        return None;
    }
    let total = plan.bill.total;
    let span = Seconds::days(u64::from(days));
    Some(if days <= 31 { total } else { Rate { price: total, per: span }.for_time(month).to_cents() })
}

fn spot_saving(catalog: &Catalog, request: &Request, best: &Plan<'_>) -> Option<Money> {
    let spot = billing::total(catalog, best.offer, Mode::Spot, best.units, best.usage, request.extras)?;
    let saving = best.bill.total - spot;
    (best.mode != Mode::Spot && Money::ZERO < saving).then_some(saving)
}

fn rejected(attempts: impl Iterator<Item = Attempt>) -> Vec<Rejected> {
    let mut rejected: Vec<Rejected> = attempts
        .map(|Attempt { device, tried }| Rejected {
            device,
            attempts: tried.iter().filter_map(|(n_gpus, miss)| Some((*n_gpus, (*miss)?))).collect(),
            fits_from: tried.iter().find(|(_, miss)| miss.is_none()).map(|(n_gpus, _)| *n_gpus),
        })
        .filter(|rejected| !rejected.attempts.is_empty())
        .collect();
    sort_by_key(&mut rejected, |rejected| (rejected.fits_from.is_some(), rejected.shortfall(), rejected.device.key()));
    rejected.truncate(MAX_REJECTIONS);
    rejected
}

impl Rejected {
    /// The smallest amount by which memory is missing; `None` (the least) where memory is not what is missing.
    fn shortfall(&self) -> Option<Bytes> {
        self.attempts
            .iter()
            .filter_map(|(_, rejection)| match rejection {
                Rejection::OutOfMemory { short_by, .. } => Some(*short_by),
                _ => None,
            })
            .min()
    }
}
