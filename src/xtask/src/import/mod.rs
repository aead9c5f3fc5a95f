//! Offers in CSV → which device each row names.
//!
//! It reads the columns `gpu`, `gpu_mem_gb`, `gpu_count`, `provider` and `instance`, of which only the first is needed,
//! and no price.

pub(crate) mod csv;
mod instance;
mod report;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use gpu_cost_core::catalog::{Gpu, Resolution, resolve_with_memory};
use gpu_cost_core::units::Bytes;

use crate::codegen::{Instance, instances};
use csv::{Record, Table};
use report::Report;

/// What a row names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// One device of the table, whole.
    One,
    /// A part of one device, or of one of several.
    Slice,
    /// Several devices have that name.
    Ambiguous,
    /// A device, but with a memory that it does not have.
    Conflict,
    /// A device that is not in the table.
    Unknown,
    /// Something else than a GPU.
    NotAGpu,
    /// The row has no name.
    Unnamed,
}

/// Prints the table of resolution of the files together.
pub(crate) fn run(files: &[PathBuf], json: bool) -> Result<()> {
    let instances = instances()?;
    let mut report = Report::default();
    for file in files {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let table = Table::read(&text);
        ensure!(table.has("gpu"), "{}: there is no column gpu", file.display());
        for row in table.records() {
            let (outcome, gpus) = resolve(row, &instances);
            report.add(outcome, row.get("gpu"), &gpus);
        }
    }
    print!("{}", if json { report.json() + "\n" } else { report.text() });
    Ok(())
}

/// The device of a row: by its name, and by its instance where that leaves several or is an instance itself.
fn resolve(row: Record, instances: &[Instance]) -> (Outcome, Vec<&'static Gpu>) {
    let name = row.get("gpu");
    if name.is_empty() {
        return (Outcome::Unnamed, Vec::new());
    }
    let find = |name| instance::find(instances, row.get("provider"), name);
    let instance = find(row.get("instance"));
    let is_part = row.get("gpu_count").contains('/') || instance.is_some_and(|has| has.slice);
    let memory = row.get("gpu_mem_gb").parse().ok().map(Bytes::gib).filter(|_| !is_part);
    let (outcome, gpus) = match resolve_with_memory(name, memory) {
        Resolution::One(gpu) => (Outcome::One, vec![gpu]),
        Resolution::Several(gpus) => (Outcome::Ambiguous, gpus),
        Resolution::Slice(gpus) => (Outcome::Slice, gpus),
        Resolution::Conflict(gpus) => (Outcome::Conflict, gpus),
        Resolution::Unknown => match find(name) {
            Some(has) if !has.slice => (Outcome::One, vec![has.gpu]),
            _ => (Outcome::Unknown, Vec::new()),
        },
        Resolution::NotAGpu => (Outcome::NotAGpu, Vec::new()),
    };
    let settled = instance.map(|has| has.gpu).filter(|has| gpus.iter().any(|gpu| gpu.id == has.id));
    match (outcome, settled) {
        (Outcome::One | Outcome::Ambiguous, _) if is_part => (Outcome::Slice, settled.map_or(gpus, |gpu| vec![gpu])),
        (Outcome::Slice, Some(gpu)) => (outcome, vec![gpu]),
        (Outcome::Ambiguous, Some(gpu)) => (Outcome::One, vec![gpu]),
        _ => (outcome, gpus),
    }
}

#[cfg(test)]
mod tests;
