//! A cover problem solved in slices, so that a page stays live, shows how far it is, and can stop.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::branch::Branching;
use super::limited::Relaxing;
use super::network::Search;
use super::problem::Problem;
use super::purchase::{purchases, total};
use super::supply::{Limits, Origin, Supply, bands, network, supply};
use super::{Certificate, Cover, Error, Proof};
use crate::units::real;

/// A search that is left and taken up again: within the network of the whole problem, or between the boxes of what
/// branches. How limited runs are bettered at the end is in one piece, an eighth of the work limit at most.
pub struct Solver {
    problem: Problem,
    stage: Stage,
    work_limit: u64,
}

enum Stage {
    /// A single network states the problem.
    Root(Root),
    Branching(Branching),
    Relaxing(Relaxing),
    Done,
}

struct Root {
    search: Search,
    origins: Vec<Origin>,
    lanes: i64,
}

impl Solver {
    /// Begins; `work_limit` is that of [`solve`](super::solve).
    ///
    /// # Errors
    /// As [`solve`](super::solve).
    pub fn new(problem: Problem, work_limit: u64) -> Result<Self, Error> {
        problem.check()?;
        let bands = bands(&problem);
        let stage = if problem.per_slot().any(|(_, plan)| plan.is_limited_run()) {
            Stage::Relaxing(Relaxing::new(&problem, work_limit))
        } else if bands.len() == 1 {
            let Supply { families, layers } = supply(&problem, &bands, &Limits::new(&problem));
            let (families, origins) = families.into_iter().unzip();
            let network = network(&problem, &bands, 0, families, layers);
            Stage::Root(Root { lanes: network.lanes, search: Search::new(network), origins })
        } else {
            Stage::Branching(Branching::new(&problem, work_limit))
        };
        Ok(Self { problem, stage, work_limit })
    }

    /// Goes on for about `work` scanned nodes; `None` where it has not come to the end.
    ///
    /// # Errors
    /// As [`solve`](super::solve).
    pub fn advance(&mut self, mut work: u64) -> Result<Option<Cover>, Error> {
        let Self { problem, stage, work_limit } = self;
        let given = work;
        let is_done = match stage {
            Stage::Root(root) => match root.search.advance(&mut work) {
                Err(Error::WorkLimit) => false,
                advanced => advanced.map(|()| true)?,
            },
            Stage::Branching(branching) => branching.advance(problem, work)?,
            Stage::Relaxing(relaxing) => relaxing.advance(work),
            Stage::Done => true,
        };
        if !is_done {
            return Ok(None);
        }
        match mem::replace(stage, Stage::Done) {
            Stage::Root(root) => {
                let cover = root.cover(problem, given - work);
                if cover.is_none() {
                    *stage = Stage::Branching(Branching::new(problem, *work_limit));
                }
                Ok(cover)
            }
            Stage::Branching(branching) => branching.finish().map(Some),
            Stage::Relaxing(relaxing) => relaxing.finish(problem).map(Some),
            Stage::Done => Err(Error::WorkLimit),
        }
    }

    /// About how far it is, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        match &self.stage {
            Stage::Root(Root { search, lanes, .. }) => {
                let [left, all] = [search.left(), *lanes].map(|units| real(units.unsigned_abs()));
                1.0 - left / all.max(1.0)
            }
            Stage::Branching(branching) => branching.progress(),
            Stage::Relaxing(relaxing) => relaxing.progress(),
            Stage::Done => 1.0,
        }
    }
}

impl Root {
    /// What the flow buys, where its true price is the bound.
    fn cover(self, problem: &Problem, work: u64) -> Option<Cover> {
        let flow = self.search.finish();
        let bound = problem.round_up(flow.cost);
        let purchases = purchases(problem, &self.origins, &flow.families)?;
        let price = total(&purchases);
        let (tree, potentials) = (vec![Proof::Bound(0)], vec![vec![flow.potentials]]);
        let certificate = Certificate { tree, potentials, rights: Vec::new() };
        (price <= bound).then_some(Cover { price, purchases, lower_bound: price, certificate, work })
    }
}
