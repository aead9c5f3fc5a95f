//! What is wrong with a text, and where: all of it, in the order of the text.

use std::collections::BinaryHeap;
use std::ops::Range;

use serde::Serialize;
use tsify::Tsify;

/// Issues that are listed at most, so that a text of nothing but errors does not freeze a page.
const MAX_ISSUES: usize = 10_000;

/// One thing that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// Stable and kebab-case, such as `unknown-field` or `out-of-range`.
    pub code: &'static str,
    /// Where in the value, such as `offers[1].billing.spot.price`; empty for the whole.
    pub path: String,
    /// Line in the text, from 1; absent where the input was not a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Character in the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// What should have been there, in English, for developers.
    pub expected: String,
    /// What was there, as written, cut short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
    /// The known name that an unknown one may have meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl Issue {
    pub(crate) fn new(code: &'static str, expected: impl Into<String>) -> Self {
        let (path, expected) = (String::new(), expected.into());
        Self { code, path, line: None, column: None, expected, got: None, suggestion: None }
    }

    /// The same without its place in the text, where the input was none.
    #[must_use]
    pub fn without_position(self) -> Self {
        Self { line: None, column: None, ..self }
    }

    /// One English sentence for developers, without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { code: _, path, line, column, expected, got, suggestion } = self;
        let mut message = if path.is_empty() { String::new() } else { format!("{path}: ") };
        message += "expected ";
        message += expected;
        if let Some(got) = got {
            message += ", got ";
            message += got;
        }
        if let Some(suggestion) = suggestion {
            message += &format!(" (did you mean \"{suggestion}\"?)");
        }
        if let Some(line) = line {
            message += &format!(" at line {line}");
        }
        if let Some(column) = column {
            message += &format!(" column {column}");
        }
        message
    }
}

/// Issues while they are found: each knows the part of the text that it is about.
#[derive(Debug, Default)]
pub(crate) struct Issues {
    found: Vec<(usize, Issue)>,
    /// Those of the value that is in its second pass: fillers stand at their places.
    suspects: Range<usize>,
}

impl Issues {
    /// Adds one about a part of the text, unless it is about a filler, or there are too many.
    pub(crate) fn add(&mut self, part: &str, issue: Issue) {
        if self.found.len() < MAX_ISSUES && !self.is_suspect(&issue.path) {
            self.found.push((part.as_ptr().addr(), issue));
        }
    }

    /// Begins the first pass of a value and returns what [`begin_second_pass`](Self::begin_second_pass) takes.
    pub(crate) fn begin_first_pass(&mut self) -> usize {
        self.suspects = 0..0;
        self.found.len()
    }

    /// Begins the second pass: what is related to an issue of the first is not reported again.
    pub(crate) fn begin_second_pass(&mut self, first: usize) {
        self.suspects = first..self.found.len();
    }

    /// Whether the first pass found something wrong at a path, in it, or around it.
    pub(crate) fn is_suspect(&self, path: &str) -> bool {
        let suspects = self.found.get(self.suspects.clone()).unwrap_or_default();
        suspects.iter().any(|(_, suspect)| is_inside(path, &suspect.path) || is_inside(&suspect.path, path))
    }

    /// All of them, in the order of the text, with lines and columns.
    pub(crate) fn located(self, text: &str) -> Vec<Issue> {
        let places = self.found.iter().enumerate().map(|(index, (address, _))| (*address, index));
        let places = places.collect::<BinaryHeap<_>>().into_sorted_vec();
        let mut issues: Vec<_> = self.found.into_iter().map(|(_, issue)| Some(issue)).collect();
        let mut position = Position { line: 1, column: 1 };
        let mut rest = text.char_indices();
        let locate = |(address, index): (usize, usize)| {
            let issue = issues.get_mut(index)?.take()?;
            let offset = address.saturating_sub(text.as_ptr().addr());
            while rest.offset() < offset {
                let Some((_, passed)) = rest.next() else { break };
                position = position.after(passed);
            }
            Some(Issue { line: Some(position.line), column: Some(position.column), ..issue })
        };
        places.into_iter().filter_map(locate).collect()
    }
}

#[derive(Clone, Copy)]
struct Position {
    line: u32,
    column: u32,
}

impl Position {
    const fn after(self, passed: char) -> Self {
        match passed {
            '\n' => Self { line: self.line.saturating_add(1), column: 1 },
            _ => Self { line: self.line, column: self.column.saturating_add(1) },
        }
    }
}

/// Whether a path leads to a value or to something in it.
fn is_inside(path: &str, value: &str) -> bool {
    let rest = path.strip_prefix(value);
    rest.is_some_and(|rest| value.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}
