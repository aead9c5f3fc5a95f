//! `derived.toml`: figures that no source states, made from others, and the peaks of sparse matrices.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::cited::agree;
use super::facts::Facts;
use super::gpu::Gpu;

/// The file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Derived {
    pub(super) multiple: Vec<Multiple>,
    pub(super) copied: Vec<Copied>,
    pub(super) sparse: Vec<Sparse>,
}

/// Figures that are so many times another of the same GPU.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Multiple {
    gpus: Vec<String>,
    pub(super) of: String,
    times: BTreeMap<String, f64>,
    /// That say so of the architecture.
    pub(super) sources: Vec<String>,
}

/// Figures of another GPU.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Copied {
    gpus: Vec<String>,
    pub(super) from: String,
    fields: Vec<String>,
    #[serde(default = "one")]
    pub(super) times: f64,
}

/// How many times the dense peak a vendor prints for sparse matrices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sparse {
    gpus: Vec<String>,
    pub(super) times: f64,
    #[serde(default)]
    by_field: BTreeMap<String, f64>,
    sources: Vec<String>,
}

fn one() -> f64 {
    1.0
}

impl Derived {
    /// Ids of the sources of what is derived.
    pub(super) fn sources(&self) -> impl Iterator<Item = &str> {
        let sparse = self.sparse.iter().flat_map(|sparse| &sparse.sources);
        self.multiple.iter().flat_map(|multiple| &multiple.sources).chain(sparse).map(String::as_str)
    }

    /// The multiple that makes a figure, and how many times.
    pub(super) fn multiple(&self, id: &str, field: &str) -> Option<(&Multiple, f64)> {
        let of = |multiple: &&Multiple| multiple.gpus.iter().any(|gpu| gpu == id) && multiple.times.contains_key(field);
        let found = self.multiple.iter().find(of)?;
        Some((found, *found.times.get(field)?))
    }

    /// The GPU that a figure is copied from.
    pub(super) fn copied(&self, id: &str, field: &str) -> Option<&Copied> {
        let of = |copied: &&Copied| {
            copied.gpus.iter().any(|gpu| gpu == id) && copied.fields.iter().any(|copied| copied == field)
        };
        self.copied.iter().find(of)
    }

    /// The factors of a GPU whose vendor prints speeds of sparse matrices.
    pub(super) fn sparse(&self, id: &str) -> Option<&Sparse> {
        self.sparse.iter().find(|sparse| sparse.gpus.iter().any(|gpu| gpu == id))
    }
}

impl Sparse {
    /// The factor of a field.
    pub(super) fn factor(&self, field: &str) -> f64 {
        self.by_field.get(field).copied().unwrap_or(self.times)
    }
}

impl Facts {
    /// Fails where a rule makes no figure, or makes one that a source states, and where one names what is not.
    pub(super) fn check_derived(&self) -> Result<()> {
        self.derived.sources().try_for_each(|id| self.source(id).map(drop)).context("derived.toml")?;
        for multiple in &self.derived.multiple {
            for gpu in &multiple.gpus {
                let made = multiple.times.keys().any(|field| self.is_derived(gpu, field));
                ensure!(made, "derived.toml: no figure of {gpu} is a multiple of {}", multiple.of);
            }
            for field in multiple.times.keys() {
                let made = multiple.gpus.iter().any(|gpu| self.is_derived(gpu, field));
                ensure!(made, "derived.toml: no {field} is a multiple of {}", multiple.of);
            }
        }
        for Copied { gpus, from, fields, .. } in &self.derived.copied {
            for (gpu, field) in gpus.iter().flat_map(|gpu| fields.iter().map(move |field| (gpu, field))) {
                ensure!(self.is_derived(gpu, field), "derived.toml: {gpu} needs no {field} of {from}");
            }
        }
        for Sparse { gpus, times, .. } in &self.derived.sparse {
            ensure!(*times > 1.0, "derived.toml: a sparse peak is above the dense one");
            gpus.iter().try_for_each(|gpu| self.gpu(gpu).map(drop))?;
        }
        Ok(())
    }

    /// Whether the GPU has the figure and no source states it.
    fn is_derived(&self, id: &str, field: &str) -> bool {
        let has = self.gpu(id).is_ok_and(|gpu| gpu.facts().contains_key(field));
        has && self.stating(id, field).next().is_none()
    }

    /// Fails where a figure that no source states is not made from others, or otherwise than the row has it.
    pub(super) fn check_made(&self, gpu: &Gpu, field: &str, ours: &str) -> Result<()> {
        let (multiple, copied) = (self.derived.multiple(&gpu.id, field), self.derived.copied(&gpu.id, field));
        let (made, times) = match (multiple, copied) {
            (Some((multiple, times)), None) => (gpu.facts().remove(multiple.of.as_str()), times),
            (None, Some(copied)) => (self.gpu(&copied.from)?.facts().remove(field), copied.times),
            (None, None) => anyhow::bail!("no source states {field}, and derived.toml does not make it"),
            (Some(_), Some(_)) => anyhow::bail!("derived.toml makes {field} twice"),
        };
        let made = made.with_context(|| format!("{field} is made from what is unknown"))?;
        let made = made.parse::<f64>().map_or(made, |made| (times * made).to_string());
        ensure!(agree(ours, &made), "{field} is {ours}, made from others {made}");
        Ok(())
    }
}
