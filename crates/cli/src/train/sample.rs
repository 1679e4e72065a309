//! `obverse train sample`: labelled positions, no two of one game.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use obverse_trainer::generate::{GenerateProgress, GenerateRun};
use obverse_trainer::label::LabelSettings;
use obverse_trainer::sample::{SampleSettings, sample, sample_on};
use serde_json::json;

use super::job::{self, JobArgs, Made};
use super::parse_range;
use super::shown::Shown;
use crate::fleet_args::FleetArgs;
use crate::{Answer, input};

/// Write labelled positions, each of a game of its own
///
/// Games are random at first, then quickly played with slips, and only one position of each is
/// labelled. The same command goes on where it was interrupted, however it ended.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse train sample late.data --positions 1000000 --empties 8-16 --exact-from 16
  obverse train sample early.data --positions 100000 --empties 18-44 --nodes 10e3")]
pub(crate) struct Args {
    /// The file to write or to go on with
    out: PathBuf,
    /// How many positions the file shall hold
    #[arg(long, value_parser = input::count)]
    positions: u64,
    /// Empty squares of the positions, each number as likely
    #[arg(long, value_parser = parse_range)]
    empties: (u32, u32),
    /// Random plies at the start of a game
    #[arg(long, default_value = "4-20", value_parser = parse_range)]
    random_plies: (u32, u32),
    /// Plies that each search looks ahead at most
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Positions that each search visits at most; 10,000 if neither this nor a depth is given
    #[arg(long, value_parser = input::count)]
    nodes: Option<u64>,
    /// Solve positions with at most so many empty squares
    #[arg(long, default_value_t = 15)]
    exact_from: u32,
    /// The seed: the same seed and settings make the same data
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    fleet: FleetArgs,
}

/// Nodes of a label where no limit is given.
const NODES: u64 = 10_000;

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let (weights, checksum) = args.job.weights()?;
    let settings = SampleSettings {
        seed: args.seed,
        empties: args.empties,
        random_plies: args.random_plies,
        label: LabelSettings {
            depth: args.depth,
            nodes: args.nodes.or(args.depth.is_none().then_some(NODES)),
            exact_from: args.exact_from,
            weights: checksum,
        },
    };
    let positions = u32::try_from(args.positions)
        .map_err(|_| anyhow::anyhow!("--positions {}: at most {}", args.positions, u32::MAX))?;
    let stop = job::stop()?;
    let run = GenerateRun {
        path: &args.out,
        games: positions,
        threads: args.job.threads(),
        tier: input::tier()?,
        weights: Some(weights),
        stop: &stop,
    };
    let begun = Instant::now();
    let mut shown = Shown::new(positions.into());
    let bar = shown.bar().clone();
    let mut show = |GenerateProgress { positions: done, .. }| {
        shown.show(done, |rate| format!("{done} of {positions} positions, {rate:.0}/s"));
    };
    let end = if args.fleet.is_asked_for() {
        let mut pool = args.fleet.pool(&format!("train sample {}", args.out.display()), &bar)?;
        sample_on(args.job.crew(&mut *pool)?, &settings, &run, &mut show)?
    } else {
        sample(&settings, &run, &mut show)?
    };
    drop(shown);
    args.fleet.tell_of_interruption(&stop);
    let seconds = begun.elapsed().as_secs_f64();
    Made { games: end.games, positions: end.positions, seconds }
        .print(&json!(settings), args.job.json)?;
    if end.games < positions {
        eprintln!(
            "obverse: stopped after {} of {positions} positions; the same command goes on",
            end.games
        );
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}
