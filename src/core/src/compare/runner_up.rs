//! Which plans besides the best are worth a look, and the one reason why each is not first.

use alloc::vec::Vec;

use crate::billing::{Mode, Rent};
use crate::money::Money;
use crate::order::sort_by_key;
use crate::plan::{Plan, Plans, Ranked, TimeFit, rank};

/// Most runner-ups.
const MAX: usize = 5;

/// A plan worth a look.
#[derive(Clone, Debug)]
pub struct RunnerUp<'a> {
    /// The plan.
    pub plan: Plan<'a>,
    /// What it is better or different at.
    pub role: Role,
    /// Why it is not first.
    pub why_not: WhyNot,
    /// Its total less the best plan's.
    pub difference: Money,
}

/// What a runner-up is better or different at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The same GPUs from the same offer, paid another way.
    OtherMode,
    /// The same GPU from another platform.
    OtherPlatform,
    /// Another GPU.
    OtherGpu,
    /// The fastest that keeps to the budget.
    Fastest,
    /// The cheapest with more memory per GPU.
    MoreMemory,
    /// The cheapest that cannot be taken away, where the best can.
    Uninterrupted,
}

/// Why a plan is not first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The planned time does not suffice.
    NotFinished,
    /// It exceeds the budget, the best does not.
    OverBudget,
    /// It is paid in terms that go unused for more than half of their time.
    HoursUnused,
    /// It can be taken away, and is not cheaper.
    Interruptible,
    /// It costs more.
    Dearer,
    /// It costs the same and takes longer.
    Slower,
}

/// At most five, no two alike, cheapest first.
pub(super) fn runner_ups<'a>(plans: &Plans<'a, '_>) -> Vec<RunnerUp<'a>> {
    let Some(best) = plans.first(|_| true) else { return Vec::new() };
    let mut chosen: Vec<(&Ranked<'a>, Role)> = Vec::new();
    for role in
        [Role::Uninterrupted, Role::OtherGpu, Role::OtherMode, Role::OtherPlatform, Role::MoreMemory, Role::Fastest]
    {
        if let Some(found) = find(plans, best, role) {
            add(&mut chosen, found, role);
        }
    }
    while chosen.len() < MAX {
        let device = |ranked: &Ranked<'a>| ranked.offer.device;
        let is_new = |ranked: &Ranked<'a>| chosen.iter().all(|(seen, _)| device(seen) != device(ranked));
        let Some(found) = plans.first(|ranked| device(ranked) != device(best) && is_new(ranked)) else { break };
        chosen.push((found, Role::OtherGpu));
    }
    sort_by_key(&mut chosen, |(ranked, _)| (ranked.time == TimeFit::Short, ranked.over_budget, ranked.total));
    let chosen = chosen.into_iter().filter_map(|(ranked, role)| describe(plans, best, ranked, role));
    chosen.collect()
}

fn add<'r, 'a>(chosen: &mut Vec<(&'r Ranked<'a>, Role)>, found: &'r Ranked<'a>, role: Role) {
    if chosen.len() < MAX && !chosen.iter().any(|(seen, _)| same(seen, found)) {
        chosen.push((found, role));
    }
}

fn same(a: &Ranked<'_>, b: &Ranked<'_>) -> bool {
    a.offer.id == b.offer.id && a.units == b.units && a.mode == b.mode
}

/// The first in rank that plays the role; for the fastest, the fastest that is no worse than in budget. Never `best`.
fn find<'p, 'a>(plans: &'p Plans<'a, '_>, best: &Ranked<'a>, role: Role) -> Option<&'p Ranked<'a>> {
    let (offer, device) = (best.offer, best.offer.device);
    let memory = |ranked: &Ranked<'a>| plans.candidate(ranked).map(|candidate| candidate.memory.capacity);
    match role {
        Role::OtherMode => {
            plans.first(|other| other.offer.id == offer.id && other.units == best.units && other.mode != best.mode)
        }
        Role::OtherPlatform => {
            plans.first(|other| other.offer.device == device && other.offer.platform != offer.platform)
        }
        Role::OtherGpu => plans.first(|other| other.offer.device != device),
        Role::MoreMemory => plans.first(|other| memory(best) < memory(other)),
        Role::Uninterrupted if best.mode == Mode::Spot => plans.first(|other| other.mode != Mode::Spot),
        Role::Uninterrupted => None,
        Role::Fastest => {
            let faster = |other: &&Ranked<'a>| other.over_budget <= best.over_budget && other.slowness < best.slowness;
            let rank = |a: &&Ranked<'a>, b: &&Ranked<'a>| {
                a.slowness.total_cmp(&b.slowness).then(a.total.cmp(&b.total)).then(rank(a, b))
            };
            plans.ranked().iter().filter(faster).min_by(rank)
        }
    }
}

fn describe<'a>(plans: &Plans<'a, '_>, best: &Ranked<'a>, ranked: &Ranked<'a>, role: Role) -> Option<RunnerUp<'a>> {
    let plan = plans.plan(ranked)?;
    let difference = ranked.total - best.total;
    let why_not = why_not(best, ranked, &plan);
    Some(RunnerUp { plan, role, why_not, difference })
}

/// The one reason why a plan that is not the best is not.
pub(super) fn why_not(best: &Ranked<'_>, ranked: &Ranked<'_>, plan: &Plan<'_>) -> WhyNot {
    if ranked.time == TimeFit::Short && best.time != TimeFit::Short {
        WhyNot::NotFinished
    } else if ranked.over_budget && !best.over_budget {
        WhyNot::OverBudget
    } else if ranked.offer.id == best.offer.id && is_mostly_unused(plan) {
        WhyNot::HoursUnused
    } else if ranked.mode == Mode::Spot && best.mode != Mode::Spot {
        WhyNot::Interruptible
    } else if best.total < ranked.total {
        WhyNot::Dearer
    } else {
        WhyNot::Slower
    }
}

fn is_mostly_unused(plan: &Plan<'_>) -> bool {
    plan.bill.rents.iter().any(|rent| match *rent {
        Rent::Terms { length, count, used, .. } => used.0 * 2 < length.0 * count,
        Rent::Metered { .. } => false,
    })
}
