//! A number of GPUs that can run the workload, how it is laid out, and how well it does; or why not.
//!
//! What is searched is one node, or one link domain, at a time; [`estimate`] takes any division over any cluster. No price
//! is known here.

mod capacity;
mod coefficients;
mod division;
mod efficiency;
mod fabric;
mod generation;
mod measured;
mod memory;
mod scaled;
mod search;
mod serving;
mod training;

use alloc::vec::Vec;

use crate::catalog::{Device, Link};
use crate::requirement::{Load, Requirement, TrainingLoad};
use crate::units::{Bytes, Range, Seconds};
use crate::workload::Recomputation;

pub use capacity::{Capacity, capacity};
pub use coefficients::{Coefficients, ServingCoefficients, TrainingCoefficients};
pub use division::{Arrangement, Cluster, Division, Sharding};
pub use measured::{Covered, Input, Kind, Point, outside};
pub use memory::{Memory, MemoryParts};
pub use search::best_division;

use fabric::Fabric;
pub use generation::{Batch, GenerationCoefficients, Making, Stages, batch};
use measured::widened;
use memory::{Spread, fit, usable};
pub use training::Tried;

/// How many GPUs are tried: a node has 8, and halves of it are on sale.
pub const COUNTS: [u32; 4] = [1, 2, 4, 8];

/// A configuration that fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// How many GPUs.
    pub n_gpus: u32,
    /// How the work is spread over them.
    pub layout: Layout,
    /// Of a training, the same in full.
    pub arrangement: Option<Arrangement>,
    /// Memory of each GPU.
    pub memory: Memory,
    /// How well it does.
    pub performance: Performance,
    /// What is particular to images and videos.
    pub making: Option<Making>,
}

/// How the work is spread over GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One GPU.
    Single,
    /// Each GPU holds everything and works on its own data.
    Replicated,
    /// States are divided over the GPUs (`ZeRO`, FSDP), or kept by the host; of an image or a video, its tokens too (Ulysses).
    Sharded,
    /// Each matrix is divided over the GPUs.
    TensorParallel,
    /// Each GPU has some of the layers.
    Pipelined,
    /// Each unit of work is divided over the GPUs, as its own program does it.
    Divided,
}

/// How well a candidate does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Performance {
    /// Work with an end.
    Finite {
        /// From start to end, running.
        run_time: Range<Seconds>,
        /// Tokens of all GPUs while nothing interrupts them, where the work has tokens.
        tokens_per_second: Option<Range<f64>>,
        /// Sequences, or items, in one forward pass on one GPU: as many as asked for, or fewer where they do not fit. `None` where
        /// there are none.
        micro_batch: Option<u32>,
    },
    /// Answering requests.
    Serving {
        /// Answer tokens per second of one user when all users are served at once.
        per_user: Range<f64>,
        /// Answer tokens per second of all users together.
        in_all: Range<f64>,
        /// Seconds to the first token of a user who does not wait for others.
        first_token: Range<f64>,
    },
}

/// Why a GPU cannot run the workload.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rejection {
    /// It does not fit in memory.
    OutOfMemory {
        /// The memory it would need.
        memory: Memory,
        /// By how much `memory.needed.high` exceeds `memory.usable`.
        short_by: Bytes,
    },
    /// The table has no memory size, bandwidth or speed that the estimate needs.
    UnknownFigure {
        /// `memory`, `bandwidth`, or the speed of a precision: `bf16`, `fp8`, `fp4`, `tf32`, `fp32`, `fp64`.
        figure: &'static str,
    },
    /// It lacks what the usual software for such work needs.
    Unsupported {
        /// `matrix`: no 16-bit matrix units. `bf16`: older than BF16, which the work is computed in. `peers`: parts of
        /// GPUs, which cannot reach each other.
        feature: &'static str,
    },
    /// It is so weak in what the work waits for that it is no choice, whatever it costs.
    TooWeak {
        /// `fp64`, `fp32`, `bandwidth`.
        figure: &'static str,
        /// How many times as long a unit takes as on the GPU on which it was timed.
        times: f64,
        /// From start to end, running.
        run_time: Range<Seconds>,
    },
    /// It would take longer than any plan is made for ([`bounds::DAYS`](crate::bounds::DAYS)).
    TooLong {
        /// From start to end, running.
        run_time: Range<Seconds>,
    },
    /// Slower than the visitor accepts.
    TooSlow {
        /// Answer tokens per second and user.
        per_user: Range<f64>,
        /// The least that is accepted.
        wanted: f64,
    },
}

/// The best layout of a workload on `n_gpus` devices that reach each other by `link`.
///
/// Training: the fastest arrangement that fits, see [`layouts`]. Inference: replicas that share the users, each of one GPU or
/// of tensor parallelism over some or all, whichever fit and serve a user fastest. Generation: replicas
/// that share the items, or all GPUs on each item, in the same way. Timed work: as its program shares it.
///
/// # Errors
/// A [`Rejection`] with the amount that is missing.
pub fn evaluate(requirement: &Requirement, device: Device, link: Link, n_gpus: u32) -> Result<Candidate, Rejection> {
    evaluate_profiled(requirement, &Profile::of(device), link, n_gpus)
}

/// [`evaluate`] for who asks more than once about a device.
///
/// # Errors
/// A [`Rejection`] with the amount that is missing.
pub fn evaluate_profiled(
    requirement: &Requirement,
    profile: &Profile,
    link: Link,
    n_gpus: u32,
) -> Result<Candidate, Rejection> {
    let (device, n_gpus) = (profile.device, n_gpus.max(1));
    if device.slice.is_some() && 1 < n_gpus {
        return Err(Rejection::Unsupported { feature: "peers" });
    }
    match &requirement.load {
        Load::Training(load) => training::evaluate(load, &Setup::of(profile, link, n_gpus), n_gpus),
        Load::Serving(load) => serving::evaluate(load, profile, link, n_gpus),
        Load::Generation(load) => generation::evaluate(load, &device, link, n_gpus),
        Load::Scaled(work) => scaled::evaluate(work, &device, n_gpus),
    }
}

/// Every way to arrange a training on `n_gpus` devices of a node, simplest first, with what became of it; of other work
/// none.
///
/// # Errors
/// A [`Rejection`] that holds for all of them.
pub fn layouts(requirement: &Requirement, device: Device, link: Link, n_gpus: u32) -> Result<Vec<Tried>, Rejection> {
    let Load::Training(load) = &requirement.load else { return Ok(Vec::new()) };
    let n_gpus = n_gpus.max(1);
    if device.slice.is_some() && 1 < n_gpus {
        return Err(Rejection::Unsupported { feature: "peers" });
    }
    training::layouts(load, &Setup::of(&Profile::of(device), link, n_gpus), n_gpus)
}

/// The longest schedule that can be asked for: no price holds longer.
const MOST: Seconds = Seconds::days(3_660);

/// A run time for which a plan can be made.
///
/// # Errors
/// [`Rejection::TooLong`] where it is not.
fn finite(run_time: Range<Seconds>) -> Result<Range<Seconds>, Rejection> {
    if run_time.likely <= MOST { Ok(run_time) } else { Err(Rejection::TooLong { run_time }) }
}

/// What a given division of the work needs and takes, whether it fits or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likely bytes of one GPU by part.
    pub parts: MemoryParts,
    /// Their sum in units of the likely one.
    pub memory: Range<f64>,
    /// How well it does.
    pub performance: Performance,
}

/// What a given division of the work over a cluster needs and takes, whether it fits or not.
///
/// # Errors
/// A [`Rejection`] where a figure or a feature is missing.
pub fn estimate(
    requirement: &Requirement,
    device: Device,
    cluster: &Cluster,
    division: &Division,
    fitted: &Coefficients,
) -> Result<Estimate, Rejection> {
    let division = division.positive();
    let Profile { products, .. } = Profile::of(device);
    let fabric = Fabric::of(device.gpu, cluster, division.n_gpus());
    let setup = Setup { device, products, fabric, fitted: *fitted };
    match &requirement.load {
        Load::Training(load) => {
            let recomputation = load.recomputation.unwrap_or(Recomputation::None);
            let &TrainingLoad { micro_batch, offload, .. } = load;
            training::estimate(load, &setup, &Arrangement { division, micro_batch, recomputation, offload })
        }
        Load::Serving(load) => serving::estimate(load, &setup, &division),
        Load::Generation(_) | Load::Scaled(_) => Err(Rejection::Unsupported { feature: "division" }),
    }
}

/// The likely bytes of one GPU by part, and their range in units of the sum, of a training arranged in a given way.
#[must_use]
pub fn training_memory(load: &TrainingLoad, arrangement: &Arrangement) -> (MemoryParts, Range<f64>) {
    training::memory(load, arrangement)
}

/// A device, and what of it takes long to look up but depends on neither the work nor the number of GPUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    device: Device,
    /// Share of the 16-bit peak that large matrix products reach.
    products: f64,
}

impl Profile {
    /// Looks it up.
    #[must_use]
    pub fn of(device: Device) -> Self {
        Self { device, products: efficiency::products(device.gpu) }
    }

    /// The device.
    #[must_use]
    pub const fn device(&self) -> Device {
        self.device
    }
}

/// What runs the work.
struct Setup {
    device: Device,
    /// As in [`Profile`].
    products: f64,
    fabric: Fabric,
    fitted: Coefficients,
}

impl Setup {
    /// A node of `n_gpus`.
    fn of(&Profile { device, products }: &Profile, link: Link, n_gpus: u32) -> Self {
        let cluster = Cluster { link, gpus_per_node: n_gpus, ..Cluster::usual(device.gpu) };
        Self { device, products, fabric: Fabric::of(device.gpu, &cluster, n_gpus), fitted: Coefficients::FITTED }
    }
}

#[cfg(test)]
mod law;
#[cfg(test)]
mod published;
#[cfg(test)]
mod tests;
