//! Puzzles of one's own, what was tried, and what is due.

use std::collections::BTreeMap;

use obverse_study::{Attempt, Card, Glicko, Progress, Puzzle, PuzzleId};
use rusqlite::{OptionalExtension, Row, params};

use crate::import::begin;
use crate::{Library, LibraryError};

impl Library {
    /// Keeps puzzles; those that are there already stay as they are. Returns how many are new.
    pub fn keep_puzzles<'a>(
        &mut self,
        puzzles: impl IntoIterator<Item = (&'a Puzzle, Option<i64>)>,
    ) -> Result<u64, LibraryError> {
        let transaction = begin(self)?;
        let mut new = 0;
        for (puzzle, game) in puzzles {
            new += transaction.execute(
                "INSERT INTO puzzle (id, line, game) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (id) DO NOTHING",
                params![puzzle.id().0 as i64, puzzle.to_string(), game],
            )? as u64;
        }
        transaction.commit()?;
        Ok(new)
    }

    /// The puzzles of one's own, in the order of their numbers.
    pub fn puzzles(&self) -> Result<Vec<Puzzle>, LibraryError> {
        let mut statement = self.connection.prepare_cached("SELECT id, line FROM puzzle")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        rows.map(|row| {
            let (id, line) = row?;
            line.parse().map_err(|error| damaged(id, &error))
        })
        .collect()
    }

    /// Keeps what became of a puzzle: it is on the disk when this returns.
    pub fn keep_attempt(&mut self, attempt: &Attempt) -> Result<(), LibraryError> {
        let puzzle = attempt.puzzle.0 as i64;
        let Glicko { rating, deviation, volatility } = attempt.after;
        let transaction = begin(self)?;
        transaction.execute(
            "INSERT INTO attempt (puzzle, at, move, solved, loss, before, rating, deviation, \
             volatility) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                puzzle,
                attempt.at,
                attempt.mv.map(|mv| mv.to_string()),
                attempt.solved,
                attempt.loss,
                attempt.before.map(|before| before.rating),
                rating,
                deviation,
                volatility,
            ],
        )?;
        match &attempt.card {
            Some(card) => {
                let json = serde_json::to_string(card).map_err(|error| damaged(puzzle, &error))?;
                transaction.execute(
                    "INSERT INTO due (puzzle, due, card) VALUES (?1, ?2, ?3) \
                     ON CONFLICT (puzzle) DO UPDATE SET due = ?2, card = ?3",
                    params![puzzle, card.due, json],
                )?;
            }
            None => {
                transaction.execute("DELETE FROM due WHERE puzzle = ?1", [puzzle])?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// What the person has done so far.
    pub fn progress(&self) -> Result<Progress, LibraryError> {
        let player = self
            .connection
            .query_row(
                "SELECT rating, deviation, volatility FROM attempt ORDER BY id DESC LIMIT 1",
                [],
                |row| {
                    let (rating, deviation, volatility) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Ok(Glicko { rating, deviation, volatility })
                },
            )
            .optional()?
            .unwrap_or_default();
        let mut statement = self.connection.prepare_cached(
            "SELECT DISTINCT attempt.puzzle, due.card FROM attempt \
             LEFT JOIN due ON due.puzzle = attempt.puzzle",
        )?;
        let mut tried = BTreeMap::new();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (id, card) = tried_of(row)?;
            tried.insert(id, card);
        }
        Ok(Progress { player, tried })
    }

    /// How many puzzles were decided, and how many of them solved.
    pub fn attempts(&self) -> Result<(u64, u64), LibraryError> {
        let sql = "SELECT COUNT(*), COALESCE(SUM(solved), 0) FROM attempt";
        let count = self.connection.query_row(sql, [], |row| {
            Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64))
        })?;
        Ok(count)
    }
}

fn tried_of(row: &Row<'_>) -> Result<(PuzzleId, Option<Card>), LibraryError> {
    let id: i64 = row.get(0)?;
    let card: Option<String> = row.get(1)?;
    let card = card.map(|json| serde_json::from_str(&json)).transpose();
    Ok((PuzzleId(id as u64), card.map_err(|error| damaged(id, &error))?))
}

fn damaged(id: i64, error: &dyn std::error::Error) -> LibraryError {
    LibraryError::DamagedPuzzle { puzzle: PuzzleId(id as u64), what: error.to_string() }
}
