//! Request → request of the core, with every error of it.

use gpu_cost_core::billing::{Budget as CoreBudget, Extras};
use gpu_cost_core::bounds::{self, Bound};
use gpu_cost_core::demand::Demand as CoreDemand;
use gpu_cost_core::error::Error;
use gpu_cost_core::plan::{self, Interruption};
use gpu_cost_core::units::Seconds;

use super::workload::workload;
use super::{Budget, BudgetPeriod, CompareRequest, Demand, Workload};
use crate::dto::check::{Check, answer, optional};
use crate::dto::issue::Issue;

/// Reads a request.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn read(text: &str) -> Result<plan::Request, Vec<Issue>> {
    answer(text, checked)
}

/// The second pass of a request, wherever it is.
pub(in crate::dto) fn checked(request: CompareRequest<'_>, check: &mut Check<'_, '_>) -> Option<plan::Request> {
    let CompareRequest { today, workload, demand, budget, disk_gib, egress_gib, resumable } = request;
    let today = check.field("today").date(&today);
    let endless = matches!(workload, Workload::Inference(_)) && matches!(demand, Demand::UntilDone {});
    check.field("demand").require(!endless, || Error::Conflict { what: "a schedule, because inference has no end" });
    let workload = self::workload(workload, &mut check.field("workload"));
    let demand = self::demand(demand, &mut check.field("demand"));
    let budget = optional(budget, |budget| self::budget(budget, &mut check.field("budget")));
    let disk_gib = gib(&bounds::DISK_GIB, disk_gib, &mut check.field("diskGib"));
    let egress_gib = gib(&bounds::EGRESS_GIB, egress_gib, &mut check.field("egressGib"));
    let interruption = if resumable.unwrap_or(false) { Interruption::Resumable } else { Interruption::Never };
    Some(plan::Request {
        today: today?,
        workload: workload?,
        demand: demand?,
        budget: budget?,
        extras: Extras { disk_gib: disk_gib?, egress_gib: egress_gib? },
        interruption,
    })
}

fn gib(bound: &'static Bound, gib: Option<f64>, check: &mut Check<'_, '_>) -> Option<u64> {
    check.whole(bound, gib.unwrap_or_default())
}

fn demand(demand: Demand, check: &mut Check<'_, '_>) -> Option<CoreDemand> {
    match demand {
        Demand::UntilDone {} => Some(CoreDemand::UntilDone),
        Demand::Schedule { hours_per_day, days } => {
            let mut check = check.field("schedule");
            let hours = check.field("hoursPerDay").real(&bounds::HOURS_PER_DAY, hours_per_day);
            let days = check.field("days").whole(&bounds::DAYS, days);
            let daily = hours.map(Seconds::nearest_hours);
            Some(CoreDemand::Schedule { daily: daily?, days: days? })
        }
    }
}

fn budget(budget: Budget<'_>, check: &mut Check<'_, '_>) -> Option<CoreBudget> {
    let Budget { amount, per } = budget;
    let amount = check.field("amount").money_within(&bounds::BUDGET, amount)?;
    Some(match per {
        BudgetPeriod::Job => CoreBudget::Job(amount),
        BudgetPeriod::Month => CoreBudget::Month(amount),
    })
}
