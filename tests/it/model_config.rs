//! Parameters of configurations against counts that were made elsewhere.
//!
//! `tests/model-configs.json` has configurations that were written for this, most of them tiny, for every family and class:
//! each was given to the class of the library that is named beside it, on a device without memory, and its parameters
//! were counted. Those of published models state what their files hold.

use gpu_cost::dto::model_config::{self, ModelConfig};
use gpu_cost_core::requirement::{denoiser_parameters, parameters};
use serde_json::Value;

use crate::read;

fn count(config: &Value) -> u64 {
    match model_config::read(&config.to_string()).unwrap_or_else(|issues| panic!("{config}: {issues:#?}")) {
        ModelConfig::Language { architecture, .. } => parameters(&architecture).total,
        ModelConfig::Denoiser(denoiser) => denoiser_parameters(&denoiser),
    }
}

#[test]
fn counts_are_those_of_the_libraries() {
    let cases: Value = serde_json::from_str(&read("tests/model-configs.json")).unwrap();
    let cases = cases.as_array().unwrap();
    let off = |case: &&Value| count(&case["config"]) != case["parameters"].as_u64().unwrap();
    let wrong: Vec<_> = cases.iter().filter(off).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(150 < cases.len());
}

/// MiMo-7B's files hold 7,833,409,536 numbers, its layer that predicts a second token among them.
#[test]
fn predicting_layers_are_counted_apart() {
    let config = r#"{"model_type": "mimo", "hidden_size": 4096, "num_hidden_layers": 36, "num_attention_heads": 32,
        "num_key_value_heads": 8, "intermediate_size": 11008, "vocab_size": 151680, "num_nextn_predict_layers": 1}"#;
    let Ok(ModelConfig::Language { architecture, .. }) = model_config::read(config) else { unreachable!() };
    let counts = parameters(&architecture);
    assert_eq!(counts.total + counts.prediction, 7_833_409_536);
}
