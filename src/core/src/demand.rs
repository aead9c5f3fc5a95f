//! When and how long the visitor rents. It knows hours, not what runs in them.

pub mod timeline;

use crate::units::Seconds;

/// When and how long the visitor rents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Until the work is done, without a pause; how long that is depends on the GPU.
    UntilDone,
    /// The same hours on each of some days in a row.
    Schedule {
        /// Running time of one day, at most 24 hours.
        daily: Seconds,
        /// Days, each with one start.
        days: u32,
    },
}

/// A rental on the clock: what billing needs to know, and all it may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Starts; each is followed by `session` of running time.
    pub sessions: u32,
    /// Running time after each start but the last.
    pub session: Seconds,
    /// Running time after the last start, at most `session`.
    pub last_session: Seconds,
    /// From one start to the next; at least `session`.
    pub period: Seconds,
}

impl Usage {
    /// One start, running without a pause.
    #[must_use]
    pub const fn continuous(time: Seconds) -> Self {
        Self { sessions: 1, session: time, last_session: time, period: time }
    }

    /// A schedule of `days` days; a whole day each is one start.
    #[must_use]
    pub const fn schedule(daily: Seconds, days: u32) -> Self {
        if Seconds::days(1).0 <= daily.0 {
            #[expect(clippy::as_conversions)] // `From` is not const
            return Self::continuous(Seconds::days(days as u64));
        }
        Self { sessions: days, session: daily, last_session: daily, period: Seconds::days(1) }
    }

    /// The first `time` of running time of a schedule of `daily` a day: released when done.
    #[must_use]
    pub fn part_of_schedule(daily: Seconds, time: Seconds) -> Self {
        if Seconds::days(1) <= daily || time <= daily {
            return Self::continuous(time);
        }
        let sessions = time.0.div_ceil(daily.0);
        let last_session = Seconds(time.0 - (sessions - 1) * daily.0);
        let sessions = u32::try_from(sessions).unwrap_or(u32::MAX);
        Self { sessions, session: daily, last_session, period: Seconds::days(1) }
    }

    /// Running time of all sessions together.
    #[must_use]
    pub fn running(self) -> Seconds {
        Seconds(self.session.0 * u64::from(self.sessions.saturating_sub(1)) + self.last_session.0)
    }

    /// From the first start to the last stop.
    #[must_use]
    pub fn span(self) -> Seconds {
        Seconds(self.period.0 * u64::from(self.sessions.saturating_sub(1)) + self.last_session.0)
    }

    /// How long a disk is kept: whole days of a schedule, else the running time.
    #[must_use]
    pub fn held(self) -> Seconds {
        if self.sessions == 1 { self.last_session } else { Seconds(self.period.0 * u64::from(self.sessions)) }
    }
}
