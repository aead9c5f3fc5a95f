//! One plan of a comparison.

use gpu_cost_core::billing as core;
use gpu_cost_core::candidate::{self, Candidate, Performance};
use gpu_cost_core::catalog::{self, Catalog, Offer, PackageTerm};
use gpu_cost_core::compare::per_month;
use gpu_cost_core::demand::Demand;
use gpu_cost_core::money::Money;
use gpu_cost_core::plan::{self, Request};
use gpu_cost_core::requirement::Requirement;
use gpu_cost_core::units::{Bytes, Seconds};
use gpu_cost_core::workload::Linked;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::line::{Line, lines};
use super::{Arrangement, Outside, Range};

/// A way to run the workload, priced.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Id of the offer in the catalog.
    pub offer_id: String,
    /// Name of the platform.
    pub platform: String,
    /// Id of the GPU.
    pub gpu_id: String,
    /// As the vendor writes it.
    pub gpu_name: String,
    /// The part of it, where the unit is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slice: Option<Slice>,
    /// As the platform names the offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// As the platform names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// GPUs in all.
    pub gpus: u32,
    /// Units that are rented.
    pub units: u32,
    /// GPUs in a unit.
    pub cards_per_unit: u32,
    /// How the work is spread over GPUs.
    pub layout: Layout,
    /// Of a training, the same in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<Arrangement>,
    /// How it is paid.
    pub mode: Mode,
    /// Money: the sum of `lines`.
    pub total: String,
    /// Money per month, where use goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_month: Option<String>,
    /// The bill; lines without an amount are not in the total.
    pub lines: Vec<Line>,
    /// Against the budget, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetFit>,
    /// Running time that is billed.
    pub running_seconds: f64,
    /// From the first start to the last stop.
    pub span_seconds: f64,
    /// Seconds from start to end, for work with an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_time: Option<Range>,
    /// Sequences, or images and videos, in one forward pass on one GPU: what was asked for, or fewer where no more fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micro_batch: Option<u32>,
    /// Seconds until the next image or video is done, all GPUs together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_per_item: Option<Range>,
    /// Whether the planned time suffices.
    pub time: TimeFit,
    /// Running time of the schedule, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planned_seconds: Option<f64>,
    /// Money if released when the likely run time is over, where that is earlier than the schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub released_when_done: Option<String>,
    /// How fast requests are answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serving: Option<Serving>,
    /// Memory of each GPU.
    pub memory: Memory,
    /// What no measured row covers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[tsify(optional)]
    pub outside: Vec<Outside>,
    /// Money per GPU and hour of running time, all lines together.
    pub rate: String,
    /// Whether the platform states what use is rounded up to; started hours are assumed where not.
    pub increment_stated: bool,
    /// The day the prices were read.
    pub as_of: String,
    /// Days from then to the visitor's day.
    pub age_days: i32,
    /// What the prices were read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
}

/// A part of a GPU.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Slice {
    /// Bytes.
    pub memory: f64,
    /// Its share of the GPU's speed, at most 1.
    pub compute: f64,
    /// Its share of the GPU's bandwidth, at most 1.
    pub bandwidth: f64,
}

/// How the work is spread over GPUs.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Layout {
    /// One GPU.
    Single,
    /// Each GPU holds everything and works on its own data.
    Replicated,
    /// States are divided over the GPUs (ZeRO, FSDP), or kept by the host.
    Sharded,
    /// Each matrix is divided over the GPUs.
    TensorParallel,
    /// Each GPU has some of the layers.
    Pipelined,
    /// Each unit of work is divided over the GPUs, as its own program does it.
    Divided,
}

/// How a plan is paid.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// By the time used.
    OnDemand,
    /// By the time used, and may be taken away.
    Spot,
    /// 24 hours at a time.
    Day,
    /// 7 days at a time.
    Week,
    /// One month at a time.
    Month,
    /// 12 months at a time.
    Year,
    /// 24 months at a time.
    TwoYears,
    /// 36 months at a time.
    ThreeYears,
    /// Terms together with each other or with paying by the time used.
    Mixed,
}

/// A bill against a budget.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BudgetFit {
    /// It keeps to it.
    Within {
        /// Money that is left.
        left: String,
    },
    /// It exceeds it.
    Over {
        /// Money that is missing.
        by: String,
    },
}

/// Whether the planned time suffices.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum TimeFit {
    /// Even the high run time does, or the work has no end, or the plan runs until done.
    Enough,
    /// The likely run time does, the high one does not.
    Tight,
    /// Not even the likely run time does; the plan is priced on that.
    Short,
}

/// How fast requests are answered.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Serving {
    /// Answer tokens per second of one user when all are served at once.
    pub per_user: Range,
    /// Answer tokens per second of all users together.
    pub in_all: Range,
    /// Seconds to the first token of a user who does not wait for others.
    pub first_token: Range,
    /// Money per million answer tokens, at the likely speed and with all users at any time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_million_tokens: Option<String>,
}

impl Serving {
    /// How fast requests are answered, and what a million tokens cost; `None` for work with an end.
    pub(in crate::dto) fn new(performance: &Performance, cost: Option<Money>) -> Option<Self> {
        let Performance::Serving { per_user, in_all, first_token } = *performance else { return None };
        Some(Self {
            per_user: per_user.into(),
            in_all: in_all.into(),
            first_token: first_token.into(),
            per_million_tokens: cost.map(|cost| cost.to_decimal()),
        })
    }
}

/// Memory of each GPU in bytes.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Memory {
    /// The likely bytes by part.
    pub parts: MemoryParts,
    /// The sum of the parts, as a range; it fits when `high` does.
    pub needed: Range,
    /// What is left for the workload after the driver's reserve.
    pub usable: f64,
    /// What the driver reports.
    pub capacity: f64,
    /// Likely bytes that the host keeps for each GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<f64>,
    /// Of images and videos, the likely bytes by stage; the parts are those of the largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<Stages>,
}

/// Bytes of each GPU while a stage runs.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Stages {
    /// The text is encoded.
    pub encoder: f64,
    /// Noise is removed.
    pub denoiser: f64,
    /// Pixels are made.
    pub decoder: f64,
    /// The module that has no code for them does not write them either.
    #[serde(skip)]
    pub linked: Linked,
}

/// Bytes by part.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MemoryParts {
    /// Parameters, adapters included.
    pub weights: f64,
    /// One per trained parameter.
    pub gradients: f64,
    /// Moments and master weights.
    pub optimizer: f64,
    /// What the backward pass, or the running step, holds.
    pub activations: f64,
    /// Keys and values of all sequences.
    pub kv_cache: f64,
    /// Context, communication buffers, fragmentation.
    pub overhead: f64,
    /// What the visitor's own program holds: a scene, a grid, tables.
    pub data: f64,
}

impl Plan {
    /// A plan of the core for a request on a catalog.
    pub(in crate::dto) fn new(
        plan: &plan::Plan<'_>,
        needs: &Requirement,
        request: &Request,
        catalog: &Catalog,
    ) -> Self {
        let plan::Plan { offer, units, candidate, mode, usage, bill, time, released_when_done, budget } = plan;
        #[rustfmt::skip]
        let Offer {
            id, platform, device, label, region, cards_per_unit, min_units: _, max_units: _, link: _, billing: _, as_of,
            source, source_url,
        } = offer;
        let Candidate { n_gpus, layout, arrangement, memory, performance, making } = candidate;
        let (run_time, micro_batch) = match *performance {
            Performance::Finite { run_time, tokens_per_second: _, micro_batch } => {
                (Some(run_time.map(Seconds::as_f64).into()), micro_batch)
            }
            Performance::Serving { .. } => (None, None),
        };
        Self {
            offer_id: id.clone(),
            platform: catalog.platforms.get(*platform).map(|platform| platform.name.clone()).unwrap_or_default(),
            gpu_id: device.gpu.id.to_owned(),
            gpu_name: device.gpu.name.to_owned(),
            slice: device.slice.map(Into::into),
            label: stated(label),
            region: stated(region),
            gpus: *n_gpus,
            units: *units,
            cards_per_unit: *cards_per_unit,
            layout: (*layout).into(),
            arrangement: arrangement.map(Into::into),
            mode: (*mode).into(),
            total: bill.total.to_decimal(),
            per_month: per_month(plan, request, catalog.month).map(|amount| amount.to_decimal()),
            lines: lines(bill),
            budget: budget.map(Into::into),
            running_seconds: usage.running().as_f64(),
            span_seconds: usage.span().as_f64(),
            run_time,
            micro_batch,
            seconds_per_item: making.map(|making| making.per_item.into()),
            time: (*time).into(),
            planned_seconds: planned(request.demand),
            released_when_done: released_when_done.as_ref().map(|bill| bill.total.to_decimal()),
            serving: Serving::new(performance, plan.per_million_tokens()),
            memory: Memory { stages: making.map(|making| making.stages.into()), ..(*memory).into() },
            outside: candidate::outside(needs, device.gpu, candidate).map(Into::into).collect(),
            rate: bill.effective_rate(*n_gpus, *usage).to_decimal(),
            increment_stated: bill.rents.iter().all(|rent| match rent {
                core::Rent::Metered { increment_stated, .. } => *increment_stated,
                core::Rent::Terms { .. } => true,
            }),
            as_of: as_of.to_string(),
            age_days: i32::try_from(as_of.days_until(request.today)).unwrap_or_default().max(0),
            source: stated(source),
            source_url: stated(source_url),
        }
    }
}

fn stated(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn planned(demand: Demand) -> Option<f64> {
    match demand {
        Demand::UntilDone => None,
        Demand::Schedule { daily, days } => Some(daily.as_f64() * f64::from(days)),
    }
}

impl From<catalog::Slice> for Slice {
    fn from(slice: catalog::Slice) -> Self {
        let catalog::Slice { memory, compute, bandwidth, division: _ } = slice;
        Self { memory: memory.as_f64(), compute: compute.as_f64(), bandwidth: bandwidth.as_f64() }
    }
}

impl From<core::Mode> for Mode {
    fn from(mode: core::Mode) -> Self {
        match mode {
            core::Mode::OnDemand => Self::OnDemand,
            core::Mode::Spot => Self::Spot,
            core::Mode::Mixed => Self::Mixed,
            core::Mode::Package(term) => match term {
                PackageTerm::Day => Self::Day,
                PackageTerm::Week => Self::Week,
                PackageTerm::Month => Self::Month,
                PackageTerm::Year => Self::Year,
                PackageTerm::TwoYears => Self::TwoYears,
                PackageTerm::ThreeYears => Self::ThreeYears,
            },
        }
    }
}

impl From<plan::BudgetFit> for BudgetFit {
    fn from(fit: plan::BudgetFit) -> Self {
        match fit {
            plan::BudgetFit::Within(left) => Self::Within { left: left.to_decimal() },
            plan::BudgetFit::Over(by) => Self::Over { by: by.to_decimal() },
        }
    }
}

impl From<candidate::Memory> for Memory {
    fn from(memory: candidate::Memory) -> Self {
        let candidate::Memory { parts, needed, usable, capacity, host } = memory;
        let candidate::MemoryParts { weights, gradients, optimizer, activations, kv_cache, overhead, data } = parts;
        Self {
            parts: MemoryParts {
                weights: weights.as_f64(),
                gradients: gradients.as_f64(),
                optimizer: optimizer.as_f64(),
                activations: activations.as_f64(),
                kv_cache: kv_cache.as_f64(),
                overhead: overhead.as_f64(),
                data: data.as_f64(),
            },
            needed: needed.map(Bytes::as_f64).into(),
            usable: usable.as_f64(),
            capacity: capacity.as_f64(),
            host: (0 < host.0).then(|| host.as_f64()),
            stages: None,
        }
    }
}

impl From<candidate::Stages> for Stages {
    fn from(stages: candidate::Stages) -> Self {
        let candidate::Stages { encoder, denoiser, decoder, linked } = stages;
        Self { encoder: encoder.as_f64(), denoiser: denoiser.as_f64(), decoder: decoder.as_f64(), linked }
    }
}

mirror! {
    Layout = candidate::Layout { Single, Replicated, Sharded, TensorParallel, Pipelined, Divided }
    TimeFit = plan::TimeFit { Enough, Tight, Short }
}
