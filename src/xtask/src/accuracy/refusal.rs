//! Why rows are not predicted, in words.

use std::collections::BTreeMap;

use gpu_cost_core::candidate::Rejection;

use super::case::{Case, Key};
use super::validate::Predicted;

/// Why the core refuses a row.
pub(crate) fn reason(rejection: &Rejection) -> String {
    match rejection {
        Rejection::OutOfMemory { .. } => "it does not fit in memory".to_owned(),
        Rejection::UnknownFigure { figure } => format!("the {figure} figure of the card is not known"),
        Rejection::Unsupported { feature: "matrix" } => "the card has no 16-bit matrix units".to_owned(),
        Rejection::Unsupported { feature: "bf16" } => "the card is older than BF16".to_owned(),
        Rejection::Unsupported { feature: "peers" } => "parts of GPUs cannot reach each other".to_owned(),
        Rejection::Unsupported { feature } => format!("the card lacks {feature}"),
        Rejection::TooWeak { figure, .. } => format!("the card is too weak in {figure}"),
        Rejection::TooLong { .. } => "it takes longer than any plan is made for".to_owned(),
        Rejection::TooSlow { .. } => "it is slower than is accepted".to_owned(),
    }
}

/// Reasons of the rows of a key, the most frequent first, with how many rows each has.
pub(crate) fn counted<'a>(cases: &[Case], results: &'a [Predicted], key: Key) -> Vec<(&'a str, usize)> {
    let mut counts = BTreeMap::new();
    let of_key = cases.iter().zip(results).filter(|(case, _)| case.key == key);
    for reason in of_key.filter_map(|(_, result)| result.as_ref().err()) {
        *counts.entry(reason.as_str()).or_insert(0) += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, rows)| std::cmp::Reverse(rows));
    counts
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::candidate::Rejection;

    use super::reason;

    #[test]
    fn reasons_are_words() {
        let matrix = Rejection::Unsupported { feature: "matrix" };
        assert_eq!(reason(&matrix), "the card has no 16-bit matrix units");
        assert_eq!(reason(&Rejection::UnknownFigure { figure: "fp8" }), "the fp8 figure of the card is not known");
    }
}
