//! A catalog file → everything that is wrong with it, in one run.
//!
//! The checks are those that the page makes; here is a clock besides, so that a day in the future is found.

use std::fs;
use std::path::Path;
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result, bail};
use gpu_cost::dto::catalog::read_by;
use gpu_cost::dto::issue::Issue;
use gpu_cost_core::catalog::Date;
use serde_json::json;

/// Prints the errors, and fails where there are any.
pub(crate) fn run(file: &Path, json: bool) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let start = Instant::now();
    let found = check(&text, today()?);
    let seconds = start.elapsed().as_secs_f64();
    let (offers, issues) = match found {
        Ok(offers) => (Some(offers), Vec::new()),
        Err(issues) => (None, issues),
    };
    if json {
        println!("{}", json!({ "file": file, "offers": offers, "errors": issues, "seconds": seconds }));
    } else {
        for issue in &issues {
            println!("{}: {}", file.display(), issue.message());
        }
    }
    match offers {
        Some(offers) => eprintln!("{offers} offers, no errors"),
        None => bail!("{} errors", issues.len()),
    }
    Ok(())
}

/// How many offers there are, or all errors. What is dated after `today` is one.
fn check(text: &str, today: Date) -> Result<usize, Vec<Issue>> {
    read_by(text, Some(today)).map(|catalog| catalog.offers.len())
}

fn today() -> Result<Date> {
    let days = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs() / 86_400;
    Date::parse("1970-01-01").and_then(|first| first.plus_days(days)).context("the clock is beyond the calendar")
}

#[cfg(test)]
mod tests;
