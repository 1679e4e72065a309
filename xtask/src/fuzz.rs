//! `cargo xtask fuzz`: the targets under `fuzz/`, with libFuzzer, on the stable compiler.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::install::exists;
use crate::steps::{Outcome, cargo, host, root, run, target};

/// What `cargo fuzz` asks of a nightly compiler by `-Z` flags, as a stable one takes it: LLVM's
/// coverage by counters and compared values, which libFuzzer reads.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing";

const MANIFEST: &str = "fuzz/Cargo.toml";

/// Whether the targets compile. Without libFuzzer itself: a check links nothing.
pub(crate) fn check() -> Result<()> {
    run(cargo(&["check", "--quiet", "--no-default-features", "--manifest-path", MANIFEST])
        // What the lints have compiled need not be compiled again.
        .env("CARGO_TARGET_DIR", target()))
}

/// Builds the targets and runs each for its share of the seconds. What makes one crash becomes a
/// file of its corpus, so that the tests fail until it is mended.
pub(crate) fn run_targets(seconds: u64) -> Result<Outcome> {
    if !exists("c++") {
        return Ok(Outcome::Skipped("libFuzzer needs a C++ compiler, c++".to_owned()));
    }
    let host = host()?;
    let folder = target().join("fuzz");
    run(cargo(&["build", "--quiet", "--release", "--target", &host, "--manifest-path", MANIFEST])
        .env("CARGO_TARGET_DIR", &folder)
        .env("RUSTFLAGS", COVERAGE))?;
    let targets = targets()?;
    let share = (seconds / targets.len() as u64).max(1);
    println!("{} targets, {share} s each", targets.len());
    let mut failures = Vec::new();
    for name in &targets {
        let binary = folder.join(&host).join("release").join(name);
        if let Some(failure) = run_target(name, &binary, &folder, share)? {
            failures.push(failure);
        }
    }
    if !failures.is_empty() {
        bail!("{}", failures.join("\n"));
    }
    Ok(Outcome::Done)
}

/// The names of the targets, in order.
fn targets() -> Result<Vec<String>> {
    let mut names: Vec<String> = entries(&root().join("fuzz/src/bin"))?
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// Runs a target; what failed, if anything did.
fn run_target(name: &str, binary: &Path, folder: &Path, seconds: u64) -> Result<Option<String>> {
    let corpus = root().join("fuzz/corpus").join(name);
    // New inputs that lead to new code are kept from run to run, but not committed.
    let grown = made(folder.join("corpus").join(name))?;
    let artifacts = folder.join("artifacts").join(name);
    // What an earlier run has found is in the corpus.
    if artifacts.exists() {
        fs::remove_dir_all(&artifacts)?;
    }
    let artifacts = made(artifacts)?;
    let log = folder.join(format!("{name}.log"));
    let status = Command::new(binary)
        .current_dir(folder)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .args(["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1"])
        .args([&grown, &corpus])
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log).with_context(|| log.display().to_string())?)
        .status()
        .with_context(|| format!("could not start the target {name}"))?;
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let runs = text.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    println!("{name:<12} {:>10} runs", runs.map_or("?", str::trim));
    if status.success() {
        return Ok(None);
    }
    let reason = text
        .lines()
        .find(|line| line.contains("panicked at") || line.contains("ERROR: libFuzzer"))
        .unwrap_or("it ended early");
    let mut found = Vec::new();
    for artifact in entries(&artifacts)? {
        found.push(keep(&artifact, &corpus)?);
    }
    Ok(Some(format!(
        "the target {name} failed ({status}): {reason}\n  input: {}\n  log: {}",
        if found.is_empty() { "none".to_owned() } else { found.join(", ") },
        log.display()
    )))
}

/// Puts what made a target fail into its corpus, unless it is there already.
fn keep(artifact: &Path, corpus: &Path) -> Result<String> {
    let bytes = fs::read(artifact)?;
    for path in entries(corpus)? {
        if fs::read(&path)? == bytes {
            return Ok(path.display().to_string());
        }
    }
    let path = corpus.join(artifact.file_name().context("an artifact has a name")?);
    fs::write(&path, bytes)?;
    Ok(format!("{} (new)", path.display()))
}

fn made(folder: PathBuf) -> Result<PathBuf> {
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    entries.map(|entry| Ok(entry?.path())).collect()
}
