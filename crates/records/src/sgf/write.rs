//! Writing SGF.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;

use obverse_rules::{Color, Game, Position, Square};

use super::{OWN, mark_name};
use crate::clock::{self, Clock};
use crate::record::{Mark, Note, Record, Shape, Termination, Verdict};

/// Writes a game with its variations, without a line break at its end. A variation that leaves no
/// line of the record is skipped.
pub fn to_string(record: &Record) -> String {
    let mut out = Properties { text: String::from("(;GM[2]FF[4]CA[UTF-8]AP[Obverse]") };
    root(&mut out, record);
    let forks = Forks::new(record);
    // What is still to be written, the next last: nesting may be deep, so nothing recurses.
    let mut steps = vec![Step::Text(')')];
    steps.extend(forks.after(record, 0, 0));
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(parenthesis) => out.text.push(parenthesis),
            Step::Line { line, from } => {
                let (game, notes) = line_of(record, line);
                for index in from..game.moves().len() {
                    write_move(&mut out, game, index, notes.get(index));
                    if forks.has(line, index + 1) {
                        steps.extend(forks.after(record, line, index + 1));
                        break;
                    }
                }
            }
        }
    }
    out.text
}

/// A piece of the text.
enum Step {
    Text(char),
    /// The moves of a line, 0 for the game, after the first so many.
    Line {
        line: usize,
        from: usize,
    },
}

/// Where variations begin: the line that is left, 0 for the game, and after how many moves.
struct Forks(BTreeMap<(usize, usize), Vec<usize>>);

impl Forks {
    fn new(record: &Record) -> Forks {
        let mut forks: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, variation) in record.variations.iter().enumerate() {
            let line = variation.of.map_or(0, |of| of + 1);
            // A line that leaves itself or a later one would never be reached.
            if line <= index && !variation.game.moves().is_empty() {
                forks.entry((line, variation.ply)).or_default().push(index + 1);
            }
        }
        Forks(forks)
    }

    fn has(&self, line: usize, ply: usize) -> bool {
        self.0.contains_key(&(line, ply))
    }

    /// What follows so many moves of a line, the next piece last.
    fn after(&self, record: &Record, line: usize, ply: usize) -> Vec<Step> {
        let goes_on = ply < line_of(record, line).0.moves().len();
        let mut lines: Vec<(usize, usize)> = goes_on.then_some((line, ply)).into_iter().collect();
        let mut others: VecDeque<usize> =
            self.0.get(&(line, ply)).into_iter().flatten().copied().collect();
        let is_fork = !others.is_empty();
        while let Some(other) = others.pop_front() {
            lines.push((other, 0));
            // What leaves that one before its first move begins here too.
            others.extend(self.0.get(&(other, 0)).into_iter().flatten());
        }
        if !is_fork {
            return lines.into_iter().map(|(line, from)| Step::Line { line, from }).collect();
        }
        let pieces = |(line, from)| [Step::Text(')'), Step::Line { line, from }, Step::Text('(')];
        lines.into_iter().rev().flat_map(pieces).collect()
    }
}

/// The moves of a line, 0 for the game, and what was noted about them.
fn line_of(record: &Record, line: usize) -> (&Game, &[Note]) {
    match line.checked_sub(1) {
        None => (&record.game, &record.notes),
        Some(index) => (&record.variations[index].game, &record.variations[index].notes),
    }
}

fn write_move(out: &mut Properties, game: &Game, index: usize, note: Option<&Note>) {
    let color = game.positions()[index].side();
    let mv = game.moves()[index].square().map_or("pa".to_owned(), |square| square.to_string());
    out.text.push(';');
    out.property(&color.letter().to_string(), Some(&mv));
    let Some(note) = note else { return };
    // SGF says how good it is for Black; a note, how good it is for the mover.
    let for_black = |eval: f64| if color == Color::Black { eval } else { 0.0 - eval };
    out.property("V", note.eval.map(for_black).as_ref());
    out.property("SECS", note.time.map(clock::seconds_text).as_ref());
    out.property("C", note.comment.as_ref());
    marks(out, &note.marks);
}

fn marks(out: &mut Properties, marks: &[Mark]) {
    for shape in Shape::ALL {
        let mut of_shape = marks.iter().filter(|mark| mark.shape == shape).peekable();
        if of_shape.peek().is_some() {
            out.text.push_str(mark_name(shape));
        }
        for mark in of_shape {
            write!(out.text, "[{}]", mark.square).expect("strings grow");
        }
    }
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
        let is_own =
            OWN.contains(&name.as_str()) || Shape::ALL.map(mark_name).contains(&name.as_str());
        if !is_known && !is_own && name.bytes().all(|letter| letter.is_ascii_uppercase()) {
            out.property(name, Some(value));
        }
    }
    setup(out, start);
    out.property("C", tags.comment.as_ref());
    marks(out, &record.marks);
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
