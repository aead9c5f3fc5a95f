//! What both have, and who is right.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};

use super::{Figures, Table, Verdict};
use crate::codegen::{Facts, Gpu};

/// Figures that differ by no more agree: vendors round as much.
const TOLERANCE: f64 = 0.02;

/// What floating point adds: 2,040 is within 2 % of 2,000.
const ROUNDING: f64 = 1e-9;

/// A figure that both have.
pub(super) struct Comparison<'a> {
    pub(super) table: &'a str,
    pub(super) gpu: &'a Gpu,
    pub(super) field: &'static str,
    pub(super) ours: String,
    pub(super) theirs: String,
    pub(super) agrees: bool,
    /// The row cites the table for the figure, so that it says nothing.
    pub(super) cited: bool,
}

/// Everything that the tables and the rows both have.
pub(super) fn compare<'a>(tables: &'a [Table], facts: &'a Facts, figures: &Figures) -> Result<Vec<Comparison<'a>>> {
    let mut comparisons = Vec::new();
    for table in tables {
        for (device, ids) in &table.devices {
            let theirs = figures.get(&table.id).and_then(|devices| devices.get(device));
            let theirs = theirs.with_context(|| format!("no figures of {device} in {}: add --fetch", table.id))?;
            for id in ids {
                let gpu = facts.gpus.iter().find(|gpu| gpu.id == *id);
                let gpu = gpu.with_context(|| format!("there is no GPU {id}"))?;
                let devices = if table.boards.contains(device) { gpu.devices_per_board } else { 1 };
                comparisons.extend(of_device(table, facts, gpu, theirs, devices));
            }
        }
    }
    Ok(comparisons)
}

fn of_device<'a>(
    table: &'a Table,
    facts: &'a Facts,
    gpu: &'a Gpu,
    theirs: &BTreeMap<String, Vec<String>>,
    devices: u32,
) -> impl Iterator<Item = Comparison<'a>> {
    gpu.facts().into_iter().filter_map(move |(field, ours)| {
        let theirs = nearest(&ours, theirs.get(field)?, devices);
        let cited = table.cited_as.iter().any(|own| facts.states(own, gpu, field))
            && !table.not_cited_for.iter().any(|other| other == field);
        Some(Comparison { table: &table.id, gpu, field, agrees: agree(&ours, &theirs), ours, theirs, cited })
    })
}

/// Each disagreement with its verdict; fails where one has none that holds, and where a verdict is on no disagreement.
pub(super) fn judge<'a>(
    verdicts: &'a [Verdict],
    comparisons: &'a [Comparison<'a>],
) -> Result<Vec<(&'a Comparison<'a>, &'a Verdict)>> {
    let (mut judged, mut wrong) = (Vec::new(), Vec::new());
    for comparison in comparisons.iter().filter(|comparison| !comparison.agrees) {
        let Comparison { table, gpu, field, ours, theirs, .. } = comparison;
        match verdict(verdicts, comparison) {
            Ok(verdict) => judged.push((comparison, verdict)),
            Err(error) => wrong.push(format!("{table} {} {field}, ours {ours}, theirs {theirs}: {error}", gpu.id)),
        }
    }
    let met: BTreeSet<_> = judged.iter().map(|(of, _)| (of.table, of.field, of.gpu.id.as_str())).collect();
    for Verdict { table, fields, gpus, .. } in verdicts {
        for field in fields {
            let idle = gpus.iter().filter(|id| !met.contains(&(table.as_str(), field.as_str(), id.as_str())));
            wrong.extend(idle.map(|id| format!("{table} {id} {field}: a verdict on no disagreement")));
        }
    }
    ensure!(wrong.is_empty(), "{} to settle in cross-check.toml:\n{}", wrong.len(), wrong.join("\n"));
    Ok(judged)
}

fn verdict<'a>(verdicts: &'a [Verdict], comparison: &Comparison) -> Result<&'a Verdict> {
    let Comparison { table, gpu, field, theirs, cited, .. } = comparison;
    ensure!(!cited, "the row cites the table for it; take it from what stated.toml says of the table");
    let is_on_it = |verdict: &&Verdict| {
        verdict.table == *table && verdict.fields.iter().any(|judged| judged == field) && verdict.gpus.contains(&gpu.id)
    };
    let mut found = verdicts.iter().filter(is_on_it);
    let verdict = found.next().context("no verdict")?;
    ensure!(found.next().is_none(), "two verdicts");
    ensure!(!verdict.why.is_empty(), "the verdict does not say why");
    if let Some(multiple) = &verdict.theirs_is {
        let our = multiple.our.as_deref().unwrap_or(field);
        let ours = gpu.facts().get(our).and_then(|ours| ours.parse::<f64>().ok());
        let predicted = multiple.times * ours.with_context(|| format!("the row has no {our}"))?;
        ensure!(agree(&predicted.to_string(), theirs), "{} × our {our} is {predicted}", multiple.times);
    }
    Ok(verdict)
}

/// Numbers within the tolerance, or the same word.
fn agree(ours: &str, theirs: &str) -> bool {
    match (ours.parse::<f64>(), theirs.parse::<f64>()) {
        (Ok(ours), Ok(theirs)) => (theirs - ours).abs() <= TOLERANCE * ours + ROUNDING,
        _ => ours.eq_ignore_ascii_case(theirs),
    }
}

/// Of their figures, each shared by so many devices, the one nearest to ours.
fn nearest(ours: &str, theirs: &[String], devices: u32) -> String {
    let shared = |text: &String| {
        text.parse::<f64>().map_or_else(|_| text.clone(), |value| (value / f64::from(devices)).to_string())
    };
    let distance = |text: &String| {
        let pair = ours.parse::<f64>().ok().zip(text.parse::<f64>().ok());
        pair.map_or(0.0, |(ours, theirs)| (ours - theirs).abs())
    };
    theirs.iter().map(shared).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or_default()
}
