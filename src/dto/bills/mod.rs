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

pub use self::catalog::{BillOffer, Bills};
pub use self::own::{IgnoredCost, OwnMonthly, OwnOutcome, OwnRequest};
pub use self::rental::{
    BoughtTerm, LeftRunning, Received, RentalPayment, RunKind, RunSpan, SettleRequest, TermsBought,
};
pub use self::settle::{
    BillCause, BillDifference, BillItem, BillLine, BillLineKind, BillParts, LeftOutcome, SettleOutcome,
};
pub use self::sla::{CreditStep, SlaCase, SlaOutcome, SlaRequest};

use gpu_cost_core::error::Error;

const NO_SUCH_WAY: Error = Error::Conflict { what: "a way to pay that the offer has" };
