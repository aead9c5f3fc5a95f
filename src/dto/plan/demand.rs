//! A demand as it is given → units by slot.

use gpu_cost_core::billing::cover::{Calendar, MAX_SLOTS};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::catalog::Date;
use gpu_cost_core::demand::timeline::{Length, Pattern as CorePattern, Phase as CorePhase, timeline};
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;
use serde::Deserialize;
use tsify::Tsify;

use super::trace::{self, Trace};
use crate::dto::check::Check;
use crate::dto::decode::Part;
use crate::dto::issue::Issue;

/// Most phases.
const MOST_PHASES: usize = 100;

/// What is needed when.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum PlanDemand<'a> {
    /// One after the other.
    Phases {
        /// The phases, one to a hundred.
        #[serde(borrow)]
        #[tsify(type = "Phase[]")]
        phases: Part<'a, Vec<Part<'a, Phase>>>,
    },
    /// A curve as text of comma-separated values: a column `gpus`, maybe `interruptible`, `slot` and `time`.
    #[serde(rename_all = "camelCase")]
    Csv {
        /// The text.
        text: String,
        /// Minutes of a row, a part of an hour.
        slot_minutes: f64,
    },
}

/// The same use for some time.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Phase {
    /// How long.
    pub length: PhaseLength,
    /// When within it, and on how many cards.
    pub pattern: Pattern,
}

/// How long a phase is.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum PhaseLength {
    /// Days.
    Days(f64),
    /// Weeks.
    Weeks(f64),
    /// Months of the calendar.
    Months(f64),
}

/// When cards are needed.
#[derive(Clone, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Pattern {
    /// The same hours each day.
    #[serde(rename_all = "camelCase")]
    Daily {
        /// Hours of a day, rounded to minutes.
        hours: f64,
        /// How many cards.
        cards: f64,
        /// The hour at which it begins, 0 where absent.
        #[tsify(optional)]
        begin_hour: Option<f64>,
    },
    /// The same week after week.
    Weekly {
        /// Cards of each of the 24 hours of each of the 7 days from Monday.
        cards: Vec<Vec<f64>>,
    },
}

/// A demand that was checked, in the time of the clock on the wall.
#[derive(Debug)]
pub(super) enum Checked {
    Phases(Vec<CorePhase>),
    Curve { trace: Trace, slot: Seconds },
}

/// A demand in units by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots {
    pub(super) calendar: Calendar,
    pub(super) demand: Vec<u32>,
    pub(super) interruptible: Vec<u32>,
}

/// What turns a demand into slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) start: Date,
    pub(super) offset_minutes: i64,
    pub(super) cards_per_unit: u32,
    pub(super) interruptible_percent: f64,
}

pub(super) fn checked<'a>(demand: &PlanDemand<'a>, check: &mut Check<'a, '_>) -> Option<Checked> {
    match demand {
        PlanDemand::Phases { phases } => self::phases(phases, &mut check.field("phases").field("phases")),
        PlanDemand::Csv { text, slot_minutes } => {
            let mut check = check.field("csv");
            let slot = check.field("slotMinutes").accept(trace::slot(*slot_minutes))?;
            match trace::read(text, slot) {
                Ok(trace) => Some(Checked::Curve { trace, slot }),
                Err(issues) => {
                    let mut check = check.field("text");
                    // The code tells what is wrong; where, the sentence.
                    issues.iter().for_each(|issue| check.require_form(false, issue.code, &sentence(issue)));
                    None
                }
            }
        }
    }
}

fn sentence(issue: &Issue) -> String {
    let Issue { line, path, expected, .. } = issue;
    let column = if path.is_empty() { String::new() } else { format!(", {path}") };
    let place = line.map_or_else(String::new, |line| format!("in line {line} of the table{column}: "));
    format!("{place}{expected}")
}

fn phases<'a>(list: &Part<'a, Vec<Part<'a, Phase>>>, check: &mut Check<'a, '_>) -> Option<Checked> {
    let parts = check.elements(list)?;
    check.require(!parts.is_empty(), || Error::Empty { what: "phase" })?;
    check.require(parts.len() <= MOST_PHASES, || Error::Conflict { what: "a hundred phases at most" })?;
    let phases: Vec<Option<CorePhase>> = parts
        .iter()
        .enumerate()
        .map(|(index, part)| {
            let mut check = check.element(index, part);
            let Phase { length, pattern } = check.decode(part)?;
            let length = self::length(length, &mut check.field("length"));
            let pattern = self::pattern(&pattern, &mut check.field("pattern"));
            Some(CorePhase { length: length?, pattern: pattern? })
        })
        .collect();
    phases.into_iter().collect::<Option<_>>().map(Checked::Phases)
}

fn length(length: PhaseLength, check: &mut Check<'_, '_>) -> Option<Length> {
    match length {
        PhaseLength::Days(days) => check.field("days").whole(&planning::PHASE_DAYS, days).map(Length::Days),
        PhaseLength::Weeks(weeks) => {
            check.field("weeks").whole(&planning::PHASE_WEEKS, weeks).map(|weeks: u32| Length::Days(7 * weeks))
        }
        PhaseLength::Months(months) => check.field("months").whole(&planning::PHASE_MONTHS, months).map(Length::Months),
    }
}

fn pattern(pattern: &Pattern, check: &mut Check<'_, '_>) -> Option<CorePattern> {
    match pattern {
        Pattern::Daily { hours, cards, begin_hour } => {
            let mut check = check.field("daily");
            let length = check.field("hours").real(&planning::RUN_HOURS, *hours);
            let gpus = check.field("cards").whole(&planning::CARDS, *cards);
            let begin = check.field("beginHour").real(&planning::BEGIN_HOUR, begin_hour.unwrap_or_default());
            Some(CorePattern::Daily { begin: minutes(begin?), length: minutes(length?).max(MINUTE), gpus: gpus? })
        }
        Pattern::Weekly { cards } => {
            let mut check = check.field("weekly");
            let mut check = check.field("cards");
            let is_week = cards.len() == 7 && cards.iter().all(|day| day.len() == 24);
            check.require(is_week, || Error::Conflict { what: "7 lists of 24 numbers" })?;
            let mut week = [[0; 24]; 7];
            for (from, to) in cards.iter().flatten().zip(week.iter_mut().flatten()) {
                *to = check.whole(&planning::CARDS, *from)?;
            }
            Some(CorePattern::Weekly(Box::new(week)))
        }
    }
}

pub(super) const MINUTE: Seconds = Seconds::minutes(1);

/// Hours to the nearest minute.
pub(super) fn minutes(hours: f64) -> Seconds {
    Seconds(Seconds::ceil_from_f64((hours * 60.0).round()).0 * MINUTE.0)
}

impl Checked {
    /// The times that a slot must divide.
    pub(super) fn times(&self) -> Vec<Seconds> {
        match self {
            Self::Phases(phases) => phases.iter().flat_map(|phase| phase.pattern.times()).collect(),
            Self::Curve { slot, .. } => vec![*slot],
        }
    }

    /// Units by slot; `None` where there are too many slots. The slot divides all of [`times`](Self::times).
    pub(super) fn slots(&self, frame: Frame, slot: Seconds) -> Option<Slots> {
        let Frame { start, offset_minutes, cards_per_unit, interruptible_percent } = frame;
        let (calendar, cards, part) = match self {
            Self::Phases(phases) => {
                let demand = timeline(start, phases, slot, MAX_SLOTS)?;
                (Calendar { date: start, second: 0, slot }, demand, Vec::new())
            }
            Self::Curve { trace, slot: length } => {
                let repeat = usize::try_from(length.0 / slot.0.max(1)).ok()?;
                let each = |cards: &[u32]| -> Option<Vec<u32>> {
                    let fits = cards.len().checked_mul(repeat)? <= MAX_SLOTS;
                    fits.then(|| cards.iter().flat_map(|units| std::iter::repeat_n(*units, repeat)).collect())
                };
                let begins =
                    trace.begins.map(|begin| begin.seconds + if begin.has_offset { offset_minutes * 60 } else { 0 });
                let (date, second) = begins.map_or(Some((start, 0)), day_of)?;
                (Calendar { date, second, slot }, each(&trace.demand)?, each(&trace.interruptible)?)
            }
        };
        let units = |cards: u32| cards.div_ceil(cards_per_unit.max(1));
        let demand: Vec<u32> = cards.into_iter().map(units).collect();
        let interruptible = match part {
            part if part.is_empty() => demand.iter().map(|units| percent(*units, interruptible_percent)).collect(),
            // A unit may be interrupted only with all its cards.
            part => part.into_iter().map(|cards| cards / cards_per_unit.max(1)).collect(),
        };
        Some(Slots { calendar, demand, interruptible })
    }
}

/// The day and the second of it, of seconds since 1970.
fn day_of(seconds: i64) -> Option<(Date, u32)> {
    const DAY: i64 = 86_400;
    let days = u64::try_from(seconds.div_euclid(DAY)).ok()?;
    Some((Date::parse("1970-01-01")?.plus_days(days)?, u32::try_from(seconds.rem_euclid(DAY)).ok()?))
}

/// Whole units of a share, rounded down.
#[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to `units`
fn percent(units: u32, percent: f64) -> u32 {
    (f64::from(units) * percent / 100.0) as u32
}
