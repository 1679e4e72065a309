//! `obverse train openings`: the balanced openings of matches.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use obverse_engine::StopFlag;
use obverse_records::{atomic, openings::balanced};
use obverse_trainer::openings::{OpeningProgress, OpeningRun, OpeningSettings, balanced_openings};
use serde_json::json;

use super::job::JobArgs;
use super::shown::Shown;
use crate::{Answer, input, interrupt};

/// Find the openings after which neither side is ahead
///
/// Positions after eight plies are searched in a random order. The same command goes on where it was
/// interrupted, and one with a higher count from there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    obverse train openings balanced.bin --data openings.data --count 4000 --depth 16 --within 2")]
pub(crate) struct Args {
    /// The file of openings to write
    out: PathBuf,
    /// The data set that keeps every search, to go on with
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// How many openings to find
    #[arg(long, default_value_t = 4000, value_name = "N")]
    count: usize,
    /// Plies that the search looks ahead that decides
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Discs that a side may be ahead
    #[arg(long, default_value_t = 2.0, value_name = "DISCS")]
    within: f32,
    #[command(flatten)]
    job: JobArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let (weights, checksum) = args.job.weights()?;
    let settings = OpeningSettings { depth: args.depth, within: args.within, weights: checksum };
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let run = OpeningRun {
        path: &args.data,
        count: args.count,
        threads: args.job.threads(),
        tier: input::tier()?,
        weights,
        stop: &stop,
    };
    let begun = Instant::now();
    let mut shown = Shown::new(args.count as u64);
    let openings = balanced_openings(&settings, &run, |OpeningProgress { searched, found }| {
        shown.show(found as u64, |_| format!("{found} openings of {searched} positions"));
    })?;
    drop(shown);
    let Some(openings) = openings else {
        eprintln!("obverse: stopped; the same command goes on");
        return Ok(Answer::No);
    };
    let bytes = balanced::to_bytes(&openings, &json!(settings).to_string());
    atomic::write(&args.out, &bytes).with_context(|| args.out.display().to_string())?;
    let seconds = begun.elapsed().as_secs_f64();
    let (count, bytes) = (openings.len(), bytes.len());
    let mut out = std::io::stdout().lock();
    if args.job.json {
        let answer = json!({
            "openings": count, "bytes": bytes, "seconds": seconds, "settings": settings,
        });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(out, "{count} openings, {bytes} bytes, {seconds:.0} s")?;
    }
    Ok(Answer::Done)
}
