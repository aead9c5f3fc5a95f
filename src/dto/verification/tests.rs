use gpu_cost_core::catalog::Catalog;
use serde_json::Value;

use super::convert::read;
use super::verify;
use crate::dto::testing::{assert_issues, assert_mutants};

/// H100 16.30 an hour by the second; no disk, so that rent is all.
fn fixture() -> Catalog {
    crate::dto::catalog::read(include_str!("../../../tests/web/fixtures/f.json")).unwrap()
}

const H100_560: &str = r#"{"compute": {"precision": "bf16", "tflops": 560, "side": 8192}}"#;

/// A 7B LoRA.
fn job(tokens: &str, demand: &str) -> String {
    format!(
        r#"{{"today": "2026-11-30", "demand": {demand}, "workload": {{"fineTuning": {{
            "model": {{"bySize": {{"parameters": 7e9}}}}, "method": {{"lora": {{"rank": 16}}}}, "tokens": {tokens}}}}}}}"#
    )
}

#[track_caller]
fn verified(gpu: &str, reading: &str, job: Option<&str>) -> Value {
    let job = job.map(|job| format!(r#", "job": {job}"#)).unwrap_or_default();
    let found = verify(&fixture(), &format!(r#"{{"gpu": "{gpu}", "reading": {reading}{job}}}"#)).unwrap();
    serde_json::to_value(found).unwrap()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_issues(&verify(&fixture(), text).err().unwrap_or_default(), text, expected);
}

fn money(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn a_verdict_has_its_reference_bands_and_causes() {
    let found = verified("nvidia-h100-sxm-80gb", H100_560, None);
    assert_eq!((&found["verdict"], &found["unit"]), (&"low".into(), &"tflops".into()));
    assert_eq!(found["expectation"]["reference"], 794.5);
    assert_eq!(found["expectation"]["basis"], serde_json::json!({"measured": {}}));
    assert_eq!(found["expectation"]["source"], "ml-engineering");
    assert_eq!(found["causes"][0], serde_json::json!({"code": "power-limit", "powerW": 700}));
    assert!((found["slowdown"].as_f64().unwrap() - 794.5 / 560.0).abs() < 1e-9);
    assert_eq!(found.get("effect"), None);
}

#[test]
fn a_printed_figure_is_named_with_its_numbers() {
    let reading = r#"{"compute": {"precision": "bf16", "tflops": 330}}"#;
    let found = verified("nvidia-rtx-4090-24gb", reading, None);
    assert_eq!((&found["verdict"], &found["causes"][0]["code"]), (&"high".into(), &"fp16-accumulate".into()));
    let found = verified("nvidia-h100-sxm-80gb", &reading.replace("330", "1979"), None);
    assert_eq!(found["causes"][0]["code"], "sparse");
}

#[test]
fn samples_and_copies_have_units_of_their_own() {
    let found = verified("amd-mi300x-192gb", r#"{"samples": {"perSecond": 8, "expectedPerSecond": 11}}"#, None);
    assert_eq!((&found["verdict"], &found["unit"]), (&"low".into(), &"perSecond".into()));
    assert_eq!(found["expectation"]["basis"], serde_json::json!({"given": {}}));
    let found = verified("nvidia-h100-sxm-80gb", r#"{"memory": {"gbPerSecond": 2800}}"#, None);
    assert_eq!((&found["verdict"], &found["unit"]), (&"asExpected".into(), &"gbPerSecond".into()));
}

#[test]
fn nothing_to_compare_with_is_null() {
    let reading = r#"{"compute": {"precision": "fp8", "tflops": 100}}"#;
    assert_eq!(verified("nvidia-a100-sxm-80gb", reading, None), Value::Null);
}

/// Until done, the second costs 16.30 / 3600; both totals are rounded to cents.
#[test]
fn a_slow_card_costs_its_seconds() {
    let found = verified("nvidia-h100-sxm-80gb", H100_560, Some(&job("2e7", r#"{"untilDone": {}}"#)));
    let effect = &found["effect"];
    assert_eq!((&effect["gpus"], &effect["mode"]), (&1.into(), &"onDemand".into()));
    let extra = effect["extraSeconds"]["likely"].as_f64().unwrap();
    assert!(60.0 < extra, "{extra}");
    assert!((money(&effect["extraCost"]) - extra * 16.30 / 3_600.0).abs() <= 0.01, "{effect}");
    assert_eq!(effect["beyondSchedule"], false);
}

/// As long as the schedule suffices the same is said; where it does not, the hours beyond it are added to its bill.
#[test]
fn a_schedule_may_no_longer_suffice() {
    let until_done = verified("nvidia-h100-sxm-80gb", H100_560, Some(&job("2e7", r#"{"untilDone": {}}"#)));
    let roomy = r#"{"schedule": {"hoursPerDay": 24, "days": 3}}"#;
    let found = verified("nvidia-h100-sxm-80gb", H100_560, Some(&job("2e7", roomy)));
    assert_eq!(found["effect"], until_done["effect"]);

    // The likely run time grows by 42 %: between the two lies a schedule that suffices for a genuine card only.
    let extra = until_done["effect"]["extraSeconds"]["likely"].as_f64().unwrap();
    let run_time = extra / (794.5 / 560.0 - 1.0);
    let planned = ((run_time + extra / 2.0) / 36.0).round() / 100.0;
    let tight = format!(r#"{{"schedule": {{"hoursPerDay": {planned}, "days": 1}}}}"#);
    let found = verified("nvidia-h100-sxm-80gb", H100_560, Some(&job("2e7", &tight)));
    assert_eq!(found["effect"]["beyondSchedule"], true);
    let beyond = run_time + extra - planned * 3_600.0;
    assert!((money(&found["effect"]["extraCost"]) - beyond * 16.30 / 3_600.0).abs() < 0.03, "{found}");
}

#[test]
fn no_effect_without_an_end_a_slow_card_or_a_plan() {
    let serving = r#"{"today": "2026-11-30", "demand": {"schedule": {"hoursPerDay": 8, "days": 30}},
        "workload": {"inference": {"model": {"builtIn": {"id": "llama-2-7b"}}, "users": 4}}}"#;
    let found = verified("nvidia-h100-sxm-80gb", H100_560, Some(serving));
    assert_eq!((found["effect"].get("extraSeconds"), found["effect"].get("extraCost")), (None, None));
    assert_eq!(found["effect"]["gpus"], 1);

    let until_done = job("2e7", r#"{"untilDone": {}}"#);
    let found = verified("nvidia-h100-sxm-80gb", &H100_560.replace("560", "790"), Some(&until_done));
    assert_eq!((&found["effect"]["extraCost"], &found["slowdown"]), (&"0.00".into(), &1.0.into()));

    // The fixture has no such card.
    let found = verified("amd-mi300x-192gb", H100_560, Some(&until_done));
    assert_eq!(found.get("effect"), None);
}

/// The slowest reading on the largest job: seconds without a price.
#[test]
fn ages_have_no_price() {
    let reading = r#"{"compute": {"precision": "bf16", "tflops": 0.001}}"#;
    let found = verified("nvidia-h100-sxm-80gb", reading, Some(&job("1e15", r#"{"untilDone": {}}"#)));
    assert_eq!(found["effect"].get("extraCost"), None);
}

#[test]
fn every_error_has_its_place() {
    check(
        r#"{"gpu": "nvidia-h1oo-sxm-80gb", "reading": {"compute": {"precision": "bf61", "tflops": 0, "side": 1.5}}}"#,
        &[
            "1:9 unknown-name gpu: the id of a known gpu, got \"nvidia-h1oo-sxm-80gb\" (nvidia-h100-sxm-80gb?)",
            "1:70 unknown-variant reading.compute.precision: one of \"fp64\", \"fp32\", \"tf32\", \"fp16\", \"bf16\", \"fp8\", \"int8\", \"fp4\", got \"bf61\" (bf16?)",
            "1:88 out-of-range reading.compute.tflops: a number from 0.001 to 150000, got 0",
            "1:99 out-of-range reading.compute.side: a whole number from 16 to 262144, got 1.5",
        ],
    );
    check(
        r#"{"gpu": "nvidia-h100-sxm-80gb", "reading": {"memory": {"gbPerSecond": 34000}}, "tflops": 3}"#,
        &[
            "1:71 conflict reading.memory.gbPerSecond: at most ten times the peak of the card; more is in another unit, or of another card, got 34000",
            "1:80 unknown-field tflops: one of \"gpu\", \"reading\", \"job\", got \"tflops\"",
        ],
    );
}

#[test]
fn mutants_are_refused_where_they_differ() {
    let good = format!(
        r#"{{"gpu": "nvidia-h100-sxm-80gb", "reading": {H100_560}, "job": {}}}"#,
        job("2e7", r#"{"untilDone": {}}"#)
    );
    assert_mutants(&good, read);
}
