//! The whole bill of one rental, line by line: what it must be by the rules of the platform.
//!
//! A rental is a finished one, or a plan taken as if it had gone as planned. Time is counted in seconds from its first
//! start; which day that was, the caller knows. It forecasts nothing.

mod charge;
mod credit;
mod difference;
mod line;
#[cfg(test)]
mod tests;

pub use difference::{Cause, Difference, differences};
pub use line::{Item, Line, LineKind, Parts};

use alloc::vec::Vec;

use crate::catalog::{Billing, PackageTerm, Platform};
use crate::demand::Usage;
use crate::money::{Money, Ppm};
use crate::units::Seconds;

/// Everything that a bill depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rental {
    /// Units of the offer.
    pub units: u32,
    /// How they are paid.
    pub payment: Payment,
    /// How long after midnight the first start was, for what is paid by days of the calendar.
    pub into_day: Seconds,
    /// When they ran, in order; none overlaps another.
    pub runs: Vec<Run>,
    /// When everything was released; not before the last run ended.
    pub end: Seconds,
    /// Running time that repeats what interruptions lost, where that is known apart; it is part of the runs.
    pub rework: Seconds,
    /// What is rented besides.
    pub kept: Kept,
    /// Whether the free trial is taken.
    pub trial: TrialUse,
    /// The share of the time at which the platform was available, where a credit is claimed for it.
    pub availability: Option<Ppm>,
}

/// How a rental is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// By the time used.
    OnDemand,
    /// By the time used, and it may be taken away.
    Spot,
    /// In terms, one after the other from the first start on.
    Terms {
        /// Which.
        term: PackageTerm,
        /// How many.
        count: u32,
        /// What became of the last.
        ending: Ending,
    },
}

/// What became of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ran out, or was left unused.
    RunsOut,
    /// It was canceled at the end of the rental.
    Canceled,
}

/// Time in which an instance ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// When it started.
    pub start: Seconds,
    /// When it stopped; after the start.
    pub end: Seconds,
    /// What kind of run it was.
    pub kind: RunKind,
}

impl Run {
    /// How long it was.
    #[must_use]
    pub const fn length(&self) -> Seconds {
        Seconds(self.end.0.saturating_sub(self.start.0))
    }

    fn has_gpus(&self) -> bool {
        self.kind != RunKind::NoGpu
    }
}

/// What kind of run it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// With GPUs, until the visitor stopped it.
    Work,
    /// With GPUs, until the platform took them away.
    Reclaimed,
    /// Without GPUs, at a price of its own.
    NoGpu,
}

/// What is rented besides GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Disk beside the system disk, from the first start to the end.
    pub disk_gib: u64,
    /// By how much disks were enlarged.
    pub expanded_gib: u64,
    /// Images, from the first start to the end.
    pub image_gib: u64,
    /// Snapshots, from the first start to the end.
    pub snapshot_gib: u64,
    /// Addresses on the internet, from the first start to the end.
    pub public_ips: u64,
    /// Traffic to the internet.
    pub egress_gib: u64,
}

/// Whether the free trial is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialUse {
    /// It is.
    Taken,
    /// It is not.
    Left,
}

/// A bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// Every line, rent first and tax last. Charges are positive, what is given back is negative.
    pub lines: Vec<Line>,
    /// The sum of all lines that the platform states; never below zero.
    pub total: Money,
}

/// Prices of one offer, and the rules of its platform.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Who sells it.
    pub platform: Platform,
    /// Prices of one unit.
    pub billing: Billing,
    /// GPUs in a unit; `None` where that is not known, as of boards.
    pub cards_per_unit: Option<u32>,
    /// Hours of a month, where a price is by the month.
    pub month: Seconds,
}

/// What everything costs that a rental used; `None` where the offer has no such way to pay.
#[must_use]
pub fn settle(terms: &Terms, rental: &Rental) -> Option<Settlement> {
    let platform = &terms.platform;
    let mut lines = charge::rent(terms, rental)?;
    lines.extend(charge::kept(platform, rental));
    let credits = credit::credits(terms, rental, &lines);
    lines.extend(credits);
    let known = |lines: &[Line]| -> Money { lines.iter().filter_map(|line| line.amount).sum() };
    let tax = credit::tax(platform, known(&lines));
    lines.extend(tax);
    let total = known(&lines);
    Some(Settlement { lines, total })
}

impl Rental {
    /// A plan: as many runs as it has sessions, everything kept for as long as [`bill`](super::bill) takes it to be.
    #[must_use]
    pub fn planned(units: u32, payment: Payment, usage: Usage) -> Self {
        let run = |session: u64| {
            let start = session.saturating_mul(usage.period.0);
            let is_last = session + 1 == u64::from(usage.sessions);
            let length = if is_last { usage.last_session } else { usage.session };
            Run { start: Seconds(start), end: Seconds(start.saturating_add(length.0)), kind: RunKind::Work }
        };
        Self {
            units,
            payment,
            into_day: Seconds(0),
            runs: (0..u64::from(usage.sessions)).map(run).collect(),
            end: usage.held(),
            rework: Seconds(0),
            kept: Kept::default(),
            trial: TrialUse::Left,
            availability: None,
        }
    }

    /// The same if it had been left running: from one moment to another, whatever it did then.
    ///
    /// Runs with GPUs that touch this time become one with it, and no run without GPUs is left in it.
    #[must_use]
    pub fn left_running(&self, from: Seconds, until: Seconds) -> Self {
        let touches = |run: &Run| run.has_gpus() && run.start <= until && from <= run.end;
        let mut left = Run { start: from, end: until, kind: RunKind::Work };
        for run in self.runs.iter().filter(|run| touches(run)) {
            left = Run { start: left.start.min(run.start), end: left.end.max(run.end), kind: RunKind::Work };
        }
        let outside = |run: &Run| {
            let parts = [Run { end: run.end.min(left.start), ..*run }, Run { start: run.start.max(left.end), ..*run }];
            parts.into_iter().filter(|part| part.start < part.end)
        };
        let mut runs: Vec<Run> = self.runs.iter().flat_map(outside).collect();
        let place = runs.partition_point(|run| run.start < left.start);
        runs.insert(place, left);
        Self { runs, end: self.end.max(until), ..self.clone() }
    }

    /// Running time, with and without GPUs.
    #[must_use]
    pub fn running(&self) -> Seconds {
        self.time(|_| true)
    }

    fn time(&self, is_meant: impl Fn(&Run) -> bool) -> Seconds {
        let lengths = self.runs.iter().filter(|run| is_meant(run)).map(|run| run.length().0);
        Seconds(lengths.fold(0, u64::saturating_add))
    }

    /// Days of the calendar from the first start to the end, in full.
    pub(super) fn started_days(&self) -> Seconds {
        let day = Seconds::days(1).0;
        Seconds(self.into_day.0.saturating_add(self.end.0).div_ceil(day).saturating_mul(day))
    }

    /// Time from the first start to the end in which nothing ran.
    #[must_use]
    pub fn stopped(&self) -> Seconds {
        Seconds(self.end.0.saturating_sub(self.running().0))
    }
}
