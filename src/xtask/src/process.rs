//! Starting other programs in the repository.
//!
//! Programs that only prepare something write to standard error, so that the standard output of a command is its result alone.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.ancestors().nth(2).unwrap_or(xtask).to_path_buf()
}

/// A program to be started in the root of the repository, without standard input.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// The cargo that runs this command, with the given arguments.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace());
    command
}

/// npm, in a folder of the repository.
pub(crate) fn npm(folder: &str) -> Command {
    let mut command = program(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root().join(folder));
    command
}

/// Runs a program whose output is a result.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", line(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// Runs a program that prepares something: what it prints goes to standard error.
pub(crate) fn prepare(command: &mut Command) -> Result<()> {
    run(command.stdout(std::io::stderr()))
}

/// Lets a program take the place of this one, so that signals reach it.
pub(crate) fn become_program(mut command: Command) -> Result<()> {
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(&mut command);
        Err(error).with_context(|| format!("cannot start `{}`", line(&command)))
    }
    #[cfg(not(unix))]
    run(&mut command)
}

/// Runs a program and returns the first line it prints, trimmed.
pub(crate) fn first_line(command: &mut Command) -> Result<String> {
    Ok(output(command)?.lines().next().unwrap_or_default().trim().to_owned())
}

/// Runs a program and returns what it prints.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start `{}`", line(command)))?;
    if !output.status.success() {
        bail!("`{}` failed: {}", line(command), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Finds a program: the value of an environment variable first, then the names on `PATH`.
pub(crate) fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(path) = env::var_os(variable) {
        return Some(path.into());
    }
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let candidates = names.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    candidates.into_iter().find(|path| path.is_file())
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
