//! Facts: GPUs and models (built in) and what a host sells (passed in). Where they were read is in `src/core/data`.
//!
//! It knows no workload. Prices enter only through [`Catalog`], never through the built-in tables.

mod achievable;
mod achieved;
mod denoiser;
mod device;
mod gpu;
mod model;
mod name;
mod offer;
mod rule;
#[allow(clippy::needless_update)] // a row that knows everything has nothing to take from `UNKNOWN`
mod tables;
mod tier;

pub use achievable::{
    Achieved, Basis, Expectation, Metric, Precision, Published, achievable_share, achieved, expectation,
};
pub use denoiser::{Autoencoder, Denoiser, DenoiserKind, Stage, Transformer, Unet, Usual, VisualModel};
pub use device::{Device, Division, Share, Slice};
pub use gpu::{Confidence, Form, Gpu, GpuClass, Link, LinkKind, Sparse};
pub use model::{Architecture, Attention, Experts, FeedForward, Indexer, Model, Norm, QkNorm, Recurrence, Recurrent};
pub use name::{ReadName, Resolution, read_name, resolve, resolve_with_memory};
pub use offer::{
    Billing, Catalog, Date, DiskFee, EgressFee, Increment, Offer, OnDemand, Package, PackageTerm, Platform, WhenStopped,
};
pub use rule::{
    AddressFee, Overtime, Refund, RefundRule, Rules, Sla, SlaCredit, StoppedRent, StorageFee, StorageTime, Tax, Trial,
    UsedPrice,
};
pub use tier::{Scenario, Tier};

/// Every GPU of the built-in table, sorted by id.
#[must_use]
pub fn gpus() -> &'static [Gpu] {
    tables::GPUS
}

/// The GPU of an id such as `nvidia-rtx-4090-24gb`.
#[must_use]
pub fn gpu(id: &str) -> Option<&'static Gpu> {
    let index = gpus().binary_search_by(|gpu| gpu.id.cmp(id)).ok()?;
    gpus().get(index)
}

/// Every language model of the built-in table, sorted by id.
#[must_use]
pub fn models() -> &'static [Model] {
    tables::MODELS
}

/// The language model of an id such as `llama-2-7b`.
#[must_use]
pub fn model(id: &str) -> Option<&'static Model> {
    let index = models().binary_search_by(|model| model.id.cmp(id)).ok()?;
    models().get(index)
}

/// Every model of images or videos of the built-in table, sorted by id.
#[must_use]
pub fn visual_models() -> &'static [VisualModel] {
    tables::VISUAL_MODELS
}

/// The model of images or videos of an id such as `sdxl`.
#[must_use]
pub fn visual_model(id: &str) -> Option<&'static VisualModel> {
    let index = visual_models().binary_search_by(|model| model.id.cmp(id)).ok()?;
    visual_models().get(index)
}
