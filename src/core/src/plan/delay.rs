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

/// What a longer run time adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay {
    /// To the run time, a started second counting as one.
    pub time: Range<Seconds>,
    /// To the bill, for the likely time; `None` for run times of more than ten years.
    pub cost: Option<DelayCost>,
}

/// What a longer run time adds to a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayCost {
    /// Both released when the work is done.
    ReleasedWhenDone(Money),
    /// The schedule no longer suffices, and goes on day by day until the work is done; in addition to its bill.
    BeyondSchedule(Money),
}

impl<'a> Plans<'a, '_> {
    /// The best plan on whole GPUs of one type.
    #[must_use]
    pub fn best_on(&self, gpu: &Gpu) -> Option<Plan<'a>> {
        self.first(|ranked| ranked.offer.device.key() == (gpu.id, None)).and_then(|ranked| self.plan(ranked))
    }

    /// What happens to a plan whose run time is multiplied by `slowdown`; `None` for work without an end.
    #[must_use]
    pub fn delay(&self, plan: &Plan<'a>, slowdown: f64) -> Option<Delay> {
        let Performance::Finite { run_time, .. } = plan.candidate.performance else { return None };
        let time = run_time.map(|seconds| Seconds::ceil_from_f64((slowdown - 1.0) * seconds.as_f64()));
        Some(Delay { time, cost: self.delay_cost(plan, run_time.likely, time.likely) })
    }

    fn delay_cost(&self, plan: &Plan<'a>, run_time: Seconds, additional: Seconds) -> Option<DelayCost> {
        let Plan { offer, units, mode, ref bill, .. } = *plan;
        let needed = Seconds(run_time.0.saturating_add(additional.0));
        if LONGEST < needed {
            return None;
        }
        let total = |usage: Usage| self.total(offer, mode, units, usage);
        match self.request.demand {
            Demand::Schedule { daily, days } if Usage::schedule(daily, days).running() < needed => {
                Some(DelayCost::BeyondSchedule(total(Usage::part_of_schedule(daily, needed))? - bill.total))
            }
            Demand::Schedule { .. } | Demand::UntilDone => {
                let more = total(Usage::continuous(needed))? - total(Usage::continuous(run_time))?;
                Some(DelayCost::ReleasedWhenDone(more))
            }
        }
    }
}
