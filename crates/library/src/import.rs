//! Taking games in.

use std::collections::HashMap;

use obverse_records::Record;
use rusqlite::{CachedStatement, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::index::{self, Row};
use crate::merge::merge;
use crate::search;
use crate::stored::Stored;
use crate::tally::{self, Tally};
use crate::{Library, LibraryError};

/// How many positions are taken in at once. They are sorted first: so many of them touch most pages
/// of a large table, and a page that is written once for many rows costs little.
const AT_ONCE: usize = 2_000_000;

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new, and has this number.
    New(i64),
    /// It was there already, under this number.
    Known(i64),
    /// It was there already; what it had not said so far has been added.
    Enriched(i64),
}

/// What became of many games. All that is counted here is on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new.
    pub new: u64,
    /// Games that were there already.
    pub known: u64,
    /// Positions without a move, which are no games.
    pub empty: u64,
}

impl Added {
    /// The game's number.
    pub fn id(self) -> i64 {
        match self {
            Added::New(id) | Added::Known(id) | Added::Enriched(id) => id,
        }
    }
}

impl Imported {
    /// All games that were read.
    pub fn read(&self) -> u64 {
        self.new + self.known + self.empty
    }
}

impl Library {
    /// Adds a game.
    pub fn add(&mut self, record: &Record) -> Result<Added, LibraryError> {
        let transaction = begin(self)?;
        let mut batch = Batch::new(&transaction)?;
        let added = batch.add(record)?;
        batch.index()?;
        transaction.commit()?;
        Ok(added)
    }

    /// Keeps a game that was played here; one without a move is none. The same game again is
    /// recognised, as everywhere.
    pub fn keep(&mut self, record: &Record) -> Result<Option<Added>, LibraryError> {
        if record.game.moves().is_empty() {
            return Ok(None);
        }
        self.add(record).map(Some)
    }

    /// Adds games, many at a time, and tells after each time what is safely there. An error leaves
    /// in what was told, and nothing else.
    pub fn import(
        &mut self,
        records: impl IntoIterator<Item = Record>,
        mut tell: impl FnMut(&Imported),
    ) -> Result<Imported, LibraryError> {
        let mut records = records.into_iter().peekable();
        let mut imported = Imported::default();
        while records.peek().is_some() {
            let transaction = begin(self)?;
            let mut batch = Batch::new(&transaction)?;
            let mut counted = imported;
            // The positions of a batch wait in memory, however large their boards are.
            while batch.positions.len() < AT_ONCE
                && let Some(record) = records.next()
            {
                if record.game.moves().is_empty() {
                    counted.empty += 1;
                } else if let Added::New(_) = batch.add(&record)? {
                    counted.new += 1;
                } else {
                    counted.known += 1;
                }
            }
            batch.index()?;
            transaction.commit()?;
            imported = counted;
            tell(&imported);
        }
        Ok(imported)
    }

    /// Puts a record in the place of a game: what is known of it is otherwise. It may get another
    /// number, or be one that is there already. None if there is no game of this number.
    pub fn replace(&mut self, game: i64, record: &Record) -> Result<Option<Added>, LibraryError> {
        let transaction = begin(self)?;
        if forget(&transaction, game)? == 0 {
            return Ok(None);
        }
        let mut batch = Batch::new(&transaction)?;
        let added = batch.add(record)?;
        batch.index()?;
        transaction.commit()?;
        Ok(Some(added))
    }

    /// Forgets games, damaged ones too. Returns how many there were.
    pub fn remove(&mut self, games: &[i64]) -> Result<u64, LibraryError> {
        let transaction = begin(self)?;
        let mut removed = 0;
        for &game in games {
            removed += forget(&transaction, game)?;
        }
        transaction.commit()?;
        Ok(removed)
    }
}

/// Forgets a game; how many there were.
fn forget(transaction: &Transaction<'_>, game: i64) -> Result<u64, LibraryError> {
    match search::game(transaction, game) {
        Ok(None) => return Ok(0),
        Ok(Some(record)) => {
            let mut forget = transaction.prepare_cached(
                "DELETE FROM position WHERE key = ?1 AND move = ?2 AND game = ?3 RETURNING score",
            )?;
            for row in index::rows(&record) {
                let score = forget.query_row(params![row.key, row.mv, game], |row| row.get(0));
                if let Some(score) = score.optional()? {
                    tally::forget(transaction, row.key, row.mv, score)?;
                }
            }
        }
        // Where its positions are cannot be made out: all are looked through.
        Err(LibraryError::Damaged { .. }) => {
            let mut forget = transaction.prepare_cached(
                "DELETE FROM position WHERE game = ?1 RETURNING key, move, score",
            )?;
            let rows =
                forget.query_map([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            for row in rows.collect::<Result<Vec<_>, _>>()? {
                let (key, mv, score) = row;
                tally::forget(transaction, key, mv, score)?;
            }
        }
        Err(error) => return Err(error),
    }
    Ok(transaction.execute("DELETE FROM game WHERE id = ?1", [game])? as u64)
}

pub(crate) fn begin(library: &mut Library) -> rusqlite::Result<Transaction<'_>> {
    library.connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

/// The games of one transaction.
struct Batch<'a> {
    transaction: &'a Transaction<'a>,
    insert: CachedStatement<'a>,
    /// Numbers of names, by table.
    players: HashMap<String, i64>,
    events: HashMap<String, i64>,
    /// Positions that are not in the table yet, with their games and results.
    positions: Vec<(Row, i64, Option<i64>)>,
}

impl<'a> Batch<'a> {
    fn new(transaction: &'a Transaction<'a>) -> rusqlite::Result<Batch<'a>> {
        let insert = transaction.prepare_cached(
            "INSERT INTO game (fingerprint, size, start, moves, plies, black, white, event, \
             date, year, score, opening, rest) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) \
             ON CONFLICT (fingerprint) DO NOTHING",
        )?;
        let (players, events) = (HashMap::new(), HashMap::new());
        Ok(Batch { transaction, insert, players, events, positions: Vec::new() })
    }

    fn add(&mut self, record: &Record) -> Result<Added, LibraryError> {
        let game = Stored::new(record);
        if let Some(known) = self.known(&game)? {
            return self.enrich(known, record);
        }
        let tags = &record.tags;
        let black = number_of(self.transaction, "player", &mut self.players, tags.black.as_ref())?;
        let white = number_of(self.transaction, "player", &mut self.players, tags.white.as_ref())?;
        let event = number_of(self.transaction, "event", &mut self.events, tags.event.as_ref())?;
        self.insert.execute(params![
            game.fingerprint,
            game.size,
            game.start,
            game.moves,
            game.plies,
            black,
            white,
            event,
            game.date,
            game.year,
            game.score,
            game.opening,
            game.rest,
        ])?;
        let id = self.transaction.last_insert_rowid();
        self.positions.extend(index::rows(record).into_iter().map(|row| (row, id, game.score)));
        Ok(Added::New(id))
    }

    fn known(&self, game: &Stored) -> rusqlite::Result<Option<i64>> {
        let mut find =
            self.transaction.prepare_cached("SELECT id FROM game WHERE fingerprint = ?1")?;
        find.query_row([game.fingerprint], |row| row.get(0)).optional()
    }

    /// Adds what a game that is there does not say yet: the same game may come first from a database
    /// of moves and then from the file of somebody who thought about it.
    fn enrich(&mut self, known: i64, record: &Record) -> Result<Added, LibraryError> {
        // Nothing can be added to what cannot be read; it is told to whoever asks for it.
        let Ok(Some(before)) = search::game(self.transaction, known) else {
            return Ok(Added::Known(known));
        };
        let mut after = before.clone();
        merge(&mut after, record);
        if after == before {
            return Ok(Added::Known(known));
        }
        let Stored { date, year, score, rest, .. } = Stored::new(&after);
        let event = after.tags.event.as_ref();
        let event = number_of(self.transaction, "event", &mut self.events, event)?;
        let mut update = self.transaction.prepare_cached(
            "UPDATE game SET event = ?2, date = ?3, year = ?4, score = ?5, rest = ?6 WHERE id = ?1",
        )?;
        update.execute(params![known, event, date, year, score, rest])?;
        let old = Stored::new(&before).score;
        if score != old {
            self.rescore(known, &after, old, score)?;
        }
        Ok(Added::Enriched(known))
    }

    /// Writes another result of a game to its positions. It may be of this very batch, whose positions
    /// are not in their table yet.
    fn rescore(
        &mut self,
        game: i64,
        record: &Record,
        old: Option<i64>,
        score: Option<i64>,
    ) -> rusqlite::Result<()> {
        for position in self.positions.iter_mut().filter(|(_, id, _)| *id == game) {
            position.2 = score;
        }
        let mut rescore = self.transaction.prepare_cached(
            "UPDATE position SET score = ?4 WHERE key = ?1 AND move = ?2 AND game = ?3",
        )?;
        for row in index::rows(record) {
            let is_there = rescore.execute(params![row.key, row.mv, game, score])? > 0;
            if is_there && row.is_early {
                tally::forget(self.transaction, row.key, row.mv, old)?;
                tally::add(self.transaction, row, &Tally::of(score))?;
            }
        }
        Ok(())
    }

    /// Writes the positions, in the order of their table.
    fn index(mut self) -> rusqlite::Result<()> {
        self.positions.sort_unstable();
        let mut insert = self.transaction.prepare_cached(
            "INSERT OR IGNORE INTO position (key, move, game, score) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for same in self.positions.chunk_by(|(one, ..), (other, ..)| one == other) {
            let mut tally = Tally::default();
            for &(row, game, score) in same {
                if insert.execute(params![row.key, row.mv, game, score])? > 0 {
                    tally.count(score);
                }
            }
            let (row, ..) = same[0];
            if row.is_early {
                tally::add(self.transaction, row, &tally)?;
            }
        }
        Ok(())
    }
}

/// The number of a name in its table, where it is written if it is new.
fn number_of(
    transaction: &Transaction<'_>,
    table: &str,
    numbers: &mut HashMap<String, i64>,
    name: Option<&String>,
) -> rusqlite::Result<Option<i64>> {
    let Some(name) = name else { return Ok(None) };
    if let Some(&number) = numbers.get(name) {
        return Ok(Some(number));
    }
    let mut insert = transaction.prepare_cached(&format!(
        "INSERT INTO {table} (name) VALUES (?1) ON CONFLICT (name) DO NOTHING"
    ))?;
    insert.execute([name])?;
    let mut find =
        transaction.prepare_cached(&format!("SELECT id FROM {table} WHERE name = ?1"))?;
    let number = find.query_row([name], |row| row.get(0))?;
    numbers.insert(name.clone(), number);
    Ok(Some(number))
}
