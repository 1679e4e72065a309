//! `cargo xtask bench`: figures, from the release build.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::install::exists;
use crate::steps::{Outcome, cargo, command, output, run, target};
use crate::{page, wasm};

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
    /// The fixed searches of `obverse bench signature`, and the instructions of a node
    Signature,
    /// The page in Chromium: first board, layout shift, weight
    Page,
    /// The engine's worker in Node beside the native engine: speed, size, how soon it answers
    Wasm,
}

/// Runs the benchmark, or all of them.
pub(crate) fn run_named(name: Option<Name>) -> Result<()> {
    let names = name.map_or_else(|| Name::value_variants().to_vec(), |name| vec![name]);
    for name in names {
        let title = name.to_possible_value().expect("no benchmark is hidden");
        println!("\n==> {}", title.get_name());
        match name {
            Name::Perft => perft()?,
            Name::Boards => boards()?,
            Name::Kernels => obverse(&["bench", "kernels"])?,
            Name::Ffo => obverse(&["bench", "ffo"])?,
            Name::Midgame => obverse(&["bench", "midgame"])?,
            Name::Signature => signature()?,
            Name::Wasm => {
                let skipped = wasm::script("bench-worker", || Ok(release_binary()?.into()))?;
                if let Outcome::Skipped(reason) = skipped {
                    println!("skipped: {reason}");
                }
            }
            Name::Page => {
                page::install()?;
                page::script("bench", release_binary()?)?;
            }
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
        let a_leaf = instructions.map(|count| count as f64 / leaves as f64);
        println!(
            "{size:>4}  {depth:>5}  {:>6}  {leaves:>11}  {seconds:>7.3}  {:>10.0}  {:>19}",
            if passes_free { "free" } else { "ply" },
            leaves as f64 / seconds / 1e6,
            if leaves < COUNTED_BELOW { shown(a_leaf) } else { "-".to_owned() },
        );
    }
    Ok(())
}

/// The boards of `crates/rules/benches/boards.rs`, by the clock and by instructions.
fn boards() -> Result<()> {
    run(&mut cargo(&["bench", "--quiet", "--package", "obverse-rules", "--bench", "boards"]))?;
    let built = output(&mut cargo(&[
        "bench",
        "--quiet",
        "--no-run",
        "--message-format=json",
        "--package",
        "obverse-rules",
        "--bench",
        "boards",
    ]))?;
    let binary = built
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "boards")
        .find_map(|message| message["executable"].as_str().map(str::to_owned))
        .context("cargo names no executable of the benchmark")?;
    println!("\ninstructions of one board (all_flips: of one move)");
    println!("{:<10} {:>6} {:>8} {:>8} {:>8} {:>8}", "size", 4, 6, 8, 10, 26);
    for work in ["mobility", "all_flips", "stability"] {
        let mut line = format!("{work:<10}");
        for (size, width) in [("4", 6), ("6", 8), ("8", 8), ("10", 8), ("26", 8)] {
            write!(line, " {:>width$}", shown(instructions_of_board(&binary, work, size)?))?;
        }
        println!("{line}");
    }
    Ok(())
}

/// The instructions of a piece of work: two runs of different length, so that what both do before
/// the work does not count.
fn instructions_of_board(binary: &str, work: &str, size: &str) -> Result<Option<f64>> {
    let count = |rounds: &str| instructions(binary, &["--rounds", rounds, work, size]);
    let (Some(short), Some(long)) = (count("1")?, count("11")?) else { return Ok(None) };
    let items = output(&mut command(binary, &["--rounds", "1", work, size]))?;
    let items: f64 = items.trim().parse().context("the number of boards")?;
    Ok(Some(long.saturating_sub(short) as f64 / 10.0 / items))
}

fn signature() -> Result<()> {
    let binary = release_binary()?;
    let arguments = ["bench", "signature", "--json"];
    let printed = output(&mut command(&binary, &arguments))?;
    let answer: serde_json::Value = serde_json::from_str(&printed).context("bench --json")?;
    let count = |name: &str| answer[name].as_f64().with_context(|| format!("no {name}"));
    let nodes = count("signature")? + count("other_boards")?;
    let seconds = count("seconds")?;
    let a_node = instructions(&binary, &arguments)?.map(|count| count as f64 / nodes);
    println!("{nodes} nodes, {seconds:.2} s, {:.1} M nodes/s", nodes / seconds / 1e6);
    println!("instructions a node: {}", shown(a_node));
    Ok(())
}

/// A count of instructions as it is printed.
fn shown(instructions: Option<f64>) -> String {
    instructions.map_or("not available".to_owned(), |count| format!("{count:.1}"))
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
    // The count of a run that crashed is that of another run.
    ensure!(counted.status.success(), "valgrind {binary}: {}", counted.status);
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
    Ok(target().join("release/obverse").to_string_lossy().into_owned())
}
