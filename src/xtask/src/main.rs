//! The project's own commands; `cargo xtask help` lists them.
//!
//! Each command checks and installs what it needs itself, so that a fresh clone needs no other step.
//! It holds no calculation: numbers come from the core crate, files from `www/`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

mod accuracy;
mod build;
mod check_catalog;
mod codegen;
mod cover;
mod cross_check;
mod csv;
mod import;
mod measure;
mod parameters;
mod process;
mod serve;
mod setup;
mod snapshot;
mod test;
mod trace;

/// Commands of the GPU cost calculator project.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Build the page with its wasm module into target/www
    Build,
    /// Build the page and serve it on this machine
    Serve {
        /// Port to listen on; 0 takes any free one
        #[arg(long, default_value_t = 8000)]
        port: u16,
    },
    /// Run every check and test, as continuous integration does
    Test {
        /// Run this step alone
        #[arg(long, value_enum)]
        only: Option<test::Step>,
    },
    /// Build the page and the npm package of it into target/npm
    Npm,
    /// Build the npm package, and open it in a browser in every kind of project that tests/packages has
    Packages,
    /// Write the generated tables and catalogs from the facts
    Codegen {
        /// Fail when they are stale instead of writing them
        #[arg(long)]
        check: bool,
    },
    /// Build, then compare the size of each shipped file with the budget
    Size {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Build, then time the wasm module
    Bench {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Say which GPU each row of price lists in CSV names, and make a catalog of them
    Import {
        /// Files with a column `gpu`
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        options: import::Options,
    },
    /// Say what becomes of each row of price lists in the snapshot, and write why the rest is left out
    Snapshot {
        /// Price lists in CSV
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print one JSON object instead of writing
        #[arg(long)]
        json: bool,
    },
    /// List every error of a catalog file
    CheckCatalog {
        /// A catalog in JSON
        file: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Hold the figures of GPUs against tables of others
    CrossCheck {
        /// Read these tables again from their packages
        #[arg(long)]
        fetch: bool,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Solve every case of a cover file and verify its certificate
    Cover {
        /// JSON with `cases`
        file: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Count the parameters of every config.json that DIR/index.csv lists, and compare
    Parameters {
        /// Directory with index.csv: columns `file` and `exact_param_count`
        directory: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Plan a demand trace on the ladders of billing plans, beside simple rules
    Trace {
        /// CSV with a column `gpus`, a row for each slot, and maybe `interruptible`, `slot` and `time`
        #[arg(required_unless_present = "table")]
        file: Option<PathBuf>,
        /// Write the document on all traces of this folder (those named -minute by the minute) instead
        #[arg(long, conflicts_with_all = ["file", "slot", "json"])]
        table: Option<PathBuf>,
        /// Length of a slot
        #[arg(long, value_enum, default_value = "1h")]
        slot: trace::Slot,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Predict measured rows of DIR, and compare
    Accuracy {
        /// Directory with training-runs.csv, memory-measured.csv, inference-measured.csv or diffusion-measured.csv
        directory: PathBuf,
        #[command(flatten)]
        options: accuracy::Options,
    },
    /// Run a wasm test binary: cargo calls this (`.cargo/config.toml`)
    #[command(hide = true)]
    WasmTestRunner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    let result = setup::run_as_wasm_tool().unwrap_or_else(|| run(Command::parse()));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Build => build::build(build::Profile::Release),
        Command::Serve { port } => serve::serve(port),
        Command::Test { only } => test::test(only),
        Command::Npm => build::npm(),
        Command::Packages => test::packages(),
        Command::Codegen { check } => codegen::run(check),
        Command::Size { json } => measure::size(json),
        Command::Bench { json } => measure::bench(json),
        Command::Import { files, options } => import::run(&files, &options),
        Command::Snapshot { files, json } => snapshot::run(&files, json),
        Command::CheckCatalog { file, json } => check_catalog::run(&file, json),
        Command::CrossCheck { fetch, json } => cross_check::run(fetch, json),
        Command::Parameters { directory, json } => parameters::run(&directory, json),
        Command::Cover { file, json } => cover::run(&file, json),
        Command::Trace { table: Some(folder), .. } => trace::write_table(&folder),
        Command::Trace { file, slot, json, .. } => trace::run(&file.unwrap_or_default(), slot, json),
        Command::Accuracy { directory, options } => accuracy::run(&directory, options),
        Command::WasmTestRunner { args } => setup::run_wasm_tests(args),
    }
}
