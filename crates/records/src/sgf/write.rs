//! Writing SGF.

use std::fmt::Write;

use obverse_rules::{Color, Position, Square};

use crate::clock::{self, Clock};
use crate::record::{Record, Termination, Verdict};

/// Writes a game, without a line break at its end.
pub fn to_string(record: &Record) -> String {
    let mut out = Properties { text: String::from("(;GM[2]FF[4]CA[UTF-8]AP[Obverse]") };
    root(&mut out, record);
    for (index, (mv, before)) in record.game.moves().iter().zip(record.game.positions()).enumerate()
    {
        let color = before.side();
        let mv = mv.square().map_or("pa".to_owned(), |square| square.to_string());
        out.text.push(';');
        out.property(&color.letter().to_string(), Some(&mv));
        let note = record.note(index);
        // SGF says how good it is for Black; a note, how good it is for the mover.
        let for_black = |eval: f64| if color == Color::Black { eval } else { 0.0 - eval };
        out.property("V", note.eval.map(for_black).as_ref());
        out.property("SECS", note.time.map(clock::seconds_text).as_ref());
        out.property("C", note.comment.as_ref());
    }
    out.text + ")"
}

fn root(out: &mut Properties, record: &Record) {
    let tags = &record.tags;
    let start = record.game.start();
    out.property("SZ", Some(&start.size()));
    out.property("PB", tags.black.as_ref());
    out.property("BR", tags.black_rating.as_ref());
    out.property("PW", tags.white.as_ref());
    out.property("WR", tags.white_rating.as_ref());
    out.property("EV", tags.event.as_ref());
    out.property("PC", tags.place.as_ref());
    out.property("DT", tags.date.as_ref());
    if let Some(clock) = tags.clock {
        out.property("TM", Some(&clock::seconds_text(clock.main)));
        let beside = Clock { main: std::time::Duration::ZERO, ..clock };
        out.property("OT", (beside != Clock::default()).then_some(&beside));
    }
    out.property("RE", record.result().map(result_text).as_ref());
    let theory = record.theory.map(|theory| format!("{}/{}", theory.black_discs, theory.empties));
    out.property("THEORY", theory.as_ref());
    for (name, value) in &tags.others {
        // A result that could not be understood gives way to what the board says.
        let is_known = name == "RE" && record.result().is_some();
        if !is_known && name.bytes().all(|letter| letter.is_ascii_uppercase()) {
            out.property(name, Some(value));
        }
    }
    setup(out, start);
    out.property("C", tags.comment.as_ref());
}

/// All discs of the first position, unless it is the opening position. Empty squares in the middle
/// are written too (`AE`): a reader that adds the discs to the opening position and one that adds
/// them to an empty board then see the same position.
fn setup(out: &mut Properties, start: &Position) {
    let usual = Position::start(start.size());
    if *start == usual {
        return;
    }
    for (name, disc) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let changed = |square: &Square| {
            start.get(*square) == disc && (disc.is_some() || usual.get(*square).is_some())
        };
        let squares: Vec<_> = Square::all(start.size()).filter(changed).collect();
        if !squares.is_empty() {
            out.text.push_str(name);
            for square in squares {
                write!(out.text, "[{square}]").expect("strings grow");
            }
        }
    }
    out.property("PL", Some(&start.side().letter()));
}

fn result_text(verdict: Verdict) -> String {
    let winner = if verdict.score > 0.0 { 'B' } else { 'W' };
    match verdict.ending {
        _ if verdict.score == 0.0 => "0".to_owned(),
        Termination::Resigned => format!("{winner}+R"),
        Termination::TimedOut => format!("{winner}+T"),
        Termination::Played | Termination::Agreed => format!("{winner}+{}", verdict.score.abs()),
    }
}

struct Properties {
    text: String,
}

impl Properties {
    /// A property, unless it has no value.
    fn property(&mut self, name: &str, value: Option<&impl ToString>) {
        let Some(value) = value else { return };
        self.text.push_str(name);
        self.text.push('[');
        for character in value.to_string().chars() {
            if matches!(character, ']' | '\\') {
                self.text.push('\\');
            }
            self.text.push(character);
        }
        self.text.push(']');
    }
}
