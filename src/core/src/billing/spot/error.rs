//! Why nothing can be said about a job on spot.

use core::fmt;

/// What the caller must change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number that is not finite, or outside of what its field says.
    Range(&'static str),
    /// A checkpoint takes longer than the mean time between interruptions.
    Checkpoint,
    /// The expected time is beyond all numbers.
    TooLong,
    /// A slot of no length, or more slots until the deadline than can be followed.
    Slots,
    /// Not even on demand from the beginning is the job done before the deadline.
    Deadline,
}

impl Error {
    /// Stable, kebab-case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Range(_) => "out-of-range",
            Self::Checkpoint => "checkpoint",
            Self::TooLong => "too-long",
            Self::Slots => "slots",
            Self::Deadline => "deadline",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(field) => write!(f, "{field} is out of range"),
            Self::Checkpoint => f.write_str("a checkpoint takes longer than the mean time between interruptions"),
            Self::TooLong => f.write_str("the expected time is too long for a number"),
            Self::Slots => f.write_str("expected slots of some length, at most three years of minutes of them"),
            Self::Deadline => f.write_str("not even on demand is the job done before the deadline"),
        }
    }
}

impl core::error::Error for Error {}
