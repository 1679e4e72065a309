//! What `cargo xtask test --deep` does besides: what takes too long for every change.

use anyhow::Result;

use crate::install::{self, Needed};
use crate::steps::{Outcome, Steps, cargo, host, run, target};
use crate::{advisories, fuzz, mutants, page, platforms, site};

/// How long all fuzz targets run together.
const FUZZ_SECONDS: u64 = 600;

/// Adds the long checks.
pub(crate) fn add(steps: &mut Steps) {
    steps.step("fuzzing", || fuzz::run_targets(FUZZ_SECONDS));
    steps.step("address sanitizer", address_sanitizer);
    steps.step("64-bit ARM: rules and engine", platforms::arm);
    steps.step("Windows: compiles", platforms::windows);
    steps.step("mutants of the arena", mutants::arena);
    steps.step("all puzzles have one answer", || {
        run(&mut cargo(&[
            "test",
            "--quiet",
            "-p",
            "obverse-study",
            "--test",
            "puzzles",
            "--",
            "--ignored",
        ]))
    });
    steps.step("any number of threads, one score", || {
        let package = ["test", "--quiet", "-p", "obverse-engine", "--test", "search"];
        run(cargo(&package).args(["--", "--ignored"]))
    });
    steps.step("fleet: the network is cut for half a minute", || {
        let package = ["test", "--quiet", "-p", "obverse-fleet", "--test", "fleet"];
        run(cargo(&package).args(["--", "--ignored"]))
    });
    steps.step("mutants of study", mutants::study);
    steps.step("mutants of the page", page_mutants);
    steps.step("page: without a server, long games and other browsers", long_games);
    steps.step("advisories", advisories::check);
}

/// The tests of rules and engine with every access to memory checked. The kernels are `unsafe`.
fn address_sanitizer() -> Result<Outcome> {
    let host = host()?;
    if !host.ends_with("linux-gnu") {
        return Ok(Outcome::Skipped(format!("not set up for {host}")));
    }
    let arguments = ["test", "--quiet", "--lib", "--tests", "--target", &host];
    run(cargo(&arguments)
        .args(["--package", "obverse-rules", "--package", "obverse-engine"])
        .env("CARGO_TARGET_DIR", target().join("sanitizer"))
        // The flag is the nightly compiler's; the sanitizer itself is in the stable one too.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=address"))?;
    Ok(Outcome::Done)
}

/// The page without a server: what takes long, and browsers that are not installed everywhere.
fn long_games() -> Result<Outcome> {
    install::programs(&[
        Needed { program: "WebKitWebDriver", package: "webkit2gtk-driver" },
        Needed { program: "Xvfb", package: "xvfb" },
    ])?;
    site::check("alone-deep")
}

/// The page's own mutants.
fn page_mutants() -> Result<()> {
    page::install()?;
    page::mutants()
}
