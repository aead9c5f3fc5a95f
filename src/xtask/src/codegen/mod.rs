//! Facts in `src/core/data` → the tables of the core crate and the price snapshots of the page.
//!
//! It checks what it reads (order, sources, dates, decimals) and computes nothing.

mod achievable;
pub(crate) mod catalog;
mod cited;
mod facts;
mod tables;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::process::root;
use catalog::Catalog;
pub(crate) use facts::{Facts, Gpu, Instance};

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

fn outputs(data: &Path) -> Result<[(&'static str, String); 11]> {
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
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        (part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())).then(|| part.parse::<u32>().ok())?
    };
    let date = match parts.as_slice() {
        [year, month, day] => number(year, 4).zip(number(month, 2)).zip(number(day, 2)),
        _ => None,
    };
    let valid = date.is_some_and(|((year, month), day)| {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u32::from(leap),
            _ => 0,
        };
        1 <= day && day <= days
    });
    ensure!(valid, "`{text}` is no date such as 2026-11-30");
    Ok(())
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::catalog;
    use gpu_cost_core::requirement::{denoiser_parameters, parameters};

    use super::{check_date, check_order, facts, root};

    #[test]
    fn parameters_of_every_model_are_exact() {
        let facts = facts::read_all(&root().join("src/core/data")).expect("the facts can be read");
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
