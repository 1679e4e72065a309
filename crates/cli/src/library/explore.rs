//! `obverse library explore`.

use std::io::Write;

use anyhow::Result;
use obverse_engine::book::Book;
use obverse_engine::score::Kind;
use obverse_engine::{Engine, Limits, Score};
use obverse_library::{Continuation, Library, Summary};
use obverse_rules::{AnyBoard, Move, Position, Size};
use serde_json::json;

use crate::engine_args::EngineArgs;
use crate::{Answer, input};

/// Show what was played in a position, and how it went
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  obverse library explore f5d6c3\n  \
    obverse library explore start --json\n\n\
    Positions are the same if they are turned or mirrored. The mean is in discs, from the view of \
    the side to move; so is the score, which is the opening book's where it knows the move, and of a short \
    search elsewhere.")]
pub(super) struct Args {
    /// A position: a file, `-`, squares and a side, a transcript, or `start`
    position: String,
    /// The size of the board for `start` and transcripts
    #[arg(long)]
    size: Option<Size>,
    /// Plies to search for the score of moves that the book does not know; 0 for none
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=40))]
    depth: u32,
    /// Show so many notable games of each move
    #[arg(long, value_name = "N", default_value_t = 1)]
    notable: usize,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print JSON: a line a move, the one played most often first
    #[arg(long)]
    json: bool,
}

/// How wide the bar of a move is.
const BAR: usize = 24;

pub(super) fn run(library: &Library, args: &Args) -> Result<Answer> {
    let position = input::position(&args.position, args.size, None)?;
    let explored = library.explore(&position)?;
    let mut out = std::io::stdout().lock();
    if !args.json && !explored.moves.is_empty() {
        writeln!(out, "{} to move; the mean is in discs from its view\n", position.side())?;
        writeln!(
            out,
            "{:<6}{:>7}  {:<12}{:<12}{:<12}{:<7}{:<12}",
            "move", "games", "Black", "draws", "White", "mean", "score"
        )?;
    }
    let scores = if explored.moves.is_empty() { Vec::new() } else { scores(&position, args)? };
    for found in &explored.moves {
        let score = scores.iter().find(|(mv, _)| *mv == found.mv).map(|(_, score)| *score);
        let notable = library.notable(&position, found.mv, args.notable)?;
        if args.json {
            writeln!(out, "{}", json_of(found, score, &notable))?;
        } else {
            writeln!(out, "{}", line(found, score, notable.first()))?;
        }
    }
    if explored.moves.is_empty() {
        match explored.ended {
            0 => eprintln!("no game of the library was here"),
            ended => eprintln!("{} ended here", super::find::games(ended)),
        }
        return Ok(Answer::No);
    }
    Ok(Answer::Done)
}

/// What the book says of the moves, and a search of those that it does not know.
fn scores(position: &Position, args: &Args) -> Result<Vec<(Move, Score)>> {
    let mut scores = Vec::new();
    if let AnyBoard::N8(board) = position.board() {
        let known = Book::embedded().moves(*board).into_iter();
        let score = |discs| Score { discs, kind: Kind::Book };
        scores.extend(known.map(|known| (Move::Place(known.square), score(known.discs))));
    }
    if args.depth > 0 && scores.len() < position.moves().len() {
        let mut engine = Engine::new(args.engine.options()?);
        let depth = Some(args.depth);
        let limits = Limits { depth, lines: usize::MAX, book: false, ..Limits::default() };
        for line in engine.search(position, &limits).lines {
            let Some(&mv) = line.moves.first() else { continue };
            if !scores.iter().any(|(known, _)| *known == mv) {
                scores.push((mv, line.score));
            }
        }
    }
    Ok(scores)
}

fn json_of(found: &Continuation, score: Option<Score>, notable: &[Summary]) -> serde_json::Value {
    let mut row = json!({
        "move": found.mv.to_string(),
        "games": found.games,
        "black": found.black,
        "draws": found.draws,
        "white": found.white,
        "mean_discs": found.mean_discs,
        "latest": found.latest,
    });
    if let Some(name) = found.name {
        row["name"] = name.into();
    }
    if let Some(score) = score {
        row["score"] = json!((f64::from(score.discs) * 100.0).round() / 100.0);
        row["kind"] = score.kind.name().into();
        if let Kind::Selective { confidence } = score.kind {
            row["confidence"] = confidence.into();
        }
    }
    let notable = notable.iter().map(|game| {
        json!({
            "game": game.id, "black": game.black, "white": game.white, "event": game.event,
            "date": game.date, "score": game.score,
        })
    });
    row["notable"] = notable.collect();
    row
}

fn line(found: &Continuation, score: Option<Score>, notable: Option<&Summary>) -> String {
    let finished = (found.black + found.draws + found.white).max(1);
    let share = |count: u64| format!("{count} {}%", (100 * count + finished / 2) / finished);
    let black = BAR * found.black as usize / finished as usize;
    let white = BAR * found.white as usize / finished as usize;
    let bar = "●".repeat(black) + &"·".repeat(BAR - black - white) + &"○".repeat(white);
    let mean = found.mean_discs.map_or(String::new(), |mean| format!("{mean:+.1}"));
    let score = score.map_or(String::new(), |score| score.to_string());
    let line = format!(
        "{:<6}{:>7}  {:<12}{:<12}{:<12}{mean:<7}{score:<12}{bar}  {}{}",
        found.mv.to_string(),
        found.games,
        share(found.black),
        share(found.draws),
        share(found.white),
        found.name.map_or(String::new(), |name| format!("{name}  ")),
        notable.map_or(String::new(), game)
    );
    line.trim_end().to_owned()
}

/// Who played, and when.
fn game(game: &Summary) -> String {
    let (Some(black), Some(white)) = (&game.black, &game.white) else { return String::new() };
    let date = game.date.as_ref().map_or(String::new(), |date| format!(", {date}"));
    format!("{black} – {white}{date} (game {})", game.id)
}
