//! How work is divided over GPUs, and how it is laid over nodes.

use crate::catalog::{Gpu, GpuClass, Link, LinkKind};
use crate::units::BytesPerSec;
use crate::workload::{Recomputation, StateOffload};

/// How work is divided over GPUs: `data · context · pipeline · tensor` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// Replicas, each with its own data.
    pub data: u32,
    /// GPUs that share each matrix (Shoeybi et al. 2019, arXiv:1909.08053).
    pub tensor: u32,
    /// GPUs that have some of the layers each (Narayanan et al. 2021, arXiv:2104.04473).
    pub pipeline: u32,
    /// Groups of layers of a GPU that take turns: 1 where a pipeline is not interleaved.
    pub interleaved: u32,
    /// GPUs that share each sequence.
    pub context: u32,
    /// GPUs that share the experts of a layer, out of those with other data.
    pub expert: u32,
    /// What replicas divide among them.
    pub sharding: Sharding,
}

/// What replicas divide among them instead of each holding all: the stages of `ZeRO` (arXiv:1910.02054, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharding {
    /// Nothing.
    Nothing,
    /// Optimizer states.
    Optimizer,
    /// Gradients too.
    Gradients,
    /// Weights too (FSDP).
    Weights,
}

impl Division {
    /// One GPU.
    pub const SINGLE: Self =
        Self { data: 1, tensor: 1, pipeline: 1, interleaved: 1, context: 1, expert: 1, sharding: Sharding::Nothing };

    /// The same with 1 for 0.
    pub(super) fn positive(self) -> Self {
        let Self { data, tensor, pipeline, interleaved, context, expert, sharding } = self;
        let [data, tensor, pipeline, interleaved, context, expert] =
            [data, tensor, pipeline, interleaved, context, expert].map(|count| count.max(1));
        Self { data, tensor, pipeline, interleaved, context, expert, sharding }
    }

    /// All GPUs.
    #[must_use]
    pub fn n_gpus(&self) -> u32 {
        [self.data, self.tensor, self.pipeline, self.context].into_iter().fold(1, u32::saturating_mul)
    }
}

/// How a training is run on GPUs: all that a visitor may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// How the work is divided.
    pub division: Division,
    /// Sequences in one forward pass on one GPU.
    pub micro_batch: u32,
    /// What is computed again.
    pub recomputation: Recomputation,
    /// What the host keeps.
    pub offload: StateOffload,
}

/// How GPUs reach each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Inside of a node.
    pub link: Link,
    /// GPUs of a node, or of a link domain that spans several.
    pub gpus_per_node: u32,
    /// Between nodes: InfiniBand or Ethernet, one direction, for each GPU.
    pub network: BytesPerSec,
}

impl Cluster {
    /// What such GPUs usually have: the link of their table row, nodes of 8, and a network adapter for each GPU of the
    /// speed of its time, as in NVIDIA's DGX: 200 Gbit/s beside an A100, 400 beside H100 and B200, 800 beside B300; DGX-1
    /// had 4 of 100 Gbit/s for 8. Cards without a link share one of 100 Gbit/s.
    #[must_use]
    pub fn usual(gpu: &Gpu) -> Self {
        let gigabits = match (gpu.class, gpu.link.kind, gpu.year) {
            (GpuClass::Datacenter, LinkKind::Dedicated, Some(..2020)) => 50.0,
            (GpuClass::Datacenter, LinkKind::Dedicated, Some(2020 | 2021)) => 200.0,
            (GpuClass::Datacenter, LinkKind::Dedicated, _) if gpu.architecture == "Blackwell Ultra" => 800.0,
            (GpuClass::Datacenter, LinkKind::Dedicated, _) => 400.0,
            _ => 12.5,
        };
        Self {
            link: gpu.link,
            gpus_per_node: gpu.link_domain.unwrap_or(8).max(8),
            network: BytesPerSec(gigabits * 1e9 / 8.0),
        }
    }
}
