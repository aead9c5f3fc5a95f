//! What an import leaves out: every row with its reason, and the reasons with what they are about.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::gather::Gathered;
use crate::csv::Record;

/// Details of a reason that the text lists at most; JSON has every row.
const MOST: usize = 8;

/// A row of one of the files.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) file: &'a PathBuf,
    pub(super) record: Record<'a>,
}

/// A price that did not make it into the catalog.
pub(super) struct LeftOut {
    pub(super) file: PathBuf,
    pub(super) line: usize,
    /// Stable, such as `gpu-ambiguous`.
    pub(super) reason: &'static str,
    pub(super) detail: String,
}

/// What each reason means.
const REASONS: &[(&str, &str)] = &[
    ("contradicted", "another row of the same day states a dearer price"),
    ("count", "number of GPUs unclear"),
    ("currency", "in another currency"),
    ("duplicate", "stated before"),
    ("gpu-ambiguous", "several devices have that name"),
    ("gpu-unknown", "no device of the table has that name"),
    ("gpu-unnamed", "no GPU named"),
    ("memory-conflict", "no device of that name has that memory"),
    ("not-a-gpu", "not a GPU"),
    ("part-unclear", "which part of the GPU is sold is not stated"),
    ("price", "no price"),
    ("seller-unnamed", "no platform named"),
    ("superseded", "there is a newer price"),
    ("term-unclear", "length of the term unclear"),
    ("undated", "not dated"),
    ("unit-unclear", "not stated what the price is for"),
];

impl Gathered {
    pub(super) fn text(&self, path: &Path, currency: &str) -> String {
        let mut text = format!(
            "{}: {} offers of {} platforms in {currency}, {} prices\n\nleft out, by price\n",
            path.display(),
            self.offers.len(),
            self.platforms.len(),
            self.n_prices(),
        );
        for (reason, details) in self.by_reason() {
            let all: usize = details.iter().map(|(_, rows)| rows).sum();
            let meaning = REASONS.iter().find(|(code, _)| *code == reason).map_or("", |(_, meaning)| meaning);
            let mut line = |line: String| writeln!(text, "{line}").expect("writing to a string does not fail");
            line(format!("{all:>7}  {reason}: {meaning}"));
            for (detail, rows) in details.iter().take(MOST) {
                line(format!("{rows:>14}  {detail}"));
            }
            if MOST < details.len() {
                line(format!("{:>14}  and {} others", "…", details.len() - MOST));
            }
        }
        text
    }

    pub(super) fn json(&self, path: &Path, currency: &str, mut names: Value) -> Value {
        let row = |LeftOut { file, line, reason, detail }: &LeftOut| json!({ "file": file, "line": line, "reason": reason, "detail": detail });
        names["catalog"] = json!({
            "file": path,
            "currency": currency,
            "offers": self.offers.len(),
            "platforms": self.platforms.len(),
            "prices": self.n_prices(),
            "leftOut": self.left_out.iter().map(row).collect::<Vec<_>>(),
        });
        names
    }

    /// Reasons with their details, the most frequent first.
    fn by_reason(&self) -> BTreeMap<&'static str, Vec<(&str, usize)>> {
        let mut counts: BTreeMap<&'static str, BTreeMap<&str, usize>> = BTreeMap::new();
        for LeftOut { reason, detail, .. } in &self.left_out {
            *counts.entry(reason).or_default().entry(detail).or_default() += 1;
        }
        let sorted = |details: BTreeMap<_, _>| {
            let mut details: Vec<_> = details.into_iter().collect();
            details.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
            details
        };
        counts.into_iter().map(|(reason, details)| (reason, sorted(details))).collect()
    }
}
