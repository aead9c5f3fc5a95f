//! What is sold → the plans of a problem, and which way to pay each of them is.

use gpu_cost_core::billing::cover::Plan;
use gpu_cost_core::billing::ladder::{self, Terms};
pub(super) use gpu_cost_core::billing::sale::Unfit;
use gpu_cost_core::billing::sale::{Sale, Slots, finer, joined};
use gpu_cost_core::units::Seconds;

use super::billing::Sold;
use super::{PlannedWay, WayToBuy};

/// Plans with what they stand for.
pub(super) struct Offered {
    /// By plan.
    pub(super) ways: Vec<PlannedWay>,
    /// The plans.
    pub(super) plans: Vec<Plan>,
    /// What all their prices are multiplied by.
    pub(super) scale: u64,
}

/// The longest slot in which times, and those of what is sold, can be counted.
pub(super) fn slot(sold: &[Sold], times: impl Iterator<Item = Seconds>) -> Seconds {
    let terms: Vec<Terms<'_>> = sold.iter().map(Sold::terms).collect();
    let sales: Vec<&Sale> = sold.iter().flat_map(Sold::sales).collect();
    finer(ladder::slot(&terms, times), &sales)
}

/// The plans of all that is sold, in slots of which `first` is the first with a demand: price lists, then terms.
pub(super) fn offered(sold: &[Sold], slots: Slots, first: usize) -> Result<Offered, Unfit> {
    let terms: Vec<Terms<'_>> = sold.iter().map(Sold::terms).collect();
    let first = u32::try_from(first).map_err(|_| Unfit::TooLarge)?;
    let ladder = ladder::ladder(&terms, slots.calendar.slot, first).ok_or(Unfit::TooLarge)?;
    let sales: Vec<&Sale> = sold.iter().flat_map(Sold::sales).collect();
    let (plans, scale) = joined(&ladder, &sales, slots)?;
    let mut ways = Vec::new();
    for way in &ladder.ways {
        ways.push(PlannedWay { offer: way.offer, mode: way.mode.into(), term: None });
    }
    for (offer, sold) in sold.iter().enumerate() {
        ways.extend((0..sold.sales().len()).map(|term| PlannedWay { offer, mode: WayToBuy::Term, term: Some(term) }));
    }
    Ok(Offered { ways, plans, scale })
}

/// Which of the ways a plan is.
pub(super) fn way(ways: &[PlannedWay], plan: usize) -> PlannedWay {
    ways.get(plan).copied().unwrap_or(PlannedWay { offer: 0, mode: WayToBuy::Trial, term: None })
}
