//! Lengths of terms by their names in JSON.

use gpu_cost_core::catalog::PackageTerm;

/// Its name.
pub(super) const fn name(term: PackageTerm) -> &'static str {
    match term {
        PackageTerm::Day => "day",
        PackageTerm::Week => "week",
        PackageTerm::Month => "month",
        PackageTerm::Year => "year",
        PackageTerm::TwoYears => "twoYears",
        PackageTerm::ThreeYears => "threeYears",
    }
}

/// What is stated for each of them, shortest first; the others are left out.
pub(super) fn stated<T>(all: [Option<T>; 6]) -> impl Iterator<Item = (PackageTerm, T)> {
    PackageTerm::ALL.into_iter().zip(all).filter_map(|(term, stated)| Some((term, stated?)))
}
