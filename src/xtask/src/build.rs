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

/// The modules of the boundary crate: its features, and the name of its files.
const MODULES: [(&str, &str); 6] = [
    ("compare", "gpu-cost"),
    ("compare,generation", "gpu-cost-visual"),
    ("tools", "gpu-cost-tools"),
    ("planning", "gpu-cost-planning"),
    ("bills", "gpu-cost-bills"),
    ("choosing,generation", "gpu-cost-choosing"),
];

/// Compiles the boundary crate and writes its modules with their glue code to `www/element/wasm`.
pub(crate) fn wasm() -> Result<()> {
    let glue = root().join("www/element/wasm");
    fs::create_dir_all(&glue).context("cannot create www/element/wasm")?;
    for (features, name) in MODULES {
        let mut compile = cargo("build --release --package gpu-cost --lib --no-default-features --target");
        prepare(compile.args([WASM_TARGET, "--features", features]))?;
        let module = target_folder().join(WASM_TARGET).join("release/gpu_cost.wasm");
        let options = "wasm-bindgen --target web --remove-name-section --remove-producers-section --out-name";
        let mut arguments: Vec<_> = options.split(' ').chain([name, "--out-dir"]).map(PathBuf::from).collect();
        arguments.extend([glue.clone(), module]);
        wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments).context("wasm-bindgen failed")?;
    }
    Ok(())
}

fn target_folder() -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    root().join(folder)
}
