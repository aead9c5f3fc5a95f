//! Measurements of what is shipped: sizes against the budget (`www/size.mjs`), speed in wasm (`www/bench.mjs`), and
//! speed of the cover solver in the build of this program.
//!
//! With `--json`, standard output is one JSON object and nothing else.

use anyhow::Result;

use crate::build::{Profile, build};
use crate::cover::{self, Time};
use crate::process::{output, program, run};

/// Builds the page and prints the size of each file; fails when a sum is over its budget.
pub(crate) fn size(json: bool) -> Result<()> {
    build(Profile::Release)?;
    let mut report = program("node");
    report.arg("www/size.mjs");
    if json {
        report.arg("--json");
    }
    run(&mut report)
}

/// Builds the page and prints how fast the module answers, and how fast covers are found.
pub(crate) fn bench(json: bool) -> Result<()> {
    build(Profile::Release)?;
    let times = cover::bench()?;
    let mut report = program("node");
    report.arg("www/bench.mjs");
    if json {
        let mut all: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&output(report.arg("--json"))?)?;
        for (name, time) in times {
            all.insert(name, serde_json::to_value(time)?);
        }
        println!("{}", serde_json::to_string(&all)?);
        return Ok(());
    }
    run(&mut report)?;
    for (name, Time { median_ms, least_ms, .. }) in times {
        println!("{name:30} {median_ms:9.2}  {least_ms:9.2}");
    }
    Ok(())
}
