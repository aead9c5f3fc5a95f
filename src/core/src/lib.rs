//! Which GPU, how many, how long, on which billing mode, from whom, and what the bill will say.
//!
//! The data flow is one way, and every arrow is a pure function of values:
//!
//! ```text
//! Workload → Requirement → Candidates ┐
//!                                     ├→ Plans → Comparison
//! Demand, Catalog (offers, fees) ─────┘
//! ```
//!
//! Nothing here reads a clock, a locale, the network or a global; nothing here formats a sentence.
#![no_std]

extern crate alloc;

pub mod billing;
pub mod bounds;
pub mod candidate;
pub mod catalog;
pub mod clock;
pub mod compare;
pub mod demand;
pub mod error;
pub mod money;
mod order;
pub mod ownership;
pub mod plan;
pub mod requirement;
pub mod units;
pub mod verification;
pub mod workload;
