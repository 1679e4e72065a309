//! Reading the games of a `.wtb` file, one at a time.

use std::io::Read;
use std::sync::Arc;

use obverse_rules::{Game, Size, Square};

use crate::error::{Found, ParseError, Place, Problem, ReadError};
use crate::record::{Note, Record, Termination, Theory, Verdict};
use crate::replay::Replay;
use crate::source::Source;
use crate::wthor::header::Header;
use crate::wthor::names::Names;

/// The bytes of a game.
pub(super) const RECORD: usize = 68;
/// The bytes of a game before its moves.
pub(super) const BEFORE_MOVES: usize = 8;

/// Reads the games of a `.wtb` file, holding one at a time. After an error it yields nothing.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    games: Games,
    is_done: bool,
}

impl<R: Read> Reader<R> {
    /// Begins to read. Players without a name are called by their numbers.
    pub fn new(reader: R, names: Arc<Names>) -> Result<Reader<R>, ReadError> {
        let mut source = Source::new(reader)?;
        let games = Games::begin(&mut source, names)?;
        Ok(Reader { source, games, is_done: false })
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let result = self.games.read(&mut self.source);
        self.is_done = !matches!(result, Ok(Some(_)));
        result.transpose()
    }
}

/// The games of a file: how far they have been read, apart from the bytes.
#[derive(Debug)]
pub(crate) struct Games {
    header: Header,
    names: Arc<Names>,
    read: u32,
}

impl Games {
    pub(crate) fn begin(
        source: &mut Source<impl Read>,
        names: Arc<Names>,
    ) -> Result<Games, ReadError> {
        let mut bytes = [0; Header::LENGTH];
        let length = source.fill(&mut bytes)?;
        if length < Header::LENGTH {
            let expected = "the 16 bytes that begin a WTHOR file";
            return Err(cut(length as u64, expected));
        }
        let header = Header::parse(&bytes)?;
        if header.games == 0 && header.names > 0 {
            return Err(ParseError::new(Place::Byte(8), Problem::NamesOnly).into());
        }
        Ok(Games { header, names, read: 0 })
    }

    /// The next game; none after the last.
    pub(crate) fn read(
        &mut self,
        source: &mut Source<impl Read>,
    ) -> Result<Option<Record>, ReadError> {
        let place = source.byte();
        let mut bytes = [0; RECORD];
        if self.read == self.header.games {
            if source.fill(&mut bytes[..1])? == 0 {
                return Ok(None);
            }
            let expected = format!("the end after {} games", self.read);
            let found = Found::Byte(bytes[0]);
            return Err(ParseError::expected(Place::Byte(place), expected, found).into());
        }
        self.read += 1;
        let length = source.fill(&mut bytes)?;
        if length < RECORD {
            let expected = format!("68 bytes of game {} of {}", self.read, self.header.games);
            return Err(cut(place + length as u64, expected));
        }
        Ok(Some(self.record(&bytes, place)?))
    }

    fn record(&self, bytes: &[u8; RECORD], place: u64) -> Result<Record, ParseError> {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut replay = Replay::new(*Game::from_start(Size::EIGHT).start());
        for (index, &code) in bytes[BEFORE_MOVES..].iter().enumerate() {
            if code == 0 {
                break;
            }
            let place = Place::Byte(place + (BEFORE_MOVES + index) as u64);
            let square = square(code).ok_or_else(|| {
                let expected = format!("a square (11 to 88) in game {}", self.read);
                ParseError::expected(place, expected, Found::Byte(code))
            })?;
            replay.play(square.into(), Note::default(), place)?;
        }
        let mut record = replay.finish();
        let score = 2.0 * f64::from(bytes[6]) - Size::EIGHT.squares() as f64;
        record.tags.result = Some(Verdict { score, ending: Termination::Played });
        record.theory = Some(Theory { black_discs: bytes[7], empties: self.header.depth });
        record.tags.event = self.names.tournament(word(0));
        record.tags.black = Some(self.names.player(word(2)));
        record.tags.white = Some(self.names.player(word(4)));
        record.tags.date = (self.header.year > 0).then(|| self.header.year.to_string());
        Ok(record)
    }
}

/// The square of `10 × row + column`.
fn square(code: u8) -> Option<Square> {
    let (row, column) = (code as usize / 10, code as usize % 10);
    let square = Square::new(column.checked_sub(1)?, row.checked_sub(1)?)?;
    square.is_on(Size::EIGHT).then_some(square)
}

fn cut(byte: u64, expected: impl Into<std::borrow::Cow<'static, str>>) -> ReadError {
    ParseError::expected(Place::Byte(byte), expected, Found::End).into()
}
