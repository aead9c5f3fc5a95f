//! Facts in `src/core/data` → the tables of the core crate and the price snapshots of the page.
//!
//! It checks what it reads (order, sources, dates, decimals) and computes nothing.

mod achievable;
pub(crate) mod catalog;
mod cited;
mod derived;
mod facts;
mod gpu;
mod tables;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use gpu_cost_core::catalog::Date;

use crate::process::root;
use catalog::Catalog;
#[cfg(test)]
pub(crate) use cited::Stated;
pub(crate) use facts::{Facts, Instance};
pub(crate) use gpu::Gpu;

/// Writes the generated files, or, to check them, fails with the names of those that are stale.
pub(crate) fn run(check: bool) -> Result<()> {
    let root = root();
    let mut stale = Vec::new();
    for (path, content) in outputs(&root.join("src/core/data"))? {
        let file = root.join(path);
        if fs::read_to_string(&file).is_ok_and(|present| present == content) {
            continue;
        }
        stale.push(path);
        if !check {
            write(&file, &content)?;
            eprintln!("wrote {path}");
        }
    }
    if check && !stale.is_empty() {
        bail!("stale: {}; run `cargo xtask codegen`", stale.join(", "));
    }
    Ok(())
}

/// The facts as they are in the files.
pub(crate) fn facts() -> Result<Facts> {
    facts::read_all(&root().join("src/core/data"))
}

/// Which device the instance families of clouds have.
pub(crate) fn instances() -> Result<Vec<Instance>> {
    Ok(facts()?.instances)
}

/// The price snapshots.
pub(crate) fn snapshots() -> Result<[Catalog; 2]> {
    let data = root().join("src/core/data");
    Ok([read(&data.join("catalog-cny.toml"))?, read(&data.join("catalog-usd.toml"))?])
}

fn outputs(data: &Path) -> Result<[(&'static str, String); 12]> {
    let facts: Facts = facts::read_all(data)?;
    let [cny, usd, guide]: [Catalog; 3] = [
        read(&data.join("catalog-cny.toml"))?,
        read(&data.join("catalog-usd.toml"))?,
        read(&data.join("catalog-guide.toml"))?,
    ];
    facts.check()?;
    facts.achievable.check(&facts)?;
    for (catalog, name) in [(&cny, "catalog-cny.toml"), (&usd, "catalog-usd.toml"), (&guide, "catalog-guide.toml")] {
        catalog.check(&facts).with_context(|| name)?;
    }
    facts.check_sources_are_cited(cny.cited().chain(usd.cited()).chain(guide.cited()))?;
    Ok([
        ("src/core/src/catalog/tables.rs", tables::render(&facts)?),
        ("src/core/src/catalog/achieved.rs", facts.achievable.render()),
        ("www/element/specs/notes.json", facts.notes()?),
        ("www/element/specs/names.json", facts.names()?),
        ("www/element/specs/sources.json", facts.gpu_sources()?),
        ("www/element/verification/sources.json", facts.achieved_sources()?),
        ("www/element/specs/field-sources.json", facts.field_sources()?),
        ("www/element/specs/derived.json", facts.derivations()?),
        ("www/catalogs/cny.json", cny.json(&facts)?),
        ("www/catalogs/usd.json", usd.json(&facts)?),
        ("www/catalogs/guide.json", guide.json(&facts)?),
        ("www/catalogs/catalog.schema.json", schema()),
    ])
}

/// The JSON Schema of a catalog file, from the types that read one.
fn schema() -> String {
    format!("{:#}\n", gpu_cost::dto::catalog::schema())
}

/// Reads a file of TOML.
pub(crate) fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

fn write(path: &Path, content: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

/// Ids must be in order, which also makes them unique.
fn check_order<'a>(kind: &str, ids: impl Iterator<Item = &'a str>) -> Result<()> {
    let ids: Vec<&str> = ids.collect();
    for pair in ids.windows(2) {
        if let [before, after] = pair {
            ensure!(before < after, "{kind} {after} must come before {before}, and only once");
        }
    }
    for id in ids {
        let plain = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte));
        ensure!(plain && !id.is_empty(), "{kind} {id}: an id has only lower-case letters, digits, hyphens and dots");
    }
    Ok(())
}

/// A day of the calendar, as `2026-11-30`.
fn check_date(text: &str) -> Result<()> {
    ensure!(Date::parse(text).is_some(), "`{text}` is no date such as 2026-11-30");
    Ok(())
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::catalog;
    use gpu_cost_core::requirement::{denoiser_parameters, parameters};

    use super::cited::Confidence;
    use super::{check_date, check_order, facts};

    #[test]
    fn parameters_of_every_model_are_exact() {
        let facts = facts().expect("the facts can be read");
        assert!(!facts.models.is_empty());
        for model in facts.models {
            let counted = match catalog::model(&model.id) {
                Some(built_in) => parameters(&built_in.architecture).total,
                None => {
                    let built_in = catalog::visual_model(&model.id).expect("generated tables are fresh");
                    denoiser_parameters(&built_in.denoiser)
                }
            };
            assert_eq!(counted, model.parameters, "{}", model.id);
        }
    }

    /// Reviewed by hand: which rows a vendor's document covers, and which it does not.
    #[test]
    fn how_well_a_row_is_documented_follows_from_its_sources() {
        let facts = facts().expect("the facts can be read");
        let of = |id: &str| facts.confidence(facts.gpu(id).expect("there is such a GPU"));
        for id in [
            "amd-mi210-64gb", // its speeds are those of one MI250 die
            "amd-mi355x-288gb",
            "cambricon-mlu370-x8-24gb",
            "enflame-s60-48gb", // no speed is disclosed
            "moore-mtt-s4000-48gb",
            "moore-mtt-s80-16gb",
            "nvidia-a800-40gb-active", // BF16 is derived
            "nvidia-h100-nvl-94gb",
            "nvidia-h20-141gb", // copied
            "nvidia-rtx-5080-16gb",
            "nvidia-rtx-pro-6000-bw-server-96gb",
            "nvidia-t4-16gb",
            "nvidia-v100-pcie-16gb",
            "nvidia-v100-pcie-32gb",
        ] {
            assert_eq!(of(id), Confidence::Secondary, "{id}");
        }
        for id in [
            "amd-mi250-64gb",
            "amd-mi300x-192gb",
            "aws-trainium2-96gb",
            "google-tpu-v5e-16gb",
            "huawei-ascend-910b3-64gb",
            "nvidia-a100-pcie-80gb",
            "nvidia-h100-sxm-80gb",
            "nvidia-l40s-48gb",
            "nvidia-rtx-3090-24gb",
            "nvidia-rtx-5090-32gb",
            "nvidia-v100-sxm2-32gb",
        ] {
            assert_eq!(of(id), Confidence::Datasheet, "{id}");
        }
        assert_eq!(of("ref-article-inference-card"), Confidence::Article);
    }

    /// What is wrong with the facts after a change, and with the citations of one figure.
    #[track_caller]
    fn refuses(change: impl FnOnce(&mut super::Facts), why: &str) {
        let mut facts = facts().expect("the facts can be read");
        change(&mut facts);
        let error = format!("{:#}", facts.check().expect_err("it is refused"));
        assert!(error.contains(why), "{error}");
    }

    #[test]
    fn a_figure_that_no_source_states_is_refused() {
        let s5000 = |facts: &mut super::Facts| {
            let row = facts.gpus.iter_mut().find(|gpu| gpu.id == "moore-mtt-s5000-80gb");
            row.expect("there is such a GPU").int8_tops = Some(1000.0);
        };
        refuses(s5000, "no source states int8_tops, and derived.toml does not make it");
        refuses(
            |facts| facts.stated.retain(|stated| stated.source != "aws-neuron-docs"),
            "GPU aws-inferentia1-8gb: no source states",
        );
        refuses(
            |facts| {
                let row = facts.gpus.iter_mut().find(|gpu| gpu.id == "nvidia-rtx-5080-16gb");
                row.expect("there is such a GPU").bf16_tflops = Some(120.0);
            },
            "bf16_tflops is 120, made from others",
        );
        refuses(
            |facts| {
                let source = facts.sources.iter_mut().find(|source| source.id == "public-mthreads");
                source.expect("there is such a source").kind = None;
            },
            "source public-mthreads of a GPU has no kind",
        );
        refuses(
            |facts| {
                let row = facts.gpus.iter_mut().find(|gpu| gpu.id == "moore-mtt-s5000-80gb");
                row.expect("there is such a GPU").fp8_tflops = None;
            },
            "public-mthreads states fp8_tflops, which moore-mtt-s5000-80gb has not",
        );
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        for (text, valid) in [
            ("2024-02-29", true),
            ("2026-11-30", true),
            ("2026-02-29", false),
            ("1900-02-29", false),
            ("2026-11-31", false),
            ("2026-13-01", false),
            ("2026-1-1", false),
            ("2026-11", false),
            ("+026-11-30", false),
        ] {
            assert_eq!(check_date(text).is_ok(), valid, "{text}");
        }
    }

    #[test]
    fn ids_are_sorted_unique_and_plain() {
        for (ids, valid) in
            [(vec!["a", "a-1", "b.2"], true), (vec!["b", "a"], false), (vec!["a", "a"], false), (vec!["A"], false)]
        {
            assert_eq!(check_order("row", ids.iter().copied()).is_ok(), valid, "{ids:?}");
        }
    }
}
