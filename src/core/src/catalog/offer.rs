//! What a host sells: platforms, offers, the ways to pay, fees. All prices of one catalog are in one currency.
//!
//! A [`Catalog`] is data that has been checked; whoever makes one checks it first (the boundary does).
//! Nothing here computes a price: that is [`billing`](crate::billing).

use alloc::string::String;
use alloc::vec::Vec;

use super::{Device, Link, Rules};
use crate::money::Money;
use crate::units::Seconds;

/// All that one host sells, in one currency.
#[derive(Clone, Debug)]
pub struct Catalog {
    /// ISO 4217 code, three capital letters.
    pub currency: String,
    /// The day the catalog as a whole was put together.
    pub as_of: Date,
    /// Hours of a month, where a price is by the month.
    pub month: Seconds,
    /// Sellers.
    pub platforms: Vec<Platform>,
    /// What they sell.
    pub offers: Vec<Offer>,
}

/// A seller, and the fees that are the same for all its offers.
#[derive(Clone, Debug)]
pub struct Platform {
    /// Unique in the catalog.
    pub id: String,
    /// As it is shown.
    pub name: String,
    /// Disk beside the system disk; `None` where the platform does not say.
    pub disk: Option<DiskFee>,
    /// Traffic to the internet; `None` where the platform does not say.
    pub egress: Option<EgressFee>,
    /// All else that it charges.
    pub rules: Rules,
}

/// The price of disk beside the system disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskFee {
    /// The price of one GiB for `per`.
    pub price: Money,
    /// The time that the price is for; a month is [`Catalog::month`].
    pub per: Seconds,
    /// GiB of a rental that cost nothing.
    pub free_gib: u64,
    /// Whether it costs while the instance is stopped.
    pub when_stopped: WhenStopped,
}

/// Whether something costs while the instance is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenStopped {
    /// As while it runs.
    Billed,
    /// Nothing.
    Free,
    /// Another price for the same amount and time.
    Price(Money),
}

/// The price of traffic to the internet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EgressFee {
    /// The price of one GiB; zero where it is free.
    pub price: Money,
    /// GiB of a rental that cost nothing.
    pub free_gib: u64,
}

/// A GPU, sold by one platform in one place, and every way to pay for it.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Unique in the catalog.
    pub id: String,
    /// Index in [`Catalog::platforms`].
    pub platform: usize,
    /// What is sold: GPUs, or parts of GPUs.
    pub device: Device,
    /// As the platform names it; empty where it has no name of its own.
    pub label: String,
    /// As the platform names it; empty where it does not say.
    pub region: String,
    /// Devices in the unit that prices are for: 1 for a card or a part of one, 2 for a board of two, 8 for a node of eight.
    pub cards_per_unit: u32,
    /// Fewest units in one order.
    pub min_units: u32,
    /// Most units in one order that share a host.
    pub max_units: u32,
    /// How the GPUs of one order reach each other.
    pub link: Link,
    /// Ways to pay; at least one.
    pub billing: Billing,
    /// The day the prices were read.
    pub as_of: Date,
    /// What the prices were read from, as text for a reader.
    pub source: String,
    /// Address of the source; empty where there is none.
    pub source_url: String,
}

/// Ways to pay. Prices are for one unit of the offer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Billing {
    /// Pay for what is used.
    pub on_demand: Option<OnDemand>,
    /// Pay for what is used, cheaper, and may be taken away.
    pub spot: Option<OnDemand>,
    /// Terms paid in full, used or not, at most one for each [`PackageTerm`].
    pub packages: Vec<Package>,
}

/// A price by the hour of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnDemand {
    /// Per unit and hour.
    pub hourly: Money,
    /// What a use is rounded up to; `None` where the platform does not say (then started hours are assumed).
    pub increment: Option<Increment>,
    /// The least time that each start pays for.
    pub minimum: Seconds,
}

/// What a use is rounded up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Increment {
    /// Not at all.
    Second,
    /// Started minutes.
    Minute,
    /// Started hours.
    Hour,
}

impl Increment {
    /// Its length.
    #[must_use]
    pub const fn length(self) -> Seconds {
        match self {
            Self::Second => Seconds(1),
            Self::Minute => Seconds::minutes(1),
            Self::Hour => Seconds::hours(1),
        }
    }
}

/// A term paid in full, used or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    /// How long.
    pub term: PackageTerm,
    /// Per unit, for the whole term.
    pub price: Money,
}

/// The length of a [`Package`], shortest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PackageTerm {
    /// 24 hours from the start.
    Day,
    /// 7 days from the start.
    Week,
    /// [`Catalog::month`] from the start.
    Month,
    /// 12 months.
    Year,
    /// 24 months.
    TwoYears,
    /// 36 months.
    ThreeYears,
}

impl PackageTerm {
    /// All of them, shortest first.
    pub const ALL: [Self; 6] = [Self::Day, Self::Week, Self::Month, Self::Year, Self::TwoYears, Self::ThreeYears];

    /// Its calendar months; `None` where it is shorter than one.
    #[must_use]
    pub const fn months(self) -> Option<u32> {
        match self {
            Self::Day | Self::Week => None,
            Self::Month => Some(1),
            Self::Year => Some(12),
            Self::TwoYears => Some(24),
            Self::ThreeYears => Some(36),
        }
    }

    /// Its length where a month is `month` long.
    #[must_use]
    pub fn length(self, month: Seconds) -> Seconds {
        let days = if self == Self::Day { 1 } else { 7 };
        self.months().map_or(Seconds::days(days), |months| Seconds(month.0 * u64::from(months)))
    }
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `2026-11-30`; `None` for anything else, such as the 30th of February.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::Date;
    /// assert!(Date::parse("2024-02-29").is_some());
    /// assert!(Date::parse("2026-02-29").is_none());
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() == 10
            && bytes.iter().enumerate().all(|(index, byte)| match index {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !shaped {
            return None;
        }
        let date = Self {
            year: text.get(0..4)?.parse().ok()?,
            month: text.get(5..7)?.parse().ok()?,
            day: text.get(8..10)?.parse().ok()?,
        };
        (1 <= date.month && date.month <= 12 && 1 <= date.day && date.day <= date.days_in_month()).then_some(date)
    }

    /// Whole days from `self` to `later`; negative where `later` is earlier.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::Date;
    /// let day = |text| Date::parse(text).unwrap();
    /// assert_eq!(day("2024-02-28").days_until(day("2024-03-01")), 2);
    /// ```
    #[must_use]
    pub fn days_until(self, later: Self) -> i64 {
        later.day_number() - self.day_number()
    }

    /// The same day of a later month, or the last day of that month where it is shorter; `None` after the year 9999.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::Date;
    /// let day = |text| Date::parse(text).unwrap();
    /// assert_eq!(day("2024-01-31").plus_months(1), Some(day("2024-02-29")));
    /// assert_eq!(day("2025-11-30").plus_months(3), Some(day("2026-02-28")));
    /// ```
    #[must_use]
    pub fn plus_months(self, count: u32) -> Option<Self> {
        let months = (u32::from(self.year) * 12 + u32::from(self.month) - 1).checked_add(count)?;
        let year = u16::try_from(months / 12).ok().filter(|year| *year <= 9999)?;
        let first = Self { year, month: u8::try_from(months % 12 + 1).ok()?, day: 1 };
        Some(Self { day: self.day.min(first.days_in_month()), ..first })
    }

    /// A later day; `None` after the year 9999.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::Date;
    /// let day = |text| Date::parse(text).unwrap();
    /// assert_eq!(day("2024-02-28").plus_days(2), Some(day("2024-03-01")));
    /// ```
    #[must_use]
    pub fn plus_days(self, count: u64) -> Option<Self> {
        let mut left = count.checked_add(u64::from(self.day) - 1)?;
        let mut month = Self { day: 1, ..self };
        // Whole cycles of the calendar first: 400 years are 146,097 days.
        month.year = u16::try_from(u64::from(month.year) + left / 146_097 * 400).ok()?;
        left %= 146_097;
        while u64::from(month.days_in_month()) <= left {
            left -= u64::from(month.days_in_month());
            month = month.plus_months(1)?;
        }
        let day = u8::try_from(left + 1).ok()?;
        (month.year <= 9999).then_some(Self { day, ..month })
    }

    /// Whether a month begins with it.
    #[must_use]
    pub const fn is_first_of_month(self) -> bool {
        self.day == 1
    }

    const fn is_leap(self) -> bool {
        self.year.is_multiple_of(4) && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400))
    }

    const fn days_in_month(self) -> u8 {
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if self.is_leap() => 29,
            2 => 28,
            _ => 31,
        }
    }

    /// Days since 0000-03-01, in years that begin in March so that the leap day is the last.
    fn day_number(self) -> i64 {
        let (year, month, day) = (i64::from(self.year), i64::from(self.month), i64::from(self.day));
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day - 1
    }
}

impl core::fmt::Display for Date {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
