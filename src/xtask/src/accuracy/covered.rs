//! What measured rows cover, as a table of the core.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use gpu_cost_core::candidate::{Kind, Point};

use super::case::Case;
use crate::process::root;

const FILE: &str = "src/core/src/candidate/measured/table.rs";

/// Writes the table.
pub(super) fn write(cases: &[Case]) -> Result<()> {
    let points: Vec<_> = cases.iter().filter_map(|case| case.point).collect();
    fs::write(root().join(FILE), table(&points)).with_context(|| format!("cannot write {FILE}"))
}

fn table(points: &[Point]) -> String {
    let rows: String = [Kind::Training, Kind::Serving, Kind::Generation].map(|kind| row(kind, points)).concat();
    format!(
        "//! Written by `cargo xtask accuracy DIR --write`; do not edit.

use super::{{Covered, Kind}};

/// What the rows of a kind of work cover.
#[rustfmt::skip]
pub(super) const fn covered(kind: Kind) -> Covered {{
    match kind {{
{rows}    }}
}}
"
    )
}

fn row(kind: Kind, points: &[Point]) -> String {
    let points = points.iter().filter(|point| point.kind == kind);
    let mut values = [(f64::INFINITY, f64::NEG_INFINITY); 5];
    let mut architectures = BTreeSet::new();
    for point in points {
        architectures.insert(point.architecture);
        for ((least, most), value) in values.iter_mut().zip(point.values) {
            (*least, *most) = (least.min(value), most.max(value));
        }
    }
    let values: Vec<_> = values.map(|(least, most)| format!("({}, {})", rounded(least), rounded(most))).into();
    let architectures: Vec<_> = architectures.into_iter().map(|name| format!("{name:?}")).collect();
    format!(
        "        Kind::{kind:?} => Covered {{
            values: [{}],
            architectures: &[{}],
        }},
",
        values.join(", "),
        architectures.join(", ")
    )
}

/// Three digits.
fn rounded(value: f64) -> String {
    if !value.is_finite() {
        return "0.0".to_owned();
    }
    let text = format!("{value:.2e}");
    format!("{:?}", text.parse::<f64>().unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::candidate::{Kind, Point};

    use super::row;

    #[test]
    fn extremes_and_families() {
        let point = |value, architecture| Point { kind: Kind::Serving, values: [value; 5], architecture };
        let points = [point(7.001, "Ada"), point(1e9, "Hopper"), point(30.0, "Ada")];
        let text = row(Kind::Serving, &points);
        assert_eq!(text.matches("(7.0, 1000000000.0)").count(), 5, "{text}");
        assert!(text.contains(r#"&["Ada", "Hopper"]"#));
        assert!(row(Kind::Training, &points).contains("architectures: &[]"));
    }
}
