//! Min-cost flow on the lane network: one unit of flow is one GPU's timeline from the first slot to the last.
//!
//! Nodes are the borders between slots, once for GPUs that may do anything and once more for each plan whose
//! runs have a memory. Nearly all arcs point forward in time, so successive shortest paths (Ford and Fulkerson
//! 1962; Ahuja, Magnanti and Orlin 1993, section 9.7) are found by sweeps forward and backward in time (Yen 1970):
//! few sweeps in practice, never more than there are nodes. It knows neither plans nor demand.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use super::Error;
use super::problem::{Micros, index};

/// Longer than any path that is found: one arc more is still a number.
const UNREACHED: i64 = i64::MAX / 4;

/// The most that an arc may cost.
pub(super) const MAX_STEP: i64 = i64::MAX / 8;

const END: u32 = u32::MAX;
const UNLISTED: u32 = u32::MAX - 1;

/// The layer of GPUs that may do anything.
pub(super) const FREE: usize = 0;

/// A network: what is not listed in `families` are the arcs between neighbors in time.
pub(super) struct Network {
    /// Units to send from the first border to the last.
    pub(super) lanes: i64,
    /// Of each slot, how many lanes may idle in it, free of charge. Backward in time all may.
    pub(super) idle: Box<[i64]>,
    /// Layers of nodes, the free one included.
    pub(super) layers: usize,
    /// All other arcs.
    pub(super) families: Box<[Family]>,
}

/// Arcs of one kind, at most one from each border of its layer.
#[derive(Clone)]
pub(super) struct Family {
    /// The layer that they leave.
    pub(super) from: usize,
    /// The layer that they enter.
    pub(super) to: usize,
    /// Where they end and what they cost.
    pub(super) arcs: Arcs,
    /// How much each may carry; `None` where there is no limit.
    pub(super) capacity: Option<Box<[i64]>>,
}

/// Where arcs end, at most at the last border, and what they cost, at least 0.
#[derive(Clone)]
pub(super) enum Arcs {
    /// All the same.
    Same {
        /// Slots.
        span: usize,
        /// Per unit.
        price: i64,
    },
    /// End and price by start.
    Each(Box<[(usize, i64)]>),
}

/// What was found.
pub(super) struct Flow {
    /// Units on each arc by family and start.
    pub(super) families: Vec<Vec<i64>>,
    /// The length of a shortest path to each border, in the network that the flow leaves over: a dual optimum.
    pub(super) potentials: Vec<i64>,
    /// What the flow costs.
    pub(super) cost: Micros,
}

impl Family {
    /// End and price of the arc from `start`.
    #[inline(always)]
    pub(super) fn arc(&self, start: usize, slots: usize) -> (usize, i64) {
        match &self.arcs {
            Arcs::Same { span, price } => ((start + span).min(slots), *price),
            Arcs::Each(arcs) => arcs[start],
        }
    }

    /// The most that an arc costs.
    fn dearest(&self, slots: usize) -> i64 {
        match &self.arcs {
            Arcs::Same { price, .. } => *price,
            Arcs::Each(arcs) => arcs.iter().take(slots).map(|(_, price)| *price).max().unwrap_or(0),
        }
    }

    /// Whether it can start later for the same price and then ends no earlier: then it need not start while idling
    /// is still free, because idling first and coming back from its later end costs no more.
    fn can_wait(&self) -> bool {
        self.from == FREE && self.to == FREE && self.capacity.is_none() && matches!(self.arcs, Arcs::Same { .. })
    }
}

/// The cheapest flow. `work` counts down by the nodes of the network and then by those that are scanned.
///
/// # Errors
/// [`Error::WorkLimit`] when `work` is used up; [`Error::TooLarge`] when a path costs more than numbers hold;
/// [`Error::Uncovered`] when there is no such flow, which the caller has made sure of.
pub(super) fn solve(network: Network, work: &mut u64) -> Result<Flow, Error> {
    let nodes = u64::try_from((network.idle.len() + 1) * network.layers).unwrap_or(u64::MAX);
    *work = work.checked_sub(nodes).ok_or(Error::WorkLimit)?;
    let mut search = Search::new(network);
    search.advance(work)?;
    Ok(search.finish())
}

/// How a node was reached.
#[derive(Clone, Copy)]
enum Step {
    /// From the border before it, idle.
    Idle,
    /// From the border after it.
    Back,
    /// Along an arc.
    Along(u32),
    /// Against an arc, which then carries less.
    Against(u32),
}

/// A family of a layer.
#[derive(Clone, Copy)]
struct Leaving {
    family: usize,
    can_wait: bool,
}

/// A search that can be left and taken up again.
///
/// The fields are boxed slices because indexing them is no call where the build is for size.
pub(super) struct Search {
    network: Rc<Network>,
    slots: usize,
    /// Units that are still to be sent.
    left: i64,
    /// Whether a sweep was left before its end.
    is_sweeping: bool,
    /// Whether a path through all nodes could be longer than [`UNREACHED`].
    may_overflow: bool,
    /// By layer.
    leaving: Box<[Box<[Leaving]>]>,
    /// Units idle in each slot; negative where purchases of one lane overlap.
    idle: Box<[i64]>,
    /// Units by arc; arc `a` is the one of family `a / (slots + 1)` from border `a % (slots + 1)`.
    flow: Box<[i64]>,
    /// The first arc with flow that enters a node, and the next one after an arc.
    entering: Box<[u32]>,
    next: Box<[u32]>,
    distance: Box<[i64]>,
    step: Box<[Step]>,
    /// Nodes whose distance has changed since they were scanned, and the borders that have any.
    stale: Box<[bool]>,
    borders: Box<[u64]>,
}

impl Search {
    pub(super) fn new(network: Network) -> Self {
        let slots = network.idle.len();
        let nodes = (slots + 1) * network.layers;
        let arcs = (slots + 1) * network.families.len();
        let leaving = (0..network.layers).map(|layer| {
            let families = network.families.iter().enumerate().filter(|(_, family)| family.from == layer);
            families.map(|(index, family)| Leaving { family: index, can_wait: family.can_wait() }).collect()
        });
        let dearest = network.families.iter().map(|family| family.dearest(slots)).max().unwrap_or(0);
        let nodes_fit = usize::try_from(UNREACHED / dearest.max(1)).unwrap_or(usize::MAX);
        Self {
            slots,
            may_overflow: nodes_fit <= nodes,
            leaving: leaving.collect(),
            left: network.lanes,
            is_sweeping: false,
            idle: vec![0; slots].into(),
            flow: vec![0; arcs].into(),
            entering: vec![END; nodes].into(),
            next: vec![UNLISTED; arcs].into(),
            distance: vec![UNREACHED; nodes].into(),
            step: vec![Step::Idle; nodes].into(),
            stale: vec![false; nodes].into(),
            borders: vec![0; slots / 64 + 1].into(),
            network: Rc::new(network),
        }
    }

    /// Sends all units, or as many as the work allows; after [`Error::WorkLimit`] it goes on where it was.
    pub(super) fn advance(&mut self, work: &mut u64) -> Result<(), Error> {
        while 0 < self.left {
            self.sweep(work)?;
            if self.may_overflow && !self.is_exact() {
                return Err(Error::TooLarge { what: "money" });
            }
            if self.distance[self.slots] == UNREACHED {
                return Err(Error::Uncovered { slot: 0 });
            }
            self.left -= self.augment(self.left);
        }
        Ok(())
    }

    /// Units that are still to be sent.
    pub(super) const fn left(&self) -> i64 {
        self.left
    }

    /// Shortest paths from the first border to all nodes.
    fn sweep(&mut self, work: &mut u64) -> Result<(), Error> {
        if !self.is_sweeping {
            self.is_sweeping = true;
            self.distance.fill(UNREACHED);
            self.reach(0, 0, 0, Step::Idle);
        }
        self.settle(work)?;
        self.is_sweeping = false;
        Ok(())
    }

    /// Whether no path was dropped for being too long: whatever an arc leads to from a node that was reached was reached
    /// too. Distances are never negative, so against arcs they only get shorter.
    fn is_exact(&self) -> bool {
        let all = self.network.families.iter().zip(self.flow.chunks(self.slots + 1));
        all.into_iter().all(|(family, flow)| {
            (0..self.slots).all(|start| {
                let is_full = family.capacity.as_ref().is_some_and(|capacity| capacity[start] <= flow[start]);
                let node = |layer: usize, border: usize| self.distance[layer * (self.slots + 1) + border];
                let end = node(family.to, family.arc(start, self.slots).0);
                is_full || node(family.from, start) == UNREACHED || end != UNREACHED
            })
        })
    }

    /// Scans until no node is stale.
    fn settle(&mut self, work: &mut u64) -> Result<(), Error> {
        loop {
            let mut at = 0;
            while let Some(border) = self.stale_from(at) {
                self.scan(border, work)?;
                at = border + 1;
            }
            let Some(mut at) = self.stale_to(self.slots) else { return Ok(()) };
            loop {
                self.scan(at, work)?;
                match at.checked_sub(1).and_then(|before| self.stale_to(before)) {
                    Some(border) => at = border,
                    None => break,
                }
            }
            if self.stale_from(0).is_none() {
                return Ok(());
            }
        }
    }

    /// The first border from `at` that has a stale node.
    fn stale_from(&self, at: usize) -> Option<usize> {
        let first = at / 64;
        let head = self.borders.get(first)? & (u64::MAX << (at % 64));
        if head != 0 {
            return Some(first * 64 + index(head.trailing_zeros()));
        }
        let word = (first + 1..self.borders.len()).find(|word| self.borders[*word] != 0)?;
        Some(word * 64 + index(self.borders[word].trailing_zeros()))
    }

    /// The last border up to `at` that has a stale node.
    fn stale_to(&self, at: usize) -> Option<usize> {
        let last = at / 64;
        let tail = self.borders.get(last)? & (u64::MAX >> (63 - at % 64));
        if tail != 0 {
            return Some(last * 64 + index(tail.ilog2()));
        }
        let word = (0..last).rev().find(|word| self.borders[*word] != 0)?;
        Some(word * 64 + index(self.borders[word].ilog2()))
    }

    #[inline(always)] // the innermost step, also where the build is for size
    fn reach(&mut self, node: usize, border: usize, distance: i64, step: Step) {
        if distance < self.distance[node] {
            self.distance[node] = distance;
            self.step[node] = step;
            self.stale[node] = true;
            self.borders[border / 64] |= 1 << (border % 64);
        }
    }

    /// Looks along all arcs from the stale nodes of a border; the free layer is last because runs end in it.
    fn scan(&mut self, border: usize, work: &mut u64) -> Result<(), Error> {
        *work = work.checked_sub(1).ok_or(Error::WorkLimit)?;
        self.borders[border / 64] &= !(1 << (border % 64));
        for layer in (0..self.network.layers).rev() {
            let node = layer * (self.slots + 1) + border;
            if self.stale[node] {
                self.stale[node] = false;
                self.scan_along(layer, border, self.distance[node]);
                self.scan_against(node, self.distance[node]);
            }
        }
        Ok(())
    }

    fn scan_along(&mut self, layer: usize, border: usize, distance: i64) {
        let network = Rc::clone(&self.network);
        let mut idles = false;
        if layer == FREE {
            idles = border < self.slots && self.idle[border] < network.idle[border];
            if idles {
                self.reach(border + 1, border + 1, distance, Step::Idle);
            }
            if 0 < border {
                self.reach(border - 1, border - 1, distance, Step::Back);
            }
        }
        if border == self.slots && layer == FREE {
            return;
        }
        for place in 0..self.leaving[layer].len() {
            let Leaving { family: index, can_wait } = self.leaving[layer][place];
            if idles && can_wait {
                continue;
            }
            let family = &network.families[index];
            let arc = index * (self.slots + 1) + border;
            if family.capacity.as_ref().is_some_and(|capacity| capacity[border] <= self.flow[arc]) {
                continue;
            }
            let (end, price) = family.arc(border, self.slots);
            let node = family.to * (self.slots + 1) + end;
            self.reach(node, end, distance + price, Step::Along(id(arc)));
        }
    }

    fn scan_against(&mut self, node: usize, distance: i64) {
        let mut before = END;
        let mut arc = self.entering[node];
        while arc != END {
            let next = self.next[index(arc)];
            if self.flow[index(arc)] == 0 {
                self.next[index(arc)] = UNLISTED;
                match before {
                    END => self.entering[node] = next,
                    before => self.next[index(before)] = next,
                }
            } else {
                let (family, start) = self.arc(arc);
                let (_, price) = family.arc(start, self.slots);
                let tail = family.from * (self.slots + 1) + start;
                self.reach(tail, start, distance - price, Step::Against(arc));
                before = arc;
            }
            arc = next;
        }
    }

    /// The family and the start of an arc.
    #[inline(always)]
    fn arc(&self, arc: u32) -> (&Family, usize) {
        let (family, start) = (index(arc) / (self.slots + 1), index(arc) % (self.slots + 1));
        (&self.network.families[family], start)
    }

    /// The node before `node` on its shortest path.
    fn before(&self, node: usize) -> usize {
        match self.step[node] {
            Step::Idle => node - 1,
            Step::Back => node + 1,
            Step::Along(arc) => {
                let (family, start) = self.arc(arc);
                family.from * (self.slots + 1) + start
            }
            Step::Against(arc) => {
                let (family, start) = self.arc(arc);
                family.to * (self.slots + 1) + family.arc(start, self.slots).0
            }
        }
    }

    /// Sends along the shortest path to the last border what it can carry, at most `most`; returns how much.
    fn augment(&mut self, most: i64) -> i64 {
        let mut units = most;
        let mut node = self.slots;
        while node != 0 {
            units = units.min(match self.step[node] {
                Step::Idle => self.network.idle[node - 1] - self.idle[node - 1],
                Step::Back => i64::MAX,
                Step::Along(arc) => {
                    let (family, start) = self.arc(arc);
                    family.capacity.as_ref().map_or(i64::MAX, |capacity| capacity[start] - self.flow[index(arc)])
                }
                Step::Against(arc) => self.flow[index(arc)],
            });
            node = self.before(node);
        }
        let mut node = self.slots;
        while node != 0 {
            match self.step[node] {
                Step::Idle => self.idle[node - 1] += units,
                Step::Back => self.idle[node] -= units,
                Step::Along(arc) => {
                    self.flow[index(arc)] += units;
                    if self.next[index(arc)] == UNLISTED {
                        self.next[index(arc)] = self.entering[node];
                        self.entering[node] = arc;
                    }
                }
                Step::Against(arc) => self.flow[index(arc)] -= units,
            }
            node = self.before(node);
        }
        units
    }

    /// What was sent.
    pub(super) fn finish(self) -> Flow {
        let families: Vec<Vec<i64>> = self.flow.chunks(self.slots + 1).map(<[i64]>::to_vec).collect();
        let priced = self.network.families.iter().zip(&families).map(|(family, flow)| {
            let used = flow.iter().enumerate().filter(|(_, units)| **units != 0);
            used.map(|(start, units)| Micros::from(*units) * Micros::from(family.arc(start, self.slots).1))
                .sum::<Micros>()
        });
        let cost = priced.sum();
        let mut potentials = self.distance.into_vec();
        potentials.truncate(self.slots + 1);
        if self.network.lanes == 0 {
            potentials.fill(0);
        }
        Flow { families, potentials, cost }
    }
}

/// An arc as it is stored: there are fewer than 2²⁵.
fn id(arc: usize) -> u32 {
    u32::try_from(arc).unwrap_or(END)
}
