use gpu_cost_core::catalog::Catalog;
use serde_json::Value;

use super::delay;
use crate::dto::testing::{assert_issues, assert_mutants};

/// H100 16.30 an hour by the second; no disk, so that rent is all.
fn fixture() -> Catalog {
    crate::dto::catalog::read(include_str!("../../../tests/web/fixtures/f.json")).unwrap()
}

/// An H100 of 560 TFLOPS where 794.5 are usual.
const SLOW: f64 = 794.5 / 560.0;
const UNTIL_DONE: &str = r#"{"untilDone": {}}"#;

/// A 7B LoRA.
fn job(tokens: &str, demand: &str) -> String {
    format!(
        r#"{{"today": "2026-11-30", "demand": {demand}, "workload": {{"fineTuning": {{
            "model": {{"bySize": {{"parameters": 7e9}}}}, "method": {{"lora": {{"rank": 16}}}}, "tokens": {tokens}}}}}}}"#
    )
}

#[track_caller]
fn delayed(gpu: &str, slowdown: f64, job: &str) -> Value {
    let found = delay(&fixture(), &format!(r#"{{"gpu": "{gpu}", "slowdown": {slowdown}, "job": {job}}}"#)).unwrap();
    serde_json::to_value(found).unwrap()
}

fn money(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

/// Until done, the second costs 16.30 / 3600; both totals are rounded to cents.
#[test]
fn a_slow_card_costs_its_seconds() {
    let found = delayed("nvidia-h100-sxm-80gb", SLOW, &job("2e7", UNTIL_DONE));
    assert_eq!((&found["gpus"], &found["mode"]), (&1.into(), &"onDemand".into()));
    let extra = found["extraSeconds"]["likely"].as_f64().unwrap();
    assert!(60.0 < extra, "{extra}");
    assert!((money(&found["extraCost"]) - extra * 16.30 / 3_600.0).abs() <= 0.01, "{found}");
    assert_eq!(found["beyondSchedule"], false);
}

/// As long as the schedule suffices the same is said; where it does not, the hours beyond it are added to its bill.
#[test]
fn a_schedule_may_no_longer_suffice() {
    let until_done = delayed("nvidia-h100-sxm-80gb", SLOW, &job("2e7", UNTIL_DONE));
    let roomy = r#"{"schedule": {"hoursPerDay": 24, "days": 3}}"#;
    assert_eq!(delayed("nvidia-h100-sxm-80gb", SLOW, &job("2e7", roomy)), until_done);

    // The likely run time grows by 42 %: between the two lies a schedule that suffices for a genuine card only.
    let extra = until_done["extraSeconds"]["likely"].as_f64().unwrap();
    let run_time = extra / (SLOW - 1.0);
    let planned = ((run_time + extra / 2.0) / 36.0).round() / 100.0;
    let tight = format!(r#"{{"schedule": {{"hoursPerDay": {planned}, "days": 1}}}}"#);
    let found = delayed("nvidia-h100-sxm-80gb", SLOW, &job("2e7", &tight));
    assert_eq!(found["beyondSchedule"], true);
    let beyond = run_time + extra - planned * 3_600.0;
    assert!((money(&found["extraCost"]) - beyond * 16.30 / 3_600.0).abs() < 0.03, "{found}");
}

#[test]
fn nothing_without_an_end_a_slow_card_or_a_plan() {
    let serving = r#"{"today": "2026-11-30", "demand": {"schedule": {"hoursPerDay": 8, "days": 30}},
        "workload": {"inference": {"model": {"builtIn": {"id": "llama-2-7b"}}, "users": 4}}}"#;
    let found = delayed("nvidia-h100-sxm-80gb", SLOW, serving);
    assert_eq!((found.get("extraSeconds"), found.get("extraCost"), &found["gpus"]), (None, None, &1.into()));

    let until_done = job("2e7", UNTIL_DONE);
    assert_eq!(delayed("nvidia-h100-sxm-80gb", 1.0, &until_done)["extraCost"], "0.00");

    // The fixture has no such card.
    assert_eq!(delayed("amd-mi300x-192gb", SLOW, &until_done), Value::Null);
}

/// The slowest reading on the largest job: seconds without a price.
#[test]
fn ages_have_no_price() {
    let found = delayed("nvidia-h100-sxm-80gb", 794_500.0, &job("1e15", UNTIL_DONE));
    assert_eq!(found.get("extraCost"), None);
}

#[test]
fn every_error_has_its_place() {
    let text = format!(r#"{{"gpu": "H100", "slowdown": 0.5, "job": {}}}"#, job("2e7", r#"{"untilDone": 1}"#));
    let issues = delay(&fixture(), &text).err().unwrap_or_default();
    let ids = "\"nvidia-h100-nvl-94gb\", \"nvidia-h100-pcie-80gb\", \"nvidia-h100-sxm-80gb\"";
    assert_issues(
        &issues,
        &text,
        &[
            &format!("1:9 ambiguous-name gpu: the id of one GPU: one of {ids}, got \"H100\""),
            "1:29 out-of-range slowdown: a number from 1 to 1000000000, got 0.5",
            "1:89 invalid-type job.demand.untilDone: an object, got 1",
        ],
    );
}

#[test]
fn mutants_are_refused_where_they_differ() {
    let good = format!(r#"{{"gpu": "nvidia-h100-sxm-80gb", "slowdown": 1.5, "job": {}}}"#, job("2e7", UNTIL_DONE));
    assert_mutants(&good, |text| delay(&fixture(), text));
}
