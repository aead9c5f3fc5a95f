//! What one interruption costs in time: `X = Y + R + Z`, the work since the last checkpoint, the restart, and the wait
//! until capacity is there again.
//!
//! `Y` is exponential of mean `M` and below the length `a` of a segment, `Z` is exponential.

use libm::{exp, expm1};

/// Below this part of `M` an interruption is as likely anywhere in a segment; the difference has no digits left.
const UNIFORM: f64 = 1e-3;

/// Hours that an interruption costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    /// `a`, a segment of work with its checkpoint.
    pub(super) segment: f64,
    /// `M`, mean time between interruptions.
    pub(super) between: f64,
    /// `R`, to start and load again.
    pub(super) restart: f64,
    /// `E Z`, until capacity is there again; 0 where it always is.
    pub(super) wait: f64,
}

impl Loss {
    fn ratio(&self) -> f64 {
        self.segment / self.between
    }

    /// How likely an attempt at a segment is interrupted.
    pub(super) fn probability(&self) -> f64 {
        -expm1(-self.ratio())
    }

    /// `E Y = M − aq/(1−q)`, with `q = e^(−a/M)`.
    pub(super) fn work(&self) -> f64 {
        self.between - self.segment / expm1(self.ratio())
    }

    /// `E X`.
    pub(super) fn mean(&self) -> f64 {
        self.work() + self.restart + self.wait
    }

    /// `Var X`, with `Var Y = M² − a²q/(1−q)²`.
    pub(super) fn variance(&self) -> f64 {
        let Self { segment, between, wait, .. } = *self;
        let (q, met) = (exp(-self.ratio()), self.probability());
        let work = if self.ratio() < UNIFORM {
            segment * segment / 12.0
        } else {
            between * between - segment * segment * q / (met * met)
        };
        work + wait * wait
    }

    /// `E min(X, x)`: the integral of the probability of more, from 0 to `x`.
    pub(super) fn limited_mean(&self, x: f64) -> f64 {
        let after = x - self.restart;
        if after <= 0.0 { x } else { self.restart + self.limited_rest(after) }
    }

    /// The same of `Y + Z`.
    fn limited_rest(&self, x: f64) -> f64 {
        let Self { segment, between, wait, .. } = *self;
        let within = x.min(segment);
        // P(Y ≤ x), E min(Y, x), and E[e^(−(x−Y)/EZ); Y ≤ x], with which E min(Z, x−Y) is EZ·(1 − e^…).
        let is_uniform = self.ratio() < UNIFORM;
        let met = self.probability();
        let below = if is_uniform { within / segment } else { -expm1(-within / between) / met };
        let work = if is_uniform {
            within - within * within / (2.0 * segment)
        } else {
            (between * -expm1(-within / between) - within * exp(-self.ratio())) / met
        };
        if wait <= 0.0 {
            return work;
        }
        let (density, rate) = if is_uniform {
            (1.0 / segment, 1.0 / wait)
        } else {
            (exp(-within / between) / (between * met), 1.0 / wait - 1.0 / between)
        };
        let area = if (rate * within).abs() < 1e-9 { within } else { -expm1(-rate * within) / rate };
        work + wait * (below - density * exp(-(x - within) / wait) * area)
    }
}
