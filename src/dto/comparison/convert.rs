//! Comparison of the core → the answer as JavaScript sees it.

use gpu_cost_core::billing::{self, Mode};
use gpu_cost_core::candidate;
use gpu_cost_core::catalog::{Catalog, Package};
use gpu_cost_core::compare as core;
use gpu_cost_core::demand::Demand;
use gpu_cost_core::plan::{Request, WayToPay};
use gpu_cost_core::requirement;
use gpu_cost_core::units::{self, Bytes};
use gpu_cost_core::workload::{
    self, FineTuning, Generation, Inference, PreTraining, Scaled, TrainingSettings, Workload,
};

use crate::dto::request::TrainingPrecision;

use super::{
    Attempt, Basis, BreakEven, Change, Comparison, Considered, GenerationSettings, Lever, MethodName, Plan, Range,
    Rejected, Rejection, Requirement, Role, RunnerUp, Settings, WhyNot,
};

impl Comparison {
    /// The answer to a request on a catalog.
    #[must_use]
    pub fn new(comparison: &core::Comparison<'_>, request: &Request, catalog: &Catalog) -> Self {
        #[rustfmt::skip]
        let core::Comparison {
            requirement, best, spot_saving, ways_to_pay, runner_ups, rejected, levers, break_evens, n_plans,
        } = comparison;
        Self {
            currency: catalog.currency.clone(),
            month_hours: catalog.month.as_f64() / 3_600.0,
            requirement: requirement.into(),
            basis: match request.demand {
                Demand::Schedule { .. } => Basis::Schedule,
                Demand::UntilDone => Basis::UntilDone,
            },
            recurring: core::is_recurring(request.demand),
            best: best.as_ref().map(|plan| Plan::new(plan, requirement, request, catalog)),
            spot_saving: spot_saving.map(|saving| saving.to_decimal()),
            ways_to_pay: ways_to_pay.iter().map(Into::into).collect(),
            runner_ups: runner_ups.iter().map(|plan| RunnerUp::new(plan, requirement, request, catalog)).collect(),
            rejections: rejected.iter().map(Into::into).collect(),
            levers: levers.iter().map(Into::into).collect(),
            break_evens: break_evens.iter().map(Into::into).collect(),
            considered: Considered { offers: catalog.offers.len(), plans: *n_plans },
        }
    }
}

impl From<&WayToPay> for super::WayToPay {
    fn from(way: &WayToPay) -> Self {
        let WayToPay { mode, total, budget } = *way;
        Self { mode: mode.into(), total: total.to_decimal(), budget: budget.map(Into::into) }
    }
}

impl RunnerUp {
    fn new(
        runner_up: &core::RunnerUp<'_>,
        requirement: &requirement::Requirement,
        request: &Request,
        catalog: &Catalog,
    ) -> Self {
        let core::RunnerUp { plan, role, why_not, difference } = runner_up;
        Self {
            plan: Plan::new(plan, requirement, request, catalog),
            role: (*role).into(),
            why_not: (*why_not).into(),
            difference: difference.to_decimal(),
        }
    }
}

impl From<&requirement::Requirement> for Requirement {
    fn from(requirement: &requirement::Requirement) -> Self {
        let requirement::Requirement { workload, parameters, operations, load: _ } = requirement;
        Self {
            parameters: parameters.map(|size| size.total),
            active_parameters: parameters.map(|size| size.active),
            operations: operations.map(|operations| operations.0),
            settings: workload.into(),
        }
    }
}

impl From<&Workload> for Settings {
    fn from(workload: &Workload) -> Self {
        match workload {
            Workload::PreTraining(PreTraining { model: _, tokens, settings }) => {
                Self { tokens: Some(*tokens), ..settings.into() }
            }
            Workload::FineTuning(FineTuning { model: _, method, tokens, settings }) => {
                let lora_rank = match *method {
                    workload::Method::Full => None,
                    workload::Method::Lora { rank } | workload::Method::Qlora { rank } => Some(rank),
                };
                Self { tokens: Some(*tokens), lora_rank, ..settings.into() }
            }
            Workload::Inference(inference) => inference.into(),
            Workload::Generation(generation) => generation.into(),
            Workload::Scaled(work) => work.into(),
        }
    }
}

impl From<&TrainingSettings> for Settings {
    fn from(settings: &TrainingSettings) -> Self {
        #[rustfmt::skip]
        let TrainingSettings {
            sequence_tokens, micro_batch, global_batch, optimizer, recomputation, offload, precision, software,
            mfu_percent,
        } = *settings;
        Self {
            sequence_tokens: Some(sequence_tokens),
            micro_batch: Some(micro_batch),
            global_batch: Some(global_batch),
            optimizer: Some(optimizer.into()),
            recomputation: recomputation.map(Into::into),
            state_offload: Some(offload.into()),
            precision: TrainingPrecision::of(precision),
            software: Some(software.into()),
            mfu_percent,
            ..Self::default()
        }
    }
}

impl From<&Inference> for Settings {
    fn from(inference: &Inference) -> Self {
        #[rustfmt::skip]
        let Inference {
            model: _, users, prompt_tokens, shared_tokens, answer_tokens, weights, kv_cache, software,
            min_tokens_per_second,
        } = *inference;
        Self {
            users: Some(users),
            prompt_tokens: Some(prompt_tokens),
            shared_tokens: (0 < shared_tokens).then_some(shared_tokens),
            answer_tokens: Some(answer_tokens),
            weights: Some(weights.into()),
            kv_cache: Some(kv_cache.into()),
            software: Some(software.into()),
            min_tokens_per_second: Some(min_tokens_per_second),
            ..Self::default()
        }
    }
}

impl From<&Generation> for Settings {
    fn from(generation: &Generation) -> Self {
        #[rustfmt::skip]
        let Generation {
            model: _, width, height, frames, steps, passes, batch, items, weights, arithmetic, offload, kernels,
            decoding, linked,
        } = *generation;
        Self {
            weights: Some(weights.into()),
            generation: Some(GenerationSettings {
                width,
                height,
                frames,
                steps,
                guidance: passes,
                batch,
                items,
                arithmetic: arithmetic.into(),
                offload: offload.into(),
                kernels: kernels.into(),
                decoding: decoding.into(),
                linked,
            }),
            ..Self::default()
        }
    }
}

impl From<&Scaled> for Settings {
    fn from(work: &Scaled) -> Self {
        let Scaled { units, seconds_per_unit, reference, limit, memory, sharing } = *work;
        Self {
            units: Some(units),
            seconds_per_unit: Some(seconds_per_unit),
            reference_gpu: Some(reference.name),
            limit: Some(limit.into()),
            memory_gib: (0 < memory.0).then(|| memory.as_f64() / Bytes::gib(1).as_f64()),
            efficiency_percent: match sharing {
                workload::Sharing::Units => None,
                workload::Sharing::Together { efficiency_percent } => Some(efficiency_percent),
            },
            ..Self::default()
        }
    }
}

impl From<units::Range<f64>> for Range {
    fn from(range: units::Range<f64>) -> Self {
        let units::Range { low, likely, high } = range;
        Self { low, likely, high }
    }
}

impl From<&core::Rejected> for Rejected {
    fn from(rejected: &core::Rejected) -> Self {
        let core::Rejected { device, attempts, fits_from } = rejected;
        let attempt =
            |(gpus, rejection): &(u32, candidate::Rejection)| Attempt { gpus: *gpus, reason: (*rejection).into() };
        Self {
            gpu_id: device.gpu.id.to_owned(),
            gpu_name: device.gpu.name.to_owned(),
            slice: device.slice.map(Into::into),
            attempts: attempts.iter().map(attempt).collect(),
            fits_from: *fits_from,
        }
    }
}

impl From<candidate::Rejection> for Rejection {
    fn from(rejection: candidate::Rejection) -> Self {
        match rejection {
            candidate::Rejection::OutOfMemory { memory, short_by } => Self::OutOfMemory {
                needed: memory.needed.map(Bytes::as_f64).into(),
                usable: memory.usable.as_f64(),
                short_by: short_by.as_f64(),
            },
            candidate::Rejection::UnknownFigure { figure } => Self::UnknownFigure { figure: figure.to_owned() },
            candidate::Rejection::Unsupported { feature } => Self::Unsupported { feature: feature.to_owned() },
            candidate::Rejection::TooWeak { figure, times, run_time } => Self::TooWeak {
                figure: figure.to_owned(),
                times,
                run_time: run_time.map(units::Seconds::as_f64).into(),
            },
            candidate::Rejection::TooLong { run_time } => {
                Self::TooLong { run_time: run_time.map(units::Seconds::as_f64).into() }
            }
            candidate::Rejection::TooSlow { per_user, wanted } => Self::TooSlow { per_user: per_user.into(), wanted },
        }
    }
}

impl From<&core::Lever<'_>> for Lever {
    fn from(lever: &core::Lever<'_>) -> Self {
        let core::Lever { change, plan, total, saving } = lever;
        Self {
            change: (*change).into(),
            total: total.to_decimal(),
            saving: saving.map(|saving| saving.to_decimal()),
            gpu_name: plan.offer.device.gpu.name.to_owned(),
            slice: plan.offer.device.slice.map(Into::into),
            gpus: plan.candidate.n_gpus,
            mode: plan.mode.into(),
        }
    }
}

impl From<core::Change> for Change {
    fn from(change: core::Change) -> Self {
        match change {
            core::Change::Method(method) => Self::Method(match method {
                workload::Method::Full => MethodName::Full,
                workload::Method::Lora { rank: _ } => MethodName::Lora,
                workload::Method::Qlora { rank: _ } => MethodName::Qlora,
            }),
            core::Change::Weights(format) => Self::Weights(format.into()),
            core::Change::Offload(offload) => Self::Offload(offload.into()),
            core::Change::Resumable => Self::Resumable(true),
            core::Change::UntilDone => Self::UntilDone(true),
        }
    }
}

impl From<&billing::BreakEven> for BreakEven {
    fn from(break_even: &billing::BreakEven) -> Self {
        let billing::BreakEven { package: Package { term, price }, length, hourly, seconds } = *break_even;
        Self {
            mode: Mode::Package(term).into(),
            seconds,
            term_seconds: length.as_f64(),
            unit_price: price.to_decimal(),
            unit_rate: hourly.to_decimal(),
        }
    }
}

mirror! {
    Role = core::Role { OtherMode, OtherPlatform, OtherGpu, Fastest, MoreMemory, Uninterrupted }
    WhyNot = core::WhyNot { NotFinished, OverBudget, HoursUnused, Interruptible, Dearer, Slower }
}
