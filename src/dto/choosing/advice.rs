//! Advice, and what the numbers say of it.

use gpu_cost_core::billing as core;
use gpu_cost_core::bounds;
use gpu_cost_core::catalog::PackageTerm;
use gpu_cost_core::compare::{Advice, Tested, Verdict};
use gpu_cost_core::plan::Request;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::Chooser;
use crate::dto::catalog::service::{Delivery, PlatformKind, PlatformService};
use crate::dto::check::{Check, answer, optional};
use crate::dto::comparison::{Mode, Plan, WhyNot};
use crate::dto::facts::Tier;
use crate::dto::issue::Issue;
use crate::dto::request::{self, CompareRequest};

/// Advice for a job. What is absent is not advised, so that anything follows it.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AdviceRequest<'a> {
    /// Tiers of the GPU; a part of a GPU has none.
    #[tsify(optional)]
    pub tiers: Option<Vec<Tier>>,
    /// Ways to pay.
    #[tsify(optional)]
    pub modes: Option<Vec<Mode>>,
    /// Kinds of platforms; one that states none is of no kind.
    #[tsify(optional)]
    pub kinds: Option<Vec<PlatformKind>>,
    /// Ways to deliver, of which the platform states one.
    #[tsify(optional)]
    pub delivery: Option<Vec<Delivery>>,
    /// GPUs of an order, at least; 1 where absent.
    #[tsify(optional)]
    pub least_gpus: Option<f64>,
    /// The job.
    #[serde(borrow)]
    pub job: CompareRequest<'a>,
}

/// Advice beside what the numbers say. Money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AdviceOutcome {
    /// What the numbers say.
    pub verdict: AdviceVerdict,
    /// The best plan of all; absent where nothing runs the job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Plan>,
    /// The best that follows the advice; absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advised: Option<Plan>,
    /// Where it is overruled: why that plan is not first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
    /// Where it is overruled: money that plan costs more, signed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// Where it is overruled: how many times as much that plan costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<f64>,
    /// Where nothing follows it: how many platforms state nothing of the kind, or of the delivery, that is advised, so
    /// that it may yet be had of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<usize>,
}

/// What the numbers say of advice.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum AdviceVerdict {
    /// No other plan is better.
    Agrees,
    /// Another plan is better.
    Overruled,
    /// Nothing in the catalog follows it.
    NotOffered,
    /// What follows it does not run the job.
    Unfit,
}

impl Chooser {
    /// Holds advice against all plans of a job.
    ///
    /// # Errors
    /// Everything that is wrong with the text, in its order.
    pub fn advise(&self, text: &str) -> Result<AdviceOutcome, Vec<Issue>> {
        let (advice, job, silent) = answer(text, |request, check| self.advice(request, check))?;
        Ok(self.of_plans(&job, |plans, needs| {
            let Tested { best, advised, verdict } = advice.test(&self.catalog, plans);
            let plan = |plan| Plan::new(&plan, needs, &job, &self.catalog);
            let (verdict, why_not, difference, times) = match verdict {
                Verdict::Agrees => (AdviceVerdict::Agrees, None, None, None),
                Verdict::NotOffered => (AdviceVerdict::NotOffered, None, None, None),
                Verdict::Unfit => (AdviceVerdict::Unfit, None, None, None),
                Verdict::Overruled { why, difference, ratio } => {
                    (AdviceVerdict::Overruled, Some(why.into()), Some(difference.to_decimal()), ratio)
                }
            };
            let silent = matches!(verdict, AdviceVerdict::NotOffered).then_some(silent);
            AdviceOutcome {
                verdict,
                best: best.map(plan),
                advised: advised.map(plan),
                why_not,
                difference,
                times,
                silent,
            }
        }))
    }

    fn advice(&self, request: AdviceRequest<'_>, check: &mut Check<'_, '_>) -> Option<(Advice, Request, usize)> {
        let AdviceRequest { tiers, modes, kinds, delivery, least_gpus, job } = request;
        let least = optional(least_gpus, |least| check.field("leastGpus").whole(&bounds::UNITS, least));
        let job = request::checked(job, &mut check.field("job"));
        let silent = self.silent(&kinds, &delivery);
        let advice = Advice {
            tiers: tiers.map(|tiers| tiers.into_iter().map(Into::into).collect()),
            modes: modes.map(|modes| modes.into_iter().map(Into::into).collect()),
            platforms: (kinds.is_some() || delivery.is_some()).then(|| self.stating(&kinds, &delivery)),
            least_gpus: least?.unwrap_or(1),
        };
        Some((advice, job?, silent))
    }

    /// How many platforms state no kind, or no way to deliver, where some are advised.
    fn silent(&self, kinds: &Option<Vec<PlatformKind>>, delivery: &Option<Vec<Delivery>>) -> usize {
        let states_kind = |service: &PlatformService| kinds.is_none() || service.kind.is_some();
        let states_delivery = |service: &PlatformService| delivery.is_none() || service.delivery.is_some();
        let states = |service: &PlatformService| states_kind(service) && states_delivery(service);
        let is_asked = kinds.is_some() || delivery.is_some();
        self.stated.iter().filter(|stated| is_asked && !stated.service.as_ref().is_some_and(states)).count()
    }

    /// The indices of platforms that state a kind, and a way to deliver, where some are advised.
    fn stating(&self, kinds: &Option<Vec<PlatformKind>>, delivery: &Option<Vec<Delivery>>) -> Vec<usize> {
        let is_meant = |service: &PlatformService| {
            let has_kind = |kinds: &Vec<PlatformKind>| service.kind.is_some_and(|kind| kinds.contains(&kind));
            let delivers = |ways: &Vec<Delivery>| service.delivery.iter().flatten().any(|way| ways.contains(way));
            kinds.as_ref().is_none_or(has_kind) && delivery.as_ref().is_none_or(delivers)
        };
        let stated = self.stated.iter().enumerate();
        stated.filter(|(_, stated)| stated.service.as_ref().is_some_and(is_meant)).map(|(index, _)| index).collect()
    }
}

impl From<Mode> for core::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::OnDemand => Self::OnDemand,
            Mode::Spot => Self::Spot,
            Mode::Day => Self::Package(PackageTerm::Day),
            Mode::Week => Self::Package(PackageTerm::Week),
            Mode::Month => Self::Package(PackageTerm::Month),
            Mode::Year => Self::Package(PackageTerm::Year),
            Mode::TwoYears => Self::Package(PackageTerm::TwoYears),
            Mode::ThreeYears => Self::Package(PackageTerm::ThreeYears),
            Mode::Mixed => Self::Mixed,
        }
    }
}
