//! Exact money: one integer type, read from decimal text, never a float.
//!
//! It knows no currency (a catalog has exactly one) and no formatting beyond plain decimal text.

use alloc::string::String;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::units::{Seconds, divisor};

/// Decimal places that a price may have.
pub const MAX_DECIMALS: u32 = 9;

/// Digits that a price may have before the decimal point.
pub const MAX_WHOLE_DIGITS: u32 = 12;

const NANO: i128 = 1_000_000_000;

/// Ticks of one nano-unit: the least common multiple of the seconds of an hour, a day, a week,
/// and a month of 720 and of 730 hours. So a price with up to nine decimals per second, minute,
/// hour, day, week, month or year of such months, times whole seconds, is a whole number of ticks.
const TICKS_PER_NANO: i128 = 1_324_512_000;

const TICKS_PER_UNIT: i128 = NANO * TICKS_PER_NANO;
const TICKS_PER_CENT: i128 = TICKS_PER_UNIT / 100;
const TICKS_PER_MICRO: i128 = 1_000 * TICKS_PER_NANO;

/// An exact amount of a catalog's one currency, in ticks of about 7.5 × 10⁻¹⁹ units.
///
/// Rounding happens only in [`Rate::for_time`] (to a tick, for month lengths other than 720 and
/// 730 h) and in [`Money::to_cents`]. The range, ±10²⁰ units, cannot be left by inputs
/// inside their [bounds](crate::bounds).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(i128);

/// Why a text is not a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyError {
    /// Not a plain decimal number such as `12.5`; exponents such as `1e-3` are understood too.
    Syntax,
    /// More than [`MAX_DECIMALS`] digits after the decimal point that are not zero.
    TooPrecise,
    /// More than [`MAX_WHOLE_DIGITS`] digits before the decimal point.
    TooLarge,
}

impl Money {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// A whole number of units (yuan, dollars).
    #[must_use]
    pub const fn units(count: i64) -> Self {
        Self(widen(count) * TICKS_PER_UNIT)
    }

    /// A whole number of hundredths.
    #[must_use]
    pub const fn cents(count: i64) -> Self {
        Self(widen(count) * TICKS_PER_CENT)
    }

    /// A whole number of millionths; `None` beyond the range.
    ///
    /// ```
    /// # use gpu_cost_core::money::Money;
    /// assert_eq!(Money::from_micros(1_660_000), Some(Money::cents(166)));
    /// assert_eq!(Money::cents(166).to_micros(), Some(1_660_000));
    /// assert_eq!(Money::parse("0.0000005").unwrap().to_micros(), None);
    /// ```
    #[must_use]
    pub fn from_micros(count: i128) -> Option<Self> {
        count.checked_mul(TICKS_PER_MICRO).map(Self)
    }

    /// The millionths, where they are a whole number.
    #[must_use]
    pub fn to_micros(self) -> Option<i128> {
        (self.0 % TICKS_PER_MICRO == 0).then_some(self.0 / TICKS_PER_MICRO)
    }

    /// The least whole number that makes it whole millionths when multiplied with it.
    ///
    /// ```
    /// # use gpu_cost_core::money::Money;
    /// assert_eq!(Money::parse("0.00000125").unwrap().micro_factor(), 4);
    /// ```
    #[must_use]
    pub fn micro_factor(self) -> u64 {
        let whole = TICKS_PER_MICRO.unsigned_abs();
        let [rest, whole] = [self.0.unsigned_abs() % whole, whole].map(|ticks| u64::try_from(ticks).unwrap_or(1));
        whole / divisor(rest, whole)
    }

    /// Reads decimal text, as JSON writes numbers: optional sign, digits, optional fraction and exponent.
    ///
    /// # Errors
    /// [`MoneyError`] when the text is no number, or has more digits than money here can carry.
    ///
    /// ```
    /// # use gpu_cost_core::money::{Money, MoneyError};
    /// assert_eq!(Money::parse("1001.95"), Ok(Money::cents(100_195)));
    /// assert_eq!(Money::parse("5e-1"), Ok(Money::cents(50)));
    /// assert_eq!(Money::parse("1.66 CNY"), Err(MoneyError::Syntax));
    /// ```
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| MoneyError::Syntax)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        if whole.is_empty() || fraction.is_empty() {
            return Err(MoneyError::Syntax);
        }
        let magnitude = nanos(whole, fraction, exponent)? * TICKS_PER_NANO;
        Ok(Self(if negative { -magnitude } else { magnitude }))
    }

    /// Rounded to hundredths, half away from zero.
    ///
    /// ```
    /// # use gpu_cost_core::money::Money;
    /// assert_eq!(Money::parse("1.4794520").unwrap().to_cents(), Money::cents(148));
    /// ```
    #[must_use]
    pub const fn to_cents(self) -> Self {
        Self(divide_rounding(self.0, TICKS_PER_CENT) * TICKS_PER_CENT)
    }

    /// Rounded to millionths, half away from zero, but at least one where there is more than nothing.
    ///
    /// ```
    /// # use gpu_cost_core::money::Money;
    /// let price = |text| Money::parse(text).unwrap();
    /// assert_eq!(price("1.234567500").to_nearest_micro(), price("1.234568"));
    /// assert_eq!(price("0.000000001").to_nearest_micro(), price("0.000001"));
    /// ```
    #[must_use]
    pub fn to_nearest_micro(self) -> Self {
        let nearest = divide_rounding(self.0, TICKS_PER_MICRO);
        Self(if nearest == 0 { self.0.signum() } else { nearest } * TICKS_PER_MICRO)
    }

    /// Decimal text with all the decimals that are not zero, at least two, at most nine (then rounded).
    ///
    /// ```
    /// # use gpu_cost_core::money::Money;
    /// assert_eq!(Money::parse("16.3").unwrap().to_decimal(), "16.30");
    /// assert_eq!(Money::parse("-0.0005").unwrap().to_decimal(), "-0.0005");
    /// ```
    #[must_use]
    pub fn to_decimal(self) -> String {
        let nanos = divide_rounding(self.0, TICKS_PER_NANO);
        let sign = if nanos < 0 { "-" } else { "" };
        let (whole, fraction) = (nanos.abs() / NANO, nanos.abs() % NANO);
        let mut text = alloc::format!("{sign}{whole}.{fraction:09}");
        let shortest = text.len() - 7;
        let used = text.trim_end_matches('0').len();
        text.truncate(used.max(shortest));
        text
    }

    /// The ratio of two amounts, for break-even times and percentages; `None` where `other` is zero.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_precision_loss)] // a ratio is a float
    pub fn ratio(self, other: Self) -> Option<f64> {
        (other.0 != 0).then(|| self.0 as f64 / other.0 as f64)
    }

    /// `self · numerator ÷ denominator`, to a tick; `None` where the denominator is zero or the product overflows.
    #[must_use]
    pub fn scaled(self, numerator: u64, denominator: u64) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let product = self.0.checked_mul(i128::from(numerator))?;
        Some(Self(divide_rounding(product, i128::from(denominator))))
    }
}

/// A share in millionths, so that money has exact shares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ppm(pub u32);

impl Ppm {
    /// All of it.
    pub const ALL: Self = Self(1_000_000);

    /// The nearest millionth of a percentage from 0 to 4,000.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
    pub fn from_percent(percent: f64) -> Self {
        Self(libm::round(percent * 10_000.0) as u32)
    }

    /// As a percentage.
    #[must_use]
    pub fn to_percent(self) -> f64 {
        f64::from(self.0) / 10_000.0
    }

    /// So much of an amount, to a tick.
    ///
    /// ```
    /// # use gpu_cost_core::money::{Money, Ppm};
    /// assert_eq!(Ppm::from_percent(6.0).of(Money::units(50)), Money::units(3));
    /// ```
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        amount.scaled(u64::from(self.0), u64::from(Self::ALL.0)).unwrap_or(amount)
    }
}

/// Money per length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The price of one `per`.
    pub price: Money,
    /// The length of time that the price is for.
    pub per: Seconds,
}

impl Rate {
    /// Money per hour.
    #[must_use]
    pub const fn hourly(price: Money) -> Self {
        Self { price, per: Seconds::hours(1) }
    }

    /// The price of `time`, pro rata: exact for hours, days, weeks and months of 720 or 730 hours,
    /// else rounded to a tick. Saturates at the largest amount.
    ///
    /// ```
    /// # use gpu_cost_core::{money::{Money, Rate}, units::Seconds};
    /// let hourly = Rate::hourly(Money::parse("1.24").unwrap());
    /// assert_eq!(hourly.for_time(Seconds::hours(12)), Money::parse("14.88").unwrap());
    /// ```
    #[must_use]
    pub fn for_time(self, time: Seconds) -> Money {
        self.price.scaled(time.0, self.per.0).unwrap_or(Money(i128::MAX / 4))
    }

    /// How long the rate may run before it has cost `amount`, in seconds; `None` where the rate is free.
    #[must_use]
    pub fn time_for(self, amount: Money) -> Option<f64> {
        amount.ratio(self.price).map(|ratio| ratio * self.per.as_f64())
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Money {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Money {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Mul<u64> for Money {
    type Output = Self;
    fn mul(self, count: u64) -> Self {
        Self(self.0.saturating_mul(i128::from(count)))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::add)
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_decimal())
    }
}

#[expect(clippy::as_conversions)] // `From` is not const
const fn widen(count: i64) -> i128 {
    count as i128
}

/// Half away from zero.
const fn divide_rounding(value: i128, by: i128) -> i128 {
    if value == 0 {
        return 0; // common, and wasm divides 128 bits slowly
    }
    let quotient = value / by;
    let remainder = value - quotient * by; // `%` would divide again
    if remainder.abs() < by - remainder.abs() { quotient } else { quotient + value.signum() }
}

/// `whole.fraction · 10^exponent` in nano-units.
fn nanos(whole: &str, fraction: &str, exponent: i32) -> Result<i128, MoneyError> {
    let mut total: i128 = 0;
    let digits = whole.len();
    for (index, byte) in whole.bytes().chain(fraction.bytes()).enumerate() {
        if !byte.is_ascii_digit() {
            return Err(MoneyError::Syntax);
        }
        if byte == b'0' {
            continue;
        }
        // The power of ten of this digit: 0 for the last one before the decimal point.
        let place = i64::try_from(digits).map_err(|_| MoneyError::TooLarge)?
            - 1
            - i64::try_from(index).map_err(|_| MoneyError::TooLarge)?
            + i64::from(exponent);
        let power = place + i64::from(MAX_DECIMALS);
        if place >= i64::from(MAX_WHOLE_DIGITS) {
            return Err(MoneyError::TooLarge);
        }
        let power = u32::try_from(power).map_err(|_| MoneyError::TooPrecise)?;
        total += i128::from(byte - b'0') * 10_i128.pow(power);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::{Money, MoneyError, NANO, Rate, TICKS_PER_NANO};
    use crate::units::Seconds;

    #[test]
    fn a_tick_divides_every_period_of_the_documentation() {
        for seconds in [1, 60, 3_600, 86_400, 604_800, 720 * 3_600, 730 * 3_600, 12 * 730 * 3_600] {
            assert_eq!(TICKS_PER_NANO % 86_400, 0);
            assert_eq!((TICKS_PER_NANO * NANO) % seconds, 0, "{seconds}");
        }
    }

    #[test]
    fn reading_is_exact_or_refused() {
        let check = |text: &str, expected: Result<&str, MoneyError>| {
            let got = Money::parse(text);
            assert_eq!(got, expected.map(|plain| Money::parse(plain).unwrap()), "{text}");
        };
        assert_eq!(Money::parse("0.1").unwrap() + Money::parse("0.2").unwrap(), Money::cents(30));
        check("1E3", Ok("1000"));
        check("12.50e-1", Ok("1.25"));
        check("0.000000001", Ok("1e-9"));
        check("0e99999", Ok("0"));
        check("999999999999", Ok("999999999999.0"));
        for text in ["", ".", "1.", ".5", "+1", "1,000", "１", "NaN", "Infinity", "1e", "0x10", "--1"] {
            check(text, Err(MoneyError::Syntax));
        }
        check("1000000000000", Err(MoneyError::TooLarge));
        check("1e400", Err(MoneyError::TooLarge));
        check("0.0000000001", Err(MoneyError::TooPrecise));
        check("1e-400", Err(MoneyError::TooPrecise));
    }

    #[test]
    fn half_a_cent_rounds_away_from_zero() {
        for (text, cents) in [("0.005", 1), ("-0.005", -1), ("0.0049", 0), ("2.675", 268)] {
            assert_eq!(Money::parse(text).unwrap().to_cents(), Money::cents(cents), "{text}");
        }
    }

    #[test]
    fn splitting_a_time_changes_nothing() {
        let monthly = Rate { price: Money::parse("0.3").unwrap(), per: Seconds::hours(730) };
        let whole = monthly.for_time(Seconds(262_801));
        let parts = monthly.for_time(Seconds(1)) + monthly.for_time(Seconds(262_800));
        assert_eq!(whole, parts);
    }
}
