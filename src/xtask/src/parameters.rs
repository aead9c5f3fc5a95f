//! Parameters of the models that `config.json` files describe, against those that a table states.
//!
//! It counts nothing itself. A file that is refused counts as off; one whose count the table does not state is only
//! reported.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use gpu_cost::dto::model_config::{self, ModelConfig, Tower};
use gpu_cost_core::requirement::{denoiser_parameters, parameters};
use serde::Serialize;

use crate::csv::Table;

/// What the command prints with `--json`.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// Files with a stated count.
    files: usize,
    exact: usize,
    off: Vec<Off>,
}

/// A file whose count is not the stated one.
#[derive(Debug, Serialize)]
struct Off {
    file: String,
    expected: u64,
    /// `None` where the file is refused.
    got: Option<u64>,
}

/// Prints the comparison; what was refused or has no stated count goes to standard error.
pub(crate) fn run(directory: &Path, json: bool) -> Result<()> {
    let index = read(&directory.join("index.csv"))?;
    let table = Table::read(&index);
    for column in ["file", "exact_param_count"] {
        ensure!(table.has(column), "index.csv: there is no column {column}");
    }
    let mut report = Report::default();
    for row in table.records() {
        let (file, stated) = (row.get("file"), row.get("exact_param_count"));
        let got = count(file, &read(&directory.join(file))?);
        if let Err(reason) = &got {
            eprintln!("{file}: {reason}");
        }
        let got = got.ok();
        if stated.is_empty() {
            eprintln!("{file}: no count is stated, got {got:?}");
            continue;
        }
        let expected = stated.parse().with_context(|| format!("{file}: exact_param_count"))?;
        report.files += 1;
        if got == Some(expected) {
            report.exact += 1;
        } else {
            report.off.push(Off { file: file.to_owned(), expected, got });
        }
    }
    if json {
        println!("{}", serde_json::to_string(&report)?);
        return Ok(());
    }
    for Off { file, expected, got } in &report.off {
        println!("{file}: expected {expected}, got {}", got.map_or("none".to_owned(), |got| got.to_string()));
    }
    println!("{} of {} exact", report.exact, report.files);
    Ok(())
}

/// All parameters of the model that a text describes, or what is wrong with the text.
fn count(file: &str, text: &str) -> Result<u64, String> {
    match model_config::read(text) {
        Ok(ModelConfig::Language { architecture, tower, .. }) => {
            if tower == Tower::NotCounted {
                eprintln!("{file}: the language model alone");
            }
            Ok(parameters(&architecture).total)
        }
        Ok(ModelConfig::Denoiser(denoiser)) => Ok(denoiser_parameters(&denoiser)),
        Err(issues) => Err(issues.iter().map(|issue| issue.message()).collect::<Vec<_>>().join("; ")),
    }
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
