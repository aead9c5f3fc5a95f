//! A `serde` deserializer that does not stop at the first error.
//!
//! What is wrong is recorded at its place, and a filler of the kind that was asked for is handed on:
//! zero, an empty text or list, the first variant, an object full of fillers. So a derived
//! `Deserialize` always comes to its end, and one pass finds every error.
//! A field is optional if, and only if, its type is an `Option`; `null` stands for nothing.

use std::error::Error;
use std::fmt;
use std::iter::{Copied, Enumerate, Zip};
use std::slice;
use std::vec::IntoIter;

use serde::de::{self, DeserializeSeed, Deserializer, Expected, SeqAccess, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use super::choice::{Choice, Content};
use super::json;
use super::leaf::{AMOUNT, PART, Part};
use super::place::Place;
use super::spelling::{nearest, one_of};
use crate::dto::issue::{Issue, Issues};
use crate::dto::names::Names;

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
            self.place.report(self.issues, Issue::new(code, expected));
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
                    let place = self.place.entry(json::inner(key), key);
                    place.report(self.issues, unknown("unknown-field", &name, known));
                }
            }
        }
        values
    }

    /// The entries of an object whose keys are free.
    pub(super) fn entries<T>(mut self) -> Option<Vec<(String, Part<'a, T>)>> {
        let entries = self.read("an object", json::object)?;
        let named = entries.iter().enumerate();
        let named = named.map(|(index, (key, _))| (json::string(key).unwrap_or_default().into_owned(), index));
        for index in Names::new(named.collect()).repeated() {
            if let Some((key, _)) = entries.get(index) {
                self.report_duplicate(key);
            }
        }
        let entry = |(key, raw): (&'a str, &'a str)| Some((json::string(key)?.into_owned(), Part::new(raw)));
        Some(entries.into_iter().filter_map(entry).collect())
    }

    fn report_duplicate(&mut self, key: &'a str) {
        let place = self.place.entry(json::inner(key), key);
        place.report(self.issues, Issue::new("duplicate-field", "each name once"));
    }

    /// The variant that is named, and what it holds.
    fn variant(&mut self, known: &'static [&'static str]) -> Option<(&'static str, Content<'a>)> {
        let (key, content) = self.read(&one_of(known), json::choice)?;
        let name = json::string(key).unwrap_or_default();
        if let Some(variant) = known.iter().find(|known| **known == name) {
            return Some((variant, content.map_or(Content::Nothing, |raw| Content::Value(Value::Json(raw)))));
        }
        self.place.at(key).report(self.issues, unknown("unknown-variant", &name, known));
        None
    }
}

/// A name that is not among those that may stand there.
fn unknown(code: &'static str, name: &str, known: &[&str]) -> Issue {
    let suggestion = nearest(name, known.iter().copied()).map(str::to_owned);
    Issue { suggestion, ..Issue::new(code, one_of(known)) }
}

impl<'a> Deserializer<'a> for Node<'a, '_> {
    type Error = Unsupported;

    fn deserialize_bool<V: Visitor<'a>>(mut self, visitor: V) -> Result<V::Value, Unsupported> {
        visitor.visit_bool(self.read("true or false", json::boolean).unwrap_or_default())
    }

    fn deserialize_f64<V: Visitor<'a>>(mut self, visitor: V) -> Result<V::Value, Unsupported> {
        visitor.visit_f64(self.read("a number", json::number).map_or(0.0, json::float))
    }

    fn deserialize_string<V: Visitor<'a>>(mut self, visitor: V) -> Result<V::Value, Unsupported> {
        visitor.visit_string(self.read("a text", json::string).unwrap_or_default().into_owned())
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Unsupported> {
        match self.value {
            Value::Json(_) => visitor.visit_some(self),
            Value::Absent | Value::Filler => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        mut self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        let text = match name {
            AMOUNT => self.read("a number such as 2.8", json::number),
            PART => self.read("a value", Some),
            _ => return visitor.visit_newtype_struct(self),
        };
        match text {
            Some(text) => visitor.visit_borrowed_str(text),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_seq<V: Visitor<'a>>(mut self, visitor: V) -> Result<V::Value, Unsupported> {
        let elements = self.read("a list", json::list).unwrap_or_default().into_iter().enumerate();
        visitor.visit_seq(Elements { list: self, elements })
    }

    fn deserialize_struct<V: Visitor<'a>>(
        mut self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        let values = self.fields(fields);
        visitor.visit_seq(Fields { object: self, fields: fields.iter().copied().zip(values) })
    }

    fn deserialize_enum<V: Visitor<'a>>(
        mut self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        let filler = (variants.first().copied().unwrap_or_default(), Content::Value(Value::Filler));
        let (variant, content) = self.variant(variants).unwrap_or(filler);
        visitor.visit_enum(Choice { variant, content, place: self.place, issues: self.issues })
    }

    fn deserialize_any<V: Visitor<'a>>(self, _visitor: V) -> Result<V::Value, Unsupported> {
        Err(Unsupported)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 char str bytes byte_buf unit unit_struct tuple tuple_struct
        map identifier ignored_any
    }
}

struct Elements<'a, 'p> {
    list: Node<'a, 'p>,
    elements: Enumerate<IntoIter<&'a str>>,
}

impl<'a> SeqAccess<'a> for Elements<'a, '_> {
    type Error = Unsupported;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Unsupported> {
        let Some((index, raw)) = self.elements.next() else {
            return Ok(None);
        };
        let place = self.list.place.element(index, raw);
        seed.deserialize(Node { place: &place, value: Value::Json(raw), issues: self.list.issues }).map(Some)
    }
}

/// The known fields of an object in the order in which their type declares them, also those that it does not have.
/// Handed on as a sequence: a derived `Deserialize` has far less code for that than for a map.
struct Fields<'a, 'p> {
    object: Node<'a, 'p>,
    fields: Zip<Copied<slice::Iter<'static, &'static str>>, IntoIter<Value<'a>>>,
}

impl<'a> SeqAccess<'a> for Fields<'a, '_> {
    type Error = Unsupported;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Unsupported> {
        let Some((name, value)) = self.next() else {
            return Ok(None);
        };
        let place = value.place(self.object.place, name);
        seed.deserialize(Node { place: &place, value, issues: self.object.issues }).map(Some)
    }
}

impl<'a> Fields<'a, '_> {
    /// Not generic, and not inlined: this code is there once, not once for each type of field.
    #[inline(never)]
    fn next(&mut self) -> Option<(&'static str, Value<'a>)> {
        self.fields.next()
    }
}

impl<'a> Value<'a> {
    /// Where it stands as a field; not inlined for the same reason.
    #[inline(never)]
    pub(super) const fn place<'p>(&self, object: &'p Place<'a, 'p>, name: &'p str) -> Place<'a, 'p> {
        match *self {
            Value::Json(raw) => object.entry(name, raw),
            Value::Absent | Value::Filler => object.field(name),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kind of type that is not supported")
    }
}

impl Error for Unsupported {}

/// No message is made of what was unexpected: it would bring in the formatting of floats, 14 kB of the module.
impl de::Error for Unsupported {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}
