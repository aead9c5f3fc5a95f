//! The built-in tables and the limits of inputs, as JavaScript sees them.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog as core;
use gpu_cost_core::requirement::{self, Parameters, parameters};
use gpu_cost_core::units::{Bytes, BytesPerSec, Flops, FlopsPerSec, Seconds};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::comparison::Range;

/// A GPU as it is sold. Speeds are dense peaks with FP32 accumulation; what is absent is unknown or does not exist.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GpuFacts {
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
    /// How large the work is that it is made for; absent where a figure is unknown that would decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Work that it is made for.
    pub scenarios: Vec<Scenario>,
    /// How it is mounted; absent where it is sold in more than one form, or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// How many of these devices one board, or package, has; the figures are those of one device.
    pub devices_per_board: u32,
    /// The year of its launch; the classes of a guide have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// Bytes of memory per device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_bytes: Option<f64>,
    /// As printed, such as `HBM3`.
    pub memory_type: &'static str,
    /// Bytes per second, peak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bandwidth: Option<f64>,
    /// Operations per second by precision.
    pub flops: PeakFlops,
    /// Higher speeds that the vendor prints besides, which only sparse matrices reach.
    pub sparse_flops: PeakFlops,
    /// How devices of a node reach each other when an offer does not say.
    pub link: LinkKind,
    /// Bytes per second of that link, both directions together, per GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_bandwidth: Option<f64>,
    /// Most GPUs that one link domain joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_domain: Option<u32>,
    /// Board power in watts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_w: Option<u32>,
    /// How well the row is documented.
    pub confidence: Confidence,
}

/// Peak operations per second by precision.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PeakFlops {
    /// FP64, vector units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp64: Option<f64>,
    /// FP32, vector units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp32: Option<f64>,
    /// TF32, matrix units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tf32: Option<f64>,
    /// FP16, matrix units (vector units where it has none).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp16: Option<f64>,
    /// FP16 with FP16 accumulation, where the vendor states it apart: what training does not reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp16_fp16_accumulate: Option<f64>,
    /// BF16, matrix units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bf16: Option<f64>,
    /// FP8, matrix units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp8: Option<f64>,
    /// FP8 with FP16 accumulation, where the vendor states it apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp8_fp16_accumulate: Option<f64>,
    /// INT8, matrix units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub int8: Option<f64>,
    /// FP4, matrix units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fp4: Option<f64>,
}

/// What market a GPU was made for.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum GpuClass {
    /// Games.
    Consumer,
    /// Workstations.
    Professional,
    /// Servers.
    Datacenter,
}

/// How large the work is that a device is made for: a rule over its figures.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Tier {
    /// Courses, light inference, small data.
    Entry,
    /// Small and medium training, inference, rendering.
    Mainstream,
    /// Training on several devices, the largest models.
    Flagship,
}

/// Work that a device is made for: rules over its figures.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Scenario {
    /// One user's inference, courses.
    LightInference,
    /// Answering many users.
    Serving,
    /// Images and video by diffusion models.
    Creation,
    /// Images of 3D scenes.
    Rendering,
    /// Fine-tuning and small training.
    FineTuning,
    /// Training from scratch on the devices of a node.
    Pretraining,
    /// Simulation in double precision.
    DoublePrecision,
}

/// How a device is mounted.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// A card in a PCI Express slot.
    Pcie,
    /// Such a card as NVIDIA sells it for bridges.
    Nvl,
    /// A module on a board of NVIDIA.
    Sxm,
    /// A module of the Open Compute Project.
    Oam,
    /// A module of the vendor's own.
    Module,
}

/// How the GPUs of one node reach each other.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum LinkKind {
    /// The host's PCI Express.
    Pcie,
    /// NVLink, Infinity Fabric, HCCS and the like.
    Dedicated,
}

/// How well a row is documented.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Confidence {
    /// A vendor's text holds memory, bandwidth and the main speed.
    Datasheet,
    /// Press, surveys, or derived by formula.
    Secondary,
    /// As a rental guide states; no real card.
    Article,
}

/// A built-in language model.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ModelFacts {
    /// Lower case, as the publisher's repository name.
    pub id: &'static str,
    /// As the publisher writes it.
    pub name: &'static str,
    /// All parameters.
    pub parameters: u64,
    /// Parameters that one token uses.
    pub active_parameters: u64,
    /// Longest context in tokens that the publisher states.
    pub max_context: u32,
}

/// A built-in model of images or videos, and what its publisher runs it with.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct VisualModelFacts {
    /// Lower case, as people call it.
    pub id: &'static str,
    /// As the publisher writes it.
    pub name: &'static str,
    /// Pixels of a row.
    pub width: u32,
    /// Pixels of a column.
    pub height: u32,
    /// Frames; 1 of images.
    pub frames: u32,
    /// Steps.
    pub steps: u32,
    /// Passes of the denoiser in a step.
    pub guidance: u32,
}

/// The limits of one number of an input, both ends allowed.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BoundFacts {
    /// The name in JSON.
    pub field: &'static str,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Whether only whole numbers make sense.
    pub whole: bool,
}

/// What is left of a rule that asks for a speed: how long the work takes at that speed.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AtPeak {
    /// Share of the peak that published runs reach.
    pub mfu: Range,
    /// Seconds.
    pub time: Range,
}

/// What a catalog holds.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CatalogInfo {
    /// ISO 4217 code of all prices.
    pub currency: String,
    /// The day the catalog was put together, as `2026-11-30`.
    pub as_of: String,
    /// Hours of a month where a price is by the month.
    pub month_hours: f64,
    /// How many sellers there are.
    pub platforms: usize,
    /// How many offers there are.
    pub offers: usize,
    /// Ids of the GPUs on offer, sorted.
    pub gpus: Vec<&'static str>,
}

/// Every GPU of the built-in table, sorted by id.
#[must_use]
pub fn gpus() -> Vec<GpuFacts> {
    core::gpus().iter().map(Into::into).collect()
}

/// Every model of the built-in table, sorted by id.
#[must_use]
pub fn models() -> Vec<ModelFacts> {
    core::models().iter().map(Into::into).collect()
}

/// Every model of images or videos of the built-in table, sorted by id.
#[must_use]
pub fn visual_models() -> Vec<VisualModelFacts> {
    core::visual_models().iter().map(Into::into).collect()
}

/// The limits of every number of an input.
#[must_use]
pub fn limits() -> Vec<BoundFacts> {
    bounds::ALL.iter().map(|bound| BoundFacts::from(*bound)).collect()
}

/// The limits of every number of a plan over time.
#[must_use]
pub fn planning_limits() -> Vec<BoundFacts> {
    bounds::planning::ALL.iter().map(|bound| BoundFacts::from(*bound)).collect()
}

/// The limits of every number of a rental, of its bill, and of owned cards.
#[must_use]
pub fn rental_limits() -> Vec<BoundFacts> {
    let shared = [&bounds::UNITS, &bounds::HOURS_PER_DAY];
    shared.into_iter().chain(bounds::rental::ALL.iter().copied()).map(BoundFacts::from).collect()
}

impl From<&'static bounds::Bound> for BoundFacts {
    fn from(bound: &'static bounds::Bound) -> Self {
        let bounds::Bound { field, min, max, whole, why: _ } = *bound;
        Self { field, min, max, whole }
    }
}

impl From<&'static core::Gpu> for GpuFacts {
    fn from(gpu: &'static core::Gpu) -> Self {
        #[rustfmt::skip]
        let core::Gpu {
            id, name, vendor, architecture, class, form, devices_per_board, year, memory, memory_type, bandwidth,
            fp64, fp32, tf32, fp16, fp16_fp16_accumulate, bf16, fp8, fp8_fp16_accumulate, int8, fp4, sparse: _,
            link: core::Link { kind, bandwidth: link_bandwidth }, link_domain, power_w, confidence,
        } = *gpu;
        let flops = |speed: Option<FlopsPerSec>| speed.map(|FlopsPerSec(speed)| speed);
        let bytes = |speed: Option<BytesPerSec>| speed.map(|BytesPerSec(speed)| speed);
        Self {
            id,
            name,
            vendor,
            architecture,
            class: class.into(),
            tier: core::Tier::of(gpu).map(Into::into),
            scenarios: core::Scenario::ALL.into_iter().filter(|work| work.suits(gpu)).map(Into::into).collect(),
            form: form.map(Into::into),
            devices_per_board,
            year,
            memory_bytes: memory.map(Bytes::as_f64),
            memory_type,
            bandwidth: bytes(bandwidth),
            flops: PeakFlops {
                fp64: flops(fp64),
                fp32: flops(fp32),
                tf32: flops(tf32),
                fp16: flops(fp16),
                fp16_fp16_accumulate: flops(fp16_fp16_accumulate),
                bf16: flops(bf16),
                fp8: flops(fp8),
                fp8_fp16_accumulate: flops(fp8_fp16_accumulate),
                int8: flops(int8),
                fp4: flops(fp4),
            },
            sparse_flops: PeakFlops::sparse(gpu),
            link: kind.into(),
            link_bandwidth: bytes(link_bandwidth),
            link_domain,
            power_w,
            confidence: confidence.into(),
        }
    }
}

impl PeakFlops {
    /// What is printed of sparse matrices; nobody prints it of sums in FP16 apart.
    fn sparse(gpu: &core::Gpu) -> Self {
        let peak = |precision| gpu.sparse_peak(precision).map(|FlopsPerSec(speed)| speed);
        Self {
            fp64: peak(core::Precision::Fp64),
            fp32: peak(core::Precision::Fp32),
            tf32: peak(core::Precision::Tf32),
            fp16: peak(core::Precision::Fp16),
            fp16_fp16_accumulate: None,
            bf16: peak(core::Precision::Bf16),
            fp8: peak(core::Precision::Fp8),
            fp8_fp16_accumulate: None,
            int8: peak(core::Precision::Int8),
            fp4: peak(core::Precision::Fp4),
        }
    }
}

impl From<&'static core::Model> for ModelFacts {
    fn from(model: &'static core::Model) -> Self {
        let core::Model { id, name, architecture, max_context } = model;
        let Parameters { total, active, .. } = parameters(architecture);
        Self { id, name, parameters: total, active_parameters: active, max_context: *max_context }
    }
}

impl From<&'static core::VisualModel> for VisualModelFacts {
    fn from(model: &'static core::VisualModel) -> Self {
        let core::VisualModel { id, name, usual, .. } = model;
        let core::Usual { width, height, frames, steps, passes, tiled: _ } = *usual;
        Self { id, name, width, height, frames, steps, guidance: passes }
    }
}

impl AtPeak {
    /// For a number of operations and a peak in 10¹² operations per second.
    #[must_use]
    pub fn new(operations: f64, tflops: f64) -> Self {
        let requirement::AtPeak { mfu, time } = requirement::at_peak(Flops(operations), FlopsPerSec::tera(tflops));
        Self { mfu: mfu.into(), time: time.map(Seconds::as_f64).into() }
    }
}

impl From<&core::Catalog> for CatalogInfo {
    fn from(catalog: &core::Catalog) -> Self {
        let core::Catalog { currency, as_of, month, platforms, offers } = catalog;
        let is_on_offer = |gpu: &&core::Gpu| offers.iter().any(|offer| offer.device.gpu.id == gpu.id);
        Self {
            currency: currency.clone(),
            as_of: as_of.to_string(),
            month_hours: month.as_f64() / 3_600.0,
            platforms: platforms.len(),
            offers: offers.len(),
            gpus: core::gpus().iter().filter(is_on_offer).map(|gpu| gpu.id).collect(),
        }
    }
}

mirror! {
    GpuClass = core::GpuClass { Consumer, Professional, Datacenter }
    Tier = core::Tier { Entry, Mainstream, Flagship }
    Scenario = core::Scenario {
        LightInference, Serving, Creation, Rendering, FineTuning, Pretraining, DoublePrecision
    }
    Form = core::Form { Pcie, Nvl, Sxm, Oam, Module }
    LinkKind = core::LinkKind { Pcie, Dedicated }
    Confidence = core::Confidence { Datasheet, Secondary, Article }
}
