//! Why a cover problem is refused.

use core::fmt;

/// What the caller must change. Plans and slots are named by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// No slot at all.
    NoSlots,
    /// More slots, plans, demand or money than the solver counts exactly.
    TooLarge {
        /// `slots`, `arcs`, `demand` or `money`.
        what: &'static str,
    },
    /// More interruptible demand than demand, or for another number of slots.
    Interruptible {
        /// The first slot that is wrong.
        slot: usize,
    },
    /// A plan that cannot be.
    Plan {
        /// Which one.
        plan: usize,
        /// What is wrong, in English, for developers.
        what: &'static str,
    },
    /// No scenario, scenarios of different length, or weights that add up to nothing.
    Scenarios,
    /// No plans, all together, have enough GPUs in a slot.
    Uncovered {
        /// The first such slot.
        slot: usize,
    },
    /// The work limit was reached before there was any plan.
    WorkLimit,
}

impl Error {
    /// Stable, kebab-case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSlots => "no-slots",
            Self::TooLarge { .. } => "too-large",
            Self::Interruptible { .. } => "interruptible",
            Self::Plan { .. } => "plan",
            Self::Scenarios => "scenarios",
            Self::Uncovered { .. } => "uncovered",
            Self::WorkLimit => "work-limit",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSlots => f.write_str("expected at least one slot of demand"),
            Self::TooLarge { what } => write!(f, "too large to be solved exactly: {what}"),
            Self::Interruptible { slot } => write!(f, "slot {slot}: interruptible demand must be part of the demand"),
            Self::Plan { plan, what } => write!(f, "plan {plan}: {what}"),
            Self::Scenarios => f.write_str("expected scenarios of the same slots, at least one with a weight"),
            Self::Uncovered { slot } => write!(f, "slot {slot}: all plans together have too few GPUs for the demand"),
            Self::WorkLimit => f.write_str("the work limit was reached before there was any plan"),
        }
    }
}

impl core::error::Error for Error {}
