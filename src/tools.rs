//! The module of the tools that open later: the table of cards, a measured card.

use wasm_bindgen::prelude::*;

use crate::dto;
use crate::dto::facts;
use crate::js::{self, ErrorCode, encode};

/// Whether a card is what it is sold as, by what was measured on it; `undefined` where nothing is known to compare it
/// with.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "Verification | undefined")]
pub fn verify(
    #[wasm_bindgen(unchecked_param_type = "VerifyRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::verification::verify)
}

/// What the `config.json` of a model on Hugging Face says: its size, and the code of its shape for a request.
///
/// # Errors
/// Throws a `GpuCostError` with code `config` and everything that is wrong with the text; an architecture that is not
/// known is named.
#[wasm_bindgen(js_name = readModelConfig, unchecked_return_type = "ConfigFacts")]
pub fn read_model_config(#[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue) -> Result<JsValue, JsValue> {
    let facts = js::text(json).and_then(|text| dto::model_config::facts(&text));
    facts.map(|facts| encode(&facts)).map_err(|issues| js::error(ErrorCode::Config, issues))
}

/// What a workload needs, and how it runs on one type of GPU: memory by part, time, every layout that was considered.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "Estimate")]
pub fn estimate(
    #[wasm_bindgen(unchecked_param_type = "EstimateRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::estimate::estimate)
}

/// Every GPU of the built-in table, sorted by id.
#[must_use]
#[wasm_bindgen(unchecked_return_type = "GpuFacts[]")]
pub fn gpus() -> JsValue {
    encode(&facts::gpus())
}

/// How long work of so many operations takes at a speed of which one was told, for people who bring such a rule.
#[must_use]
#[wasm_bindgen(js_name = atPeak, unchecked_return_type = "AtPeak")]
pub fn at_peak(operations: f64, tflops: f64) -> JsValue {
    encode(&facts::AtPeak::new(operations, tflops))
}
