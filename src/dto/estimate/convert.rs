//! A request for an estimate → the estimate.

use gpu_cost_core::bounds;
use gpu_cost_core::candidate::{self as core, COUNTS, Performance, capacity, evaluate, layouts, outside};
use gpu_cost_core::catalog::{Device, Gpu};
use gpu_cost_core::requirement::{self, requirement};
use gpu_cost_core::units::{Bytes, Seconds};
use gpu_cost_core::workload;

use super::{Candidate, Capacity, Count, Estimate, EstimateRequest, Tried};
use crate::dto::check::{Check, answer, optional};
use crate::dto::comparison::{Memory, Range, Serving};
use crate::dto::issue::Issue;
use crate::dto::request::workload;

/// What a workload needs, and how it runs on one type of GPU.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn estimate(text: &str) -> Result<Estimate, Vec<Issue>> {
    let (work, gpu, tokens_per_day) = answer(text, checked)?;
    let needs = requirement(&work);
    Ok(Estimate {
        requirement: (&needs).into(),
        gpu_id: gpu.id.to_owned(),
        counts: COUNTS.map(|n_gpus| count(&needs, gpu, n_gpus, tokens_per_day)).into(),
    })
}

type Checked = (workload::Workload, &'static Gpu, Option<f64>);

fn checked(request: EstimateRequest, check: &mut Check<'_, '_>) -> Option<Checked> {
    let EstimateRequest { workload: work, gpu, tokens_per_day } = request;
    let work = workload(work, &mut check.field("workload"));
    let gpu = check.field("gpu").gpu(&gpu, None).map(|named| named.gpu);
    let tokens = optional(tokens_per_day, |tokens| check.field("tokensPerDay").real(&bounds::TOKENS_PER_DAY, tokens));
    Some((work?, gpu?, tokens?))
}

fn count(needs: &requirement::Requirement, gpu: &'static Gpu, n_gpus: u32, tokens_per_day: Option<f64>) -> Count {
    let device = Device::whole(gpu);
    let found = evaluate(needs, device, gpu.link, n_gpus);
    let tried = layouts(needs, device, gpu.link, n_gpus).unwrap_or_default();
    Count {
        gpus: n_gpus,
        rejection: found.as_ref().err().map(|rejection| (*rejection).into()),
        best: found.ok().map(|found| Candidate::new(&found, needs, gpu)),
        tried: tried.iter().map(Into::into).collect(),
        capacity: capacity(needs, device, gpu.link, n_gpus).map(|found| Capacity::new(&found, tokens_per_day)),
    }
}

impl Candidate {
    fn new(found: &core::Candidate, needs: &requirement::Requirement, gpu: &Gpu) -> Self {
        let core::Candidate { n_gpus: _, layout, arrangement, memory, performance, making } = found;
        Self {
            layout: (*layout).into(),
            arrangement: arrangement.map(Into::into),
            memory: Memory { stages: making.map(|making| making.stages.into()), ..(*memory).into() },
            run_time: match *performance {
                Performance::Finite { run_time, .. } => Some(run_time.map(Seconds::as_f64).into()),
                Performance::Serving { .. } => None,
            },
            tokens_per_second: speed(performance),
            serving: Serving::new(performance, None),
            seconds_per_item: making.map(|making| making.per_item.into()),
            outside: outside(needs, gpu, found).map(Into::into).collect(),
        }
    }
}

fn speed(performance: &Performance) -> Option<Range> {
    match *performance {
        Performance::Finite { tokens_per_second, .. } => tokens_per_second.map(Into::into),
        Performance::Serving { .. } => None,
    }
}

impl From<&core::Tried> for Tried {
    fn from(tried: &core::Tried) -> Self {
        let core::Tried { arrangement, outcome, dominated } = tried;
        let found = outcome.as_ref().ok();
        Self {
            arrangement: (*arrangement).into(),
            dominated: *dominated,
            tokens_per_second: found.and_then(|found| speed(&found.performance)),
            memory: found.map(|found| found.memory.needed.likely).map(Bytes::as_f64),
            rejection: outcome.as_ref().err().map(|rejection| (*rejection).into()),
        }
    }
}

impl Capacity {
    fn new(found: &core::Capacity, tokens_per_day: Option<f64>) -> Self {
        let core::Capacity { users, candidate: _, in_all, tokens_per_day: most } = found;
        Self {
            users: *users,
            in_all: (*in_all).into(),
            tokens_per_day: (*most).into(),
            gpus_needed: tokens_per_day.map(|wanted| found.gpus_for(wanted)),
        }
    }
}
