//! `obverse train book`: the opening book.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use obverse_records::atomic;
use obverse_trainer::book::{BookProgress, BookRun, BookSettings, make_book, make_book_on};
use serde_json::json;

use super::job::{self, JobArgs};
use super::shown::Shown;
use crate::fleet_args::FleetArgs;
use crate::{Answer, input};

/// Make the opening book by searching the positions that matter
///
/// The journal keeps every search: the same command goes on where it was interrupted, and one with
/// more positions goes on from there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    obverse train book obverse.book --journal book.journal --positions 10000 --depth 12")]
pub(crate) struct Args {
    /// The book to write
    out: PathBuf,
    /// The file that keeps every search, to go on with
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// Positions to expand, those in the journal included
    #[arg(long, default_value_t = 10_000)]
    positions: usize,
    /// Plies that every search looks ahead
    #[arg(long, default_value_t = BookSettings::default().depth)]
    depth: u32,
    /// Positions are expanded up to this ply
    #[arg(long, default_value_t = BookSettings::default().plies)]
    plies: u32,
    /// What either side may have given away on the way to a position, in discs
    #[arg(long, default_value_t = BookSettings::default().loss)]
    loss: f32,
    /// What a ply counts beside losses, in discs
    #[arg(long, default_value_t = BookSettings::default().ply_cost)]
    ply_cost: f32,
    #[command(flatten)]
    job: JobArgs,
    #[command(flatten)]
    fleet: FleetArgs,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let (weights, checksum) = args.job.weights()?;
    let settings = BookSettings {
        depth: args.depth,
        plies: args.plies,
        loss: args.loss,
        ply_cost: args.ply_cost,
        weights: Some(checksum),
    };
    let stop = job::stop()?;
    let run = BookRun {
        journal: &args.journal,
        positions: args.positions,
        threads: args.job.threads(),
        tier: input::tier()?,
        weights,
        stop: &stop,
    };
    let begun = Instant::now();
    let mut shown = Shown::new(args.positions as u64);
    let mut end = BookProgress { expanded: 0, known: 0 };
    let bar = shown.bar().clone();
    let mut show = |progress| {
        end = progress;
        let BookProgress { expanded, known } = progress;
        shown.show(expanded as u64, |_| {
            format!("{expanded} of {} positions expanded, {known} known", args.positions)
        });
    };
    let book = if args.fleet.is_asked_for() {
        let mut pool = args.fleet.pool(&format!("train book {}", args.out.display()), &bar)?;
        make_book_on(args.job.crew(&mut *pool)?, &settings, &run, &mut show)?
    } else {
        make_book(&settings, &run, &mut show)?
    };
    drop(shown);
    args.fleet.tell_of_interruption(&stop);
    let bytes = book.to_bytes();
    atomic::write(&args.out, &bytes).with_context(|| format!("{}", args.out.display()))?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    let (positions, bytes) = (book.len(), bytes.len());
    if args.job.json {
        let answer = json!({
            "expanded": end.expanded, "known": end.known, "positions": positions,
            "bytes": bytes, "seconds": seconds, "settings": settings,
        });
        writeln!(out, "{answer}")?;
    } else {
        writeln!(
            out,
            "{} positions expanded, {} searched; {positions} in the book, {bytes} bytes, \
             {seconds:.0} s",
            end.expanded, end.known
        )?;
    }
    if stop.is_raised() && end.expanded < args.positions {
        eprintln!(
            "obverse: stopped after {} of {} positions; the same command goes on with the others",
            end.expanded, args.positions
        );
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}
