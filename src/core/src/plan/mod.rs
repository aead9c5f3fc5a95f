//! Where physics meets billing: every way to run one workload on one catalog, priced and ranked.
//!
//! A plan is an offer × a number of GPUs × one way to pay. Which others are worth a look, and why,
//! is [`compare`](crate::compare)'s.

mod delay;

pub use delay::{Delay, DelayCost};

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::billing::{self, Bill, Budget, Extras, Mode};
use crate::bounds;
use crate::candidate::{self, Candidate, Performance, Rejection};
use crate::catalog::{Catalog, Date, Device, LinkKind, Offer, Slice};
use crate::demand::{Demand, Usage};
use crate::money::Money;
use crate::order::sort_by_key;
use crate::requirement::Requirement;
use crate::units::{self, Seconds};
use crate::workload::Workload;

/// What the visitor asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The visitor's day.
    pub today: Date,
    /// What runs.
    pub workload: Workload,
    /// When and how long. Work without an end has no plan under [`Demand::UntilDone`].
    pub demand: Demand,
    /// The most that the visitor will pay, where there is such an amount.
    pub budget: Option<Budget>,
    /// What is rented besides GPUs.
    pub extras: Extras,
    /// Whether spot may be recommended.
    pub interruption: Interruption,
}

/// Whether the work can go on after its GPUs were taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// It would be lost.
    Never,
    /// It resumes from a checkpoint.
    Resumable,
}

/// A way to run the workload, priced.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// What is rented.
    pub offer: &'a Offer,
    /// How many units of it.
    pub units: u32,
    /// How the work runs on it.
    pub candidate: Candidate,
    /// How it is paid.
    pub mode: Mode,
    /// What is billed for.
    pub usage: Usage,
    /// The bill.
    pub bill: Bill,
    /// Whether the planned time suffices.
    pub time: TimeFit,
    /// The bill when the work runs its likely time without a pause and everything is released then,
    /// where that is less running time than the schedule has.
    pub released_when_done: Option<Bill>,
    /// Against the budget, where there is one.
    pub budget: Option<BudgetFit>,
}

/// Whether the planned time suffices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeFit {
    /// Even the high run time does, or the work has no end, or the plan runs until done.
    Enough,
    /// The likely run time does, the high one does not.
    Tight,
    /// Not even the likely run time does. The plan is priced on that, not on the schedule.
    Short,
}

/// A bill against a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetFit {
    /// So much is left.
    Within(Money),
    /// So much is missing.
    Over(Money),
}

impl Plan<'_> {
    /// What it costs if released when the work is done: the bill itself where it runs until then anyway.
    #[must_use]
    pub fn total_when_done(&self) -> Money {
        self.released_when_done.as_ref().unwrap_or(&self.bill).total
    }

    /// What a million answer tokens cost at the likely speed, with all users at any time of running; `None` for work with an
    /// end.
    #[must_use]
    pub fn per_million_tokens(&self) -> Option<Money> {
        let Performance::Serving { in_all, .. } = self.candidate.performance else { return None };
        let tokens = units::whole(in_all.likely * self.usage.running().as_f64());
        self.bill.total.scaled(1_000_000, tokens).map(Money::to_cents)
    }

    /// Whether it exceeds the budget.
    #[must_use]
    pub const fn is_over_budget(&self) -> bool {
        matches!(self.budget, Some(BudgetFit::Over(_)))
    }
}

/// One way to pay for a plan's GPUs, all else as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayToPay {
    /// The way.
    pub mode: Mode,
    /// What it costs.
    pub total: Money,
    /// Against the budget, where there is one.
    pub budget: Option<BudgetFit>,
}

/// What was tried on one type of device.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The type.
    pub device: Device,
    /// By number of GPUs: `None` where it fits.
    pub tried: BTreeMap<u32, Option<Rejection>>,
}

/// All plans of a request.
#[derive(Debug)]
pub struct Plans<'a, 'r> {
    catalog: &'a Catalog,
    request: &'r Request,
    candidates: Vec<Candidate>,
    /// Best first.
    ranked: Vec<Ranked<'a>>,
    /// What was tried, by [`Device::key`].
    pub attempts: BTreeMap<(&'static str, Option<Slice>), Attempt>,
}

/// A plan before its bill is written out: what ranking needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked<'a> {
    pub(crate) offer: &'a Offer,
    pub(crate) units: u32,
    pub(crate) mode: Mode,
    pub(crate) total: Money,
    pub(crate) time: TimeFit,
    pub(crate) over_budget: bool,
    /// Seconds of running, or seconds per answer token: less is faster.
    pub(crate) slowness: f64,
    candidate: usize,
}

/// Every way to run what `requirement` describes on the offers of `catalog`.
///
/// Best first: what finishes in the planned time, then what keeps to the budget, then the lowest
/// total; among equals what cannot be taken away, then the faster.
#[must_use]
pub fn plans<'a, 'r>(catalog: &'a Catalog, request: &'r Request, requirement: &Requirement) -> Plans<'a, 'r> {
    let mut plans = search(catalog, request, requirement);
    plans.ranked.sort_unstable_by(rank);
    plans
}

/// The first of [`plans`], without putting the others in order.
#[must_use]
pub fn best_plan<'a>(catalog: &'a Catalog, request: &Request, requirement: &Requirement) -> Option<Plan<'a>> {
    let plans = search(catalog, request, requirement);
    plans.ranked.iter().min_by(|a, b| rank(a, b)).and_then(|best| plans.plan(best))
}

fn search<'a, 'r>(catalog: &'a Catalog, request: &'r Request, requirement: &Requirement) -> Plans<'a, 'r> {
    let mut plans = Plans { catalog, request, candidates: Vec::new(), ranked: Vec::new(), attempts: BTreeMap::new() };
    let mut known = BTreeMap::new();
    for offer in &catalog.offers {
        for units in unit_counts(offer) {
            let n_gpus = units * offer.cards_per_unit;
            let bandwidth = offer.link.bandwidth.map_or(0, |speed| speed.0.to_bits());
            let key = (offer.device.key(), offer.link.kind == LinkKind::Pcie, bandwidth, n_gpus);
            let fits = *known.entry(key).or_insert_with(|| plans.evaluate(offer, n_gpus, requirement));
            if let Some(candidate) = fits {
                plans.price(offer, units, candidate);
            }
        }
    }
    plans
}

/// The smallest order, and those of 1, 2, 4 and 8 units that are larger and have no more than 8 GPUs. Parts of GPUs work
/// alone.
fn unit_counts(offer: &Offer) -> impl Iterator<Item = u32> + use<> {
    let (min, max, cards) = (offer.min_units, offer.max_units, offer.cards_per_unit);
    let max = if offer.device.slice.is_some() { min } else { max };
    let larger = candidate::COUNTS.into_iter().filter(move |&units| min < units && units <= max && units * cards <= 8);
    core::iter::once(min).chain(larger)
}

fn rank(a: &Ranked<'_>, b: &Ranked<'_>) -> Ordering {
    (a.time == TimeFit::Short)
        .cmp(&(b.time == TimeFit::Short))
        .then(a.over_budget.cmp(&b.over_budget))
        .then(a.total.cmp(&b.total))
        .then((a.mode == Mode::Spot).cmp(&(b.mode == Mode::Spot)))
        .then(a.slowness.total_cmp(&b.slowness))
        .then(a.offer.id.cmp(&b.offer.id))
        .then((a.units, a.mode).cmp(&(b.units, b.mode)))
}

impl<'a> Plans<'a, '_> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranked.len()
    }

    /// Whether nothing fits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranked.is_empty()
    }

    /// The best one.
    #[must_use]
    pub fn best(&self) -> Option<Plan<'a>> {
        self.ranked.first().and_then(|ranked| self.plan(ranked))
    }

    pub(crate) fn ranked(&self) -> &[Ranked<'a>] {
        &self.ranked
    }

    pub(crate) fn candidate(&self, ranked: &Ranked<'a>) -> Option<&Candidate> {
        self.candidates.get(ranked.candidate)
    }

    /// Writes out the bill of a ranked plan.
    pub(crate) fn plan(&self, ranked: &Ranked<'a>) -> Option<Plan<'a>> {
        let Ranked { offer, units, mode, .. } = *ranked;
        let candidate = self.candidate(ranked)?.clone();
        let (usage, time) = self.usage(&candidate)?;
        let bill = self.bill(offer, mode, units, usage)?;
        let released_when_done = Self::usage_until_done(&candidate)
            .filter(|done| done.running() < usage.running())
            .and_then(|done| self.bill(offer, mode, units, done));
        let budget = self.budget_fit(&candidate, offer, mode, units, usage, bill.total);
        Some(Plan { offer, units, candidate, mode, usage, bill, time, released_when_done, budget })
    }

    /// Every way to pay that the offer of a plan has, cheapest first; spot too, whether or not it may be recommended.
    #[must_use]
    pub fn ways_to_pay(&self, plan: &Plan<'a>) -> Vec<WayToPay> {
        let Plan { offer, units, usage, candidate, .. } = plan;
        let mut ways: Vec<_> = billing::modes(&offer.billing)
            .chain([Mode::Mixed])
            .filter_map(|mode| {
                let total = self.bill(offer, mode, *units, *usage)?.total;
                let budget = self.budget_fit(candidate, offer, mode, *units, *usage, total);
                Some(WayToPay { mode, total, budget })
            })
            .collect();
        sort_by_key(&mut ways, |way| way.total);
        ways
    }

    /// The index of the candidate where it fits.
    fn evaluate(&mut self, offer: &Offer, n_gpus: u32, requirement: &Requirement) -> Option<usize> {
        let device = offer.device;
        let attempt = self.attempts.entry(device.key()).or_insert_with(|| Attempt { device, tried: BTreeMap::new() });
        match candidate::evaluate(requirement, device, offer.link, n_gpus) {
            Ok(candidate) => {
                attempt.tried.insert(n_gpus, None);
                self.candidates.push(candidate);
                Some(self.candidates.len() - 1)
            }
            Err(rejection) => {
                attempt.tried.entry(n_gpus).or_insert(Some(rejection));
                None
            }
        }
    }

    fn price(&mut self, offer: &'a Offer, units: u32, index: usize) {
        let Some(candidate) = self.candidates.get(index).cloned() else { return };
        let Some((usage, time)) = self.usage(&candidate) else { return };
        let slowness = match candidate.performance {
            Performance::Finite { run_time, .. } => run_time.likely.as_f64(),
            Performance::Serving { per_user, .. } => 1.0 / per_user.likely,
        };
        let mut cheapest: Option<Money> = None;
        // A combination last: it is worth a place only where it is cheaper than each of its parts alone.
        for mode in billing::modes(&offer.billing).chain([Mode::Mixed]) {
            if mode == Mode::Spot && self.request.interruption == Interruption::Never {
                continue;
            }
            let Some(Bill { total, .. }) = self.bill(offer, mode, units, usage) else { continue };
            if mode == Mode::Mixed && cheapest.is_some_and(|cheapest| cheapest <= total) {
                continue;
            }
            if mode != Mode::Spot {
                cheapest = Some(cheapest.map_or(total, |cheapest| cheapest.min(total)));
            }
            let fit = self.budget_fit(&candidate, offer, mode, units, usage, total);
            let over_budget = matches!(fit, Some(BudgetFit::Over(_)));
            self.ranked.push(Ranked { offer, units, mode, total, time, over_budget, slowness, candidate: index });
        }
    }

    fn bill(&self, offer: &Offer, mode: Mode, units: u32, usage: Usage) -> Option<Bill> {
        billing::bill(self.catalog, offer, mode, units, usage, self.request.extras)
    }

    /// What is billed for: a schedule as entered, unless the work needs longer; a job its likely run time.
    fn usage(&self, candidate: &Candidate) -> Option<(Usage, TimeFit)> {
        match (self.request.demand, candidate.performance) {
            (Demand::UntilDone, Performance::Serving { .. }) => None,
            (Demand::UntilDone, Performance::Finite { run_time, .. }) => {
                Some((Usage::continuous(run_time.likely), TimeFit::Enough))
            }
            (Demand::Schedule { daily, days }, Performance::Serving { .. }) => {
                Some((Usage::schedule(daily, days), TimeFit::Enough))
            }
            (Demand::Schedule { daily, days }, Performance::Finite { run_time, .. }) => {
                let usage = Usage::schedule(daily, days);
                let planned = usage.running();
                Some(if run_time.high <= planned {
                    (usage, TimeFit::Enough)
                } else if run_time.likely <= planned {
                    (usage, TimeFit::Tight)
                } else {
                    (Self::beyond_schedule(daily, run_time.likely), TimeFit::Short)
                })
            }
        }
    }

    /// As long as it takes at the hours of a day of the schedule, or without a pause where that were more days than any
    /// plan is made for.
    fn beyond_schedule(daily: Seconds, time: Seconds) -> Usage {
        let usage = Usage::part_of_schedule(daily, time);
        if f64::from(usage.sessions) <= bounds::DAYS.max { usage } else { Usage::continuous(time) }
    }

    /// Without a pause, whatever the schedule.
    fn usage_until_done(candidate: &Candidate) -> Option<Usage> {
        match candidate.performance {
            Performance::Finite { run_time, .. } => Some(Usage::continuous(run_time.likely)),
            Performance::Serving { .. } => None,
        }
    }

    /// A schedule is checked as billed; a job at its high run time, since it runs as long as it takes.
    fn budget_fit(
        &self,
        candidate: &Candidate,
        offer: &Offer,
        mode: Mode,
        units: u32,
        usage: Usage,
        total: Money,
    ) -> Option<BudgetFit> {
        let budget = self.request.budget?;
        let worst = match (self.request.demand, candidate.performance) {
            (Demand::UntilDone, Performance::Finite { run_time, .. }) => Usage::continuous(run_time.high),
            _ => usage,
        };
        let cost = if worst == usage { total } else { self.bill(offer, mode, units, worst)?.total };
        let left = (billing::allowance(budget, worst, self.catalog) - cost).to_cents();
        Some(if left < Money::ZERO { BudgetFit::Over(-left) } else { BudgetFit::Within(left) })
    }
}
