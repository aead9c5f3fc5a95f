//! What it costs when work takes longer than a plan expects: the same offer, order and way to pay.
//!
//! It does not ask why; a slow card is [`verification`](crate::verification)'s.

use super::{Plan, Plans};
use crate::candidate::Performance;
use crate::catalog::Gpu;
use crate::demand::{Demand, Usage};
use crate::money::Money;
use crate::units::{Range, Seconds};

/// Beyond ten years no price holds.
const LONGEST: Seconds = Seconds::days(3_660);

/// What a longer run time adds to a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// Both released when the work is done.
    ReleasedWhenDone(Money),
    /// The schedule no longer suffices, and goes on day by day until the work is done; in addition to its bill.
    BeyondSchedule(Money),
}

impl<'a> Plans<'a, '_> {
    /// The best plan on whole GPUs of one type.
    #[must_use]
    pub fn best_on(&self, gpu: &Gpu) -> Option<Plan<'a>> {
        self.ranked
            .iter()
            .find(|ranked| ranked.offer.device.key() == (gpu.id, None))
            .and_then(|ranked| self.plan(ranked))
    }

    /// What a plan costs more when its run time is so much longer; the likely time is billed.
    ///
    /// `None` for work without an end, and for run times of more than ten years.
    #[must_use]
    pub fn delay(&self, plan: &Plan<'a>, additional: Range<Seconds>) -> Option<Delay> {
        let Plan { offer, units, mode, ref candidate, bill, .. } = *plan;
        let Performance::Finite { run_time, .. } = candidate.performance else { return None };
        let needed = Seconds(run_time.likely.0.saturating_add(additional.likely.0));
        if LONGEST < needed {
            return None;
        }
        let total = |usage: Usage| Some(self.bill(offer, mode, units, usage)?.total);
        match self.request.demand {
            Demand::Schedule { daily, days } if Usage::schedule(daily, days).running() < needed => {
                Some(Delay::BeyondSchedule(total(Usage::part_of_schedule(daily, needed))? - bill.total))
            }
            Demand::Schedule { .. } | Demand::UntilDone => {
                let more = total(Usage::continuous(needed))? - total(Usage::continuous(run_time.likely))?;
                Some(Delay::ReleasedWhenDone(more))
            }
        }
    }
}
