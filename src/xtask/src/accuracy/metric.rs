//! Errors of predictions.

use gpu_cost_core::units::Range;
use serde::Serialize;

/// How well the rows of a key are predicted.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Summary {
    pub(crate) rows: usize,
    pub(crate) predicted: usize,
    pub(crate) refused: usize,
    pub(crate) median_abs_rel_error: Option<f64>,
    pub(crate) p90_abs_rel_error: Option<f64>,
    pub(crate) median_signed_rel_error: Option<f64>,
    pub(crate) inside_80_range: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) under_by_10_percent: Option<f64>,
}

/// A prediction beside what was measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) measured: f64,
    pub(crate) predicted: Range<f64>,
}

impl Pair {
    /// `predicted / measured − 1`.
    pub(crate) fn error(&self) -> f64 {
        self.predicted.likely / self.measured - 1.0
    }
}

impl Summary {
    pub(crate) fn of(pairs: &[Pair], refused: usize, memory: bool) -> Self {
        let share = |count: usize| (!pairs.is_empty()).then(|| ratio(count, pairs.len()));
        let count = |test: &dyn Fn(&Pair) -> bool| pairs.iter().filter(|pair| test(pair)).count();
        let sizes: Vec<_> = pairs.iter().map(|pair| pair.error().abs()).collect();
        let signed: Vec<_> = pairs.iter().map(Pair::error).collect();
        Self {
            rows: pairs.len() + refused,
            predicted: pairs.len(),
            refused,
            median_abs_rel_error: quantile(&sizes, 0.5),
            p90_abs_rel_error: quantile(&sizes, 0.9),
            median_signed_rel_error: quantile(&signed, 0.5),
            inside_80_range: share(count(&|pair| {
                pair.predicted.low <= pair.measured && pair.measured <= pair.predicted.high
            })),
            under_by_10_percent: if memory { share(count(&|pair| pair.error() < -0.1)) } else { None },
        }
    }
}

/// The quantile of values, between the two nearest; `None` of none.
pub(crate) fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * real(sorted.len().checked_sub(1)?);
    let (below, above) = (floor(place), floor(place.ceil()));
    Some(sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below]))
}

fn ratio(part: usize, whole: usize) -> f64 {
    real(part) / real(whole)
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss)]
fn real(count: usize) -> f64 {
    count as f64
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn floor(value: f64) -> usize {
    value as usize
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::units::Range;

    use super::{Pair, Summary, quantile};

    #[test]
    fn quantiles() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.5), Some(2.5));
    }

    /// 80 and 150 of 100 measured, in ranges of 10 % to each side and of 60 %.
    #[test]
    fn summaries() {
        let pair = |likely: f64, width: f64| Pair {
            measured: 100.0,
            predicted: Range { low: likely * (1.0 - width), likely, high: likely * (1.0 + width) },
        };
        let summary = Summary::of(&[pair(80.0, 0.1), pair(150.0, 0.6)], 1, true);
        assert_eq!((summary.rows, summary.predicted, summary.refused), (3, 2, 1));
        assert!((summary.median_abs_rel_error.unwrap() - 0.35).abs() < 1e-9);
        assert!((summary.median_signed_rel_error.unwrap() - 0.15).abs() < 1e-9);
        assert_eq!((summary.inside_80_range, summary.under_by_10_percent), (Some(0.5), Some(0.5)));
    }
}
