//! GPUs needed over a calendar: phases of the same hours each day, or of the same week, as counts by slot.
//!
//! Time is local: the clock of whoever runs the work, without changes in summer.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::catalog::Date;
use crate::units::Seconds;

/// Hours of a day.
const HOURS: usize = 24;

/// Days of a week.
const DAYS: usize = 7;

/// The same use, day by day or week by week, for some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// How long.
    pub length: Length,
    /// When, and on how many GPUs.
    pub pattern: Pattern,
}

/// The length of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Whole days.
    Days(u32),
    /// Months of the calendar, from a day to the same day of a later month or to its last one.
    Months(u32),
}

/// The use within a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The same each day.
    Daily {
        /// When it begins, counted from midnight, below 24 hours.
        begin: Seconds,
        /// How long it runs, 24 hours at most; what runs past midnight belongs to the day on which it began.
        length: Seconds,
        /// GPUs.
        gpus: u32,
    },
    /// GPUs of each hour of a week, which begins with Monday.
    Weekly(Box<[[u32; HOURS]; DAYS]>),
}

impl Pattern {
    /// Its GPUs, each multiplied and rounded by `change`.
    #[must_use]
    pub fn map(&self, change: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Daily { begin, length, gpus } => Self::Daily { begin: *begin, length: *length, gpus: change(*gpus) },
            Self::Weekly(week) => Self::Weekly(Box::new(week.map(|day| day.map(&change)))),
        }
    }

    /// The times at which it changes within a day, apart from whole hours.
    pub fn times(&self) -> impl Iterator<Item = Seconds> + '_ {
        let times = match self {
            Self::Daily { begin, length, gpus: _ } => [*begin, *length],
            Self::Weekly(_) => [Seconds(0); 2],
        };
        times.into_iter()
    }
}

/// Days from one day on that a phase lasts; `None` after the year 9999.
fn days(from: Date, length: Length) -> Option<u64> {
    match length {
        Length::Days(days) => Some(u64::from(days)),
        Length::Months(months) => u64::try_from(from.days_until(from.plus_months(months)?)).ok(),
    }
}

/// The weekday of a day, 0 for Monday.
#[must_use]
pub fn weekday(date: Date) -> usize {
    let monday = Date::parse("1970-01-05");
    let days = monday.map_or(0, |monday| monday.days_until(date).rem_euclid(7));
    usize::try_from(days).unwrap_or(0)
}

/// GPUs by slot from midnight of `start` on, one phase after the other; a slot divides an hour and all times of the
/// patterns. Where the last day's use runs past midnight, so do the slots. `None` with more than `most` slots.
///
/// ```
/// # use gpu_cost_core::{catalog::Date, demand::timeline::{Length, Pattern, Phase, timeline}, units::Seconds};
/// let daily = Pattern::Daily { begin: Seconds::hours(22), length: Seconds::hours(4), gpus: 2 };
/// let phases = [Phase { length: Length::Days(2), pattern: daily }];
/// let demand = timeline(Date::parse("2026-11-30").unwrap(), &phases, Seconds::hours(1), 1_000).unwrap();
/// assert_eq!(demand.len(), 50);
/// assert_eq!(demand[21..27], [0, 2, 2, 2, 2, 0]);
/// ```
#[must_use]
pub fn timeline(start: Date, phases: &[Phase], slot: Seconds, most: usize) -> Option<Vec<u32>> {
    let slots = |time: Seconds| time.0.checked_div(slot.0).and_then(|count| usize::try_from(count).ok());
    let day = slots(Seconds::days(1))?;
    let hour = slots(Seconds::hours(1))?;
    let mut demand: Vec<u32> = Vec::new();
    let mut fill = |from: usize, length: usize, gpus: u32| {
        let to = from.checked_add(length).filter(|to| *to <= most)?;
        if demand.len() < to {
            demand.resize(to, 0);
        }
        // What ran past midnight stays.
        demand.get_mut(from..to)?.iter_mut().for_each(|units| *units = gpus.max(*units));
        Some(())
    };
    let mut date = start;
    let mut from = 0_usize;
    for Phase { length, pattern } in phases {
        let days = days(date, *length)?;
        for n in 0..usize::try_from(days).ok()? {
            let midnight = from.checked_add(n.checked_mul(day)?)?;
            fill(midnight, day, 0)?;
            match pattern {
                Pattern::Daily { begin, length, gpus } => fill(midnight + slots(*begin)?, slots(*length)?, *gpus)?,
                Pattern::Weekly(week) => {
                    for (of_day, gpus) in week[(weekday(date) + n) % DAYS].iter().enumerate() {
                        fill(midnight + of_day * hour, hour, *gpus)?;
                    }
                }
            }
        }
        from += usize::try_from(days).ok()?.checked_mul(day)?;
        date = date.plus_days(days)?;
    }
    Some(demand)
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;

    use super::{Length, Pattern, Phase, timeline, weekday};
    use crate::catalog::Date;
    use crate::units::Seconds;

    const HOUR: Seconds = Seconds::hours(1);

    fn day(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    fn whole_days(length: Length, gpus: u32) -> Phase {
        Phase { length, pattern: Pattern::Daily { begin: Seconds(0), length: Seconds::days(1), gpus } }
    }

    #[test]
    fn weekdays_are_those_of_the_calendar() {
        assert_eq!(weekday(day("2026-11-30")), 0); // a Monday
        assert_eq!(weekday(day("2024-02-29")), 3); // a Thursday
        assert_eq!(weekday(day("1969-12-31")), 2); // a Wednesday
    }

    #[test]
    fn three_weeks_on_eight_then_one() {
        let phases = [whole_days(Length::Days(21), 8), whole_days(Length::Months(1), 1)];
        let demand = timeline(day("2026-11-30"), &phases, HOUR, 10_000).unwrap();
        assert_eq!(demand.len(), (21 + 31) * 24); // from 21 December
        assert_eq!((demand[21 * 24 - 1], demand[21 * 24]), (8, 1));
    }

    #[test]
    fn months_end_as_in_the_calendar() {
        let length =
            |start, months| timeline(day(start), &[whole_days(Length::Months(months), 1)], HOUR, 20_000).unwrap();
        assert_eq!(length("2024-01-31", 1).len(), 29 * 24);
        assert_eq!(length("2025-02-28", 12).len(), 365 * 24);
        assert_eq!(length("2024-02-29", 12).len(), 365 * 24);
        assert_eq!(length("2023-03-01", 12).len(), 366 * 24);
    }

    /// Office hours from a Thursday on: the fifth day is a Monday.
    #[test]
    fn a_week_begins_with_monday() {
        let mut week = [[0; 24]; 7];
        week[..5].iter_mut().for_each(|day| day[9..18].fill(4));
        let phases = [Phase { length: Length::Days(7), pattern: Pattern::Weekly(Box::new(week)) }];
        let demand = timeline(day("2024-02-29"), &phases, Seconds::minutes(30), 1_000).unwrap();
        let busy = |day: usize| demand[day * 48..][..48].iter().filter(|gpus| **gpus == 4).count();
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(busy), [18, 18, 0, 0, 18, 18, 18]);
        assert_eq!((demand[17], demand[18], demand[35], demand[36]), (0, 4, 4, 0));
    }

    #[test]
    fn what_runs_past_midnight_stays() {
        let late = |gpus| Pattern::Daily { begin: Seconds::hours(20), length: Seconds::hours(8), gpus };
        let phases =
            [Phase { length: Length::Days(1), pattern: late(3) }, Phase { length: Length::Days(1), pattern: late(1) }];
        let demand = timeline(day("2026-01-01"), &phases, HOUR, 100).unwrap();
        assert_eq!(
            (demand.len(), &demand[19..29], &demand[44..52]),
            (52, &[0, 3, 3, 3, 3, 3, 3, 3, 3, 0][..], &[1; 8][..])
        );
    }

    #[test]
    fn too_much_is_refused() {
        let years = [whole_days(Length::Months(1_200), 1)];
        assert_eq!(timeline(day("2026-01-01"), &years, HOUR, 100_000), None);
        assert_eq!(timeline(day("9999-12-01"), &years, HOUR, usize::MAX), None);
        assert_eq!(timeline(day("2026-01-01"), &years, Seconds(0), usize::MAX), None);
        assert_eq!(timeline(day("2026-01-01"), &[], HOUR, 0), Some(alloc::vec![]));
    }
}
