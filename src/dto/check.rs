//! The second pass: whether values that have the right form also have a meaning.
//!
//! Each check records what is wrong at its place and then returns `None`, so that the caller goes on to find the rest.

use std::cell::RefCell;

use gpu_cost_core::bounds::Bound;
use gpu_cost_core::catalog::{self, Date, Gpu, Model, ReadName, Resolution, VisualModel, read_name};
use gpu_cost_core::error::{Error, PriceError};
use gpu_cost_core::money::{Money, MoneyError};
use gpu_cost_core::units::Bytes;
use serde::Deserialize;

use super::decode::{self, Amount, Map, Part, Place};
use super::issue::{Issue, Issues};
use super::names::Names;

/// What the name of a GPU says.
#[derive(Clone, Copy)]
pub(crate) struct NamedGpu {
    pub(crate) gpu: &'static Gpu,
    /// How many, where it says so: `8x`.
    pub(crate) count: Option<u32>,
    /// Whether the memory that is stated is that of a board with all its GPUs.
    pub(crate) is_board: bool,
    /// Whether it is named as one of several counts.
    pub(crate) several_counts: bool,
    /// Whether it is named as a whole machine.
    pub(crate) is_node: bool,
}

/// What names of GPUs were found to say: lists repeat a few names, and reading one takes as long as checking an offer.
#[derive(Default)]
pub(crate) struct ReadNames(RefCell<Vec<(String, Option<Bytes>, ReadName)>>);

impl ReadNames {
    fn read(&self, name: &str, memory: Option<Bytes>) -> ReadName {
        let known = |names: &Vec<(String, Option<Bytes>, ReadName)>| {
            names.iter().find(|(known, of, _)| known == name && *of == memory).map(|(.., read)| read.clone())
        };
        let found = known(&self.0.borrow());
        found.unwrap_or_else(|| {
            let read = read_name(name, memory);
            self.0.borrow_mut().push((name.to_owned(), memory, read.clone()));
            read
        })
    }
}

/// Reads a request and answers it, or says everything that is wrong with it, in the order of the text.
pub(crate) fn answer<'a, T: Deserialize<'a>, A>(
    text: &'a str,
    find: impl FnOnce(T, &mut Check<'a, '_>) -> Option<A>,
) -> Result<A, Vec<Issue>> {
    let mut issues = Issues::default();
    let whole: Option<Part<'a, T>> = decode::parse(text, &mut issues);
    let found = whole.and_then(|whole| {
        let mut check = Check::root(&whole, &mut issues);
        let request = check.decode(&whole)?;
        find(request, &mut check)
    });
    let issues = issues.located(text);
    found.filter(|_| issues.is_empty()).ok_or(issues)
}

/// A value's place, and where to record what is wrong with it.
pub(crate) struct Check<'a, 'p> {
    place: Place<'a, 'p>,
    issues: &'p mut Issues,
}

impl<'a, 'p> Check<'a, 'p> {
    /// Begins with the one value of a text.
    pub(crate) fn root<T>(whole: &Part<'a, T>, issues: &'p mut Issues) -> Self {
        Self { place: Place::root(whole.raw().unwrap_or_default()), issues }
    }

    /// Goes to a field.
    #[inline(never)]
    pub(crate) const fn field<'c>(&'c mut self, name: &'c str) -> Check<'a, 'c> {
        Check { place: self.place.field(name), issues: self.issues }
    }

    /// Goes to an entry of a map.
    pub(crate) fn entry<'c, T>(&'c mut self, key: &'c str, part: &Part<'a, T>) -> Check<'a, 'c> {
        Check { place: self.place.entry(key, part.raw().unwrap_or_default()), issues: self.issues }
    }

    /// Goes to an element of a list.
    pub(crate) fn element<'c, T>(&'c mut self, index: usize, part: &Part<'a, T>) -> Check<'a, 'c> {
        Check { place: self.place.element(index, part.raw().unwrap_or_default()), issues: self.issues }
    }

    /// Reads a value and begins its second pass. It has fillers where [`is_suspect`](Self::is_suspect).
    pub(crate) fn decode<T: Deserialize<'a>>(&mut self, part: &Part<'a, T>) -> Option<T> {
        decode::decode(part.raw()?, &self.place, self.issues)
    }

    /// Reads an object whose keys are free; `None` where it is none.
    pub(crate) fn entries<T>(&mut self, part: &Part<'a, Map<T>>) -> Option<Vec<(String, Part<'a, T>)>> {
        decode::entries(part.raw()?, &self.place, self.issues)
    }

    /// Reads a list; `None` where it is none.
    pub(crate) fn elements<T>(&mut self, part: &Part<'a, Vec<Part<'a, T>>>) -> Option<Vec<Part<'a, T>>> {
        self.decode(part).filter(|_| !self.is_suspect())
    }

    /// Whether the first pass found something wrong here, inside or around.
    pub(crate) fn is_suspect(&self) -> bool {
        self.issues.is_suspect(&self.place.path())
    }

    /// Hands the value on, or records the error.
    pub(crate) fn accept<T>(&mut self, result: Result<T, Error>) -> Option<T> {
        result.inspect_err(|error| self.place.report(self.issues, issue(error))).ok()
    }

    /// Records the error where something does not hold.
    pub(crate) fn require(&mut self, holds: bool, error: impl FnOnce() -> Error) -> Option<()> {
        self.accept(if holds { Ok(()) } else { Err(error()) })
    }

    /// Records that a text has not the form that it must have.
    pub(crate) fn require_form(&mut self, holds: bool, code: &'static str, expected: &str) {
        if !holds {
            self.place.report(self.issues, Issue::new(code, expected));
        }
    }

    /// A number inside its row of the bounds.
    pub(crate) fn real(&mut self, bound: &'static Bound, value: f64) -> Option<f64> {
        self.accept(bound.check(value))
    }

    /// The same for a number that others are compared with; `None` where it could not be read.
    pub(crate) fn compared(&mut self, bound: &'static Bound, value: f64) -> Option<f64> {
        self.real(bound, value).filter(|_| !self.issues.is_suspect(&self.place.path()))
    }

    /// A whole number inside its row of the bounds.
    pub(crate) fn whole<T: TryFrom<u64>>(&mut self, bound: &'static Bound, value: f64) -> Option<T> {
        self.accept(bound.check_whole(value)).and_then(|whole| T::try_from(whole).ok())
    }

    /// A rent: more than nothing.
    pub(crate) fn price(&mut self, amount: Amount<'_>) -> Option<Money> {
        let price = self.money(amount)?;
        self.require(Money::ZERO < price, || Error::Price(PriceError::NotPositive)).map(|()| price)
    }

    /// A fee, which may be nothing.
    pub(crate) fn fee(&mut self, amount: Amount<'_>) -> Option<Money> {
        let fee = self.money(amount)?;
        self.require(Money::ZERO <= fee, || Error::Price(PriceError::Negative)).map(|()| fee)
    }

    /// An amount of money inside its row of the bounds.
    pub(crate) fn money_within(&mut self, bound: &'static Bound, amount: Amount<'_>) -> Option<Money> {
        let money = self.money(amount)?;
        self.accept(bound.check(amount.approximate())).map(|_| money)
    }

    /// Any amount of money.
    pub(crate) fn money(&mut self, amount: Amount<'_>) -> Option<Money> {
        self.accept(Money::parse(amount.text()).map_err(|error| Error::Price(PriceError::Text(error))))
    }

    /// A day of the calendar.
    pub(crate) fn date(&mut self, text: &str) -> Option<Date> {
        self.accept(Date::parse(text).ok_or_else(|| Error::Date { text: text.to_owned() }))
    }

    /// A day that is not after the last that may be.
    pub(crate) fn date_by(&mut self, text: &str, last: Option<Date>, expected: &'static str) -> Option<Date> {
        let day = self.date(text)?;
        self.require_form(last.is_none_or(|last| day <= last), "date", expected);
        Some(day)
    }

    /// A text that says something.
    pub(crate) fn text(&mut self, text: &str) -> Option<()> {
        self.require(!text.trim().is_empty(), || Error::Empty { what: "letter" })
    }

    /// The GPU of an id, or, in modules with `names`, of a name as people write it; its memory may be stated beside it.
    pub(crate) fn gpu(&mut self, name: &str, memory: Option<Bytes>) -> Option<NamedGpu> {
        self.gpu_of_list(name, memory, &ReadNames::default())
    }

    /// The same for one of many names.
    pub(crate) fn gpu_of_list(&mut self, name: &str, memory: Option<Bytes>, names: &ReadNames) -> Option<NamedGpu> {
        let ReadName { resolution, count, several_counts, is_board, is_node } = match catalog::gpu(name) {
            Some(gpu) => {
                let has = |devices| memory.is_none_or(|memory| gpu.may_have(memory, devices));
                let (is_one, is_board) = (has(1), has(gpu.devices_per_board));
                let resolution =
                    if is_one || is_board { Resolution::One(gpu) } else { Resolution::Conflict(vec![gpu]) };
                ReadName { resolution, count: None, several_counts: false, is_board: !is_one, is_node: false }
            }
            None if cfg!(feature = "names") => names.read(name, memory),
            None => ReadName {
                resolution: Resolution::Unknown,
                count: None,
                several_counts: false,
                is_board: false,
                is_node: false,
            },
        };
        let (code, expected, gpus) = match resolution {
            Resolution::One(gpu) => return Some(NamedGpu { gpu, count, several_counts, is_board, is_node }),
            Resolution::Several(gpus) => ("ambiguous-name", "the id of one GPU:", gpus),
            Resolution::Conflict(gpus) => {
                ("conflict", "a GPU of the memory that is stated, which is not that of", gpus)
            }
            Resolution::Slice(gpus) => ("part-of-gpu", "the whole GPU, with the part of it in \"slice\":", gpus),
            Resolution::Unknown | Resolution::NotAGpu => {
                return self.known("gpu", name, None, catalog::gpus().iter().map(|gpu| gpu.id));
            }
        };
        let with_memory = |gpu: &&Gpu| match gpu.memory {
            Some(memory) if code == "conflict" => format!("{} ({} GiB)", gpu.id, memory.0 >> 30),
            _ => gpu.id.to_owned(),
        };
        let ids: Vec<String> = gpus.iter().map(with_memory).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        self.require_form(false, code, &format!("{expected} {}", decode::one_of(&ids)));
        None
    }

    /// A model of the built-in table.
    pub(crate) fn model(&mut self, id: &str) -> Option<&'static Model> {
        self.known("model", id, catalog::model(id), catalog::models().iter().map(|model| model.id))
    }

    /// A model of images or videos of the built-in table.
    pub(crate) fn visual_model(&mut self, id: &str) -> Option<&'static VisualModel> {
        let ids = catalog::visual_models().iter().map(|model| model.id);
        self.known("model", id, catalog::visual_model(id), ids)
    }

    /// The index of what a name stands for.
    pub(crate) fn named(&mut self, kind: &'static str, name: &str, names: &Names) -> Option<usize> {
        self.known(kind, name, names.find(name), names.iter())
    }

    /// What a name stands for; recorded, with the nearest known name, where that is nothing.
    pub(crate) fn known<'n, T>(
        &mut self,
        kind: &'static str,
        name: &str,
        found: Option<T>,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<T> {
        if found.is_none() {
            let name = name.to_owned();
            let suggestion = decode::nearest(&name, names).map(str::to_owned);
            let issue = issue(&Error::Unknown { kind, name });
            self.place.report(self.issues, Issue { suggestion, ..issue });
        }
        found
    }
}

/// Checks a value that may be absent: `None` where it is there and wrong.
pub(crate) fn optional<T, U>(value: Option<T>, check: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match value {
        Some(value) => check(value).map(Some),
        None => Some(None),
    }
}

/// An error without its place.
pub(crate) fn issue(error: &Error) -> Issue {
    Issue::new(error.code(), expected(error))
}

/// What should have been there; what was, the issue shows as it is written.
fn expected(error: &Error) -> String {
    match error {
        Error::OutOfRange { bound, got: _ } => {
            let kind = if bound.whole { "a whole number" } else { "a number" };
            format!("{kind} from {} to {}", decimal(bound.min), decimal(bound.max))
        }
        Error::Unknown { kind, name: _ } => format!("the id of a known {kind}"),
        Error::Duplicate { kind, name: _ } => format!("an id that no other {kind} has"),
        Error::Price(error) => match error {
            PriceError::Text(MoneyError::Syntax) => "a number such as 2.8",
            PriceError::Text(MoneyError::TooPrecise) => "at most 9 decimals",
            PriceError::Text(MoneyError::TooLarge) => "at most 12 digits before the point",
            PriceError::NotPositive => "a number greater than 0",
            PriceError::Negative => "0 or a number greater than 0",
        }
        .to_owned(),
        Error::Date { text: _ } => "a date such as \"2026-11-30\"".to_owned(),
        Error::Empty { what } => format!("at least one {what}"),
        Error::Conflict { what } => (*what).to_owned(),
    }
}

/// A bound as plain decimal text. (The general formatting of floats would add 14 kB to the module.)
#[expect(clippy::as_conversions, clippy::cast_possible_truncation)] // bounds are at most 2⁵³ − 1
fn decimal(value: f64) -> String {
    let (whole, nanos) = (value.trunc() as i64, (value.fract() * 1e9).round() as i64);
    let text = format!("{whole}.{:09}", nanos.unsigned_abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::bounds;

    use super::decimal;

    #[test]
    fn every_bound_is_written_exactly() {
        for bound in bounds::ALL.iter().chain(bounds::planning::ALL).chain(bounds::rental::ALL) {
            for end in [bound.min, bound.max] {
                assert_eq!(decimal(end), end.to_string(), "{}", bound.field);
            }
        }
    }
}
