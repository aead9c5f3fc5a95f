//! The platforms of a catalog in the order that a visitor wants: by fit, by cost, by reliability.
//!
//! Each stands for its best plan. Nothing is weighed against anything: a later criterion decides where the earlier ones
//! leave two platforms equal.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::billing::Mode;
use crate::catalog::Catalog;
use crate::money::{Money, Ppm};
use crate::order::sort_by_key;
use crate::plan::{BudgetFit, Plan, Plans, TimeFit};

/// What platforms are put in order by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Whether the work runs there at all, and in the planned time.
    Fit,
    /// What the best plan costs; what keeps to the budget first.
    Cost,
    /// Whether the best plan can be taken away, then the promised availability; one that is not stated comes last.
    Reliability,
}

/// A platform with its best plan.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// Its index in the catalog.
    pub platform: usize,
    /// `None` where nothing of it runs the work.
    pub plan: Option<Plan<'a>>,
}

/// A place by one criterion; the least is the best.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Fit(Option<TimeFit>),
    Cost(bool, Money),
    Reliability(bool, Reverse<Option<u32>>),
}

/// All platforms, best first; those on which nothing runs are last, whatever the order.
#[must_use]
pub fn choices<'a>(catalog: &Catalog, plans: &Plans<'a, '_>, order: &[Criterion]) -> Vec<Choice<'a>> {
    let best_on = |platform| {
        let plan = plans.first(|ranked| ranked.offer.platform == platform).and_then(|ranked| plans.plan(ranked));
        Choice { platform, plan }
    };
    let mut choices: Vec<_> = (0..catalog.platforms.len()).map(best_on).collect();
    sort_by_key(&mut choices, |choice| {
        let ranks: Vec<_> = order.iter().map(|criterion| choice.rank(*criterion, catalog)).collect();
        (choice.plan.is_none(), ranks)
    });
    choices
}

impl Choice<'_> {
    fn rank(&self, criterion: Criterion, catalog: &Catalog) -> Rank {
        let plan = self.plan.as_ref();
        match criterion {
            Criterion::Fit => Rank::Fit(plan.map(|plan| plan.time)),
            Criterion::Cost => {
                let is_over = plan.is_some_and(|plan| matches!(plan.budget, Some(BudgetFit::Over(_))));
                Rank::Cost(is_over, plan.map(|plan| plan.bill.total).unwrap_or_default())
            }
            Criterion::Reliability => {
                let sla = catalog.platforms.get(self.platform).and_then(|platform| platform.rules.sla.as_ref());
                let promised = sla.map(|sla| sla.availability).map(|Ppm(share)| share);
                Rank::Reliability(plan.is_some_and(|plan| plan.mode == Mode::Spot), Reverse(promised))
            }
        }
    }
}
