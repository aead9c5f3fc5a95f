//! Putting short lists in order. The sort of the standard library is made for long ones: 3 kB of wasm for each use.

use core::cmp::Ordering;

/// Puts a list in order by insertion; what is equal stays as it was.
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

#[cfg(test)]
mod tests {
    use super::sort_by_key;

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
}
