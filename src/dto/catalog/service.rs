//! What tells platforms apart besides prices, as the host writes it: facts for a check list. They are checked, and reckoned with nowhere.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::dto::decode::Amount;

/// Facts of a platform. What is absent is not stated.
#[derive(Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlatformService {
    /// Which kind of platform it is.
    #[tsify(optional)]
    pub kind: Option<PlatformKind>,
    /// Ways in which it delivers.
    #[tsify(optional)]
    pub delivery: Option<Vec<Delivery>>,
    /// Whether people answer at all hours.
    #[tsify(optional)]
    pub support_around_the_clock: Option<bool>,
    /// What it watches and warns of.
    #[tsify(optional)]
    pub monitoring: Option<Vec<Monitored>>,
    /// Certificates, as it names them.
    #[tsify(optional)]
    pub certifications: Option<Vec<String>>,
    /// What it encrypts.
    #[tsify(optional)]
    pub encryption: Option<Vec<Encrypted>>,
    /// What keeps tenants apart.
    #[tsify(optional)]
    pub isolation: Option<Isolation>,
    /// Whether it backs up data without being asked.
    #[tsify(optional)]
    pub automatic_backup: Option<bool>,
    /// Places where data are, as it names them.
    #[tsify(optional)]
    pub data_locations: Option<Vec<String>>,
    /// Kinds of invoices, as it names them.
    #[tsify(optional)]
    pub invoices: Option<Vec<String>>,
    /// Whether there is a contract in writing.
    #[tsify(optional)]
    pub written_contract: Option<bool>,
    /// Id of a source of this file.
    #[tsify(optional)]
    pub source: Option<String>,
}

/// Kinds of platforms.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PlatformKind {
    /// Rents GPUs above all.
    Specialist,
    /// The cloud of a telecom carrier, such as 天翼云.
    Carrier,
    /// A large public cloud.
    PublicCloud,
    /// A regional public computing center.
    PublicCenter,
}

/// Ways in which a platform delivers.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Delivery {
    /// Hosts shared with others.
    Public,
    /// Hosts of one's own.
    Dedicated,
    /// In one's own building.
    Private,
}

/// What is watched.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Monitored {
    /// How busy GPUs are.
    Utilization,
    /// How hot they are.
    Temperature,
    /// How fast answers come.
    Latency,
}

/// What is encrypted.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Encrypted {
    /// Disks.
    AtRest,
    /// Connections.
    InTransit,
}

/// What keeps tenants apart.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Isolation {
    /// Containers on a shared kernel.
    Container,
    /// Virtual machines.
    VirtualMachine,
    /// Hosts of one's own.
    BareMetal,
}

/// Something ready to use on rented GPUs, such as an image with all that Stable Diffusion needs.
#[derive(Debug, Deserialize, Tsify)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Bundle<'a> {
    /// As a reader sees it.
    pub name: String,
    /// What is in it, as a reader sees it.
    pub contents: Vec<String>,
    /// Money for one order, besides rent; 0 where it is free.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub price: Amount<'a>,
    /// Minutes of set-up that it saves.
    #[tsify(optional)]
    pub setup_minutes_saved: Option<f64>,
    /// The day it was read, as `2026-11-30`; the catalog's where absent.
    #[tsify(optional)]
    pub as_of: Option<String>,
    /// Id of a source of this file.
    #[tsify(optional)]
    pub source: Option<String>,
}
