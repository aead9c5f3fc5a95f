//! Published cover cases through the boundary, held against the optima of another solver.

use gpu_cost_core::catalog::Date;
use gpu_cost_core::money::Money;
use serde_json::{Value, json};

use super::plan;

/// The published cases, whose optima another solver found, as a developer would give them.
#[test]
fn published_cases_are_solved_through_the_boundary() {
    let file: Value = serde_json::from_str(include_str!("../../../tests/cover/cases.json")).unwrap();
    let mut solved = 0;
    for case in file["cases"].as_array().unwrap() {
        // Slots of six hours and runs in them have no whole increments.
        if case["family"] == "mixed" {
            continue;
        }
        let text = stated(case);
        let outcome = plan(&text).unwrap_or_else(|issues| panic!("{}: {issues:#?} {text}", case["id"]));
        let optimum = 3 * case["optimum_micro"].as_u64().unwrap();
        assert_eq!(outcome.total, decimal(optimum), "{}", case["id"]);
        assert_eq!((outcome.gap_percent, outcome.verified), (0.0, true), "{}", case["id"]);
        solved += 1;
    }
    assert_eq!(solved, 46);
}

/// A case as a request, with all money times three so that a day has hours of whole cents.
fn stated(case: &Value) -> String {
    let plans = case["plans"].as_array().unwrap();
    let number = |value: &Value| value.as_u64();
    let round = plans.iter().filter_map(|plan| number(&plan["round_slots"])).max();
    // Where runs are rounded, so many slots are an hour; a slot of a day is 24 rows.
    let minutes = round.map_or_else(|| number(&case["slot_minutes"]).unwrap(), |slots| 60 / slots);
    let rows = minutes.div_ceil(60);
    let row = minutes / rows;
    let part = |key: &str, slot: usize| case[key].get(slot).and_then(Value::as_u64).unwrap_or(0);
    let mut csv = "gpus,interruptible\n".to_owned();
    for slot in 0..case["demand"].as_array().unwrap().len() {
        let line = format!("{},{}\n", part("demand", slot), part("interruptible", slot));
        (0..rows).for_each(|_| csv.push_str(&line));
    }
    let start = case["start_utc"].as_str().unwrap().get(..10).unwrap();
    let terms: Vec<Value> = plans.iter().map(|plan| term(plan, start, minutes)).collect();
    json!({"start": start, "demand": {"csv": {"text": csv, "slotMinutes": row}}, "offers": [{"terms": terms}]})
        .to_string()
}

fn term(plan: &Value, start: &str, minutes: u64) -> Value {
    let amount = |value: &Value| 3 * value.as_u64().unwrap_or(0);
    let money = |micros: u64| serde_json::from_str::<Value>(&decimal(micros)).unwrap();
    let hourly = |micros: u64| money(micros * 60 / minutes);
    let seconds = |slots: &Value| slots.as_u64().unwrap_or(0) * minutes * 60;
    let mut term = json!({});
    if let Some(units) = plan["cap"].as_u64().or(plan["max_units_per_start"].as_u64()) {
        term["maxUnits"] = json!(units);
    }
    if plan["kind"] == "per_slot" {
        term["price"] = hourly(amount(&plan["price"]));
        term["increment"] = json!(if plan["round_slots"].is_null() { "second" } else { "hour" });
        term["setupFee"] = money(amount(&plan["setup_fee"]));
        term["minimumSeconds"] = json!(seconds(&plan["min_slots"]));
        term["interruptible"] = json!(plan["interruptible_only"] == true);
        return json!({ "hourly": term });
    }
    term["length"] = match plan["calendar_months"].as_u64() {
        Some(months) => json!({ "months": months }),
        None => json!({"hours": json!(seconds(&plan["length_slots"])).as_f64().unwrap() / 3_600.0}),
    };
    term["price"] = money(amount(&plan["upfront"]));
    if let Some([first, rest @ ..]) = plan["tiers"].as_array().map(Vec::as_slice) {
        term["price"] = money(amount(&first["upfront"]));
        let tier = |tier: &Value| json!({"minUnits": tier["min_units"], "price": money(amount(&tier["upfront"]))});
        term["tiers"] = rest.iter().map(tier).collect();
    }
    let fee = if plan["fee_basis"] == "used" { "usedHourly" } else { "committedHourly" };
    term[fee] = hourly(amount(&plan["per_slot_fee"]));
    if let Some(every) = plan["start"]["every"].as_u64() {
        let hours = |slots: u64| json!(slots * minutes / 60);
        term["starts"] = json!({"every": {"everyHours": hours(every), "firstHour": hours(plan["start"]["offset"].as_u64().unwrap())}});
    }
    if let Some(list) = plan["start"]["list"].as_array() {
        let at = |slot: &Value| {
            let minutes = slot.as_u64().unwrap() * minutes;
            let day = Date::parse(start).unwrap().plus_days(minutes / 1_440).unwrap();
            json!(format!("{day}T{:02}:{:02}", minutes / 60 % 24, minutes % 60))
        };
        term["starts"] = json!({"at": list.iter().map(at).collect::<Vec<_>>()});
    }
    json!({ "package": term })
}

fn decimal(micros: u64) -> String {
    Money::from_micros(micros.into()).unwrap().to_decimal()
}
