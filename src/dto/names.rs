//! Names and where they come, to find them and to find those that come twice.

use std::collections::BinaryHeap;

/// Names with the index of what they stand for, sorted.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<(String, usize)>);

impl Names {
    /// Names in any order. A heap puts them in order with a tenth of the code of the sort of the standard library.
    pub(crate) fn new(names: Vec<(String, usize)>) -> Self {
        Self(BinaryHeap::from(names).into_sorted_vec())
    }

    /// The index of what a name stands for.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let found = self.0.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
        self.0.get(found).map(|(_, index)| *index)
    }

    /// The indices of all but the first of a name.
    pub(crate) fn repeated(&self) -> impl Iterator<Item = usize> {
        let pairs = self.0.iter().zip(self.0.iter().skip(1));
        pairs.filter(|((before, _), (name, _))| before == name).map(|(_, (_, index))| *index)
    }

    /// All names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}
