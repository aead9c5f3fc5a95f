//! Work that was timed on one GPU, on others: its time goes with the figure that it waits for.
//!
//! No start is added, as it is for training: who times a frame or a run times its start with it.
//! Not modelled: caches, ray-tracing units, software tuned to one vendor, disks, reading over PCI Express; links between
//! GPUs, whose cost is in the efficiency that the visitor gives.

use crate::catalog::Device;
use crate::units::{Range, Seconds, real};
use crate::workload::{Limit, Scaled, Sharing};

use super::{Candidate, Layout, MemoryParts, Performance, Rejection, finite, fit};

/// Time on another GPU in units of what the figures say. Assumed: two GPUs of equal figures differ in all that is not
/// modelled.
const OTHER: Range<f64> = Range { low: 0.7, likely: 1.0, high: 1.5 };

/// A GPU on which a unit takes this many times as long is no choice. Assumed: consumer cards, made for other work than
/// FP64, compute it at 1/7 of the speed of an A100 and less, and rent at about 1/4 of its price.
const WEAKEST: f64 = 5.0;

/// See [`super::evaluate`].
pub(super) fn evaluate(work: &Scaled, device: &Device, n_gpus: u32) -> Result<Candidate, Rejection> {
    let memory = fit(MemoryParts { data: work.memory, ..MemoryParts::default() }, Range::exactly(1.0), device)?;
    let times = times(work, device, n_gpus)?;
    let seconds = work.seconds_per_unit * rounds(work, n_gpus);
    let run_time = times.map(|times| whole(times * seconds));
    if WEAKEST < times.likely {
        return Err(Rejection::TooWeak { figure: figure(work.limit), times: times.likely, run_time });
    }
    let layout = match work.sharing {
        _ if n_gpus == 1 => Layout::Single,
        Sharing::Units => Layout::Replicated,
        Sharing::Together { .. } => Layout::Divided,
    };
    let performance = Performance::Finite { run_time: finite(run_time)?, tokens_per_second: None, micro_batch: None };
    Ok(Candidate { n_gpus, layout, arrangement: None, memory, performance, making: None })
}

/// Time of a unit in units of that on the reference: `figure(reference) / figure(device)`; exactly 1 on the reference
/// itself.
///
/// A faster GPU waits for something else sooner or later: at worst, its high time goes with its bandwidth.
fn times(work: &Scaled, device: &Device, n_gpus: u32) -> Result<Range<f64>, Rejection> {
    let is_timed = device.key() == (work.reference.id, None);
    if is_timed && (n_gpus == 1 || work.sharing == Sharing::Units) {
        return Ok(Range::exactly(1.0));
    }
    let reference = Device::whole(work.reference);
    let ratio = |limit| Some(speed(limit, &reference)? / speed(limit, device)?);
    let likely = ratio(work.limit).ok_or(Rejection::UnknownFigure { figure: figure(work.limit) })?;
    let worst = ratio(Limit::Bandwidth).map_or(0.0, |ratio| ratio.min(1.0));
    let range = OTHER.map(|factor| factor * likely);
    Ok(Range { high: range.high.max(worst), ..range })
}

/// Units that one GPU works through, one after another; a unit on several counts for as much less as they are faster.
fn rounds(work: &Scaled, n_gpus: u32) -> f64 {
    match work.sharing {
        Sharing::Units => real(work.units.div_ceil(u64::from(n_gpus))),
        Sharing::Together { efficiency_percent } => {
            let n_gpus = f64::from(n_gpus);
            real(work.units) / (n_gpus * libm::pow(efficiency_percent / 100.0, libm::log2(n_gpus)))
        }
    }
}

/// A started second is a second; what is only the last digit of a binary fraction is not.
fn whole(seconds: f64) -> Seconds {
    Seconds::ceil_from_f64(seconds * (1.0 - 1e-12))
}

fn speed(limit: Limit, device: &Device) -> Option<f64> {
    match limit {
        Limit::Fp64 => device.gpu.fp64.map(|whole| device.part_of(whole).0),
        Limit::Fp32 => device.gpu.fp32.map(|whole| device.part_of(whole).0),
        Limit::Bandwidth => device.bandwidth().map(|bandwidth| bandwidth.0),
    }
}

const fn figure(limit: Limit) -> &'static str {
    match limit {
        Limit::Fp64 => "fp64",
        Limit::Fp32 => "fp32",
        Limit::Bandwidth => "bandwidth",
    }
}
