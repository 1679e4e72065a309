//! `obverse why`: what a player thinks of every move, term by term.

mod table;

use std::io::Write;

use anyhow::{Result, bail};
use obverse_answers::why::why_lines;
use obverse_engine::{StopFlag, TimeSource};
use obverse_players::{Explanation, GrowthEnd, Player, Seat, Thought, TreeGrowth, Turn, Who};
use obverse_rules::{Color, Game, Size};

use crate::engine_args::EngineArgs;
use crate::{Answer, input, interrupt, maker, output};

/// Show what a player thinks of every move, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  obverse why f5d6c3d3c4f4 --player squares
  obverse why start --player breadth:time=2s
  obverse why game.ggf --player killer:depth=6,book=off --json
  obverse why f5d6c3 --player engine:time=1s

Each move has the terms of the player's evaluation after the move, weighed, in its own units and in \
the view of the side to move; their sum is the score. Below that is what its search made of the \
move: the terms where the expected line ends, and that line.")]
pub(crate) struct Args {
    /// A position: a file, `-`, squares and a side, a transcript, or `start`
    position: String,
    /// Who is asked: a classic, a level or the engine
    #[arg(long, value_name = "WHO")]
    player: Who,
    /// The size of the board for `start` and transcripts
    #[arg(long)]
    size: Option<Size>,
    /// Which game or problem of a file that has several
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Where random numbers begin, for the whims of `ratio`
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print JSON: a line a move, best first
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let position = input::position(&args.position, args.size, args.game)?;
    let mut player = player(args, position.side())?;
    player.supports(position.size())?;
    let stop = StopFlag::default();
    interrupt::raise_on_first(&stop)?;
    // What is thought on the way is part of the explanation.
    let observer = &mut |_: &Thought| {};
    let time_source = TimeSource::system();
    let mut turn = Turn { time: None, clock: None, time_source, stop, observer };
    let explanation = player.explain(&Game::new(position), &mut turn)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        for line in why_lines(&explanation) {
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        }
        return Ok(Answer::Done);
    }
    if position.is_over() {
        writeln!(out, "The game is over: {}", position.outcome())?;
    } else if explanation.moves.is_empty() {
        writeln!(out, "{} has no move and passes", position.side())?;
    } else {
        out.write_all(describe(&explanation).as_bytes())?;
    }
    Ok(Answer::Done)
}

fn player(args: &Args, side: Color) -> Result<Box<dyn Player>> {
    match maker::maker(&args.engine, args.seed)?.make(&args.player, side)? {
        Seat::Player(player) => Ok(player),
        Seat::Person => bail!("a person is not asked here: name a classic, a level or the engine"),
    }
}

/// All of it for people.
fn describe(explanation: &Explanation) -> String {
    let Explanation { player, side, .. } = explanation;
    let mut text = format!("{player}, {side} to move: numbers above 0 are good for {side}\n\n");
    text += &table::after_the_move(explanation);
    text += "\n";
    text += &table::searched(explanation);
    if let Some(remark) = &explanation.remark {
        text.push('\n');
        text += &table::wrapped(remark);
    }
    text += &openings(explanation);
    if let Some(tree) = &explanation.tree {
        text += &grown(tree);
    }
    text + &path(explanation)
}

/// The moves that are in the openings.
fn openings(explanation: &Explanation) -> String {
    let named = explanation.moves.iter().filter_map(|explained| {
        Some(format!("{} {:.0} %", explained.square, 100.0 * explained.opening?))
    });
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        return String::new();
    }
    format!("\nFrom the openings, whatever the search says: {}\n", named.join(", "))
}

/// How the tree grew.
fn grown(tree: &TreeGrowth) -> String {
    let megabytes = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    let mut text = "\nThe tree\n level   positions\n".to_owned();
    text.extend(tree.levels.iter().enumerate().skip(1).map(|(level, positions)| {
        let note = if level as u32 <= tree.complete { "" } else { "  incomplete" };
        format!("{level:6} {positions:11}{note}\n")
    }));
    let why = match tree.ended {
        GrowthEnd::Whole => "it is whole",
        GrowthEnd::Depth => "it is as deep as was asked for",
        GrowthEnd::Time => "the time was up",
        GrowthEnd::Memory => "the memory is full: more is allowed with a larger hash",
    };
    let (memory, allowed) = (megabytes(tree.memory), megabytes(tree.allowed));
    text + &format!("{memory:.1} MB of {allowed:.0} MB; it stopped growing because {why}\n")
}

/// How the best move's value changed with depth. The path of one depth is tried first by the next.
fn path(explanation: &Explanation) -> String {
    let Some(best) = explanation.moves.first() else { return String::new() };
    if best.searched.iterations.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{} depth by depth\n depth      score  path\n", best.square);
    text.extend(best.searched.iterations.iter().map(|iteration| {
        let score = table::number(iteration.score);
        let line = output::line(&iteration.line);
        format!("{:6} {score:>10}  {}\n", iteration.depth, line.trim())
    }));
    text
}
