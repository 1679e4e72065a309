//! `obverse bench`: figures of the engine on this machine.

mod accuracy;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::ValueEnum;
use obverse_engine::bench::{FFO, OPENINGS, kernel_speeds, other_boards_signature, signature};
use obverse_engine::{Engine, Limits, Options, Report};
use obverse_rules::{Move, Position, Size, SizeError};
use serde_json::json;

use crate::engine_args::EngineArgs;
use crate::{Answer, output};

/// Measure the engine
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  obverse bench signature
  obverse bench ffo --threads 1 --from 40 --to 49
  obverse bench midgame --depth 20 --json
  obverse bench accuracy hard-25.obf --depth 15

The signature is the number of nodes that a fixed set of searches visits: it is the same on every \
machine, and it changes with every change of what the search does. A second one is that of boards \
other than 8×8."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// What to measure; all of it if nothing is named
    #[arg(value_enum)]
    what: Vec<What>,
    #[command(flatten)]
    engine: EngineArgs,
    /// The first of the FFO endgames
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(40..=59))]
    from: u32,
    /// The last of the FFO endgames
    #[arg(long, default_value_t = 59, value_parser = clap::value_parser!(u32).range(40..=59))]
    to: u32,
    /// The depth of the midgame searches
    #[arg(long, default_value_t = 16)]
    depth: u32,
    /// Print JSON: a line a result
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Accuracy(accuracy::Args),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The node count of fixed searches
    Signature,
    /// Nanoseconds of the inner loops
    Kernels,
    /// Ten openings at fixed depth
    Midgame,
    /// Other boards: the small ones solved from the start, large ones for a second
    Sizes,
    /// The FFO endgames, exactly
    Ffo,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if let Some(Command::Accuracy(args)) = &args.command {
        return accuracy::run(args);
    }
    let options = args.engine.options()?;
    let all = What::value_variants();
    let mut all_right = true;
    for what in if args.what.is_empty() { all } else { &args.what } {
        match what {
            What::Signature => print_signature(args, &options)?,
            What::Kernels => print_kernels(args, &options)?,
            What::Midgame => print_midgame(args, &options)?,
            What::Sizes => all_right &= print_sizes(args, &options)?,
            What::Ffo => all_right &= print_ffo(args, &options)?,
        }
    }
    Ok(if all_right { Answer::Done } else { Answer::No })
}

fn print_signature(args: &Args, options: &Options) -> Result<()> {
    let begun = Instant::now();
    let signature = signature(options.tier, options.weights.clone());
    let other_boards = other_boards_signature(options.tier);
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let answer =
            json!({ "signature": signature, "other_boards": other_boards, "seconds": seconds });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "signature {signature}, other boards {other_boards}, {seconds:.3} s")?;
    }
    Ok(())
}

fn print_kernels(args: &Args, options: &Options) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for speed in kernel_speeds(options.tier, options.weights.as_deref(), &options.clock) {
        let (name, nanoseconds) = (speed.name, speed.nanoseconds);
        if args.json {
            let tier = options.tier.name();
            let line = json!({ "kernel": name, "tier": tier, "nanoseconds": nanoseconds });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name:30} {nanoseconds:8.2} ns")?;
        }
    }
    Ok(())
}

fn print_midgame(args: &Args, options: &Options) -> Result<()> {
    let mut engine = Engine::new(options.clone());
    let limits = Limits { book: false, ..Limits::depth(args.depth) };
    let mut sum = Sum::default();
    for (index, opening) in OPENINGS.iter().enumerate() {
        let report = think(&mut engine, opening, &limits);
        sum.add(&report);
        print_report(args, &format!("opening {}", index + 1), &report, None)?;
    }
    sum.print(args)
}

/// Whether the small boards have the scores that are known.
fn print_sizes(args: &Args, options: &Options) -> Result<bool> {
    let mut engine = Engine::new(options.clone());
    let mut all_right = true;
    let start = |size: usize| Ok::<_, SizeError>(Position::start(Size::new(size)?).to_string());
    // White wins 11–3 with two squares empty, and 20–16.
    for (size, expected) in [(4, -10), (6, -4)] {
        let report = think(&mut engine, &start(size)?, &Limits::exact());
        let is_right = report.best().score.discs as i32 == expected;
        all_right &= is_right;
        print_report(args, &format!("{size}×{size}"), &report, Some(is_right))?;
    }
    for size in [10, 14, 26] {
        let report = think(&mut engine, &start(size)?, &Limits::time(Duration::from_secs(1)));
        print_report(args, &format!("{size}×{size}"), &report, None)?;
    }
    Ok(all_right)
}

/// Whether every score and every move was right.
fn print_ffo(args: &Args, options: &Options) -> Result<bool> {
    let (from, to) = (args.from, args.to);
    ensure!(from <= to, "--from {from} comes after --to {to}: the first problem comes first");
    let mut engine = Engine::new(options.clone());
    let mut sum = Sum::default();
    let mut all_right = true;
    for endgame in FFO.iter().filter(|endgame| (from..=to).contains(&endgame.number)) {
        let report = think(&mut engine, endgame.position, &Limits::exact());
        sum.add(&report);
        let best = report.chosen.map(|mv| mv.to_string()).unwrap_or_default();
        let is_right = report.best().score.discs as i32 == endgame.score
            && endgame.best.contains(&best.as_str());
        all_right &= is_right;
        print_report(args, &format!("ffo {}", endgame.number), &report, Some(is_right))?;
    }
    sum.print(args)?;
    Ok(all_right)
}

/// A search that knows nothing from the ones before.
fn think(engine: &mut Engine, position: &str, limits: &Limits) -> Report {
    let position: Position = position.parse().expect("the positions are well-formed");
    engine.clear();
    engine.search(&position, limits)
}

fn print_report(args: &Args, name: &str, report: &Report, is_right: Option<bool>) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let line = report.best();
    let seconds = report.elapsed.as_secs_f64();
    if args.json {
        let pv: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        let mut answer = json!({
            "name": name, "score": line.score.discs, "kind": line.score.kind.name(),
            "depth": line.depth, "pv": pv, "nodes": report.nodes, "seconds": seconds,
        });
        if let Some(is_right) = is_right {
            answer["right"] = json!(is_right);
        }
        writeln!(out, "{answer}")?;
    } else {
        let score = line.score.to_string();
        let remark = if is_right == Some(false) { "  WRONG" } else { "" };
        let moves = output::line(&line.moves[..line.moves.len().min(8)]);
        let (nodes, depth) = (report.nodes, line.depth);
        writeln!(
            out,
            "{name:12} {score:12} depth {depth:2} {nodes:12} nodes {seconds:9.3} s  {moves}{remark}"
        )?;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Sum {
    searches: usize,
    nodes: u64,
    seconds: f64,
}

impl Sum {
    fn add(&mut self, report: &Report) {
        self.searches += 1;
        self.nodes += report.nodes;
        self.seconds += report.elapsed.as_secs_f64();
    }

    fn print(&self, args: &Args) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let Sum { searches, nodes, seconds } = *self;
        let rate = nodes as f64 / seconds.max(1e-9);
        if args.json {
            let total = json!({
                "total": true, "searches": searches, "nodes": nodes, "seconds": seconds,
                "nodes_per_second": rate.round(),
            });
            writeln!(out, "{total}")?;
        } else {
            let rate = rate / 1e6;
            writeln!(
                out,
                "{searches} searches, {nodes} nodes, {seconds:.3} s, {rate:.1} M nodes/s"
            )?;
        }
        Ok(())
    }
}
