//! One of several alternatives: `"name"` where it holds nothing, else `{"name": …}`.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor};

use super::node::{Node, Unsupported, Value};
use super::place::Place;
use crate::dto::issue::{Issue, Issues};

/// The alternative that was chosen.
pub(super) struct Choice<'a, 'p> {
    pub(super) variant: &'static str,
    pub(super) content: Content<'a>,
    pub(super) place: &'p Place<'a, 'p>,
    pub(super) issues: &'p mut Issues,
}

/// What an alternative holds.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    /// It was named by a text.
    Nothing,
    /// It was the one field of an object.
    Value(Value<'a>),
}

impl<'a> Choice<'a, '_> {
    /// What the alternative holds; recorded where it holds nothing.
    fn value(&mut self) -> Value<'a> {
        match self.content {
            Content::Value(value) => value,
            Content::Nothing => {
                let expected = format!("an object such as {{\"{}\": …}}", self.variant);
                self.place.report(self.issues, Issue::new("invalid-type", expected));
                Value::Filler
            }
        }
    }
}

impl<'a> EnumAccess<'a> for Choice<'a, '_> {
    type Error = Unsupported;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), Unsupported> {
        let name: StrDeserializer<'_, Unsupported> = self.variant.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'a> VariantAccess<'a> for Choice<'a, '_> {
    type Error = Unsupported;

    fn unit_variant(self) -> Result<(), Unsupported> {
        if let Content::Value(Value::Json(_)) = self.content {
            let expected = format!("the text \"{}\"", self.variant);
            self.place.report(self.issues, Issue::new("invalid-type", expected));
        }
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(mut self, seed: T) -> Result<T::Value, Unsupported> {
        let value = self.value();
        let place = value.place(self.place, self.variant);
        seed.deserialize(Node { place: &place, value, issues: self.issues })
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unsupported> {
        self.newtype_variant_seed(Object { fields, visitor })
    }

    fn tuple_variant<V: Visitor<'a>>(self, _length: usize, _visitor: V) -> Result<V::Value, Unsupported> {
        Err(Unsupported)
    }
}

/// Reads the fields of a variant as those of a struct.
struct Object<V> {
    fields: &'static [&'static str],
    visitor: V,
}

impl<'a, V: Visitor<'a>> DeserializeSeed<'a> for Object<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_struct("", self.fields, self.visitor)
    }
}
