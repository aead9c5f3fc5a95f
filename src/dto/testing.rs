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

fn written(issue: &Issue) -> String {
    let Issue {
        code,
        path,
        line,
        column,
        expected,
        got,
        suggestion,
    } = issue;
    let place = format!("{}:{}", line.unwrap_or_default(), column.unwrap_or_default());
    let got = got.as_ref().map(|got| format!(", got {got}")).unwrap_or_default();
    let hint = suggestion
        .as_ref()
        .map(|name| format!(" ({name}?)"))
        .unwrap_or_default();
    format!("{place} {code} {path}: {expected}{got}{hint}")
}

fn stands_there(issue: &Issue, text: &str) -> bool {
    let index = |from_one: Option<u32>| usize::try_from(from_one.unwrap() - 1).unwrap();
    let (line, column) = (index(issue.line), index(issue.column));
    let line = text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .split('\n')
        .nth(line)
        .unwrap();
    let rest: String = line.chars().skip(column).collect();
    match issue.got.as_deref() {
        Some("an object") => rest.starts_with('{'),
        Some("a list") => rest.starts_with('['),
        Some(got) => rest.starts_with(got.trim_end_matches('…')),
        None => true,
    }
}
