//! A `serde` deserializer that does not stop at the first error.
//!
//! What is wrong is recorded at its place, and a filler of the kind that was asked for is handed on:
//! zero, an empty text or list, the first variant, an object full of fillers. So a derived
//! `Deserialize` always comes to its end, and one pass finds every error.
//! A field is optional if, and only if, its type is an `Option`; `null` stands for nothing.

use std::collections::BTreeSet;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::choice::{Choice, Content};
use super::json;
use super::leaf::{AMOUNT, ELEMENT};
use super::place::Place;
use super::spelling::{nearest, one_of};
use crate::dto::issue::Issues;

/// A value to be read.
pub(super) struct Node<'a, 'p> {
    pub(super) place: &'p Place<'a, 'p>,
    pub(super) value: Value<'a>,
    pub(super) issues: &'p mut Issues,
}

#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    /// A part of the text.
    Json(&'a str),
    /// A field that the object does not have.
    Absent,
    /// Something in the place of a value whose error is recorded already.
    Filler,
}

/// A type asked for something that this deserializer does not do: a bug that the first test shows.
#[derive(Debug)]
pub(super) struct Unsupported;

impl<'a> Node<'a, '_> {
    /// Reads the value, or records why that cannot be done.
    fn read<T>(&mut self, expected: &str, read: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let (code, value) = match self.value {
            Value::Json(raw) => ("invalid-type", read(raw)),
            Value::Absent => ("missing-field", None),
            Value::Filler => return None,
        };
        if value.is_none() {
            self.place.report(self.issues, code, expected);
        }
        value
    }

    /// The values of the known fields of an object; whatever else it has is recorded.
    fn fields(&mut self, known: &[&str]) -> Vec<Value<'a>> {
        let Some(entries) = self.read("an object", json::object) else {
            return vec![Value::Filler; known.len()];
        };
        let mut values = vec![Value::Absent; known.len()];
        for (key, value) in entries {
            let name = json::string(key).unwrap_or_default();
            let index = known.iter().position(|known| *known == name);
            match index.and_then(|index| values.get_mut(index)) {
                Some(slot @ Value::Absent) => *slot = Value::Json(value),
                Some(_) => self.report_duplicate(key),
                None => {
                    let suggestion = nearest(&name, known.iter().copied());
                    let place = self.place.entry(json::inner(key), key);
                    place.report_with(self.issues, "unknown-field", one_of(known), suggestion);
                }
            }
        }
        values
    }

    /// The entries of an object whose keys are free.
    fn entries(&mut self) -> Vec<(&'a str, &'a str)> {
        let mut entries = self.read("an object", json::object).unwrap_or_default();
        let mut seen = BTreeSet::new();
        entries.retain(|(key, _)| {
            let first = seen.insert(json::string(key).unwrap_or_default());
            if !first {
                self.report_duplicate(key);
            }
            first
        });
        entries
    }

    fn report_duplicate(&mut self, key: &'a str) {
        self.place.entry(json::inner(key), key).report(self.issues, "duplicate-field", "each name once");
    }

    /// The variant that is named, and what it holds.
    fn variant(&mut self, known: &'static [&'static str]) -> Option<(&'static str, Content<'a>)> {
        let (key, content) = self.read(&one_of(known), |raw| match json::object(raw)?[..] {
            [(key, value)] => Some((key, Content::Value(Value::Json(value)))),
            _ => None,
        })?;
        let name = json::string(key).unwrap_or_default();
        let variant = known.iter().find(|known| **known == name);
        if variant.is_none() {
            let suggestion = nearest(&name, known.iter().copied());
            self.place.report_with(self.issues, "unknown-variant", one_of(known), suggestion);
        }
        variant.map(|variant| (*variant, content))
    }
}
