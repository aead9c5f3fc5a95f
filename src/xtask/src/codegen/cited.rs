//! Which sources state which fact of a GPU: `stated.toml`.
//!
//! A figure has a source that states it of that very GPU, or `derived.toml` says what it is made from. How well a row is documented
//! follows from what its sources are; nobody writes it down.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::facts::{Facts, Kind, Source};
use super::gpu::Gpu;

/// What one source states of some GPUs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stated {
    pub(crate) source: String,
    pub(crate) gpus: Vec<String>,
    /// As the row has it.
    #[serde(default)]
    pub(crate) fields: Vec<String>,
    /// As the peak of sparse matrices.
    #[serde(default)]
    pub(crate) sparse: Vec<String>,
    /// Of a board or server that has several of the device.
    #[serde(default)]
    pub(crate) share: Vec<String>,
}

/// As in the core crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confidence {
    Datasheet,
    Secondary,
    Article,
}

impl Stated {
    fn all(&self) -> impl Iterator<Item = &String> {
        self.fields.iter().chain(&self.sparse).chain(&self.share)
    }
}

/// Vendors round as much.
const TOLERANCE: f64 = 0.02;

/// Numbers within the tolerance, or the same word.
pub(super) fn agree(ours: &str, theirs: &str) -> bool {
    match (ours.parse::<f64>(), theirs.parse::<f64>()) {
        (Ok(ours), Ok(theirs)) => (theirs - ours).abs() <= TOLERANCE * ours,
        _ => ours == theirs,
    }
}

impl Facts {
    /// The entries that state one fact.
    pub(super) fn stating<'a, 'b>(
        &'a self,
        id: &'b str,
        field: &'b str,
    ) -> impl Iterator<Item = &'a Stated> + use<'a, 'b> {
        self.stated
            .iter()
            .filter(move |stated| stated.gpus.iter().any(|gpu| gpu == id) && stated.all().any(|stated| stated == field))
    }

    /// Whether a source itself states one fact.
    pub(crate) fn states(&self, source: &str, gpu: &Gpu, field: &str) -> bool {
        self.stating(&gpu.id, field).any(|stated| stated.source == source)
    }

    /// Ids of the sources of one fact; those of what it is made from where no source states it.
    pub(crate) fn sources_of<'a>(&'a self, gpu: &Gpu, field: &str) -> BTreeSet<&'a str> {
        let stated: BTreeSet<&str> = self.stating(&gpu.id, field).map(|stated| stated.source.as_str()).collect();
        if !stated.is_empty() {
            return stated;
        }
        if let Some((multiple, _)) = self.derived.multiple(&gpu.id, field) {
            let mut sources = self.sources_of(gpu, &multiple.of);
            sources.extend(multiple.sources.iter().map(String::as_str));
            return sources;
        }
        let copied = self.derived.copied(&gpu.id, field).and_then(|copied| self.gpu(&copied.from).ok());
        copied.map_or_else(BTreeSet::new, |other| self.sources_of(other, field))
    }

    /// Ids of all sources of a row.
    fn sources(&self, gpu: &Gpu) -> BTreeSet<&str> {
        let facts = gpu.facts();
        let of_facts = facts.keys().flat_map(|field| self.sources_of(gpu, field));
        of_facts.collect()
    }

    /// How well a row is documented: `Datasheet` where documents of the vendor, or texts that quote them, state its memory, its
    /// bandwidth and its main speed of this very GPU. The main speed is the first of BF16, FP16, FP8 and FP32 that it has.
    pub(crate) fn confidence(&self, gpu: &Gpu) -> Confidence {
        if gpu.is_of_a_guide() {
            return Confidence::Article;
        }
        let facts = gpu.facts();
        let main = ["bf16_tflops", "fp16_tflops", "fp8_tflops", "fp32_tflops"];
        let main = main.into_iter().find(|field| facts.contains_key(field));
        let is_vendors = |field: &str| {
            self.stating(&gpu.id, field).any(|stated| {
                let kind = self.source(&stated.source).ok().and_then(|source| source.kind);
                matches!(kind, Some(Kind::Vendor | Kind::Quote))
            })
        };
        let by_vendor = |main| ["memory_gib", "bandwidth_gb_s", main].into_iter().all(is_vendors);
        if main.is_some_and(by_vendor) { Confidence::Datasheet } else { Confidence::Secondary }
    }

    /// Fails where a fact has neither a source nor something it is made from.
    pub(super) fn check_origins(&self, gpu: &Gpu) -> Result<()> {
        for (field, ours) in gpu.facts() {
            let kinds: Vec<_> = self.stating(&gpu.id, field).map(|stated| self.source(&stated.source)).collect();
            if kinds.is_empty() {
                self.check_made(gpu, field, &ours)?;
            }
            let kinds: Vec<_> = kinds.into_iter().map(|source| Ok(source?.kind)).collect::<Result<_>>()?;
            ensure!(
                kinds.len() < 2 || !kinds.contains(&Some(Kind::Database)),
                "a database is cited for {field}, which another source states"
            );
        }
        Ok(())
    }

    /// Fails where a source states what the row does not have, twice the same, or is of no kind.
    pub(super) fn check_stated(&self) -> Result<()> {
        let mut met = BTreeSet::new();
        for stated in &self.stated {
            let source = self.source(&stated.source)?;
            ensure!(source.kind.is_some(), "source {} of a GPU has no kind", source.id);
            ensure!(stated.all().next().is_some(), "stated.toml: {} states nothing", source.id);
            for gpu in &stated.gpus {
                let facts = self.gpu(gpu)?.facts();
                for field in stated.all() {
                    ensure!(facts.contains_key(field.as_str()), "{} states {field}, which {gpu} has not", source.id);
                    ensure!(met.insert((&stated.source, gpu, field)), "{} states {field} of {gpu} twice", source.id);
                }
            }
        }
        Ok(())
    }

    /// The GPU of an id.
    pub(super) fn gpu(&self, id: &str) -> Result<&Gpu> {
        self.gpus.iter().find(|gpu| gpu.id == id).with_context(|| format!("there is no GPU {id}"))
    }

    /// Sources by id, and which of them each GPU cites, by their places: only the table of cards shows them, so they are not in the core.
    pub(crate) fn gpu_sources(&self) -> Result<String> {
        #[derive(Serialize)]
        struct Cited<'a> {
            sources: BTreeMap<&'a str, &'a Source>,
            gpus: BTreeMap<&'a str, Vec<usize>>,
        }
        let gpus: BTreeMap<_, _> = self.gpus.iter().map(|gpu| (gpu.id.as_str(), self.sources(gpu))).collect();
        let sources = self.by_id(gpus.values().flatten().copied())?;
        let ids: BTreeSet<&str> = sources.keys().copied().collect();
        let gpus = gpus.into_iter().map(|(gpu, own)| (gpu, places(&ids, own))).collect();
        Ok(serde_json::to_string_pretty(&Cited { sources, gpus })? + "\n")
    }

    /// Sources by GPU and fact, where they are not simply those of the row: their places in its list, from 1; one line for each GPU.
    pub(super) fn field_sources(&self) -> Result<String> {
        self.lines(|gpu| {
            let row = self.sources(gpu);
            let places = gpu.facts().into_keys().map(|field| (field, places(&row, self.sources_of(gpu, field))));
            places
                .filter(|(_, places)| places.len() < row.len())
                .map(|(field, places)| (field, json!(places)))
                .collect()
        })
    }

    /// What each fact that is not printed as it stands was made from; one line for each GPU.
    pub(super) fn derivations(&self) -> Result<String> {
        self.lines(|gpu| {
            let facts = gpu.facts().into_keys();
            facts.filter_map(|field| Some((field, self.derivation(gpu, field)?))).collect()
        })
    }

    fn derivation(&self, gpu: &Gpu, field: &str) -> Option<Value> {
        let has = |fields: &[String]| fields.iter().any(|stated| stated == field);
        let stated: Vec<&Stated> = self.stating(&gpu.id, field).collect();
        if stated.iter().any(|stated| has(&stated.fields)) {
            return None;
        }
        if stated.iter().any(|stated| has(&stated.share)) {
            return Some(json!({ "kind": "share" }));
        }
        if !stated.is_empty() {
            return Some(json!({ "kind": "sparse" }));
        }
        if let Some((multiple, times)) = self.derived.multiple(&gpu.id, field) {
            return Some(json!({ "kind": "multiple", "of": multiple.of, "times": times }));
        }
        let copied = self.derived.copied(&gpu.id, field)?;
        Some(json!({ "kind": "copied", "from": copied.from, "times": copied.times }))
    }

    fn lines(&self, of: impl Fn(&Gpu) -> BTreeMap<&'static str, Value>) -> Result<String> {
        let mut lines = Vec::new();
        for gpu in &self.gpus {
            let facts = of(gpu);
            if !facts.is_empty() {
                lines.push(format!("  {:?}: {}", gpu.id, serde_json::to_string(&facts)?));
            }
        }
        Ok(format!("{{\n{}\n}}\n", lines.join(",\n")))
    }
}

/// Where some ids stand in the order of all, from 1: shorter than the ids.
fn places<'a>(all: &BTreeSet<&str>, ids: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
    ids.into_iter().filter_map(|id| all.iter().position(|of_all| *of_all == id)).map(|place| place + 1).collect()
}
