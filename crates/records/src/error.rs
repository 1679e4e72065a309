//! What can be wrong with what was read, and where.

use std::borrow::Cow;
use std::fmt;
use std::io;

use obverse_rules::{IllegalMove, Move, SetupError, SizeError};
use thiserror::Error;

use crate::Format;

/// A place in what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In text: line and column, both counted from 1.
    Text {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
    },
    /// In a binary file: the number of bytes before it.
    Byte(u64),
}

impl Place {
    /// The first character of a text.
    pub const START: Place = Place::Text { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// What was read is no game and no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct ParseError {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Something else should stand there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: Cow<'static, str>,
        /// What is there instead.
        found: Found,
    },
    /// A move that the rules forbid.
    #[error("move {number}, {mv}: {reason}")]
    IllegalMove {
        /// The number of the move, from 1, passes included.
        number: usize,
        /// The move.
        mv: Move,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// Squares or side that make no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A board size that does not exist.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// More than any game or position needs.
    #[error("{what} of more than {limit} bytes is no game and no position")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// How long it may be.
        limit: usize,
    },
    /// Nothing in it.
    #[error("it is empty: expected a game or a position")]
    Empty,
    /// None of the formats.
    #[error(
        "no format begins with {found}: expected a transcript (f5d6…), squares and a \
         side, a board, GGF, SGF or WTHOR"
    )]
    Unrecognised {
        /// What is there.
        found: Found,
    },
    /// Bytes that are no text, in a file that is not WTHOR.
    #[error(
        "a byte of value {0} is not text, and the file does not begin as WTHOR does, the one binary format"
    )]
    Binary(u8),
    /// A WTHOR file of players or tournaments.
    #[error("this is a WTHOR list of names; the games are in the .wtb files")]
    NamesOnly,
}

/// What stands where something else was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// This text, shortened.
    Text(String),
    /// This byte, which is no text.
    Byte(u8),
    /// So many rows of a board.
    Rows(usize),
    /// So many squares in a row.
    Squares(usize),
    /// Nothing: the end of the line.
    EndOfLine,
    /// Nothing: the end of the input.
    End,
}

impl Found {
    /// How much of a text is repeated in an error.
    const SHOWN: usize = 24;

    /// The beginning of a text, or that there is none.
    pub(crate) fn text(text: &str) -> Found {
        let mut characters = text.trim_end_matches(['\r', '\n']).chars();
        let shown: String = characters.by_ref().take(Found::SHOWN).collect();
        if text.is_empty() {
            Found::End
        } else if shown.is_empty() {
            Found::EndOfLine
        } else if characters.next().is_some() {
            Found::Text(shown + "…")
        } else {
            Found::Text(shown)
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Debug formatting of the text shows control characters as escapes.
            Found::Text(text) => write!(f, "`{}`", text.escape_debug()),
            Found::Byte(byte) => write!(f, "the byte {byte}"),
            Found::Rows(count) => write!(f, "{count} rows"),
            Found::Squares(count) => write!(f, "{count} squares"),
            Found::EndOfLine => f.write_str("the end of the line"),
            Found::End => f.write_str("the end"),
        }
    }
}

impl ParseError {
    pub(crate) fn new(place: Place, problem: impl Into<Problem>) -> ParseError {
        ParseError { place, problem: problem.into() }
    }

    pub(crate) fn expected(
        place: Place,
        expected: impl Into<Cow<'static, str>>,
        found: Found,
    ) -> ParseError {
        ParseError { place, problem: Problem::Expected { expected: expected.into(), found } }
    }
}

/// Reading failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes could not be had.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes are no game and no position.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// Writing failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes could not be put down.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format has no way of saying it.
    #[error("{format} cannot hold {what}")]
    CannotHold {
        /// The format.
        format: Format,
        /// What it cannot hold.
        what: Cow<'static, str>,
    },
}

impl WriteError {
    pub(crate) fn cannot_hold(format: Format, what: impl Into<Cow<'static, str>>) -> WriteError {
        WriteError::CannotHold { format, what: what.into() }
    }
}
