//! `cargo xtask bench`: figures, from the release build.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::install::exists;
use crate::steps::{cargo, command, output, root, run};

/// The benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    /// Leaves a second, and the deep perft counts that tests leave out
    Perft,
    /// Moves, flips and stability a second on boards of several sizes
    Boards,
    /// The engine's kernels
    Kernels,
    /// FFO endgames 40 to 59
    Ffo,
    /// Ten openings at fixed depth
    Midgame,
}

/// Runs the benchmark, or all of them.
pub(crate) fn run_named(name: Option<Name>) -> Result<()> {
    let names = name.map_or_else(|| Name::value_variants().to_vec(), |name| vec![name]);
    for name in names {
        let title = name.to_possible_value().expect("no benchmark is hidden");
        println!("\n==> {}", title.get_name());
        match name {
            Name::Perft => perft()?,
            Name::Boards => run(&mut cargo(&["bench", "--quiet", "--package", "obverse-rules"]))?,
            Name::Kernels => obverse(&["bench", "kernels"])?,
            Name::Ffo => obverse(&["bench", "ffo"])?,
            Name::Midgame => obverse(&["bench", "midgame"])?,
        }
    }
    Ok(())
}

/// A published count: where, how deep, by which convention.
struct Perft {
    size: u32,
    depth: u32,
    passes_free: bool,
    leaves: u64,
}

const fn counted(size: u32, depth: u32, passes_free: bool, leaves: u64) -> Perft {
    Perft { size, depth, passes_free, leaves }
}

const PERFT: [Perft; 10] = [
    counted(8, 9, false, 3005288),
    counted(8, 11, false, 212258800),
    counted(8, 11, true, 212260880),
    counted(8, 12, false, 1939886636),
    counted(8, 12, true, 1939899208),
    counted(8, 13, false, 18429641748),
    counted(8, 13, true, 18429791868),
    counted(4, 14, false, 59980),
    counted(6, 11, false, 108820292),
    counted(10, 10, false, 25168320),
];

/// Below this many leaves instructions are counted, which takes fifty times as long as running.
const COUNTED_BELOW: u64 = 30_000_000;

fn perft() -> Result<()> {
    let binary = release_binary()?;
    println!("size  depth  passes       leaves  seconds  M leaves/s  instructions a leaf");
    for Perft { size, depth, passes_free, leaves } in PERFT {
        let (size, depth) = (size.to_string(), depth.to_string());
        let mut arguments =
            vec!["perft", "--size", &size, "--depth", &depth, "--threads", "1", "--json"];
        if passes_free {
            arguments.push("--passes-free");
        }
        let printed = output(&mut command(&binary, &arguments))?;
        let answer: serde_json::Value = serde_json::from_str(&printed).context("perft --json")?;
        let counted = &answer["leaves"];
        ensure!(counted == leaves, "perft({depth}) on {size}×{size} is {leaves}, not {counted}");
        let seconds = answer["seconds"].as_f64().context("no seconds")?;
        let instructions =
            if leaves < COUNTED_BELOW { instructions(&binary, &arguments)? } else { None };
        println!(
            "{size:>4}  {depth:>5}  {:>6}  {leaves:>11}  {seconds:>7.3}  {:>10.0}  {:>19}",
            if passes_free { "free" } else { "ply" },
            leaves as f64 / seconds / 1e6,
            instructions
                .map_or("-".to_owned(), |count| format!("{:.1}", count as f64 / leaves as f64)),
        );
    }
    Ok(())
}

/// Counts the instructions of a run, where valgrind is installed. Unlike seconds they do not
/// depend on what else the machine does.
fn instructions(binary: &str, arguments: &[&str]) -> Result<Option<u64>> {
    if !exists("valgrind") {
        return Ok(None);
    }
    let counted =
        command("valgrind", &["--tool=callgrind", "--callgrind-out-file=/dev/null", binary])
            .args(arguments)
            .output()
            .context("valgrind")?;
    let log = String::from_utf8_lossy(&counted.stderr);
    Ok(log
        .lines()
        .find_map(|line| line.split("Collected :").nth(1))
        .and_then(|count| count.trim().parse().ok()))
}

fn obverse(arguments: &[&str]) -> Result<()> {
    run(&mut command(&release_binary()?, arguments))
}

fn release_binary() -> Result<String> {
    run(&mut cargo(&["build", "--release", "--quiet", "--package", "obverse-cli"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(root().join(target).join("release/obverse").to_string_lossy().into_owned())
}
