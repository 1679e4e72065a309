//! `obverse train fit`: the network, or the linear baseline, from labelled positions.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use obverse_engine::Weights;
use obverse_engine::eval::{Parts, decode};
use obverse_records::atomic;
use obverse_trainer::boards::is_game_file;
use obverse_trainer::export::{export, quantise};
use obverse_trainer::fit::{
    FitEvent, FitRun, FitSettings, ModelKind, Phases, data_settings, fit, learning_curve_svg,
};
use obverse_trainer::measure::{Subset, measure};
use serde_json::json;

use super::boards;
use super::eval::print_errors;
use crate::{Answer, input, interrupt};

/// Fit an evaluation to labelled positions
///
/// Files of games on boards other than 8×8 make the weights of all those boards; of the options
/// only --out, --from, --epochs, --rate, --result-share, --seed and --json count then.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    obverse train fit round1.data --out round1.weights --curve round1.svg\n  \
    obverse train fit round2.data --from round1.weights --out round2.weights --rate 0.003")]
pub(crate) struct Args {
    /// Files of labelled positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The weights file to write
    #[arg(long)]
    out: PathBuf,
    /// Weights to go on from; without any the fit begins with nothing
    #[arg(long, value_name = "FILE", conflicts_with = "linear")]
    from: Option<PathBuf>,
    /// Fit the linear baseline instead of the network
    #[arg(long)]
    linear: bool,
    /// How often every position is seen
    #[arg(long, default_value_t = FitSettings::default().epochs)]
    epochs: u32,
    /// Positions between two steps
    #[arg(long, default_value_t = FitSettings::default().batch)]
    batch: usize,
    /// The highest rate of learning of the rows; by default 0.01, for other boards 0.25
    #[arg(long)]
    rate: Option<f32>,
    /// The highest rate of learning of the dense heads
    #[arg(long, default_value_t = FitSettings::default().dense_rate)]
    dense_rate: f32,
    /// How strongly rare patterns are held where they began, for each table; the last value for the
    /// rest
    #[arg(long, value_delimiter = ',', default_values_t = FitSettings::default().ridge)]
    ridge: Vec<f32>,
    /// How much of a label is the game's result where there is a search's score, 0 to 1; for other
    /// boards how much is the label of the next position, by default 0.8
    #[arg(long)]
    result_share: Option<f32>,
    /// Discs by which a position has to be won to count half as much as an even one; by default all
    /// count the same
    #[arg(long, value_name = "DISCS")]
    level: Option<f32>,
    /// The most empty squares of every table
    #[arg(long, value_delimiter = ',', default_values_t = Phases::default().tables)]
    tables: Vec<u32>,
    /// Plies that share a dense head
    #[arg(long, default_value_t = Phases::default().plies_per_head)]
    plies_per_head: u32,
    /// The seed of all random choices
    #[arg(long, default_value_t = FitSettings::default().seed)]
    seed: u64,
    /// A folder for checkpoints: the same command goes on after an interruption
    #[arg(long)]
    checkpoints: Option<PathBuf>,
    /// An SVG of the learning curve
    #[arg(long)]
    curve: Option<PathBuf>,
    /// Millions of positions that a thread keeps in memory; more are read in every epoch
    #[arg(long, default_value_t = 40)]
    memory: usize,
    /// Threads; by default one a core
    #[arg(long, value_parser = input::thread_count)]
    threads: Option<usize>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

impl Args {
    fn settings(&self, start: Option<u32>) -> FitSettings {
        FitSettings {
            model: if self.linear { ModelKind::Linear } else { ModelKind::Network },
            phases: Phases { tables: self.tables.clone(), plies_per_head: self.plies_per_head },
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate.unwrap_or(FitSettings::default().rate),
            dense_rate: self.dense_rate,
            ridge: self.ridge.clone(),
            result_share: self.result_share.unwrap_or(FitSettings::default().result_share),
            level: self.level.filter(|&discs| discs > 0.0),
            seed: self.seed,
            start,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    if args.data.iter().any(|path| is_game_file(path)) {
        return boards::fit(&boards::FitArgs {
            data: &args.data,
            out: &args.out,
            from: args.from.as_deref(),
            json: args.json,
            epochs: args.epochs,
            rate: args.rate,
            share: args.result_share,
            seed: args.seed,
        });
    }
    let start = args.from.as_deref().map(read_parts).transpose()?;
    let settings = args.settings(start.as_ref().map(|(_, checksum)| *checksum));
    let start = start.as_ref().map(|(parts, _)| parts);
    let run = FitRun {
        files: &args.data,
        start,
        checkpoints: args.checkpoints.as_deref(),
        threads: input::threads(args.threads),
        memory_records: args.memory * 1_000_000,
        tier: input::tier()?,
    };
    let begun = Instant::now();
    interrupt::end_with_checkpoints(args.checkpoints.as_deref())?;
    let visible = !args.json && std::io::stderr().is_terminal();
    let fitted = fit(&settings, &run, &|event| show(event, &settings.phases, visible))?;
    let parts = quantise(&fitted, &data_settings(&args.data)?, start);
    let bytes = export(&args.out, &parts)?;
    if let Some(path) = &args.curve {
        let names: Vec<String> = (0..settings.phases.tables.len())
            .map(|table| table_name(&settings.phases, table))
            .collect();
        atomic::write(path, learning_curve_svg(&fitted.curve, &names))
            .with_context(|| format!("{}", path.display()))?;
    }
    let weights = Weights::from_parts(&parts);
    let errors = measure(
        &weights,
        &args.data,
        Subset::HeldOut,
        settings.result_share,
        settings.phases.plies_per_head,
    )?;
    if errors.is_empty() {
        eprintln!("obverse: no game of these files is held out, so no error is measured");
    } else {
        print_errors(&errors, args.json)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let positions: usize = fitted.positions.iter().sum();
    let mut out = std::io::stdout().lock();
    if args.json {
        let answer = json!({ "positions": positions, "bytes": bytes, "seconds": seconds });
        writeln!(out, "{answer}")?;
    } else {
        let path = args.out.display();
        writeln!(out, "{positions} positions fitted in {seconds:.0} s; {path}: {bytes} bytes")?;
    }
    Ok(Answer::Done)
}

/// What a weights file holds, with its checksum.
fn read_parts(path: &Path) -> Result<(Parts, u32)> {
    let bytes = std::fs::read(path).with_context(|| format!("{}", path.display()))?;
    let parts = decode(&bytes).with_context(|| format!("{}", path.display()))?;
    Ok((parts, obverse_trainer::checksum(&bytes)))
}

fn table_name(phases: &Phases, table: usize) -> String {
    let range = phases.range(table);
    format!("{} to {} empty", range.start(), range.end())
}

fn show(event: FitEvent, phases: &Phases, visible: bool) {
    if !visible {
        return;
    }
    match event {
        FitEvent::Loaded { table, positions, held_out } => {
            eprintln!("{}: {positions} positions, {held_out} held out", table_name(phases, table));
        }
        FitEvent::Measured(point) => eprintln!(
            "{}: epoch {:.2}, fitted {:.2}, held out {:.2} discs²",
            table_name(phases, point.table),
            point.epoch,
            point.fitted,
            point.held_out
        ),
    }
}
