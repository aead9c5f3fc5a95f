//! Price lists that were read → what of them is in the snapshot, and why the rest is not.
//!
//! Every row has an answer: its price is in the snapshot, or a rule of `left-out.toml` says why not, or the snapshot has
//! a newer price. A row without one fails the command, so that no price is dropped unseen.

mod account;
mod report;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::codegen::{instances, snapshots};
use crate::csv::Table;
use crate::process::root;
use account::{Account, Rules, Snapshot};
use report::Report;

/// Writes the document on what is left out.
pub(crate) fn run(files: &[PathBuf], json: bool) -> Result<()> {
    let (instances, catalogs) = (instances()?, snapshots()?);
    let rules: Rules = crate::codegen::read(&root().join("src/core/data/left-out.toml"))?;
    let account = Account { snapshot: Snapshot::of(&catalogs, &rules)?, rules: &rules, instances: &instances };
    let mut report = Report::default();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        for record in Table::read(&text).records() {
            report.add(&name, record, account.answer(record));
        }
    }
    if json {
        println!("{}", report.json());
    } else {
        let path = root().join("src/core/data/left-out.md");
        std::fs::write(&path, report.document()).with_context(|| format!("cannot write {}", path.display()))?;
        eprintln!("wrote {}", path.display());
    }
    let open = report.without_answer();
    ensure!(open.is_empty(), "{} rows without an answer:\n{}", open.len(), open.join("\n"));
    let idle: Vec<&str> = rules.rule.iter().map(|rule| rule.reason.as_str()).filter(|why| !report.uses(why)).collect();
    ensure!(idle.is_empty(), "rules that no row meets:\n{}", idle.join("\n"));
    Ok(())
}
