//! What can be wrong with an input: an enum with data, a stable code, and one English sentence for developers.

use alloc::string::String;
use core::fmt;

use crate::bounds::Bound;
use crate::money::MoneyError;

/// Something that the caller must change. Nothing that merely does not fit: that is a value
/// ([`Rejection`](crate::candidate::Rejection)).
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// A number outside its row of [`bounds`](crate::bounds).
    OutOfRange {
        /// The row.
        bound: &'static Bound,
        /// What was given; not a number is out of every range.
        got: f64,
    },
    /// An identifier that names nothing.
    Unknown {
        /// What it should have named: `gpu`, `model`, `platform`, `source`.
        kind: &'static str,
        /// The name that was given.
        name: String,
    },
    /// A second thing with the same identifier.
    Duplicate {
        /// `platform`, `offer`, `source`.
        kind: &'static str,
        /// The identifier.
        name: String,
    },
    /// A price that is not an exact, positive amount.
    Price(PriceError),
    /// A date that is not a day of the Gregorian calendar as `2026-11-30`.
    Date {
        /// What was given.
        text: String,
    },
    /// Nothing where something is needed, for example an offer without a single way to pay.
    Empty {
        /// What is missing.
        what: &'static str,
    },
    /// Two values that cannot hold together.
    Conflict {
        /// What is wrong, in English, for developers.
        what: &'static str,
    },
}

/// Why an amount of money is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceError {
    /// The text is no exact decimal number.
    Text(MoneyError),
    /// A rent of zero or less; a free thing is left out or has its own field.
    NotPositive,
    /// Less than zero.
    Negative,
}

impl Error {
    /// Stable, kebab-case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::OutOfRange { .. } => "out-of-range",
            Self::Unknown { .. } => "unknown-name",
            Self::Duplicate { .. } => "duplicate",
            Self::Price(_) => "price",
            Self::Date { .. } => "date",
            Self::Empty { .. } => "empty",
            Self::Conflict { .. } => "conflict",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange { bound: Bound { field, min, max, .. }, got } => {
                write!(f, "{field} must be from {min} to {max}, got {got}")
            }
            Self::Unknown { kind, name } => write!(f, "no {kind} is named {name:?}"),
            Self::Duplicate { kind, name } => write!(f, "two {kind}s are named {name:?}"),
            Self::Price(error) => f.write_str(match error {
                PriceError::Text(MoneyError::Syntax) => "expected a number such as 2.8",
                PriceError::Text(MoneyError::TooPrecise) => "a price has at most 9 decimals",
                PriceError::Text(MoneyError::TooLarge) => "a price has at most 12 digits before the point",
                PriceError::NotPositive => "a price must be greater than 0",
                PriceError::Negative => "an amount must not be negative",
            }),
            Self::Date { text } => write!(f, "expected a date such as 2026-11-30, got {text:?}"),
            Self::Empty { what } => write!(f, "expected at least one {what}"),
            Self::Conflict { what } => f.write_str(what),
        }
    }
}

impl core::error::Error for Error {}
