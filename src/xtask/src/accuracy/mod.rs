//! The requirement model against measured rows: what it predicts of each, and how far off it is.

mod case;
mod diffusion;
mod metric;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use gpu_cost_core::candidate::GenerationCoefficients;

use crate::csv::{Record, Table};
use case::{Case, Key, Outcome};
use metric::{Pair, Summary};

/// Prints the errors of all rows, and those of each source with what is fitted to the others.
pub(crate) fn run(directory: &Path, rows: bool, fit: bool) -> Result<()> {
    let mut cases = diffusion::rows(&directory.join("diffusion-measured.csv"))?;
    let memory = read(&directory.join("memory-measured.csv"))?;
    let is_visual = |row: &Record<'_>| ["image", "video"].iter().any(|task| row.get("task").starts_with(task));
    cases.extend(Table::read(&memory).records().filter(is_visual).map(diffusion::memory));
    let fitted = GenerationCoefficients::FITTED;
    if fit {
        println!("{:#?}", self::fit(&cases, ""));
        return Ok(());
    }
    for key in Key::ALL {
        let cases: Vec<_> = cases.iter().filter(|case| case.key == key).collect();
        if cases.is_empty() {
            continue;
        }
        let predicted = |coefficients: &GenerationCoefficients, group: &str| -> Vec<Pair> {
            let cases = cases.iter().filter(|case| group.is_empty() || case.group == group);
            cases.filter_map(|case| pair(case, coefficients)).collect()
        };
        let all = predicted(&fitted, "");
        let summary = Summary::of(&all, cases.len() - all.len(), key.is_memory());
        println!("{:?} {}", key.path(), serde_json::to_string(&summary)?);
        let off = |case: &&Case| case.rules.first().map(|(_, value)| (value / case.measured - 1.0).abs());
        let rule: Vec<f64> = cases.iter().copied().filter_map(|case| off(&case)).collect();
        println!("  the common rule is off by {:?}", metric::quantile(&rule, 0.5));
        let groups: BTreeSet<&str> = cases.iter().map(|case| case.group.as_str()).collect();
        let mut left_out = Vec::new();
        for group in groups {
            let pairs = predicted(&self::fit_without(&cases, group), group);
            println!("  without {group}: {}", serde_json::to_string(&Summary::of(&pairs, 0, key.is_memory()))?);
            left_out.extend(pairs);
        }
        println!("  left out {}", serde_json::to_string(&Summary::of(&left_out, 0, key.is_memory()))?);
        for case in cases.iter().filter(|_| rows) {
            match (pair(case, &fitted), &case.outcome) {
                (Some(pair), _) => {
                    let Case { id, kind, measured, rules, reading, .. } = case;
                    println!("  {id} {measured} {:?} {rules:?} {kind} ({reading})", pair.predicted.likely);
                }
                (None, Outcome::Refused(reason)) => println!("  {}: {reason}", case.id),
                (None, Outcome::Predict(_)) => println!("  {}: rejected", case.id),
            }
        }
    }
    Ok(())
}

fn pair(case: &Case, coefficients: &GenerationCoefficients) -> Option<Pair> {
    let Outcome::Predict(predict) = &case.outcome else { return None };
    predict(coefficients).ok().map(|predicted| Pair { measured: case.measured, predicted })
}

/// Where a fit starts: round figures, so that what is left out leaves no trace.
const START: GenerationCoefficients = GenerationCoefficients {
    convolutions: 0.5,
    attention: 0.7,
    attention_of_fast: 0.4,
    video_decoder: 0.1,
    moved: [100.0, 50.0],
    moved_unet: [100.0, 50.0],
    layer: [5e-4, 2.5e-4],
};

type Knob = fn(&mut GenerationCoefficients) -> &mut f64;
const KNOBS: [Knob; 10] = [
    |fitted| &mut fitted.convolutions,
    |fitted| &mut fitted.attention,
    |fitted| &mut fitted.attention_of_fast,
    |fitted| &mut fitted.video_decoder,
    |fitted| &mut fitted.moved[0],
    |fitted| &mut fitted.moved[1],
    |fitted| &mut fitted.moved_unet[0],
    |fitted| &mut fitted.moved_unet[1],
    |fitted| &mut fitted.layer[0],
    |fitted| &mut fitted.layer[1],
];

fn fit(cases: &[Case], without: &str) -> GenerationCoefficients {
    fit_without(&cases.iter().collect::<Vec<_>>(), without)
}

/// Coordinate descent on the sum of absolute logarithmic errors of times.
fn fit_without(cases: &[&Case], without: &str) -> GenerationCoefficients {
    let cases: Vec<_> = cases.iter().filter(|case| case.key == Key::DiffusionTime && case.group != without).collect();
    let loss = |fitted: &GenerationCoefficients| -> f64 {
        let pairs = cases.iter().filter_map(|case| pair(case, fitted));
        pairs.map(|pair| (pair.predicted.likely / pair.measured).ln().abs().min(0.7)).sum()
    };
    let mut best = START;
    let mut least = loss(&best);
    for step in [1.25, 1.1, 1.04, 1.015] {
        for _ in 0..12 {
            let before = least;
            for (knob, factor) in KNOBS.iter().flat_map(|knob| [(knob, step), (knob, 1.0 / step)]) {
                let mut changed = best;
                *knob(&mut changed) *= factor;
                let now = loss(&changed);
                if now < least {
                    (best, least) = (changed, now);
                }
            }
            if before - least < 1e-3 * before {
                break;
            }
        }
    }
    best
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
    row.get(column).parse().ok()
}
