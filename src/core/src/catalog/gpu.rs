//! What a GPU is. All speeds are dense peaks with FP32 accumulation unless the field says otherwise.

use crate::units::{Bytes, BytesPerSec, FlopsPerSec};

/// One device as it is sold. `None` is unknown or absent, never zero.
#[derive(Debug)]
pub struct Gpu {
    /// `vendor-name-memory`, stable.
    pub id: &'static str,
    /// As the vendor writes it.
    pub name: &'static str,
    /// As the vendor writes it.
    pub vendor: &'static str,
    /// The chip family.
    pub architecture: &'static str,
    /// What market it was made for.
    pub class: GpuClass,
    /// The year of its launch.
    pub year: u16,
    /// Memory per device as the driver reports it.
    pub memory: Option<Bytes>,
    /// As printed, such as `HBM3`.
    pub memory_type: &'static str,
    /// Peak memory bandwidth.
    pub bandwidth: Option<BytesPerSec>,
    /// FP64, vector units.
    pub fp64: Option<FlopsPerSec>,
    /// FP32, vector units.
    pub fp32: Option<FlopsPerSec>,
    /// TF32, matrix units.
    pub tf32: Option<FlopsPerSec>,
    /// FP16, matrix units (vector units where it has none).
    pub fp16: Option<FlopsPerSec>,
    /// BF16, matrix units.
    pub bf16: Option<FlopsPerSec>,
    /// FP8, matrix units.
    pub fp8: Option<FlopsPerSec>,
    /// INT8 operations, matrix units.
    pub int8: Option<FlopsPerSec>,
    /// FP4, matrix units.
    pub fp4: Option<FlopsPerSec>,
    /// How devices of a node reach each other when an offer does not say.
    pub link: Link,
    /// Most GPUs that one link domain joins (2 for a bridge); `None` where unknown or without a link.
    pub link_domain: Option<u32>,
    /// Board power in watts.
    pub power_w: Option<u32>,
    /// How well the row is documented.
    pub confidence: Confidence,
    /// Ids of [`Source`](super::Source)s.
    pub sources: &'static [&'static str],
    /// What a reader must know, in English; empty where nothing.
    pub note: &'static str,
}

/// What market a GPU was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuClass {
    /// Games.
    Consumer,
    /// Workstations.
    Professional,
    /// Servers.
    Datacenter,
}

/// How the GPUs of one node reach each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The technology.
    pub kind: LinkKind,
    /// Both directions together, per GPU; `None` where unknown.
    pub bandwidth: Option<BytesPerSec>,
}

/// The technology of a [`Link`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// Through the host's PCI Express.
    Pcie,
    /// A dedicated GPU link: NVLink, Infinity Fabric, HCCS, MLU-Link and the like.
    Dedicated,
}

/// How well a row is documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// A vendor's text holds memory, bandwidth and the main speed.
    Datasheet,
    /// Press, surveys, or derived by formula.
    Secondary,
    /// As a rental guide states; no real card.
    Article,
}
