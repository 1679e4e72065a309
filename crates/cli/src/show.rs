//! `obverse show`: drawing a position, or writing it in another format.

use std::io::{IsTerminal, Write};

use anyhow::{Result, ensure};
use clap::ValueEnum;
use obverse_records::{Diagram, Format, Palette, Record, openings, to_text};
use obverse_rules::{Color, Size, Squares};
use serde_json::json;

use crate::{Answer, input};

/// Draw a position or a game, or write it in another format
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  obverse show f5d6c3\n  \
    obverse show game.ggf --move 20 --format svg > position.svg\n  \
    obverse show \"-OXO-XXX-OOX--O- X\" --format json")]
pub(crate) struct Args {
    /// A position: a file, `-`, squares and a side, a transcript, or `start`
    #[arg(default_value = "start")]
    position: String,
    /// How to write it; by default a drawing, in colours on a terminal
    #[arg(long, value_enum)]
    format: Option<Style>,
    /// The size of the board for `start` and for transcripts
    #[arg(long)]
    size: Option<Size>,
    /// Which game or problem of a file that has several
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Show the position after so many moves of the game, passes included
    #[arg(long, value_name = "N")]
    r#move: Option<usize>,
    /// Print one JSON object: the same as --format json
    #[arg(long)]
    json: bool,
}

/// How a position or a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// A drawing in text, which can be read again
    Text,
    /// A drawing in the colours of a terminal
    Color,
    /// A picture
    Svg,
    /// One JSON object
    Json,
    /// Squares, side and known scores on a line
    Obf,
    /// The whole game in GGF
    Ggf,
    /// The whole game in SGF
    Sgf,
    /// The moves of the game
    Transcript,
    /// Rows, side and time limit
    TenLine,
    /// Eight lines of eight characters
    Turn,
    /// Rows in X, O and -
    Board,
    /// The board with the numbers of the moves
    Sheet,
}

pub(crate) fn run(args: &Args) -> Result<Answer> {
    let mut record = input::record(&args.position, args.size, args.game)?;
    if let Some(ply) = args.r#move {
        let moves = record.game.moves().len();
        ensure!(ply <= moves, "the game has {moves} moves, not {ply}");
        record.stop_after(ply);
    }
    print(&record, if args.json { Some(Style::Json) } else { args.format })
}

/// Prints a record; as a drawing if no style is given.
pub(crate) fn print(record: &Record, style: Option<Style>) -> Result<Answer> {
    let text = render(record, style.unwrap_or_else(usual_style))?;
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Answer::Done)
}

/// Colours where they can be seen.
fn usual_style() -> Style {
    let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let is_able = std::env::var_os("TERM").is_some_and(|term| term != "dumb");
    if std::io::stdout().is_terminal() && is_wanted && is_able { Style::Color } else { Style::Text }
}

fn palette() -> Palette {
    match std::env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => Palette::True,
        _ => Palette::Indexed,
    }
}

fn render(record: &Record, style: Style) -> Result<String> {
    let diagram = || {
        Diagram::new(record.position()).with_last_move(record.game.last_move()).with_legal_moves()
    };
    let format = match style {
        Style::Text => return Ok(diagram().text()),
        Style::Color => return Ok(diagram().ansi(palette())),
        Style::Svg => return Ok(diagram().svg()),
        Style::Json => return Ok(json_text(record)),
        Style::Obf => Format::Obf,
        Style::Ggf => Format::Ggf,
        Style::Sgf => Format::Sgf,
        Style::Transcript => Format::Transcript,
        Style::TenLine => Format::TenLine,
        Style::Turn => Format::Turn,
        Style::Board => Format::Board,
        Style::Sheet => Format::Sheet,
    };
    Ok(to_text(record, format)?)
}

fn json_text(record: &Record) -> String {
    let position = record.position();
    let names = |squares: Squares| -> Vec<String> {
        squares.iter().map(|square| square.to_string()).collect()
    };
    let text = position.to_string();
    let outcome = position.is_over().then(|| position.outcome());
    let mut answer = json!({
        "size": position.size().get(),
        "squares": text[..position.size().squares()],
        "side": position.side().to_string().to_lowercase(),
        "black": position.count(Color::Black),
        "white": position.count(Color::White),
        "empties": position.empties(),
        "legal": names(position.moves()),
        "over": position.is_over(),
        "moves": record.game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    let mut add = |name: &str, value: Option<serde_json::Value>| {
        if let Some(value) = value {
            answer[name] = value;
        }
    };
    let name = |name: &Option<String>| name.as_deref().map(Into::into);
    add("result", outcome.map(|outcome| outcome.score(Color::Black).into()));
    add("opening", openings::name_of(&record.game).map(|opening| opening.name().into()));
    add(
        "players",
        record
            .tags
            .black
            .as_ref()
            .or(record.tags.white.as_ref())
            .map(|_| json!({ "black": record.tags.black, "white": record.tags.white })),
    );
    add("event", name(&record.tags.event));
    add("date", name(&record.tags.date));
    add("scores", (!record.scores.is_empty()).then(|| {
        let known = |score: &obverse_records::MoveScore| {
            json!({ "move": score.mv.to_string(), "score": score.score })
        };
        record.scores.iter().map(known).collect()
    }));
    format!("{answer}\n")
}
