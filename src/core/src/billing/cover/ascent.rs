//! A better bound for limited runs: dual prices of slots are raised and lowered, interval by interval, as long as the bound
//! that they prove grows.
//!
//! What the relaxations leave is a concave function of the dual prices whose value the verifier tells. Plans cover
//! intervals, so intervals are what is moved, by steps that halve.

use alloc::vec;
use alloc::vec::Vec;

use super::problem::{Micros, Plan, Problem};
use super::verify;
use super::{Certificate, Cover, Proof};

/// Most slots: each step looks at all intervals.
const MOST_SLOTS: usize = 64;

/// The cover with a certificate that bounds no less, at best `price`; `work` counts down by slots and plans looked at.
pub(super) fn raised(problem: &Problem, mut cover: Cover, price: Micros, work: &mut u64) -> Cover {
    let slots = problem.demand.len();
    let Certificate { tree, potentials } = &cover.certificate;
    let ([Proof::Bound(0)], [bands]) = (tree.as_slice(), potentials.as_slice()) else { return cover };
    if MOST_SLOTS < slots || bands.len() != 1 {
        return cover;
    }
    let effort = u64::try_from(slots * problem.plans.len()).unwrap_or(u64::MAX);
    let mut prices: Vec<i64> = bands[0].windows(2).map(|pair| pair[1] - pair[0]).collect();
    let Ok(mut best) = verify::bound(problem, &cover) else { return cover };
    let mut step = problem.plans.iter().map(dearest).max().unwrap_or(0);
    while 0 < step && best < price {
        let mut is_better = false;
        for interval in intervals(slots) {
            for change in [step, -step] {
                let Some(left) = work.checked_sub(effort) else { return cover };
                *work = left;
                let mut moved = prices.clone();
                moved[interval.0..interval.1].iter_mut().for_each(|price| *price = price.saturating_add(change).max(0));
                let potentials = core::mem::replace(&mut cover.certificate.potentials, vec![vec![sums(&moved)]]);
                match verify::bound(problem, &cover) {
                    Ok(bound) if best < bound => (best, prices, is_better) = (bound, moved, true),
                    _ => cover.certificate.potentials = potentials,
                }
            }
        }
        if !is_better {
            step /= 2;
        }
    }
    cover
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
