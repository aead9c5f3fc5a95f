//! What can be ordered from a catalog, and what the GPUs of each order do with a workload. No price is looked at here.
//!
//! Many orders come to the same GPUs: these are found once for a catalog, and evaluated once for a workload.

use alloc::vec::Vec;

use crate::candidate::{self, Candidate, Profile, Rejection};
use crate::catalog::{Catalog, Device, Link, Offer};
use crate::requirement::Requirement;

/// Every order that can be placed with the offers of a catalog.
#[derive(Debug)]
pub struct Orders<'a> {
    pub(super) catalog: &'a Catalog,
    orders: Vec<Order<'a>>,
    machines: Vec<Machine>,
    /// By [`Device::key`].
    rented: Vec<Rented>,
}

/// So many units of an offer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order<'a> {
    pub(super) offer: &'a Offer,
    pub(super) units: u32,
    /// The index of what it comes to.
    pub(super) machine: usize,
}

/// GPUs that work together: all that a run time depends on.
#[derive(Clone, Copy, Debug)]
struct Machine {
    profile: Profile,
    link: Link,
    n_gpus: u32,
}

/// A type of device, and the indices of the machines that have it.
#[derive(Debug)]
struct Rented {
    profile: Profile,
    machines: Vec<usize>,
}

/// What each machine of [`Orders`] does with one workload.
#[derive(Debug)]
pub struct Outcomes(Vec<Result<Candidate, Rejection>>);

/// What was tried on one type of device.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The type.
    pub device: Device,
    /// By number of GPUs: `None` where it fits.
    pub tried: Vec<(u32, Option<Rejection>)>,
}

impl<'a> Orders<'a> {
    /// All orders of a catalog.
    #[must_use]
    pub fn of(catalog: &'a Catalog) -> Self {
        let mut all = Self { catalog, orders: Vec::new(), machines: Vec::new(), rented: Vec::new() };
        for offer in &catalog.offers {
            all.add(offer);
        }
        all
    }

    fn add(&mut self, offer: &'a Offer) {
        let (device, link) = (offer.device, offer.link);
        let place = self.rented.binary_search_by(|rented| rented.profile.device().key().cmp(&device.key()));
        let place = place.unwrap_or_else(|place| {
            self.rented.insert(place, Rented { profile: Profile::of(device), machines: Vec::new() });
            place
        });
        let Some(&mut Rented { profile, machines: ref mut known }) = self.rented.get_mut(place) else { return };
        for units in unit_counts(offer) {
            let n_gpus = units * offer.cards_per_unit;
            let is_same = |machine: &Machine| machine.n_gpus == n_gpus && machine.link == link;
            let found = known.iter().copied().find(|index| self.machines.get(*index).is_some_and(is_same));
            let machine = found.unwrap_or_else(|| {
                known.push(self.machines.len());
                self.machines.push(Machine { profile, link, n_gpus });
                self.machines.len() - 1
            });
            self.orders.push(Order { offer, units, machine });
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Order<'a>> {
        self.orders.iter()
    }

    /// What each machine does with what `requirement` describes.
    #[must_use]
    pub fn evaluate(&self, requirement: &Requirement) -> Outcomes {
        let evaluate = |Machine { profile, link, n_gpus }: &Machine| {
            candidate::evaluate_profiled(requirement, profile, *link, *n_gpus)
        };
        Outcomes(self.machines.iter().map(evaluate).collect())
    }

    /// What was tried on each type of device, by [`Device::key`].
    pub fn attempts(&self, outcomes: &Outcomes) -> impl Iterator<Item = Attempt> {
        self.rented.iter().map(|Rented { profile, machines }| {
            let mut tried: Vec<(u32, Option<Rejection>)> = Vec::new();
            for index in machines {
                let (Some(machine), Some(outcome)) = (self.machines.get(*index), outcomes.0.get(*index)) else {
                    continue;
                };
                let miss = outcome.as_ref().err().copied();
                match tried.binary_search_by_key(&machine.n_gpus, |(n_gpus, _)| *n_gpus) {
                    Err(place) => tried.insert(place, (machine.n_gpus, miss)),
                    // With one of several links, they do.
                    Ok(place) if miss.is_none() => tried[place].1 = None,
                    Ok(_) => {}
                }
            }
            Attempt { device: profile.device(), tried }
        })
    }
}

impl Outcomes {
    pub(super) fn candidate(&self, machine: usize) -> Option<&Candidate> {
        self.0.get(machine)?.as_ref().ok()
    }
}

/// The smallest order, and those of 1, 2, 4 and 8 units that are larger and have no more than 8 GPUs. Parts of GPUs work
/// alone.
pub(crate) fn unit_counts(offer: &Offer) -> impl Iterator<Item = u32> + use<> {
    let (min, max, cards) = (offer.min_units, offer.max_units, offer.cards_per_unit);
    let max = if offer.device.slice.is_some() { min } else { max };
    let larger = candidate::COUNTS.into_iter().filter(move |&units| min < units && units <= max && units * cards <= 8);
    core::iter::once(min).chain(larger)
}
