//! What is printed.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use gpu_cost_core::candidate::Coefficients;
use serde_json::{Value, json};

use super::case::{Case, Key, Outcome};
use super::metric::{Pair, Summary, quantile};
use super::{Options, fit};

/// Prints errors by key.
pub(crate) fn print(cases: &[Case], options: Options) -> Result<()> {
    let results: Vec<_> = cases.iter().map(|case| predicted(case, &Coefficients::FITTED)).collect();
    let held_out = options.cross_validate.then(|| cross_validated(cases));
    let mut object = json!({});
    for key in Key::ALL {
        let Some(summary) = summary(cases, &results, key) else { continue };
        let [first, second] = key.path();
        object[first][second] = serde_json::to_value(&summary)?;
        if let Some(held_out) = &held_out {
            object[first][second]["left_out"] = serde_json::to_value(self::summary(cases, held_out, key))?;
        }
        if options.rows {
            let rows = cases.iter().zip(&results).filter(|(case, _)| case.key == key);
            object[first][second]["each"] = rows.map(|(case, result)| row(case, result)).collect();
        }
    }
    if options.json {
        println!("{}", serde_json::to_string(&object)?);
        return Ok(());
    }
    for key in Key::ALL {
        text(cases, &results, held_out.as_deref(), key, options);
    }
    Ok(())
}

pub(crate) type Predicted = Result<Pair, String>;

fn predicted(case: &Case, fitted: &Coefficients) -> Predicted {
    match &case.outcome {
        Outcome::Predict(predict) => match predict(fitted) {
            Ok(predicted) => Ok(Pair { measured: case.measured, predicted }),
            Err(rejection) => Err(format!("{rejection:?}")),
        },
        Outcome::Refused(reason) => Err(reason.clone()),
    }
}

/// Each row by coefficients that were fitted without its source; where all rows of a key have one source, without its
/// model or GPU.
fn cross_validated(cases: &[Case]) -> Vec<Predicted> {
    let mut folds: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let groups: BTreeSet<_> =
            cases.iter().filter(|other| other.key == case.key).map(|other| &other.group).collect();
        let single = groups.len() == 1;
        folds.entry((single, if single { &case.kind } else { &case.group })).or_default().push(index);
    }
    let mut results: Vec<Predicted> = cases.iter().map(|_| Err("not predicted".to_owned())).collect();
    for ((single, name), members) in folds {
        let rest: Vec<_> =
            cases.iter().filter(|case| if single { case.kind != name } else { case.group != name }).collect();
        let fitted = if members.iter().any(|index| fit::is_fitted(cases[*index].key)) {
            fit::fit(&rest, Coefficients::ASSUMED)
        } else {
            Coefficients::FITTED
        };
        for index in members {
            results[index] = predicted(&cases[index], &fitted);
        }
    }
    results
}

fn summary(cases: &[Case], results: &[Predicted], key: Key) -> Option<Summary> {
    let of_key: Vec<_> =
        cases.iter().zip(results).filter(|(case, _)| case.key == key).map(|(_, result)| result).collect();
    let pairs: Vec<_> = of_key.iter().filter_map(|result| result.as_ref().ok()).copied().collect();
    (!of_key.is_empty()).then(|| Summary::of(&pairs, of_key.len() - pairs.len(), key.is_memory()))
}

fn row(case: &Case, result: &Predicted) -> Value {
    match result {
        Ok(Pair { measured, predicted }) => {
            json!({"id": case.id, "measured": measured, "low": predicted.low, "likely": predicted.likely, "high": predicted.high})
        }
        Err(reason) => json!({"id": case.id, "measured": case.measured, "refused": reason}),
    }
}

fn text(cases: &[Case], results: &[Predicted], held_out: Option<&[Predicted]>, key: Key, options: Options) {
    let Some(all) = summary(cases, results, key) else { return };
    let groups: BTreeSet<_> = cases.iter().filter(|case| case.key == key).map(|case| case.group.as_str()).collect();
    let [first, second] = key.path();
    line(&format!("{first}.{second}"), &all);
    if let Some(left_out) = held_out.and_then(|held_out| summary(cases, held_out, key)) {
        line("  sources left out", &left_out);
    }
    let ratios = |results: &[Predicted]| -> Vec<f64> {
        let of_key = cases.iter().zip(results).filter(|(case, _)| case.key == key);
        of_key
            .filter_map(|(_, result)| result.as_ref().ok())
            .map(|pair| pair.measured / pair.predicted.likely)
            .collect()
    };
    let ratios = ratios(held_out.unwrap_or(results));
    if let (Some(low), Some(high)) = (quantile(&ratios, 0.1), quantile(&ratios, 0.9)) {
        println!("  four in five of measured / likely: {low:.2} to {high:.2}");
    }
    for group in groups {
        for (title, results) in [("", Some(results)), (" left out", held_out)] {
            let Some(results) = results else { continue };
            let members: Vec<_> =
                cases.iter().zip(results).filter(|(case, _)| case.key == key && case.group == group).collect();
            let pairs: Vec<_> = members.iter().filter_map(|(_, result)| result.as_ref().ok()).copied().collect();
            line(&format!("    {group}{title}"), &Summary::of(&pairs, members.len() - pairs.len(), key.is_memory()));
        }
    }
    if options.rows {
        for (case, result) in cases.iter().zip(results).filter(|(case, _)| case.key == key) {
            match result {
                Ok(pair) => println!(
                    "      {:44} {:12.3} {:12.3} {:+.3}  {}",
                    case.id,
                    pair.measured,
                    pair.predicted.likely,
                    pair.error(),
                    case.reading
                ),
                Err(reason) => println!("      {:44} refused: {reason}", case.id),
            }
        }
    }
}

fn line(title: &str, summary: &Summary) {
    let percent = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{:.1}", 100.0 * value));
    println!(
        "{title:44} n {:4}, refused {:3}, median {:>5} %, p90 {:>5} %, signed {:>6} %, inside {:>5} %, under {:>5} %",
        summary.rows,
        summary.refused,
        percent(summary.median_abs_rel_error),
        percent(summary.p90_abs_rel_error),
        percent(summary.median_signed_rel_error),
        percent(summary.inside_80_range),
        percent(summary.under_by_10_percent),
    );
}
