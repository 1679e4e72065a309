//! Counts of the moves in early positions, kept beside the rows that they count.

use std::collections::HashSet;

use obverse_rules::Position;
use rusqlite::{Connection, params};

use crate::LibraryError;
use crate::index::{self, Row};
use crate::stored::{COLUMNS, Stored, TABLES};

/// A position with at most so many discs is early. Later ones are in so few games that their rows are
/// counted in a moment.
const EARLY_DISCS: usize = 16;

pub(crate) fn is_early(position: &Position) -> bool {
    position.size().squares() - position.empties() <= EARLY_DISCS
}

/// How games that went on with a move ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    games: i64,
    black: i64,
    draws: i64,
    white: i64,
    discs: i64,
}

impl Tally {
    /// Of one game.
    pub(crate) fn of(score: Option<i64>) -> Tally {
        let mut one = Tally::default();
        one.count(score);
        one
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, score: Option<i64>) {
        self.games += 1;
        let Some(score) = score else { return };
        let side = match score {
            1.. => &mut self.black,
            0 => &mut self.draws,
            _ => &mut self.white,
        };
        *side += 1;
        self.discs += score;
    }
}

/// Adds to what is counted of a move.
pub(crate) fn add(connection: &Connection, row: Row, more: &Tally) -> rusqlite::Result<()> {
    let mut upsert = connection.prepare_cached(
        "INSERT INTO tally (key, move, games, black, draws, white, discs) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (key, move) DO UPDATE SET \
         games = games + ?3, black = black + ?4, draws = draws + ?5, white = white + ?6, \
         discs = discs + ?7",
    )?;
    let Tally { games, black, draws, white, discs } = more;
    upsert.execute(params![row.key, row.mv, games, black, draws, white, discs])?;
    Ok(())
}

/// Takes a game back; one that was not counted here changes nothing.
pub(crate) fn forget(
    connection: &Connection,
    key: i64,
    mv: i64,
    score: Option<i64>,
) -> rusqlite::Result<()> {
    let Tally { games, black, draws, white, discs } = Tally::of(score);
    let mut update = connection.prepare_cached(
        "UPDATE tally SET games = games - ?3, black = black - ?4, draws = draws - ?5, \
         white = white - ?6, discs = discs - ?7 WHERE key = ?1 AND move = ?2",
    )?;
    update.execute(params![key, mv, games, black, draws, white, discs])?;
    let mut empty = connection
        .prepare_cached("DELETE FROM tally WHERE key = ?1 AND move = ?2 AND games <= 0")?;
    empty.execute(params![key, mv])?;
    Ok(())
}

/// Counts the rows of a move anew.
fn recount(connection: &Connection, key: i64, mv: i64) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM tally WHERE key = ?1 AND move = ?2")?;
    delete.execute([key, mv])?;
    let mut count = connection.prepare_cached(
        "INSERT INTO tally SELECT key, move, COUNT(*), COALESCE(SUM(score > 0), 0), \
         COALESCE(SUM(score = 0), 0), COALESCE(SUM(score < 0), 0), COALESCE(SUM(score), 0) \
         FROM position WHERE key = ?1 AND move = ?2 GROUP BY key, move",
    )?;
    count.execute([key, mv])?;
    Ok(())
}

/// Counts what is in a library in which nothing has been counted yet. Which positions are early, the
/// games say.
pub(crate) fn fill(connection: &Connection) -> Result<(), LibraryError> {
    let mut early = HashSet::new();
    let mut select = connection.prepare(&format!("SELECT {COLUMNS} FROM {TABLES}"))?;
    let mut games = select.query([])?;
    while let Some(game) = games.next()? {
        // What cannot be read is told to whoever asks for it.
        let Ok(record) = Stored::record(game) else { continue };
        early.extend(index::rows(&record).into_iter().filter(|row| row.is_early));
    }
    for row in early {
        recount(connection, row.key, row.mv)?;
    }
    Ok(())
}
