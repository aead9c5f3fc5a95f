//! Physical quantities as newtypes: bytes, seconds, operations, and ranges of them.
//!
//! Counts and times are integers; estimates are `f64`. No money here, and no text.

use core::fmt::Debug;

/// The whole part of a number; 0 below, the largest above what fits.
#[must_use]
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
pub const fn whole(value: f64) -> u64 {
    value as u64
}

/// A count as a floating-point number, for physics; exact below 2⁵³.
#[must_use]
#[expect(clippy::as_conversions, clippy::cast_precision_loss)]
pub const fn real(count: u64) -> f64 {
    count as f64
}

/// A number above 0 to a power, by its logarithm: within 10⁻¹² of it for results from 10⁻³⁰⁰ to 10³⁰⁰. `libm::pow`, exact
/// to the last bit, is four times the code.
#[must_use]
pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    libm::exp(exponent * libm::log(base))
}

/// The logarithm to base 2.
#[must_use]
pub(crate) fn log2(value: f64) -> f64 {
    libm::log(value) / core::f64::consts::LN_2
}

/// The greatest common divisor; of 0 and a number that number.
#[must_use]
pub fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// A product of counts, at most `u64::MAX`.
#[must_use]
pub fn product<const N: usize>(factors: [u32; N]) -> u64 {
    factors.into_iter().fold(1, |product, factor| times(factor, product))
}

/// So many of something that is counted, at most `u64::MAX`.
#[must_use]
pub fn times(count: u32, each: u64) -> u64 {
    each.saturating_mul(u64::from(count))
}

/// A sum of counts, at most `u64::MAX`.
#[must_use]
pub fn sum<const N: usize>(terms: [u64; N]) -> u64 {
    terms.into_iter().fold(0, u64::saturating_add)
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl Bytes {
    /// 10⁹ bytes each, as specification sheets print bandwidth and disks.
    ///
    /// ```
    /// # use gpu_cost_core::units::Bytes;
    /// assert_eq!(Bytes::gb(24).0, 24_000_000_000);
    /// ```
    #[must_use]
    pub const fn gb(count: u64) -> Self {
        Self(count * 1_000_000_000)
    }

    /// 2³⁰ bytes each, as a driver reports device memory.
    ///
    /// ```
    /// # use gpu_cost_core::units::Bytes;
    /// assert_eq!(Bytes::gib(24).0, 25_769_803_776);
    /// ```
    #[must_use]
    pub const fn gib(count: u64) -> Self {
        Self(count << 30)
    }

    /// The nearest whole number of bytes; 0 for anything below, `u64::MAX` for anything above.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation)] // `as` saturates, which is what is wanted
    #[expect(clippy::cast_sign_loss)]
    pub fn from_f64(bytes: f64) -> Self {
        Self(libm::round(bytes) as u64)
    }

    /// As a floating-point number, for physics; exact below 2⁵³.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_precision_loss)]
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }
}

/// A whole number of seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seconds(pub u64);

impl Seconds {
    /// 60 seconds each.
    #[must_use]
    pub const fn minutes(count: u64) -> Self {
        Self(count * 60)
    }

    /// 3,600 seconds each.
    #[must_use]
    pub const fn hours(count: u64) -> Self {
        Self(count * 3_600)
    }

    /// 24 hours each.
    #[must_use]
    pub const fn days(count: u64) -> Self {
        Self(count * 86_400)
    }

    /// Hours as someone wrote them, to the nearest second; 0 for anything below.
    #[must_use]
    pub fn nearest_hours(hours: f64) -> Self {
        Self::ceil_from_f64(libm::round(hours * 3_600.0))
    }

    /// The next whole second of an estimate: a started second is a second.
    /// 0 for anything below, `u64::MAX` for anything above.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation)] // `as` saturates, which is what is wanted
    #[expect(clippy::cast_sign_loss)]
    pub fn ceil_from_f64(seconds: f64) -> Self {
        Self(libm::ceil(seconds) as u64)
    }

    /// As a floating-point number, for physics; exact below 2⁵³.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_precision_loss)]
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }

    /// The smallest multiple of `step` that is not less than `self`; `self` where `step` is 0.
    ///
    /// ```
    /// # use gpu_cost_core::units::Seconds;
    /// assert_eq!(Seconds(3_601).round_up_to(Seconds::hours(1)), Seconds::hours(2));
    /// ```
    #[must_use]
    pub const fn round_up_to(self, step: Self) -> Self {
        match self.0.checked_next_multiple_of(step.0) {
            Some(rounded) => Self(rounded),
            None => self,
        }
    }
}

/// A number of floating-point operations; a multiply-add counts as two.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Flops(pub f64);

/// Floating-point operations per second: a speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct FlopsPerSec(pub f64);

impl FlopsPerSec {
    /// 10¹² operations per second each, as specification sheets print it.
    #[must_use]
    pub const fn tera(count: f64) -> Self {
        Self(count * 1e12)
    }
}

/// Bytes per second: a bandwidth.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct BytesPerSec(pub f64);

impl BytesPerSec {
    /// 10⁹ bytes per second each, as specification sheets print it.
    #[must_use]
    pub const fn giga(count: f64) -> Self {
        Self(count * 1e9)
    }
}

/// An estimate: 80 % of outcomes lie between `low` and `high`; `likely` is the middle one.
///
/// Invariant kept by whoever makes one: `low ≤ likely ≤ high`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range<T> {
    /// One outcome in ten is below.
    pub low: T,
    /// The median.
    pub likely: T,
    /// One outcome in ten is above.
    pub high: T,
}

impl<T: Copy> Range<T> {
    /// A quantity that is known.
    #[must_use]
    pub const fn exactly(value: T) -> Self {
        Self { low: value, likely: value, high: value }
    }

    /// Applies an increasing function to all three.
    #[must_use]
    pub fn map<U>(self, f: impl Fn(T) -> U) -> Range<U> {
        Range { low: f(self.low), likely: f(self.likely), high: f(self.high) }
    }
}
