//! A game as its row holds it, and back.

use std::iter;

use obverse_records::{Record, Tags, Termination, Verdict, openings};
use obverse_rules::kernel::mix;
use obverse_rules::{Game, Move, Position, Size, Square, Symmetry};
use rusqlite::Row;

use crate::LibraryError;

/// The columns of a game that are not numbers of other rows.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) fingerprint: i64,
    pub(crate) size: i64,
    pub(crate) start: Option<String>,
    pub(crate) moves: Vec<u8>,
    pub(crate) plies: i64,
    pub(crate) date: Option<String>,
    pub(crate) year: Option<i64>,
    pub(crate) score: Option<i64>,
    pub(crate) opening: Option<&'static str>,
    pub(crate) rest: Option<String>,
}

impl Stored {
    pub(crate) fn new(record: &Record) -> Stored {
        let game = &record.game;
        let start = *game.start();
        let size = start.size();
        let is_opening = start == Position::start(size);
        let year = record.tags.date.as_deref().and_then(year);
        Stored {
            fingerprint: fingerprint(record, year),
            size: size.get() as i64,
            start: (!is_opening).then(|| start.to_string()),
            moves: pack(game.moves(), size, Symmetry::IDENTITY),
            plies: game.ply() as i64,
            date: record.tags.date.clone(),
            year,
            score: score(record),
            opening: openings::name_of(game).map(openings::Opening::name),
            rest: rest(record),
        }
    }

    /// The record of a row that was selected with [`COLUMNS`].
    pub(crate) fn record(row: &Row<'_>) -> Result<Record, LibraryError> {
        let id = row.get("id")?;
        let damaged = |what: String| LibraryError::Damaged { game: id, what };
        let size = row.get::<_, i64>("size")?;
        let size = usize::try_from(size)
            .ok()
            .and_then(|size| Size::new(size).ok())
            .ok_or_else(|| damaged(format!("its board has the size {size}")))?;
        let start = match row.get::<_, Option<String>>("start")? {
            Some(text) => text.parse().map_err(|error| damaged(format!("its start: {error}")))?,
            None => Position::start(size),
        };
        let mut game = Game::new(start);
        for mv in unpack(&row.get::<_, Vec<u8>>("moves")?, size) {
            let mv = mv.ok_or_else(|| damaged("a move is off the board".to_owned()))?;
            game.play(mv).map_err(|error| damaged(error.to_string()))?;
        }
        let rest: Option<String> = row.get("rest")?;
        let mut record = match rest {
            Some(rest) => {
                let known: Record =
                    serde_json::from_str(&rest).map_err(|error| damaged(error.to_string()))?;
                Record { game, ..known }
            }
            None => Record::new(game),
        };
        record.tags.black = row.get("black")?;
        record.tags.white = row.get("white")?;
        record.tags.event = row.get("event")?;
        record.tags.date = row.get("date")?;
        if record.tags.result.is_none() {
            let score: Option<i64> = row.get("score")?;
            record.tags.result = score.map(|score| played(score as f64));
        }
        Ok(record)
    }
}

/// The columns of a game with the names of players and event.
pub(crate) const COLUMNS: &str = "game.id, game.size, game.start, game.moves, game.plies, \
    black.name AS black, white.name AS white, event.name AS event, game.date, game.score, \
    game.opening, game.rest";

/// The tables that [`COLUMNS`] come from.
pub(crate) const TABLES: &str = "game \
    LEFT JOIN player AS black ON black.id = game.black \
    LEFT JOIN player AS white ON white.id = game.white \
    LEFT JOIN event ON event.id = game.event";

/// The result in whole discs. A file may say anything: what no board can show is no score.
fn score(record: &Record) -> Option<i64> {
    let score = record.result()?.score.round();
    let most = record.game.start().size().squares() as f64;
    (-most..=most).contains(&score).then_some(score as i64)
}

fn played(score: f64) -> Verdict {
    Verdict { score, ending: Termination::Played }
}

/// What the other columns do not hold, if there is anything.
pub(crate) fn rest(record: &Record) -> Option<String> {
    let empty = Record::from(*record.game.start());
    // A result of this kind is in the column of scores.
    let is_plain =
        |result: &Verdict| score(record).is_some() && *result == played(result.score.round());
    let tags = Tags {
        black: None,
        white: None,
        event: None,
        date: None,
        result: record.tags.result.filter(|result| !is_plain(result)),
        ..record.tags.clone()
    };
    let rest = Record { game: empty.game.clone(), tags, ..record.clone() };
    (rest != empty).then(|| serde_json::to_string(&rest).expect("records have names for keys"))
}

/// A number that a game has again if it is read again: from another format, with names in other
/// letters, or turned and mirrored.
fn fingerprint(record: &Record, year: Option<i64>) -> i64 {
    let (start, size) = (record.game.start(), record.game.start().size());
    let canonical = start.canonical_hash();
    let moves = canonical.ways().map(|way| pack(record.game.moves(), size, way)).min();
    let name = |name: &Option<String>| name.as_deref().unwrap_or_default().trim().to_lowercase();
    let names = [name(&record.tags.black), name(&record.tags.white)];
    let mut hash = mix(canonical.hash(), year.unwrap_or_default() as u64);
    let texts = names.iter().map(String::as_bytes).chain(moves.as_deref());
    for text in texts {
        // The length keeps one text's end apart from the next one's beginning.
        hash = mix(hash, text.len() as u64);
        for &byte in text {
            hash = mix(hash, u64::from(byte));
        }
    }
    hash as i64
}

/// The number of a pass among those of squares.
const PASS: u16 = u16::MAX;

/// Moves as bytes: the number of the square, row by row, and all ones for a pass.
fn pack(moves: &[Move], size: Size, way: Symmetry) -> Vec<u8> {
    let number = |mv: &Move| match mv.square().and_then(|square| way.apply(square, size)) {
        Some(square) => square.index(size) as u16,
        None => PASS,
    };
    let width = width(size);
    moves.iter().flat_map(|mv| number(mv).to_le_bytes().into_iter().take(width)).collect()
}

fn unpack(bytes: &[u8], size: Size) -> impl Iterator<Item = Option<Move>> {
    let mut chunks = bytes.chunks(width(size));
    iter::from_fn(move || {
        let chunk = chunks.next()?;
        if chunk.iter().all(|&byte| byte == u8::MAX) {
            return Some(Some(Move::Pass));
        }
        let number = chunk.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte));
        Some(Square::all(size).nth(number).map(Move::from))
    })
}

/// The bytes of a move.
fn width(size: Size) -> usize {
    if size.squares() < usize::from(u8::MAX) { 1 } else { 2 }
}

/// The year that a date names: four digits in a row.
fn year(date: &str) -> Option<i64> {
    let digits = date.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 4)?;
    digits.parse().ok()
}
