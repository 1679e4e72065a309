//! The page's own tools, which run in Node.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::install::exists;
use crate::steps::{command, root, run};

/// Installs what the page's tools need, just as the lock file says.
pub(crate) fn install() -> Result<()> {
    run(&mut npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
}

/// Checks the page's types.
pub(crate) fn types() -> Result<()> {
    run(&mut npm(&["run", "--silent", "check"]))
}

/// Runs the page's mutants: its unit tests have to find each.
pub(crate) fn mutants() -> Result<()> {
    run(&mut npm(&["run", "--silent", "mutants"]))
}

/// Runs a script that also starts the engine's worker, which is in this folder.
pub(crate) fn worker_script(name: &str, server: impl AsRef<OsStr>, worker: &Path) -> Result<()> {
    let mut npm = npm(&["run", "--silent", name]);
    run(npm.env("OBVERSE_BIN", server).env("OBVERSE_WASM", worker))
}

/// A program of the page's tools, such as npm's `wasm-opt`; none where there is no Node to run it.
pub(crate) fn tool(name: &str) -> Result<Option<PathBuf>> {
    if !exists("npm") {
        return Ok(None);
    }
    let tool = root().join("web/node_modules/.bin").join(name);
    if !tool.exists() {
        install()?;
    }
    Ok(Some(tool))
}

/// Runs a script of `web/package.json` that starts the server it is given.
pub(crate) fn script(name: &str, server: impl AsRef<OsStr>) -> Result<()> {
    run(npm(&["run", "--silent", name]).env("OBVERSE_BIN", server))
}

/// Runs a script of `web/package.json` that tries the site of this folder.
pub(crate) fn alone(name: &str, server: impl AsRef<OsStr>, site: &Path) -> Result<()> {
    run(npm(&["run", "--silent", name]).env("OBVERSE_BIN", server).env("OBVERSE_SITE", site))
}

fn npm(arguments: &[&str]) -> Command {
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join("web"));
    npm
}
