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

/// Answers to questions in JSON, as JavaScript sees them; what is wrong with a question fails the test.
macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident($($argument:ident),+) = $answer:expr;)*) => {$(
        $(#[$doc])*
        #[track_caller]
        fn $name($($argument: questions!(@type $argument)),+) -> serde_json::Value {
            let answer = $answer.unwrap_or_else(|issues| panic!("{issues:#?}"));
            serde_json::to_value(answer).unwrap()
        }
    )*};
    (@type catalog) => { &str };
    (@type request) => { &serde_json::Value };
}

questions! {
    /// An estimate.
    estimate(request) = gpu_cost::dto::estimate::estimate(&request.to_string());
    /// A plan over time.
    plan(request) = gpu_cost::dto::plan::plan(&request.to_string());
    /// Work on spot.
    spot(request) = gpu_cost::dto::plan::spot::spot(&request.to_string());
    /// A measured card.
    verify(request) = gpu_cost::dto::verification::verify(&request.to_string());
    /// The bill of a rental.
    settle(catalog, request) = bills(catalog).settle(&request.to_string());
    /// Owning against renting.
    own(catalog, request) = bills(catalog).own(&request.to_string());
    /// What a promise of availability is worth.
    sla(catalog, request) = bills(catalog).sla(&request.to_string());
    /// Advice beside the numbers.
    advise(catalog, request) = chooser(catalog).advise(&request.to_string());
    /// Platforms in an order.
    platforms(catalog, request) = chooser(catalog).platforms(&request.to_string());
}

/// What each platform offers and states, as a list under `platforms`.
#[track_caller]
fn platform_facts(catalog: &str, _: &serde_json::Value) -> serde_json::Value {
    serde_json::json!({ "platforms": serde_json::to_value(chooser(catalog).facts()).unwrap() })
}

/// The catalog is good in full, not only what bills read of it.
#[track_caller]
fn bills(catalog: &str) -> gpu_cost::dto::bills::Bills {
    assert!(gpu_cost::dto::catalog::read(catalog).is_ok());
    gpu_cost::dto::bills::Bills::new(catalog).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

#[track_caller]
fn chooser(catalog: &str) -> gpu_cost::dto::choosing::Chooser {
    gpu_cost::dto::choosing::Chooser::new(catalog).unwrap_or_else(|issues| panic!("{issues:#?}"))
}
