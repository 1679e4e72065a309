//! `cargo xtask test`: everything that has to hold before a change lands.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use obverse_rules::Tier;

use crate::steps::{Steps, cargo, command, output, root, run, target};
use crate::{deep, fuzz, install, licences, page, platforms, python, site, wasm};

/// Runs every check.
fn run_all(deep: bool, only: String) -> Steps {
    let mut steps = Steps::only(only);
    steps.step("install what is missing", || install::programs(&install::ALWAYS));
    steps.step("format", || run(&mut cargo(&["fmt", "--all", "--check"])));
    steps.step("lints", || {
        run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
        // Program and engine compile without their features too.
        for package in ["obverse-cli", "obverse-engine"] {
            let lean = ["clippy", "--package", package, "--no-default-features"];
            run(cargo(&lean).args(["--", "-D", "warnings"]))?;
        }
        Ok(())
    });
    steps.step("documentation", || {
        run(cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"])
            .env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.step("licences", licences::check);
    steps.step("fuzz targets: compile", fuzz::check);
    steps.step("wasm: compiles", platforms::wasm);
    steps.step("tests", || run(&mut cargo(&["test", "--workspace", "--quiet"])));
    steps.step("libraries: packages", packages);
    steps.step("bench signature", signature);
    steps.step("python: the wheel", || python::check(binary));
    steps.step("wasm: the same answers", || wasm::script("answers", binary));
    steps.step("page: types and browser", || {
        page::install()?;
        page::types()?;
        page::script("test", binary()?)
    });
    steps.step("page: without a server", || site::check("alone"));
    if deep {
        deep::add(&mut steps);
    }
    steps
}

/// The libraries have all that they need in their packages.
fn packages() -> Result<()> {
    let libraries = ["tier", "rules", "records", "engine"].map(|name| format!("obverse-{name}"));
    let folder = target().join("packages");
    forget_verified(&folder, &libraries)?;
    run(cargo(&["package", "--allow-dirty", "--target-dir"])
        .arg(folder)
        .args(libraries.map(|name| format!("-p{name}"))))
}

/// Cargo knows what it verifies by name and version, when it unpacks it into its cache and when it
/// compiles it: a package that has changed since, but kept its version, would be taken as it was.
fn forget_verified(folder: &Path, libraries: &[String]) -> Result<()> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let mut stale = vec![folder.to_owned()];
    if let Some(registries) = home.and_then(|home| home.join("registry/src").read_dir().ok()) {
        for registry in registries {
            let registry = registry?.path();
            let unpacked = |name| registry.join(format!("{name}-{}", env!("CARGO_PKG_VERSION")));
            stale.extend(libraries.iter().map(unpacked));
        }
    }
    for path in stale.iter().filter(|path| path.exists()) {
        std::fs::remove_dir_all(path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Runs every check, or every check and those that take long, and prints the summary.
pub(crate) fn run_and_report(deep: bool, only: String) -> ExitCode {
    if run_all(deep, only).finish() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The signature on every tier of this machine.
fn signature() -> Result<()> {
    let binary = binary()?;
    for tier in Tier::available() {
        let mut bench = command(&binary.to_string_lossy(), &["bench", "signature", "--json"]);
        check_signature(tier.name(), &mut bench)?;
    }
    Ok(())
}

/// The node counts of the fixed searches must be the recorded ones on every tier: whoever changes
/// what the engine searches says so by changing the record.
pub(crate) fn check_signature(tier: &str, bench: &mut Command) -> Result<()> {
    let record = "crates/engine/signature.txt";
    let recorded = std::fs::read_to_string(root().join(record)).context(record)?;
    let printed = output(bench.env("OBVERSE_TIER", tier))?;
    let answer: serde_json::Value = serde_json::from_str(&printed).context("bench signature")?;
    let count = |name: &str| format!("{name} {}\n", answer[name]);
    let found = count("signature") + &count("other_boards");
    println!("{tier} tier: {}", found.trim().replace('\n', ", "));
    if found != recorded {
        bail!(
            "the node counts are\n{found}{record} says\n{recorded}\
             If the search was meant to change, write the new ones there."
        );
    }
    Ok(())
}

/// The binary of the tests' profile, built.
pub(crate) fn binary() -> Result<PathBuf> {
    run(&mut cargo(&["build", "--quiet", "--package", "obverse-cli"]))?;
    Ok(target().join("debug/obverse"))
}
