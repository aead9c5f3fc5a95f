//! What is given back, and tax.

use alloc::vec::Vec;

use super::super::rent;
use super::{Ending, Item, Line, LineKind, Parts, Payment, Rental, Run, RunKind, Terms, TrialUse};
use crate::catalog::{Billing, OnDemand, Package, Platform, RefundRule, Sla, Tax, UsedPrice};
use crate::money::{Money, Ppm, Rate};
use crate::units::Seconds;

/// Everything that is given back, at most the rent.
pub(super) fn credits(terms: &Terms, rental: &Rental, lines: &[Line]) -> Vec<Line> {
    let Terms { platform, billing, cards_per_unit, month } = terms;
    let rent = lines.iter().filter(|line| line.kind.item() == Item::Rent);
    let mut left: Money = rent.filter_map(|line| line.amount).sum();
    let plan = match rental.payment {
        Payment::OnDemand => billing.on_demand,
        Payment::Spot => billing.spot,
        Payment::Terms { .. } => None,
    };
    let found = [
        plan.and_then(|plan| reclaimed(plan, platform, rental)),
        refund(platform, billing, *month, rental),
        plan.and_then(|plan| trial(plan, platform, *cards_per_unit, rental)),
    ];
    let mut credits = Vec::new();
    for line in found.into_iter().flatten() {
        let amount = line.amount.map(|amount| amount.max(-left));
        left += amount.unwrap_or_default();
        credits.push(Line { amount, ..line });
    }
    credits.extend(sla(platform.rules.sla.as_ref(), rental.availability, left));
    credits
}

/// Runs that the platform took away so early that they are free.
fn reclaimed(plan: OnDemand, platform: &Platform, rental: &Rental) -> Option<Line> {
    let taken = |run: &&Run| run.kind == RunKind::Reclaimed;
    let within = platform.rules.free_if_reclaimed_within;
    let is_early = |run: &&Run| within.is_none_or(|within| run.length() < within);
    let mut time = rent::Metered::default();
    for run in rental.runs.iter().filter(taken).filter(is_early) {
        time.add(&plan, run.length());
    }
    let parts = Parts::hourly(rental.units.into(), Some(plan.hourly), time.billed());
    let amount = within.and_then(|_| parts.amount()).map(|amount| -amount);
    (Seconds(0) < time.billed()).then(|| Line::new(LineKind::ReclaimedRefund, parts, amount))
}

/// The rest of terms that were canceled.
fn refund(platform: &Platform, billing: &Billing, month: Seconds, rental: &Rental) -> Option<Line> {
    let Payment::Terms { term, count, ending: Ending::Canceled } = rental.payment else { return None };
    let package = rent::package(billing, term)?;
    let length = term.length(month).0.max(1);
    let (units, count) = (u64::from(rental.units), u64::from(count));
    let begun = (rental.end.0 / length).min(count);
    if begun == count {
        return None; // nothing was left to cancel
    }
    // Terms that have run out are kept, those that have not begun are given back.
    let charged = platform.rules.refund(term).map(|rule| {
        let used = Seconds(rental.end.0 % length);
        let of_unit = package.price * begun + charged(rule, package, billing.on_demand, Seconds(length), used);
        of_unit * (units - free_units(rule, rental))
    });
    let parts =
        Parts::Returned { paid: (package.price * units * count).to_cents(), charged: charged.map(Money::to_cents) };
    Some(Line::new(LineKind::Refund, parts, parts.amount()))
}

/// Units of an order that was canceled so early that they cost nothing.
fn free_units(rule: RefundRule, rental: &Rental) -> u64 {
    let is_early = Seconds(0) < rule.free_within && rental.end <= rule.free_within;
    let free = rule.free_units.map_or(rental.units, |free| free.min(rental.units));
    if is_early { free.into() } else { 0 }
}

/// What is charged for the used part of one term of one unit.
fn charged(rule: RefundRule, package: Package, on_demand: Option<OnDemand>, length: Seconds, used: Seconds) -> Money {
    match rule.used {
        UsedPrice::Share(refund) => refund.charge(package.price, length, used),
        UsedPrice::OnDemand => {
            let hours = on_demand.map(|plan| Rate::hourly(plan.hourly).for_time(used));
            hours.map_or(package.price, |hours| hours.min(package.price))
        }
    }
}

/// Running time that the trial pays for; without an amount where nothing says for how many units.
fn trial(plan: OnDemand, platform: &Platform, cards_per_unit: Option<u32>, rental: &Rental) -> Option<Line> {
    if rental.trial == TrialUse::Left {
        return None;
    }
    let rule = platform.rules.trial;
    let covered = rule.zip(cards_per_unit).map(|(rule, cards)| rental.units.min(rule.cards / cards.max(1)));
    let used = rental.time(Run::has_gpus);
    let time = rule.map_or(used, |rule| used.min(rule.time));
    let parts = Parts::hourly(covered.unwrap_or(rental.units).into(), Some(plan.hourly), time);
    let amount = covered.and_then(|_| parts.amount()).map(|amount| -amount);
    Some(Line::new(LineKind::TrialCredit, parts, amount))
}

/// The credit for an availability, of a rent.
fn sla(rule: Option<&Sla>, availability: Option<Ppm>, rent: Money) -> Option<Line> {
    let availability = availability?;
    let share = match rule {
        Some(rule) if rule.availability <= availability => return None,
        Some(rule) => rule.credit(availability),
        None => None,
    };
    let parts = Parts::Share { share, of: rent };
    Some(Line::new(LineKind::SlaCredit, parts, parts.amount().map(|amount| -amount)))
}

/// Tax on everything else; none where prices have it in them.
pub(super) fn tax(platform: &Platform, of: Money) -> Option<Line> {
    let share = match platform.rules.tax {
        Some(Tax::Included) => return None,
        Some(Tax::Added(share)) => Some(share),
        None => None,
    };
    let parts = Parts::Share { share, of };
    Some(Line::new(LineKind::Tax, parts, parts.amount()))
}
