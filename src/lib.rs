//! The wasm boundary: decode, call the core, encode. Nothing else.
//!
//! TypeScript sees the exports with the types of [`dto`]; native tools call [`dto`] directly. The exports
//! are built as modules: what the page needs for the first answer, what it loads later (images and videos, tools, plans
//! over time, choosing), and bills, which it does not load yet.

/// 2 kB smaller on the wire than the allocator of the standard library, in each module.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

#[cfg(feature = "bills")]
mod bills;
#[cfg(feature = "choosing")]
mod choosing;
#[cfg(feature = "compare")]
mod compare;
pub mod dto;
#[cfg(any(feature = "bills", feature = "choosing", feature = "compare", feature = "tools", feature = "planning"))]
mod js;
#[cfg(feature = "planning")]
mod planning;
#[cfg(feature = "tools")]
mod tools;

#[cfg(feature = "bills")]
pub use bills::{Bills, rental_bounds};
#[cfg(feature = "choosing")]
pub use choosing::{Chooser, check_catalog};
#[cfg(all(feature = "compare", feature = "generation"))]
pub use compare::visual_models;
#[cfg(feature = "compare")]
pub use compare::{Catalog, bounds, models, version};
#[cfg(feature = "planning")]
pub use planning::{Planner, explain, online, plan, planning_bounds, read_trace, refund, spot, uncertain};
#[cfg(feature = "tools")]
pub use tools::{at_peak, estimate, gpus, read_model_config, verify};
