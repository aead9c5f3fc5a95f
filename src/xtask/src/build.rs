//! Builds what is shipped: Rust → wasm → glue code → the page in `target/www`.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::process::{self, cargo, prepare, program, root};
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
    match profile {
        Profile::Release => bundle(&[]),
        Profile::Debug => bundle(&["--source-map"]),
    }
}

/// Builds the page, and the npm package of it: the folder `target/npm`, and its archive beside it.
pub(crate) fn npm() -> Result<()> {
    bundle(&["--npm"])?;
    prepare(process::npm("target/npm").args(["pack", "--silent", "--pack-destination", ".."]))
}

fn bundle(options: &[&str]) -> Result<()> {
    setup::rust_targets(&[WASM_TARGET])?;
    setup::npm_packages("www")?;
    wasm()?;
    prepare(program("node").arg("www/build.mjs").args(options))
}

/// The modules of the boundary crate: its features, what it is optimized for, and the name of its files. The last is for
/// programs without a page, which load all at once.
const MODULES: [(&str, Optimized, &str); 7] = [
    ("compare", SMALL, "gpu-cost"),
    ("compare,generation,names", SMALL, "gpu-cost-visual"),
    ("tools,names", SMALL, "gpu-cost-tools"),
    ("planning", FAST, "gpu-cost-planning"),
    ("bills", SMALL, "gpu-cost-bills"),
    ("choosing,generation,names", SMALL, "gpu-cost-choosing"),
    ("default", SMALL, "gpu-cost-core"),
];

/// An `opt-level` of cargo.
type Optimized = &'static str;
const SMALL: Optimized = "z";
/// Searches take a third of the time, and 5 % more bytes, which are loaded when a plan is first asked for.
const FAST: Optimized = "2";

/// Compiles the boundary crate and writes its modules with their glue code to `www/element/wasm`.
pub(crate) fn wasm() -> Result<()> {
    let glue = root().join("www/element/wasm");
    fs::create_dir_all(&glue).context("cannot create www/element/wasm")?;
    let flags = without_paths();
    for (features, optimized, name) in MODULES {
        let mut compile = cargo("build --release --package gpu-cost --lib --no-default-features --target");
        compile.args([WASM_TARGET, "--features", features]);
        prepare(compile.env("CARGO_ENCODED_RUSTFLAGS", &flags).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", optimized))?;
        let module = target_folder().join(WASM_TARGET).join("release/gpu_cost.wasm");
        let options = "wasm-bindgen --target web --omit-default-module-path --remove-name-section \
                       --remove-producers-section --out-name";
        let mut arguments: Vec<_> = options.split(' ').chain([name, "--out-dir"]).map(PathBuf::from).collect();
        arguments.extend([glue.clone(), module]);
        wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments).context("wasm-bindgen failed")?;
    }
    Ok(())
}

/// Flags that keep folders of this machine out of the places that a panic names, so that every machine builds the same bytes.
fn without_paths() -> String {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let folders = registries.into_iter().flatten().flatten().map(|entry| entry.path());
    let flags: Vec<String> =
        folders.chain([root()]).map(|folder| format!("--remap-path-prefix={}=", folder.display())).collect();
    flags.join("\u{1f}")
}

fn target_folder() -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    root().join(folder)
}
