//! Mixtures of all kinds of plans beside each other, on real calendars, against brute force.

use alloc::vec;
use alloc::vec::Vec;

use super::{HOUR, Oracle, Random, hour, solved, term};
use crate::billing::cover::{Calendar, FeeBasis, Length, PerSlot, Plan, Problem, Service, Start, Status, Term, Tier};
use crate::catalog::Date;
use crate::units::Seconds;

/// Ends of months, of years, of Februaries with and without a leap day.
const DATES: [&str; 8] =
    ["2025-01-31", "2024-01-31", "2024-02-29", "2023-12-31", "2025-02-28", "2024-08-30", "2099-12-01", "2025-03-15"];

impl Random {
    /// One plan of any kind.
    fn plan(&mut self, slots: u32, day: u32) -> Plan {
        let unit = |random: &mut Self, length: u32| i64::from(random.between(30, 95) * length);
        let length = self.between(2, slots + 2);
        let plain = term(length, unit(self, length));
        Plan::Term(match self.below(11) {
            0 => return self.run(Service::Firm),
            1 => return self.run(Service::Interruptible),
            2 => {
                let (price, cap) = (i64::from(self.between(20, 70)), self.yes().then(|| self.between(1, 2)));
                return Plan::PerSlot(PerSlot { price, cap, service: Service::Interruptible, ..HOUR });
            }
            // Months or years of the calendar.
            3 => {
                let months = if day < 40 { self.between(1, 3) } else { 12 * self.between(1, 3) };
                let length = (months * 30 / day).max(1);
                let start = if self.yes() { Start::Any } else { Start::Every { every: self.between(1, 3), offset: 0 } };
                Term { length: Length::Months(months), start, ..term(1, unit(self, length)) }
            }
            // Aligned, or a promotion with stock.
            4 => Term { start: Start::Every { every: self.between(1, 3), offset: self.below(3) }, ..plain },
            5 => {
                let start = Start::List(vec![self.below(slots), self.below(slots)]);
                let upfront = plain.tiers[0].upfront / 2;
                Term { start, stock: Some(self.between(1, 2)), ..term(length, upfront) }
            }
            // A free trial.
            6 => Term { start: Start::List(vec![self.below(slots)]), stock: Some(1), ..term(self.between(1, 2), 0) },
            // Part upfront, part by the slot, committed or used.
            7 | 8 => {
                let fee_basis = if self.yes() { FeeBasis::Committed } else { FeeBasis::Used };
                Term {
                    per_slot_fee: i64::from(self.between(5, 40)),
                    fee_basis,
                    ..term(length, plain.tiers[0].upfront / 2)
                }
            }
            // A cluster of its own: so many units at least.
            9 => {
                let upfront = plain.tiers[0].upfront * 3 / 4;
                Term { tiers: vec![Tier { min_units: self.between(2, 3), upfront }], ..plain }
            }
            _ => {
                let upfront = plain.tiers[0].upfront;
                let tiers = [(1, upfront), (self.between(2, 3), upfront * i64::from(self.between(50, 90)) / 100)];
                let tiers = tiers.map(|(min_units, upfront)| Tier { min_units, upfront }).to_vec();
                Term { tiers, stock: self.yes().then(|| self.between(2, 4)), ..plain }
            }
        })
    }

    fn run(&mut self, service: Service) -> Plan {
        let (min_slots, round_slots) = (self.below(4), self.between(1, 3));
        let setup_fee = if self.yes() { i64::from(self.below(90)) } else { 0 };
        let cap = (self.below(3) == 0).then(|| self.between(1, 2));
        Plan::PerSlot(PerSlot {
            price: i64::from(self.between(25, 70)),
            cap,
            min_slots,
            round_slots,
            setup_fee,
            service,
        })
    }

    fn mixture(&mut self) -> Problem {
        let slots = self.between(2, 4);
        let demand: Vec<u32> = (0..slots).map(|_| self.below(3)).collect();
        let interruptible = demand.iter().map(|demand| self.below(demand + 1)).collect();
        let day = [1, 7, 10, 15, 31, 91, 122][super::super::problem::index(self.below(7))];
        let calendar = Calendar {
            date: Date::parse(DATES[super::super::problem::index(self.below(8))]).unwrap(),
            second: self.below(2) * 43_200,
            slot: Seconds::days(day.into()),
        };
        let mut plans = vec![hour(100)];
        for _ in 0..self.between(1, 3) {
            plans.push(self.plan(slots, day));
        }
        Problem { calendar, demand, interruptible, plans }
    }
}

#[test]
fn mixtures_are_brute_force() {
    let (mut open, mut reached) = (0, 0);
    for seed in 1..=160_u64 {
        let problem = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).mixture();
        let cover = solved(&problem);
        let optimum = Oracle::new(&problem).rest(0, Vec::new());
        match cover.status() {
            Status::Optimal => assert_eq!(cover.price, optimum, "seed {seed}: {problem:#?}"),
            Status::Within { lower_bound } => {
                assert!(lower_bound <= optimum && optimum <= cover.price, "seed {seed}: {problem:#?}");
                open += 1;
            }
        }
        reached += u32::from(cover.price == optimum);
    }
    assert!(open == 0 && reached == 160, "{open} stay open, {reached} reached");
}
