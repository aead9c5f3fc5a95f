//! What a GPU is. All speeds are dense peaks with FP32 accumulation unless the field says otherwise.

use super::Precision;
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
    /// How it is mounted; `None` where it is sold in more than one form, or unknown.
    pub form: Option<Form>,
    /// How many of these devices one board, or package, has; the figures are those of one device.
    pub devices_per_board: u32,
    /// The year of its launch; the classes of a guide have none.
    pub year: Option<u16>,
    /// Memory per device without error correction, as the driver reports it of HBM.
    pub memory: Option<Bytes>,
    /// As printed, such as `HBM3`; empty where unknown.
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
    /// FP16 with FP16 accumulation, where the vendor states it apart: what training does not reach.
    pub fp16_fp16_accumulate: Option<FlopsPerSec>,
    /// BF16, matrix units.
    pub bf16: Option<FlopsPerSec>,
    /// FP8, matrix units.
    pub fp8: Option<FlopsPerSec>,
    /// FP8 with FP16 accumulation, where the vendor states it apart.
    pub fp8_fp16_accumulate: Option<FlopsPerSec>,
    /// INT8 operations, matrix units.
    pub int8: Option<FlopsPerSec>,
    /// FP4, matrix units.
    pub fp4: Option<FlopsPerSec>,
    /// How many times these speeds the vendor prints for sparse matrices.
    pub sparse: &'static Sparse,
    /// How devices of a node reach each other when an offer does not say.
    pub link: Link,
    /// Most GPUs that one link domain joins (2 for a bridge); `None` where unknown or without a link, see [`Gpu::joins`].
    pub link_domain: Option<u32>,
    /// Board power in watts.
    pub power_w: Option<u32>,
    /// How well the row is documented.
    pub confidence: Confidence,
}

impl Gpu {
    /// How `n_gpus` of them in one node reach each other: beyond the link domain, through the host.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::{LinkKind, gpu};
    /// let a100 = gpu("nvidia-a100-pcie-80gb").unwrap(); // a bridge joins two
    /// assert_eq!(a100.link_kind(2), LinkKind::Dedicated);
    /// assert_eq!(a100.link_kind(8), LinkKind::Pcie);
    /// ```
    #[must_use]
    pub fn link_kind(&self, n_gpus: u32) -> LinkKind {
        if self.joins(n_gpus) { self.link.kind } else { LinkKind::Pcie }
    }

    /// Whether a link of their own joins `n_gpus` of them. Where it is unknown how many, the board of modules joins them, and cards
    /// have the host's PCI Express.
    #[must_use]
    pub fn joins(&self, n_gpus: u32) -> bool {
        let by_board = || matches!(self.form, Some(Form::Sxm | Form::Oam | Form::Module));
        self.link_domain.map_or_else(|| n_gpus < 2 || by_board(), |domain| n_gpus <= domain)
    }

    /// The peak of sparse matrices that the vendor prints, where it prints one.
    #[must_use]
    pub fn sparse_peak(&self, precision: Precision) -> Option<FlopsPerSec> {
        let Sparse { wide, fp8, int8, fp4 } = *self.sparse;
        let factor = match precision {
            Precision::Fp64 | Precision::Fp32 => 1.0,
            Precision::Tf32 | Precision::Fp16 | Precision::Bf16 => wide,
            Precision::Fp8 => fp8,
            Precision::Int8 => int8,
            Precision::Fp4 => fp4,
        };
        self.dense(precision).filter(|_| 1.0 < factor).map(|FlopsPerSec(dense)| FlopsPerSec(factor * dense))
    }

    /// Whether a stated memory may be that of so many devices, or none is known: 9 % less, as drivers and clouds take
    /// off; 2 % more, or 7 % from 160 GiB on, where the capacity of the stacks is printed (192 of 180, 288 of 270).
    #[must_use]
    pub fn may_have(&self, Bytes(stated): Bytes, devices: u32) -> bool {
        let Some(Bytes(memory)) = self.memory else { return true };
        let percent = if Bytes::gib(160).0 <= memory { 107 } else { 102 };
        let memory = memory * u64::from(devices) / 100;
        91 * memory <= stated && stated <= percent * memory
    }

    /// A row without figures: what the generated table does not write.
    pub(crate) const UNKNOWN: Self = Self {
        id: "",
        name: "",
        vendor: "",
        architecture: "",
        class: GpuClass::Datacenter,
        form: None,
        devices_per_board: 1,
        year: None,
        memory: None,
        memory_type: "",
        bandwidth: None,
        fp64: None,
        fp32: None,
        tf32: None,
        fp16: None,
        fp16_fp16_accumulate: None,
        bf16: None,
        fp8: None,
        fp8_fp16_accumulate: None,
        int8: None,
        fp4: None,
        sparse: &Sparse::NONE,
        link: Link { kind: LinkKind::Pcie, bandwidth: None },
        link_domain: None,
        power_w: None,
        confidence: Confidence::Article,
    };
}

/// How many times the dense peak a vendor prints for sparse matrices, of which the chip skips a part; 1 where it prints none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sparse {
    /// Of TF32, FP16 and BF16.
    pub wide: f64,
    /// Of FP8.
    pub fp8: f64,
    /// Of INT8.
    pub int8: f64,
    /// Of FP4.
    pub fp4: f64,
}

impl Sparse {
    /// No such peak is printed.
    pub const NONE: Self = Self { wide: 1.0, fp8: 1.0, int8: 1.0, fp4: 1.0 };
    /// Half of the operations are skipped.
    pub(crate) const TWICE: Self = Self { wide: 2.0, fp8: 2.0, int8: 2.0, fp4: 2.0 };
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

/// How a device is mounted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A card in a PCI Express slot.
    Pcie,
    /// Such a card as NVIDIA sells it for bridges: H100 NVL, H200 NVL.
    Nvl,
    /// A module on a board of NVIDIA.
    Sxm,
    /// A module of the Open Compute Project.
    Oam,
    /// A module of the vendor's own: Ascend, Grace superchips, TPU, Trainium.
    Module,
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
