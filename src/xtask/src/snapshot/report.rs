//! The document on what is left out, and the same as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::account::Answer;
use crate::csv::Record;

const HEAD: &str = "# Prices that were read and are not in the snapshot

Written by `cargo xtask snapshot FILE.csv…`; the reasons are in `left-out.toml`.
Each row of the price lists has one answer; with `--json` the command prints it row by row.
Where a figure was looked at alone, the note of its platform or offer in `catalog-*.toml` says what was found.

";

#[derive(Default)]
pub(super) struct Report {
    kept: usize,
    newer: BTreeMap<String, usize>,
    left_out: BTreeMap<String, BTreeMap<String, usize>>,
    open: Vec<String>,
    rows: Vec<Value>,
}

impl Report {
    pub(super) fn add(&mut self, file: &str, row: Record, answer: Answer) {
        let provider = row.get("provider").to_owned();
        let reason = match answer {
            Answer::Kept => {
                self.kept += 1;
                "kept"
            }
            Answer::Newer => {
                *self.newer.entry(provider).or_default() += 1;
                "newer"
            }
            Answer::LeftOut(reason) => {
                *self.left_out.entry(reason.to_owned()).or_default().entry(provider).or_default() += 1;
                reason
            }
            Answer::Open => {
                let columns = [
                    "provider",
                    "instance",
                    "gpu",
                    "gpu_count",
                    "price_hour",
                    "spot_price_hour",
                    "term",
                    "price",
                    "as_of_date",
                    "commit",
                ];
                self.open.push(format!("{file}:{}: {}", row.line(), columns.map(|column| row.get(column)).join(" | ")));
                "open"
            }
        };
        self.rows.push(json!({ "file": file, "line": row.line(), "answer": reason }));
    }

    pub(super) fn without_answer(&self) -> &[String] {
        &self.open
    }

    pub(super) fn uses(&self, reason: &str) -> bool {
        self.left_out.contains_key(reason)
    }

    pub(super) fn document(&self) -> String {
        let mut text = HEAD.to_owned();
        let newer: usize = self.newer.values().sum();
        text += &format!("{} rows: the price of {} is in the snapshot.\n\n", self.rows.len(), self.kept);
        text += "| rows | of | why not |\n| ---: | --- | --- |\n";
        let mut reasons: Vec<_> = self.left_out.iter().map(|(reason, of)| (of, reason.as_str())).collect();
        if newer > 0 {
            reasons.push((&self.newer, "the snapshot has a price of that card and platform that is no older"));
        }
        reasons.sort_by_key(|(of, _)| std::cmp::Reverse(of.values().sum::<usize>()));
        for (of, reason) in reasons {
            let all: usize = of.values().sum();
            text += &format!("| {all} | {} | {reason} |\n", providers(of));
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        json!({ "rows": self.rows.len(), "kept": self.kept, "answers": self.rows })
    }
}

/// The most frequent first, and how many others.
fn providers(of: &BTreeMap<String, usize>) -> String {
    const MOST: usize = 6;
    let mut of: Vec<_> = of.iter().collect();
    of.sort_by_key(|(_, rows)| std::cmp::Reverse(**rows));
    let names: Vec<&str> = of.iter().take(MOST).map(|(name, _)| name.as_str()).collect();
    let others = of.len().saturating_sub(MOST);
    if others == 0 { names.join(", ") } else { format!("{} and {others} others", names.join(", ")) }
}
