//! `obverse train generate`: self-play games into a file of labelled positions.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use obverse_trainer::generate::{
    GenerateProgress, GenerateRun, GenerateSettings, generate, generate_on,
};
use serde_json::json;

use super::job::{self, Made};
use super::shown::Shown;
use super::{parse_range, read_weights};
use crate::fleet_args::FleetArgs;
use crate::{Answer, input};

/// Play games against itself and write labelled positions
///
/// The same command goes on where it was interrupted, however it ended.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    obverse train generate round1.data --games 50000 --depth 4 --exact-from 14 --eval round0.weights")]
pub(crate) struct Args {
    /// The file to write or to go on with
    out: PathBuf,
    /// How many games the file shall hold
    #[arg(long)]
    games: u32,
    /// How many plies each move looks ahead
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Play perfectly from so many empty squares on
    #[arg(long, default_value_t = 14)]
    exact_from: u32,
    /// Random plies at the start of a game
    #[arg(long, default_value = "8-40", value_parser = parse_range)]
    random_plies: (u32, u32),
    /// The seed: the same seed and settings make the same data
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Weights to play with; by default the hand-made evaluation, and results as labels
    #[arg(long)]
    eval: Option<PathBuf>,
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    fleet: FleetArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let weights = args.eval.as_deref().map(read_weights).transpose()?;
    let settings = GenerateSettings {
        seed: args.seed,
        random_plies: args.random_plies,
        depth: args.depth,
        exact_from: args.exact_from,
        weights: weights.as_ref().map(|(_, checksum)| *checksum),
    };
    // The first signal ends after the blocks being played, the second at once.
    let stop = job::stop()?;
    let run = GenerateRun {
        path: &args.out,
        games: args.games,
        threads: input::threads(args.threads),
        tier: input::tier()?,
        weights: weights.map(|(weights, _)| weights),
        stop: &stop,
    };
    let begun = Instant::now();
    let mut shown = Shown::new(args.games.into());
    let bar = shown.bar().clone();
    let mut show = |GenerateProgress { games, positions }| {
        shown.show(games.into(), |rate| {
            format!("{games} of {} games, {positions} positions, {rate:.1} games/s", args.games)
        });
    };
    let end = if args.fleet.is_asked_for() {
        let what = format!("train generate {}", args.out.display());
        let mut pool = args.fleet.pool(&what, &bar)?;
        let crew = job::crew(&mut *pool, args.eval.as_deref())?;
        generate_on(crew, &settings, &run, &mut show)?
    } else {
        generate(&settings, &run, &mut show)?
    };
    drop(shown);
    args.fleet.tell_of_interruption(&stop);
    let seconds = begun.elapsed().as_secs_f64();
    Made { games: end.games, positions: end.positions, seconds }
        .print(&json!(settings), args.json)?;
    if end.games < args.games {
        eprintln!(
            "obverse: stopped after {} of {} games; the same command goes on with the others",
            end.games, args.games
        );
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}
