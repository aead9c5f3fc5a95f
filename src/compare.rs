//! The module for the first answer: a catalog is read once, then asked.

use gpu_cost_core::catalog;
use wasm_bindgen::prelude::*;

use crate::dto;
use crate::dto::facts::{self, CatalogInfo};
use crate::js::{self, ErrorCode, encode};

/// What one host sells: checked once, then asked many times.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Catalog(catalog::Catalog);

#[wasm_bindgen]
impl Catalog {
    /// Reads a catalog file.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `catalog` and everything that is wrong with the text.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue) -> Result<Self, JsValue> {
        let catalog = js::text(json).and_then(|text| dto::catalog::read(&text));
        catalog.map(Self).map_err(|issues| js::error(ErrorCode::Catalog, issues))
    }

    /// The best plan for a request, what else is close and why it is not first, and what does not fit.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(
        &self,
        #[wasm_bindgen(unchecked_param_type = "CompareRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| dto::compare(&self.0, text))
    }

    /// What slow cards do to the best plan on their type; `undefined` where none runs the job.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "Delay | undefined")]
    pub fn delay(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DelayRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| dto::delay::delay(&self.0, text))
    }

    /// The prices of an offer as JSON text, for the offers of a plan over time; `undefined` where there is no such offer.
    #[must_use]
    pub fn billing(&self, offer: &str) -> Option<String> {
        dto::plan::billing_text(&self.0, offer)
    }

    /// What the catalog holds.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "CatalogInfo")]
    pub fn info(&self) -> JsValue {
        encode(&CatalogInfo::from(&self.0))
    }
}

/// Every language model of the built-in table, sorted by id.
#[must_use]
#[wasm_bindgen(unchecked_return_type = "ModelFacts[]")]
pub fn models() -> JsValue {
    encode(&facts::models())
}

/// Every model of images and videos of the built-in table, sorted by id.
#[cfg(feature = "generation")]
#[must_use]
#[wasm_bindgen(js_name = visualModels, unchecked_return_type = "VisualModelFacts[]")]
pub fn visual_models() -> JsValue {
    encode(&facts::visual_models())
}

/// The limits of every number of a request or a catalog.
#[must_use]
#[wasm_bindgen(unchecked_return_type = "BoundFacts[]")]
pub fn bounds() -> JsValue {
    encode(&facts::limits())
}

/// The version of this package.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
