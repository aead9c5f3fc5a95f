//! The wasm boundary: decode, call the core, encode. Nothing else.
//!
//! TypeScript sees the exports with the types of [`dto`]; native tools call [`dto`] directly. The page loads the exports
//! as two modules, one for each feature: what it needs for the first answer, and tools that open later.

#[cfg(feature = "compare")]
mod compare;
pub mod dto;
#[cfg(any(feature = "compare", feature = "tools"))]
mod js;
#[cfg(feature = "tools")]
mod tools;

#[cfg(all(feature = "compare", feature = "generation"))]
pub use compare::visual_models;
#[cfg(feature = "compare")]
pub use compare::{Catalog, bounds, check_catalog, models, version};
#[cfg(feature = "tools")]
pub use tools::{
    Planner, at_peak, explain, gpus, plan, planning_bounds, read_model_config, read_trace, refund, spot, uncertain,
    verify,
};
