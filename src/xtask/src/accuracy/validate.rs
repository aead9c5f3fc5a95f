//! Rows predicted by coefficients that were fitted without them.

use std::collections::{BTreeMap, BTreeSet};

use gpu_cost_core::candidate::Coefficients;

use super::case::{Case, Outcome};
use super::fit;
use super::metric::Pair;
use super::refusal;

/// A prediction beside what was measured, or why there is none.
pub(crate) type Predicted = Result<Pair, String>;

/// What given coefficients predict of a row.
pub(crate) fn predicted(case: &Case, fitted: &Coefficients) -> Predicted {
    match &case.outcome {
        Outcome::Predict(predict) => match predict(fitted) {
            Ok(predicted) => Ok(Pair { measured: case.measured, predicted }),
            Err(rejection) => Err(refusal::reason(&rejection)),
        },
        Outcome::Refused(reason) => Err(reason.clone()),
    }
}

/// Each row by coefficients that were fitted without its source; where all rows of a key have one source, without its
/// model, of training without its GPU.
pub(crate) fn cross_validated(cases: &[Case]) -> Vec<Predicted> {
    let mut folds: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        let sources: BTreeSet<_> =
            cases.iter().filter(|other| other.key == case.key).map(|other| &other.group).collect();
        let single = sources.len() == 1;
        folds.entry((single, if single { &case.kind } else { &case.group })).or_default().push(index);
    }
    let mut results: Vec<Predicted> = cases.iter().map(|_| Err(String::new())).collect();
    for ((single, name), members) in folds {
        let left_out = |case: &Case| if single { case.kind == name } else { case.group == name };
        let fitted = if members.iter().any(|index| fit::is_fitted(cases[*index].key)) {
            let rest: Vec<_> = cases.iter().filter(|case| !left_out(case)).collect();
            fit::fit(&rest, Coefficients::ASSUMED)
        } else {
            Coefficients::FITTED
        };
        for index in members {
            results[index] = predicted(&cases[index], &fitted);
        }
    }
    results
}
