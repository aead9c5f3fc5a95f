//! What platforms state of themselves, and the best plan on each.

use gpu_cost_core::billing;
use gpu_cost_core::catalog::{self as core, Catalog, PackageTerm};
use gpu_cost_core::compare;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::Chooser;
use crate::dto::catalog::rules::{PlatformRules, Refunds};
use crate::dto::catalog::service::PlatformService;
use crate::dto::catalog::{CatalogFile, CatalogSource, Increment, Platform, WhenStopped};
use crate::dto::check::{Check, answer};
use crate::dto::comparison::{Mode, Plan};
use crate::dto::decode::{Part, parse};
use crate::dto::facts::{Scenario, Tier};
use crate::dto::issue::{Issue, Issues};
use crate::dto::request::{self, CompareRequest};
use crate::dto::terms;

/// A job, and what platforms are put in order by.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChoiceRequest<'a> {
    /// What matters most first.
    pub order: Vec<Criterion>,
    /// The job.
    #[serde(borrow)]
    pub job: CompareRequest<'a>,
}

/// What platforms are put in order by.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Criterion {
    /// Whether the job runs there at all, and in the planned time.
    Fit,
    /// What the best plan costs; what keeps to the budget first.
    Cost,
    /// Whether the best plan can be taken away, then the promised availability; one that is not stated comes last.
    Reliability,
}

/// All platforms, best first; those on which nothing runs are last, whatever the order.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceOutcome {
    /// They.
    pub platforms: Vec<PlatformChoice>,
}

/// A platform with its best plan.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlatformChoice {
    /// Id of the platform.
    pub id: String,
    /// Absent where nothing of it runs the job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

/// What a platform offers, and what it states of itself.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlatformFacts<'a> {
    /// Id of the platform.
    pub id: &'a str,
    /// As a reader sees it.
    pub name: &'a str,
    /// Its GPUs by id, each once.
    pub gpus: Vec<OfferedGpu>,
    /// Offers in all.
    pub offers: usize,
    /// Most GPUs in one order that share a host.
    pub most_gpus: u32,
    /// Ways to pay that one offer or more has: by the hour, terms with the shortest first, spot.
    pub modes: Vec<Mode>,
    /// The shortest time that one offer or more is billed by; absent where no offer states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<Increment>,
    /// As it names them, each once.
    pub regions: Vec<&'a str>,
    /// The oldest day of its prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// What tells it apart besides prices; absent where it states nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<&'a PlatformService>,
    /// Where that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service_source: Option<&'a CatalogSource>,
    /// Its rules.
    pub rules: &'a StatedRules,
    /// Where they were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules_source: Option<&'a CatalogSource>,
}

/// A GPU that a platform offers.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OfferedGpu {
    /// Id of the GPU.
    pub id: &'static str,
    /// As the vendor writes it.
    pub name: &'static str,
    /// Absent where a figure is unknown that would decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Work that it is made for.
    pub scenarios: Vec<Scenario>,
    /// Whether parts of it are offered too, or only parts.
    pub slices: bool,
}

/// Rules of a platform that tell it apart. What is absent is not stated.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct StatedRules {
    /// Rent of an instance that is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_rent: Option<WhenStopped>,
    /// Disk of an instance that is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_disk: Option<WhenStopped>,
    /// Whether an instance cannot be stopped, only released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release_only: Option<bool>,
    /// Days for which the data of a stopped instance are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_kept_days: Option<f64>,
    /// Hours until an instance stops whose bill is not paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrears_stop_hours: Option<f64>,
    /// Hours until its data are deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrears_delete_hours: Option<f64>,
    /// Terms of which it says what is given back when they are canceled.
    pub refunds: Vec<Mode>,
    /// Promised percent of the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability_percent: Option<f64>,
    /// Whether it says what it credits where it breaks that promise.
    pub has_credits: bool,
    /// Seconds of notice before capacity on spot is taken away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice_seconds: Option<f64>,
    /// Hours of the free trial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trial_hours: Option<f64>,
    /// Whether it states the price of disk.
    pub has_disk_price: bool,
    /// Whether it states the price of traffic.
    pub has_egress_price: bool,
}

/// What a platform of a file states, as read.
#[derive(Debug, Default)]
pub(super) struct Stated {
    pub(super) service: Option<PlatformService>,
    service_source: Option<CatalogSource>,
    rules: StatedRules,
    rules_source: Option<CatalogSource>,
}

/// What each platform of a file states.
pub(super) fn stated(text: &str) -> Result<Vec<Stated>, Vec<Issue>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut issues = Issues::default();
    let stated = parse(text, &mut issues).and_then(|whole| all_stated(&whole, &mut issues));
    let issues = issues.located(text);
    stated.filter(|_| issues.is_empty()).ok_or(issues)
}

fn all_stated<'a>(whole: &Part<'a, CatalogFile<'a>>, issues: &mut Issues) -> Option<Vec<Stated>> {
    let mut check = Check::root(whole, issues);
    let CatalogFile { sources, platforms, .. } = check.decode(whole)?;
    let sources = sources.map_or_else(Vec::new, |map| check.field("sources").entries(&map).unwrap_or_default());
    let mut check = check.field("platforms");
    let mut stated = Vec::new();
    for (index, part) in check.elements(&platforms)?.iter().enumerate() {
        let mut check = check.element(index, part);
        stated.push(Stated::read(check.decode(part)?, &sources, &mut check));
    }
    Some(stated)
}

impl Stated {
    fn read<'a>(
        platform: Platform<'a>,
        sources: &[(String, Part<'a, CatalogSource>)],
        check: &mut Check<'a, '_>,
    ) -> Self {
        let Platform { service, rules, disk, egress, stopped_rent, .. } = platform;
        let service = service.and_then(|part| check.entry("service", &part).decode(&part));
        let rules = rules.and_then(|part| check.entry("rules", &part).decode(&part));
        let mut source = |id: Option<&String>| {
            let (_, part) = sources.iter().find(|(known, _)| Some(known) == id)?;
            check.decode(part)
        };
        let service_source = source(service.as_ref().and_then(|service: &PlatformService| service.source.as_ref()));
        let rules_source = source(rules.as_ref().and_then(|rules: &PlatformRules<'_>| rules.source.as_ref()));
        let rules = StatedRules {
            stopped_rent,
            stopped_disk: disk.as_ref().map(|disk| disk.when_stopped),
            has_disk_price: disk.is_some(),
            has_egress_price: egress.is_some(),
            ..rules.map(StatedRules::from).unwrap_or_default()
        };
        Self { service, service_source, rules, rules_source }
    }
}

impl From<PlatformRules<'_>> for StatedRules {
    fn from(rules: PlatformRules<'_>) -> Self {
        let PlatformRules { refunds, spot, trial, sla, release_only, data_kept_days, .. } = rules;
        let PlatformRules { arrears_stop_hours, arrears_delete_hours, .. } = rules;
        Self {
            release_only,
            data_kept_days,
            arrears_stop_hours,
            arrears_delete_hours,
            refunds: refunds.map(of_terms).unwrap_or_default(),
            availability_percent: sla.as_ref().map(|sla| sla.availability_percent),
            has_credits: sla.is_some_and(|sla| sla.credits.is_some()),
            notice_seconds: spot.and_then(|spot| spot.notice_seconds),
            trial_hours: trial.map(|trial| trial.trial_hours),
            ..Self::default()
        }
    }
}

fn of_terms(refunds: Refunds) -> Vec<Mode> {
    let Refunds { day, week, month, year, two_years, three_years } = refunds;
    let stated = terms::stated([day, week, month, year, two_years, three_years]);
    stated.map(|(term, _)| billing::Mode::Package(term).into()).collect()
}

impl Chooser {
    /// What each platform offers and states of itself, in the order of the catalog.
    #[must_use]
    pub fn facts(&self) -> Vec<PlatformFacts<'_>> {
        let platforms = self.catalog.platforms.iter().zip(&self.stated).enumerate();
        platforms.map(|(index, (platform, stated))| facts(&self.catalog, index, platform, stated)).collect()
    }

    /// All platforms in the order that is asked for, each with its best plan.
    ///
    /// # Errors
    /// Everything that is wrong with the text, in its order.
    pub fn platforms(&self, text: &str) -> Result<ChoiceOutcome, Vec<Issue>> {
        let (order, job) = answer(text, |ChoiceRequest { order, job }, check| {
            let order: Vec<_> = order.into_iter().map(Into::into).collect();
            Some((order, request::checked(job, &mut check.field("job"))?))
        })?;
        Ok(self.of_plans(&job, |plans, needs| {
            let choice = |compare::Choice { platform, plan }| {
                let id = self.catalog.platforms.get(platform).map(|platform| platform.id.clone()).unwrap_or_default();
                PlatformChoice { id, plan: plan.map(|plan| Plan::new(&plan, needs, &job, &self.catalog)) }
            };
            let choices = compare::choices(&self.catalog, plans, &order);
            ChoiceOutcome { platforms: choices.into_iter().map(choice).collect() }
        }))
    }
}

fn facts<'a>(
    catalog: &'a Catalog,
    index: usize,
    platform: &'a core::Platform,
    stated: &'a Stated,
) -> PlatformFacts<'a> {
    let offers = || catalog.offers.iter().filter(move |offer| offer.platform == index);
    let (mut gpus, mut regions) = (Vec::<OfferedGpu>::new(), Vec::new());
    for offer in offers() {
        let is_slice = offer.device.slice.is_some();
        match gpus.iter_mut().find(|known| known.id == offer.device.gpu.id) {
            Some(known) => known.slices |= is_slice,
            None => gpus.push(offered(offer.device.gpu, is_slice)),
        }
        if !offer.region.is_empty() && !regions.contains(&offer.region.as_str()) {
            regions.push(&offer.region);
        }
    }
    let terms = PackageTerm::ALL.map(billing::Mode::Package);
    let modes = [billing::Mode::OnDemand].into_iter().chain(terms).chain([billing::Mode::Spot]);
    let is_offered =
        |mode: &billing::Mode| offers().any(|offer| billing::modes(&offer.billing).any(|way| way == *mode));
    let metered = offers().flat_map(|offer| [offer.billing.on_demand, offer.billing.spot]).flatten();
    let increment = metered.filter_map(|plan| plan.increment).min_by_key(|increment| increment.length());
    let Stated { service, service_source, rules, rules_source } = stated;
    PlatformFacts {
        id: &platform.id,
        name: &platform.name,
        gpus,
        offers: offers().count(),
        most_gpus: offers().map(|offer| offer.max_units * offer.cards_per_unit).max().unwrap_or_default(),
        modes: modes.filter(is_offered).map(Into::into).collect(),
        increment: increment.map(Into::into),
        regions,
        as_of: offers().map(|offer| offer.as_of).min().map(|day| day.to_string()),
        service: service.as_ref(),
        service_source: service_source.as_ref(),
        rules,
        rules_source: rules_source.as_ref(),
    }
}

fn offered(gpu: &'static core::Gpu, slices: bool) -> OfferedGpu {
    OfferedGpu {
        id: gpu.id,
        name: gpu.name,
        tier: core::Tier::of(gpu).map(Into::into),
        scenarios: core::Scenario::ALL.into_iter().filter(|work| work.suits(gpu)).map(Into::into).collect(),
        slices,
    }
}

mirror! {
    Criterion = compare::Criterion { Fit, Cost, Reliability }
}
