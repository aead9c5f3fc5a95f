//! How a training is best arranged on the GPUs of a node: every way that its software has, the fastest that fits.
//!
//! What costs speed and is not needed is not tried: shared sequences and states on the host only where nothing fits
//! without, more recomputation and smaller micro-batches only where less and larger ones do not fit.

use alloc::vec::Vec;

use crate::requirement::TrainingLoad;
use crate::units::Bytes;
use crate::workload::{Method, Recomputation, Software, StateOffload};

use super::super::{
    Arrangement, Candidate, Division, Layout, Memory, Performance, Rejection, Setup, Sharding, efficiency, finite, fit,
    usable,
};
use super::{Pace, memory};

/// Powers of two that are tried for each way to divide.
const WAYS: [u32; 4] = [1, 2, 4, 8];
/// Time in units of that of a simpler arrangement from which on a more intricate one is worth it: less is lost in the range of
/// the estimate. The first is for what other software must be set up for.
const WORTH: [f64; 2] = [0.9, 0.98];
/// Tokens of a sequence that each of the GPUs has which share it, at least.
const SHARED_TOKENS: f64 = 4096.0;

/// An arrangement, and how it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// What was tried, with the largest micro-batch that fits, or one sequence.
    pub arrangement: Arrangement,
    /// What became of it.
    pub outcome: Result<Candidate, Rejection>,
    /// Whether another one that fits is no slower and needs no more memory, on the GPU and on the host.
    pub dominated: bool,
}

/// See [`super::super::evaluate`].
pub(in super::super) fn evaluate(load: &TrainingLoad, setup: &Setup, n_gpus: u32) -> Result<Candidate, Rejection> {
    can_run(load, setup)?;
    let pace = Pace::of(load, setup)?;
    let usable = usable(&setup.device)?.1.as_f64();
    let fits = |arrangement: &Arrangement| memory::high(load, arrangement) <= usable;
    let mut best: Option<(f64, Arrangement)> = None;
    let mut nearest: Option<(f64, Arrangement)> = None;
    let leanest = leanest(load);
    for level in levels(load) {
        for division in divisions(load, n_gpus, level.shared) {
            let least = Arrangement { division, micro_batch: 1, recomputation: leanest, offload: level.offload };
            let high = memory::high(load, &least);
            if usable < high {
                if nearest.is_none_or(|(other, _)| high < other) {
                    nearest = Some((high, least));
                }
                continue;
            }
            for &recomputation in recomputations(load) {
                let arrangement = largest(load, division, recomputation, level.offload, fits);
                if !fits(&arrangement) {
                    continue;
                }
                let steady = pace.steady(&arrangement);
                let is_worth = |(least, other): &(f64, Arrangement)| {
                    let same = division.tensor * division.pipeline == other.division.tensor * other.division.pipeline;
                    steady < WORTH[usize::from(same)] * least
                };
                if best.as_ref().is_none_or(is_worth) {
                    best = Some((steady, arrangement));
                }
                if arrangement.micro_batch == asked(load, &division) {
                    break;
                }
            }
        }
        if best.is_some() {
            break;
        }
    }
    if let Some((steady, arrangement)) = best {
        return candidate(&pace, arrangement, fitted(&pace, &arrangement)?, steady);
    }
    let unknown = Rejection::UnknownFigure { figure: "memory" };
    Err(nearest.and_then(|(_, least)| fitted(&pace, &least).err()).unwrap_or(unknown))
}

/// Every arrangement on `n_gpus`, simplest first.
///
/// # Errors
/// As [`super::super::evaluate`], where the reason holds for all of them.
pub(in super::super) fn layouts(load: &TrainingLoad, setup: &Setup, n_gpus: u32) -> Result<Vec<Tried>, Rejection> {
    can_run(load, setup)?;
    let pace = Pace::of(load, setup)?;
    let usable = usable(&setup.device)?.1.as_f64();
    let fits = |arrangement: &Arrangement| memory::high(load, arrangement) <= usable;
    let mut all = Vec::new();
    for level in levels(load) {
        for division in divisions(load, n_gpus, level.shared) {
            for &recomputation in recomputations(load) {
                let arrangement = largest(load, division, recomputation, level.offload, fits);
                let outcome = fitted(&pace, &arrangement)
                    .and_then(|memory| candidate(&pace, arrangement, memory, pace.steady(&arrangement)));
                all.push(Tried { arrangement, outcome, dominated: false });
            }
        }
    }
    let needs: Vec<_> = all.iter().map(|tried| tried.outcome.as_ref().ok().map(need)).collect();
    for (index, tried) in all.iter_mut().enumerate() {
        let Some(Some(own)) = needs.get(index) else { continue };
        tried.dominated = needs.iter().enumerate().any(|(other, need)| {
            need.is_some_and(|need| {
                let no_worse = need.0 <= own.0 && need.1 <= own.1 && need.2 <= own.2;
                no_worse && (other < index || need != *own)
            })
        });
    }
    Ok(all)
}

/// Seconds a token, bytes of a GPU, bytes of the host.
fn need(candidate: &Candidate) -> (f64, Bytes, Bytes) {
    let seconds = match candidate.performance {
        Performance::Finite { tokens_per_second: Some(speed), .. } => 1.0 / speed.likely,
        _ => f64::INFINITY,
    };
    (seconds, candidate.memory.needed.high, candidate.memory.host)
}

fn candidate(pace: &Pace<'_>, arrangement: Arrangement, memory: Memory, steady: f64) -> Result<Candidate, Rejection> {
    let performance = pace.performance(&arrangement, steady);
    if let Performance::Finite { run_time, .. } = performance {
        finite(run_time)?;
    }
    let (n_gpus, layout) = (arrangement.division.n_gpus(), layout(&arrangement));
    Ok(Candidate { n_gpus, layout, arrangement: Some(arrangement), memory, performance, making: None })
}

fn layout(&Arrangement { division, offload, .. }: &Arrangement) -> Layout {
    match division {
        Division { pipeline: 2.., .. } => Layout::Pipelined,
        Division { tensor: 2.., .. } => Layout::TensorParallel,
        Division { data: 1, context: 1, .. } => Layout::Single,
        Division { sharding: Sharding::Nothing, context: 1, .. } if offload == StateOffload::None => Layout::Replicated,
        _ => Layout::Sharded,
    }
}

/// Whether the card has what the work needs.
fn can_run(load: &TrainingLoad, setup: &Setup) -> Result<(), Rejection> {
    efficiency::peak(setup.device.gpu)?;
    if load.method == Method::Full && !efficiency::may_have_bf16(setup.device.gpu) {
        return Err(Rejection::Unsupported { feature: "bf16" });
    }
    Ok(())
}

/// The largest micro-batch that fits: the one asked for, or half of it, and so on; one sequence where none does.
fn largest(
    load: &TrainingLoad,
    division: Division,
    recomputation: Recomputation,
    offload: StateOffload,
    fits: impl Fn(&Arrangement) -> bool,
) -> Arrangement {
    let mut arrangement = Arrangement { division, micro_batch: asked(load, &division), recomputation, offload };
    while 1 < arrangement.micro_batch && !fits(&arrangement) {
        arrangement.micro_batch /= 2;
    }
    arrangement
}

/// The memory of an arrangement, where it fits.
fn fitted(pace: &Pace<'_>, arrangement: &Arrangement) -> Result<Memory, Rejection> {
    let (parts, range) = super::memory(pace.load, arrangement);
    let memory = fit(parts, range, &pace.setup.device)?;
    Ok(Memory { host: memory::on_host(pace.load, arrangement), ..memory })
}

/// The recomputation of which one sequence needs least memory: where that does not fit, nothing does.
fn leanest(load: &TrainingLoad) -> Recomputation {
    let all = recomputations(load).iter().copied();
    let bytes = |recomputation| load.activations(recomputation, 1);
    all.reduce(|least, other| if bytes(other) < bytes(least) { other } else { least }).unwrap_or(Recomputation::Full)
}

/// Sequences of a forward pass as asked for, but not more than a replica has in a step.
fn asked(load: &TrainingLoad, division: &Division) -> u32 {
    load.micro_batch.min(load.global_batch.div_ceil(division.data)).max(1)
}

/// What is computed again, the fastest first.
const fn recomputations(load: &TrainingLoad) -> &'static [Recomputation] {
    match load.recomputation {
        None => &Recomputation::ALL,
        Some(Recomputation::None) => &[Recomputation::None],
        Some(Recomputation::Selective) => &[Recomputation::Selective],
        Some(Recomputation::Full) => &[Recomputation::Full],
    }
}

/// What is done only where nothing fits without.
#[derive(Clone, Copy)]
struct Level {
    /// Whether GPUs share sequences.
    shared: bool,
    offload: StateOffload,
}

fn levels(load: &TrainingLoad) -> impl Iterator<Item = Level> + use<> {
    let most = load.offload;
    let level = |shared, offload| Level { shared, offload };
    [
        level(false, StateOffload::None),
        level(true, StateOffload::None),
        level(false, StateOffload::Optimizer),
        level(false, StateOffload::Weights),
    ]
    .into_iter()
    .filter(move |level| level.offload <= most)
}

/// Every division over `n_gpus` of a node that the software has, simplest first.
///
/// Replicas first, then matrices, then layers, then both. Pipelines keep weights and gradients whole. Software that runs
/// operation by operation divides no matrices, and adapters are trained on divided models by Megatron and its like alone,
/// and an MFU that the visitor gives is of whole models.
fn divisions(load: &TrainingLoad, n_gpus: u32, shared: bool) -> impl Iterator<Item = Division> {
    let models = match (load.software, load.method) {
        _ if load.mfu.is_some() => 1,
        (Software::Tuned, _) | (Software::Fused, Method::Full) => 8,
        _ => 1,
    };
    let interleaved = if load.software == Software::Tuned { 2 } else { 1 };
    let may_be = move |ways: u32| ways <= models;
    let tensors = WAYS.into_iter().filter(move |&ways| may_be(ways) && load.heads.is_multiple_of(ways));
    let pipelines =
        WAYS.into_iter().filter(move |&ways| may_be(ways) && 2.0 * f64::from(ways) <= load.layers || ways == 1);
    pipelines.flat_map(move |pipeline| {
        tensors.clone().flat_map(move |tensor| {
            let contexts = WAYS.into_iter().filter(move |&context| {
                (1 < context) == shared && may_be(context) && SHARED_TOKENS * f64::from(context) <= load.sequence
                    || !shared && context == 1
            });
            contexts.flat_map(move |context| {
                let each = tensor * pipeline * context;
                let data = if n_gpus.is_multiple_of(each) { n_gpus / each } else { 0 };
                let routed = load.experts.map_or(1, |experts| experts.routed);
                let experts = [1, data].into_iter().filter(move |&ways| ways == 1 || routed.is_multiple_of(ways));
                let experts = experts.take(data.min(2).try_into().unwrap_or(1));
                let stages = shardings(data * context, pipeline);
                experts.flat_map(move |expert| {
                    stages.iter().map(move |&sharding| Division {
                        data,
                        tensor,
                        pipeline,
                        interleaved: if 1 < pipeline { interleaved } else { 1 },
                        context,
                        expert,
                        sharding,
                    })
                })
            })
        })
    })
}

/// What so many replicas may divide.
const fn shardings(replicas: u32, pipeline: u32) -> &'static [Sharding] {
    match (replicas, pipeline) {
        (0, _) => &[],
        (1, _) => &[Sharding::Nothing],
        (_, 1) => &[Sharding::Nothing, Sharding::Optimizer, Sharding::Gradients, Sharding::Weights],
        _ => &[Sharding::Nothing, Sharding::Optimizer],
    }
}
