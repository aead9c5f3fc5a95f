//! Where a value stands: its path from the root, and its part of the text.

use super::json;
use crate::dto::issue::{Issue, Issues};

/// A value's place. Children borrow their parents, so a path costs nothing until it is written down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a, 'p> {
    parent: Option<&'p Place<'a, 'p>>,
    step: Step<'p>,
    raw: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Root,
    /// As between the quotes of the text.
    Key(&'p str),
    Index(usize),
}

impl<'a> Place<'a, '_> {
    /// The whole.
    pub(crate) const fn root(raw: &'a str) -> Self {
        Self { parent: None, step: Step::Root, raw: Some(raw) }
    }

    /// A field, wherever it is, if it is there at all.
    pub(crate) const fn field<'p>(&'p self, name: &'p str) -> Place<'a, 'p> {
        Place { parent: Some(self), step: Step::Key(name), raw: None }
    }

    /// A field whose part of the text is known.
    pub(crate) const fn entry<'p>(&'p self, key: &'p str, raw: &'a str) -> Place<'a, 'p> {
        Place { parent: Some(self), step: Step::Key(key), raw: Some(raw) }
    }

    /// An element of a list.
    pub(crate) const fn element<'p>(&'p self, index: usize, raw: &'a str) -> Place<'a, 'p> {
        Place { parent: Some(self), step: Step::Index(index), raw: Some(raw) }
    }

    /// The same value, seen at a part of it.
    pub(super) const fn at(self, raw: &'a str) -> Self {
        Self { raw: Some(raw), ..self }
    }

    /// The path, such as `offers[1].billing.spot.price`.
    pub(crate) fn path(&self) -> String {
        let mut path = self.parent.map(Place::path).unwrap_or_default();
        match self.step {
            Step::Root => {}
            Step::Index(index) => path += &format!("[{index}]"),
            Step::Key(key) if !is_plain(key) => path += &format!("[\"{}\"]", json::shortened(key)),
            Step::Key(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path += &json::shortened(key);
            }
        }
        path
    }

    /// Records that the value here is not what it should be.
    pub(crate) fn report(&self, issues: &mut Issues, issue: Issue) {
        let value = self.raw();
        let got = value.map(|raw| json::excerpt(raw).into_owned());
        issues.add(value.unwrap_or_else(|| self.nearest_raw()), Issue { path: self.path(), got, ..issue });
    }

    /// The value's part of the text; `None` where it is absent.
    fn raw(&self) -> Option<&'a str> {
        self.raw.or_else(|| match self.step {
            Step::Key(name) => json::field(self.parent?.raw()?, name),
            Step::Root | Step::Index(_) => None,
        })
    }

    /// The part of the text of the nearest parent that is there.
    fn nearest_raw(&self) -> &'a str {
        self.raw().or_else(|| self.parent.map(Place::nearest_raw)).unwrap_or_default()
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}
