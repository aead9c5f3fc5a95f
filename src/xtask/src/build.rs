//! Builds what is shipped: Rust → wasm → glue code → the page in `target/www`.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::{cargo, prepare, program, root};
use crate::setup;

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// What the page is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Small files, as shipped.
    Release,
    /// The same with source maps.
    Debug,
}

/// Builds the page into `target/www`.
pub(crate) fn build(profile: Profile) -> Result<()> {
    setup::rust_targets(&[WASM_TARGET])?;
    setup::npm_packages("www")?;
    wasm()?;
    let mut bundle = program("node");
    bundle.arg("www/build.mjs");
    if profile == Profile::Debug {
        bundle.arg("--source-map");
    }
    prepare(&mut bundle)
}

/// Compiles the boundary crate and writes the module with its glue code to `www/element/wasm`.
pub(crate) fn wasm() -> Result<()> {
    let mut compile = cargo("build --release --package gpu-cost --lib --target");
    prepare(compile.arg(WASM_TARGET))?;
    let module = target_folder().join(WASM_TARGET).join("release/gpu_cost.wasm");
    let glue = root().join("www/element/wasm");
    fs::create_dir_all(&glue).context("cannot create www/element/wasm")?;
    let options = "--target web --out-name gpu-cost --remove-name-section --remove-producers-section --out-dir";
    let mut arguments: Vec<_> = ["wasm-bindgen"].into_iter().chain(options.split(' ')).map(PathBuf::from).collect();
    arguments.extend([glue, module]);
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments).context("wasm-bindgen failed")
}

fn target_folder() -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    root().join(folder)
}
