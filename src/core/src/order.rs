//! Putting lists in order with little code: the sort and the ordered map of the standard library are 3 kB of wasm for
//! each use.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Puts a short list in order by insertion; what is equal stays as it was.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..items.len() {
        let mut place = end;
        while 0 < place && compare(&items[place - 1], &items[place]) == Ordering::Greater {
            items.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// The same by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// A list of any length in order, by a heap.
pub(crate) fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    BinaryHeap::from(items).into_sorted_vec()
}

/// The same, and each once.
pub(crate) fn distinct<T: Ord>(items: Vec<T>) -> Vec<T> {
    let mut items = sorted(items);
    items.dedup();
    items
}

/// What has the same key added up, in order of the keys.
pub(crate) fn sums<K: Ord + Copy>(items: Vec<(K, i64)>) -> Vec<(K, i64)> {
    let mut sums: Vec<(K, i64)> = Vec::new();
    for (key, amount) in sorted(items) {
        match sums.last_mut() {
            Some((last, sum)) if *last == key => *sum += amount,
            _ => sums.push((key, amount)),
        }
    }
    sums
}

/// Values by key, of which there are few: a list in order of the keys.
#[derive(Clone, Debug)]
pub(crate) struct Table<K, V>(Vec<(K, V)>);

impl<K: Ord, V: Copy> Table<K, V> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.place(key).ok().map(|place| self.0[place].1)
    }

    /// Puts a value in, in the place of the one that the key had.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (key, value)),
        }
    }

    pub(crate) fn iter(&self) -> core::slice::Iter<'_, (K, V)> {
        self.0.iter()
    }

    fn place(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(key))
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, distinct, sort_by_key, sorted, sums};

    #[test]
    fn equals_keep_their_order() {
        for (mut items, expected) in [
            (alloc::vec![], alloc::vec![]),
            (alloc::vec![(1, 'a')], alloc::vec![(1, 'a')]),
            (
                alloc::vec![(3, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (3, 'e'), (0, 'f')],
                alloc::vec![(0, 'f'), (1, 'b'), (1, 'd'), (2, 'c'), (3, 'a'), (3, 'e')],
            ),
        ] {
            sort_by_key(&mut items, |(number, _)| *number);
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn long_lists_are_put_in_order() {
        let items: alloc::vec::Vec<u64> = (0..1_000).map(|index| index * 7_919 % 499).collect();
        let mut expected = items.clone();
        expected.sort_unstable();
        assert_eq!(sorted(items.clone()), expected);
        expected.dedup();
        assert_eq!(distinct(items), expected);
        assert_eq!(sorted(alloc::vec::Vec::<u64>::new()), []);
    }

    #[test]
    fn equal_keys_are_added_up() {
        assert_eq!(sums(alloc::vec![(3, 1), (1, 2), (3, -4), (2, 0), (1, 5)]), [(1, 7), (2, 0), (3, -3)]);
        assert_eq!(sums::<u8>(alloc::vec![]), []);
    }

    #[test]
    fn a_table_keeps_the_last_value_of_a_key() {
        let mut table = Table::new();
        for (key, value) in [(5, 'a'), (1, 'b'), (3, 'c'), (1, 'd')] {
            table.insert(key, value);
        }
        assert_eq!([1, 2, 3, 5].map(|key| table.get(&key)), [Some('d'), None, Some('c'), Some('a')]);
        assert_eq!(table.iter().map(|(key, _)| *key).collect::<alloc::vec::Vec<_>>(), [1, 3, 5]);
    }
}
