//! How many users GPUs serve, and how many tokens they write in a day.

use super::{Candidate, Performance, Profile, serving};
use crate::catalog::{Device, Link};
use crate::requirement::{Load, Requirement};
use crate::units::Range;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// What GPUs serve at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Capacity {
    /// Users at once at the speed that is wanted.
    pub users: u32,
    /// How they are served.
    pub candidate: Candidate,
    /// Answer tokens per second of all of them.
    pub in_all: Range<f64>,
    /// The same of a day, with so many users at any time.
    pub tokens_per_day: Range<f64>,
}

/// The most users that `n_gpus` of a node serve at once, each at the speed that the visitor wants; `None` where not even one
/// is, and for other work than inference.
#[must_use]
pub fn capacity(requirement: &Requirement, device: Device, link: Link, n_gpus: u32) -> Option<Capacity> {
    let Load::Serving(load) = &requirement.load else { return None };
    let n_gpus = if device.slice.is_some() { 1 } else { n_gpus.max(1) };
    let (users, candidate) = serving::most_users(load, &Profile::of(device), link, n_gpus)?;
    let Performance::Serving { in_all, .. } = candidate.performance else { return None };
    Some(Capacity { users, candidate, in_all, tokens_per_day: in_all.map(|speed| DAY * speed) })
}

impl Capacity {
    /// GPUs that write so many answer tokens in a day, by the low end of the range, as whole groups.
    #[must_use]
    pub fn gpus_for(&self, tokens_per_day: f64) -> u32 {
        let groups = libm::ceil(tokens_per_day / self.tokens_per_day.low);
        u32::try_from(crate::units::whole(groups)).unwrap_or(u32::MAX).saturating_mul(self.candidate.n_gpus)
    }
}
