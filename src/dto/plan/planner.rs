//! A plan in the making: a request is read, then solved in slices.

use gpu_cost_core::billing::Refund;
use gpu_cost_core::billing::cover::{self, Problem, Shortage};
use gpu_cost_core::billing::planning::Planning;
use gpu_cost_core::billing::sale;
use gpu_cost_core::bounds::planning;
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;

use super::billing::{Sold, SoldTerms, offers, too_large};
use super::demand::{self, Checked, Frame, Slots};
use super::offered::{self, Offered, Unfit, offered};
use super::outcome::{PlanOutcome, at};
use super::refund;
use super::{EarlyEnd, PlanRequest};
use crate::dto::check::{Check, answer, optional};
use crate::dto::decode::Part;
use crate::dto::issue::Issue;

/// Scanned nodes of a search that stays open: some seconds in a browser. Others need far less.
const WORK_LIMIT: u64 = cover::WORK_LIMIT / 4;

/// A plan over time in the making.
pub struct Planner {
    planning: Planning,
    about: About,
}

/// What is told of the plan beside its purchases.
pub(super) struct About {
    pub(super) ladder: Offered,
    pub(super) cards_per_unit: u32,
    pub(super) early_end: Option<(u64, Refund)>,
}

/// A demand on what is sold, as a problem.
struct Stated<'a> {
    problem: Problem,
    about: About,
    sold: Vec<Sold>,
    list: Part<'a, Vec<Part<'a, SoldTerms<'a>>>>,
}

impl Planner {
    /// Reads a request and begins.
    ///
    /// # Errors
    /// Everything that is wrong with the request; where not enough is sold, when and how many units lack.
    pub fn new(text: &str) -> Result<Self, Vec<Issue>> {
        answer(text, |request: PlanRequest<'_>, check| {
            let Stated { problem, about, sold, list } = stated(request, check)?;
            match Planning::new(problem.clone(), WORK_LIMIT) {
                Ok(planning) => return Some(Self { planning, about }),
                Err(cover::Error::TooLarge { what: "money" }) => too_large(&list, &sold, &mut check.field("offers")),
                Err(error) => refused(error, &problem, ("demand", check)),
            }
            None
        })
    }

    /// Goes on for about `work` steps, of which there are some millions in a second; how far it is, and 1 when done.
    ///
    /// # Errors
    /// When no plan was found within the limit of work.
    pub fn advance(&mut self, work: u64) -> Result<f64, Vec<Issue>> {
        match self.planning.advance(work) {
            Ok(true) => Ok(1.0),
            Ok(false) => Ok(self.planning.progress().min(0.999)),
            Err(error) => {
                let path = if matches!(error, cover::Error::TooLarge { what: "money" }) { "offers" } else { "" };
                Err(vec![Issue { path: path.to_owned(), ..Issue::new(error.code(), error.to_string()) }])
            }
        }
    }

    /// The plan, as far as it was found.
    #[must_use]
    pub fn finish(self) -> Option<PlanOutcome> {
        self.planning.finish().map(|planned| PlanOutcome::new(&planned, &self.about))
    }
}

/// The plan of a request, at once.
///
/// # Errors
/// As [`Planner::new`] and [`Planner::advance`].
pub fn plan(text: &str) -> Result<PlanOutcome, Vec<Issue>> {
    let mut planner = Planner::new(text)?;
    while planner.advance(u64::MAX)? < 1.0 {}
    planner.finish().ok_or_else(|| vec![Issue::new("work-limit", "a plan within the limit of work")])
}

fn stated<'a>(request: PlanRequest<'a>, check: &mut Check<'a, '_>) -> Option<Stated<'a>> {
    let PlanRequest {
        start,
        demand,
        interruptible_percent,
        utc_offset_minutes,
        cards_per_unit,
        offers: list,
        early_end,
    } = request;
    let frame = frame(&start, interruptible_percent, utc_offset_minutes, cards_per_unit, check);
    let early_end = optional(early_end, |end| self::early_end(end, &mut check.field("earlyEnd")));
    let demand = demand::checked(&demand, &mut check.field("demand"));
    let sold = offers(&list, &mut check.field("offers"));
    let (frame, demand, sold) = (frame?, demand?, sold?);
    let (ladder, slots) = match laid_out(&[&demand], frame, &sold, &mut check.field("demand"))? {
        Ok(found) => found,
        Err(Unfit::Together(what)) => return check.field("offers").accept(Err(Error::Conflict { what })),
        Err(_) => {
            too_large(&list, &sold, &mut check.field("offers"));
            return None;
        }
    };
    let Slots { calendar, demand, interruptible } = slots.into_iter().next()?;
    let problem = Problem { calendar, demand, interruptible, plans: ladder.plans.clone() };
    let about = About { ladder, cards_per_unit: frame.cards_per_unit, early_end: early_end? };
    Some(Stated { problem, about, sold, list })
}

/// How cards become units by slot.
pub(super) fn frame(
    start: &str,
    interruptible_percent: Option<f64>,
    utc_offset_minutes: Option<f64>,
    cards_per_unit: Option<f64>,
    check: &mut Check<'_, '_>,
) -> Option<Frame> {
    let start = check.field("start").date(start);
    let offset = check.field("utcOffsetMinutes").real(&planning::UTC_OFFSET_MINUTES, utc_offset_minutes.unwrap_or(0.0));
    let cards = check.field("cardsPerUnit").whole(&planning::CARDS_PER_UNIT, cards_per_unit.unwrap_or(1.0));
    let percent = interruptible_percent.unwrap_or(0.0);
    let percent = check.field("interruptiblePercent").real(&planning::INTERRUPTIBLE_PERCENT, percent);
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation)] // whole and small
    let offset = offset? as i64;
    Some(Frame { start: start?, offset_minutes: offset, cards_per_unit: cards?, interruptible_percent: percent? })
}

fn early_end(end: EarlyEnd, check: &mut Check<'_, '_>) -> Option<(u64, Refund)> {
    let day = check.field("endDay").whole(&planning::END_DAY, end.end_day);
    let refund = refund::rule(end.refund_percent, check);
    Some((day?, refund?))
}

/// Demands in slots that suit all of them and what is sold, and the plans for such slots. `field` is that of the demands.
pub(super) fn slots(
    demands: &[&Checked],
    frame: Frame,
    sold: &[Sold],
    (field, check): (&str, &mut Check<'_, '_>),
) -> Option<(Offered, Vec<Slots>)> {
    let found = laid_out(demands, frame, sold, &mut check.field(field))?.map_err(|unfit| match unfit {
        Unfit::Together(what) => Error::Conflict { what },
        Unfit::TooLarge => Error::Conflict { what: TOO_FINE },
    });
    check.field("offers").accept(found)
}

/// The same, at the demands; nothing is said yet of what is sold and is no plan for such slots.
fn laid_out(
    demands: &[&Checked],
    frame: Frame,
    sold: &[Sold],
    check: &mut Check<'_, '_>,
) -> Option<Result<(Offered, Vec<Slots>), Unfit>> {
    let times = || demands.iter().flat_map(|demand| demand.times());
    let in_slots = |slot| demands.iter().map(|demand| demand.slots(frame, slot)).collect::<Option<Vec<Slots>>>();
    let mut slots = in_slots(offered::slot(sold, times()));
    if let Some(found) = slots.as_ref().filter(|_| sold.iter().any(Sold::asks_for_days)) {
        let begins = found.iter().map(|slots| Seconds(slots.calendar.second.into()));
        slots = in_slots(offered::slot(sold, times().chain(begins)));
    }
    let slots = check.accept(slots.ok_or(Error::Conflict { what: TOO_LONG }))?;
    let first = slots.iter().filter_map(|slots| slots.demand.iter().position(|units| 0 < *units)).min();
    check.require(first.is_some(), || Error::Empty { what: "card at some time" })?;
    let longest = slots.iter().max_by_key(|slots| slots.demand.len())?;
    let clock = sale::Slots { calendar: longest.calendar, count: longest.demand.len() };
    Some(offered(sold, clock, first?).map(|offered| (offered, slots)))
}

const TOO_LONG: &str = "at most 1,581,120 slots, which are three years of minutes, before the year 9999";

const TOO_FINE: &str = "prices that are whole numbers of billionths for each slot, and less than nine trillion";

/// What the solver refused. `demand` is the field of the demands.
pub(super) fn refused(error: cover::Error, problem: &Problem, (demand, check): (&str, &mut Check<'_, '_>)) {
    let cover::Error::Uncovered { .. } = error else {
        let is_priced = matches!(error, cover::Error::Plan { .. } | cover::Error::TooLarge { what: "money" });
        let field = if is_priced { "offers" } else { demand };
        return check.field(field).require_form(false, error.code(), &error.to_string());
    };
    for short in problem.shortages().into_iter().take(100) {
        let Shortage { start, end, gpus: units } = short;
        let [start, end] = [start, end].map(|slot| at(&problem.calendar, slot));
        check.field(demand).require_form(false, "uncovered", &format!("{units} units less from {start} to {end}"));
    }
}

/// Slots of so many days.
pub(super) fn slots_of_days(days: u64, slot: Seconds) -> usize {
    usize::try_from(Seconds::days(days).0 / slot.0.max(1)).unwrap_or(usize::MAX)
}
