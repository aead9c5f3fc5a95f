//! Moments on the calendar. It reads no clock: moments are arguments.

use alloc::string::String;
use core::fmt;

use crate::catalog::Date;
use crate::units::Seconds;

const DAY: i64 = 86_400;

/// A moment: seconds since the beginning of 1970 in UTC, without leap seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(i64);

impl Moment {
    /// Reads `2026-11-27T18:00:00+08:00`; seconds may be left out, `Z` is UTC. `None` for anything else, above all for a
    /// time without an offset, which could be any of 38 moments.
    ///
    /// ```
    /// # use gpu_cost_core::clock::Moment;
    /// let moment = Moment::parse("2026-11-27T18:00+08:00").unwrap();
    /// assert_eq!(moment.to_utc(), "2026-11-27T10:00:00Z");
    /// assert!(Moment::parse("2026-11-27T18:00").is_none());
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (date, rest) = text.split_once('T')?;
        let days = epoch()?.days_until(Date::parse(date)?);
        let (time, offset) = match rest.strip_suffix('Z') {
            Some(time) => (time, 0),
            None => {
                let at = rest.find(['+', '-'])?;
                let (time, offset) = (rest.get(..at)?, rest.get(at + 1..)?);
                let minutes = clock(offset).filter(|_| offset.len() == 5)?;
                (time, if rest.get(at..)?.starts_with('-') { -minutes } else { minutes })
            }
        };
        let seconds = clock(time)?;
        Some(Self(days.checked_mul(DAY)?.checked_add(seconds)?.checked_sub(offset)?))
    }

    /// The time since an earlier moment; `None` where that is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Option<Seconds> {
        u64::try_from(self.0.checked_sub(earlier.0)?).ok().map(Seconds)
    }

    /// A later moment; `None` beyond the range.
    #[must_use]
    pub fn after(self, time: Seconds) -> Option<Self> {
        self.0.checked_add(i64::try_from(time.0).ok()?).map(Self)
    }

    /// As `2026-11-27T10:00:00Z`; empty after the year 9999.
    #[must_use]
    pub fn to_utc(self) -> String {
        let date = u64::try_from(self.0.div_euclid(DAY)).ok().and_then(|days| epoch()?.plus_days(days));
        let second = self.0.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
        date.map(|date| alloc::format!("{date}T{hour:02}:{minute:02}:{second:02}Z")).unwrap_or_default()
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_utc())
    }
}

fn epoch() -> Option<Date> {
    Date::parse("1970-01-01")
}

/// Seconds of `18:00` or `18:00:00`.
fn clock(text: &str) -> Option<i64> {
    let mut parts = text.split(':').map(|part| {
        let is_two_digits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_two_digits { part.parse::<i64>().ok() } else { None }
    });
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let fits = hour < 24 && minute < 60 && second < 60 && parts.next().is_none();
    fits.then_some(hour * 3_600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use crate::units::Seconds;

    #[test]
    fn moments_are_read_or_refused() {
        let check = |text: &str, utc: Option<&str>| {
            assert_eq!(Moment::parse(text).map(Moment::to_utc).as_deref(), utc, "{text}");
        };
        check("1970-01-01T00:00Z", Some("1970-01-01T00:00:00Z"));
        check("2024-02-29T23:59:59-05:30", Some("2024-03-01T05:29:59Z"));
        check("2026-11-30T09:00:00+08:00", Some("2026-11-30T01:00:00Z"));
        for text in [
            "",
            "2026-11-30",
            "2026-11-30T09:00",
            "2026-11-30 09:00Z",
            "2026-11-30T24:00Z",
            "2026-11-30T09Z",
            "2026-11-30T09:00:00:00Z",
            "2026-11-30T9:00Z",
            "2026-11-30T09:00+8",
            "2026-11-30T09:00+08:00:00",
            "2026-02-29T09:00Z",
            "2026-11-30T名Z",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn a_weekend_is_63_hours() {
        let moment = |text| Moment::parse(text).unwrap();
        let (friday, monday) = (moment("2026-11-27T18:00+08:00"), moment("2026-11-30T09:00+08:00"));
        assert_eq!(monday.since(friday), Some(Seconds::hours(63)));
        assert_eq!(friday.since(monday), None);
        assert_eq!(friday.after(Seconds::hours(63)), Some(monday));
    }
}
