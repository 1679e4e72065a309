//! `obverse perft`: counting positions.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use obverse_rules::{Passes, Size, perft_threaded};
use serde_json::json;

use crate::{Answer, input, interrupt};

/// Count the positions that can be reached in so many plies
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  obverse perft --depth 11 --threads 1")]
pub(crate) struct Args {
    /// A position: a file, `-`, squares and a side, a transcript, or `start`
    #[arg(default_value = "start")]
    position: String,
    /// How many plies
    #[arg(long)]
    depth: u32,
    /// The size of the board for `start`
    #[arg(long)]
    size: Option<Size>,
    /// Which game or problem of a file that has several
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// A pass uses up no ply
    #[arg(long)]
    passes_free: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = input::position(&args.position, args.size, args.game)?;
    let (passes, passes_name) =
        if args.passes_free { (Passes::Free, "free") } else { (Passes::Ply, "ply") };
    let tier = input::tier()?;
    let begun = Instant::now();
    let depth = args.depth;
    interrupt::end_with(move || {
        let seconds = begun.elapsed().as_secs_f64();
        format!("after {seconds:.0} s depth {depth} is not counted yet, and nothing is kept")
    })?;
    let leaves = perft_threaded(&position, args.depth, passes, tier, input::threads(args.threads));
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let size = position.size().get();
        let answer = json!({
            "size": size, "depth": args.depth, "leaves": leaves, "passes": passes_name,
            "seconds": seconds,
        });
        writeln!(out, "{answer}")?;
    } else {
        let rate = leaves as f64 / seconds / 1e6;
        writeln!(out, "{leaves} leaves, {seconds:.3} s, {rate:.0} M/s")?;
    }
    Ok(Answer::Done)
}
