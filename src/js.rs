//! Values of JavaScript: inputs to text, outputs to plain objects, issues to an `Error`.

use js_sys::{Error, JSON, Object};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use crate::dto::issue::Issue;

/// Which input an error is about.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ErrorCode {
    /// The catalog.
    #[cfg(any(feature = "bills", feature = "choosing", feature = "compare"))]
    Catalog,
    /// The request.
    Request,
    /// The configuration of a model.
    #[cfg(feature = "tools")]
    Config,
    /// The table of a demand.
    #[cfg(feature = "planning")]
    Trace,
}

/// What is thrown where an input is wrong: an `Error` with these properties.
#[derive(Debug, Serialize, Tsify)]
pub(crate) struct GpuCostError {
    /// Tells it from other errors.
    #[tsify(type = "\"GpuCostError\"")]
    name: &'static str,
    /// Which input it is about.
    code: ErrorCode,
    /// The first issue in English, for developers, and how many more there are.
    message: String,
    /// Everything that is wrong.
    issues: Vec<Issue>,
}

/// The text of a file.
pub(crate) fn text(value: &JsValue) -> Result<String, Vec<Issue>> {
    value.as_string().ok_or_else(|| vec![Issue::new("invalid-type", "a text of JSON")])
}

/// Hands the text of a request on. Issues keep their lines and columns only where it was a text to begin with.
pub(crate) fn request<T>(value: &JsValue, read: impl FnOnce(&str) -> Result<T, Vec<Issue>>) -> Result<T, Vec<Issue>> {
    read(&request_text(value)?).map_err(|issues| positioned(value, issues))
}

/// Apart from what is read, as that is compiled for each kind of request.
#[inline(never)]
fn request_text(value: &JsValue) -> Result<String, Vec<Issue>> {
    // Big integers and circles throw; functions and `undefined` become nothing.
    let written = || JSON::stringify(value).ok().and_then(|text| JsValue::from(text).as_string());
    let text = value.as_string().or_else(written);
    text.ok_or_else(|| vec![Issue::new("invalid-type", "an object that JSON can hold")])
}

#[inline(never)]
fn positioned(value: &JsValue, issues: Vec<Issue>) -> Vec<Issue> {
    if value.is_string() { issues } else { issues.into_iter().map(Issue::without_position).collect() }
}

/// The answer to a request, as a plain object.
///
/// # Errors
/// A `GpuCostError` with code `request` and everything that is wrong with it.
pub(crate) fn answer<T: Serialize>(
    value: &JsValue,
    read: impl FnOnce(&str) -> Result<T, Vec<Issue>>,
) -> Result<JsValue, JsValue> {
    request(value, read).map(|found| encode(&found)).map_err(|issues| error(ErrorCode::Request, issues))
}

/// A plain object; what is absent is `undefined`.
pub(crate) fn encode<T: Serialize + ?Sized>(value: &T) -> JsValue {
    // Only numbers beyond 2⁵³ cannot be written, and no output has any.
    value.serialize(&Serializer::new()).unwrap_or_else(|error| wasm_bindgen::throw_val(error.into()))
}

/// The error of an input.
pub(crate) fn error(code: ErrorCode, issues: Vec<Issue>) -> JsValue {
    let first = issues.first().map(Issue::message).unwrap_or_default();
    let message = match issues.len() {
        0 | 1 => first,
        all => format!("{first}, and {} more", all - 1),
    };
    let error = Error::new(&message);
    let properties = encode(&GpuCostError { name: "GpuCostError", code, message, issues });
    Object::assign(&error, &properties.into()).into()
}
