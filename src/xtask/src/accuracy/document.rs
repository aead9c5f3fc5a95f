//! The document of the errors: `src/core/data/accuracy.md`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use gpu_cost_core::candidate::Coefficients;

use super::case::{Case, Key};
use super::fit;
use super::metric::quantile;
use super::refusal;
use super::report::{percent, summary};
use super::validate::Predicted;
use crate::process::root;

/// Where the document is.
const PATH: &str = "src/core/data/accuracy.md";
/// Rows that are listed as worst.
const WORST: usize = 10;

const HEAD: &str = "# Errors of the estimates

Written by `cargo xtask accuracy DIR --write`; do not edit.
DIR holds measured rows that others published; they are not in this repository.
*Rows* are those of the tables; *left out* predicts each source by coefficients that were fitted without it (where all rows of a task have one source, each model without it, of whole runs each GPU).
Constants of memory are assumed or derived, not fitted, so leaving out changes nothing there; they were chosen with these tables in sight.
So were the assumed values from which the fit of speeds starts, and the kinds of software.
*In range* is the share of rows inside the 80 % range; a *bar* is the median error that is aimed at.
";

const WEAK: &str = "
## What is weak, and why

- Long sequences over several GPUs (`CP`): the exchange of keys and values is taken to hide behind computing more than it does.
- Mixtures of experts between nodes: releases of the same software differ by a factor of two on the same cards.
- Whole runs: nobody publishes how long GPUs stood still; runs of people who tuned their steps are up to half faster, Llama 3.1 8B took twice as long.
- Memory of large trainings over several kinds of parallelism: published figures are of what PyTorch reserves, with what lies idle in it.
- QLoRA: frameworks differ in what they keep in 32 bits.
- Prompts in llama.cpp: rows of the same card and model differ by a factor of ten (A100 SXM against A100 PCIe).
- Many users of a small mixture of experts: the host, not the GPU, is the limit, and hosts differ.
";

/// Writes the document.
pub(crate) fn write(cases: &[Case], results: &[Predicted], left_out: &[Predicted]) -> Result<()> {
    let mut text = HEAD.to_owned();
    errors(&mut text, cases, results, left_out)?;
    refusals(&mut text, cases, results)?;
    rules(&mut text, cases, results)?;
    text += WEAK;
    text += "\n## The worst rows of each task\n\n";
    text += &worst(cases, results);
    text += "\n## Coefficients\n\n";
    text += &coefficients();
    let path = root().join(PATH);
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn errors(text: &mut String, cases: &[Case], results: &[Predicted], left_out: &[Predicted]) -> Result<()> {
    *text += "
| task | rows | refused | median % | 90 % of rows below % | signed % | in range % | under by 10 % | left out: median % | 90 % | in range % | bar % | left out: bar % |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
";
    for key in Key::ALL {
        let (Some(all), Some(out)) = (summary(cases, results, key), summary(cases, left_out, key)) else { continue };
        let [bar, bar_out] =
            key.bars().map_or(["–".to_owned(), "–".to_owned()], |bars| bars.map(|bar| bar.to_string()));
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {bar} | {bar_out} |",
            key.path().join("."),
            all.rows,
            all.refused,
            percent(all.median_abs_rel_error),
            percent(all.p90_abs_rel_error),
            percent(all.median_signed_rel_error),
            percent(all.inside_80_range),
            percent(all.under_by_10_percent),
            percent(out.median_abs_rel_error),
            percent(out.p90_abs_rel_error),
            percent(out.inside_80_range),
        )?;
    }
    Ok(())
}

/// Why rows are not predicted.
fn refusals(text: &mut String, cases: &[Case], results: &[Predicted]) -> Result<()> {
    *text += "\n## What is refused, and why\n\n| task | rows | reason |\n| --- | --- | --- |\n";
    for key in Key::ALL {
        for (reason, rows) in refusal::counted(cases, results, key) {
            writeln!(text, "| {} | {rows} | {reason} |", key.path().join("."))?;
        }
    }
    Ok(())
}

/// Common rules on the rows that they are for.
fn rules(text: &mut String, cases: &[Case], results: &[Predicted]) -> Result<()> {
    *text += "
## What common rules give on the same rows

| task | rule | rows | its median error % | ours % |
| --- | --- | --- | --- | --- |
";
    for key in Key::ALL {
        let of_key = || cases.iter().zip(results).filter(move |(case, _)| case.key == key);
        let names: BTreeSet<_> = of_key().flat_map(|(case, _)| &case.rules).map(|(name, _)| *name).collect();
        for name in names {
            let rows = of_key().filter_map(|(case, result)| {
                let (_, value) = case.rules.iter().find(|(rule, _)| *rule == name)?;
                Some(((value / case.measured - 1.0).abs(), result.as_ref().ok()?.error().abs()))
            });
            let (theirs, ours): (Vec<_>, Vec<_>) = rows.unzip();
            let (rule, our) = (percent(quantile(&theirs, 0.5)), percent(quantile(&ours, 0.5)));
            writeln!(text, "| {} | {name} | {} | {rule} | {our} |", key.path().join("."), theirs.len())?;
        }
    }
    Ok(())
}

/// The worst rows of each task, what they were read as, and what a rule gives.
pub(crate) fn worst(cases: &[Case], results: &[Predicted]) -> String {
    let mut text = "| task | row | measured | likely | error % | rule: error % | read as |\n".to_owned();
    text += "| --- | --- | --- | --- | --- | --- | --- |\n";
    for key in Key::ALL {
        let rows = cases.iter().zip(results).filter(|(case, _)| case.key == key);
        let mut rows: Vec<_> = rows.filter_map(|(case, result)| Some((case, result.as_ref().ok()?))).collect();
        rows.sort_by(|(_, a), (_, b)| b.error().abs().total_cmp(&a.error().abs()));
        for (case, pair) in rows.into_iter().take(WORST) {
            let rule = case.rules.first().map_or("–".to_owned(), |(name, value)| {
                format!("{name}: {}", percent(Some(value / case.measured - 1.0)))
            });
            text += &format!(
                "| {} | {} | {} | {} | {} | {rule} | {} |\n",
                key.path().join("."),
                case.id,
                Short(pair.measured),
                Short(pair.predicted.likely),
                percent(Some(pair.error())),
                case.reading
            );
        }
    }
    text
}

/// The coefficients in use, and those from which the fit starts.
fn coefficients() -> String {
    let mut text = "| coefficient | assumed | fitted |\n| --- | --- | --- |\n".to_owned();
    let (mut assumed, mut fitted) = (Coefficients::ASSUMED, Coefficients::FITTED);
    for (name, knob) in fit::knobs() {
        text += &format!("| {name} | {} | {} |\n", knob(&mut assumed), knob(&mut fitted));
    }
    text
}

/// A number in about four digits.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = if self.0 < 10.0 { 2 } else { usize::from(self.0 < 1000.0) };
        write!(formatter, "{:.digits$}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{PATH, coefficients, root};

    /// Whoever changes a coefficient writes the document again.
    #[test]
    fn the_document_is_of_the_coefficients_in_use() {
        let text = std::fs::read_to_string(root().join(PATH)).unwrap();
        assert!(text.ends_with(&coefficients()), "run `cargo xtask accuracy DIR --write`");
    }
}
