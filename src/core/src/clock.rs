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
        FORMS
            .iter()
            .any(|form| has_form(text, form))
            .then(|| Written::parse(text))?
            .map(|written| Self(written.seconds))
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

/// A time as tables have it, with its offset from UTC or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Seconds since the beginning of 1970, of UTC where that can be told, else of the local clock.
    pub seconds: i64,
    /// Whether it says how far it is from UTC.
    pub has_offset: bool,
    /// Seconds since midnight of the local clock.
    pub second_of_day: i64,
}

impl Written {
    /// Reads what [`Moment::parse`] does, and with a space for the `T`, digits after the seconds, single digits of a
    /// time, no time (midnight) or no offset.
    ///
    /// ```
    /// # use gpu_cost_core::clock::Written;
    /// let local = Written::parse("1970-01-02 1:30").unwrap();
    /// assert_eq!((local.seconds, local.has_offset), (91_800, false));
    /// let ahead = Written::parse("1970-01-02T01:30:00.5+01:30").unwrap();
    /// assert_eq!((ahead.seconds, ahead.second_of_day), (86_400, 5_400));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (date, rest) = text.split_at_checked(10)?;
        let midnight = epoch()?.days_until(Date::parse(date)?) * DAY;
        if rest.is_empty() {
            return Some(Self { seconds: midnight, has_offset: false, second_of_day: 0 });
        }
        let rest = rest.strip_prefix(['T', ' '])?;
        let end = rest.find(['Z', '+', '-']).unwrap_or(rest.len());
        let (time, offset) = rest.split_at_checked(end)?;
        let ahead = match offset.split_at_checked(1) {
            None | Some(("Z", "")) => 0,
            Some(("-", size)) => -clock(size)?,
            Some(("+", size)) => clock(size)?,
            Some(_) => return None,
        };
        let time = time.split_once('.').map_or(time, |(whole, _)| whole);
        let second_of_day = clock(time)?;
        Some(Self { seconds: midnight + second_of_day - ahead, has_offset: !offset.is_empty(), second_of_day })
    }
}

/// How a moment is written: `0` is any digit, `+` any sign.
const FORMS: [&str; 4] =
    ["0000-00-00T00:00Z", "0000-00-00T00:00:00Z", "0000-00-00T00:00+00:00", "0000-00-00T00:00:00+00:00"];

fn has_form(text: &str, form: &str) -> bool {
    let is_alike = |(sign, form): (u8, u8)| match form {
        b'0' => sign.is_ascii_digit(),
        b'+' => matches!(sign, b'+' | b'-'),
        _ => sign == form,
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(is_alike)
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_utc())
    }
}

fn epoch() -> Option<Date> {
    Date::parse("1970-01-01")
}

/// Seconds of `18`, `18:00` or `18:00:00`.
fn clock(text: &str) -> Option<i64> {
    let limits = [(3_600, 24), (60, 60), (1, 60)];
    let parts = text.split(':').zip(limits).map(|(part, (seconds, end))| {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        let count: i64 = if is_number { part.parse().ok()? } else { return None };
        (count < end).then_some(count * seconds)
    });
    if text.split(':').count() <= limits.len() { parts.sum() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{Moment, Written};
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
    fn times_of_tables_are_read_or_refused() {
        let check = |text: &str, expected| {
            let written = Written::parse(text).map(|written| (written.seconds, written.has_offset));
            assert_eq!(written, expected, "{text}");
        };
        check("1970-01-02", Some((86_400, false)));
        check("1970-01-01 9:05", Some((32_700, false)));
        check("1970-01-01 09", Some((32_400, false)));
        check("1970-01-01T09:00:30.25-01:00", Some((36_030, true)));
        check("1970-01-01T09:00Z", Some((32_400, true)));
        for text in [
            "1970-01-0109:00",
            "1970-01-01 ",
            "1970-01-01T",
            "1970-01-01T09:00Zulu",
            "1970-01-01 09:00+",
            "1970-01-01 24:00",
            "1970-01-01 009:00",
            "1970-01-01 +9:00",
            "1970-01-01 09:00:00:00",
            "1970-01-01+08:00",
            "名名名名",
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
