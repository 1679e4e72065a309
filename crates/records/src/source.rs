//! Reading bytes piece by piece, with a limit on every piece.
//!
//! The input is untrusted and may be of any length: only the piece that is being parsed is held, and
//! a piece longer than any game is refused as soon as that is known.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use crate::error::{ParseError, Place, Problem, ReadError};

/// No line of moves or squares is as long.
pub(crate) const LONGEST_LINE: usize = 1 << 16;
/// No game in brackets is as long.
pub(crate) const LONGEST_GAME: usize = 1 << 20;
/// No board drawn in text is as long.
pub(crate) const LONGEST_BOARD: usize = 1 << 16;
/// How much is looked at to recognise the format.
const HEAD: u64 = 1 << 16;

/// A stream of bytes that knows its first ones and where it stands.
#[derive(Debug)]
pub(crate) struct Source<R> {
    reader: Chain<Cursor<Vec<u8>>, BufReader<R>>,
    /// The beginning of the stream.
    head: Vec<u8>,
    /// Bytes read.
    byte: u64,
    line: usize,
    column: usize,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(reader: R) -> io::Result<Source<R>> {
        let mut reader = BufReader::new(reader);
        let mut head = Vec::new();
        reader.by_ref().take(HEAD).read_to_end(&mut head)?;
        let mut source = Source {
            reader: Cursor::new(head.clone()).chain(reader),
            head,
            byte: 0,
            line: 1,
            column: 1,
        };
        if source.head.starts_with(b"\xef\xbb\xbf") {
            // A byte order mark says only that this is UTF-8.
            source.head.drain(..3);
            source.reader.consume(3);
        }
        Ok(source)
    }

    /// The first bytes.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    pub(crate) fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    pub(crate) fn byte(&self) -> u64 {
        self.byte
    }

    /// The next line without its end, and where it begins.
    pub(crate) fn line(&mut self) -> Result<Option<(Place, String)>, ReadError> {
        let place = self.place();
        let mut bytes = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        let read = self.reader.by_ref().take(most).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.step(&bytes);
        if bytes.len() > LONGEST_LINE {
            return Err(too_long(place, "a line", LONGEST_LINE));
        }
        let text = decode(&bytes);
        Ok(Some((place, text.trim_end_matches(['\n', '\r']).to_owned())))
    }

    /// Everything that is left, which is all there is: boards are one a file.
    pub(crate) fn rest(&mut self) -> Result<String, ReadError> {
        let place = self.place();
        let mut bytes = Vec::new();
        self.reader.by_ref().take(LONGEST_BOARD as u64 + 1).read_to_end(&mut bytes)?;
        self.step(&bytes);
        if bytes.len() > LONGEST_BOARD {
            return Err(too_long(place, "a board", LONGEST_BOARD));
        }
        Ok(decode(&bytes).into_owned())
    }

    /// The next game in parentheses and where it begins; none if only blanks and numbers are
    /// left. A game that has no end is returned as far as it goes.
    pub(crate) fn parenthesised(
        &mut self,
        escapes: Escapes,
    ) -> Result<Option<(Place, String)>, ReadError> {
        self.skip_to_game()?;
        let place = self.place();
        let mut bytes = Vec::new();
        let mut nesting = Nesting::new(escapes);
        while !nesting.is_closed {
            let available = self.reader.fill_buf()?;
            if available.is_empty() {
                break;
            }
            let end = available.iter().position(|&byte| nesting.step(byte));
            let taken = end.map_or(available.len(), |end| end + 1);
            if bytes.len() + taken > LONGEST_GAME {
                return Err(too_long(place, "a game", LONGEST_GAME));
            }
            bytes.extend_from_slice(&available[..taken]);
            self.reader.consume(taken);
        }
        self.step(&bytes);
        Ok((!bytes.is_empty()).then(|| (place, decode(&bytes).into_owned())))
    }

    /// Fills a buffer as far as the stream goes; the number of bytes it had.
    pub(crate) fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.byte += filled as u64;
        Ok(filled)
    }

    /// GGS puts the number of games in front of a match; blanks separate games.
    fn skip_to_game(&mut self) -> io::Result<()> {
        loop {
            let available = self.reader.fill_buf()?;
            let is_between = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_digit();
            let skipped = available.iter().take_while(|byte| is_between(byte)).count();
            if skipped == 0 {
                return Ok(());
            }
            let bytes = available[..skipped].to_vec();
            self.reader.consume(skipped);
            self.step(&bytes);
        }
    }

    fn step(&mut self, bytes: &[u8]) {
        self.byte += bytes.len() as u64;
        for &byte in bytes {
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if byte & 0b1100_0000 != 0b1000_0000 {
                // The other bytes continue a character.
                self.column += 1;
            }
        }
    }
}

/// Whether a backslash hides the next character of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// As in SGF.
    Backslash,
    /// As in GGF.
    None,
}

/// Follows parentheses outside of square brackets.
struct Nesting {
    escapes: Escapes,
    depth: usize,
    in_value: bool,
    is_escaped: bool,
    is_closed: bool,
}

impl Nesting {
    fn new(escapes: Escapes) -> Nesting {
        Nesting { escapes, depth: 0, in_value: false, is_escaped: false, is_closed: false }
    }

    /// Whether this byte ends the game.
    fn step(&mut self, byte: u8) -> bool {
        if self.is_escaped {
            self.is_escaped = false;
        } else if self.in_value {
            self.in_value = byte != b']';
            self.is_escaped = byte == b'\\' && self.escapes == Escapes::Backslash;
        } else {
            match byte {
                b'[' => self.in_value = true,
                b'(' => self.depth += 1,
                b')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.is_closed = self.depth == 0;
                }
                _ => {}
            }
        }
        self.is_closed
    }
}

fn too_long(place: Place, what: &'static str, limit: usize) -> ReadError {
    ParseError::new(place, Problem::TooLong { what, limit }).into()
}

/// Text in UTF-8, or in Latin-1 as old files are.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => latin1(bytes).into(),
    }
}

/// Text in Latin-1, where every byte is a character.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| byte as char).collect()
}
