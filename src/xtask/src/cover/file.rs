//! Cover files: JSON with `cases`, each a cover problem in micro-units, some with their optimum.
//!
//! Of a case it reads what states the problem, and ignores the rest. `tests/it` reads its cases with it too.

use gpu_cost_core::billing::cover::{Calendar, FeeBasis, Length, PerSlot, Plan, Problem, Service, Start, Term, Tier};
use gpu_cost_core::catalog::Date;
use gpu_cost_core::units::Seconds;
use serde::Deserialize;

/// What is wrong with a file, in a sentence.
type Result<T> = std::result::Result<T, String>;

#[derive(Deserialize)]
struct File {
    cases: Vec<Case>,
}

/// One problem of a file.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    /// What the cheapest cover costs, where that is known.
    pub(crate) optimum_micro: Option<i64>,
    slot_minutes: u64,
    start_utc: String,
    demand: Vec<u32>,
    #[serde(default)]
    interruptible: Vec<u32>,
    plans: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Row {
    PerSlot {
        price: i64,
        cap: Option<u32>,
        #[serde(default)]
        min_slots: u32,
        #[serde(default = "one")]
        round_slots: u32,
        #[serde(default)]
        setup_fee: i64,
        #[serde(default)]
        interruptible_only: bool,
    },
    Term {
        length_slots: Option<u32>,
        calendar_months: Option<u32>,
        #[serde(default)]
        upfront: i64,
        #[serde(default)]
        per_slot_fee: i64,
        #[serde(default)]
        fee_basis: Basis,
        #[serde(default)]
        start: Rule,
        max_units_per_start: Option<u32>,
        #[serde(default)]
        tiers: Vec<Price>,
    },
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum Basis {
    #[default]
    Committed,
    Used,
}

/// `"any"`, `{"every": …, "offset": …}` or `{"list": […]}`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Rule {
    Word(Word),
    Every {
        every: u32,
        #[serde(default)]
        offset: u32,
    },
    List {
        list: Vec<u32>,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Any,
}

#[derive(Deserialize)]
struct Price {
    min_units: u32,
    upfront: i64,
}

impl Default for Rule {
    fn default() -> Self {
        Self::Word(Word::Any)
    }
}

const fn one() -> u32 {
    1
}

/// The cases of a file.
pub(crate) fn read(text: &str) -> Result<Vec<Case>> {
    let file: File = serde_json::from_str(text).map_err(|error| format!("no cover file: {error}"))?;
    Ok(file.cases)
}

impl Case {
    /// The problem that a case states.
    pub(crate) fn problem(&self) -> Result<Problem> {
        let (date, time) = self.start_utc.split_once('T').unwrap_or((&self.start_utc, "00:00"));
        let date = Date::parse(date).ok_or_else(|| format!("no date: {}", self.start_utc))?;
        let seconds = time.trim_end_matches('Z').split(':').zip([3_600, 60, 1]).map(|(part, seconds)| {
            part.parse::<u32>().map(|count| count.saturating_mul(seconds)).map_err(|_| format!("no time: {time}"))
        });
        let calendar =
            Calendar { date, second: seconds.sum::<Result<u32>>()?, slot: Seconds::minutes(self.slot_minutes) };
        let plans = self.plans.iter().map(Row::plan).collect::<Result<_>>()?;
        Ok(Problem { calendar, demand: self.demand.clone(), interruptible: self.interruptible.clone(), plans })
    }
}

impl Row {
    fn plan(&self) -> Result<Plan> {
        Ok(match self {
            Self::PerSlot { price, cap, min_slots, round_slots, setup_fee, interruptible_only } => {
                Plan::PerSlot(PerSlot {
                    price: *price,
                    cap: *cap,
                    min_slots: *min_slots,
                    round_slots: *round_slots,
                    setup_fee: *setup_fee,
                    service: if *interruptible_only { Service::Interruptible } else { Service::Firm },
                })
            }
            Self::Term {
                length_slots,
                calendar_months,
                upfront,
                per_slot_fee,
                fee_basis,
                start,
                max_units_per_start,
                tiers,
            } => Plan::Term(Term {
                length: match (length_slots, calendar_months) {
                    (Some(slots), None) => Length::Slots(*slots),
                    (None, Some(months)) => Length::Months(*months),
                    _ => return Err("a term has either length_slots or calendar_months".into()),
                },
                tiers: match tiers.as_slice() {
                    [] => vec![Tier { min_units: 1, upfront: *upfront }],
                    tiers => {
                        tiers.iter().map(|tier| Tier { min_units: tier.min_units, upfront: tier.upfront }).collect()
                    }
                },
                per_slot_fee: *per_slot_fee,
                fee_basis: match fee_basis {
                    Basis::Committed => FeeBasis::Committed,
                    Basis::Used => FeeBasis::Used,
                },
                start: match start {
                    Rule::Word(Word::Any) => Start::Any,
                    Rule::Every { every, offset } => Start::Every { every: *every, offset: *offset },
                    Rule::List { list } => Start::List(list.clone()),
                },
                stock: *max_units_per_start,
            }),
        })
    }
}
