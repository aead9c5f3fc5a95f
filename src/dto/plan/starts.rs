//! When terms may begin, as it is given → checked.

use gpu_cost_core::billing::sale::Starts;
use gpu_cost_core::bounds::planning;
use gpu_cost_core::catalog::Date;
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;
use serde::Deserialize;
use tsify::Tsify;

use crate::dto::check::Check;
use crate::dto::decode::Part;

/// Most times of a list.
const MOST_TIMES: usize = 1_000;

/// When a term may begin, on the clock of the demand.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StartRule<'a> {
    /// At midnight.
    Midnight,
    /// At midnight of a Monday.
    Monday,
    /// At midnight of the first day of a month.
    FirstOfMonth,
    /// Every so many hours.
    Every(EveryHours),
    /// At these times, as `2026-11-30T09:00`.
    #[serde(borrow)]
    At(#[tsify(type = "string[]")] Part<'a, Vec<Part<'a, String>>>),
}

/// Starts in a row.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EveryHours {
    /// Hours from one to the next.
    pub every_hours: f64,
    /// Hours from the beginning of the demand to the first; 0 where absent.
    #[tsify(optional)]
    pub first_hour: Option<f64>,
}

impl<'a> StartRule<'a> {
    pub(super) fn checked(self, check: &mut Check<'a, '_>) -> Option<Starts> {
        match self {
            Self::Midnight => Some(Starts::Days),
            Self::Monday => Some(Starts::Weeks),
            Self::FirstOfMonth => Some(Starts::Months),
            Self::Every(EveryHours { every_hours, first_hour }) => {
                let mut check = check.field("every");
                let every = check.field("everyHours").whole(&planning::EVERY_HOURS, every_hours);
                let first = check.field("firstHour").whole(&planning::FIRST_HOUR, first_hour.unwrap_or(0.0));
                Some(Starts::Every { every: Seconds::hours(every?), first: Seconds::hours(first?) })
            }
            Self::At(list) => {
                let mut check = check.field("at");
                let parts = check.elements(&list)?;
                let fits = (1..=MOST_TIMES).contains(&parts.len());
                check.require(fits, || Error::Conflict { what: "one to a thousand times" })?;
                let times = parts.iter().enumerate().map(|(index, part)| {
                    let mut check = check.element(index, part);
                    let text = check.decode(part)?;
                    let time = time(&text);
                    check.require_form(time.is_some(), "date", "a time such as \"2026-11-30T09:00\"");
                    time
                });
                times.collect::<Vec<_>>().into_iter().collect::<Option<_>>().map(Starts::At)
            }
        }
    }
}

/// A day and a time of it, of `2026-11-30T09:00`.
fn time(text: &str) -> Option<(Date, Seconds)> {
    let (day, time) = text.split_once('T')?;
    let (hours, minutes) = time.split_once(':')?;
    let number = |text: &str, end| {
        let is_pair = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number: &u64| is_pair && *number < end)
    };
    let minutes = 60 * number(hours, 24)? + number(minutes, 60)?;
    Some((Date::parse(day)?, Seconds::minutes(minutes)))
}
