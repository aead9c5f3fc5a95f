//! The JSON Schema of a catalog file: what the types of it say, and the ranges and forms that the second pass checks.
//!
//! A schema cannot say that names refer to what is there, that ids are unique, or that a unit fits its GPU:
//! [`read`](super::read) checks that.

use gpu_cost_core::bounds::{self, Bound, rental};
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::CatalogFile;

/// The row of the bounds of each field that has one, by its type.
const BOUNDS: &[(&str, &str, &Bound)] = &[
    ("", "monthHours", &bounds::MONTH_HOURS),
    ("Bundle", "setupMinutesSaved", &rental::SETUP_MINUTES_SAVED),
    ("DiskFee", "freeGib", &bounds::FREE_GIB),
    ("EgressFee", "freeGib", &bounds::FREE_GIB),
    ("FreeTrial", "trialCards", &rental::TRIAL_CARDS),
    ("FreeTrial", "trialHours", &rental::TRIAL_HOURS),
    ("HourlyPrice", "minimumSeconds", &bounds::MINIMUM_SECONDS),
    ("Offer", "cardsPerUnit", &bounds::CARDS_PER_UNIT),
    ("Offer", "maxUnits", &bounds::UNITS),
    ("Offer", "memoryGib", &bounds::GPU_MEMORY_GIB),
    ("Offer", "minUnits", &bounds::UNITS),
    ("Platform", "taxPercent", &rental::TAX_PERCENT),
    ("PlatformRules", "arrearsDeleteHours", &rental::ARREARS_HOURS),
    ("PlatformRules", "arrearsStopHours", &rental::ARREARS_HOURS),
    ("PlatformRules", "dataKeptDays", &rental::DATA_KEPT_DAYS),
    ("RefundTerms", "freeUnits", &bounds::UNITS),
    ("RefundTerms", "freeWithinHours", &rental::FREE_WITHIN_HOURS),
    ("RefundTerms", "sharePercent", &rental::SHARE_PERCENT),
    ("Sla", "availabilityPercent", &rental::SLA_PERCENT),
    ("Sla", "capPercent", &rental::CREDIT_PERCENT),
    ("SlaCredit", "belowPercent", &rental::SLA_PERCENT),
    ("SlaCredit", "creditPercent", &rental::CREDIT_PERCENT),
    ("Slice", "memoryGib", &bounds::GPU_MEMORY_GIB),
    ("Slice", "speedPercent", &bounds::SPEED_PERCENT),
    ("SpotRules", "availablePercent", &rental::AVAILABLE_PERCENT),
    ("SpotRules", "freeIfReclaimedWithinSeconds", &rental::FREE_IF_RECLAIMED_WITHIN_SECONDS),
    ("SpotRules", "interruptionsPerMonth", &rental::INTERRUPTIONS_PER_MONTH),
    ("SpotRules", "noticeSeconds", &rental::NOTICE_SECONDS),
    ("StorageFee", "freeGib", &bounds::FREE_GIB),
];

/// The JSON Schema (draft 2020-12) of a catalog file.
#[must_use]
pub fn schema() -> Value {
    let mut generator = SchemaGenerator::from(SchemaSettings::draft2020_12());
    let mut schema = generator.root_schema_for::<CatalogFile<'_>>();
    RecursiveTransform(without_null).transform(&mut schema);
    let mut schema = schema.to_value();
    for (of, field, bound) in BOUNDS {
        let kind = if bound.whole { "integer" } else { "number" };
        add(&mut schema, of, field, &json!({ "type": kind, "minimum": bound.min, "maximum": bound.max }));
    }
    for (of, field, rules) in forms() {
        add(&mut schema, of, field, &rules);
    }
    schema
}

/// What the second pass asks of texts, prices and lists.
fn forms() -> Vec<(&'static str, &'static str, Value)> {
    let (some, text, date) = (json!({ "minItems": 1 }), json!({ "minLength": 1 }), json!({ "format": "date" }));
    let several = json!({ "properties": { "cardsPerUnit": { "exclusiveMinimum": 1 } }, "required": ["cardsPerUnit"] });
    let (rent, fee) = (json!({ "exclusiveMinimum": 0 }), json!({ "minimum": 0 }));
    vec![
        ("", "asOf", date.clone()),
        ("", "currency", json!({ "pattern": "^[A-Z]{3}$" })),
        ("", "offers", some),
        ("AddressFee", "price", fee.clone()),
        ("AddressFee", "stoppedPrice", fee.clone()),
        ("Billing", "", json!({ "minProperties": 1 })),
        ("Bundle", "asOf", date.clone()),
        ("Bundle", "name", text.clone()),
        ("Bundle", "price", fee.clone()),
        ("CatalogSource", "title", text.clone()),
        ("CatalogSource", "url", json!({ "pattern": "^https?://" })),
        ("DiskFee", "price", fee.clone()),
        ("DiskFee", "stoppedPrice", fee.clone()),
        ("EgressFee", "price", fee.clone()),
        ("HourlyPrice", "price", rent.clone()),
        ("Offer", "", json!({ "if": several, "then": { "required": ["unit"] } })),
        ("Offer", "asOf", date.clone()),
        ("Offer", "id", text.clone()),
        ("Platform", "id", text.clone()),
        ("Platform", "name", text),
        ("Platform", "setup", fee.clone()),
        ("PlatformRules", "asOf", date),
        ("PlatformRules", "deposit", fee.clone()),
        ("PlatformRules", "expansionPerGib", fee.clone()),
        ("PlatformRules", "noGpuHourly", fee.clone()),
        ("PlatformRules", "overtimeHourly", fee.clone()),
        ("Slice", "", json!({ "minProperties": 1 })),
        ("StorageFee", "price", fee.clone()),
        ("TermPrice", "price", rent),
    ]
}

/// Adds rules to a type, or to a field of it; the file itself has no name.
fn add(schema: &mut Value, of: &str, field: &str, rules: &Value) {
    let of = if of.is_empty() { String::new() } else { format!("/$defs/{of}") };
    let field = if field.is_empty() { String::new() } else { format!("/properties/{field}") };
    let found = schema.pointer_mut(&format!("{of}{field}")).and_then(Value::as_object_mut);
    let (object, rules) = found.zip(rules.as_object()).expect("the types have what the tables name");
    object.extend(rules.clone());
}

/// What may be absent is not `null`.
fn without_null(schema: &mut Schema) {
    let is_null = |value: &Value| *value == json!("null") || *value == json!({ "type": "null" });
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| !is_null(kind));
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            schema.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(kinds)) = schema.get_mut("anyOf") {
        kinds.retain(|kind| !is_null(kind));
        if let [Value::Object(kind)] = kinds.as_slice() {
            let kind = kind.clone();
            schema.remove("anyOf");
            for (key, value) in kind {
                schema.insert(key, value);
            }
        }
    }
}
