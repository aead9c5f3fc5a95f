//! Simulation, rendering and data processing: each in its own words, all of them work in units of which one was timed.

use gpu_cost_core::bounds::{self, Bound};
use gpu_cost_core::units::{Bytes, times};
use gpu_cost_core::workload::{self as core, Scaled};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::dto::check::{Check, optional};

/// Runs of which one was timed.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Simulation {
    /// How many.
    pub runs: f64,
    /// Hours of one run on one `referenceGpu`.
    pub hours_per_run: f64,
    /// The GPU on which it was timed, by its id or as people write it.
    pub reference_gpu: String,
    /// What it waits for; `fp64` where absent.
    #[tsify(optional)]
    pub limit: Option<Limit>,
    /// GiB of memory that each GPU must have for it; any will do where absent.
    #[tsify(optional)]
    pub memory_gib: Option<f64>,
    /// How several GPUs share the runs; each takes its own where absent.
    #[tsify(optional)]
    pub sharing: Option<Sharing>,
}

/// Frames of which one was timed; each GPU takes its own.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rendering {
    /// How many.
    pub frames: f64,
    /// Minutes of one frame on one `referenceGpu`.
    pub minutes_per_frame: f64,
    /// The GPU on which it was timed, by its id or as people write it.
    pub reference_gpu: String,
    /// What it waits for; `fp32` where absent.
    #[tsify(optional)]
    pub limit: Option<Limit>,
    /// GiB of memory that each GPU must have for the scene; any will do where absent.
    #[tsify(optional)]
    pub memory_gib: Option<f64>,
}

/// Data that are read at a speed that was measured; each GPU takes its part.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DataProcessing {
    /// 10¹² bytes each.
    pub terabytes: f64,
    /// How often all of it is read; once where absent.
    #[tsify(optional)]
    pub passes: Option<f64>,
    /// 10⁹ bytes that one `referenceGpu` works through in a second.
    pub gb_per_second: f64,
    /// The GPU on which it was measured, by its id or as people write it.
    pub reference_gpu: String,
    /// What it waits for; `bandwidth` where absent.
    #[tsify(optional)]
    pub limit: Option<Limit>,
    /// GiB of memory that each GPU must have for its part; any will do where absent.
    #[tsify(optional)]
    pub memory_gib: Option<f64>,
}

/// The figure of a GPU that work waits for.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Limit {
    /// Operations in double precision.
    Fp64,
    /// Operations in single precision.
    Fp32,
    /// Memory bandwidth.
    Bandwidth,
}

/// How several GPUs share runs.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Sharing {
    /// Each run is on one GPU.
    Units {},
    /// Each run is on all of them.
    #[serde(rename_all = "camelCase")]
    Together {
        /// What twice as many GPUs gain, in percent of twice the speed; 80 where absent, which is assumed.
        #[tsify(optional)]
        efficiency_percent: Option<f64>,
    },
}

pub(super) fn simulation(work: Simulation, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let Simulation { runs, hours_per_run, reference_gpu, limit, memory_gib, sharing } = work;
    let units = check.field("runs").whole(&bounds::RUNS, runs);
    let seconds = unit(&bounds::HOURS_PER_RUN, hours_per_run, 3_600.0, check);
    let sharing = match sharing {
        None | Some(Sharing::Units {}) => Some(core::Sharing::Units),
        Some(Sharing::Together { efficiency_percent }) => {
            let percent = efficiency_percent.unwrap_or(80.0);
            let mut check = check.field("sharing");
            let percent = check.field("together").field("efficiencyPercent").real(&bounds::EFFICIENCY_PERCENT, percent);
            percent.map(|efficiency_percent| core::Sharing::Together { efficiency_percent })
        }
    };
    let timed = Timed { gpu: reference_gpu, limit: limit.unwrap_or(Limit::Fp64), memory_gib };
    scaled(units, seconds, sharing, timed, check)
}

pub(super) fn rendering(work: Rendering, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let Rendering { frames, minutes_per_frame, reference_gpu, limit, memory_gib } = work;
    let units = check.field("frames").whole(&bounds::FRAMES, frames);
    let seconds = unit(&bounds::MINUTES_PER_FRAME, minutes_per_frame, 60.0, check);
    let timed = Timed { gpu: reference_gpu, limit: limit.unwrap_or(Limit::Fp32), memory_gib };
    scaled(units, seconds, Some(core::Sharing::Units), timed, check)
}

/// A unit is a started gigabyte of all passes.
pub(super) fn data_processing(work: DataProcessing, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let DataProcessing { terabytes, passes, gb_per_second, reference_gpu, limit, memory_gib } = work;
    let terabytes = check.field("terabytes").real(&bounds::TERABYTES, terabytes);
    let passes = check.field("passes").whole(&bounds::PASSES, passes.unwrap_or(1.0));
    let speed = check.field("gbPerSecond").real(&bounds::MEASURED_GB_PER_SEC, gb_per_second);
    let gigabytes = terabytes.map(|terabytes| Bytes::from_f64(terabytes * 1e12).0.div_ceil(Bytes::gb(1).0));
    let units = gigabytes.zip(passes).map(|(gigabytes, passes)| times(passes, gigabytes));
    let timed = Timed { gpu: reference_gpu, limit: limit.unwrap_or(Limit::Bandwidth), memory_gib };
    scaled(units, speed.map(|speed| 1.0 / speed), Some(core::Sharing::Units), timed, check)
}

/// Seconds of a time in another unit.
fn unit(bound: &'static Bound, value: f64, seconds: f64, check: &mut Check<'_, '_>) -> Option<f64> {
    check.field(bound.field).real(bound, value).map(|value| value * seconds)
}

/// On which GPU, waiting for what, and in how much memory.
struct Timed {
    gpu: String,
    limit: Limit,
    memory_gib: Option<f64>,
}

fn scaled(
    units: Option<u64>,
    seconds_per_unit: Option<f64>,
    sharing: Option<core::Sharing>,
    Timed { gpu, limit, memory_gib }: Timed,
    check: &mut Check<'_, '_>,
) -> Option<core::Workload> {
    let reference = check.field("referenceGpu").gpu(&gpu, None);
    let memory = optional(memory_gib, |gib| check.field("memoryGib").real(&bounds::GPU_MEMORY_GIB, gib));
    let memory = memory?.map_or(Bytes(0), |gib| Bytes::from_f64(gib * Bytes::gib(1).as_f64()));
    Some(core::Workload::Scaled(Scaled {
        units: units?,
        seconds_per_unit: seconds_per_unit?,
        reference: reference?,
        limit: limit.into(),
        memory,
        sharing: sharing?,
    }))
}

mirror! {
    Limit = core::Limit { Fp64, Fp32, Bandwidth }
}
