//! Every check and test, in the order in which failures are cheapest to find.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::ValueEnum;

use crate::build;
use crate::process::{cargo, program, root, run};
use crate::{codegen, setup};

/// One step of `cargo xtask test`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Formatting of the Rust code
    Format,
    /// Clippy, for the host and for wasm
    Lint,
    /// Generated tables and catalogs are fresh
    Codegen,
    /// Tests on the host
    Native,
    /// The core compiles where there is no standard library
    NoStd,
    /// Documentation without warnings
    Doc,
    /// The wasm boundary in a headless browser
    Boundary,
    /// TypeScript types
    Types,
    /// The element and the page in a headless browser
    Web,
}

/// Runs one step, or all of them up to the first failure.
pub(crate) fn test(only: Option<Step>) -> Result<()> {
    let steps = only.as_ref().map_or(Step::value_variants(), std::slice::from_ref);
    for (index, step) in steps.iter().enumerate() {
        eprintln!("\n== {}/{} {}: {}", index + 1, steps.len(), step.name(), step.help());
        let start = Instant::now();
        step.run().with_context(|| format!("{} (repeat it with `cargo xtask test --only {0}`)", step.name()))?;
        // The last lines are the test runner's own.
        if index + 1 < steps.len() {
            eprintln!("== {} passed in {:.1} s", step.name(), start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    fn help(self) -> String {
        let value = self.to_possible_value();
        value.and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default()
    }

    fn run(self) -> Result<()> {
        match self {
            Self::Format => run(&mut cargo("fmt --all --check")),
            Self::Lint => lint(),
            Self::Codegen => codegen::run(true),
            Self::Native => run(&mut cargo("test --workspace")),
            Self::NoStd => no_std(),
            Self::Doc => doc(),
            Self::Boundary => boundary(),
            Self::Types => types(),
            Self::Web => web(),
        }
    }
}

fn lint() -> Result<()> {
    setup::rust_targets(&["wasm32-unknown-unknown"])?;
    run(&mut cargo("clippy --workspace --all-targets -- -D warnings"))?;
    run(&mut cargo("clippy --package gpu-cost --all-targets --target wasm32-unknown-unknown -- -D warnings"))
}

/// On `wasm32-unknown-unknown` a use of the standard library would slip through.
fn no_std() -> Result<()> {
    setup::rust_targets(&["wasm32v1-none"])?;
    run(&mut cargo("check --package gpu-cost-core --target wasm32v1-none"))
}

fn doc() -> Result<()> {
    let mut doc = cargo("doc --no-deps --package gpu-cost-core --package gpu-cost");
    run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn boundary() -> Result<()> {
    setup::rust_targets(&["wasm32-unknown-unknown"])?;
    let browser = setup::browser()?;
    let path = setup::wasm_tools()?;
    let mut tests = program(setup::wasm_pack()?);
    tests.args(["test", "--headless", "--chrome", "--chromedriver"]).arg(browser.driver);
    run(tests.env("PATH", path))
}

fn types() -> Result<()> {
    setup::npm_packages("www")?;
    build::wasm()?;
    run(program("node").args(["www/node_modules/typescript/bin/tsc", "--noEmit", "--project", "www"]))
}

fn web() -> Result<()> {
    let browser = setup::browser()?;
    setup::npm_packages("tests/web")?;
    build::npm()?;
    let mut tests = program("node");
    tests.args(["--test", "--test-reporter=spec"]).args(web_tests()?);
    run(tests.env("CHROMIUM", browser.chromium))
}

/// Builds projects that use the npm package, by the bundlers and frameworks of hosts, and opens each in a browser.
pub(crate) fn packages() -> Result<()> {
    let browser = setup::browser()?;
    setup::npm_packages("tests/web")?;
    setup::npm_packages("tests/packages")?;
    build::npm()?;
    let mut tests = program("node");
    tests.args(["--test", "--test-reporter=spec", "tests/packages/bundlers.test.mjs"]);
    run(tests.env("CHROMIUM", browser.chromium))
}

fn web_tests() -> Result<Vec<PathBuf>> {
    let folder = root().join("tests/web");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).context("cannot read tests/web")? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
