//! The cheapest way to cover a demand over time with pay-as-you-go, spot, packages and commitments at once,
//! with a proof.
//!
//! Every purchase covers an interval of slots, so a problem is a flow of as many units as the peak has GPUs through
//! a network in time, idle or paid for: the covering matrix has consecutive ones (Veinott and Wagner 1962; Ahuja,
//! Magnanti and Orlin 1993, section 9.6), and the optimum is whole. Potentials prove it. What leaves the network,
//! fees for use beside commitments and prices by the size of an order, is searched by branch and bound with network
//! bounds; limited runs that pay for more than their slots are bounded by relaxations. It forecasts nothing and converts no money.

mod ascent;
mod branch;
mod busy;
mod check;
mod error;
mod exchange;
mod limited;
mod network;
mod problem;
mod purchase;
pub mod rule;
mod solver;
mod supply;
pub mod uncertain;
mod verify;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

pub use busy::{Span, price_spans, spans, used};
pub use check::Shortage;
pub use error::Error;
pub use problem::{
    Calendar, FeeBasis, Length, MAX_ARCS, MAX_DEMAND, MAX_SLOTS, Micros, PerSlot, Plan, Problem, Service, Start, Term,
    Tier,
};
pub use purchase::{Lane, Purchase, lanes};
pub use solver::Solver;
pub use verify::{Flaw, verify};

use crate::order::distinct;

/// A work limit that a problem of one network does not reach, up to years of hours and thousands of GPUs. A search
/// that stays open ends after some seconds.
pub const WORK_LIMIT: u64 = 200_000_000;

/// What to buy, and why nothing is cheaper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// What all purchases cost, in micro-units.
    pub price: Micros,
    /// What to buy.
    pub purchases: Vec<Purchase>,
    /// No cover is cheaper than this; equal to `price` where the cover is optimal.
    pub lower_bound: Micros,
    /// The proof of `lower_bound`.
    pub certificate: Certificate,
    /// Nodes of networks scanned: a measure of time that is the same on every machine.
    pub work: u64,
}

/// How good a cover is proven to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing is cheaper.
    Optimal,
    /// Nothing is cheaper than this bound; the search for something cheaper than the cover was cut off.
    Within {
        /// In micro-units.
        lower_bound: Micros,
    },
}

/// A proof of a lower bound: a tree of boxes, each bounded by potentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The root, the box of all covers, is first.
    pub tree: Vec<Proof>,
    /// By box that has its own: for each band of fees for use (one where there are none) the potentials of the
    /// borders between slots, one more than slots, in micro-units. They never fall. The difference across a slot is
    /// its dual price.
    pub potentials: Vec<Vec<Vec<i64>>>,
    /// Where runs that may be taken away are limited, potentials of the right to serve with them, of which there is as
    /// much as interruptible demand; they never fall. Else empty.
    pub rights: Vec<i64>,
}

/// What is known about a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// These potentials bound it.
    Bound(usize),
    /// It holds no cover, because too few GPUs are to be had in a slot.
    Uncovered {
        /// The slot.
        slot: usize,
    },
    /// It is split by the units of one order.
    Split {
        /// The plan.
        plan: usize,
        /// The slot at which it starts.
        start: usize,
        /// The most units in the first part.
        most: u32,
        /// The box of at most `most` units.
        below: usize,
        /// The box of more.
        above: usize,
    },
}

impl Cover {
    /// Whether it is proven to be the cheapest.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.lower_bound {
            bound if bound == self.price => Status::Optimal,
            lower_bound => Status::Within { lower_bound },
        }
    }

    /// The plans that it uses, by index.
    #[must_use]
    pub fn plans(&self) -> Vec<usize> {
        distinct(self.purchases.iter().map(|purchase| purchase.plan).collect())
    }

    /// Takes the purchases of a cheaper cover, found for a problem that allows no more; whether they can be made in this
    /// one. The proof stays: it holds for all covers.
    pub(crate) fn adopt(&mut self, problem: &Problem, cheaper: &Self) -> bool {
        let can_be_made = verify::can_be_made(problem, &cheaper.purchases);
        if can_be_made {
            self.price = cheaper.price;
            self.purchases.clone_from(&cheaper.purchases);
        }
        can_be_made
    }

    /// The price of one more GPU in each slot, in micro-units: what the dual optimum of the whole problem asks.
    /// Where several prices are optimal it is one of them.
    #[must_use]
    pub fn slot_prices(&self) -> Vec<i64> {
        let mut prices = Vec::new();
        for potentials in self.certificate.potentials.first().into_iter().flatten() {
            prices.resize(potentials.len().saturating_sub(1), 0_i64);
            for (price, pair) in prices.iter_mut().zip(potentials.windows(2)) {
                *price = price.saturating_add(pair[1].saturating_sub(pair[0]));
            }
        }
        prices
    }
}

/// The cheapest cover of a problem, or the best one found until `work_limit` nodes of networks were scanned (far less
/// than a millionth of a second each) or ten thousand boxes were searched.
///
/// An interactive caller passes a small limit, takes what comes with [`Cover::status`] as it is, and asks again with a
/// larger one where the search was cut off: the same limit gives the same answer on every machine, and one network
/// needs about 1.5 · slots · distinct levels of demand at most. [`Solver`] does the same in slices.
///
/// # Errors
/// [`Error`] when the problem is malformed, too large, has a slot that no plans can cover, or when the work limit
/// ends the search before anything is found.
///
/// ```
/// # use gpu_cost_core::billing::cover::*;
/// # use gpu_cost_core::{catalog::Date, units::Seconds};
/// let hour = PerSlot {
///     price: 1_000_000, cap: None, min_slots: 1, round_slots: 1, setup_fee: 0, service: Service::Firm,
/// };
/// let pair = Term {
///     length: Length::Slots(2), tiers: vec![Tier { min_units: 1, upfront: 1_500_000 }], per_slot_fee: 0,
///     fee_basis: FeeBasis::Committed, start: Start::Any, stock: None,
/// };
/// let calendar = Calendar { date: Date::parse("2026-11-30").unwrap(), second: 0, slot: Seconds::hours(1) };
/// let plans = vec![Plan::PerSlot(hour), Plan::Term(pair)];
/// let problem = Problem { calendar, demand: vec![1, 2, 1], interruptible: vec![], plans };
/// let cover = solve(&problem, WORK_LIMIT).unwrap();
/// assert_eq!((cover.price, cover.status()), (3_000_000, Status::Optimal)); // two pairs that overlap
/// assert_eq!(verify(&problem, &cover), Ok(3_000_000));
/// ```
pub fn solve(problem: &Problem, work_limit: u64) -> Result<Cover, Error> {
    problem.check()?;
    search(problem, work_limit)
}

/// [`solve`] for a problem that was checked.
fn search(problem: &Problem, work_limit: u64) -> Result<Cover, Error> {
    if problem.per_slot().any(|(_, plan)| plan.is_limited_run()) {
        return limited::solve(problem, work_limit);
    }
    branch::solve(problem, work_limit)
}
