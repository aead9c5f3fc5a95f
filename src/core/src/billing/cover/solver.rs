//! A cover problem solved in slices, so that a page stays live, shows how far it is, and can stop.

use alloc::vec;
use alloc::vec::Vec;

use super::network::Search;
use super::problem::Problem;
use super::purchase::{purchases, total};
use super::supply::{Limits, Origin, Supply, bands, network, supply};
use super::{Certificate, Cover, Error, Proof, search};
use crate::units::real;

/// A search that is left and taken up again. It is cut only within the network of the whole problem, which takes
/// nearly all the time of large problems; what branches is searched in one piece, with its work limit.
pub struct Solver {
    problem: Problem,
    /// `None` where no single network states the problem.
    root: Option<Root>,
    work_limit: u64,
}

struct Root {
    search: Search,
    origins: Vec<Origin>,
    lanes: i64,
}

impl Solver {
    /// Begins; `work_limit` is that of [`solve`](super::solve) for what cannot be cut.
    ///
    /// # Errors
    /// As [`solve`](super::solve).
    pub fn new(problem: Problem, work_limit: u64) -> Result<Self, Error> {
        problem.check()?;
        let bands = bands(&problem);
        let is_one = bands.len() == 1 && !problem.per_slot().any(|(_, plan)| plan.is_limited_run());
        let root = is_one.then(|| {
            let Supply { families, layers } = supply(&problem, &bands, &Limits::new(&problem));
            let (families, origins) = families.into_iter().unzip();
            let network = network(&problem, &bands, 0, families, layers);
            Root { lanes: network.lanes, search: Search::new(network), origins }
        });
        Ok(Self { problem, root, work_limit })
    }

    /// Goes on for about `work` scanned nodes; `None` where it has not come to the end.
    ///
    /// # Errors
    /// As [`solve`](super::solve).
    pub fn advance(&mut self, mut work: u64) -> Result<Option<Cover>, Error> {
        let given = work;
        if let Some(root) = &mut self.root {
            match root.search.advance(&mut work) {
                Err(Error::WorkLimit) => return Ok(None),
                advanced => advanced?,
            }
        }
        let cover = self.root.take().and_then(|root| root.cover(&self.problem, given - work));
        match cover {
            Some(cover) => Ok(Some(cover)),
            None => search(&self.problem, self.work_limit).map(Some),
        }
    }

    /// The part of the lanes that is done, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.root.as_ref().map_or(0.0, |Root { search, lanes, .. }| {
            let [left, all] = [search.left(), *lanes].map(|units| real(units.unsigned_abs()));
            1.0 - left / all.max(1.0)
        })
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
