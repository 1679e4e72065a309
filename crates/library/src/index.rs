//! Positions as the explorer finds them: by a hash that the eight images of a position share.
//!
//! A move is kept as it looks in the image that the hash belongs to. Where the position itself is
//! symmetric several moves are one, and the first of them stands for all:
//!
//! ```text
//! . . . * . . . .     The four first moves lead to the same game: all of them are counted as
//! . . * O X . . .     one, whose name is asked for with `Place::here`.
//! . . . X O * . .
//! . . . . * . . .
//! ```

use crate::tally;
use obverse_records::Record;
use obverse_rules::{CanonicalHash, Move, Position, Size, Square};

/// The number of a pass.
const PASS: i64 = -1;
/// What stands at the last position of a game instead of a move.
pub(crate) const END: i64 = -2;

/// A row of the table of positions, but for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Row {
    pub(crate) key: i64,
    pub(crate) mv: i64,
    /// Whether it is also counted in the table of tallies.
    pub(crate) is_early: bool,
}

/// Where a position is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    hash: CanonicalHash,
    size: Size,
}

impl Place {
    pub(crate) fn of(position: &Position) -> Place {
        Place { hash: position.canonical_hash(), size: position.size() }
    }

    pub(crate) fn key(self) -> i64 {
        self.hash.hash() as i64
    }

    /// The number of a move that is played here.
    pub(crate) fn number(self, mv: Move) -> i64 {
        let Some(square) = mv.square() else { return PASS };
        let images = self.hash.ways().filter_map(|way| way.apply(square, self.size));
        let least = images.map(|image| image.index(self.size)).min();
        least.map_or(PASS, |index| index as i64)
    }

    /// The move of a number, as it is seen from here. Of several that are one, the one furthest to
    /// the right: games are usually written with f5 first.
    pub(crate) fn here(self, number: i64) -> Option<Move> {
        if number == PASS {
            return Some(Move::Pass);
        }
        let square = Square::all(self.size).nth(usize::try_from(number).ok()?)?;
        let images = self.hash.ways().filter_map(|way| way.inverse().apply(square, self.size));
        images.max_by_key(|image| (image.column(), image.row())).map(Move::from)
    }
}

/// The rows of a game: a row a position.
pub(crate) fn rows(record: &Record) -> Vec<Row> {
    let game = &record.game;
    let moves = game.moves().iter().map(Some).chain([None]);
    game.positions()
        .iter()
        .zip(moves)
        .map(|(position, mv)| {
            let place = Place::of(position);
            Row {
                key: place.key(),
                mv: mv.map_or(END, |&mv| place.number(mv)),
                is_early: tally::is_early(position),
            }
        })
        .collect()
}
