//! The module of choosing: platforms beside each other, and advice beside the numbers; loaded when that is opened.

use gpu_cost_core::catalog::Date;
use wasm_bindgen::prelude::*;

use crate::dto;
use crate::dto::issue::Issue;
use crate::js::{self, ErrorCode, encode};

/// A catalog with what its platforms state of themselves: checked once, then asked many times.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Chooser(dto::choosing::Chooser);

#[wasm_bindgen]
impl Chooser {
    /// Reads a catalog file.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `catalog` and everything that is wrong with the text.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue) -> Result<Self, JsValue> {
        let chooser = js::text(json).and_then(|text| dto::choosing::Chooser::new(&text));
        chooser.map(Self).map_err(|issues| js::error(ErrorCode::Catalog, issues))
    }

    /// What each platform offers and states of itself, in the order of the catalog.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "PlatformFacts[]")]
    pub fn facts(&self) -> JsValue {
        encode(&self.0.facts())
    }

    /// All platforms in the order that is asked for, each with its best plan for a job.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "ChoiceOutcome")]
    pub fn platforms(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ChoiceRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| self.0.platforms(text))
    }

    /// What the numbers say of advice for a job.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "AdviceOutcome")]
    pub fn advise(
        &self,
        #[wasm_bindgen(unchecked_param_type = "AdviceRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| self.0.advise(text))
    }
}

/// Everything that is wrong with a catalog file, in the order of the text; nothing for a good one.
///
/// It reads all of a file, with the rules and services of its platforms, which a `Catalog` leaves alone. What is dated
/// after `today`, such as `2026-11-30`, is wrong where it is given.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` where `today` is no date.
#[wasm_bindgen(js_name = checkCatalog, unchecked_return_type = "Issue[]")]
pub fn check_catalog(
    #[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] today: &JsValue,
) -> Result<JsValue, JsValue> {
    let day = today.as_string().as_deref().and_then(Date::parse);
    if day.is_none() && !today.is_undefined() {
        let issue = Issue::new("date", "a date such as \"2026-11-30\"");
        return Err(js::error(ErrorCode::Request, vec![issue]));
    }
    let catalog = js::text(json).and_then(|text| dto::catalog::read_by(&text, day));
    Ok(encode(&catalog.err().unwrap_or_default()))
}
