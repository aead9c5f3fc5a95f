//! A demand trace in CSV → its cheapest cover on each ladder of billing plans, with a proof, beside simple rules.

mod table;

pub(crate) use table::write as write_table;

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::ValueEnum;
use gpu_cost::dto::issue::Issue;
use gpu_cost::dto::plan::trace::{self, Trace};
use gpu_cost_core::billing::cover::{
    Calendar, FeeBasis, Length, Micros, PerSlot, Plan, Problem, Service, Start, Status, Term, Tier, WORK_LIMIT, rule,
    solve, verify,
};
use gpu_cost_core::catalog::Date;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::{Seconds, divisor};
use serde::{Deserialize, Serialize};

use crate::process::root;

/// Length of a slot.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Slot {
    /// An hour.
    #[value(name = "1h")]
    Hour,
    /// A minute.
    #[value(name = "1m")]
    Minute,
}

impl Slot {
    const fn length(self) -> Seconds {
        match self {
            Self::Hour => Seconds::hours(1),
            Self::Minute => Seconds::minutes(1),
        }
    }
}

#[derive(Deserialize)]
struct Ladders {
    ladder: Vec<Ladder>,
}

/// One GPU on one platform (`core/data/ladders.toml`).
#[derive(Deserialize)]
struct Ladder {
    id: String,
    currency: String,
    hour: String,
    spot_hour: Option<String>,
    day: Option<String>,
    month: Option<String>,
    year: Option<String>,
    two_years: Option<String>,
    three_years: Option<String>,
    as_of: String,
    source: String,
}

#[derive(Serialize)]
struct Report {
    slots: usize,
    slot: &'static str,
    peak: u32,
    mean: f64,
    /// The first slot is taken to begin at that time.
    begins: &'static str,
    ladders: Vec<Planned>,
}

/// The trace on one ladder. Money is in units of the currency.
#[derive(Serialize)]
struct Planned {
    id: String,
    currency: String,
    as_of: String,
    source: String,
    price: f64,
    lower_bound: f64,
    optimal: bool,
    /// Whether the verifier accepts the cover and its proof.
    certified: bool,
    seconds: f64,
    on_demand: f64,
    level_by_level: f64,
    one_plan_each: f64,
    purchases: Vec<Bought>,
}

/// All that is bought on one plan.
#[derive(Serialize)]
struct Bought {
    plan: &'static str,
    orders: usize,
    units: u64,
    price: f64,
    /// Part of the price that pays for time without use, in the trace or after its end.
    unused: f64,
}

const BEGINS: &str = "2025-01-01";

/// Plans the trace on every ladder; fails when one is not solved to a proven optimum.
pub(crate) fn run(path: &Path, slot: Slot, json: bool) -> Result<()> {
    let report = report(path, slot)?;
    if json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        report.print();
    }
    let unproven = |planned: &&Planned| !planned.optimal || !planned.certified;
    ensure!(report.ladders.iter().filter(unproven).count() == 0, "not proven optimal");
    Ok(())
}

fn report(path: &Path, slot: Slot) -> Result<Report> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let wrong = |issues: Vec<Issue>| issues.iter().map(Issue::message).collect::<Vec<_>>().join("\n");
    let trace = trace::read(&text, slot.length()).map_err(|issues| anyhow!("{}: {}", path.display(), wrong(issues)))?;
    let ladders: Ladders = toml::from_str(&fs::read_to_string(root().join("src/core/data/ladders.toml"))?)?;
    let ladders = ladders.ladder.iter().map(|ladder| plan(ladder, slot, &trace));
    let total: f64 = trace.demand.iter().copied().map(f64::from).sum();
    Ok(Report {
        slots: trace.demand.len(),
        slot: if matches!(slot, Slot::Hour) { "1h" } else { "1m" },
        peak: trace.demand.iter().copied().max().unwrap_or(0),
        mean: total / f64::from(u32::try_from(trace.demand.len())?.max(1)),
        begins: BEGINS,
        ladders: ladders.collect::<Result<_>>()?,
    })
}

fn plan(ladder: &Ladder, slot: Slot, trace: &Trace) -> Result<Planned> {
    let (names, problem, scale) = problem(ladder, slot, trace)?;
    let start = Instant::now();
    let cover = solve(&problem, WORK_LIMIT).map_err(|error| anyhow!("{}: {error}", ladder.id))?;
    let seconds = start.elapsed().as_secs_f64();
    // By way of decimal text, which is exact to nine decimals.
    let units = |amount: Micros| {
        let money = Money::from_micros(amount).and_then(|money| money.scaled(1, scale));
        money.and_then(|money| money.to_decimal().parse().ok()).unwrap_or(f64::INFINITY)
    };
    let purchases = names.iter().enumerate().filter_map(|(plan, name)| {
        let bought: Vec<_> = cover.purchases.iter().filter(|purchase| purchase.plan == plan).collect();
        (!bought.is_empty()).then(|| Bought {
            plan: name,
            orders: bought.len(),
            units: bought.iter().map(|purchase| u64::from(purchase.units)).sum(),
            price: units(bought.iter().map(|purchase| purchase.price).sum()),
            unused: units(bought.iter().map(|purchase| purchase.unused_money(&problem)).sum()),
        })
    });
    Ok(Planned {
        id: ladder.id.clone(),
        currency: ladder.currency.clone(),
        as_of: ladder.as_of.clone(),
        source: ladder.source.clone(),
        price: units(cover.price),
        lower_bound: units(cover.lower_bound),
        optimal: cover.status() == Status::Optimal,
        certified: verify(&problem, &cover).is_ok(),
        seconds,
        on_demand: units(rule::on_demand(&problem, WORK_LIMIT)?),
        level_by_level: units(rule::level_by_level(&problem, WORK_LIMIT)?),
        one_plan_each: units(rule::one_plan_each(&problem, WORK_LIMIT)?),
        purchases: purchases.collect(),
    })
}

/// The plans of a ladder with their names, and by how much their prices are scaled: the price of a minute is the
/// 60th of an hour's, so everything is counted in parts of a micro-unit of which that is a whole number.
fn problem(ladder: &Ladder, slot: Slot, trace: &Trace) -> Result<(Vec<&'static str>, Problem, u64)> {
    let length = slot.length();
    // Of the slots of an hour, the part that does not divide its prices.
    let hours = [Some(&ladder.hour), ladder.spot_hour.as_ref()];
    let prices = hours.into_iter().flatten().map(|text| Ok(price(text, 1)?.unsigned_abs()));
    let slots = Seconds::hours(1).0 / length.0;
    let scale = slots / prices.collect::<Result<Vec<_>>>()?.into_iter().fold(slots, divisor);
    let mut plans = Vec::new();
    let mut names = Vec::new();
    for (name, text, service) in
        [("hour", Some(&ladder.hour), Service::Firm), ("spot", ladder.spot_hour.as_ref(), Service::Interruptible)]
    {
        let Some(text) = text else { continue };
        let (min_slots, round_slots) = (1, 1);
        names.push(name);
        let price = price(text, scale)? / i64::try_from(slots)?;
        plans.push(Plan::PerSlot(PerSlot { price, cap: None, min_slots, round_slots, setup_fee: 0, service }));
    }
    let day = Length::Slots(u32::try_from(Seconds::days(1).0 / length.0)?);
    for (name, text, length) in [
        ("day", &ladder.day, day),
        ("month", &ladder.month, Length::Months(1)),
        ("year", &ladder.year, Length::Months(12)),
        ("two years", &ladder.two_years, Length::Months(24)),
        ("three years", &ladder.three_years, Length::Months(36)),
    ] {
        let Some(text) = text else { continue };
        let tiers = vec![Tier { min_units: 1, upfront: price(text, scale)? }];
        let (per_slot_fee, fee_basis, start, stock) = (0, FeeBasis::Committed, Start::Any, None);
        names.push(name);
        plans.push(Plan::Term(Term { length, tiers, per_slot_fee, fee_basis, start, stock }));
    }
    let date = Date::parse(BEGINS).context("a date")?;
    let calendar = Calendar { date, second: 0, slot: length };
    let problem = Problem { calendar, demand: trace.demand.clone(), interruptible: trace.interruptible.clone(), plans };
    Ok((names, problem, scale))
}

/// The price of a plan, scaled, in micro-units.
fn price(text: &str, scale: u64) -> Result<i64> {
    let price = Money::parse(text).map_err(|error| anyhow!("{text}: {error:?}"))? * scale;
    let micros = price.to_micros().and_then(|micros| i64::try_from(micros).ok());
    micros.with_context(|| format!("no whole number of micro-units: {text}"))
}

impl Report {
    fn print(&self) {
        let Self { slots, slot, peak, mean, begins, ladders } = self;
        println!("{slots} slots of {slot} from {begins}, peak {peak}, mean {mean:.1}");
        for planned in ladders {
            let Planned { id, currency, price, seconds, .. } = planned;
            let proof = if planned.optimal && planned.certified { "proven" } else { "not proven" };
            println!("\n{id}: {price:.2} {currency}, {proof}, {seconds:.3} s ({}, {})", planned.source, planned.as_of);
            for Bought { plan, orders, units, price, unused } in &planned.purchases {
                println!("  {plan:12} {units:8} units in {orders:6} orders {price:16.2}, unused {unused:14.2}");
            }
            for (name, rule) in [
                ("on demand only", planned.on_demand),
                ("level by level", planned.level_by_level),
                ("one plan each", planned.one_plan_each),
            ] {
                println!("  {name:16} {rule:16.2} {:+8.2} %", (rule / price - 1.0) * 100.0);
            }
        }
    }
}
