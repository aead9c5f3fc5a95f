//! Which sources state which fact of a GPU.
//!
//! A row names its sources once. They differ by fact where the row says so, where a source is a table of some columns, and
//! where a table that repeats others stands beside a vendor's own figure.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use super::facts::{Confidence, Facts, Gpu};

/// What `confidence = "datasheet"` says to be the vendor's.
const MAIN: [&str; 5] = ["memory_gib", "memory_type", "bandwidth_gb_s", "fp16_tflops", "bf16_tflops"];

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
        facts.insert("memory_type", self.memory_type.clone());
        facts.extend(self.power_w.map(|watts| ("power_w", watts.to_string())));
        facts
    }
}

impl Facts {
    /// Ids of the sources of one fact.
    pub(crate) fn sources_of<'a>(&'a self, gpu: &'a Gpu, field: &str) -> Vec<&'a str> {
        if let Some(own) = gpu.sources_of.get(field) {
            return own.iter().map(String::as_str).collect();
        }
        let states = |id: &str| self.columns.get(id).is_none_or(|fields| fields.iter().any(|stated| stated == field));
        let stated: Vec<&str> = gpu.sources.iter().map(String::as_str).filter(|id| states(id)).collect();
        let vendors = stated.iter().copied().filter(|id| !self.repeats.iter().any(|table| table == id));
        let vendors: Vec<&str> = vendors.collect();
        let is_vendors = matches!(gpu.confidence, Confidence::Datasheet) && MAIN.contains(&field);
        if is_vendors && !vendors.is_empty() { vendors } else { stated }
    }

    /// Fails where a fact has no source, or one that does not exist.
    pub(super) fn check_sources_of(&self, gpu: &Gpu) -> Result<()> {
        let facts = gpu.facts();
        for (field, sources) in &gpu.sources_of {
            ensure!(facts.contains_key(field.as_str()), "sources_of: the row has no {field}");
            sources.iter().try_for_each(|id| self.source(id).map(drop)).context("sources_of")?;
        }
        facts.into_keys().try_for_each(|field| {
            ensure!(!self.sources_of(gpu, field).is_empty(), "no source of the row states {field}");
            Ok(())
        })
    }

    /// Sources by GPU and fact, where they are not simply those of the row; one line for each GPU.
    pub(super) fn field_sources(&self) -> Result<String> {
        let mut lines = Vec::new();
        for gpu in &self.gpus {
            let facts = gpu.facts().into_keys().map(|field| (field, self.sources_of(gpu, field)));
            let differing: BTreeMap<_, _> = facts.filter(|(_, sources)| *sources != gpu.sources).collect();
            if !differing.is_empty() {
                lines.push(format!("  {:?}: {}", gpu.id, serde_json::to_string(&differing)?));
            }
        }
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }
}
