//! The rows of `models.toml` and `sources.toml`, and what must hold between all rows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use gpu_cost::dto::issue::Issue;
use gpu_cost::dto::model_config::{self, ModelConfig, Tower};
use serde::{Deserialize, Serialize};

use super::achievable::{self, Achievable};
use super::cited::Stated;
use super::derived::Derived;
use super::gpu::Gpu;
use super::{check_date, check_order, read};

/// Everything that the built-in tables are made of.
pub(crate) struct Facts {
    pub(crate) sources: Vec<Source>,
    pub(crate) gpus: Vec<Gpu>,
    pub(crate) stated: Vec<Stated>,
    pub(crate) derived: Derived,
    pub(crate) models: Vec<Model>,
    pub(crate) encoders: Vec<Encoder>,
    pub(crate) autoencoders: Vec<Autoencoder>,
    pub(crate) achievable: Achievable,
    pub(crate) instances: Vec<Instance>,
}

/// A page, file or paper.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    #[serde(skip_serializing)]
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) url: String,
    /// What it is; only sources of GPUs have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<Kind>,
    pub(crate) retrieved: String,
}

/// What a source of GPUs is, as `sources.toml` explains.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Vendor,
    Quote,
    Cloud,
    Database,
    Table,
    Press,
    Notes,
}

/// The instances of a cloud whose names begin alike, and the device that they have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Instance {
    pub(crate) provider: String,
    pub(crate) prefix: String,
    pub(crate) gpu: String,
    /// That they have a part of the device.
    #[serde(default)]
    pub(crate) slice: bool,
    pub(crate) source: String,
}

/// A model with the facts of its `config.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Keys of its `config.json`.
    config: toml::Table,
    /// Of a language model alone.
    pub(crate) max_context: Option<u32>,
    /// Of a model of images or videos alone.
    #[serde(default = "one")]
    pub(crate) denoisers: u32,
    /// The same.
    pub(crate) pipeline: Option<Pipeline>,
    /// The exact count, for tests alone.
    pub(crate) parameters: u64,
    pub(crate) sources: Vec<String>,
}

/// What stands around a denoiser, and what it is run with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pipeline {
    pub(crate) encoders: Vec<String>,
    pub(crate) text_tokens: u32,
    pub(crate) autoencoder: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: u32,
    pub(crate) steps: u32,
    pub(crate) passes: u32,
    #[serde(default)]
    pub(crate) tiled: bool,
}

/// What encodes a text, or an image to start from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Encoder {
    pub(crate) id: String,
    pub(crate) parameters: u64,
    pub(crate) sources: Vec<String>,
}

/// What makes pixels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Autoencoder {
    pub(crate) id: String,
    pub(crate) channels: [u32; 4],
    pub(crate) blocks: u32,
    pub(crate) spatial: u32,
    #[serde(default = "one")]
    pub(crate) temporal: u32,
    #[serde(default = "one")]
    pub(crate) frames: u32,
    #[serde(default = "one")]
    pub(crate) scale: u32,
    #[serde(default)]
    pub(crate) single: bool,
    pub(crate) parameters: u64,
    pub(crate) sources: Vec<String>,
}

impl Model {
    /// What the facts describe.
    pub(crate) fn shape(&self) -> Result<ModelConfig> {
        let config = serde_json::to_string(&self.config)?;
        model_config::read(&config).map_err(|issues| {
            let issues: Vec<String> = issues.iter().map(Issue::message).collect();
            anyhow!("model {}: {}", self.id, issues.join("; "))
        })
    }
}

fn one() -> u32 {
    1
}

/// Reads the files; [`Facts::check`] says whether they are sound.
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
    struct AllStated {
        stated: Vec<Stated>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Models {
        model: Vec<Model>,
        encoder: Vec<Encoder>,
        autoencoder: Vec<Autoencoder>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Instances {
        instance: Vec<Instance>,
    }
    let Sources { source: mut sources } = read(&data.join("sources.toml"))?;
    let Gpus { gpu: gpus } = read(&data.join("gpus.toml"))?;
    let AllStated { stated } = read(&data.join("stated.toml"))?;
    let derived = read(&data.join("derived.toml"))?;
    let Models { model: models, encoder: encoders, autoencoder: autoencoders } = read(&data.join("models.toml"))?;
    let Instances { instance: instances } = read(&data.join("instances.toml"))?;
    let mut achievable = achievable::read_all(data)?;
    sources.append(&mut achievable.source);
    sources.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(Facts { sources, gpus, stated, derived, models, encoders, autoencoders, achievable, instances })
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
            gpu.check().and_then(|()| self.check_origins(gpu)).with_context(|| format!("GPU {}", gpu.id))?;
        }
        self.check_stated()?;
        self.check_derived()?;
        for model in &self.models {
            self.check_cited(&model.id, &model.sources)?;
            check_model(model).with_context(|| format!("model {}", model.id))?;
        }
        for Encoder { id, sources, .. } in &self.encoders {
            self.check_cited(id, sources)?;
        }
        for Autoencoder { id, sources, .. } in &self.autoencoders {
            self.check_cited(id, sources)?;
        }
        check_order("encoder", self.encoders.iter().map(|row| row.id.as_str()))?;
        check_order("autoencoder", self.autoencoders.iter().map(|row| row.id.as_str()))?;
        self.check_instances()
    }

    fn check_instances(&self) -> Result<()> {
        let key = |row: &Instance| (row.provider.clone(), row.prefix.clone());
        for pair in self.instances.windows(2) {
            if let [before, after] = pair {
                ensure!(key(before) < key(after), "instance {} is out of order", after.prefix);
            }
        }
        self.instances.iter().try_for_each(|row| {
            let known = self.gpus.iter().any(|gpu| gpu.id == row.gpu);
            ensure!(known, "instance {}: there is no GPU {}", row.prefix, row.gpu);
            self.source(&row.source).map(drop)
        })
    }

    /// Fails when a source is cited by no row; `others` are the ids that the price snapshots cite.
    pub(crate) fn check_sources_are_cited<'a>(&'a self, others: impl Iterator<Item = &'a str>) -> Result<()> {
        let instances = self.instances.iter().map(|row| row.source.as_str());
        let cited: BTreeSet<&str> = self.cited().chain(instances).chain(others).collect();
        let idle = self.sources.iter().find(|source| !cited.contains(source.id.as_str()));
        idle.map_or(Ok(()), |source| bail!("source {} is cited by no row", source.id))
    }

    /// Sources of measured figures, by id: only the panel of a measured card shows them.
    pub(crate) fn achieved_sources(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(&self.by_id(self.achievable.shown())?)? + "\n")
    }

    pub(super) fn by_id<'a>(&'a self, ids: impl Iterator<Item = &'a str>) -> Result<BTreeMap<&'a str, &'a Source>> {
        ids.map(|id| Ok((id, self.source(id)?))).collect()
    }

    /// The source of an id.
    pub(crate) fn source(&self, id: &str) -> Result<&Source> {
        let found = self.sources.iter().find(|source| source.id == id);
        found.with_context(|| format!("there is no source {id}"))
    }

    /// Ids of the sources that GPUs and models cite.
    pub(crate) fn cited(&self) -> impl Iterator<Item = &str> {
        let models = self.models.iter().flat_map(|model| &model.sources).map(String::as_str);
        self.stated
            .iter()
            .map(|stated| stated.source.as_str())
            .chain(self.derived.sources())
            .chain(models)
            .chain(self.achievable.cited())
    }

    fn check_cited(&self, row: &str, sources: &[String]) -> Result<()> {
        ensure!(!sources.is_empty(), "{row} has no source");
        sources.iter().try_for_each(|id| self.source(id).map(drop)).with_context(|| row.to_owned())
    }
}

fn check_model(model: &Model) -> Result<()> {
    let is_language = match model.shape()? {
        ModelConfig::Language { tower, .. } => {
            ensure!(tower != Tower::NotCounted, "its tower cannot be counted");
            true
        }
        ModelConfig::Denoiser(_) => false,
    };
    ensure!(is_language == model.max_context.is_some(), "a language model has a context, another has none");
    ensure!(is_language == model.pipeline.is_none(), "a model of images or videos has a pipeline, another has none");
    ensure!(model.parameters > 0 && model.max_context != Some(0) && model.denoisers > 0, "a count is 0");
    Ok(())
}
