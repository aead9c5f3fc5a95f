//! The module of choosing: platforms beside each other, and advice beside the numbers; loaded when that is opened.

use wasm_bindgen::prelude::*;

use crate::dto;
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
