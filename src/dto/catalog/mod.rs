//! A catalog file: what one host sells, as the host writes it.

pub(in crate::dto) mod convert;
pub(in crate::dto) mod offer;
pub(in crate::dto) mod platform;
pub mod rules;
#[cfg(feature = "schema")]
mod schema;
pub mod service;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use self::convert::{read, read_by};
use self::rules::PlatformRules;
#[cfg(feature = "schema")]
pub use self::schema::schema;
use self::service::{Bundle, PlatformService};
use super::decode::{Amount, Map, Part};

/// A catalog file: what one host sells, in one currency.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CatalogFile<'a> {
    /// Address of the JSON Schema of this format, for editors.
    #[serde(rename = "$schema")]
    #[tsify(optional)]
    pub json_schema: Option<String>,
    /// The format of the file.
    pub schema: Schema,
    /// ISO 4217 code of all prices, such as `CNY`.
    pub currency: String,
    /// The day the catalog was put together, as `2026-11-30`.
    pub as_of: String,
    /// Hours of a month where a price is by the month; 730 where absent.
    #[tsify(optional)]
    pub month_hours: Option<f64>,
    /// What prices were read from, by an id that offers cite.
    #[serde(borrow)]
    #[tsify(optional, type = "Record<string, CatalogSource>")]
    pub sources: Option<Part<'a, Map<CatalogSource>>>,
    /// Sellers.
    #[serde(borrow)]
    #[tsify(type = "Platform[]")]
    pub platforms: Part<'a, Vec<Part<'a, Platform<'a>>>>,
    /// What they sell.
    #[serde(borrow)]
    #[tsify(type = "Offer[]")]
    pub offers: Part<'a, Vec<Part<'a, Offer<'a>>>>,
}

/// The format of a catalog file.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Schema {
    /// The only one so far.
    #[serde(rename = "gpu-cost-catalog/1")]
    V1,
}

/// What prices were read from.
#[derive(Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CatalogSource {
    /// As a reader sees it.
    pub title: String,
    /// An address that begins with `https://` or `http://`.
    #[tsify(optional)]
    pub url: Option<String>,
}

/// A seller, and the fees that are the same for all its offers.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Platform<'a> {
    /// Unique in the file.
    pub id: String,
    /// As a reader sees it.
    pub name: String,
    /// The price of disk beside the system disk; not stated where absent.
    #[serde(borrow)]
    #[tsify(optional)]
    pub disk: Option<DiskFee<'a>>,
    /// The price of traffic to the internet; not stated where absent.
    #[serde(borrow)]
    #[tsify(optional)]
    pub egress: Option<EgressFee<'a>>,
    /// Whether the rent of an instance that is paid by the time used goes on while it is stopped; `free` also where it can
    /// only be released; not stated where absent.
    #[tsify(optional)]
    pub stopped_rent: Option<WhenStopped>,
    /// Money to set up an order, once; 0 where it is free, not stated where absent.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub setup: Option<Amount<'a>>,
    /// Percent of tax on top of all prices; 0 where they have it in them, not stated where absent.
    #[tsify(optional)]
    pub tax_percent: Option<f64>,
    /// What else a whole bill depends on.
    #[serde(borrow)]
    #[tsify(optional, type = "PlatformRules")]
    pub rules: Option<Part<'a, PlatformRules<'a>>>,
    /// What tells platforms apart besides prices.
    #[serde(borrow)]
    #[tsify(optional, type = "PlatformService")]
    pub service: Option<Part<'a, PlatformService>>,
    /// Things ready to use on rented GPUs.
    #[serde(borrow)]
    #[tsify(optional, type = "Bundle[]")]
    pub bundles: Option<Part<'a, Vec<Part<'a, Bundle<'a>>>>>,
}

/// The price of disk.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DiskFee<'a> {
    /// Money per GiB and `per`; 0 where it is free.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// The time that the price is for.
    pub per: FeePeriod,
    /// GiB of a rental that cost nothing; 0 where absent.
    #[tsify(optional)]
    pub free_gib: Option<f64>,
    /// Whether it costs while the instance is stopped.
    pub when_stopped: WhenStopped,
    /// Money per GiB and `per` while it is stopped, where that differs.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub stopped_price: Option<Amount<'a>>,
}

/// The time that a fee is for.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum FeePeriod {
    /// One hour.
    Hour,
    /// 24 hours.
    Day,
    /// `monthHours` of the catalog.
    Month,
}

/// Whether something costs while the instance is stopped.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum WhenStopped {
    /// As while it runs.
    Billed,
    /// Nothing.
    Free,
}

/// The price of traffic.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EgressFee<'a> {
    /// Money per GiB; 0 where it is free.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// GiB of a rental that cost nothing; 0 where absent.
    #[tsify(optional)]
    pub free_gib: Option<f64>,
}

/// A GPU, sold by one platform in one place, and every way to pay for it.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Offer<'a> {
    /// Unique in the file.
    pub id: String,
    /// Id of a platform of this file.
    pub platform: String,
    /// Id of a GPU, as `gpus()` lists them, or a name that only one of them has, such as `RTX 4090`.
    pub gpu: String,
    /// Memory of one GPU as the platform states it. It tells apart GPUs of one name, and must be the GPU's.
    #[tsify(optional)]
    pub memory_gib: Option<f64>,
    /// What prices are for; where absent a card or a slice. It must be there where `cardsPerUnit` is more than 1.
    #[tsify(optional)]
    pub unit: Option<Unit>,
    /// The part of a GPU that a unit is, where it is a slice.
    #[tsify(optional)]
    pub slice: Option<Slice>,
    /// As the platform names it.
    #[tsify(optional)]
    pub label: Option<String>,
    /// As the platform names it.
    #[tsify(optional)]
    pub region: Option<String>,
    /// GPUs in the unit that prices are for, or boards where the unit is a board; 1 where absent.
    #[tsify(optional)]
    pub cards_per_unit: Option<f64>,
    /// Fewest units in one order; 1 where absent.
    #[tsify(optional)]
    pub min_units: Option<f64>,
    /// Most units in one order that share a host; where absent, 8 cards or 1 unit of another kind.
    #[tsify(optional)]
    pub max_units: Option<f64>,
    /// How the GPUs of one order reach each other; as the GPU's data sheet says where absent.
    #[tsify(optional)]
    pub link: Option<OfferLink>,
    /// Ways to pay, at least one.
    #[serde(borrow)]
    pub billing: Billing<'a>,
    /// The day the prices were read, as `2026-11-30`; the catalog's where absent.
    #[tsify(optional)]
    pub as_of: Option<String>,
    /// Id of a source of this file.
    #[tsify(optional)]
    pub source: Option<String>,
}

/// What prices are for.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// A part of a GPU, which `slice` describes.
    Slice,
    /// One GPU.
    Card,
    /// A board with all its GPUs, such as the two of an MI250.
    Board,
    /// `cardsPerUnit` GPUs of one host.
    Node,
}

/// A part of a GPU: a MIG profile, or a part of its memory and speed.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Slice {
    /// A MIG profile of the GPU such as `3g.40gb`; memory and speed follow.
    #[tsify(optional)]
    pub mig: Option<String>,
    /// Memory of a vGPU or a share of the time.
    #[tsify(optional)]
    pub memory_gib: Option<f64>,
    /// Percent of the GPU's speed and bandwidth that go with `memoryGib`; the same share as of memory where absent.
    #[tsify(optional)]
    pub speed_percent: Option<f64>,
}

/// How the GPUs of one order reach each other.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum OfferLink {
    /// NVLink, Infinity Fabric, HCCS and the like.
    Dedicated,
    /// The host's PCI Express.
    Pcie,
}

/// Ways to pay for one unit of an offer.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Billing<'a> {
    /// Pay for what is used.
    #[serde(borrow)]
    #[tsify(optional)]
    pub on_demand: Option<HourlyPrice<'a>>,
    /// Pay for what is used, and it may be taken away.
    #[serde(borrow)]
    #[tsify(optional)]
    pub spot: Option<HourlyPrice<'a>>,
    /// 24 hours, used or not.
    #[serde(borrow)]
    #[tsify(optional)]
    pub day: Option<TermPrice<'a>>,
    /// 7 days, used or not.
    #[serde(borrow)]
    #[tsify(optional)]
    pub week: Option<TermPrice<'a>>,
    /// `monthHours` of the catalog, used or not.
    #[serde(borrow)]
    #[tsify(optional)]
    pub month: Option<TermPrice<'a>>,
    /// 12 months, used or not.
    #[serde(borrow)]
    #[tsify(optional)]
    pub year: Option<TermPrice<'a>>,
    /// 24 months, used or not.
    #[serde(borrow)]
    #[tsify(optional)]
    pub two_years: Option<TermPrice<'a>>,
    /// 36 months, used or not.
    #[serde(borrow)]
    #[tsify(optional)]
    pub three_years: Option<TermPrice<'a>>,
}

/// A price by the hour of use.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HourlyPrice<'a> {
    /// Money per unit and hour, with up to nine decimals.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// What each use is rounded up to; where absent, it is not stated, and started hours are assumed.
    #[tsify(optional)]
    pub increment: Option<Increment>,
    /// Seconds that each start pays at least; 0 where absent.
    #[tsify(optional)]
    pub minimum_seconds: Option<f64>,
}

/// What a use is rounded up to.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Increment {
    /// Not at all.
    Second,
    /// Started minutes.
    Minute,
    /// Started hours.
    Hour,
}

/// A price for a whole term.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TermPrice<'a> {
    /// Money per unit for the whole term, with up to nine decimals.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
}

#[cfg(test)]
mod tests;
