//! What a table of a demand holds, before it is planned.

use serde::Serialize;
use tsify::Tsify;

use super::trace;
use crate::dto::check;
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
/// What is wrong with it, by line of the table; the path is the column, or `slotMinutes`.
pub fn trace_facts(text: &str, slot_minutes: f64) -> Result<TraceFacts, Vec<Issue>> {
    let wrong = |error| vec![Issue { path: "slotMinutes".to_owned(), ..check::issue(&error) }];
    let trace = trace::read(text, trace::slot(slot_minutes).map_err(wrong)?)?;
    Ok(TraceFacts {
        slots: trace.demand.len(),
        peak: trace.demand.iter().copied().max().unwrap_or(0),
        card_slots: trace.demand.iter().copied().map(f64::from).sum(),
        has_interruptible: !trace.interruptible.is_empty(),
    })
}

#[cfg(test)]
mod tests {
    use super::trace_facts;

    #[test]
    fn a_slot_is_a_part_of_an_hour() {
        let facts = trace_facts("gpus\n3\n4", 15.0).unwrap();
        assert_eq!((facts.slots, facts.peak, facts.card_slots), (2, 4, 7.0));
        for wrong in [0.0, -1.0, 7.0, 0.5, 61.0, f64::NAN, f64::INFINITY] {
            let issues = trace_facts("gpus\n3\n4", wrong).unwrap_err();
            assert_eq!((issues.len(), issues[0].path.as_str()), (1, "slotMinutes"), "{wrong}");
        }
    }
}
