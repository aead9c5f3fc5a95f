//! The table of resolution as text and as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use gpu_cost_core::catalog::Gpu;
use serde_json::{Value, json};

use super::device::Outcome;

/// Rows by outcome and spelling.
#[derive(Default)]
pub(super) struct Report {
    outcomes: BTreeMap<Outcome, BTreeMap<String, Spelling>>,
    /// Rows that name one device, whole or a part of it.
    resolved: usize,
}

#[derive(Default)]
struct Spelling {
    rows: usize,
    gpus: BTreeSet<&'static str>,
}

impl Outcome {
    /// All of them, and what they are called in text and in JSON.
    const ALL: [(Self, &'static str, &'static str); 7] = [
        (Self::One, "one device", "one"),
        (Self::Slice, "slice of a device", "slice"),
        (Self::Ambiguous, "ambiguous", "ambiguous"),
        (Self::Conflict, "memory conflicts with name", "conflict"),
        (Self::Unknown, "unknown device", "unknown"),
        (Self::NotAGpu, "not a GPU", "notAGpu"),
        (Self::Unnamed, "no name", "unnamed"),
    ];

    /// Whether the rows name a GPU, so that the shares are of them.
    fn names_a_gpu(self) -> bool {
        !matches!(self, Self::NotAGpu | Self::Unnamed)
    }
}

impl Report {
    pub(super) fn add(&mut self, outcome: Outcome, name: &str, gpus: &[&'static Gpu]) {
        let spelling = self.outcomes.entry(outcome).or_default().entry(name.to_owned()).or_default();
        spelling.rows += 1;
        self.resolved += usize::from(gpus.len() == 1 && matches!(outcome, Outcome::One | Outcome::Slice));
        spelling.gpus.extend(gpus.iter().map(|gpu| gpu.id));
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{} rows, {} of them name a GPU\n\n", self.rows(|_| true), self.named());
        let percent = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{:.1} %", 100.0 * share));
        let mut line = |what: &str, rows: String, share: String| {
            writeln!(text, "{what:<28}{rows:>7}{share:>9}").expect("writing to a string does not fail");
        };
        line("outcome", "rows".into(), "share".into());
        for (outcome, name, _) in Outcome::ALL {
            line(name, self.rows(|found| found == outcome).to_string(), percent(self.share_of(outcome)));
        }
        line("device settled (first two)", self.resolved.to_string(), percent(self.share(self.resolved)));
        for (outcome, name, _) in Outcome::ALL {
            let spellings = self.spellings(outcome);
            if outcome != Outcome::Unnamed && !spellings.is_empty() {
                text += &format!("\n{name}\n");
                for (spelling, Spelling { rows, gpus }) in spellings {
                    let gpus: Vec<&str> = gpus.iter().copied().collect();
                    text += format!("{rows:>7}  {spelling:<28}  {}", gpus.join(" ")).trim_end();
                    text += "\n";
                }
            }
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        let outcome = |(outcome, _, key): (Outcome, &str, &'static str)| {
            let spelling = |(spelling, Spelling { rows, gpus }): (&str, &Spelling)| json!({ "spelling": spelling, "rows": rows, "gpus": gpus });
            let spellings: Vec<Value> = self.spellings(outcome).into_iter().map(spelling).collect();
            let rows = self.rows(|found| found == outcome);
            (key.to_owned(), json!({ "rows": rows, "share": self.share_of(outcome), "spellings": spellings }))
        };
        let outcomes: serde_json::Map<String, Value> = Outcome::ALL.into_iter().map(outcome).collect();
        let resolved = json!({ "rows": self.resolved, "share": self.share(self.resolved) });
        json!({ "rows": self.rows(|_| true), "named": self.named(), "resolved": resolved, "outcomes": outcomes })
    }

    /// The most frequent first.
    fn spellings(&self, outcome: Outcome) -> Vec<(&str, &Spelling)> {
        let spellings = self.outcomes.get(&outcome).into_iter().flatten();
        let mut spellings: Vec<_> = spellings.map(|(name, spelling)| (name.as_str(), spelling)).collect();
        spellings.sort_by_key(|(_, spelling)| std::cmp::Reverse(spelling.rows));
        spellings
    }

    fn rows(&self, counts: impl Fn(Outcome) -> bool) -> usize {
        let counted = self.outcomes.iter().filter(|(outcome, _)| counts(**outcome));
        counted.flat_map(|(_, spellings)| spellings.values()).map(|spelling| spelling.rows).sum()
    }

    fn named(&self) -> usize {
        self.rows(Outcome::names_a_gpu)
    }

    /// The share of an outcome; none where its rows name no GPU.
    fn share_of(&self, outcome: Outcome) -> Option<f64> {
        outcome.names_a_gpu().then(|| self.share(self.rows(|found| found == outcome)))?
    }

    /// The share in the rows that name a GPU.
    #[expect(clippy::as_conversions, clippy::cast_precision_loss)] // counts of rows
    fn share(&self, rows: usize) -> Option<f64> {
        (self.named() > 0).then(|| rows as f64 / self.named() as f64)
    }
}
