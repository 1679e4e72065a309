//! `cargo xtask release`: the program as it is given away. Its page has the engine for a browser too,
//! so a game goes on when the server is lost.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::steps::{Outcome, cargo, run, target};
use crate::wasm;

/// Makes the engine for a browser, and the release build with it inside.
pub(crate) fn make() -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = wasm::build()? {
        return Ok(skipped);
    }
    let program = build(&["--release"], "release")?;
    let size = fs::metadata(&program).with_context(|| program.display().to_string())?.len();
    println!("{size:>10} {}", program.display());
    Ok(Outcome::Done)
}

/// The program of the tests' profile with the engine inside, which has been made before.
pub(crate) fn for_tests() -> Result<PathBuf> {
    build(&["--quiet"], "debug")
}

fn build(arguments: &[&str], folder: &str) -> Result<PathBuf> {
    run(cargo(&["build", "--package", "obverse-cli", "--features", "browser-engine"])
        .args(arguments)
        .env("OBVERSE_WASM", wasm::folder()))?;
    Ok(target().join(folder).join("obverse"))
}
