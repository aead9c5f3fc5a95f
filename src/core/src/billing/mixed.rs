//! The cheapest combination of an offer's terms with paying by the time used.
//!
//! A shortest path over the moments at which nothing that was paid for runs any more. At each, either the rest of the
//! session is paid by the time used, or a term is bought that covers what it reaches. The first such moment of a session
//! is its start, so that a term begins with a session or where another one ends; paying by the time used comes last in a
//! session. Where uses are neither rounded nor have a minimum, no plan is cheaper: moving a term forward to the start of
//! the time that is paid before it leaves no more to pay after it. Equal units are paid alike, so one is planned.
//! (Meyerson 2005, The parking permit problem, FOCS, section 2, for the offline problem of one unit.)

use alloc::vec::Vec;

use super::rent::{Metered, Rent};
use crate::catalog::{Billing, OnDemand, Package};
use crate::demand::Usage;
use crate::money::{Money, Rate};
use crate::units::Seconds;

/// Moments after which a rental is not planned: about ten years of days.
const MOST: usize = 4_096;

/// A moment at which a choice is due, and the cheapest way to it.
struct Moment {
    at: u64,
    cost: Money,
    from: usize,
    choice: Choice,
}

/// What was paid to come to a moment.
#[derive(Clone, Copy)]
enum Choice {
    Start,
    Metered,
    Term(usize),
}

/// The rents of the cheapest combination; `None` where it is a single way to pay, or too long to plan.
pub(super) fn mixed(billing: &Billing, units: u32, usage: Usage, month: Seconds) -> Option<Vec<Rent>> {
    let Billing { on_demand, packages, spot: _ } = billing;
    let shortest = packages.iter().map(|package| package.term.length(month)).min()?;
    if usage.span() <= shortest {
        return None; // one term would do
    }
    let moments = shortest_path(*on_demand, packages, usage, month)?;
    let mut terms: Vec<(u64, u64)> = packages.iter().map(|_| (0, 0)).collect();
    let mut metered = Metered::default();
    let mut last = moments.len().checked_sub(1)?;
    while let Some(Moment { at, from, choice, .. }) = moments.get(last) {
        let before = moments.get(*from)?.at;
        match *choice {
            Choice::Start => break,
            Choice::Metered => metered.add(&(*on_demand)?, Seconds(run_before(usage, *at) - run_before(usage, before))),
            Choice::Term(index) => {
                let (count, used) = terms.get_mut(index)?;
                *count += 1;
                *used += run_before(usage, *at) - run_before(usage, before);
            }
        }
        last = *from;
    }
    let bought = packages.iter().zip(terms).filter(|(_, (count, _))| 0 < *count);
    let mut rents: Vec<Rent> =
        bought.map(|(package, (count, used))| Rent::terms(*package, units, count, Seconds(used), month)).collect();
    rents.extend(on_demand.filter(|_| Seconds(0) < metered.used).map(|plan| metered.rent(plan, units)));
    (2 <= rents.len()).then_some(rents)
}

/// All moments in order, the last of which is the end.
fn shortest_path(
    on_demand: Option<OnDemand>,
    packages: &[Package],
    usage: Usage,
    month: Seconds,
) -> Option<Vec<Moment>> {
    let mut moments = Vec::new();
    moments.push(Moment { at: 0, cost: Money::ZERO, from: 0, choice: Choice::Start });
    let mut index = 0;
    while let Some(&Moment { at, cost, .. }) = moments.get(index).filter(|moment| moment.at < usage.span().0) {
        let mut reach = |to: u64, price: Money, choice| {
            let at = next_run(usage, to);
            let moment = Moment { at, cost: cost + price, from: index, choice };
            let place = moments.partition_point(|other| other.at < at);
            match moments.get_mut(place) {
                Some(other) if other.at == at => {
                    if moment.cost < other.cost {
                        *other = moment;
                    }
                }
                _ => moments.insert(place, moment),
            }
        };
        if let Some(plan) = on_demand {
            let rest = rest_of_session(usage, at);
            let mut metered = Metered::default();
            metered.add(&plan, Seconds(rest));
            reach(at + rest, Rate::hourly(plan.hourly).for_time(metered.billed()), Choice::Metered);
        }
        for (index, package) in packages.iter().enumerate() {
            reach(at + package.term.length(month).0.max(1), package.price, Choice::Term(index));
        }
        index += 1;
        if MOST < moments.len() {
            return None;
        }
    }
    moments.truncate(index + 1); // nothing is reached behind the end
    Some(moments)
}

/// The session of a moment, and how far into it.
fn session(usage: Usage, at: u64) -> (u64, u64) {
    (at / usage.period.0.max(1), at % usage.period.0.max(1))
}

fn length(usage: Usage, session: u64) -> u64 {
    if session + 1 < u64::from(usage.sessions) { usage.session.0 } else { usage.last_session.0 }
}

/// The moment itself where the work runs, else the next start, or the end.
fn next_run(usage: Usage, at: u64) -> u64 {
    let end = usage.span().0;
    let (number, within) = session(usage, at);
    if end <= at || within < length(usage, number) { at.min(end) } else { ((number + 1) * usage.period.0).min(end) }
}

fn rest_of_session(usage: Usage, at: u64) -> u64 {
    let (number, within) = session(usage, at);
    length(usage, number).saturating_sub(within)
}

/// Running time before a moment.
fn run_before(usage: Usage, at: u64) -> u64 {
    if usage.span().0 <= at {
        return usage.running().0;
    }
    let (number, within) = session(usage, at);
    number * usage.session.0 + within.min(usage.session.0)
}
