//! A tree in a line of text, for links and for the vectors that check the page's own tree.
//!
//! Moves stand one after another; a variation stands in parentheses behind the move that it
//! replaces, as in PGN: in `f5d6c3(c4d3)d3` White answers 3. c3 with d3, and 3. c4 with d3 too. A
//! pass is `--`. What was noted stands behind its move: marks in brackets, each a letter for its
//! shape (`x` cross, `t` triangle, `c` circle, `s` square) and a square, then a comment in braces, in
//! which a backslash hides the next character. Before the first move comes the size of a board other
//! than 8×8 (`6:`), or another first position (`…64 squares…X:`), and what was noted about the whole.
//!
//! The text may be nested as deep as it is long, so nothing here recurses.

use std::fmt;
use std::str::FromStr;

use obverse_records::{Mark, Note, Shape};
use obverse_rules::{Move, Position, SetupError, Size, SizeError, Square};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::tree::{NodeId, PlayError, Tree};

/// No tree in text is longer, in bytes.
const LONGEST: usize = 1 << 20;

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// It is too long.
    #[error("the tree has more than {LONGEST} bytes")]
    TooLong,
    /// Something else was expected.
    #[error("character {at}: expected {expected}")]
    Expected {
        /// The number of the character, from 1.
        at: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// A move that cannot be played.
    #[error("character {at}: {mv}: {reason}")]
    Move {
        /// The number of its first character, from 1.
        at: usize,
        /// The move.
        mv: Move,
        /// Why not.
        reason: PlayError,
    },
    /// The size of the board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The first position.
    #[error(transparent)]
    Start(#[from] SetupError),
}

fn letter(shape: Shape) -> char {
    match shape {
        Shape::Cross => 'x',
        Shape::Triangle => 't',
        Shape::Circle => 'c',
        Shape::Square => 's',
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.position(self.root());
        if *start != Position::start(start.size()) {
            write!(f, "{}:", start.to_string().replace(' ', ""))?;
        } else if start.size() != Size::EIGHT {
            write!(f, "{}:", start.size())?;
        }
        write_note(f, self.note(self.root()))?;
        // What is still to be written, the next last.
        let mut steps = vec![Step::After(self.root())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => f.write_str(")")?,
                Step::Variation(node) => {
                    f.write_str("(")?;
                    self.write_move(f, node)?;
                    steps.extend([Step::Close, Step::After(node)]);
                }
                Step::After(node) => {
                    let mut children = self.children(node);
                    let Some(first) = children.next() else { continue };
                    self.write_move(f, first)?;
                    steps.push(Step::After(first));
                    let others: Vec<NodeId> = children.collect();
                    steps.extend(others.into_iter().rev().map(Step::Variation));
                }
            }
        }
        Ok(())
    }
}

/// A piece of the text.
enum Step {
    Close,
    /// A move and what follows it, in parentheses.
    Variation(NodeId),
    /// What follows a move.
    After(NodeId),
}

impl Tree {
    fn write_move(&self, f: &mut fmt::Formatter<'_>, node: NodeId) -> fmt::Result {
        match self.move_to(node) {
            Some(Move::Place(square)) => write!(f, "{square}")?,
            Some(Move::Pass) => f.write_str("--")?,
            None => {}
        }
        write_note(f, self.note(node))
    }
}

fn write_note(f: &mut fmt::Formatter<'_>, note: &Note) -> fmt::Result {
    if !note.marks.is_empty() {
        f.write_str("[")?;
        for mark in &note.marks {
            write!(f, "{}{}", letter(mark.shape), mark.square)?;
        }
        f.write_str("]")?;
    }
    if let Some(comment) = &note.comment {
        let hidden = comment.replace('\\', "\\\\").replace('}', "\\}");
        write!(f, "{{{hidden}}}")?;
    }
    Ok(())
}

/// Reads what is displayed. Forced passes may be left out.
impl FromStr for Tree {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Tree, TextError> {
        if text.len() > LONGEST {
            return Err(TextError::TooLong);
        }
        let head = text.find([':', '{', '[', '(']).filter(|&at| text.as_bytes()[at] == b':');
        let (start, moves) = match head {
            Some(end) => (start(&text[..end])?, &text[end + 1..]),
            None => (Position::start(Size::EIGHT), text),
        };
        let at = 1 + text[..text.len() - moves.len()].chars().count();
        let tree = Tree::new(start);
        let last = tree.root();
        let mut reading = Reading { tree, rest: moves, at, last, forks: Vec::new() };
        reading.notes()?;
        while reading.step()? {}
        reading.tree.go_to(last);
        Ok(reading.tree)
    }
}

/// The first position.
fn start(text: &str) -> Result<Position, TextError> {
    if text.len() <= 2 {
        return Ok(Position::start(text.parse()?));
    }
    let side = text.chars().last().unwrap_or(' ');
    let squares = &text[..text.len() - side.len_utf8()];
    Ok(format!("{squares} {side}").parse()?)
}

/// A tree while it is read.
struct Reading<'a> {
    tree: Tree,
    rest: &'a str,
    /// The number of the next character, from 1.
    at: usize,
    last: NodeId,
    /// For each open parenthesis, the move that it stands behind.
    forks: Vec<NodeId>,
}

impl Reading<'_> {
    /// A move with its notes, or a parenthesis; whether there was one.
    fn step(&mut self) -> Result<bool, TextError> {
        match self.rest.chars().next() {
            None if self.forks.is_empty() => return Ok(false),
            Some('(') => {
                let parent = self.tree.parent(self.last);
                let parent = parent.ok_or_else(|| self.expected("a move before a variation"))?;
                self.skip(1);
                self.forks.push(self.last);
                self.last = parent;
                self.one_move()?;
            }
            Some(')') if !self.forks.is_empty() => {
                self.skip(1);
                self.last = self.forks.pop().expect("one is open");
            }
            _ => self.one_move()?,
        }
        Ok(true)
    }

    fn one_move(&mut self) -> Result<(), TextError> {
        let expected = "a move such as f5, -- for a pass, or a parenthesis";
        let (mv, length) = if self.rest.starts_with("--") {
            (Move::Pass, 2)
        } else {
            let square = self.square().ok_or_else(|| self.expected(expected))?;
            (Move::Place(square), square.to_string().len())
        };
        let at = self.at;
        let failed = |reason| TextError::Move { at, mv, reason };
        self.last = self.tree.add_with_passes(self.last, mv).map_err(failed)?;
        self.skip(length);
        self.notes()
    }

    /// The square that comes next.
    fn square(&self) -> Option<Square> {
        let digits = self.rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        self.rest.get(..=digits)?.parse().ok().filter(|square: &Square| {
            // Capital letters would be read, but are written otherwise.
            self.rest.starts_with(&square.to_string())
        })
    }

    fn notes(&mut self) -> Result<(), TextError> {
        let mut note = Note::default();
        if self.rest.starts_with('[') {
            self.skip(1);
            while !self.rest.starts_with(']') {
                note.marks.push(self.mark()?);
            }
            self.skip(1);
        }
        if self.rest.starts_with('{') {
            note.comment = Some(self.comment()?).filter(|text| !text.is_empty());
        }
        self.tree.add_note(self.last, note);
        Ok(())
    }

    fn mark(&mut self) -> Result<Mark, TextError> {
        let next = self.rest.chars().next();
        let shape = Shape::ALL.into_iter().find(|&shape| next == Some(letter(shape)));
        let shape = shape.ok_or_else(|| self.expected("a mark: x, t, c or s and a square"))?;
        self.skip(1);
        let size = self.tree.position(self.last).size();
        let square = self.square().filter(|square| square.is_on(size));
        let square = square.ok_or_else(|| self.expected("a square of the board"))?;
        self.skip(square.to_string().len());
        Ok(Mark { square, shape })
    }

    fn comment(&mut self) -> Result<String, TextError> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        let end = loop {
            match characters.next() {
                Some((end, '}')) => break end,
                Some((_, '\\')) => text.extend(characters.next().map(|(_, hidden)| hidden)),
                Some((_, character)) => text.push(character),
                None => return Err(self.expected("a } that ends the comment")),
            }
        };
        self.skip(end + 1);
        Ok(text)
    }

    /// Steps over so many bytes.
    fn skip(&mut self, bytes: usize) {
        self.at += self.rest[..bytes].chars().count();
        self.rest = &self.rest[bytes..];
    }

    fn expected(&self, expected: &'static str) -> TextError {
        TextError::Expected { at: self.at, expected }
    }
}

/// As text.
impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tree, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
