//! Bills as JavaScript sees them: what a rental must cost by all rules of its platform, owning instead, promises.
//!
//! A catalog is read without its GPUs, of which no bill knows.

mod catalog;
mod focus;
mod own;
mod rental;
mod settle;
mod sla;
#[cfg(test)]
mod tests;

pub use self::catalog::Bills;
pub use self::own::{IgnoredCost, OwnMonthly, OwnOutcome, OwnRequest};
pub use self::rental::{
    BoughtTerm, LeftRunning, Received, RentalPayment, RunKind, RunSpan, SettleRequest, TermsBought,
};
pub use self::settle::{
    BillCause, BillDifference, BillItem, BillLine, BillLineKind, BillParts, LeftOutcome, SettleOutcome,
};
pub use self::sla::{SlaCase, SlaOutcome, SlaRequest};

use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;

use super::check::Check;
use super::decode::{Part, parse};
use super::issue::{Issue, Issues};

/// Reads a request and answers it, or says everything that is wrong with it.
fn answer<'a, T: serde::Deserialize<'a>, A>(
    text: &'a str,
    find: impl FnOnce(T, &mut Check<'a, '_>) -> Option<A>,
) -> Result<A, Vec<Issue>> {
    let mut issues = Issues::default();
    let whole: Option<Part<'a, T>> = parse(text, &mut issues);
    let found = whole.and_then(|whole| {
        let mut check = Check::root(&whole, &mut issues);
        let request = check.decode(&whole)?;
        find(request, &mut check)
    });
    let issues = issues.located(text);
    found.filter(|_| issues.is_empty()).ok_or(issues)
}

fn seconds(hours: f64) -> Seconds {
    Seconds::ceil_from_f64((hours * 3_600.0).round())
}

const NO_SUCH_WAY: Error = Error::Conflict { what: "a way to pay that the offer has" };
