//! `obverse openings --drill`: learning openings by heart, in lines of text.

use std::io::{BufRead, IsTerminal, Read, Write};

use anyhow::{Result, ensure};
use obverse_records::{Diagram, transcript};
use obverse_rules::{Color, Move, Size};
use obverse_study::{Drill, DrillLine, Recalled, Turn};

use crate::{Answer, output};

/// Asks the lines of an opening, or of a game's moves, until all are known.
pub(super) fn run(name: &str, side: Color, seed: u64) -> Result<Answer> {
    let mut lines = Drill::family(name);
    if lines.is_empty() && name.chars().any(|character| character.is_ascii_digit()) {
        let game = transcript::parse(name, Size::EIGHT)?;
        lines.push(DrillLine { name: name.to_owned(), moves: game.moves().to_vec() });
    }
    ensure!(
        !lines.is_empty(),
        "no opening has `{name}` in its name: `obverse openings` lists them"
    );
    let mut drill = Drill::new(lines, side, seed)?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} to learn, you play {side}. Type moves such as f5; ? shows the move, n leaves the line, q ends.",
        lines_of(drill.left())
    )?;
    loop {
        match drill.turn() {
            Turn::Over => break,
            Turn::Theirs(moves) => {
                let mv = moves[0];
                drill.reply(mv)?;
                writeln!(out, "{} plays {mv}", !side)?;
            }
            Turn::LineOver => {
                let line = drill.line().map(|line| line.name.clone()).unwrap_or_default();
                writeln!(out, "{line}: {}", output::line(drill.game().moves()))?;
                drill.next_line();
                writeln!(out, "{} left\n", lines_of(drill.left()))?;
            }
            Turn::Yours(_) => {
                if !yours(&mut out, &mut drill)? {
                    break;
                }
            }
        }
    }
    let (known, missed) = drill.result();
    writeln!(out, "{} known, {missed} times something was missed", lines_of(known))?;
    Ok(if drill.left() == 0 { Answer::Done } else { Answer::No })
}

fn lines_of(count: usize) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") }
}

/// Asks for a move; whether to go on.
fn yours(out: &mut impl Write, drill: &mut Drill) -> Result<bool> {
    let game = drill.game();
    write!(out, "{}", Diagram::new(game.position()).with_last_move(game.last_move()).text())?;
    if std::io::stdin().is_terminal() {
        write!(out, "your move: ")?;
        out.flush()?;
    }
    let mut line = String::new();
    // Nobody types that much; what is longer is cut.
    if std::io::stdin().lock().take(1 << 12).read_line(&mut line)? == 0 {
        return Ok(false);
    }
    let word = line.trim().to_lowercase();
    match word.as_str() {
        "q" | "quit" | "exit" => return Ok(false),
        "n" | "next" => drill.next_line(),
        "?" | "show" => {
            if let Some(mv) = drill.show() {
                writeln!(out, "It is {mv}. The line comes again.")?;
            }
        }
        word => match word.parse::<Move>() {
            Ok(mv) => match drill.recall(mv) {
                Ok(Recalled::Right) => {}
                Ok(Recalled::Wrong) => {
                    writeln!(out, "{mv} is in no line. Try again, or type ? to see the move.")?;
                }
                Err(error) => writeln!(out, "{error}")?,
            },
            Err(_) => writeln!(out, "`{word}` is no move: type a square, ?, n or q")?,
        },
    }
    Ok(true)
}
