//! Native tests of the whole: scenarios, laws, and the order of the house.

mod golden;
mod law;
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
