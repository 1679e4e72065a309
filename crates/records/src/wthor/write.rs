//! Writing `.wtb` files and the names that belong to them.

use obverse_rules::{Position, Size, Square};

use crate::error::WriteError;
use crate::format::Format;
use crate::record::{Record, Theory};
use crate::wthor::header::{Header, USUAL_DEPTH};
use crate::wthor::names::{Numbers, PLAYER, TOURNAMENT};
use crate::wthor::read::{BEFORE_MOVES, RECORD};

/// Collects games; the three files are ready when all games are known.
///
/// A game takes 68 bytes here, so even a whole database fits.
#[derive(Debug, Default)]
pub struct Writer {
    games: Vec<u8>,
    players: Numbers,
    tournaments: Numbers,
    year: Year,
    depth: Option<u8>,
}

/// The contents of the files that a writer made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The games, `.wtb`.
    pub games: Vec<u8>,
    /// The players' names, `.JOU`.
    pub players: Vec<u8>,
    /// The tournaments' names, `.TRN`.
    pub tournaments: Vec<u8>,
}

/// The year of the games, as long as it is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Year {
    #[default]
    Unknown,
    Known(u16),
    Mixed,
}

impl Writer {
    /// Adds a game.
    pub fn add(&mut self, record: &Record) -> Result<(), WriteError> {
        let cannot = |what: &'static str| WriteError::cannot_hold(Format::Wthor, what);
        if *record.game.start() != Position::start(Size::EIGHT) {
            return Err(cannot("a game that did not begin at the opening position of 8×8"));
        }
        let black_discs =
            black_discs(record).ok_or_else(|| cannot("an unfinished game without a result"))?;
        let tags = &record.tags;
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        let too_many = || cannot("more than 65535 names");
        let event = tags.event.as_ref().or(tags.place.as_ref());
        let tournament = self.tournaments.number(&name(&event.cloned())).ok_or_else(too_many)?;
        let black = self.players.number(&name(&tags.black)).ok_or_else(too_many)?;
        let white = self.players.number(&name(&tags.white)).ok_or_else(too_many)?;
        let mut bytes = [0; RECORD];
        for (at, word) in [tournament, black, white].into_iter().enumerate() {
            bytes[2 * at..2 * at + 2].copy_from_slice(&word.to_le_bytes());
        }
        bytes[6] = black_discs;
        bytes[7] = self.theory(record.theory).unwrap_or(black_discs);
        let squares = record.game.moves().iter().filter_map(|mv| mv.square());
        for (byte, square) in bytes[BEFORE_MOVES..].iter_mut().zip(squares) {
            *byte = code(square);
        }
        self.year.see(tags.date.as_deref().and_then(year));
        self.games.extend_from_slice(&bytes);
        Ok(())
    }

    /// The score under perfect play, if it is of the same depth as the others: the file has one
    /// depth for all its games.
    fn theory(&mut self, theory: Option<Theory>) -> Option<u8> {
        let theory = theory?;
        let depth = *self.depth.get_or_insert(theory.empties);
        (theory.empties == depth).then_some(theory.black_discs)
    }

    /// The number of games so far.
    pub fn games(&self) -> usize {
        self.games.len() / RECORD
    }

    /// The files.
    pub fn finish(self) -> Files {
        let year = match self.year {
            Year::Known(year) => year,
            Year::Unknown | Year::Mixed => 0,
        };
        let depth = self.depth.unwrap_or(USUAL_DEPTH);
        let header = Header { games: self.games() as u32, names: 0, year, depth };
        let mut games = header.to_bytes().to_vec();
        games.extend_from_slice(&self.games);
        Files {
            games,
            players: self.players.file::<PLAYER>(year),
            tournaments: self.tournaments.file::<TOURNAMENT>(year),
        }
    }
}

impl Year {
    fn see(&mut self, year: Option<u16>) {
        *self = match (*self, year) {
            (Year::Unknown, Some(year)) => Year::Known(year),
            (Year::Known(known), Some(year)) if known == year => Year::Known(known),
            (Year::Unknown, None) => Year::Unknown,
            _ => Year::Mixed,
        };
    }
}

/// Black's discs in the end, the empty squares going to the winner.
fn black_discs(record: &Record) -> Option<u8> {
    let squares = Size::EIGHT.squares() as f64;
    let discs = f64::midpoint(squares, record.result()?.score).round();
    (0.0..=squares).contains(&discs).then_some(discs as u8)
}

/// The year that a date begins with or contains: four digits in a row.
fn year(date: &str) -> Option<u16> {
    let is_no_digit = |c: char| !c.is_ascii_digit();
    let year = date.split(is_no_digit).find(|digits| digits.len() == 4)?.parse().ok()?;
    // The header dates the file in the same year, and has one byte for the century.
    (1900..2200).contains(&year).then_some(year)
}

/// `10 × row + column`.
fn code(square: Square) -> u8 {
    (10 * (square.row() + 1) + square.column() + 1) as u8
}
