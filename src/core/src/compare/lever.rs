//! Changes of the question that make the answer cheaper, or possible at all.

use alloc::vec::Vec;

use crate::billing::Mode;
use crate::demand::Demand;
use crate::money::Money;
use crate::order::sort_by_key;
use crate::plan::{Interruption, Orders, Outcomes, Plan, Plans, Request, TimeFit};
use crate::requirement::requirement;
use crate::workload::{FineTuning, Generation, Inference, Method, Offload, WeightFormat, Workload};

/// Rank of the adapters that a full fine-tuning is offered instead.
const USUAL_RANK: u32 = 16;

/// A change of the question, and what the best plan would then be.
#[derive(Clone, Debug)]
pub struct Lever<'a> {
    /// The change.
    pub change: Change,
    /// The best plan after it.
    pub plan: Plan<'a>,
    /// Its total; for work with an end, released when done.
    pub total: Money,
    /// What it saves against the best plan, both released when done (for [`Change::UntilDone`]:
    /// against the schedule as entered); `None` where nothing fits now.
    pub saving: Option<Money>,
}

/// A change of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another way of fine-tuning.
    Method(Method),
    /// Another format of the weights.
    Weights(WeightFormat),
    /// What does not run leaves the GPU.
    Offload(Offload),
    /// The work made to resume from checkpoints, so that spot may be used.
    Resumable,
    /// Renting until the work is done instead of on a schedule.
    UntilDone,
}

/// Cheaper changes, largest saving first; where nothing fits, changes that fit, cheapest first.
pub(super) fn levers<'a>(
    orders: &Orders<'a>,
    outcomes: &Outcomes,
    request: &Request,
    best: Option<&Plan<'_>>,
) -> Vec<Lever<'a>> {
    let mut levers: Vec<Lever<'a>> = changes(request)
        .into_iter()
        .filter_map(|(change, changed)| match change {
            Change::UntilDone | Change::Resumable => lever(orders, outcomes, change, &changed, best),
            Change::Method(_) | Change::Weights(_) | Change::Offload(_) => {
                lever(orders, &orders.evaluate(&requirement(&changed.workload)), change, &changed, best)
            }
        })
        .filter(|lever| lever.saving.is_none_or(|saving| Money::ZERO < saving))
        .collect();
    sort_by_key(&mut levers, |lever| lever.total);
    // The same plan by two changes: the one that changes less comes first.
    levers.dedup_by(|b, a| same(&a.plan, &b.plan));
    levers
}

/// The best plan after a change; `outcomes` are those of the changed workload.
fn lever<'a>(
    orders: &Orders<'a>,
    outcomes: &Outcomes,
    change: Change,
    changed: &Request,
    best: Option<&Plan<'_>>,
) -> Option<Lever<'a>> {
    let plan = Plans::of(orders, outcomes, changed).best()?;
    let is_what_it_says = change != Change::Resumable || plan.mode == Mode::Spot;
    if plan.time == TimeFit::Short || !is_what_it_says {
        return None;
    }
    let total = plan.bill.total;
    let now = |best: &Plan<'_>| match change {
        Change::UntilDone => best.bill.total,
        Change::Method(_) | Change::Weights(_) | Change::Offload(_) | Change::Resumable => best.total_when_done(),
    };
    let saving = best.map(|best| now(best) - total);
    Some(Lever { change, plan, total, saving })
}

/// Every change that the question allows, with the changed question: work with an end then runs until it is done.
fn changes(request: &Request) -> Vec<(Change, Request)> {
    let demand = match request.workload {
        Workload::PreTraining(_) | Workload::FineTuning(_) | Workload::Generation(_) | Workload::Scaled(_) => {
            Demand::UntilDone
        }
        Workload::Inference(_) => request.demand,
    };
    let released = Request { demand, ..request.clone() };
    let mut changes = Vec::new();
    if request.demand != demand {
        changes.push((Change::UntilDone, released.clone()));
    }
    for (change, workload) in lighter(&request.workload) {
        changes.push((change, Request { workload, ..released.clone() }));
    }
    if request.interruption == Interruption::Never {
        changes.push((Change::Resumable, Request { interruption: Interruption::Resumable, ..released.clone() }));
    }
    changes
}

fn same(a: &Plan<'_>, b: &Plan<'_>) -> bool {
    (&a.offer.id, a.units, a.mode, a.bill.total) == (&b.offer.id, b.units, b.mode, b.bill.total)
}

fn lighter(workload: &Workload) -> Vec<(Change, Workload)> {
    match workload {
        Workload::PreTraining(_) | Workload::Scaled(_) => Vec::new(),
        Workload::FineTuning(tuning) => lighter_methods(tuning.method)
            .map(|method| (Change::Method(method), Workload::FineTuning(FineTuning { method, ..tuning.clone() })))
            .collect(),
        Workload::Inference(inference) => lighter_formats(inference.weights)
            .map(|weights| (Change::Weights(weights), Workload::Inference(Inference { weights, ..inference.clone() })))
            .collect(),
        Workload::Generation(work) => {
            let weights = lighter_formats(work.weights)
                .map(|weights| (Change::Weights(weights), Generation { weights, ..work.clone() }));
            let offload = lighter_offloads(work.offload)
                .map(|offload| (Change::Offload(offload), Generation { offload, ..work.clone() }));
            weights.chain(offload).map(|(change, work)| (change, Workload::Generation(work))).collect()
        }
    }
}

fn lighter_methods(method: Method) -> impl Iterator<Item = Method> {
    let (lora, qlora) = match method {
        Method::Full => (Some(Method::Lora { rank: USUAL_RANK }), Some(Method::Qlora { rank: USUAL_RANK })),
        Method::Lora { rank } => (None, Some(Method::Qlora { rank })),
        Method::Qlora { .. } => (None, None),
    };
    lora.into_iter().chain(qlora)
}

fn lighter_formats(weights: WeightFormat) -> impl Iterator<Item = WeightFormat> {
    let lighter: &[_] = match weights {
        WeightFormat::Bf16 => &[WeightFormat::Fp8, WeightFormat::Int8, WeightFormat::Int4],
        WeightFormat::Int8 | WeightFormat::Fp8 => &[WeightFormat::Int4],
        _ => &[],
    };
    lighter.iter().copied()
}

fn lighter_offloads(offload: Offload) -> impl Iterator<Item = Offload> {
    let lighter: &[_] = match offload {
        Offload::None => &[Offload::AroundDenoiser, Offload::Everything],
        Offload::AroundDenoiser => &[Offload::Everything],
        Offload::Everything => &[],
    };
    lighter.iter().copied()
}
