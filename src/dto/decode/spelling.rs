//! What may stand somewhere, and which of it is nearest to what does.

use std::cmp::Reverse;

/// The names, as a phrase for a message.
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => format!("\"{name}\""),
        _ => format!("one of \"{}\"", names.join("\", \"")),
    }
}

/// The known name that differs in fewest letters, if they are few; among several, the one that begins most alike.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let most = (name.len() / 2).clamp(1, 6);
    let nearer = |best: Option<(usize, Reverse<usize>, &'n str)>, known: &'n str| {
        let letters = distance(name, known, best.map_or(most, |(letters, ..)| letters));
        let found = letters.map(|letters| (letters, Reverse(alike(name, known)), known));
        found.into_iter().chain(best).min()
    };
    known.fold(None, nearer).map(|(.., known)| known)
}

/// How many letters two texts have in common at their beginning.
fn alike(left: &str, right: &str) -> usize {
    left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count()
}

/// Letters to insert, remove or replace until one text is the other (Levenshtein); `None` above `most`.
fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
    if most < left.len().abs_diff(right.len()) {
        return None;
    }
    let mut row: Vec<usize> = (1..=right.len()).collect();
    let mut whole = right.len();
    for (index, letter) in left.bytes().enumerate() {
        let mut diagonal = index;
        whole = index + 1;
        for (cell, other) in row.iter_mut().zip(right.bytes()) {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = *cell;
            whole = replaced.min(diagonal + 1).min(whole + 1);
            *cell = whole;
        }
        if most <= index && row.iter().all(|cell| most < *cell) {
            return None;
        }
    }
    (whole <= most).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn letters_are_counted() {
        for (left, right, letters) in [("", "", 0), ("", "ab", 2), ("kitten", "sitting", 3), ("price", "prcie", 2)] {
            assert_eq!(distance(left, right, 9), Some(letters), "{left} {right}");
            assert_eq!(distance(right, left, 9), Some(letters), "{right} {left}");
        }
        assert_eq!(distance("kitten", "sitting", 2), None);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let known = ["onDemand", "spot", "month"];
        assert_eq!(nearest("on-demand", known.into_iter()), Some("onDemand"));
        assert_eq!(nearest("monht", known.into_iter()), Some("month"));
        assert_eq!(nearest("hourly", known.into_iter()), None);
        let gpus = ["nvidia-a40-48gb", "nvidia-rtx-4090-24gb"];
        assert_eq!(nearest("nvidia-rtx-4o90", gpus.into_iter()), Some("nvidia-rtx-4090-24gb"));
        assert_eq!(nearest("", known.into_iter()), None);
    }
}
