//! `obverse solve`: exact scores of positions and problem files.

pub(crate) mod job;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use obverse_answers::lines::SolvedLine;
use obverse_engine::{Goal, Options, Progress, Report};
use obverse_jobs::{LocalPool, Outcome, Pool, Stop};
use obverse_records::Record;
use obverse_rules::Position;
use serde_json::json;

use crate::engine_args::EngineArgs;
use crate::fleet_args::FleetArgs;
use crate::job_engine::JobEngine;
use crate::{Answer, input, interrupt, output};
use job::{Problems, Solver};

/// Solve endgames exactly
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse solve problems.obf --threads 2
  obverse solve game.ggf --wld --json
  grep -v '^%' problems.obf | obverse solve - --limit 10
  obverse solve problems.obf --fleet nats://host:4222

Scores are discs from the view of the side to move, empty squares to the winner. Where one \
differs from the score in the file, the command says so and exits with 1.")]
pub(crate) struct Args {
    /// Problem files, games (their last position), `-`, or positions themselves
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Find out only who wins: scores are 1, 0 and -1
    #[arg(long)]
    wld: bool,
    /// Solve only the first so many problems
    #[arg(long, value_name = "K")]
    limit: Option<usize>,
    /// Print JSON: a line a problem, and the total last
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    fleet: FleetArgs,
}

impl Args {
    fn goal(&self) -> Goal {
        if self.wld { Goal::Wld } else { Goal::Exact }
    }
}

/// A position to solve, and its score where the file knows it.
struct Problem {
    position: Position,
    expected: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let problems = problems(args)?;
    let options = args.engine.options()?;
    let stop = Stop::default();
    interrupt::on_first({
        let stop = stop.clone();
        move || stop.raise()
    })?;
    let mut results = Results::new(args, problems.len());
    let (engine, weights) = args.fleet.wanted(&args.engine, &options)?;
    let batch = Problems { list: &problems, goal: args.goal(), engine, weights };
    let mut pool = pool(args, options, &results.bar)?;
    let mut failure = None;
    pool.run(&batch, &stop, &mut |number, outcome| match results.add(
        number,
        &problems[number],
        outcome,
    ) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    results.bar.finish_and_clear();
    args.fleet.tell_of_interruption(&stop);
    results.finish()
}

/// Whoever solves: an engine here, or the workers of a fleet.
fn pool(args: &Args, options: Options, bar: &ProgressBar) -> Result<Box<dyn Pool>> {
    if args.fleet.is_asked_for() {
        return args.fleet.pool(&format!("solve {}", args.files.join(" ")), bar);
    }
    let bar = bar.clone();
    Ok(Box::new(LocalPool::new(1, move || {
        let bar = bar.clone();
        Box::new(Solver::new(JobEngine::local(&options), move |progress: &Progress<'_>| {
            let line = progress.line;
            let moves = output::line(&line.moves[..line.moves.len().min(8)]);
            bar.set_message(format!("{} at depth {}: {moves}", line.score, line.depth));
        }))
    })))
}

/// Everything that the files hold, up to the limit.
fn problems(args: &Args) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    let limit = args.limit.unwrap_or(usize::MAX);
    for file in &args.files {
        for record in input::records(file, None)? {
            if problems.len() >= limit {
                return Ok(problems);
            }
            problems.push(problem(&record?, args.wld));
        }
    }
    Ok(problems)
}

fn problem(record: &Record, wld: bool) -> Problem {
    let sign = |score: f64| if score == 0.0 { 0.0 } else { score.signum() };
    let expected = record.best_score().map(|score| if wld { sign(score) } else { score });
    Problem { position: *record.position(), expected }
}

/// What is printed, and the sums for its last line.
struct Results {
    json: bool,
    goal: Goal,
    bar: ProgressBar,
    problems: usize,
    solved: usize,
    known: usize,
    wrong: usize,
    nodes: u64,
    time: Duration,
}

impl Results {
    fn new(args: &Args, problems: usize) -> Results {
        let bar = if !args.json && std::io::stderr().is_terminal() {
            let here = "{pos}/{len} {bar:24} {elapsed} {wide_msg}";
            let style = if args.fleet.is_asked_for() { FleetArgs::BAR } else { here };
            let style = ProgressStyle::with_template(style).expect("a valid template");
            let bar = ProgressBar::new(problems as u64).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        } else {
            ProgressBar::hidden()
        };
        let (solved, known, wrong, nodes, time) = (0, 0, 0, 0, Duration::ZERO);
        let goal = args.goal();
        Results { json: args.json, goal, bar, problems, solved, known, wrong, nodes, time }
    }

    fn add(&mut self, number: usize, problem: &Problem, outcome: Outcome) -> Result<()> {
        self.bar.inc(1);
        let result = match outcome {
            Outcome::Done(result) => result,
            Outcome::Failed(reason) => {
                self.bar.suspend(|| eprintln!("obverse: problem {}: {reason}", number + 1));
                return Ok(());
            }
        };
        let report = job::read(&result)?;
        self.solved += 1;
        self.nodes += report.nodes;
        self.time += report.elapsed;
        let score = f64::from(report.best().score.discs);
        let is_wrong = problem.expected.is_some_and(|expected| (expected - score).abs() > 0.5);
        self.known += usize::from(problem.expected.is_some());
        self.wrong += usize::from(is_wrong);
        let text = if self.json {
            self.json_line(number, problem, &report)?
        } else {
            self.text_line(number, problem, &report, is_wrong)
        };
        self.bar.suspend(|| writeln!(std::io::stdout().lock(), "{text}"))?;
        Ok(())
    }

    fn json_line(&self, number: usize, problem: &Problem, report: &Report) -> Result<String> {
        let mut line = SolvedLine::new(number + 1, &problem.position, self.goal, report);
        line.expected = problem.expected.map(|expected| expected as i32);
        Ok(serde_json::to_string(&line)?)
    }

    fn text_line(
        &self,
        number: usize,
        problem: &Problem,
        report: &Report,
        is_wrong: bool,
    ) -> String {
        let heading = if self.solved == 1 {
            "    #  empties  score  best          nodes    seconds  M/s  line\n"
        } else {
            ""
        };
        let line = report.best();
        let seconds = report.elapsed.as_secs_f64();
        let rate = report.nodes as f64 / seconds.max(1e-9) / 1e6;
        let best = report.chosen.map_or("-".to_owned(), |mv| mv.to_string());
        let remark = match problem.expected {
            Some(expected) if is_wrong => format!("  expected {expected:+.0}"),
            _ => String::new(),
        };
        format!(
            "{heading}{:5}  {:7}  {:>5}  {best:4}  {:13}  {seconds:9.3}  {rate:3.0}  {}{remark}",
            number + 1,
            problem.position.empties(),
            line.score.to_string().trim_start_matches("= "),
            report.nodes,
            output::line(&line.moves),
        )
    }

    fn finish(self) -> Result<Answer> {
        self.bar.finish_and_clear();
        let mut out = std::io::stdout().lock();
        let seconds = self.time.as_secs_f64();
        if self.json {
            let mut total = json!({
                "total": true, "problems": self.problems, "solved": self.solved,
                "nodes": self.nodes, "seconds": seconds,
            });
            if self.known > 0 {
                total["wrong"] = json!(self.wrong);
            }
            writeln!(out, "{total}")?;
        } else {
            let rate = self.nodes as f64 / seconds.max(1e-9) / 1e6;
            let wrong = match (self.known, self.wrong) {
                (0, _) => String::new(),
                (known, 0) => format!(", {known} as expected"),
                (_, wrong) => format!(", {wrong} WRONG"),
            };
            writeln!(
                out,
                "{} of {} solved{wrong}; {} nodes, {seconds:.3} s, {rate:.1} M nodes/s",
                self.solved, self.problems, self.nodes
            )?;
        }
        let is_complete = self.solved == self.problems && self.wrong == 0;
        Ok(if is_complete { Answer::Done } else { Answer::No })
    }
}
