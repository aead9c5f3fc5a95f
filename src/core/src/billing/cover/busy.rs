//! What each GPU of a cover does when: which purchase pays for it, and whether it runs.

use alloc::vec;
use alloc::vec::Vec;

use super::problem::Problem;
use super::purchase::{Lane, Purchase};

/// Slots in a row in which a lane does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first slot.
    pub start: usize,
    /// The slot after the last one, at most the last of the demand.
    pub end: usize,
    /// What pays for it, by index.
    pub purchase: usize,
    /// How many of the lane's GPUs run; the others are paid for all the same.
    pub running: u32,
}

/// The spans of each lane in order of time, at most `most` of one lane. Where more is paid for than runs, the first lanes
/// run.
#[must_use]
pub fn spans(problem: &Problem, purchases: &[Purchase], lanes: &[Lane], most: usize) -> Vec<Vec<Span>> {
    let mut left = problem.demand.clone();
    let mut all = Vec::with_capacity(lanes.len());
    for Lane { gpus, purchases: paid } in lanes {
        let mut spans: Vec<Span> = Vec::new();
        let mut free = 0;
        for purchase in paid {
            let Some(Purchase { start, end, .. }) = purchases.get(*purchase) else { continue };
            for slot in free.max(*start)..(*end).min(left.len()) {
                let running = left[slot].min(*gpus);
                left[slot] -= running;
                let is_same = |last: &&mut Span| (last.end, last.purchase, last.running) == (slot, *purchase, running);
                if let Some(last) = spans.last_mut().filter(is_same) {
                    last.end += 1;
                } else if spans.len() < most {
                    spans.push(Span { start: slot, end: slot + 1, purchase: *purchase, running });
                }
            }
            free = free.max(*end);
        }
        all.push(spans);
    }
    all
}

/// GPU-slots of a demand.
#[must_use]
pub fn used(problem: &Problem) -> u64 {
    problem.demand.iter().map(|gpus| u64::from(*gpus)).sum()
}

/// Slots with the same dual price, with that price in micro-units.
#[must_use]
pub fn price_spans(prices: &[i64]) -> Vec<(usize, usize, i64)> {
    let mut spans: Vec<(usize, usize, i64)> = vec![];
    for (slot, price) in prices.iter().enumerate() {
        match spans.last_mut() {
            Some((_, end, last)) if last == price => *end += 1,
            _ => spans.push((slot, slot + 1, *price)),
        }
    }
    spans
}
