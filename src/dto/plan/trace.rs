//! A demand trace as text → units by slot, or everything that is wrong with it, by line.
//!
//! Rows are slots of equal length in a row; columns are separated by commas, semicolons or tabs, and named in English or
//! Chinese. A column `slot` must
//! count up by one; a column of times must go on by one slot, where offsets from UTC count, so that clocks that change
//! need them or UTC. Neither is sorted nor filled: either repair would change the bill.

use std::borrow::Cow;

use gpu_cost_core::billing::cover::{MAX_DEMAND, MAX_SLOTS};
use gpu_cost_core::bounds::planning;
use gpu_cost_core::clock::Written;
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;

use crate::dto::issue::Issue;

/// Columns that say when a slot begins; the first that is there is read.
const TIMES: [&str; 7] = ["time", "timestamp", "datetime", "hour_utc", "hour_local", "hour", "时间"];

/// Columns of the demand; the first that is there is read.
const CARDS: [&str; 4] = ["gpus", "cards", "gpu", "卡数"];

/// Columns of what may be interrupted.
const INTERRUPTIBLE: [&str; 2] = ["interruptible", "可中断"];

/// Columns that count the rows.
const SLOTS: [&str; 2] = ["slot", "时段"];

/// Signs between columns.
const SEPARATORS: [char; 5] = [',', ';', '\t', '，', '；'];

/// Faults that are listed at most.
const MOST_FAULTS: usize = 100;

/// A demand over time.
#[derive(Debug)]
pub struct Trace {
    /// GPUs by slot.
    pub demand: Vec<u32>,
    /// How many of them may be interrupted; empty where the table does not say.
    pub interruptible: Vec<u32>,
    /// When the first slot begins, in seconds since 1970, local where its offset from UTC is not stated.
    pub begins: Option<Written>,
}

/// What is wrong with a line.
struct Fault {
    line: usize,
    code: &'static str,
    column: String,
    expected: String,
    got: Option<String>,
}

/// Which columns a table has.
struct Header<'a> {
    gpus: usize,
    interruptible: Option<usize>,
    slot: Option<usize>,
    time: Option<(usize, &'a str)>,
}

/// A reader at work.
struct Reader {
    trace: Trace,
    faults: Vec<Fault>,
    /// Of the line before, by column.
    slot_before: Option<i64>,
    time_before: Option<i64>,
}

/// The length of a slot of so many minutes.
///
/// # Errors
/// [`Error`] where it is no part of an hour in whole minutes.
pub(super) fn slot(minutes: f64) -> Result<Seconds, Error> {
    let minutes = planning::SLOT_MINUTES.check_whole(minutes)?;
    let divides = 60_u64.is_multiple_of(minutes);
    divides.then(|| Seconds::minutes(minutes)).ok_or(Error::Conflict { what: "a part of an hour" })
}

/// Reads a trace.
///
/// # Errors
/// What is wrong, each with its line; the path is the column.
pub fn read(text: &str, slot: Seconds) -> Result<Trace, Vec<Issue>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = lines.next().map(|(_, line)| line).unwrap_or_default();
    let separator = SEPARATORS.into_iter().rev().max_by_key(|sign| first.matches(*sign).count()).unwrap_or(',');
    let names: Vec<String> = fields(first, separator).map(str::to_ascii_lowercase).collect();
    let header = Header::new(&names).map_err(|fault| vec![fault.into()])?;
    let trace = Trace { demand: Vec::new(), interruptible: Vec::new(), begins: None };
    let mut reader = Reader { trace, faults: Vec::new(), slot_before: None, time_before: None };
    for (index, line) in lines {
        reader.row(index + 1, line, separator, &header, slot);
        if MOST_FAULTS <= reader.faults.len() {
            break;
        }
    }
    let Reader { trace, mut faults, .. } = reader;
    if faults.is_empty() && trace.demand.is_empty() {
        faults.push(Fault::new(1, "csv-empty", "", "at least one row below the header"));
    }
    if MAX_SLOTS < trace.demand.len() {
        faults.push(Fault::new(MAX_SLOTS, "csv-too-long", "", &format!("at most {MAX_SLOTS} rows")));
    }
    if faults.is_empty() { Ok(trace) } else { Err(faults.into_iter().map(Into::into).collect()) }
}

/// The fields of a line, without spaces and quotes around them.
fn fields(line: &str, separator: char) -> impl Iterator<Item = &str> {
    line.split(separator).map(|field| field.trim().trim_matches('"').trim())
}

/// A number with digits as ASCII has them, where it has full-width ones.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let digit = |sign: char| u32::from(sign).checked_sub(u32::from('０')).and_then(|digit| char::from_digit(digit, 10));
    text.chars().map(|sign| digit(sign).unwrap_or(sign)).collect::<String>().into()
}

impl<'a> Header<'a> {
    fn new(names: &'a [String]) -> Result<Self, Fault> {
        let find = |wanted: &str| names.iter().position(|name| name == wanted);
        let gpus = CARDS.into_iter().find_map(find);
        let gpus = gpus.ok_or_else(|| Fault::new(1, "csv-column", "gpus", "a column \"gpus\" in the first line"))?;
        let time = TIMES.into_iter().find_map(find).and_then(|index| Some((index, names.get(index)?.as_str())));
        Ok(Self {
            gpus,
            interruptible: INTERRUPTIBLE.into_iter().find_map(find),
            slot: SLOTS.into_iter().find_map(find),
            time,
        })
    }
}

impl Reader {
    fn row(&mut self, line: usize, text: &str, separator: char, header: &Header<'_>, slot: Seconds) {
        let cells: Vec<&str> = fields(text, separator).collect();
        let cell = |index: usize| cells.get(index).copied().unwrap_or_default();
        let gpus = self.count(line, "gpus", cell(header.gpus));
        if let Some(index) = header.interruptible {
            let part = self.count(line, "interruptible", cell(index));
            if gpus < part {
                let fault = Fault::new(line, "csv-interruptible", "interruptible", "no more than in the column gpus");
                self.faults.push(Fault { got: part.map(|part| part.to_string()), ..fault });
            }
            self.trace.interruptible.push(part.unwrap_or(0));
        }
        self.trace.demand.push(gpus.unwrap_or(0));
        if let Some(index) = header.slot {
            match plain(cell(index)).parse() {
                Ok(here) => {
                    let before = self.slot_before.replace(here);
                    self.faults.extend(step(line, "slot", before, here, 1));
                }
                Err(_) => self.wrong(line, "csv-number", "slot", "a whole number", cell(index)),
            }
        }
        if let Some((index, name)) = header.time {
            match Written::parse(cell(index)) {
                Some(here) => {
                    self.trace.begins.get_or_insert(here);
                    let before = self.time_before.replace(here.seconds);
                    let length = i64::try_from(slot.0).unwrap_or(i64::MAX);
                    self.faults.extend(step(line, name, before, here.seconds, length));
                }
                None => self.wrong(line, "csv-time", name, "a time such as 2025-03-30T01:00:00Z", cell(index)),
            }
        }
    }

    fn count(&mut self, line: usize, column: &str, text: &str) -> Option<u32> {
        let count = plain(text).parse().ok().filter(|gpus| *gpus <= MAX_DEMAND);
        if count.is_none() {
            self.wrong(line, "csv-number", column, "a whole number of GPUs", text);
        }
        count
    }

    fn wrong(&mut self, line: usize, code: &'static str, column: &str, expected: &str, got: &str) {
        let shown: String = got.chars().filter(|sign| !sign.is_control()).take(40).collect();
        let got = Some(format!("\"{shown}\""));
        self.faults.push(Fault { got, ..Fault::new(line, code, column, expected) });
    }
}

/// A row must lie one `length` after the one before.
fn step(line: usize, column: &str, before: Option<i64>, here: i64, length: i64) -> Option<Fault> {
    let after = here.saturating_sub(before?);
    let (code, expected) = match after {
        _ if after == length => return None,
        0 => ("csv-duplicate", "each slot once".to_owned()),
        _ if after < 0 => ("csv-order", "a slot after the one above".to_owned()),
        _ if after < length => ("csv-step", format!("{length} seconds after the row above")),
        _ => ("csv-gap", "the next slot after the one above".to_owned()),
    };
    let missing = (code == "csv-gap").then(|| format!("{} missing", after / length - 1));
    Some(Fault { got: missing, ..Fault::new(line, code, column, &expected) })
}

impl Fault {
    fn new(line: usize, code: &'static str, column: &str, expected: &str) -> Self {
        Self { line, code, column: column.to_owned(), expected: expected.to_owned(), got: None }
    }
}

impl From<Fault> for Issue {
    fn from(fault: Fault) -> Self {
        let Fault { line, code, column, expected, got } = fault;
        let line = u32::try_from(line).ok();
        Self { path: column, line, got, ..Self::new(code, expected) }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use gpu_cost_core::units::Seconds;

    const HOUR: Seconds = Seconds::hours(1);

    /// Every fault as `line code column`.
    #[track_caller]
    fn check(text: &str, expected: Result<&[u32], &[&str]>) {
        let got = read(text, HOUR).map(|trace| trace.demand);
        let written = |issue: &super::Issue| format!("{} {} {}", issue.line.unwrap_or(0), issue.code, issue.path);
        let got = got.map_err(|issues| issues.iter().map(written).collect::<Vec<_>>());
        match (got, expected) {
            (Ok(got), Ok(expected)) => assert_eq!(got, expected),
            (Err(got), Err(expected)) => assert_eq!(got, expected),
            (got, _) => panic!("{got:?}"),
        }
    }

    #[test]
    fn all_that_is_wrong_is_said_with_its_line() {
        check("slot,gpus\n0,3\n1,0\n2,7\n", Ok(&[3, 0, 7]));
        check("gpus\r\n3\r\n\r\n4", Ok(&[3, 4]));
        check("\u{feff}Slot;\"GPUs\"\n0;\"3\"\n1;4", Ok(&[3, 4]));
        check("slot\tcards\n0\t3\n", Ok(&[3]));
        check("\u{feff}时间,卡数,可中断\r\n2026-01-01 00:00,2,1\r\n2026-01-01 01:00,３,0\r\n", Ok(&[2, 3]));
        check("时段；卡数\n０；１２\n１；x\n", Err(&["3 csv-number gpus"]));
        check("时段；卡数\n０；１２\n１；７\n", Ok(&[12, 7]));
        check("slot,gpus\n0,3\n2,4\n", Err(&["3 csv-gap slot"]));
        check("slot,gpus\n0,3\n0,4\n", Err(&["3 csv-duplicate slot"]));
        check("slot,gpus\n5,3\n4,4\n", Err(&["3 csv-order slot"]));
        check("slot,gpus\nfirst,3\n", Err(&["2 csv-number slot"]));
        check("slot,gpus\n0,3\n\n1,-1\n3,x\n", Err(&["4 csv-number gpus", "5 csv-number gpus", "5 csv-gap slot"]));
        for wrong in ["", "1.5", "many", "4294967295", "NaN", "1e3", "=1+1"] {
            check(&format!("slot,gpus\n0,{wrong}\n"), Err(&["2 csv-number gpus"]));
        }
        check("slot,gpus\n0\n", Err(&["2 csv-number gpus"]));
        check("gpus,interruptible\n3,1\n2,3\n", Err(&["3 csv-interruptible interruptible"]));
        check("slot,nodes\n0,1\n", Err(&["1 csv-column gpus"]));
        check("slot,gpus\n", Err(&["1 csv-empty "]));
        check("", Err(&["1 csv-column gpus"]));
        check("<script>alert(1)</script>", Err(&["1 csv-column gpus"]));
    }

    #[test]
    fn clocks_that_change_need_their_offset() {
        check("time,gpus\n2025-03-30T01:00:00,1\n2025-03-30T03:00:00,2\n", Err(&["3 csv-gap time"]));
        check("time,gpus\n2025-10-26 02:00,1\n2025-10-26 02:00,2\n", Err(&["3 csv-duplicate time"]));
        check("time,gpus\n2025-03-30T01:00:00+01:00,1\n2025-03-30T03:00:00+02:00,2\n", Ok(&[1, 2]));
        check("time,gpus\n2025-10-26T02:00+02:00,1\n2025-10-26T02:00+01:00,2\n", Ok(&[1, 2]));
        check("time,gpus\n2025-12-31 23:00:00.5Z,1\n2026-01-01,2\n", Ok(&[1, 2]));
        check("time,gpus\n2025-12-31 22:00,1\n2025-12-31 22:30,2\n", Err(&["3 csv-step time"]));
        check("time,gpus\n2025-02-30 22:00,1\n", Err(&["2 csv-time time"]));
        check("time,gpus\n2025-02-01 24:61,1\n", Err(&["2 csv-time time"]));
    }

    #[test]
    fn the_beginning_is_known() {
        let begins = |text: &str| read(text, HOUR).unwrap().begins.map(|begin| (begin.seconds, begin.has_offset));
        assert_eq!(begins("time,gpus\n1970-01-02T01:00+01:00,1"), Some((86_400, true)));
        assert_eq!(begins("hour_local,gpus\n1970-01-01 02:00,1"), Some((7_200, false)));
        assert_eq!(begins("gpus\n1"), None);
    }

    #[test]
    fn a_million_rows_are_read() {
        let text: String =
            std::iter::once("slot,gpus\n".into()).chain((0..1_000_000).map(|slot| format!("{slot},5\n"))).collect();
        assert_eq!(read(&text, Seconds::minutes(1)).map(|trace| trace.demand.len()).ok(), Some(1_000_000));
        let issues = read(&text.replace("999999,5", "999999,x"), Seconds::minutes(1)).unwrap_err();
        assert_eq!((issues[0].line, issues[0].code), (Some(1_000_001), "csv-number"));
        let nothing = format!("gpus\n{}", "x\n".repeat(1_000_000));
        assert_eq!(read(&nothing, HOUR).unwrap_err().len(), 100);
    }
}
