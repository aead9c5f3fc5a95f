//! Values that keep their part of the text: exact amounts, and values that are read later.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};

use super::json;

/// The name under which [`Node`](super::node::Node) is asked for the text of a number.
pub(super) const AMOUNT: &str = "gpu-cost amount";

/// The name under which [`Node`](super::node::Node) is asked for the text of a value.
pub(super) const PART: &str = "gpu-cost part";

/// A number as it is written, so that it never becomes a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount<'a>(&'a str);

/// A value that is read on its own, so that errors elsewhere do not keep it from being checked.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, T> {
    /// `None` in the place of a value that is missing or wrong, which is recorded.
    raw: Option<&'a str>,
    of: PhantomData<T>,
}

/// An object whose keys are free, in a [`Part`].
#[derive(Debug)]
pub struct Map<T>(PhantomData<T>);

impl<'a> Amount<'a> {
    /// As it is written.
    pub(crate) const fn text(self) -> &'a str {
        self.0
    }

    /// The nearest float, for comparing with a bound.
    pub(crate) fn approximate(self) -> f64 {
        json::float(self.0)
    }
}

impl<'a, T> Part<'a, T> {
    /// A part of a text.
    pub(super) const fn new(raw: &'a str) -> Self {
        Self { raw: Some(raw), of: PhantomData }
    }

    /// The same part, to be read as something else.
    pub(crate) const fn cast<U>(self) -> Part<'a, U> {
        Part { raw: self.raw, of: PhantomData }
    }

    /// As it is written.
    pub(crate) const fn raw(&self) -> Option<&'a str> {
        self.raw
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Amount<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = deserializer.deserialize_newtype_struct(AMOUNT, Text)?;
        Ok(Self(text.unwrap_or("0")))
    }
}

impl<'de: 'a, 'a, T> Deserialize<'de> for Part<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = deserializer.deserialize_newtype_struct(PART, Text)?;
        Ok(Self { raw, of: PhantomData })
    }
}

struct Text;

impl<'a> Visitor<'a> for Text {
    type Value = Option<&'a str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of the text")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'a str) -> Result<Self::Value, E> {
        Ok(Some(text))
    }

    fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
}
