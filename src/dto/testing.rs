//! How tests state issues: one line each, `line:column code path: expected, got (suggestion?)`.

use super::issue::Issue;

/// Checks that the issues of a text are those, and that each shows what the text has at its place.
#[track_caller]
pub(crate) fn assert_issues(issues: &[Issue], text: &str, expected: &[&str]) {
    let got: Vec<String> = issues.iter().map(written).collect();
    assert_eq!(got, expected, "{got:#?}");
    for issue in issues {
        assert!(stands_there(issue, text), "{issue:?}");
    }
}

/// Checks texts that differ from a good one in a few places: whatever is said of them must be true.
#[track_caller]
pub(crate) fn assert_mutants<T>(good: &str, read: impl Fn(&str) -> Result<T, Vec<Issue>>) {
    let mut random = Random(1);
    let mut n_issues = 0;
    for _ in 0..2_000 {
        let text = mutant(good, &mut random);
        let Err(issues) = read(&text) else { continue };
        assert!(!issues.is_empty(), "{text}");
        n_issues += issues.iter().filter(|issue| issue.code != "syntax").count();
        for (index, issue) in issues.iter().enumerate() {
            assert!(stands_there(issue, &text), "{issue:?} in {text}");
            assert!(!issues[..index].contains(issue), "{issue:?} twice in {text}");
        }
    }
    assert!(200 < n_issues, "{n_issues}");
}

/// A text with one or two of its tokens removed, doubled or replaced by something else.
fn mutant(good: &str, random: &mut Random) -> String {
    const OTHERS: [&str; 18] = [
        "null",
        "-1",
        "0",
        "1e999",
        "0.5",
        "\"\"",
        "\"\\ud800\"",
        "\"名\"",
        "\"id\"",
        "[]",
        "{}",
        "[{}]",
        "{\"a\": 1}",
        "true",
        ",",
        "\"",
        "]",
        "}",
    ];
    let mut tokens = tokens(good);
    for _ in 0..=random.below(2) {
        let at = random.below(tokens.len());
        match random.below(16) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            _ if !"[]{},:".contains(tokens[at]) => tokens[at] = OTHERS[random.below(OTHERS.len())],
            _ => {}
        }
    }
    tokens.concat()
}

/// Strings, numbers and words; all else letter by letter.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|next: char| !next.is_alphanumeric() && !"+-.".contains(next)).unwrap_or(rest.len());
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => word.max(first.len_utf8()),
        };
        let (token, others) = rest.split_at(length);
        tokens.push(token);
        rest = others;
    }
    tokens.retain(|token| !token.trim().is_empty());
    tokens
}

/// Knuth's linear congruential generator: the same texts in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }
}

fn written(issue: &Issue) -> String {
    let Issue { code, path, line, column, expected, got, suggestion } = issue;
    let place = format!("{}:{}", line.unwrap_or_default(), column.unwrap_or_default());
    let got = got.as_ref().map(|got| format!(", got {got}")).unwrap_or_default();
    let hint = suggestion.as_ref().map(|name| format!(" ({name}?)")).unwrap_or_default();
    format!("{place} {code} {path}: {expected}{got}{hint}")
}

fn stands_there(issue: &Issue, text: &str) -> bool {
    let index = |from_one: Option<u32>| usize::try_from(from_one.unwrap() - 1).unwrap();
    let (line, column) = (index(issue.line), index(issue.column));
    let line = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n').nth(line).unwrap();
    let rest: String = line.chars().skip(column).collect();
    match issue.got.as_deref() {
        Some("an object") => rest.starts_with('{'),
        Some("a list") => rest.starts_with('['),
        Some(got) => rest.starts_with(got.trim_end_matches('…')),
        None => true,
    }
}
