//! Native tests of the whole: scenarios, laws, and the order of the house.

#![allow(clippy::unwrap_used)] // of helpers; inside of tests it is allowed anyway

mod cover;
#[path = "../../src/xtask/src/csv.rs"]
mod csv;
mod facts;
mod golden;
mod law;
mod model_config;
mod name;
mod spec;
mod tidy;

/// The root of the repository.
fn root() -> std::path::PathBuf {
    std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the repository as text.
#[track_caller]
fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The answer to a request in JSON, as JavaScript sees it.
#[track_caller]
fn compare(catalog: &str, request: &serde_json::Value) -> serde_json::Value {
    let catalog = gpu_cost::dto::catalog::read(catalog).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let answer = gpu_cost::dto::compare(&catalog, &request.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    serde_json::to_value(answer).unwrap()
}

/// The bill of a rental in JSON, as JavaScript sees it. The catalog is good in full, not only what bills read of it.
#[track_caller]
fn settle(catalog: &str, request: &serde_json::Value) -> serde_json::Value {
    assert!(gpu_cost::dto::catalog::read(catalog).is_ok());
    let bills = gpu_cost::dto::bills::Bills::new(catalog).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let answer = bills.settle(&request.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    serde_json::to_value(answer).unwrap()
}

/// An estimate in JSON, as JavaScript sees it.
#[track_caller]
fn estimate(request: &serde_json::Value) -> serde_json::Value {
    let found = gpu_cost::dto::estimate::estimate(&request.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    serde_json::to_value(found).unwrap()
}
