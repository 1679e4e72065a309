//! The memory of a contest: finished games in a file, so that one that was interrupted goes on
//! where it was.
//!
//! Beside the games in GGF there is a journal, a line of JSON a game after a first line that says
//! which contest it is. A game is in the journal or it is not: a line that was cut by a crash is
//! dropped. The GGF file is made again from the journal when a contest goes on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use obverse_records::atomic;
use obverse_rules::Color;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::game::Finished;
use crate::{Fixture, How, Result};

/// A finished game as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    first: usize,
    second: usize,
    opening: usize,
    swapped: bool,
    winner: Option<Side>,
    discs: Option<i32>,
    how: Manner,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loser: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    overruns: [u32; 2],
    ggf: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Manner {
    Played,
    Adjudicated,
    Resigned,
    Late,
    Failed,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

impl Entry {
    /// A game with its record.
    pub fn new(finished: &Finished, ggf: String) -> Entry {
        let Fixture { pairing, opening, swapped, .. } = finished.fixture;
        let (how, loser, reason) = match &finished.result.how {
            How::Played => (Manner::Played, None, None),
            How::Adjudicated => (Manner::Adjudicated, None, None),
            How::Resigned(color) => (Manner::Resigned, Some(*color), None),
            How::OutOfTime(color) => (Manner::Late, Some(*color), None),
            How::Failed { color, reason } => (Manner::Failed, Some(*color), Some(reason.clone())),
        };
        Entry {
            first: pairing.first,
            second: pairing.second,
            opening,
            swapped,
            winner: finished.result.winner.map(Side::from),
            discs: finished.result.discs,
            how,
            loser: loser.map(Side::from),
            reason,
            overruns: finished.overruns,
            ggf,
        }
    }

    /// Whether it is the game of this fixture.
    pub fn is_of(&self, fixture: &Fixture) -> bool {
        let Fixture { pairing, opening, swapped, .. } = *fixture;
        (self.first, self.second) == (pairing.first, pairing.second)
            && self.opening == opening
            && self.swapped == swapped
    }

    /// How the game ended.
    pub fn result(&self) -> Result {
        let loser = self.loser.map_or(Color::Black, Color::from);
        let how = match self.how {
            Manner::Played => How::Played,
            Manner::Adjudicated => How::Adjudicated,
            Manner::Resigned => How::Resigned(loser),
            Manner::Late => How::OutOfTime(loser),
            Manner::Failed => {
                How::Failed { color: loser, reason: self.reason.clone().unwrap_or_default() }
            }
        };
        Result { discs: self.discs, winner: self.winner.map(Color::from), how }
    }

    /// How often each side, Black first, took too long.
    pub fn overruns(&self) -> [u32; 2] {
        self.overruns
    }
}

/// The journal of a contest, open for more games.
#[derive(Debug)]
pub struct Journal {
    journal: File,
    games: File,
}

/// A journal that can't be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There are games of another contest.
    #[error(
        "{0} is about another match, with other players or conditions: give another --out, or \
         remove the file"
    )]
    Other(PathBuf),
    /// Another match writes to it.
    #[error("{0} is being written by another match that runs now")]
    Busy(PathBuf),
    /// There is a file with games, but no journal.
    #[error("{0} exists already, and is not from a match that could be resumed")]
    Foreign(PathBuf),
}

impl Journal {
    /// Opens the journal beside a file of games, or begins one. What the games of the contest
    /// have in common must be the same as when it was begun. The games that are already played
    /// are returned.
    pub fn open(
        games: &Path,
        contest: &Value,
    ) -> std::result::Result<(Journal, Vec<Entry>), JournalError> {
        let path = path_beside(games);
        let old = match File::open(&path) {
            Ok(file) => Some(lock(file, &path)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(JournalError::Io { path, error }),
        };
        let entries = if let Some(file) = &old {
            read(file, contest).ok_or_else(|| JournalError::Other(path.clone()))?
        } else if fs::metadata(games).is_ok_and(|data| data.len() > 0) {
            // Games that are not ours are not overwritten.
            return Err(JournalError::Foreign(games.to_owned()));
        } else {
            Vec::new()
        };
        let mut lines = vec![contest.to_string()];
        lines.extend(entries.iter().map(to_line));
        let journal = lock(rewrite(&path, &lines)?, &path)?;
        let records: Vec<_> = entries.iter().map(|entry| entry.ggf.clone()).collect();
        let games = rewrite(games, &records)?;
        Ok((Journal { journal, games }, entries))
    }

    /// Adds a game. It is in the journal last: a game that is there is in both.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        writeln!(self.games, "{}", entry.ggf)?;
        writeln!(self.journal, "{}", to_line(entry))
    }
}

/// Locks a journal, as long as it is open: two matches would throw away each other's games.
fn lock(file: File, path: &Path) -> std::result::Result<File, JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(JournalError::Busy(path.to_owned())),
        Err(fs::TryLockError::Error(error)) => {
            Err(JournalError::Io { path: path.to_owned(), error })
        }
    }
}

fn path_beside(games: &Path) -> PathBuf {
    let mut name = games.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

fn to_line(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry has only text and numbers")
}

/// The entries of a journal; none if it is of another contest. Reading ends at a line that was
/// cut off.
fn read(journal: &File, contest: &Value) -> Option<Vec<Entry>> {
    let mut lines = BufReader::new(journal).lines();
    let Some(Ok(head)) = lines.next() else { return Some(Vec::new()) };
    if serde_json::from_str::<Value>(&head).ok().as_ref() != Some(contest) {
        return None;
    }
    Some(lines.map_while(|line| serde_json::from_str(&line.ok()?).ok()).collect())
}

/// Writes a file anew and opens it for more.
fn rewrite(path: &Path, lines: &[String]) -> std::result::Result<File, JournalError> {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    atomic::write(path, text)
        .and_then(|()| OpenOptions::new().append(true).open(path))
        .map_err(|error| JournalError::Io { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use obverse_rules::Game;
    use serde_json::json;

    use super::*;
    use crate::round_robin;

    fn finished(number: usize, how: How) -> Finished {
        Finished {
            fixture: round_robin(2, 6)[number],
            game: Game::from_start(obverse_rules::Size::EIGHT),
            notes: Vec::new(),
            result: Result { discs: Some(-12), winner: Some(Color::White), how },
            overruns: [0, 2],
        }
    }

    #[test]
    fn a_contest_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.ggf");
        let contest = json!({"players": ["a", "b"]});
        let failed = How::Failed { color: Color::Black, reason: "it “hung”\n".to_owned() };
        let played = [finished(0, How::Played), finished(3, failed)];
        {
            let (mut journal, before) = Journal::open(&games, &contest).unwrap();
            assert!(before.is_empty());
            for (at, game) in played.iter().enumerate() {
                journal.add(&Entry::new(game, format!("(;game {at};)"))).unwrap();
            }
        }
        // The crash came in the middle of a line, in both files.
        for path in [&games, &path_beside(&games)] {
            let text = fs::read_to_string(path).unwrap();
            fs::write(path, text + "{\"first\":0,\"sec").unwrap();
        }
        let (_, entries) = Journal::open(&games, &contest).unwrap();
        assert_eq!(entries.len(), 2);
        for (entry, game) in entries.iter().zip(&played) {
            assert!(entry.is_of(&game.fixture));
            assert_eq!(entry.result(), game.result);
            assert_eq!(entry.overruns(), [0, 2]);
        }
        assert!(!entries[0].is_of(&played[1].fixture));
        assert_eq!(fs::read_to_string(&games).unwrap(), "(;game 0;)\n(;game 1;)\n");
    }

    #[test]
    fn two_matches_do_not_write_to_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.ggf");
        let contest = json!({});
        let (mut journal, _) = Journal::open(&games, &contest).unwrap();
        let error = Journal::open(&games, &contest).unwrap_err();
        assert!(matches!(error, JournalError::Busy(_)), "{error}");
        journal.add(&Entry::new(&finished(0, How::Played), "(;game;)".to_owned())).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&games, &contest).unwrap().1.len(), 1);
    }

    #[test]
    fn another_contest_is_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.ggf");
        Journal::open(&games, &json!({"depth": 1})).unwrap();
        let error = Journal::open(&games, &json!({"depth": 2})).unwrap_err();
        assert!(matches!(error, JournalError::Other(_)), "{error}");
        let foreign = folder.path().join("mine.ggf");
        fs::write(&foreign, "(;GM[Othello];)").unwrap();
        let error = Journal::open(&foreign, &json!({})).unwrap_err();
        assert!(matches!(error, JournalError::Foreign(_)), "{error}");
        assert_eq!(fs::read_to_string(&foreign).unwrap(), "(;GM[Othello];)");
    }
}
