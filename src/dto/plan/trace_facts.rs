//! What a table of a demand holds, before it is planned.

use gpu_cost_core::bounds::planning;
use gpu_cost_core::units::Seconds;
use serde::Serialize;
use tsify::Tsify;

use super::trace;
use crate::dto::issue::Issue;

/// What a table of a demand holds.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TraceFacts {
    /// Rows.
    pub slots: usize,
    /// Most cards of a row.
    pub peak: u32,
    /// Sum of cards over all rows.
    pub card_slots: f64,
    /// Whether it says how many may be interrupted.
    pub has_interruptible: bool,
}

/// Reads a table whose rows are so many minutes long.
///
/// # Errors
/// What is wrong with it, by line of the table; the path is the column.
pub fn trace_facts(text: &str, slot_minutes: f64) -> Result<TraceFacts, Vec<Issue>> {
    let minutes = planning::SLOT_MINUTES.check_whole(slot_minutes).unwrap_or(60);
    let trace = trace::read(text, Seconds::minutes(minutes))?;
    Ok(TraceFacts {
        slots: trace.demand.len(),
        peak: trace.demand.iter().copied().max().unwrap_or(0),
        card_slots: trace.demand.iter().copied().map(f64::from).sum(),
        has_interruptible: !trace.interruptible.is_empty(),
    })
}
