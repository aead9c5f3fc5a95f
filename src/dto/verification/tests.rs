use serde_json::Value;

use super::verify;
use crate::dto::testing::{assert_issues, assert_mutants};

const H100_560: &str = r#"{"compute": {"precision": "bf16", "tflops": 560, "side": 8192}}"#;

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
    let reading = r#"{"compute": {"precision": "bf16", "tflops": 330}}"#;
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
    let found = verified("nvidia-h100-sxm-80gb", r#"{"memory": {"gbPerSecond": 2800}}"#);
    assert_eq!((&found["verdict"], &found["unit"]), (&"asExpected".into(), &"gbPerSecond".into()));
}

#[test]
fn nothing_to_compare_with_is_null() {
    let reading = r#"{"compute": {"precision": "fp8", "tflops": 100}}"#;
    assert_eq!(verified("nvidia-a100-sxm-80gb", reading), Value::Null);
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
            "1:80 unknown-field tflops: one of \"gpu\", \"reading\", got \"tflops\"",
        ],
    );
}

#[test]
fn mutants_are_refused_where_they_differ() {
    assert_mutants(&format!(r#"{{"gpu": "nvidia-h100-sxm-80gb", "reading": {H100_560}}}"#), verify);
}
