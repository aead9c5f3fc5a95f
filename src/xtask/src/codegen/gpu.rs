//! The rows of `gpus.toml`.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};
use serde::Deserialize;

use super::facts::Facts;

/// One device as the system sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gpu {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What is left of every spelling of the name.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// Those that count only where the memory is stated too.
    #[serde(default)]
    pub(crate) names_with_memory: Vec<String>,
    /// Those that cards outside the table have too.
    #[serde(default)]
    pub(crate) names_shared: Vec<String>,
    pub(crate) edition: Option<String>,
    pub(crate) vendor: String,
    pub(crate) architecture: String,
    pub(crate) class: Class,
    pub(crate) form: Option<Form>,
    #[serde(default = "one")]
    pub(crate) devices_per_board: u32,
    pub(crate) year: Option<u16>,
    pub(crate) memory_gib: Option<u64>,
    pub(crate) memory_type: Option<String>,
    pub(crate) bandwidth_gb_s: Option<f64>,
    pub(crate) fp64_tflops: Option<f64>,
    pub(crate) fp32_tflops: Option<f64>,
    pub(crate) tf32_tflops: Option<f64>,
    pub(crate) fp16_tflops: Option<f64>,
    pub(crate) fp16_fp16_accumulate_tflops: Option<f64>,
    pub(crate) bf16_tflops: Option<f64>,
    pub(crate) fp8_tflops: Option<f64>,
    pub(crate) fp8_fp16_accumulate_tflops: Option<f64>,
    pub(crate) int8_tops: Option<f64>,
    pub(crate) fp4_tflops: Option<f64>,
    pub(crate) link: Link,
    pub(crate) link_gb_s: Option<f64>,
    pub(crate) link_domain: Option<u32>,
    pub(crate) power_w: Option<u32>,
    #[serde(default)]
    pub(crate) note: String,
}

/// As `GpuClass` of the core crate.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Class {
    Consumer,
    Professional,
    Datacenter,
}

/// As `Form` of the core crate.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    Pcie,
    Nvl,
    Sxm,
    Oam,
    Module,
}

/// As `LinkKind` of the core crate.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Link {
    Pcie,
    Dedicated,
}

fn one() -> u32 {
    1
}

impl Gpu {
    pub(crate) fn speeds(&self) -> [(&'static str, Option<f64>); 12] {
        [
            ("bandwidth_gb_s", self.bandwidth_gb_s),
            ("fp64_tflops", self.fp64_tflops),
            ("fp32_tflops", self.fp32_tflops),
            ("tf32_tflops", self.tf32_tflops),
            ("fp16_tflops", self.fp16_tflops),
            ("fp16_fp16_accumulate_tflops", self.fp16_fp16_accumulate_tflops),
            ("bf16_tflops", self.bf16_tflops),
            ("fp8_tflops", self.fp8_tflops),
            ("fp8_fp16_accumulate_tflops", self.fp8_fp16_accumulate_tflops),
            ("int8_tops", self.int8_tops),
            ("fp4_tflops", self.fp4_tflops),
            ("link_gb_s", self.link_gb_s),
        ]
    }

    /// What a source can state of the device, as text, by the names of `gpus.toml`.
    pub(crate) fn facts(&self) -> BTreeMap<&'static str, String> {
        let mut facts: BTreeMap<_, _> =
            self.speeds().into_iter().filter_map(|(field, speed)| Some((field, speed?.to_string()))).collect();
        facts.extend(self.memory_gib.map(|count| ("memory_gib", count.to_string())));
        facts.extend(self.memory_type.clone().map(|word| ("memory_type", word)));
        facts.extend(self.link_domain.map(|count| ("link_domain", count.to_string())));
        facts.extend(self.power_w.map(|watts| ("power_w", watts.to_string())));
        facts
    }

    /// The class of a guide has no name that a visitor could type.
    pub(super) fn is_of_a_guide(&self) -> bool {
        self.all_names().next().is_none()
    }

    fn all_names(&self) -> impl Iterator<Item = &String> {
        self.names.iter().chain(&self.names_with_memory).chain(&self.names_shared)
    }

    /// Fails where the row is not sound by itself.
    pub(super) fn check(&self) -> Result<()> {
        let known = self.speeds().iter().all(|(_, speed)| speed.is_none_or(|speed| speed > 0.0));
        ensure!(known && self.memory_gib != Some(0), "what is unknown must be absent, not 0");
        ensure!(self.devices_per_board > 0, "a board has at least one device");
        ensure!(self.link == Link::Dedicated || self.link_domain.is_none(), "PCI Express has no link domain");
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let odd = self.all_names().chain(&self.edition).find(|name| name.is_empty() || !name.bytes().all(plain));
        odd.map_or(Ok(()), |name| bail!("the name {name:?} has other than lower-case letters and digits"))
    }
}

impl Facts {
    /// What a reader must know of a GPU, by id: only the table of cards shows it, so it is not in the core.
    pub(crate) fn notes(&self) -> Result<String> {
        let noted = self.gpus.iter().filter(|gpu| !gpu.note.is_empty());
        let notes: BTreeMap<_, _> = noted.map(|gpu| (&gpu.id, &gpu.note)).collect();
        Ok(serde_json::to_string_pretty(&notes)? + "\n")
    }

    /// What each real GPU is called, by id, for the same table.
    pub(crate) fn names(&self) -> Result<String> {
        let all = self.gpus.iter().map(|gpu| (&gpu.id, gpu.all_names().collect::<Vec<_>>()));
        let named: BTreeMap<_, _> = all.filter(|(_, names)| !names.is_empty()).collect();
        Ok(serde_json::to_string_pretty(&named)? + "\n")
    }
}
