//! The ways to pay of an offer as plans of a cover problem, without rounding.
//!
//! It knows no demand. Prices are multiplied by the least whole number with which all of them, those of a slot too, are
//! whole micro-units.

use alloc::vec;
use alloc::vec::Vec;

use super::Mode;
use super::cover::{FeeBasis, Length, PerSlot, Plan, Service, Start, Term, Tier};
use crate::catalog::{Billing, Increment, OnDemand, PackageTerm};
use crate::money::{Money, Rate};
use crate::units::{Seconds, divisor};

/// How long a month is that is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Month {
    /// From a day to the same day of the next month, or to its last one.
    Calendar,
    /// Always so long.
    Fixed(Seconds),
}

/// Capacity that costs nothing for once, from the beginning of the demand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How long.
    pub length: Seconds,
    /// Units.
    pub units: u32,
}

/// An offer, as far as it is paid for.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Ways to pay.
    pub billing: &'a Billing,
    /// How long its months are.
    pub month: Month,
    /// What it gives for free.
    pub trial: Option<Trial>,
}

/// One way to pay of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The offer, by index.
    pub offer: usize,
    /// At which price; `None` for the free trial.
    pub mode: Option<Mode>,
}

/// Plans with what they stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// By plan.
    pub ways: Vec<Way>,
    /// The plans.
    pub plans: Vec<Plan>,
    /// What all their prices are multiplied by.
    pub scale: u64,
}

/// The longest slot in which times can be counted, an hour at most, and what a start pays at least where that is more.
#[must_use]
pub fn slot(offers: &[Terms<'_>], times: impl Iterator<Item = Seconds>) -> Seconds {
    let hour = Seconds::hours(1);
    let hourly = offers.iter().flat_map(|offer| [offer.billing.on_demand, offer.billing.spot]).flatten();
    let minimums = hourly.map(|plan| plan.minimum);
    let common = |a: Seconds, b: Seconds| Seconds(divisor(a.0, b.0));
    let slot = times.fold(hour, common);
    minimums.filter(|minimum| slot < *minimum).fold(slot, common)
}

/// The plans of offers for slots of this length, at most an hour, which it divides. `first` is the first slot with a
/// demand. `None` where a price, multiplied, is beyond 2⁶³ micro-units.
#[must_use]
pub fn ladder(offers: &[Terms<'_>], slot: Seconds, first: u32) -> Option<Ladder> {
    if slot == Seconds(0) {
        return None;
    }
    let prices = offers.iter().flat_map(|offer| {
        let Billing { on_demand, spot, packages } = offer.billing;
        let of_slot = move |plan: &OnDemand| of_slot(*plan, slot);
        on_demand.iter().chain(spot).map(of_slot).chain(packages.iter().map(|package| package.price))
    });
    // Every factor divides the ticks of a micro-unit, and so does their least common multiple.
    let scale = prices.map(Money::micro_factor).fold(1, |all, factor| all / divisor(all, factor) * factor);
    let mut ladder = Ladder { ways: Vec::new(), plans: Vec::new(), scale };
    offers.iter().enumerate().try_for_each(|(index, offer)| ladder.add(index, offer, slot, first))?;
    Some(ladder)
}

/// Exact: an hour divides the ticks of nine decimals.
fn of_slot(plan: OnDemand, slot: Seconds) -> Money {
    Rate::hourly(plan.hourly).for_time(slot)
}

impl Ladder {
    fn add(&mut self, offer: usize, terms: &Terms<'_>, slot: Seconds, first: u32) -> Option<()> {
        let Terms { billing: Billing { on_demand, spot, packages }, month, trial } = terms;
        let mut push = |mode, plan: Option<Plan>| {
            self.ways.push(Way { offer, mode });
            self.plans.push(plan?);
            Some(())
        };
        let scale = self.scale;
        if let Some(plan) = on_demand {
            push(Some(Mode::OnDemand), per_slot(*plan, scale, slot, Service::Firm))?;
        }
        if let Some(plan) = spot {
            push(Some(Mode::Spot), per_slot(*plan, scale, slot, Service::Interruptible))?;
        }
        for package in packages {
            let price = scaled(package.price, scale)?;
            let term = term(length(package.term, *month, slot)?, price);
            push(Some(Mode::Package(package.term)), Some(Plan::Term(term)))?;
        }
        if let Some(Trial { length, units }) = trial {
            let free = term(Length::Slots(u32::try_from(length.0 / slot.0).ok()?), 0);
            push(None, Some(Plan::Term(Term { start: Start::List(vec![first]), stock: Some(*units), ..free })))?;
        }
        Some(())
    }
}

/// Started increments are whole slots where they are shorter than one.
fn per_slot(plan: OnDemand, scale: u64, slot: Seconds, service: Service) -> Option<Plan> {
    let OnDemand { hourly: _, increment, minimum } = plan;
    let price = scaled(of_slot(plan, slot), scale)?;
    let slots = |time: Seconds| u32::try_from(time.0.div_ceil(slot.0)).ok();
    let round_slots = slots(increment.unwrap_or(Increment::Hour).length())?.max(1);
    Some(Plan::PerSlot(PerSlot { price, cap: None, min_slots: slots(minimum)?, round_slots, setup_fee: 0, service }))
}

fn term(length: Length, upfront: i64) -> Term {
    let tiers = vec![Tier { min_units: 1, upfront }];
    let (per_slot_fee, fee_basis, start, stock) = (0, FeeBasis::Committed, Start::Any, None);
    Term { length, tiers, per_slot_fee, fee_basis, start, stock }
}

fn length(term: PackageTerm, month: Month, slot: Seconds) -> Option<Length> {
    match (month, term.months()) {
        (Month::Calendar, Some(months)) => Some(Length::Months(months)),
        (Month::Calendar, None) => slots(term.length(Seconds(0)), slot),
        (Month::Fixed(month), _) => slots(term.length(month), slot),
    }
}

fn slots(time: Seconds, slot: Seconds) -> Option<Length> {
    u32::try_from(time.0 / slot.0).ok().map(Length::Slots)
}

fn scaled(price: Money, scale: u64) -> Option<i64> {
    i64::try_from((price * scale).to_micros()?).ok()
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::{Ladder, Month, Terms, Trial, Way, ladder, slot};
    use crate::billing::Mode;
    use crate::billing::cover::{Length, Plan, Start};
    use crate::catalog::{Billing, Increment, OnDemand, Package, PackageTerm};
    use crate::money::Money;
    use crate::units::Seconds;

    fn billing(hourly: &str, minimum: u64) -> Billing {
        let money = |text| Money::parse(text).unwrap();
        let minimum = Seconds(minimum);
        Billing {
            on_demand: Some(OnDemand { hourly: money(hourly), increment: Some(Increment::Second), minimum }),
            spot: Some(OnDemand { hourly: money("0.68"), increment: None, minimum: Seconds(0) }),
            packages: vec![Package { term: PackageTerm::Month, price: money("690") }],
        }
    }

    #[test]
    fn prices_of_slots_are_exact() {
        let check = |hourly: &str, slot, scale, price| {
            let billing = billing(hourly, 0);
            let offer = Terms { billing: &billing, month: Month::Calendar, trial: None };
            let found = ladder(&[offer], slot, 0).unwrap();
            let Plan::PerSlot(plan) = &found.plans[0] else { panic!("{found:?}") };
            assert_eq!((found.scale, plan.price), (scale, price), "{hourly}");
        };
        check("1.24", Seconds::hours(1), 1, 1_240_000);
        check("1.24", Seconds::minutes(20), 3, 1_240_000);
        check("1.20", Seconds::minutes(20), 3, 1_200_000); // 0.68 is not a multiple of three
        check("0.123456789", Seconds::hours(1), 1_000, 123_456_789);
        check("0.1234565", Seconds::hours(1), 2, 246_913);
        check("0.1234565", Seconds::minutes(20), 6, 246_913);
        check("1.24", Seconds::minutes(1), 3, 62_000);
        let billing = billing("999999999999.123456789", 0);
        let offer = Terms { billing: &billing, month: Month::Calendar, trial: None };
        assert_eq!(ladder(&[offer], Seconds::hours(1), 0), None);
    }

    #[test]
    fn lengths_are_those_of_the_offer() {
        let month = Month::Fixed(Seconds::hours(730));
        let trial = Some(Trial { length: Seconds::days(7), units: 2 });
        let billing = billing("1.24", 0);
        let offer = Terms { billing: &billing, month, trial };
        let other = Terms { trial: None, ..offer };
        let Ladder { ways, plans, .. } = ladder(&[offer, other], Seconds::minutes(30), 9).unwrap();
        let package = Some(Mode::Package(PackageTerm::Month));
        let modes = [Some(Mode::OnDemand), Some(Mode::Spot), package];
        assert_eq!(ways[..3], modes.map(|mode| Way { offer: 0, mode }));
        assert_eq!(ways[3], Way { offer: 0, mode: None });
        assert_eq!(ways[4..], modes.map(|mode| Way { offer: 1, mode }));
        let [Plan::PerSlot(hour), Plan::PerSlot(spot), Plan::Term(month), Plan::Term(free)] = &plans[..4] else {
            panic!("{plans:?}")
        };
        assert_eq!((hour.round_slots, spot.round_slots), (1, 2)); // an increment that is not stated is an hour
        assert_eq!((month.length, free.length), (Length::Slots(1_460), Length::Slots(336)));
        assert_eq!((&free.start, free.stock), (&Start::List(vec![9]), Some(2)));
    }

    #[test]
    fn a_slot_divides_all_times() {
        let times = |minutes: &[u64]| minutes.iter().map(|count| Seconds::minutes(*count)).collect::<vec::Vec<_>>();
        let check = |minutes: &[u64], minimum, expected| {
            let billing = billing("1", minimum);
            let offer = Terms { billing: &billing, month: Month::Calendar, trial: None };
            assert_eq!(slot(&[offer], times(minutes).into_iter()), Seconds::minutes(expected));
        };
        check(&[], 0, 60);
        check(&[240, 1_440], 0, 60);
        check(&[150], 0, 30);
        check(&[20], 300, 20); // a start always pays more than its minimum
        check(&[240], 5_400, 30);
    }
}
