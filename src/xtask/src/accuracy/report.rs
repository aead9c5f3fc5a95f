//! What is printed.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::Result;
use gpu_cost_core::candidate::Coefficients;
use serde_json::{Value, json};

use super::case::{Case, Key};
use super::metric::{Pair, Summary};
use super::validate::{Predicted, cross_validated, predicted};
use super::{Options, covered, document, refusal};

/// Prints errors by key, and writes the document where that is asked for.
pub(crate) fn print(cases: &[Case], options: Options) -> Result<()> {
    let results: Vec<_> = cases.iter().map(|case| predicted(case, &Coefficients::FITTED)).collect();
    let left_out = (!options.quick || options.write).then(|| cross_validated(cases));
    if let (true, Some(left_out)) = (options.write, &left_out) {
        document::write(cases, &results, left_out)?;
        covered::write(cases)?;
    }
    if options.json {
        return output(&serde_json::to_string(&object(cases, &results, left_out.as_deref(), options)?)?);
    }
    let mut printed = String::new();
    for key in Key::ALL {
        printed += &text(cases, &results, left_out.as_deref(), key);
    }
    if options.rows {
        let rows = cases.iter().zip(&results).map(|(case, result)| row(case, result).to_string());
        printed += &rows.collect::<Vec<_>>().join("\n");
    } else {
        printed += "\n";
        printed += &document::worst(cases, &results);
    }
    output(&printed)
}

/// Prints; who reads may stop where they like.
fn output(text: &str) -> Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}

fn object(cases: &[Case], results: &[Predicted], left_out: Option<&[Predicted]>, options: Options) -> Result<Value> {
    let mut object = json!({});
    for key in Key::ALL {
        let Some(summary) = summary(cases, results, key) else { continue };
        let [first, second] = key.path();
        object[first][second] = serde_json::to_value(&summary)?;
        if let Some(left_out) = left_out {
            object[first][second]["left_out"] = serde_json::to_value(self::summary(cases, left_out, key))?;
        }
    }
    if options.rows {
        object["rows"] = cases.iter().zip(results).map(|(case, result)| row(case, result)).collect();
    }
    Ok(object)
}

/// How well the rows of a key are predicted; `None` where there are none.
pub(crate) fn summary(cases: &[Case], results: &[Predicted], key: Key) -> Option<Summary> {
    summary_of(cases, results, key, |_| true)
}

fn summary_of(cases: &[Case], results: &[Predicted], key: Key, chosen: impl Fn(&Case) -> bool) -> Option<Summary> {
    let rows = cases.iter().zip(results).filter(|(case, _)| case.key == key && chosen(case));
    let all: Vec<_> = rows.map(|(_, result)| result).collect();
    let pairs: Vec<_> = all.iter().filter_map(|result| result.as_ref().ok()).copied().collect();
    (!all.is_empty()).then(|| Summary::of(&pairs, all.len() - pairs.len(), key.is_memory()))
}

fn row(case: &Case, result: &Predicted) -> Value {
    let key = case.key.path().join(".");
    let Case { id, measured, reading, .. } = case;
    match result {
        Ok(Pair { measured, predicted }) => json!({
            "id": id, "key": key, "measured": measured,
            "low": predicted.low, "likely": predicted.likely, "high": predicted.high, "readAs": reading,
        }),
        Err(reason) => json!({"id": id, "key": key, "measured": measured, "refused": reason}),
    }
}

fn text(cases: &[Case], results: &[Predicted], left_out: Option<&[Predicted]>, key: Key) -> String {
    let Some(all) = summary(cases, results, key) else { return String::new() };
    let mut text = line(&key.path().join("."), &all);
    for (reason, rows) in refusal::counted(cases, results, key) {
        text += &format!("    refused {rows}: {reason}\n");
    }
    if let Some(all) = left_out.and_then(|left_out| summary(cases, left_out, key)) {
        text += &line("  left out", &all);
    }
    let groups: BTreeSet<_> = cases.iter().filter(|case| case.key == key).map(|case| case.group.as_str()).collect();
    for group in groups {
        for (suffix, results) in [("", Some(results)), (", left out", left_out)] {
            let of_group = |results| summary_of(cases, results, key, |case| case.group == group);
            if let Some(summary) = results.and_then(of_group) {
                text += &line(&format!("    {group}{suffix}"), &summary);
            }
        }
    }
    text
}

fn line(title: &str, summary: &Summary) -> String {
    format!(
        "{title:40} rows {:4}, refused {:3}, median {:>5} %, p90 {:>5} %, signed {:>6} %, in range {:>5} %{}\n",
        summary.rows,
        summary.refused,
        percent(summary.median_abs_rel_error),
        percent(summary.p90_abs_rel_error),
        percent(summary.median_signed_rel_error),
        percent(summary.inside_80_range),
        summary
            .under_by_10_percent
            .map_or(String::new(), |share| format!(", under by 10 % {} %", percent(Some(share)))),
    )
}

/// A share in percent.
pub(crate) fn percent(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{:.1}", 100.0 * value))
}
