//! Branch and bound over the networks of the bands, for what one network does not hold: several fees for use, and
//! prices by the size of an order.
//!
//! Each box (limits on the units of some orders) has a bound, the sum of the optima of its networks at the best
//! shares that a few subgradient steps find (Held, Wolfe and Crowder 1974), and a plan, what one of the networks
//! buys at its true price. A problem of one network is one box whose bound is reached.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::network::{self, Arcs, Family, Flow};
use super::problem::{Micros, Plan, Problem};
use super::purchase::{Purchase, purchases, total};
use super::supply::{Limits, Origin, Part, Supply, bands, network, slope, supply};
use super::{Certificate, Cover, Error, Proof};
use crate::units::real;

/// Subgradient steps in a box.
const STEPS: usize = 40;

/// Most boxes, so that their potentials fit into memory.
const MAX_BOXES: usize = 10_000;

/// A box that is still to be searched, with what is known of it from the box around it.
struct Open {
    node: usize,
    limits: Limits,
    bound: Micros,
    duals: usize,
    shares: Option<Rc<Shares>>,
}

/// What solving a box's networks tells.
struct Bounded {
    bound: Micros,
    potentials: Vec<Vec<i64>>,
    shares: Rc<Shares>,
    branch: Option<Branch>,
}

/// Where to split a box.
struct Branch {
    plan: usize,
    start: usize,
    range: (u32, u32),
    /// The most units of the lower part.
    at: u32,
}

/// The search of a problem.
struct Search<'a> {
    problem: &'a Problem,
    bands: Vec<i64>,
    work: u64,
    best: Option<(Micros, Vec<Purchase>)>,
}

/// A search that can be left between two boxes and taken up again.
pub(super) struct Branching {
    bands: Vec<i64>,
    work_limit: u64,
    /// What is left of it.
    work: u64,
    best: Option<(Micros, Vec<Purchase>)>,
    certificate: Certificate,
    open: Vec<Open>,
    lower_bound: Micros,
}

/// The cheapest purchases, or the best found until `work_limit` nodes of networks were scanned.
pub(super) fn solve(problem: &Problem, work_limit: u64) -> Result<Cover, Error> {
    let mut branching = Branching::new(problem, work_limit);
    branching.advance(problem, u64::MAX)?;
    branching.finish()
}

impl Branching {
    pub(super) fn new(problem: &Problem, work_limit: u64) -> Self {
        Self {
            bands: bands(problem),
            work_limit,
            work: work_limit,
            best: None,
            certificate: Certificate { tree: vec![Proof::Bound(0)], potentials: Vec::new(), rights: Vec::new() },
            open: vec![Open { node: 0, limits: Limits::new(problem), bound: 0, duals: 0, shares: None }],
            lower_bound: Micros::MAX,
        }
    }

    /// Goes on for about `work` scanned nodes, at least for a box; whether it has come to the end.
    pub(super) fn advance(&mut self, problem: &Problem, work: u64) -> Result<bool, Error> {
        let until = self.work.saturating_sub(work);
        let (bands, best) = (mem::take(&mut self.bands), self.best.take());
        let mut search = Search { problem, bands, work: self.work, best };
        let mut is_done = Ok(false);
        while matches!(is_done, Ok(false)) {
            is_done = self.next(&mut search);
            if search.work <= until && 0 < search.work {
                break;
            }
        }
        let Search { problem: _, bands, work, best } = search;
        (self.bands, self.work, self.best) = (bands, work, best);
        is_done
    }

    /// The share of the work limit that is used, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        1.0 - real(self.work) / real(self.work_limit.max(1))
    }

    /// What was found.
    pub(super) fn finish(self) -> Result<Cover, Error> {
        let Self { work_limit, work, best, certificate, lower_bound, .. } = self;
        let (price, purchases) = best.ok_or(Error::WorkLimit)?;
        Ok(Cover { price, purchases, lower_bound: lower_bound.min(price), certificate, work: work_limit - work })
    }

    /// Searches the box of the least bound, which decides the bound of all; whether there was none.
    fn next(&mut self, search: &mut Search<'_>) -> Result<bool, Error> {
        let Self { certificate, open, lower_bound, .. } = self;
        let Some(next) = (0..open.len()).min_by_key(|next| open[*next].bound) else { return Ok(true) };
        let Open { node, limits, bound, duals, shares } = open.swap_remove(next);
        certificate.tree[node] = Proof::Bound(duals);
        if search.is_reached(bound) {
            *lower_bound = (*lower_bound).min(bound);
            return Ok(false);
        }
        if node != 0
            && let Some(slot) = search.problem.uncovered(|plan, start| limits.range(plan, start).1)
        {
            certificate.tree[node] = Proof::Uncovered { slot };
            return Ok(false);
        }
        let bounded = match search.bounded(&limits, shares.as_deref()) {
            Ok(bounded) => bounded,
            Err(Error::WorkLimit) if search.best.is_some() => {
                *lower_bound = (*lower_bound).min(bound);
                return Ok(false);
            }
            Err(error) => return Err(error),
        };
        let (mut bound, mut duals) = (bound, duals);
        if bound < bounded.bound || certificate.potentials.is_empty() {
            (bound, duals) = (bounded.bound, certificate.potentials.len());
            certificate.potentials.push(bounded.potentials);
            certificate.tree[node] = Proof::Bound(duals);
        }
        let Some(branch) = bounded.branch.filter(|_| certificate.tree.len() < MAX_BOXES) else {
            *lower_bound = (*lower_bound).min(bound);
            return Ok(false);
        };
        let Branch { plan, start, range: (least, most), at } = branch;
        let (below, above) = (certificate.tree.len(), certificate.tree.len() + 1);
        certificate.tree[node] = Proof::Split { plan, start, most: at, below, above };
        certificate.tree.extend([Proof::Bound(duals), Proof::Bound(duals)]);
        open.extend([(above, (at + 1, most)), (below, (least, at))].map(|(node, range)| Open {
            node,
            limits: limits.narrow(plan, start, range),
            bound,
            duals,
            shares: Some(Rc::clone(&bounded.shares)),
        }));
        Ok(false)
    }
}

impl Search<'_> {
    /// A bound for a box, and on the way the plans of its networks.
    fn bounded(&mut self, limits: &Limits, around: Option<&Shares>) -> Result<Bounded, Error> {
        let problem = self.problem;
        let Supply { families, layers } = supply(problem, &self.bands, limits);
        let (families, origins): (Vec<Family>, Vec<Origin>) = families.into_iter().unzip();
        let prepaid: Micros = limits.prepaid().map(|(plan, start, units)| self.order(plan, start, units)).sum();
        let mut shares = Shares::new(&families, &origins, self.bands.len(), problem.demand.len(), around);
        let mut found: Option<(Micros, Vec<Flow>)> = None;
        for step in 0..STEPS {
            let flows: Result<Vec<Flow>, Error> = (0..self.bands.len())
                .map(|band| {
                    let families = shares.families(&families, &origins, band);
                    let network = network(problem, &self.bands, band, families, layers);
                    network::solve(network, &mut self.work)
                })
                .collect();
            let flows = match flows {
                Err(Error::WorkLimit) if found.is_some() => break,
                flows => flows?,
            };
            let bound = problem.round_up(flows.iter().map(|flow| flow.cost).sum::<Micros>() + prepaid);
            for flow in &flows {
                self.offer(&origins, &flow.families);
            }
            if 1 < flows.len() {
                self.offer(&origins, &together(&flows));
            }
            let best = self.best.as_ref().map_or(bound, |(best, _)| *best);
            let moved = shares.step(&flows, best - bound, step);
            if found.as_ref().is_none_or(|(known, _)| *known < bound) {
                found = Some((bound, flows));
            }
            if best <= bound || !moved {
                break;
            }
        }
        let (bound, flows) = found.ok_or(Error::WorkLimit)?;
        let branch = if self.is_reached(bound) { None } else { self.branch(limits, &origins, &flows) };
        Ok(Bounded {
            bound,
            shares: Rc::new(shares),
            potentials: flows.into_iter().map(|flow| flow.potentials).collect(),
            branch,
        })
    }

    /// Whether the best cover costs no more than a bound.
    fn is_reached(&self, bound: Micros) -> bool {
        self.best.as_ref().is_some_and(|(best, _)| *best <= bound)
    }

    fn order(&self, plan: usize, start: usize, units: u32) -> Micros {
        match &self.problem.plans[plan] {
            Plan::Term(term) => term.order(units, self.problem.end(term.length, start) - start).unwrap_or(0),
            Plan::PerSlot(_) => 0,
        }
    }

    /// Keeps what flows by family buy where it is the cheapest so far.
    fn offer(&mut self, origins: &[Origin], flows: &[Vec<i64>]) {
        if let Some(purchases) = purchases(self.problem, origins, flows) {
            let price = total(&purchases);
            if self.best.as_ref().is_none_or(|(best, _)| price < *best) {
                self.best = Some((price, purchases));
            }
        }
    }

    /// The order on whose units the networks and the true price disagree most, and where to split it.
    fn branch(&self, limits: &Limits, origins: &[Origin], flows: &[Flow]) -> Option<Branch> {
        let mut worst: Option<(Micros, Branch)> = None;
        for (plan, term) in self.problem.terms() {
            let bands = origins.iter().find(|origin| origin.plan == plan).map_or(0, |origin| origin.band)..flows.len();
            for (start, end) in self.problem.starts(term) {
                let (least, most) = limits.range(plan, start);
                let units = bands.clone().map(|band| units(origins, &flows[band], plan, start).max(least));
                let (low, high) = units.fold((most, least), |(low, high), units| (low.min(units), high.max(units)));
                let (gap, at) = if low < high {
                    // What is free may be taken in one network and left in another.
                    ((self.order(plan, start, high) - self.order(plan, start, low)).max(1), low.midpoint(high))
                } else if least < high {
                    let slope = Micros::from(slope(term, end - start, least, most));
                    let line = self.order(plan, start, least) + slope * Micros::from(high - least);
                    let bend = term.bends(most).find(|bend| {
                        let steps = Micros::from(bend.saturating_sub(least));
                        least < *bend
                            && self.order(plan, start, *bend) < self.order(plan, start, least) + (slope + 1) * steps
                    });
                    (self.order(plan, start, high) - line, bend.unwrap_or(high) - 1)
                } else {
                    (0, 0)
                };
                if 0 < gap && worst.as_ref().is_none_or(|(known, _)| *known < gap) {
                    worst = Some((gap, Branch { plan, start, range: (least, most), at }));
                }
            }
        }
        worst.map(|(_, branch)| branch)
    }
}

/// Whatever any of the networks buys.
fn together(flows: &[Flow]) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = Vec::new();
    for flow in flows {
        all.resize(flow.families.len(), Vec::new());
        for (all, units) in all.iter_mut().zip(&flow.families) {
            all.resize(units.len(), 0);
            all.iter_mut().zip(units).for_each(|(most, units)| *most = (*most).max(*units));
        }
    }
    all
}

/// The units of an order in a flow.
fn units(origins: &[Origin], flow: &Flow, plan: usize, start: usize) -> u32 {
    let parts = origins.iter().zip(&flow.families).filter(|(origin, _)| origin.plan == plan);
    u32::try_from(parts.map(|(_, flow)| flow[start]).sum::<i64>()).unwrap_or(0)
}

/// How the prices of the arcs that cover in several bands are shared among them.
struct Shares {
    slots: usize,
    /// By family: the bands in which it covers, and where there are several, end, price, and shares by band.
    shared: Vec<Option<Shared>>,
    origins: Vec<Origin>,
}

struct Shared {
    ends: Vec<usize>,
    price: Vec<i64>,
    /// By band, those without it left empty.
    shares: Vec<Vec<i64>>,
}

impl Shares {
    fn new(families: &[Family], origins: &[Origin], bands: usize, slots: usize, around: Option<&Self>) -> Self {
        let shared = families.iter().zip(origins).map(|(family, origin)| {
            let free = matches!(origin.part, Part::Stop | Part::Prepaid);
            (!free && origin.band + 1 < bands).then(|| {
                let (ends, price): (Vec<_>, Vec<_>) = (0..=slots).map(|start| family.arc(start, slots)).unzip();
                let mut shares = vec![Vec::new(); bands];
                let mut left = price.clone();
                for band in (origin.band..bands).rev() {
                    // Equal shares, what division leaves over to the first.
                    let parts = i64::try_from(band - origin.band + 1).unwrap_or(1);
                    shares[band] = left.iter().map(|left| left / parts).collect();
                    left.iter_mut().zip(&shares[band]).for_each(|(left, share)| *left -= share);
                }
                // Where the box around it has the same price, its shares.
                let known = around.and_then(|around| {
                    let family = around.origins.iter().position(|known| known == origin)?;
                    around.shared[family].as_ref()
                });
                if let Some(known) = known {
                    for start in (0..=slots).filter(|start| known.price[*start] == price[*start]) {
                        (origin.band..bands).for_each(|band| shares[band][start] = known.shares[band][start]);
                    }
                }
                Shared { ends, price, shares }
            })
        });
        Self { slots, shared: shared.collect(), origins: origins.to_vec() }
    }

    /// The families at their prices in a band. Those that do not cover in it stay, without capacity, so that
    /// families keep their index.
    fn families(&self, families: &[Family], origins: &[Origin], band: usize) -> Vec<Family> {
        let arcs = families.iter().zip(&self.shared).zip(origins).map(|((family, shared), origin)| {
            let mut family = family.clone();
            if band < origin.band {
                family.capacity = Some(vec![0; self.slots + 1].into());
            }
            if let Some(shared) = shared.as_ref().filter(|_| origin.band <= band) {
                family.arcs =
                    Arcs::Each(shared.ends.iter().copied().zip(shared.shares[band].iter().copied()).collect());
            }
            family
        });
        arcs.collect()
    }

    /// Moves price to the bands that buy more than the others; `false` where all agree.
    fn step(&mut self, flows: &[Flow], gap: Micros, step: usize) -> bool {
        let bands = flows.len();
        let mut square: Micros = 0;
        // Bands × units − sum over bands: zero where all agree.
        let excess = |family: usize, first: usize, band: usize, start: usize| -> i64 {
            let units = |band: usize| flows[band].families[family][start];
            let parts = i64::try_from(bands - first).unwrap_or(1);
            units(band) * parts - (first..bands).map(units).sum::<i64>()
        };
        for (family, _) in self.shared.iter().enumerate().filter(|(_, shared)| shared.is_some()) {
            let first = self.origins[family].band;
            for start in 0..=self.slots {
                square +=
                    (first..bands).map(|band| Micros::from(excess(family, first, band, start)).pow(2)).sum::<Micros>();
            }
        }
        if square == 0 {
            return false;
        }
        for (family, shared) in self.shared.iter_mut().enumerate() {
            let (Some(shared), first) = (shared, self.origins[family].band) else { continue };
            for start in 0..=self.slots {
                let mut left = shared.price[start];
                for band in first..bands {
                    let excess = Micros::from(excess(family, first, band, start));
                    let parts = Micros::try_from(bands - first).unwrap_or(1);
                    let change = (parts * excess).saturating_mul(gap.max(1))
                        / square
                        / (1 + Micros::try_from(step / 8).unwrap_or(0));
                    let moved = Micros::from(shared.shares[band][start]) + change;
                    let share = i64::try_from(moved.clamp(0, Micros::from(left))).unwrap_or(0);
                    shared.shares[band][start] = if band + 1 == bands { left } else { share };
                    left -= shared.shares[band][start];
                }
            }
        }
        true
    }
}
