//! Takes JSON text apart one level at a time; every part is a slice of the text, so it knows where it stands.
//!
//! The grammar is `serde_json`'s. All but [`document`] expect a part of a text that has passed it.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::Error;
use serde_json::value::RawValue;

/// Characters of the input that a message repeats at most.
const MAX_EXCERPT: usize = 60;

/// The one value of a text, without the white space around it.
pub(super) fn document(text: &str) -> Result<&str, Error> {
    serde_json::from_str::<&RawValue>(text).map(RawValue::get)
}

/// The elements of a list.
pub(super) fn list(raw: &str) -> Option<Vec<&str>> {
    if !raw.starts_with('[') {
        return None;
    }
    let elements: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

/// Keys, with their quotes, and values of an object, in the order of the text.
pub(super) fn object(raw: &str) -> Option<Vec<(&str, &str)>> {
    if !raw.starts_with('{') {
        return None;
    }
    serde_json::Deserializer::from_str(raw).deserialize_map(Entries).ok()
}

/// The value of the first such key of an object.
pub(super) fn field<'a>(raw: &'a str, name: &str) -> Option<&'a str> {
    let entries = object(raw)?;
    entries.into_iter().find(|(key, _)| string(key).is_some_and(|key| key == name)).map(|(_, value)| value)
}

/// What names an alternative, with its quotes, and what it holds: a string, or an object of one entry.
pub(super) fn choice(raw: &str) -> Option<(&str, Option<&str>)> {
    if raw.starts_with('"') {
        return Some((raw, None));
    }
    match object(raw)?[..] {
        [(key, value)] => Some((key, Some(value))),
        _ => None,
    }
}

/// A string without its quotes, escapes as written.
pub(super) fn inner(raw: &str) -> &str {
    raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')).unwrap_or(raw)
}

/// A string, unescaped.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    if !raw.starts_with('"') {
        return None;
    }
    let inner = inner(raw);
    if inner.contains('\\') { serde_json::from_str(raw).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
}

/// A number, as it is written.
pub(super) fn number(raw: &str) -> Option<&str> {
    raw.starts_with(|first: char| first == '-' || first.is_ascii_digit()).then_some(raw)
}

/// A truth value.
pub(super) fn boolean(raw: &str) -> Option<bool> {
    match raw {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// What a value is, for a message: lists and objects by kind, the rest as written, cut short.
pub(super) fn excerpt(raw: &str) -> Cow<'_, str> {
    match raw.chars().next() {
        Some('{') => Cow::Borrowed("an object"),
        Some('[') => Cow::Borrowed("a list"),
        _ => shortened(raw),
    }
}

/// A text, or its beginning and an ellipsis.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_EXCERPT) {
        Some(_) => Cow::Owned(text.chars().take(MAX_EXCERPT - 1).chain(['…']).collect()),
        None => Cow::Borrowed(text),
    }
}

struct Entries;

impl<'a> Visitor<'a> for Entries {
    type Value = Vec<(&'a str, &'a str)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
            entries.push((key.get(), value.get()));
        }
        Ok(entries)
    }
}
