//! Where physics meets billing: every way to run one workload on one catalog, priced and ranked.
//!
//! A plan is an offer × a number of GPUs × one way to pay. Physics comes first, once for each workload ([`Orders`]); then
//! every order is priced, as often as one asks. Which others are worth a look, and why, is
//! [`compare`](crate::compare)'s.

mod delay;
mod order;

pub use delay::{Delay, DelayCost};
pub(crate) use order::unit_counts;
pub use order::{Attempt, Orders, Outcomes};

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::billing::{self, Bill, Budget, Extras, Mode};
use crate::bounds;
use crate::candidate::{Candidate, Performance};
use crate::catalog::{Date, Offer};
use crate::demand::{Demand, Usage};
use crate::money::Money;
use crate::order::sort_by_key;
use crate::units::{self, Seconds};
use crate::workload::Workload;
use order::Order;

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

/// All plans of a request.
#[derive(Debug)]
pub struct Plans<'a, 'r> {
    orders: &'r Orders<'a>,
    outcomes: &'r Outcomes,
    request: &'r Request,
    /// In the order of the catalog.
    ranked: Vec<Ranked<'a>>,
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
    machine: usize,
}

/// Best first: what finishes in the planned time, then what keeps to the budget, then the lowest total; among equals what
/// cannot be taken away, then the faster.
pub(crate) fn rank(a: &Ranked<'_>, b: &Ranked<'_>) -> Ordering {
    (a.time == TimeFit::Short)
        .cmp(&(b.time == TimeFit::Short))
        .then(a.over_budget.cmp(&b.over_budget))
        .then(a.total.cmp(&b.total))
        .then((a.mode == Mode::Spot).cmp(&(b.mode == Mode::Spot)))
        .then(a.slowness.total_cmp(&b.slowness))
        .then(a.offer.id.cmp(&b.offer.id))
        .then((a.units, a.mode).cmp(&(b.units, b.mode)))
}

impl<'a, 'r> Plans<'a, 'r> {
    /// Prices every order on which the work runs, on every way to pay; `outcomes` are those of the request's workload.
    #[must_use]
    pub fn of(orders: &'r Orders<'a>, outcomes: &'r Outcomes, request: &'r Request) -> Self {
        let mut plans = Self { orders, outcomes, request, ranked: Vec::new() };
        for order in orders.iter() {
            if let Some(candidate) = outcomes.candidate(order.machine) {
                plans.price(order, candidate);
            }
        }
        plans
    }

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
        self.first(|_| true).and_then(|ranked| self.plan(ranked))
    }

    /// The best of those that `is_meant` accepts.
    pub(crate) fn first(&self, is_meant: impl Fn(&Ranked<'a>) -> bool) -> Option<&Ranked<'a>> {
        self.ranked.iter().filter(|ranked| is_meant(ranked)).min_by(|a, b| rank(a, b))
    }

    /// All of them, in no order of worth.
    pub(crate) fn ranked(&self) -> &[Ranked<'a>] {
        &self.ranked
    }

    pub(crate) fn candidate(&self, ranked: &Ranked<'a>) -> Option<&'r Candidate> {
        self.outcomes.candidate(ranked.machine)
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
                let total = self.total(offer, mode, *units, *usage)?;
                let budget = self.budget_fit(candidate, offer, mode, *units, *usage, total);
                Some(WayToPay { mode, total, budget })
            })
            .collect();
        sort_by_key(&mut ways, |way| way.total);
        ways
    }

    fn price(&mut self, order: &Order<'a>, candidate: &Candidate) {
        let &Order { offer, units, machine } = order;
        let Some((usage, time)) = self.usage(candidate) else { return };
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
            let Some(total) = self.total(offer, mode, units, usage) else { continue };
            if mode == Mode::Mixed && cheapest.is_some_and(|cheapest| cheapest <= total) {
                continue;
            }
            if mode != Mode::Spot {
                cheapest = Some(cheapest.map_or(total, |cheapest| cheapest.min(total)));
            }
            let fit = self.budget_fit(candidate, offer, mode, units, usage, total);
            let over_budget = matches!(fit, Some(BudgetFit::Over(_)));
            self.ranked.push(Ranked { offer, units, mode, total, time, over_budget, slowness, machine });
        }
    }

    fn bill(&self, offer: &Offer, mode: Mode, units: u32, usage: Usage) -> Option<Bill> {
        billing::bill(self.orders.catalog, offer, mode, units, usage, self.request.extras)
    }

    /// The total of [`bill`](Self::bill).
    fn total(&self, offer: &Offer, mode: Mode, units: u32, usage: Usage) -> Option<Money> {
        billing::total(self.orders.catalog, offer, mode, units, usage, self.request.extras)
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
        let cost = if worst == usage { total } else { self.total(offer, mode, units, worst)? };
        let left = (billing::allowance(budget, worst, self.orders.catalog) - cost).to_cents();
        Some(if left < Money::ZERO { BudgetFit::Over(-left) } else { BudgetFit::Within(left) })
    }
}
