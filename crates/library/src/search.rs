//! Finding games.

use obverse_records::Record;
use obverse_rules::{Position, Size};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::index::Place;
use crate::stored::{COLUMNS, Stored, TABLES};
use crate::{Library, LibraryError};

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

/// What games are wanted: all that is given must hold. Names are found by any part of them, in
/// small or capital letters.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Either side's player.
    pub player: Option<String>,
    /// Black's player.
    pub black: Option<String>,
    /// White's player.
    pub white: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The opening's name.
    pub opening: Option<String>,
    /// The first and the last year.
    pub years: Option<(i64, i64)>,
    /// How it came out.
    pub outcome: Option<Outcome>,
    /// The size of the board.
    pub size: Option<Size>,
    /// A position that was reached, turned or mirrored in any way.
    pub position: Option<Position>,
    /// How many games to pass over.
    pub skip: u64,
    /// How many games to return; all if there is no limit.
    pub limit: Option<u64>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number in the library.
    pub id: i64,
    /// The size of the board.
    pub size: i64,
    /// The number of moves, passes included.
    pub plies: i64,
    /// Black's player.
    pub black: Option<String>,
    /// White's player.
    pub white: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// When, in the words of its file.
    pub date: Option<String>,
    /// Discs from Black's view; none where the game was not finished.
    pub score: Option<i64>,
    /// The deepest named opening that it went through.
    pub opening: Option<String>,
}

impl Summary {
    pub(crate) fn of(row: &Row<'_>) -> rusqlite::Result<Summary> {
        Ok(Summary {
            id: row.get("id")?,
            size: row.get("size")?,
            plies: row.get("plies")?,
            black: row.get("black")?,
            white: row.get("white")?,
            event: row.get("event")?,
            date: row.get("date")?,
            score: row.get("score")?,
            opening: row.get("opening")?,
        })
    }
}

impl Library {
    /// The games that are wanted, the newest in the library first.
    pub fn search(&self, query: &Query) -> Result<Vec<Summary>, LibraryError> {
        let Conditions { text, mut values } = Conditions::of(query);
        let limit = query.limit.map_or(-1, |limit| limit.min(i64::MAX as u64) as i64);
        values.push(limit.into());
        values.push((query.skip.min(i64::MAX as u64) as i64).into());
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE {text} ORDER BY game.id DESC LIMIT ? OFFSET ?"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(values), Summary::of)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How many games are wanted, whatever the limit.
    pub fn count(&self, query: &Query) -> Result<u64, LibraryError> {
        let Conditions { text, values } = Conditions::of(query);
        let sql = format!("SELECT COUNT(*) FROM {TABLES} WHERE {text}");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let count: i64 = statement.query_row(params_from_iter(values), |row| row.get(0))?;
        Ok(count as u64)
    }

    /// The name that most games of the library have a player of, if any has a name.
    pub fn commonest_player(&self) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT player.name FROM \
             (SELECT black AS id FROM game UNION ALL SELECT white FROM game) AS side \
             JOIN player ON player.id = side.id \
             GROUP BY side.id ORDER BY COUNT(*) DESC, player.name LIMIT 1";
        Ok(self.connection.query_row(sql, [], |row| row.get(0)).optional()?)
    }

    /// The game of a number, if there is one.
    pub fn game(&self, id: i64) -> Result<Option<Record>, LibraryError> {
        game(&self.connection, id)
    }
}

pub(crate) fn game(connection: &Connection, id: i64) -> Result<Option<Record>, LibraryError> {
    let sql = format!("SELECT {COLUMNS} FROM {TABLES} WHERE game.id = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    let found = statement.query_row([id], |row| Ok(Stored::record(row))).optional()?;
    found.transpose()
}

/// A condition in the database's language, with what stands for its question marks.
struct Conditions {
    text: String,
    values: Vec<Value>,
}

impl Conditions {
    fn of(query: &Query) -> Conditions {
        // True of every game, so that the rest can be joined to it.
        let mut all = Conditions { text: "TRUE".to_owned(), values: Vec::new() };
        if let Some(name) = &query.player {
            let part = part(name);
            all.and(
                "(black.name LIKE ? ESCAPE '\\' OR white.name LIKE ? ESCAPE '\\')",
                [part.clone(), part],
            );
        }
        let names = [
            ("black.name", &query.black),
            ("white.name", &query.white),
            ("event.name", &query.event),
            ("game.opening", &query.opening),
        ];
        for (column, name) in names {
            if let Some(name) = name {
                all.and(&format!("{column} LIKE ? ESCAPE '\\'"), [part(name)]);
            }
        }
        if let Some((first, last)) = query.years {
            all.and("game.year BETWEEN ? AND ?", [first.into(), last.into()]);
        }
        if let Some(outcome) = query.outcome {
            let sign = match outcome {
                Outcome::Black => 1,
                Outcome::White => -1,
                Outcome::Draw => 0,
            };
            all.and("sign(game.score) = ?", [Value::from(sign)]);
        }
        if let Some(size) = query.size {
            all.and("game.size = ?", [Value::from(size.get() as i64)]);
        }
        if let Some(position) = &query.position {
            let key = Place::of(position).key();
            all.and("game.id IN (SELECT game FROM position WHERE key = ?)", [Value::from(key)]);
        }
        all
    }

    fn and<const N: usize>(&mut self, condition: &str, values: [Value; N]) {
        self.text.push_str(" AND ");
        self.text.push_str(condition);
        self.values.extend(values);
    }
}

/// What any text that contains this one looks like to the database.
fn part(text: &str) -> Value {
    let escaped: String = text
        .trim()
        .chars()
        .flat_map(|c| ['%', '_', '\\'].contains(&c).then_some('\\').into_iter().chain([c]))
        .collect();
    format!("%{escaped}%").into()
}
