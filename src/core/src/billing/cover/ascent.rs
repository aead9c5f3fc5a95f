//! A better bound for limited runs: dual prices of slots are raised and lowered, interval by interval, as long as the bound
//! that they prove grows.
//!
//! What the relaxations leave is a concave function of the dual prices whose value the verifier tells. Plans cover
//! intervals, so intervals are what is moved, by steps that halve.

use alloc::vec;
use alloc::vec::Vec;

use super::problem::{Micros, Plan, Problem, Service};
use super::verify;
use super::{Certificate, Cover, Proof};

/// Most slots: each step looks at all intervals.
const MOST_SLOTS: usize = 64;

/// The cover with a certificate that bounds no less, at best `price`; `work` counts down by slots and plans looked at.
pub(super) fn raised(problem: &Problem, cover: Cover, price: Micros, work: &mut u64) -> Cover {
    let slots = problem.demand.len();
    let Certificate { tree, potentials, .. } = &cover.certificate;
    let ([Proof::Bound(0)], [bands]) = (tree.as_slice(), potentials.as_slice()) else { return cover };
    if MOST_SLOTS < slots || bands.len() != 1 {
        return cover;
    }
    let prices: Vec<i64> = bands[0].windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut limits = problem.per_slot().filter(|(_, plan)| plan.is_limited_run());
    let has_rights = limits.any(|(_, plan)| plan.service == Service::Interruptible);
    let best = verify::bound(problem, &cover).unwrap_or(0);
    let mut ascent = Ascent { problem, cover: cover.clone(), best, prices: prices.clone(), rights: Vec::new() };
    ascent.climb(price, work);
    if has_rights && ascent.best < price {
        // Where a right costs all that a slot is worth, nothing is earned with it.
        let mut other = Ascent { problem, cover, best: 0, rights: prices.clone(), prices };
        other.climb(price, work);
        if ascent.best < other.best {
            return other.cover;
        }
    }
    ascent.cover
}

/// The best dual prices so far.
struct Ascent<'a> {
    problem: &'a Problem,
    cover: Cover,
    best: Micros,
    /// By slot.
    prices: Vec<i64>,
    /// Prices of the right to serve with what may be taken away, by slot; empty where they are not looked at.
    rights: Vec<i64>,
}

impl Ascent<'_> {
    fn climb(&mut self, price: Micros, work: &mut u64) {
        let slots = self.prices.len();
        let effort = u64::try_from(slots * self.problem.plans.len()).unwrap_or(u64::MAX);
        let mut step = self.problem.plans.iter().map(dearest).max().unwrap_or(0);
        let kinds: &[(bool, bool)] =
            if self.rights.is_empty() { &[(true, false)] } else { &[(true, false), (false, true), (true, true)] };
        while 0 < step && self.best < price {
            let before = self.best;
            for interval in intervals(slots) {
                for (of_prices, of_rights) in kinds {
                    for change in [step, -step] {
                        let Some(left) = work.checked_sub(effort) else { return };
                        *work = left;
                        let change = |moves: &bool| if *moves { change } else { 0 };
                        self.try_to((
                            moved(&self.prices, interval, change(of_prices)),
                            moved(&self.rights, interval, change(of_rights)),
                        ));
                    }
                }
            }
            if self.best == before {
                step /= 2;
            }
        }
    }

    /// Keeps prices that prove more.
    fn try_to(&mut self, (prices, rights): (Vec<i64>, Vec<i64>)) {
        let certificate = self.cover.certificate.clone();
        self.cover.certificate.potentials = vec![vec![sums(&prices)]];
        self.cover.certificate.rights = if rights.is_empty() { Vec::new() } else { sums(&rights) };
        match verify::bound(self.problem, &self.cover) {
            Ok(bound) if self.best < bound => (self.best, self.prices, self.rights) = (bound, prices, rights),
            _ => self.cover.certificate = certificate,
        }
    }
}

fn moved(prices: &[i64], (start, end): (usize, usize), change: i64) -> Vec<i64> {
    let mut prices = prices.to_vec();
    let within = prices.iter_mut().take(end).skip(start);
    within.for_each(|price| *price = price.saturating_add(change).max(0));
    prices
}

/// The first slot and the one after the last.
fn intervals(slots: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=slots).flat_map(move |length| (0..=slots - length).map(move |start| (start, start + length)))
}

/// What no slot is worth more than.
fn dearest(plan: &Plan) -> i64 {
    match plan {
        Plan::PerSlot(plan) => plan.price.saturating_add(plan.setup_fee),
        Plan::Term(_) => 0,
    }
}

/// Potentials of the borders.
fn sums(prices: &[i64]) -> Vec<i64> {
    let sums = prices.iter().scan(0_i64, |sum, price| {
        *sum = sum.saturating_add(*price);
        Some(*sum)
    });
    core::iter::once(0).chain(sums).collect()
}
