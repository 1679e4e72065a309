//! `obverse bench accuracy`: moves and scores of the search against exact ones.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use obverse_engine::{Confidence, Engine, Limits, Report, StopFlag};
use obverse_players::Time;
use obverse_records::Record;
use obverse_rules::{Move, Position};
use serde_json::json;

use crate::engine_args::EngineArgs;
use crate::{Answer, input, interrupt};

/// Compare the search with problems whose moves all have exact scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse bench accuracy hard-25.obf --depth 15
  obverse bench accuracy hard-25.obf --depth 10 --confidence 100 --eval new.weights
  obverse bench accuracy hard-25.obf --nodes 1e5 --json

  best move   problems in which the move chosen has the best exact score
  mean loss   discs that the moves chosen give away, on average
  mean error  discs between the score reported and the best exact score, on average
  within 3    problems in which that error is at most three discs

The engine knows nothing from one problem to the next.")]
pub(crate) struct Args {
    /// A file of problems in OBF, each with the exact scores of all its moves
    file: String,
    /// Plies to look ahead; 15 if no limit is given
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// Time for each problem
    #[arg(long)]
    time: Option<Time>,
    /// Positions to visit for each problem
    #[arg(long, value_parser = input::count)]
    nodes: Option<u64>,
    /// How sure selective cuts have to be, in per cent; 100 is full width
    #[arg(long, value_name = "C")]
    confidence: Option<Confidence>,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = input::thread_count)]
    threads: usize,
    /// Hash table in megabytes
    #[arg(long, default_value_t = 16, value_name = "MB", value_parser = input::megabytes)]
    hash: usize,
    /// Other weights of the evaluation
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The depth where no limit is given.
const USUAL_DEPTH: u32 = 15;

/// A position and the exact scores of its moves.
struct ScoredPosition {
    position: Position,
    scores: Vec<(Move, f64)>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let problems = problems(&args.file)?;
    let engine =
        EngineArgs { threads: Some(args.threads), hash: args.hash, eval: args.eval.clone() };
    let mut engine = Engine::new(engine.options()?);
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let limits = args.limits(stop.clone());
    let bar = bar(problems.len(), args.json);
    let mut accuracy = Accuracy::default();
    for problem in &problems {
        engine.clear();
        let report = engine.search(&problem.position, &limits);
        if stop.is_raised() {
            break;
        }
        accuracy.add(problem, &report)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let is_whole = accuracy.problems == problems.len();
    if !is_whole {
        eprintln!("obverse: stopped after {} of {} problems", accuracy.problems, problems.len());
    }
    if accuracy.problems > 0 {
        accuracy.print(args.json)?;
    }
    Ok(if is_whole { Answer::Done } else { Answer::No })
}

impl Args {
    fn limits(&self, stop: StopFlag) -> Limits {
        let is_limited = self.depth.is_some() || self.time.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth.or((!is_limited).then_some(USUAL_DEPTH)),
            time: self.time.map(|time| time.0),
            nodes: self.nodes,
            confidence: self.confidence,
            book: false,
            stop,
            ..Limits::default()
        }
    }
}

fn problems(file: &str) -> Result<Vec<ScoredPosition>> {
    let mut problems = Vec::new();
    for record in input::records(file, None)? {
        let number = problems.len() + 1;
        problems.push(problem(&record?).with_context(|| format!("problem {number} of {file}"))?);
    }
    ensure!(!problems.is_empty(), "{file} has no problems");
    Ok(problems)
}

/// A problem of a file: every legal move has to have a score.
fn problem(record: &Record) -> Result<ScoredPosition> {
    let position = *record.position();
    let score_of = |mv: Move| record.scores.iter().find(|known| known.mv == mv);
    let mut scores = Vec::new();
    for square in position.moves() {
        let mv = Move::Place(square);
        match score_of(mv) {
            Some(known) => scores.push((mv, known.score)),
            None => bail!("{square} has no score: the exact scores of all moves are needed"),
        }
    }
    ensure!(!scores.is_empty(), "the side to move has no move");
    Ok(ScoredPosition { position, scores })
}

/// How far the search is from the truth, summed up over problems.
#[derive(Debug, Default)]
struct Accuracy {
    problems: usize,
    best_moves: usize,
    loss: f64,
    error: f64,
    within_3: usize,
    nodes: u64,
    time: Duration,
}

impl Accuracy {
    fn add(&mut self, problem: &ScoredPosition, report: &Report) -> Result<()> {
        let best = problem.scores.iter().map(|&(_, score)| score).fold(f64::MIN, f64::max);
        let chosen = problem.scores.iter().find(|&&(mv, _)| Some(mv) == report.chosen);
        let &(_, chosen) = chosen.context("the engine chose no legal move")?;
        let error = (f64::from(report.best().score.discs) - best).abs();
        self.problems += 1;
        self.best_moves += usize::from(chosen >= best);
        self.loss += best - chosen;
        self.error += error;
        self.within_3 += usize::from(error <= 3.0);
        self.nodes += report.nodes;
        self.time += report.elapsed;
        Ok(())
    }

    fn print(&self, as_json: bool) -> Result<()> {
        let mean = |sum: f64| sum / self.problems as f64;
        let share = |count: usize| 100.0 * mean(count as f64);
        let (best_move, within_3) = (share(self.best_moves), share(self.within_3));
        let (mean_loss, mean_error) = (mean(self.loss), mean(self.error));
        let (problems, nodes, seconds) = (self.problems, self.nodes, self.time.as_secs_f64());
        let mut out = std::io::stdout().lock();
        if as_json {
            let answer = json!({
                "problems": problems, "best_move": rounded(best_move), "mean_loss": rounded(mean_loss),
                "mean_error": rounded(mean_error), "within_3": rounded(within_3),
                "nodes": nodes, "seconds": seconds,
            });
            writeln!(out, "{answer}")?;
            return Ok(());
        }
        writeln!(
            out,
            "problems  best move  mean loss  mean error  within 3        nodes   seconds"
        )?;
        writeln!(
            out,
            "{problems:8}  {best_move:7.1} %  {mean_loss:9.2}  {mean_error:10.2}  \
             {within_3:6.1} %  {nodes:11}  {seconds:8.2}"
        )?;
        Ok(())
    }
}

/// To three places: more say nothing.
fn rounded(figure: f64) -> f64 {
    (figure * 1000.0).round() / 1000.0
}

/// Progress on a terminal, none in a pipe.
fn bar(problems: usize, json: bool) -> ProgressBar {
    if json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} {bar:24} {elapsed}, {eta} left");
    ProgressBar::new(problems as u64).with_style(style.expect("a valid template"))
}
