//! The requirement model against measured rows: what it predicts of each, how far off it is, and what common rules give.
//!
//! It calculates nothing of its own: rows become workloads of the core. No row, id or source is a special case; what a
//! row does not say is filled in by rules that hold for all.

mod case;
mod covered;
mod diffusion;
mod document;
mod fit;
mod inference;
mod memory;
mod metric;
mod name;
mod refusal;
mod report;
mod training;
mod tuning;
mod validate;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::csv::{Record, Table};
use case::Case;

/// What to do besides predicting.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Options {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Add each row
    #[arg(long)]
    rows: bool,
    /// Do not fit without each source in turn
    #[arg(long)]
    quick: bool,
    /// Fit to all rows, and print the coefficients
    #[arg(long)]
    fit: bool,
    /// Write the document of the built-in figures
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(directory: &Path, options: Options) -> Result<()> {
    let mut cases = Vec::new();
    type Reader = fn(&Path) -> Result<Vec<Case>>;
    let readers: [(&str, Reader); 4] = [
        ("training-runs.csv", training::rows),
        ("memory-measured.csv", memory::rows),
        ("inference-measured.csv", inference::rows),
        ("diffusion-measured.csv", diffusion::rows),
    ];
    for (file, rows) in readers {
        let path = directory.join(file);
        if path.is_file() {
            cases.extend(rows(&path)?);
        }
    }
    ensure!(!cases.is_empty(), "{}: none of the files is here", directory.display());
    if options.fit {
        fit::print(&cases);
        return Ok(());
    }
    report::print(&cases, options)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A table that has these columns.
fn table(text: &str, path: &Path, columns: &[&str]) -> Result<Table> {
    let table = Table::read(text);
    for column in columns {
        ensure!(table.has(column), "{}: there is no column {column}", path.display());
    }
    Ok(table)
}

/// A number above zero; `None` where there is none.
fn number(row: Record<'_>, column: &str) -> Option<f64> {
    row.get(column).parse().ok().filter(|value: &f64| value.is_finite() && 0.0 < *value)
}

/// A count; `None` where there is none.
fn whole_number(row: Record<'_>, column: &str) -> Option<u32> {
    let value: f64 = row.get(column).parse().ok().filter(|value: &f64| value.is_finite() && 0.0 <= *value)?;
    u32::try_from(name::whole(value)).ok()
}
