//! The module of bills, which is loaded when one is asked for.

use wasm_bindgen::prelude::*;

use crate::dto;
use crate::dto::facts;
use crate::js::{self, ErrorCode, encode};

/// What platforms of a catalog charge: checked once, then asked many times.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Bills(dto::bills::Bills);

#[wasm_bindgen]
impl Bills {
    /// Reads a catalog file, but not which GPUs it names.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `catalog` and everything that is wrong with the text.
    #[wasm_bindgen(constructor)]
    pub fn new(#[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue) -> Result<Self, JsValue> {
        let bills = js::text(json).and_then(|text| dto::bills::Bills::new(&text));
        bills.map(Self).map_err(|issues| js::error(ErrorCode::Catalog, issues))
    }

    /// Every offer of the catalog.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "BillOffer[]")]
    pub fn offers(&self) -> JsValue {
        encode(&self.0.offers().collect::<Vec<_>>())
    }

    /// What a rental must cost, line by line, and how the platform's own bill differs.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "SettleOutcome")]
    pub fn settle(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SettleRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| self.0.settle(text))
    }

    /// The same bill as CSV with the columns of FOCUS 1.2.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "string")]
    pub fn focus(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SettleRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| self.0.focus(text))
    }

    /// Owning cards against renting them.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "OwnOutcome")]
    pub fn own(
        &self,
        #[wasm_bindgen(unchecked_param_type = "OwnRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| self.0.own(text))
    }

    /// What the promised availability of a platform is worth.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
    #[wasm_bindgen(unchecked_return_type = "SlaOutcome")]
    pub fn sla(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SlaRequest | string")] request: &JsValue,
    ) -> Result<JsValue, JsValue> {
        js::answer(request, |text| self.0.sla(text))
    }
}

/// The limits of every number of these requests.
#[must_use]
#[wasm_bindgen(js_name = rentalBounds, unchecked_return_type = "BoundFacts[]")]
pub fn rental_bounds() -> JsValue {
    encode(&facts::rental_limits())
}
