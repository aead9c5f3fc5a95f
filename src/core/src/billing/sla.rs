//! A promise of availability as time and as money.
//!
//! A credit is a part of the rent. What a lost run costs is not in it.

use crate::catalog::Sla;
use crate::money::{Money, Ppm};
use crate::units::Seconds;

/// How a month may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The share of the month in which the platform is available.
    pub availability: Ppm,
    /// How likely that is.
    pub probability: Ppm,
}

impl Sla {
    /// The time in which a platform may be unavailable without breaking its promise.
    ///
    /// ```
    /// # use gpu_cost_core::{catalog::Sla, money::Ppm, units::Seconds};
    /// let sla = Sla { availability: Ppm::from_percent(99.9), credits: vec![], cap: Ppm::ALL };
    /// assert_eq!(sla.allowed_downtime(Seconds::hours(730)), Seconds(2_628)); // 43.8 minutes
    /// ```
    #[must_use]
    pub fn allowed_downtime(&self, month: Seconds) -> Seconds {
        let lost = u128::from(Ppm::ALL.0.saturating_sub(self.availability.0));
        let seconds = u128::from(month.0) * lost / u128::from(Ppm::ALL.0);
        Seconds(u64::try_from(seconds).unwrap_or(u64::MAX))
    }

    /// The share of the rent that is credited: of the steps that apply the largest, at most the cap; nothing where the
    /// promise is kept, `None` where the platform does not state its credits.
    #[must_use]
    pub fn credit(&self, availability: Ppm) -> Option<Ppm> {
        if self.availability <= availability {
            return Some(Ppm(0));
        }
        let steps = self.credits.iter().filter(|step| availability < step.below).map(|step| step.credit);
        (!self.credits.is_empty()).then(|| steps.max().unwrap_or_default().min(self.cap))
    }

    /// The mean credit of a month: `Σ probability · credit · rent`; what is not among the outcomes keeps the promise.
    #[must_use]
    pub fn expected_credit(&self, rent: Money, outcomes: &[Outcome]) -> Option<Money> {
        let mut sum = Money::ZERO;
        for outcome in outcomes {
            sum += outcome.probability.of(self.credit(outcome.availability)?.of(rent));
        }
        Some(sum.to_cents())
    }
}
