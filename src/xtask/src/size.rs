//! Bytes of each shipped file against the budget, which `www/size.mjs` holds.

use anyhow::Result;

use crate::build::{Profile, build};
use crate::process::{program, run};

/// Builds the page and prints the sizes; fails when a sum is over its budget.
pub(crate) fn size(json: bool) -> Result<()> {
    build(Profile::Release)?;
    let mut report = program("node");
    report.arg("www/size.mjs");
    if json {
        report.arg("--json");
    }
    run(&mut report)
}
