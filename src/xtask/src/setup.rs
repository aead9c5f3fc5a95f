//! Checks and installs what a command needs; each check prints one line to standard error.
//!
//! Sources are the Rust, npm and (as root, where it exists) apt packages, and nothing else.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, find, first_line, npm, prepare, program, root};

const NODE_MAJOR: u32 = 20;
const WASM_PACK: &str = "0.15.1";
const CHROMIUM: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const BROWSER_PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// A browser and the driver that steers it.
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Adds the missing compilation targets to the pinned toolchain.
pub(crate) fn rust_targets(targets: &[&str]) -> Result<()> {
    let sysroot = first_line(program("rustc").args(["--print", "sysroot"]))?;
    let libraries = Path::new(&sysroot).join("lib/rustlib");
    let is_missing = |target: &&&str| !libraries.join(target).is_dir();
    let missing: Vec<_> = targets.iter().filter(is_missing).collect();
    if !missing.is_empty() {
        report("Rust targets", &format!("adding {missing:?}"));
        prepare(program("rustup").args(["target", "add"]).args(missing))
            .context("a Rust target is missing and rustup could not add it")?;
    }
    report("Rust targets", &targets.join(", "));
    Ok(())
}

/// Installs the npm packages of a folder when its lock file has changed.
pub(crate) fn npm_packages(folder: &str) -> Result<()> {
    node()?;
    let lock = fs::read(root().join(folder).join("package-lock.json"))
        .with_context(|| format!("{folder} has no package-lock.json"))?;
    let stamp = root().join(folder).join("node_modules/.installed-lock.json");
    let is_fresh = fs::read(&stamp).is_ok_and(|installed| installed == lock);
    if !is_fresh {
        report("npm packages", &format!("installing those of {folder}"));
        prepare(npm(folder).args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]))?;
        fs::write(&stamp, lock).context("cannot write into node_modules")?;
    }
    report("npm packages", folder);
    Ok(())
}

/// Finds Chromium and its driver, or installs them where the system's package manager can.
pub(crate) fn browser() -> Result<Browser> {
    if find_browser().is_none() {
        install_browser()?;
    }
    let browser = find_browser().context("Chromium was installed but is not on PATH")?;
    report("Chromium", &browser.chromium.display().to_string());
    Ok(browser)
}

/// Finds wasm-pack, or compiles it into `target/tools`.
pub(crate) fn wasm_pack() -> Result<PathBuf> {
    let path = find("WASM_PACK", &["wasm-pack"]).unwrap_or_else(|| tool("wasm-pack"));
    if !path.is_file() {
        report("wasm-pack", "compiling it, once");
        let mut install = cargo("install wasm-pack --locked --debug --version");
        prepare(install.args([WASM_PACK, "--root"]).arg(root().join("target/tools")))?;
    }
    report("wasm-pack", &path.display().to_string());
    Ok(path)
}

/// Puts this program where wasm-pack looks for the wasm-bindgen tools, and returns a `PATH` that leads there.
///
/// Otherwise wasm-pack would compile them a second time.
pub(crate) fn wasm_tools() -> Result<OsString> {
    let this = env::current_exe().context("cannot find this program")?;
    for name in ["wasm-bindgen", "wasm-bindgen-test-runner"] {
        let path = tool(name);
        fs::create_dir_all(path.with_file_name("")).context("cannot create target/tools")?;
        fs::copy(&this, &path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let old = env::var_os("PATH").unwrap_or_default();
    let folders = [root().join("target/tools/bin")].into_iter().chain(env::split_paths(&old));
    env::join_paths(folders).context("PATH cannot be extended")
}

/// Acts as one of the wasm-bindgen tools when this program was started under its name.
pub(crate) fn run_as_wasm_tool() -> Option<Result<()>> {
    let program = PathBuf::from(env::args_os().next()?);
    match program.file_stem()?.to_str()? {
        "wasm-bindgen" => Some(wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(env::args_os())),
        "wasm-bindgen-test-runner" => Some(run_wasm_tests(env::args_os().skip(1))),
        _ => None,
    }
}

/// Runs a wasm test binary.
pub(crate) fn run_wasm_tests(args: impl IntoIterator<Item = OsString>) -> Result<()> {
    let name = OsString::from("wasm-bindgen-test-runner");
    let args = std::iter::once(name).chain(args);
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(args)
}

fn node() -> Result<()> {
    let wanted = format!("Node.js {NODE_MAJOR} or later is needed");
    let version = first_line(program("node").arg("--version")).context(wanted.clone())?;
    let major = version.trim_start_matches('v').split('.').next().unwrap_or_default();
    if major.parse::<u32>().is_ok_and(|major| NODE_MAJOR <= major) {
        return Ok(());
    }
    bail!("{wanted}; this is {version}");
}

fn find_browser() -> Option<Browser> {
    let chromium = find("CHROMIUM", &CHROMIUM)?;
    let driver = find("CHROMEDRIVER", &["chromedriver"])?;
    Some(Browser { chromium, driver })
}

fn install_browser() -> Result<()> {
    if find("APT_GET", &["apt-get"]).is_none() || !is_root() {
        bail!(
            "Chromium and chromedriver are needed: install them (Debian: {}), or name them in CHROMIUM and CHROMEDRIVER",
            BROWSER_PACKAGES.join(" ")
        );
    }
    report("Chromium", "installing it with apt-get");
    prepare(program("apt-get").args(["update", "--quiet"]))?;
    let mut install = program("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive");
    install.args(["install", "--quiet", "--yes", "--no-install-recommends"]);
    prepare(install.args(BROWSER_PACKAGES))
}

fn is_root() -> bool {
    first_line(program("id").arg("-u")).is_ok_and(|user| user == "0")
}

fn tool(name: &str) -> PathBuf {
    root().join("target/tools/bin").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

fn report(what: &str, state: &str) {
    eprintln!("set-up: {what}: {state}");
}
