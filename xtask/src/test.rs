//! `cargo xtask test`: everything that has to hold before a change lands.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use obverse_rules::Tier;

use crate::steps::{Steps, cargo, command, output, root, run};
use crate::{install, page};

/// Runs every check; the exit code tells whether all went well.
pub(crate) fn run_all() -> Steps {
    let mut steps = Steps::default();
    steps.step("install what is missing", install::programs);
    steps.step("format", || run(&mut cargo(&["fmt", "--all", "--check"])));
    steps.step("lints", || {
        run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    });
    steps.step("documentation", || {
        run(cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"])
            .env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.step("tests", || run(&mut cargo(&["test", "--workspace", "--quiet"])));
    steps.step("bench signature", signature);
    if root().join("web").exists() {
        steps.step("page: types and browser", || {
            page::install()?;
            page::types()?;
            page::script("test", binary()?)
        });
    }
    steps
}

/// Runs every check and prints the summary.
pub(crate) fn run_and_report() -> ExitCode {
    if run_all().finish() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The node counts of the fixed searches must be the recorded ones on every tier: whoever changes
/// what the engine searches says so by changing the record.
fn signature() -> Result<()> {
    let record = "crates/engine/signature.txt";
    let recorded = std::fs::read_to_string(root().join(record)).context(record)?;
    let binary = binary()?;
    for tier in Tier::available() {
        let mut bench = command(&binary.to_string_lossy(), &["bench", "signature", "--json"]);
        bench.env("OBVERSE_TIER", tier.name());
        let printed = output(&mut bench)?;
        let answer: serde_json::Value =
            serde_json::from_str(&printed).context("bench signature")?;
        let found: String = ["signature", "other_boards"]
            .iter()
            .map(|name| format!("{name} {}\n", answer[name]))
            .collect();
        println!("{tier} tier: {}", found.trim().replace('\n', ", "));
        if found != recorded {
            bail!(
                "the node counts are\n{found}{record} says\n{recorded}\
                 If the search was meant to change, write the new ones there."
            );
        }
    }
    Ok(())
}

/// The binary of the tests' profile, built.
fn binary() -> Result<PathBuf> {
    run(&mut cargo(&["build", "--quiet", "--package", "obverse-cli"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(root().join(target).join("debug/obverse"))
}
