//! `obverse train generate`: self-play games into a file of labelled positions.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail};
use obverse_engine::BoardWeights;
use obverse_rules::Size;
use obverse_trainer::boards::{BoardGames, BoardGamesRun, play_boards};
use obverse_trainer::generate::{
    GenerateProgress, GenerateRun, GenerateSettings, generate, generate_on,
};
use serde_json::{Value, json};

use super::job::{self, Made};
use super::shown::Shown;
use super::{boards, parse_range, read_weights};
use crate::fleet_args::FleetArgs;
use crate::{Answer, input};

/// Play games against itself and write labelled positions
///
/// The same command goes on where it was interrupted, however it ended.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    obverse train generate round1.data --games 50000 --depth 4 --exact-from 14 --eval round0.weights\n  \
    obverse train generate ten.games --size 10 --games 9000 --depth 2 --exact-from 10 --random-plies 2-20")]
pub(crate) struct Args {
    /// The file to write or to go on with
    out: PathBuf,
    /// The size of the board; games of boards other than 8×8 are text, and one fit takes all sizes
    #[arg(long, default_value = "8")]
    size: Size,
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
    if args.size != Size::EIGHT {
        return run_board(args);
    }
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
    told(args, end, &json!(settings), begun)
}

/// The same on another board.
fn run_board(args: &Args) -> Result<Answer> {
    if args.fleet.is_asked_for() {
        bail!("games on boards other than 8×8 are played here only: leave the fleet out");
    }
    let weights = args.eval.as_deref().map(boards::read_weights).transpose()?;
    let settings = BoardGames {
        size: args.size,
        seed: args.seed,
        random_plies: args.random_plies,
        depth: args.depth,
        exact_from: args.exact_from,
        weights: weights.as_ref().map(|(_, checksum)| *checksum),
    };
    let stop = job::stop()?;
    let run = BoardGamesRun {
        path: &args.out,
        games: args.games,
        threads: input::threads(args.threads),
        weights: weights.map_or_else(|| Arc::new(BoardWeights::by_hand()), |(weights, _)| weights),
        stop: &stop,
    };
    let begun = Instant::now();
    let mut shown = Shown::new(args.games.into());
    let end = play_boards(&settings, &run, |GenerateProgress { games, positions }| {
        shown.show(games.into(), |rate| {
            format!("{games} of {} games, {positions} positions, {rate:.1} games/s", args.games)
        });
    })?;
    drop(shown);
    told(args, end, &json!(settings), begun)
}

/// Says what there is in the end, and whether it is all.
fn told(args: &Args, end: GenerateProgress, settings: &Value, begun: Instant) -> Result<Answer> {
    let seconds = begun.elapsed().as_secs_f64();
    Made { games: end.games, positions: end.positions, seconds }.print(settings, args.json)?;
    if end.games < args.games {
        eprintln!(
            "obverse: stopped after {} of {} games; the same command goes on with the others",
            end.games, args.games
        );
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}
