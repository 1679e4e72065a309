//! The page's own tools, which run in Node.

use std::ffi::OsStr;
use std::process::Command;

use anyhow::Result;

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

/// Runs a script of `web/package.json` that starts the server it is given.
pub(crate) fn script(name: &str, server: impl AsRef<OsStr>) -> Result<()> {
    run(npm(&["run", "--silent", name]).env("OBVERSE_BIN", server))
}

fn npm(arguments: &[&str]) -> Command {
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join("web"));
    npm
}
