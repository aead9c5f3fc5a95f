//! A trace in CSV → GPUs by slot, or the first line that is wrong and why.
//!
//! Rows are slots of equal length in a row. A column `slot` must count up by one; a column of times must go on by one
//! slot, where offsets from UTC count, so that clocks that change need them or UTC. Neither is sorted nor filled here.

use anyhow::{Context, Result, bail, ensure};
use gpu_cost_core::billing::cover::MAX_DEMAND;
use gpu_cost_core::catalog::Date;
use gpu_cost_core::units::Seconds;

use super::Slot;
use crate::csv::{Record, Table};

/// Columns that say when a slot begins; the first that is there is read.
const TIMES: [&str; 6] = ["time", "timestamp", "datetime", "hour_utc", "hour_local", "hour"];

/// A demand over time.
pub(crate) struct Trace {
    pub(crate) demand: Vec<u32>,
    /// Empty where none may be interrupted.
    pub(crate) interruptible: Vec<u32>,
}

/// Reads a trace; every error names its line.
pub(crate) fn read(text: &str, slot: Slot) -> Result<Trace> {
    let table = Table::read(text);
    ensure!(table.has("gpus"), "there is no column gpus");
    let column =
        |name: &'static str| -> Result<Vec<u32>> { table.records().map(|record| gpus(record, name)).collect() };
    let demand = column("gpus")?;
    ensure!(!demand.is_empty(), "there is no row");
    let interruptible = if table.has("interruptible") { column("interruptible")? } else { Vec::new() };
    let more = demand.iter().zip(&interruptible).position(|(all, part)| all < part);
    if let Some(record) = more.and_then(|row| table.records().nth(row)) {
        bail!("line {}: more GPUs are interruptible than there are", record.line());
    }
    if table.has("slot") {
        let slots =
            |record: Record| record.get("slot").parse().with_context(|| wrong(record, "slot", "a whole number"));
        check_order(&table, 1, slots)?;
    }
    if let Some(name) = TIMES.into_iter().find(|name| table.has(name)) {
        let times = |record: Record| {
            seconds(record.get(name)).with_context(|| wrong(record, name, "a time such as 2025-03-30T01:00:00Z"))
        };
        let hint = "; where clocks change, give times in UTC or with their offset";
        let length = i64::try_from(slot.length().0)?;
        check_order(&table, length, times).with_context(|| format!("column {name}, slots of {length} s{hint}"))?;
    }
    Ok(Trace { demand, interruptible })
}

fn gpus(record: Record, name: &str) -> Result<u32> {
    let count: Option<u32> = record.get(name).parse().ok();
    count.filter(|gpus| *gpus <= MAX_DEMAND).with_context(|| wrong(record, name, "a whole number of GPUs"))
}

fn wrong(record: Record, name: &str, expected: &str) -> String {
    format!("line {}: {name}: expected {expected}, found {:?}", record.line(), record.get(name))
}

/// Each row must lie one `step` after the one before.
fn check_order(table: &Table, step: i64, place: impl Fn(Record) -> Result<i64>) -> Result<()> {
    let mut before: Option<i64> = None;
    for record in table.records() {
        let here = place(record)?;
        let line = record.line();
        match before.map(|before| here.saturating_sub(before)) {
            Some(0) => bail!("line {line}: this slot is there twice"),
            Some(after) if after < 0 => bail!("line {line}: this slot lies before the one above"),
            Some(after) if after > step => bail!("line {line}: {} slots are missing above", after / step - 1),
            Some(after) if after != step => bail!("line {line}: less than a slot after the one above"),
            _ => before = Some(here),
        }
    }
    Ok(())
}

/// Seconds since 1 January 1970 of a date with or without time and offset from UTC (RFC 3339, a space for the T too).
fn seconds(text: &str) -> Option<i64> {
    let (date, time) = text.split_at_checked(10)?;
    let days = Date::parse("1970-01-01")?.days_until(Date::parse(date)?);
    let time = time.strip_prefix(['T', ' ']).unwrap_or(time);
    let (time, offset) = match time.find(['Z', '+', '-']) {
        Some(at) => time.split_at(at),
        None => (time, ""),
    };
    let offset = match offset.strip_prefix(['+', '-']) {
        Some(size) => clock(size)? * if offset.starts_with('-') { -1 } else { 1 },
        None => 0,
    };
    let time = time.split_once('.').map_or(time, |(whole, _)| whole);
    Some(days * 86_400 + if time.is_empty() { 0 } else { clock(time)? } - offset)
}

/// Hours, minutes and seconds, the last two not necessarily.
fn clock(text: &str) -> Option<i64> {
    let limits = [(3_600, 24), (60, 60), (1, 60)];
    let parts = text.split(':').zip(limits).map(|(part, (seconds, end))| {
        let count: i64 = part.parse().ok()?;
        (0..end).contains(&count).then_some(count * seconds)
    });
    if text.split(':').count() <= limits.len() { parts.sum() } else { None }
}

impl Slot {
    pub(super) const fn length(self) -> Seconds {
        match self {
            Self::Hour => Seconds::hours(1),
            Self::Minute => Seconds::minutes(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Slot;
    use super::read;

    #[track_caller]
    fn check(text: &str, expected: Result<&[u32], &str>) {
        let got = read(text, Slot::Hour).map(|trace| trace.demand).map_err(|error| format!("{error:#}"));
        match (got, expected) {
            (Ok(got), Ok(expected)) => assert_eq!(got, expected),
            (Err(got), Err(expected)) => assert!(got.contains(expected), "{got}"),
            (got, _) => panic!("{got:?}"),
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        check("slot,gpus\n0,3\n1,0\n2,7\n", Ok(&[3, 0, 7]));
        check("gpus\r\n3\r\n\r\n4", Ok(&[3, 4]));
        check("slot,gpus\n0,3\n2,4\n", Err("line 3: 1 slots are missing above"));
        check("slot,gpus\n0,3\n0,4\n", Err("line 3: this slot is there twice"));
        check("slot,gpus\n5,3\n4,4\n", Err("line 3: this slot lies before the one above"));
        check("slot,gpus\nfirst,3\n", Err("line 2: slot: expected a whole number, found \"first\""));
        check("slot,gpus\n0,3\n\n1,-1\n", Err("line 4: gpus: expected a whole number of GPUs, found \"-1\""));
        for wrong in ["", "1.5", "many", "4294967295", "NaN", "1e3"] {
            check(&format!("slot,gpus\n0,{wrong}\n"), Err("line 2: gpus: expected a whole number of GPUs"));
        }
        check("slot,gpus\n0\n", Err("line 2: gpus: expected a whole number of GPUs, found \"\""));
        check("gpus,interruptible\n3,1\n2,3\n", Err("line 3: more GPUs are interruptible"));
        check("slot,cards\n0,1\n", Err("there is no column gpus"));
        check("slot,gpus\n", Err("there is no row"));
        check("", Err("there is no column gpus"));
    }

    #[test]
    fn clocks_that_change_need_their_offset() {
        let spring = "time,gpus\n2025-03-30T01:00:00,1\n2025-03-30T03:00:00,2\n";
        check(spring, Err("line 3: 1 slots are missing above"));
        check(spring, Err("column time"));
        let autumn = "time,gpus\n2025-10-26 02:00,1\n2025-10-26 02:00,2\n";
        check(autumn, Err("line 3: this slot is there twice"));
        check("time,gpus\n2025-03-30T01:00:00+01:00,1\n2025-03-30T03:00:00+02:00,2\n", Ok(&[1, 2]));
        check("time,gpus\n2025-10-26T02:00+02:00,1\n2025-10-26T02:00+01:00,2\n", Ok(&[1, 2]));
        check("time,gpus\n2025-12-31 23:00:00.5Z,1\n2026-01-01,2\n", Ok(&[1, 2]));
        check("time,gpus\n2025-12-31 22:00,1\n2025-12-31 22:30,2\n", Err("line 3: less than a slot after"));
        check("time,gpus\n2025-02-30 22:00,1\n", Err("line 2: time: expected a time such as"));
        check("time,gpus\n2025-02-01 24:61,1\n", Err("line 2: time"));
    }

    #[test]
    fn a_million_rows_are_read() {
        let text: String =
            std::iter::once("slot,gpus\n".into()).chain((0..1_000_000).map(|slot| format!("{slot},5\n"))).collect();
        assert_eq!(read(&text, Slot::Minute).map(|trace| trace.demand.len()).ok(), Some(1_000_000));
        let wrong = text.replace("999999,5", "999999,x");
        assert!(read(&wrong, Slot::Minute).is_err_and(|error| format!("{error:#}").starts_with("line 1000001: gpus")));
    }
}
