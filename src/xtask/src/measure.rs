//! Measurements of what is shipped: sizes against the budget (`www/size.mjs`), speed in wasm (`www/bench.mjs`).
//!
//! With `--json`, standard output is one JSON object and nothing else.

use anyhow::Result;

use crate::build::{Profile, build};
use crate::process::{program, run};

/// Builds the page and prints the size of each file; fails when a sum is over its budget.
pub(crate) fn size(json: bool) -> Result<()> {
    build(Profile::Release)?;
    report("www/size.mjs", json)
}

/// Builds the page and prints how fast the module answers.
pub(crate) fn bench(json: bool) -> Result<()> {
    build(Profile::Release)?;
    report("www/bench.mjs", json)
}

fn report(script: &str, json: bool) -> Result<()> {
    let mut report = program("node");
    report.arg(script);
    if json {
        report.arg("--json");
    }
    run(&mut report)
}
