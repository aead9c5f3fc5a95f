//! Our figures of GPUs held against tables of others.
//!
//! What the tables say is kept in `cross-check.csv`, so that the comparison needs no network; `--fetch` reads it again from the
//! packages. It changes no fact: who is right where they disagree is written in `cross-check.toml`, by people.

mod compare;
mod fetch;
mod report;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::codegen::{self, Facts};
use crate::csv;
use crate::process::root;
use report::Report;

/// The folder of the data and of the document.
const FOLDER: &str = "src/core/data";

/// `cross-check.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    table: Vec<Table>,
    verdict: Vec<Verdict>,
}

/// A table of others, in a package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    id: String,
    title: String,
    client: Client,
    /// As the client is asked for it.
    package: String,
    archive: String,
    sha256: String,
    /// Our sources that are this table.
    #[serde(default)]
    cited_as: Vec<String>,
    /// Fields for which a row that cites it means other columns.
    #[serde(default)]
    not_cited_for: Vec<String>,
    /// Our devices, by their names for them.
    devices: BTreeMap<String, Vec<String>>,
    /// Which of these names are of a board, whose devices share its figures.
    #[serde(default)]
    boards: Vec<String>,
    /// Names that could be ours and are not, and why.
    #[serde(default)]
    others: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Client {
    Npm,
    Pip,
}

/// Who is right about some fields of some devices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verdict {
    table: String,
    fields: Vec<String>,
    gpus: Vec<String>,
    right: Right,
    /// What their figure is instead.
    theirs_is: Option<Multiple>,
    why: String,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Right {
    Ours,
    Theirs,
    Both,
    Unresolved,
}

/// So many times our figure, or another of our figures of the device; it is checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Multiple {
    times: f64,
    our: Option<String>,
}

/// Their figures by table, device and field; several where a device has variants.
type Figures = BTreeMap<String, BTreeMap<String, BTreeMap<String, Vec<String>>>>;

/// Writes the document, and prints it, or the same as JSON.
pub(crate) fn run(fetch: bool, json: bool) -> Result<()> {
    let data = data()?;
    if fetch {
        fetch::fetch(&data.table)?;
    }
    let (text, object) = results(&data)?;
    let path = format!("{FOLDER}/cross-check.md");
    fs::write(root().join(&path), &text).with_context(|| format!("cannot write {path}"))?;
    print!("{}", if json { object } else { text });
    Ok(())
}

fn data() -> Result<Data> {
    codegen::read(&root().join(FOLDER).join("cross-check.toml"))
}

/// The document and the JSON object.
fn results(data: &Data) -> Result<(String, String)> {
    let facts: Facts = codegen::facts()?;
    let figures = figures(&read("cross-check.csv")?);
    let comparisons = compare::compare(&data.table, &facts, &figures)?;
    let judged = compare::judge(&data.verdict, &comparisons)?;
    let report = Report { tables: &data.table, gpus: &facts.gpus, comparisons: &comparisons, judged: &judged };
    Ok((report.markdown(), report.json() + "\n"))
}

fn read(name: &str) -> Result<String> {
    fs::read_to_string(root().join(FOLDER).join(name)).with_context(|| format!("cannot read {FOLDER}/{name}"))
}

fn figures(text: &str) -> Figures {
    let mut figures = Figures::new();
    for row in csv::Table::read(text).records() {
        let field = |name: &str| row.get(name).to_owned();
        let device = figures.entry(field("table")).or_default().entry(field("device")).or_default();
        device.entry(field("field")).or_default().push(field("value"));
    }
    figures
}

#[cfg(test)]
mod tests;
