//! Simulation, rendering and data processing: each in its own words, all of them work in units of which one was timed.

use gpu_cost_core::bounds;
use gpu_cost_core::units::{Bytes, times};
use gpu_cost_core::workload::{self as core, Scaled, Sharing};
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
    /// Where each run is on all GPUs: what twice as many gain, in percent of twice the speed. Where absent, each GPU
    /// takes its own runs, and nothing is lost.
    #[tsify(optional)]
    pub efficiency_percent: Option<f64>,
}

/// Frames of which one was timed; each GPU takes its own, and waits for FP32.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rendering {
    /// How many.
    pub frames: f64,
    /// Minutes of one frame on one `referenceGpu`.
    pub minutes_per_frame: f64,
    /// The GPU on which it was timed, by its id or as people write it.
    pub reference_gpu: String,
    /// GiB of memory that each GPU must have for the scene; any will do where absent.
    #[tsify(optional)]
    pub memory_gib: Option<f64>,
}

/// Data of which a part was timed; each GPU takes its part, and waits for its memory.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DataProcessing {
    /// 10¹² bytes each.
    pub terabytes: f64,
    /// Hours of one of them, read once, on one `referenceGpu`.
    pub hours_per_terabyte: f64,
    /// How often all of them are read; once where absent.
    #[tsify(optional)]
    pub passes: Option<f64>,
    /// The GPU on which it was timed, by its id or as people write it.
    pub reference_gpu: String,
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

pub(super) fn simulation(work: Simulation, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let Simulation { runs, hours_per_run, reference_gpu, limit, memory_gib, efficiency_percent } = work;
    let units = check.field("runs").whole(&bounds::RUNS, runs);
    let hours = check.field("hoursPerRun").real(&bounds::HOURS_PER_RUN, hours_per_run);
    let efficiency = optional(efficiency_percent, |percent| {
        check.field("efficiencyPercent").real(&bounds::EFFICIENCY_PERCENT, percent)
    });
    let work = scaled(units, hours.map(|hours| hours * 3_600.0), &reference_gpu, memory_gib, check);
    let sharing = match efficiency? {
        None => Sharing::Units,
        Some(efficiency_percent) => Sharing::Together { efficiency_percent },
    };
    Some(core::Workload::Scaled(Scaled { limit: limit.map_or(core::Limit::Fp64, Into::into), sharing, ..work? }))
}

pub(super) fn rendering(work: Rendering, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let Rendering { frames, minutes_per_frame, reference_gpu, memory_gib } = work;
    let units = check.field("frames").whole(&bounds::FRAMES, frames);
    let minutes = check.field("minutesPerFrame").real(&bounds::MINUTES_PER_FRAME, minutes_per_frame);
    let work = scaled(units, minutes.map(|minutes| minutes * 60.0), &reference_gpu, memory_gib, check)?;
    Some(core::Workload::Scaled(work))
}

/// A unit is a started gigabyte of all passes.
pub(super) fn data_processing(work: DataProcessing, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let DataProcessing { terabytes, hours_per_terabyte, passes, reference_gpu, memory_gib } = work;
    let terabytes = check.field("terabytes").real(&bounds::TERABYTES, terabytes);
    let passes = check.field("passes").whole(&bounds::PASSES, passes.unwrap_or(1.0));
    let hours = check.field("hoursPerTerabyte").real(&bounds::HOURS_PER_TERABYTE, hours_per_terabyte);
    let gigabytes = terabytes.map(|terabytes| Bytes::from_f64(terabytes * 1e12).0.div_ceil(Bytes::gb(1).0));
    let units = gigabytes.zip(passes).map(|(gigabytes, passes)| times(passes, gigabytes));
    let work = scaled(units, hours.map(|hours| hours * 3.6), &reference_gpu, memory_gib, check)?;
    Some(core::Workload::Scaled(Scaled { limit: core::Limit::Bandwidth, ..work }))
}

/// Units of which each GPU takes its own, and which wait for FP32.
fn scaled(
    units: Option<u64>,
    seconds_per_unit: Option<f64>,
    reference_gpu: &str,
    memory_gib: Option<f64>,
    check: &mut Check<'_, '_>,
) -> Option<Scaled> {
    let reference = check.field("referenceGpu").gpu(reference_gpu, None).map(|named| named.gpu);
    let memory = optional(memory_gib, |gib| check.field("memoryGib").real(&bounds::GPU_MEMORY_GIB, gib))?;
    Some(Scaled {
        units: units?,
        seconds_per_unit: seconds_per_unit?,
        reference: reference?,
        limit: core::Limit::Fp32,
        memory: memory.map_or(Bytes(0), |gib| Bytes::from_f64(gib * Bytes::gib(1).as_f64())),
        sharing: Sharing::Units,
    })
}

mirror! {
    Limit = core::Limit { Fp64, Fp32, Bandwidth }
}
