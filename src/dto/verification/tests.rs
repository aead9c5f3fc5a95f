use serde_json::Value;

use super::verify;
use crate::dto::testing::{assert_issues, assert_mutants};

const H100_560: &str = r#"{"compute": {"precision": "bf16", "value": 560, "unit": "tflops", "side": 8192}}"#;

#[track_caller]
fn verified(gpu: &str, reading: &str) -> Value {
    let found = verify(&format!(r#"{{"gpu": "{gpu}", "reading": {reading}}}"#)).unwrap();
    serde_json::to_value(found).unwrap()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_issues(&verify(text).err().unwrap_or_default(), text, expected);
}

#[test]
fn a_verdict_has_its_reference_bands_and_causes() {
    let found = verified("nvidia-h100-sxm-80gb", H100_560);
    assert_eq!((&found["verdict"], &found["unit"]), (&"low".into(), &"tflops".into()));
    assert_eq!(found["expectation"]["reference"], 794.5);
    assert_eq!(found["expectation"]["basis"], serde_json::json!({"measured": {}}));
    assert_eq!(found["expectation"]["source"], "ml-engineering");
    assert_eq!(found["causes"][0], serde_json::json!({"code": "power-limit", "powerW": 700}));
    assert!((found["slowdown"].as_f64().unwrap() - 794.5 / 560.0).abs() < 1e-9);
}

#[test]
fn a_printed_figure_is_named_with_its_numbers() {
    let reading = r#"{"compute": {"precision": "bf16", "value": 330, "unit": "tflops"}}"#;
    let found = verified("nvidia-rtx-4090-24gb", reading);
    assert_eq!((&found["verdict"], &found["causes"][0]["code"]), (&"high".into(), &"fp16-accumulate".into()));
    let found = verified("nvidia-h100-sxm-80gb", &reading.replace("330", "1979"));
    assert_eq!(found["causes"][0]["code"], "sparse");
}

#[test]
fn samples_and_copies_have_units_of_their_own() {
    let found = verified("amd-mi300x-192gb", r#"{"samples": {"perSecond": 8, "expectedPerSecond": 11}}"#);
    assert_eq!((&found["verdict"], &found["unit"]), (&"low".into(), &"perSecond".into()));
    assert_eq!(found["expectation"]["basis"], serde_json::json!({"given": {}}));
    let found = verified("nvidia-h100-sxm-80gb", r#"{"memory": {"value": 2800, "unit": "gbPerSecond"}}"#);
    assert_eq!((&found["verdict"], &found["unit"]), (&"asExpected".into(), &"gbPerSecond".into()));
}

#[test]
fn readings_are_in_the_unit_that_is_stated() {
    let measured = |reading: &str| verified("nvidia-h100-sxm-80gb", reading)["measured"].as_f64().unwrap();
    for (unit, value, gb_per_second) in [
        ("mbPerSecond", 3e6, 3_000.0),
        ("tbPerSecond", 3.0, 3_000.0),
        ("mibPerSecond", 3e6, 3_145.728),
        ("gibPerSecond", 3_000.0, 3_221.225_472),
        ("tibPerSecond", 3.0, 3_298.534_883_328),
        ("mbitPerSecond", 3e6, 375.0),
        ("gbitPerSecond", 3_000.0, 375.0),
        ("tbitPerSecond", 3.0, 375.0),
    ] {
        let found = measured(&format!(r#"{{"memory": {{"value": {value}, "unit": "{unit}"}}}}"#));
        assert!((found - gb_per_second).abs() < 1e-9, "{unit} {found}");
    }
    for (unit, value, precision) in [
        ("gflops", 790e3, "bf16"),
        ("pflops", 0.79, "fp8"),
        ("gops", 790e3, "int8"),
        ("tops", 790.0, "int8"),
        ("pops", 0.79, "int8"),
    ] {
        let reading = format!(r#"{{"precision": "{precision}", "value": {value}, "unit": "{unit}"}}"#);
        assert!((measured(&format!(r#"{{"compute": {reading}}}"#)) - 790.0).abs() < 1e-9, "{unit}");
    }
}

#[test]
fn the_unit_of_a_format_is_its_own() {
    for (precision, unit) in [("bf16", "tops"), ("int8", "tflops"), ("int8", "pflops")] {
        let reading = format!(r#"{{"precision": "{precision}", "value": 7.9, "unit": "{unit}"}}"#);
        let text = format!(r#"{{"gpu": "H100 SXM", "reading": {{"compute": {reading}}}}}"#);
        let issues = verify(&text).unwrap_err();
        assert_eq!((issues.len(), issues[0].code, &*issues[0].path), (1, "conflict", "reading.compute.unit"), "{text}");
    }
}

#[test]
fn a_board_and_what_nothing_explains_have_their_numbers() {
    let cause = |gpu, reading| verified(gpu, reading)["causes"][0].clone();
    let found = cause("amd-mi250x-64gb", r#"{"memory": {"value": 3.2, "unit": "tbPerSecond"}}"#);
    assert_eq!(found, serde_json::json!({"code": "board", "figure": 1600.0, "devices": 2}));
    let found = cause("nvidia-h100-sxm-80gb", r#"{"compute": {"precision": "bf16", "value": 5, "unit": "pflops"}}"#);
    assert_eq!(found, serde_json::json!({"code": "unexplained", "figure": 1979.0, "precision": "fp8"}));
}

/// 3.35 TB/s as 3.35 GB/s, 0.79 PFLOPS as 0.79 TFLOPS.
#[test]
fn a_slip_of_a_thousand_has_no_verdict_and_no_slowdown() {
    let unclear = |reading: &str| {
        let found = verified("nvidia-h100-sxm-80gb", reading);
        assert_eq!((&found["verdict"], &found["slowdown"]), (&"unclear".into(), &1.0.into()), "{reading}");
        found["causes"][0].clone()
    };
    let found = unclear(r#"{"memory": {"value": 3.35, "unit": "gbPerSecond"}}"#);
    assert_eq!(found, serde_json::json!({"code": "larger-unit", "figure": 3_350.0}));
    let found = unclear(r#"{"compute": {"precision": "bf16", "value": 0.79, "unit": "tflops"}}"#);
    assert_eq!(found, serde_json::json!({"code": "larger-unit", "figure": 790.0}));
}

#[test]
fn nothing_to_compare_with_is_null() {
    let reading = r#"{"compute": {"precision": "fp8", "value": 100, "unit": "tflops"}}"#;
    assert_eq!(verified("nvidia-a100-sxm-80gb", reading), Value::Null);
}

#[test]
fn every_error_has_its_place() {
    check(
        r#"{"gpu": "nvidia-h1oo-sxm-80gb", "reading": {"compute": {"precision": "bf61", "value": 0, "unit": "tflops", "side": 1.5}}}"#,
        &[
            "1:9 unknown-name gpu: the id of a known gpu, got \"nvidia-h1oo-sxm-80gb\" (nvidia-h100-sxm-80gb?)",
            "1:70 unknown-variant reading.compute.precision: one of \"fp64\", \"fp32\", \"tf32\", \"fp16\", \"bf16\", \"fp8\", \"int8\", \"fp4\", got \"bf61\" (bf16?)",
            "1:87 out-of-range reading.compute.value: a number from 0.001 to 150000000, got 0",
            "1:116 out-of-range reading.compute.side: a whole number from 16 to 262144, got 1.5",
        ],
    );
    check(
        r#"{"gpu": "nvidia-h100-sxm-80gb", "reading": {"memory": {"value": 34000, "unit": "gbPerSecond"}}, "tflops": 3}"#,
        &[
            "1:65 conflict reading.memory.value: at most ten times the peak of the card; more is in another unit, or of another card, got 34000",
            "1:97 unknown-field tflops: one of \"gpu\", \"reading\", got \"tflops\"",
        ],
    );
}

#[test]
fn mutants_are_refused_where_they_differ() {
    assert_mutants(&format!(r#"{{"gpu": "nvidia-h100-sxm-80gb", "reading": {H100_560}}}"#), verify);
}
