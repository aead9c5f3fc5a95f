//! The module of plans over time, which is loaded when one is asked for.

use wasm_bindgen::prelude::*;

use crate::dto;
use crate::dto::facts;
use crate::dto::issue::Issue;
use crate::js::{self, ErrorCode, encode};

/// A plan over time that is searched in slices, so that a page stays live and may stop.
#[wasm_bindgen]
pub struct Planner(dto::plan::Planner);

#[wasm_bindgen]
impl Planner {
    /// Reads a request.
    ///
    /// # Errors
    /// Throws a `GpuCostError` with code `request` and everything that is wrong with the request; where not enough is
    /// sold, when and how many units lack.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "PlanRequest | string")] request: &JsValue,
    ) -> Result<Self, JsValue> {
        js::request(request, dto::plan::Planner::new).map(Self).map_err(request_error)
    }

    /// Goes on for about `work` steps, of which there are some millions in a second; how far it is, from 0 to 1, and 1
    /// when done.
    ///
    /// # Errors
    /// Throws a `GpuCostError` when no plan was found within the limit of work.
    pub fn advance(&mut self, work: u32) -> Result<f64, JsValue> {
        self.0.advance(work.into()).map_err(request_error)
    }

    /// The plan; `undefined` before any is found. The planner is used up.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "PlanOutcome | undefined")]
    pub fn finish(self) -> JsValue {
        encode(&self.0.finish())
    }
}

/// The cheapest plan over time, at once.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "PlanOutcome")]
pub fn plan(
    #[wasm_bindgen(unchecked_param_type = "PlanRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::plan::plan)
}

/// What to commit to where the demand is one of several.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "UncertainOutcome")]
pub fn uncertain(
    #[wasm_bindgen(unchecked_param_type = "UncertainRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::plan::uncertain::uncertain)
}

/// What is expected of a job on spot.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "SpotOutcome")]
pub fn spot(
    #[wasm_bindgen(unchecked_param_type = "SpotRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::plan::spot::spot)
}

/// What is paid for a term that ends before its time.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "RefundOutcome")]
pub fn refund(
    #[wasm_bindgen(unchecked_param_type = "RefundRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::plan::refund::refund)
}

/// Where ways to pay cross, and what hours cost on each of them.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "Explanation")]
pub fn explain(
    #[wasm_bindgen(unchecked_param_type = "ExplainRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::plan::explain::explain)
}

/// When to buy terms where nothing is known of what is to come.
///
/// # Errors
/// Throws a `GpuCostError` with code `request` and everything that is wrong with the request.
#[wasm_bindgen(unchecked_return_type = "OnlineOutcome")]
pub fn online(
    #[wasm_bindgen(unchecked_param_type = "OnlineRequest | string")] request: &JsValue,
) -> Result<JsValue, JsValue> {
    js::answer(request, dto::plan::online::online)
}

/// What a table of a demand holds, whose rows are so many minutes long.
///
/// # Errors
/// Throws a `GpuCostError` with code `trace` and what is wrong with the table, by its lines; the path is the column.
#[wasm_bindgen(js_name = readTrace, unchecked_return_type = "TraceFacts")]
pub fn read_trace(
    #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    slot_minutes: f64,
) -> Result<JsValue, JsValue> {
    let facts = js::text(text).and_then(|text| dto::plan::trace_facts(&text, slot_minutes));
    facts.map(|facts| encode(&facts)).map_err(|issues| js::error(ErrorCode::Trace, issues))
}

/// The limits of every number of a plan over time.
#[must_use]
#[wasm_bindgen(js_name = planningBounds, unchecked_return_type = "BoundFacts[]")]
pub fn planning_bounds() -> JsValue {
    encode(&facts::planning_limits())
}

fn request_error(issues: Vec<Issue>) -> JsValue {
    js::error(ErrorCode::Request, issues)
}
