//! When to reserve for those who cannot forecast: a rule that looks only back, and how much dearer it can be.
//!
//! It knows one term and one price by the slot. Several terms at once have no such rule here.

use alloc::vec::Vec;

use super::cover::Micros;

/// A term beside pay-as-you-go, in micro-units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Length in slots; none counts as one.
    pub slots: u32,
    /// Paid at once, committed fees included.
    pub upfront: u64,
    /// Of a reserved GPU in a slot in which it is used.
    pub used_fee: u64,
    /// Of a slot on demand.
    pub on_demand: u64,
}

/// What the rule did with a demand, and says now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// GPUs to reserve at each slot, as the rule would have.
    pub reserved: Vec<u64>,
    /// What that and the rest on demand costs.
    pub price: Micros,
}

impl Advice {
    /// GPUs to reserve now, at the beginning of the last slot.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.reserved.last().copied().unwrap_or(0)
    }
}

impl Reservation {
    /// No demand makes the rule cost more than so many times what would have been the cheapest in hindsight: `2 − α`,
    /// with `α` for the price of a reserved slot in use over one on demand (Wang, Li and Liang 2013, arXiv 1305.5608;
    /// no rule without chance has a better guarantee). 1 where reserving never saves.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_precision_loss)] // a ratio is a float
    pub fn guarantee(self) -> f64 {
        if self.on_demand <= self.used_fee { 1.0 } else { 2.0 - self.used_fee as f64 / self.on_demand as f64 }
    }

    /// Slots on demand that cost as much more than reserved ones as a reservation costs at once; one more, and the
    /// rule reserves. `None` where reserving never saves.
    #[must_use]
    pub fn tolerated(self) -> Option<u64> {
        let saved = self.on_demand.checked_sub(self.used_fee)?;
        self.upfront.checked_div(saved)
    }

    /// Reserves one more GPU whenever, within the last `slots` slots, those that a further reservation would have
    /// served cost more on demand than the reservation would have: the deterministic rule of Wang, Li and Liang.
    ///
    /// A reservation counts for the slots before it too, so that they do not argue for another. So with `N` for all
    /// reservations ever made, a slot argues for one more while `demand + N(a term before it) > N(now)`, and `N` is
    /// raised until no more than the tolerated number argue.
    #[must_use]
    pub fn follow(self, demand: &[u32]) -> Advice {
        let slots = usize::try_from(self.slots.max(1)).unwrap_or(usize::MAX);
        let mut reserved = Vec::with_capacity(demand.len());
        let mut totals: Vec<u64> = Vec::with_capacity(demand.len());
        let mut arguing = Arguing(Vec::new());
        let tolerated = self.tolerated().unwrap_or(u64::MAX);
        let (mut total, mut count, mut price) = (0, 0, 0);
        for (slot, gpus) in demand.iter().enumerate() {
            let until = |slot: usize| slot.checked_sub(slots).map_or(0, |before| totals[before]);
            if let Some(left) = slot.checked_sub(slots) {
                count -= arguing.forget(u64::from(demand[left]) + until(left));
            }
            let (before, expired) = (total, until(slot));
            let key = u64::from(*gpus) + expired;
            if total < key {
                arguing.add(key);
                count += 1;
            }
            while tolerated < count
                && let Some((key, slots)) = arguing.pop_first()
            {
                (total, count) = (key, count - slots);
            }
            reserved.push(total - before);
            totals.push(total);
            let used = u64::from(*gpus).min(total - expired);
            price += Micros::from(total - before) * Micros::from(self.upfront)
                + Micros::from(used) * Micros::from(self.used_fee)
                + Micros::from(u64::from(*gpus) - used) * Micros::from(self.on_demand);
        }
        Advice { reserved, price }
    }
}

/// Slots that argue for one more, counted by the number of reservations with which they no longer do. The least is last.
struct Arguing(Vec<(u64, u64)>);

impl Arguing {
    /// Where a key is, or belongs.
    fn place(&self, key: u64) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| key.cmp(other))
    }

    fn add(&mut self, key: u64) {
        match self.place(key) {
            Ok(place) => self.0[place].1 += 1,
            Err(place) => self.0.insert(place, (key, 1)),
        }
    }

    /// Takes one slot out; how many that were (one, or none where it argued no longer).
    fn forget(&mut self, key: u64) -> u64 {
        let Ok(place) = self.place(key) else { return 0 };
        self.0[place].1 -= 1;
        if self.0[place].1 == 0 {
            self.0.remove(place);
        }
        1
    }

    fn pop_first(&mut self) -> Option<(u64, u64)> {
        self.0.pop()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{Advice, Reservation};
    use crate::billing::cover::{
        Calendar, FeeBasis, Length, Micros, PerSlot, Plan, Problem, Service, Start, Term, Tier, WORK_LIMIT, solve,
    };
    use crate::billing::spot::Random;
    use crate::catalog::Date;
    use crate::units::Seconds;

    /// The rule as it is printed, slot by slot.
    fn printed(rule: Reservation, demand: &[u32]) -> Vec<u64> {
        let slots = usize::try_from(rule.slots).unwrap();
        let mut held = vec![0_u64; demand.len() + slots];
        (0..demand.len())
            .map(|now| {
                let mut reserved = 0;
                let first = (now + 1).saturating_sub(slots);
                let argue = |held: &[u64]| {
                    let slots = (first..=now).filter(|slot| held[*slot] < u64::from(demand[*slot]));
                    u64::try_from(slots.count()).unwrap()
                };
                while rule.upfront < (rule.on_demand - rule.used_fee) * argue(&held) {
                    reserved += 1;
                    held[first..now + slots].iter_mut().for_each(|held| *held += 1);
                }
                reserved
            })
            .collect()
    }

    fn hindsight(rule: Reservation, demand: &[u32]) -> Micros {
        let money = |amount: u64| i64::try_from(amount).unwrap();
        let hour = PerSlot {
            price: money(rule.on_demand),
            cap: None,
            min_slots: 1,
            round_slots: 1,
            setup_fee: 0,
            service: Service::Firm,
        };
        let term = Term {
            length: Length::Slots(rule.slots),
            tiers: vec![Tier { min_units: 1, upfront: money(rule.upfront) }],
            per_slot_fee: money(rule.used_fee),
            fee_basis: FeeBasis::Used,
            start: Start::Any,
            stock: None,
        };
        let calendar = Calendar { date: Date::parse("2025-01-01").unwrap(), second: 0, slot: Seconds::hours(1) };
        let plans = vec![Plan::PerSlot(hour), Plan::Term(term)];
        solve(&Problem { calendar, demand: demand.to_vec(), interruptible: Vec::new(), plans }, WORK_LIMIT)
            .unwrap()
            .price
    }

    #[test]
    fn the_guarantee_holds_on_random_demands() {
        let mut near = 0;
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let (on_demand, used_fee, slots) = (100, random.below(60), 2 + random.below(9));
            let upfront = random.below(slots * 100);
            let rule = Reservation { slots: u32::try_from(slots).unwrap(), upfront, used_fee, on_demand };
            let most = 1 + random.below(4);
            let gpus = |random: &mut Random| random.below(3).min(1) * random.below(most + 1);
            let demand: Vec<u32> = (0..40).map(|_| u32::try_from(gpus(&mut random)).unwrap()).collect();
            let Advice { reserved, price } = rule.follow(&demand);
            assert_eq!(reserved, printed(rule, &demand), "{rule:?} {demand:?}");
            let best = hindsight(rule, &demand);
            let (guaranteed, ratio) = (best * Micros::from(200 - used_fee), price * 100);
            assert!(best <= price && ratio <= guaranteed, "{rule:?} {demand:?}");
            near += u32::from(4 * guaranteed < 5 * ratio);
        }
        assert!(0 < near, "some come near the guarantee");
    }

    /// The adversary of a rule: demand ends when it reserves.
    #[test]
    fn the_guarantee_is_reached() {
        let rule = Reservation { slots: 1_000, upfront: 10_000, used_fee: 0, on_demand: 100 };
        let demand = [1; 101];
        assert_eq!(rule.follow(&demand[..100]).now(), 0);
        let advice = rule.follow(&demand);
        assert_eq!((advice.now(), advice.price), (1, 20_000));
        assert_eq!(hindsight(rule, &demand), 10_000);
        assert_eq!((rule.guarantee(), rule.tolerated()), (2.0, Some(100)));
    }

    #[test]
    fn extremes_reach_no_panic() {
        let edges = [0, 1, u64::MAX];
        for slots in [0, 1, u32::MAX] {
            for case in 0..27 {
                let [upfront, used_fee, on_demand] = [1, 3, 9].map(|place| edges[case / place % 3]);
                let rule = Reservation { slots, upfront, used_fee, on_demand };
                let advice = rule.follow(&[u32::MAX, 0, u32::MAX, 1]);
                assert!(1.0 <= rule.guarantee() && advice.reserved.len() == 4);
            }
        }
        assert_eq!(Reservation { slots: 9, upfront: 1, used_fee: 5, on_demand: 5 }.follow(&[3; 99]).price, 99 * 15);
        assert_eq!(Reservation { slots: 9, upfront: 1, used_fee: 5, on_demand: 5 }.follow(&[]).now(), 0);
    }
}
