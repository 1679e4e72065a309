//! Puzzles as text: a line each, after a line that names the format and its version.
//!
//! ```text
//! obverse-puzzles 1
//! # Blank lines and lines that begin with # are passed over.
//! <squares><side> <task> <worth> <rating> <moves> <line> <ideas> <source>
//! ```
//!
//! The squares are `X`, `O` and `-` row by row, the side `X` or `O`. The worth of the scores is
//! `exact`, or depth and confidence such as `16@73%`. The rating is `1240±80`, or `?` if it was not
//! measured. Moves have their scores, `g7+2,h8-4`; the line is the answer and what follows it,
//! `g7h8--a1`, a pass being `--`; ideas are words with commas, or `-`. The source is the rest of the
//! line and may be empty.

use std::fmt;
use std::str::FromStr;

use obverse_engine::score::Kind;
use obverse_rules::{Move, Position, SetupError, Square};
use thiserror::Error;

use super::{Choice, Difficulty, Idea, Parts, Puzzle, PuzzleError, Task, Worth};

/// The first line of a file.
const HEAD: &str = "obverse-puzzles";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// No line is longer, in bytes.
const LONGEST_LINE: usize = 8192;

/// Why a line is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleTextError {
    /// It is too long.
    #[error("the line has more than {LONGEST_LINE} bytes")]
    TooLong,
    /// The line ends before this.
    #[error("the word for {0} is missing")]
    Missing(&'static str),
    /// A word that makes no sense in its place.
    #[error("`{word}`: expected {expected}")]
    Expected {
        /// The word, or the beginning of it.
        word: String,
        /// What should be there.
        expected: &'static str,
    },
    /// The position.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// All can be read, and is no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Why a file is no file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleFileError {
    /// The first line is another one.
    #[error("this is no file of puzzles: the first line should be `{HEAD} {VERSION}`")]
    NoPuzzles,
    /// The file has another version.
    #[error("the puzzles have version {0}, and this program reads version {VERSION}")]
    Version(String),
    /// A line is no puzzle.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// Why not.
        #[source]
        error: PuzzleTextError,
    },
    /// A puzzle that came before.
    #[error("line {line}: the same position as in line {first}")]
    Twice {
        /// Its number, from 1.
        line: usize,
        /// Where it came before.
        first: usize,
    },
}

/// Reads a file of puzzles.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let mut lines = text.lines().enumerate();
    let head = lines.next().map_or("", |(_, line)| line.trim_end());
    let version = head.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix(' '));
    let version = version.ok_or(PuzzleFileError::NoPuzzles)?;
    if version.parse() != Ok(VERSION) {
        return Err(PuzzleFileError::Version(version.chars().take(20).collect()));
    }
    let mut seen = std::collections::HashMap::new();
    let mut puzzles = Vec::new();
    for (number, line) in lines {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = number + 1;
        let failed = |error| PuzzleFileError::Line { line: number, error };
        let puzzle: Puzzle = line.parse().map_err(failed)?;
        if let Some(first) = seen.insert(puzzle.id(), number) {
            return Err(PuzzleFileError::Twice { line: number, first });
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// Writes a file of puzzles. A remark, such as the command that made them, goes before them.
pub fn write_puzzles<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>, remark: &str) -> String {
    use std::fmt::Write;
    let mut text = format!("{HEAD} {VERSION}\n");
    let remarks = remark.lines().map(|line| format!("# {line}\n"));
    text.extend(remarks);
    for puzzle in puzzles {
        writeln!(text, "{puzzle}").expect("a string takes everything");
    }
    text
}

/// The line of a file.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position.to_string().replace(' ', "");
        write!(f, "{position} {} {} ", self.task, self.worth)?;
        match self.difficulty {
            Some(Difficulty { rating, deviation }) => write!(f, "{rating}±{deviation} ")?,
            None => f.write_str("? ")?,
        }
        for (number, choice) in self.choices.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(f, "{comma}{}{:+}", choice.mv, choice.discs)?;
        }
        f.write_str(" ")?;
        for mv in &self.line {
            match mv {
                Move::Place(square) => write!(f, "{square}")?,
                Move::Pass => f.write_str("--")?,
            }
        }
        let ideas: Vec<&str> = self.ideas.iter().map(|idea| idea.name()).collect();
        write!(f, " {}", if ideas.is_empty() { "-".to_owned() } else { ideas.join(",") })?;
        if !self.source.is_empty() {
            write!(f, " {}", self.source)?;
        }
        Ok(())
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Selective { confidence } => write!(f, "{}@{confidence}%", self.depth),
            Kind::Heuristic => write!(f, "{}@?", self.depth),
            // An end of the game is as deep as it is far, and nothing else is kept in files.
            Kind::Exact | Kind::Wld | Kind::Book => f.write_str("exact"),
        }
    }
}

/// Reads what is displayed.
impl FromStr for Puzzle {
    type Err = PuzzleTextError;

    fn from_str(line: &str) -> Result<Puzzle, PuzzleTextError> {
        if line.len() > LONGEST_LINE {
            return Err(PuzzleTextError::TooLong);
        }
        let mut words = line.splitn(8, ' ');
        let mut word = |name| words.next().filter(|word| !word.is_empty()).ok_or(Missing(name));
        let position = position(word("the position")?)?;
        let task = word("the task")?;
        let task = Task::ALL.into_iter().find(|known| known.name() == task);
        let task = task.ok_or_else(|| expected(line, 1, "win, draw, most or best"))?;
        let worth = worth(word("the worth of the scores")?, position.empties());
        let worth = worth.ok_or_else(|| expected(line, 2, "exact, or a worth such as 16@73%"))?;
        let difficulty = match word("the rating")? {
            "?" => None,
            word => Some(
                difficulty(word)
                    .ok_or_else(|| expected(line, 3, "a rating such as 1240±80, or ?"))?,
            ),
        };
        let choices = word("the moves")?.split(',').map(choice).collect::<Option<Vec<_>>>();
        let choices =
            choices.ok_or_else(|| expected(line, 4, "moves with scores such as g7+2,h8-4"))?;
        let moves =
            moves(word("the line")?).ok_or_else(|| expected(line, 5, "moves such as g7h8--a1"))?;
        let ideas = ideas(word("the ideas")?)
            .ok_or_else(|| expected(line, 6, "ideas with commas, or -"))?;
        let source = words.next().unwrap_or_default().to_owned();
        let parts =
            Parts { position, task, choices, worth, line: moves, difficulty, ideas, source };
        Ok(Puzzle::new(parts)?)
    }
}

use PuzzleTextError::Missing;

/// The error about a word of a line, by its number from 0.
fn expected(line: &str, number: usize, expected: &'static str) -> PuzzleTextError {
    let word = line.split(' ').nth(number).unwrap_or_default();
    PuzzleTextError::Expected { word: word.chars().take(20).collect(), expected }
}

fn position(word: &str) -> Result<Position, PuzzleTextError> {
    let side = word.chars().last().unwrap_or(' ');
    let squares = &word[..word.len() - side.len_utf8()];
    Ok(format!("{squares} {side}").parse()?)
}

fn worth(word: &str, empties: usize) -> Option<Worth> {
    if word == "exact" {
        return Some(Worth { kind: Kind::Exact, depth: empties as u32 });
    }
    let (depth, confidence) = word.split_once('@')?;
    let depth = depth.parse().ok().filter(|depth| (1..=60).contains(depth))?;
    if confidence == "?" {
        return Some(Worth { kind: Kind::Heuristic, depth });
    }
    let confidence = confidence.strip_suffix('%')?.parse().ok()?;
    (1..=100).contains(&confidence).then_some(Worth { kind: Kind::Selective { confidence }, depth })
}

fn difficulty(word: &str) -> Option<Difficulty> {
    let (rating, deviation) = word.split_once('±')?;
    Some(Difficulty { rating: rating.parse().ok()?, deviation: deviation.parse().ok()? })
}

fn choice(word: &str) -> Option<Choice> {
    let sign = word.find(['+', '-'])?;
    let square: Square = word[..sign].parse().ok()?;
    // Neither exponents nor words for what is no number.
    let digits = &word[sign + 1..];
    let is_plain = digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let discs = word[sign..].parse().ok().filter(|_| is_plain)?;
    Some(Choice { mv: square.into(), discs })
}

fn moves(word: &str) -> Option<Vec<Move>> {
    let mut rest = word;
    let mut moves = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("--") {
            moves.push(Move::Pass);
            rest = after;
            continue;
        }
        let digits = rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        let (square, after) = rest.split_at_checked(1 + digits)?;
        moves.push(Move::Place(square.parse().ok()?));
        rest = after;
    }
    Some(moves)
}

fn ideas(word: &str) -> Option<Vec<Idea>> {
    if word == "-" {
        return Some(Vec::new());
    }
    word.split(',').map(|word| Idea::ALL.into_iter().find(|idea| idea.name() == word)).collect()
}
