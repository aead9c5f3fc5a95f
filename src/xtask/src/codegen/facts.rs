//! The rows of `gpus.toml`, `models.toml` and `sources.toml`, and what must hold between them.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::achievable::{self, Achievable};
use super::{check_date, check_order, read};

/// Everything that the built-in tables are made of.
pub(crate) struct Facts {
    pub(crate) sources: Vec<Source>,
    pub(crate) gpus: Vec<Gpu>,
    pub(crate) models: Vec<Model>,
    pub(crate) achievable: Achievable,
}

/// A page, file or paper.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) retrieved: String,
}

/// One device as the system sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gpu {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) vendor: String,
    pub(crate) architecture: String,
    pub(crate) class: Class,
    pub(crate) year: Option<u16>,
    pub(crate) memory_gib: Option<u64>,
    pub(crate) memory_type: String,
    pub(crate) bandwidth_gb_s: Option<f64>,
    pub(crate) fp64_tflops: Option<f64>,
    pub(crate) fp32_tflops: Option<f64>,
    pub(crate) tf32_tflops: Option<f64>,
    pub(crate) fp16_tflops: Option<f64>,
    pub(crate) bf16_tflops: Option<f64>,
    pub(crate) fp8_tflops: Option<f64>,
    pub(crate) int8_tops: Option<f64>,
    pub(crate) fp4_tflops: Option<f64>,
    pub(crate) link: Link,
    pub(crate) link_gb_s: Option<f64>,
    pub(crate) link_domain: Option<u32>,
    pub(crate) power_w: Option<u32>,
    pub(crate) confidence: Confidence,
    pub(crate) sources: Vec<String>,
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

/// As `LinkKind` of the core crate.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Link {
    Pcie,
    Dedicated,
}

/// As in the core crate.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Confidence {
    Datasheet,
    Secondary,
    Article,
}

/// A model with the facts of its `config.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) layers: u32,
    pub(crate) hidden: u32,
    pub(crate) vocabulary: u32,
    pub(crate) tied_head: bool,
    #[serde(default)]
    pub(crate) head_bias: bool,
    #[serde(default)]
    pub(crate) learned_positions: u32,
    #[serde(default)]
    pub(crate) embedding_norm: bool,
    pub(crate) grouped: Option<Grouped>,
    pub(crate) latent: Option<Latent>,
    #[serde(default)]
    pub(crate) windowed_layers: u32,
    #[serde(default)]
    pub(crate) window: u32,
    pub(crate) feed_forward: FeedForward,
    pub(crate) experts: Option<Experts>,
    pub(crate) norm: Norm,
    pub(crate) norms_per_layer: u32,
    pub(crate) max_context: u32,
    /// The exact count, for tests alone.
    pub(crate) parameters: u64,
    pub(crate) sources: Vec<String>,
}

/// As `Attention::Grouped` of the core crate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grouped {
    pub(crate) heads: u32,
    pub(crate) kv_heads: u32,
    pub(crate) head_dim: u32,
    #[serde(default)]
    pub(crate) qkv_bias: bool,
    #[serde(default)]
    pub(crate) output_bias: bool,
    #[serde(default)]
    pub(crate) qk_norm: bool,
    #[serde(default)]
    pub(crate) sinks: bool,
}

/// As `Attention::Latent` of the core crate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Latent {
    pub(crate) heads: u32,
    pub(crate) q_rank: Option<u32>,
    pub(crate) kv_rank: u32,
    pub(crate) nope_dim: u32,
    pub(crate) rope_dim: u32,
    pub(crate) value_dim: u32,
}

/// As in the core crate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeedForward {
    pub(crate) inner: u32,
    pub(crate) gated: bool,
    #[serde(default)]
    pub(crate) bias: bool,
}

/// As in the core crate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Experts {
    pub(crate) routed: u32,
    pub(crate) per_token: u32,
    pub(crate) inner: u32,
    #[serde(default)]
    pub(crate) shared_inner: u32,
    #[serde(default)]
    pub(crate) shared_gate: bool,
    #[serde(default)]
    pub(crate) bias: bool,
    #[serde(default)]
    pub(crate) dense_layers: u32,
}

/// As in the core crate.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Norm {
    Rms,
    Layer,
}

/// Reads the three files; [`Facts::check`] says whether they are sound.
pub(crate) fn read_all(data: &Path) -> Result<Facts> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sources {
        source: Vec<Source>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Gpus {
        gpu: Vec<Gpu>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Models {
        model: Vec<Model>,
    }
    let Sources { source: mut sources } = read(&data.join("sources.toml"))?;
    let Gpus { gpu: gpus } = read(&data.join("gpus.toml"))?;
    let Models { model: models } = read(&data.join("models.toml"))?;
    let mut achievable = achievable::read_all(data)?;
    sources.append(&mut achievable.source);
    sources.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(Facts { sources, gpus, models, achievable })
}

impl Facts {
    /// Fails with the first row that is not sound.
    pub(crate) fn check(&self) -> Result<()> {
        check_order("source", self.sources.iter().map(|source| source.id.as_str()))?;
        check_order("GPU", self.gpus.iter().map(|gpu| gpu.id.as_str()))?;
        check_order("model", self.models.iter().map(|model| model.id.as_str()))?;
        for source in &self.sources {
            check_date(&source.retrieved).with_context(|| format!("source {}", source.id))?;
            ensure!(!source.title.is_empty(), "source {} has no title", source.id);
            ensure!(source.url.contains(':'), "source {} has neither address nor locator", source.id);
        }
        for gpu in &self.gpus {
            self.check_cited(&gpu.id, &gpu.sources)?;
            check_gpu(gpu).with_context(|| format!("GPU {}", gpu.id))?;
        }
        for model in &self.models {
            self.check_cited(&model.id, &model.sources)?;
            check_model(model).with_context(|| format!("model {}", model.id))?;
        }
        Ok(())
    }

    /// Fails when a source is cited by no row; `others` are the ids that the price snapshots cite.
    pub(crate) fn check_sources_are_cited<'a>(&'a self, others: impl Iterator<Item = &'a str>) -> Result<()> {
        let cited: BTreeSet<&str> = self.cited().chain(others).collect();
        let idle = self.sources.iter().find(|source| !cited.contains(source.id.as_str()));
        idle.map_or(Ok(()), |source| bail!("source {} is cited by no row", source.id))
    }

    /// The source of an id.
    pub(crate) fn source(&self, id: &str) -> Result<&Source> {
        let found = self.sources.iter().find(|source| source.id == id);
        found.with_context(|| format!("there is no source {id}"))
    }

    /// Ids of the sources that GPUs and models cite.
    pub(crate) fn cited(&self) -> impl Iterator<Item = &str> {
        let gpus = self.gpus.iter().flat_map(|gpu| &gpu.sources);
        gpus.chain(self.models.iter().flat_map(|model| &model.sources))
            .map(String::as_str)
            .chain(self.achievable.cited())
    }

    fn check_cited(&self, row: &str, sources: &[String]) -> Result<()> {
        ensure!(!sources.is_empty(), "{row} has no source");
        sources.iter().try_for_each(|id| self.source(id).map(drop)).with_context(|| row.to_owned())
    }
}

fn check_gpu(gpu: &Gpu) -> Result<()> {
    let speeds = [
        gpu.bandwidth_gb_s,
        gpu.fp64_tflops,
        gpu.fp32_tflops,
        gpu.tf32_tflops,
        gpu.fp16_tflops,
        gpu.bf16_tflops,
        gpu.fp8_tflops,
        gpu.int8_tops,
        gpu.fp4_tflops,
        gpu.link_gb_s,
    ];
    ensure!(speeds.iter().flatten().all(|&speed| speed > 0.0), "what is unknown must be absent, not 0");
    ensure!(gpu.memory_gib.is_none_or(|memory| memory > 0), "what is unknown must be absent, not 0");
    ensure!(gpu.link == Link::Dedicated || gpu.link_domain.is_none(), "PCI Express has no link domain");
    Ok(())
}

fn check_model(model: &Model) -> Result<()> {
    ensure!(model.grouped.is_some() != model.latent.is_some(), "attention is either grouped or latent");
    ensure!((model.windowed_layers == 0) == (model.window == 0), "windowed layers and a window go together");
    ensure!(model.windowed_layers <= model.layers, "more windowed layers than layers");
    ensure!(model.parameters > 0 && model.max_context > 0, "a count is 0");
    Ok(())
}
