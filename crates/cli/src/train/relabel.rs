//! `obverse train relabel`: better labels for the positions of a data set.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use obverse_trainer::label::LabelSettings;
use obverse_trainer::relabel::{RelabelProgress, RelabelRun, RelabelSettings, relabel, relabel_on};
use serde_json::json;

use super::job::{self, JobArgs, Made};
use super::parse_range;
use super::shown::Shown;
use crate::fleet_args::FleetArgs;
use crate::{Answer, input};

/// Label the positions of a data set anew, by a selective search
///
/// The same command goes on where it was interrupted, however it ended, and with a source that has
/// grown.
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("limit").required(true).multiple(true),
    after_help = "\
Examples:
  obverse train relabel games.data --out deep.data --nodes 10e3 --exact-from 15
  obverse train relabel games.data --out deep.data --depth 12 --empties 20-44 --one-in 4

Labels that are exact already stay as they are."
)]
pub(crate) struct Args {
    /// The data set whose positions are labelled
    data: PathBuf,
    /// The data set to write or to go on with
    #[arg(long)]
    out: PathBuf,
    /// Plies that each search looks ahead at most
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Positions that each search visits at most
    #[arg(long, group = "limit", value_parser = input::count)]
    nodes: Option<u64>,
    /// Solve positions with at most so many empty squares
    #[arg(long, default_value_t = 15)]
    exact_from: u32,
    /// Keep only positions with so many empty squares
    #[arg(long, default_value = "0-60", value_parser = parse_range)]
    empties: (u32, u32),
    /// Keep only one position in so many
    #[arg(long, default_value_t = 1, value_name = "N")]
    one_in: u32,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    fleet: FleetArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let (weights, checksum) = args.job.weights()?;
    let settings = RelabelSettings {
        label: LabelSettings {
            depth: args.depth,
            nodes: args.nodes,
            exact_from: args.exact_from,
            weights: checksum,
        },
        empties: args.empties,
        one_in: args.one_in,
    };
    let stop = job::stop()?;
    let run = RelabelRun {
        source: &args.data,
        path: &args.out,
        threads: args.job.threads(),
        tier: input::tier()?,
        weights,
        stop: &stop,
    };
    let length = std::fs::metadata(&args.data).with_context(|| args.data.display().to_string())?;
    let begun = Instant::now();
    let mut shown = Shown::new(length.len());
    let mut first = None;
    let bar = shown.bar().clone();
    let mut show = |RelabelProgress { games, positions, bytes_read }| {
        let labelled = positions - *first.get_or_insert(positions);
        let rate = labelled as f64 / begun.elapsed().as_secs_f64();
        shown.show(bytes_read, |_| {
            format!("{games} games, {positions} positions, {rate:.0} positions/s")
        });
    };
    let end = if args.fleet.is_asked_for() {
        let mut pool = args.fleet.pool(&format!("train relabel {}", args.data.display()), &bar)?;
        relabel_on(args.job.crew(&mut *pool)?, &settings, &run, &mut show)?
    } else {
        relabel(&settings, &run, &mut show)?
    };
    drop(shown);
    args.fleet.tell_of_interruption(&stop);
    let seconds = begun.elapsed().as_secs_f64();
    Made { games: end.games, positions: end.positions, seconds }
        .print(&json!(settings), args.job.json)?;
    if stop.is_raised() {
        eprintln!("obverse: stopped; the same command goes on");
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}
