//! JSON text → values, strictly, with every error and where it is.
//!
//! `serde_json` decides what JSON is; [`node`] reads it without stopping at an error. It knows nothing of
//! what the values mean: that is the second pass of each schema, which reports through the same [`Place`]s.

mod choice;
mod json;
mod leaf;
mod node;
mod place;
#[cfg(feature = "schema")]
mod schema;
mod spelling;

use serde::Deserialize;

pub use self::leaf::{Amount, Map, Part};
use self::node::{Node, Value};
pub(crate) use self::place::Place;
pub(crate) use self::spelling::{nearest, one_of};
use super::issue::{Issue, Issues};

/// Checks the syntax of a whole text and returns its one value, to be read.
pub(crate) fn parse<'a, T>(text: &'a str, issues: &mut Issues) -> Option<Part<'a, T>> {
    json::document(text).map(Part::new).inspect_err(|error| report_syntax(text, error, issues)).ok()
}

/// Reads the value at a place, with fillers for what is wrong, which is recorded: the second pass may go on.
pub(crate) fn decode<'a, T: Deserialize<'a>>(raw: &'a str, place: &Place<'a, '_>, issues: &mut Issues) -> Option<T> {
    let first = issues.begin_first_pass();
    let value = T::deserialize(Node { place, value: Value::Json(raw), issues: &mut *issues });
    issues.begin_second_pass(first);
    value.ok()
}

/// Reads the entries of an object whose keys are free, each to be read on its own; `None` where it is no object.
pub(crate) fn entries<'a, T>(
    raw: &'a str,
    place: &Place<'a, '_>,
    issues: &mut Issues,
) -> Option<Vec<(String, Part<'a, T>)>> {
    issues.begin_first_pass();
    Node { place, value: Value::Json(raw), issues }.entries()
}

fn report_syntax(text: &str, error: &serde_json::Error, issues: &mut Issues) {
    let (sentence, position) = (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
    let reason = sentence.strip_suffix(&position).unwrap_or(&sentence);
    let offset = if error.is_eof() { text.len() } else { offset(text, error) };
    let part = text.get(offset..).unwrap_or(text);
    issues.add(part, Issue::new("syntax", format!("JSON ({reason})")));
}

/// Where in the text an error is: `serde_json` counts lines and bytes from 1.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1)
}
