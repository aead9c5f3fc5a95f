//! Choosing a platform as JavaScript sees it: what each states of itself, what it costs for a job, and advice held against
//! the numbers.

mod advice;
mod platform;
#[cfg(test)]
mod tests;

use gpu_cost_core::catalog::Catalog;
use gpu_cost_core::plan::{Orders, Plans, Request};
use gpu_cost_core::requirement::{Requirement, requirement};

pub use self::advice::{AdviceOutcome, AdviceRequest, AdviceVerdict};
use self::platform::Stated;
pub use self::platform::{
    ChoiceOutcome, ChoiceRequest, Criterion, OfferedGpu, PlatformChoice, PlatformFacts, StatedRules,
};
use super::catalog;
use super::issue::Issue;

/// A catalog with what its platforms state of themselves, read once, then asked many times.
#[derive(Debug)]
pub struct Chooser {
    catalog: Catalog,
    /// As many as platforms, in their order.
    stated: Vec<Stated>,
}

impl Chooser {
    /// Reads a catalog file.
    ///
    /// # Errors
    /// Everything that is wrong with the text, in its order.
    pub fn new(text: &str) -> Result<Self, Vec<Issue>> {
        let catalog = catalog::read(text)?;
        Ok(Self { stated: platform::stated(text)?, catalog })
    }

    /// Asks something of all plans of a job.
    fn of_plans<A>(&self, job: &Request, ask: impl FnOnce(&Plans<'_, '_>, &Requirement) -> A) -> A {
        let requirement = requirement(&job.workload);
        let orders = Orders::of(&self.catalog);
        let outcomes = orders.evaluate(&requirement);
        ask(&Plans::of(&orders, &outcomes, job), &requirement)
    }
}
