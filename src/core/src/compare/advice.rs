//! What a rule of thumb advises, held against the numbers: the best plan that follows it beside the best of all.

use alloc::vec::Vec;

use super::WhyNot;
use super::runner_up::why_not;
use crate::billing::{self, Mode};
use crate::catalog::{Catalog, Offer, Tier};
use crate::money::Money;
use crate::plan::{Plan, Plans, Ranked, TimeFit, unit_counts};

/// What is advised. Where it says nothing of something, anything follows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Tiers of the GPU; a part of a GPU has none.
    pub tiers: Option<Vec<Tier>>,
    /// Ways to pay.
    pub modes: Option<Vec<Mode>>,
    /// Indices of platforms in the catalog.
    pub platforms: Option<Vec<usize>>,
    /// GPUs of an order, at least.
    pub least_gpus: u32,
}

/// Advice beside what the numbers say.
#[derive(Clone, Debug)]
pub struct Tested<'a> {
    /// The best plan of all; `None` where nothing fits.
    pub best: Option<Plan<'a>>,
    /// The best that follows the advice.
    pub advised: Option<Plan<'a>>,
    /// How the two compare.
    pub verdict: Verdict,
}

/// What the numbers say of advice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// The best plan follows it, or another that costs no more and does as well.
    Agrees,
    /// Another plan is better.
    Overruled {
        /// Why the best that follows the advice is not first.
        why: WhyNot,
        /// Its total less the best plan's; negative where it is cheaper, but does not finish or keep to the budget.
        difference: Money,
        /// Its total over the best plan's; `None` where that is zero.
        ratio: Option<f64>,
    },
    /// Nothing in the catalog follows it.
    NotOffered,
    /// What follows it does not run the workload.
    Unfit,
}

impl Advice {
    /// Holds the advice against all plans of a request.
    #[must_use]
    pub fn test<'a>(&self, catalog: &Catalog, plans: &Plans<'a, '_>) -> Tested<'a> {
        let best = plans.first(|_| true);
        let is_followed = |ranked: &Ranked<'a>| {
            let gpus = ranked.units * ranked.offer.cards_per_unit;
            self.allows(ranked.offer) && self.allows_mode(ranked.mode) && self.least_gpus <= gpus
        };
        let advised = plans.first(is_followed);
        let plan = |ranked: Option<&Ranked<'a>>| ranked.and_then(|ranked| plans.plan(ranked));
        let (best_plan, advised_plan) = (plan(best), plan(advised));
        let verdict = match best.zip(advised).zip(advised_plan.as_ref()) {
            Some(((best, advised), _)) if worth(best) == worth(advised) => Verdict::Agrees,
            Some(((best, advised), plan)) => Verdict::Overruled {
                why: why_not(best, advised, plan),
                difference: advised.total - best.total,
                ratio: advised.total.ratio(best.total),
            },
            None if catalog.offers.iter().any(|offer| self.is_offered_by(offer)) => Verdict::Unfit,
            None => Verdict::NotOffered,
        };
        Tested { best: best_plan, advised: advised_plan, verdict }
    }

    fn allows(&self, offer: &Offer) -> bool {
        let tier = if offer.device.slice.is_some() { None } else { Tier::of(offer.device.gpu) };
        let has_tier = |tiers: &Vec<Tier>| tier.is_some_and(|tier| tiers.contains(&tier));
        let has_platform = |platforms: &Vec<usize>| platforms.contains(&offer.platform);
        self.tiers.as_ref().is_none_or(has_tier) && self.platforms.as_ref().is_none_or(has_platform)
    }

    fn allows_mode(&self, mode: Mode) -> bool {
        self.modes.as_ref().is_none_or(|modes| modes.contains(&mode))
    }

    fn is_offered_by(&self, offer: &Offer) -> bool {
        let has_mode = billing::modes(&offer.billing).any(|mode| self.allows_mode(mode));
        let is_large = |units: u32| self.least_gpus <= units * offer.cards_per_unit;
        self.allows(offer) && has_mode && unit_counts(offer).any(is_large)
    }
}

/// What makes one plan better than another, before it only breaks ties.
fn worth(ranked: &Ranked<'_>) -> (bool, bool, Money) {
    (ranked.time == TimeFit::Short, ranked.over_budget, ranked.total)
}
