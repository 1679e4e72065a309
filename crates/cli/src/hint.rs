//! `obverse hint`: the best moves of a position.

use std::io::Write;

use anyhow::Result;
use obverse_answers::lines;
use obverse_engine::{Engine, Level, Limits, StopFlag};
use obverse_players::Time;
use obverse_rules::{Color, Outcome, Size};
use serde_json::json;

use crate::engine_args::EngineArgs;
use crate::{Answer, input, interrupt, output};

/// Show the best moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse hint f5d6c3 --top 3 --depth 16
  obverse hint game.ggf --time 2s --json
  obverse hint start --size 10 --time 1s

Scores are discs from the view of the side to move: `= +4` is exact, `≈ +2.4 73%` comes from a \
search that cut what was unlikely to matter, `~ +2` is an estimate, `book +1.0` \
is from the opening book, which answers where neither time, depth nor level is given. \
A game that is over has no best move: the winner is named, and the exit code is 1.")]
pub(crate) struct Args {
    /// A position: a file, `-`, squares and a side, a transcript, or `start`
    position: String,
    /// How many moves to show
    #[arg(long, default_value_t = 1, value_name = "N")]
    top: usize,
    /// Think as the player of this level does
    #[arg(long, conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,
    /// Plies to look ahead
    #[arg(long, value_parser = input::plies)]
    depth: Option<u32>,
    /// Time to think; a second if neither level nor depth is given
    #[arg(long)]
    time: Option<Time>,
    /// The size of the board for `start` and transcripts
    #[arg(long)]
    size: Option<Size>,
    /// Which game or problem of a file that has several
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Think, also where the opening book knows the answer
    #[arg(long)]
    no_book: bool,
    /// Print JSON: a line a move, best first
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = input::position(&args.position, args.size, args.game)?;
    if position.is_over() {
        return over(&position.outcome(), args.json);
    }
    let mut engine = Engine::new(args.engine.options()?);
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    let limits = limits(args, stop);
    let report = engine.search(&position, &limits);
    let mut out = std::io::stdout().lock();
    if args.json {
        for line in lines::hint_lines(&report) {
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        }
        return Ok(Answer::Done);
    }
    for line in &report.lines {
        let (mv, rest) = line.moves.split_first().expect("there is a move until the game is over");
        let score = line.score.to_string();
        writeln!(out, "{mv:4}  {score:12}  depth {:2}  {}", line.depth, output::line(rest))?;
    }
    let seconds = report.elapsed.as_secs_f64();
    let rate = report.nodes as f64 / seconds.max(1e-9) / 1e6;
    writeln!(out, "{} nodes, {seconds:.3} s, {rate:.1} M nodes/s", report.nodes)?;
    Ok(Answer::Done)
}

/// There is no move to show, but a winner.
fn over(outcome: &Outcome, json: bool) -> Result<Answer> {
    let mut out = std::io::stdout().lock();
    if json {
        let winner = outcome.winner().map(|winner| winner.to_string().to_lowercase());
        let [black, white] = [Color::Black, Color::White].map(|color| outcome.discs(color));
        let line = json!({ "over": true, "winner": winner, "black": black, "white": white });
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "The game is over: {outcome}")?;
    }
    Ok(Answer::No)
}

fn limits(args: &Args, stop: StopFlag) -> Limits {
    let is_limited = args.level.is_some() || args.depth.is_some() || args.time.is_some();
    let second = std::time::Duration::from_secs(1);
    Limits {
        time: args.time.map(|time| time.0).or((!is_limited).then_some(second)),
        depth: args.depth,
        level: args.level,
        lines: args.top.max(1),
        // Whoever says how far to think wants thinking.
        book: !is_limited && !args.no_book,
        stop,
        ..Limits::default()
    }
}
