//! Rows of images and videos.

use std::path::Path;

use anyhow::Result;

use super::case::{Case, Key, Outcome};
use crate::csv::Record;

/// Times of `diffusion-measured.csv`.
pub(super) fn rows(path: &Path) -> Result<Vec<Case>> {
    let text = super::read(path)?;
    let table = super::table(&text, path, &["id", "group"])?;
    Ok(table
        .records()
        .map(|row| refused(row, Key::DiffusionTime, super::number(row, "value_s_per_item").unwrap_or(0.0)))
        .collect())
}

/// Memory of a row of `memory-measured.csv` that is no language model's.
pub(super) fn memory(row: Record<'_>) -> Case {
    refused(row, Key::DiffusionMemory, super::number(row, "measured_GB").unwrap_or(0.0))
}

fn refused(row: Record<'_>, key: Key, measured: f64) -> Case {
    Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: String::new(),
        key,
        measured,
        outcome: Outcome::Refused("models of images and videos are not estimated yet".to_owned()),
        rules: vec![],
        reading: String::new(),
    }
}
