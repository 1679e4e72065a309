//! The opening explorer: what was played in a position, and how it went.

use obverse_records::openings;
use obverse_rules::{Color, Move, Position};

use crate::index::{END, Place};
use crate::stored::{COLUMNS, TABLES};
use crate::{Library, LibraryError, Summary, tally};

/// So many of the newest games with a move are looked through for notable ones.
const LOOKED_THROUGH: i64 = 40;

/// The moves of a position: games, their results, the mean of these, and the newest game.
const ROW_BY_ROW: &str = "SELECT move, COUNT(*), COALESCE(SUM(score > 0), 0), \
    COALESCE(SUM(score = 0), 0), COALESCE(SUM(score < 0), 0), AVG(score), MAX(game) \
    FROM position WHERE key = ?1 GROUP BY move ORDER BY 2 DESC, move";

/// The same, of an early position.
const TALLIED: &str = "SELECT move, games, black, draws, white, \
    discs * 1.0 / NULLIF(black + draws + white, 0), \
    (SELECT MAX(game) FROM position WHERE key = tally.key AND move = tally.move) \
    FROM tally WHERE key = ?1 ORDER BY games DESC, move";

/// What was played in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// The moves, the one played most often first.
    pub moves: Vec<Continuation>,
    /// How many games ended here.
    pub ended: u64,
}

/// A move that was played in a position. Moves that a symmetric position makes one are one here.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The move.
    pub mv: Move,
    /// In how many games.
    pub games: u64,
    /// How many of them Black won.
    pub black: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many White won. Games without a result are in none of the three.
    pub white: u64,
    /// The mean of the results in discs, from the view of the side to move; none without results.
    pub mean_discs: Option<f64>,
    /// The opening that the move leads to.
    pub name: Option<&'static str>,
    /// The newest game in the library.
    pub latest: i64,
}

impl Library {
    /// What was played in a position, turned or mirrored in any way.
    pub fn explore(&self, position: &Position) -> Result<Explored, LibraryError> {
        let place = Place::of(position);
        let counted = if tally::is_early(position) { TALLIED } else { ROW_BY_ROW };
        let mut statement = self.connection.prepare_cached(counted)?;
        let mut rows = statement.query([place.key()])?;
        let mut explored = Explored { moves: Vec::new(), ended: 0 };
        while let Some(row) = rows.next()? {
            let number: i64 = row.get(0)?;
            let count = |column| row.get::<_, i64>(column).map(|count| count as u64);
            if number == END {
                explored.ended = count(1)?;
                continue;
            }
            // A move that is not legal here is of another position with the same hash.
            let Some(mv) = place.here(number) else { continue };
            let Ok(next) = position.play(mv) else { continue };
            let mean: Option<f64> = row.get(5)?;
            explored.moves.push(Continuation {
                mv,
                games: count(1)?,
                black: count(2)?,
                draws: count(3)?,
                white: count(4)?,
                mean_discs: mean
                    .map(|mean| if position.side() == Color::Black { mean } else { -mean }),
                name: openings::at(&next).map(openings::Opening::name),
                latest: row.get(6)?,
            });
        }
        Ok(explored)
    }

    /// Games that went on with a move, the most notable first: those of which players and event are
    /// known, then the latest. Of a move that was played very often only the newest in the library
    /// are looked through.
    pub fn notable(
        &self,
        position: &Position,
        mv: Move,
        most: usize,
    ) -> Result<Vec<Summary>, LibraryError> {
        let place = Place::of(position);
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE game.id IN \
             (SELECT game FROM position WHERE key = ?1 AND move = ?2 ORDER BY game DESC LIMIT ?3)"
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let values = (place.key(), place.number(mv), LOOKED_THROUGH);
        let rows = statement.query_map(values, Summary::of)?;
        let mut games = rows.collect::<Result<Vec<Summary>, _>>()?;
        games.sort_by_cached_key(|game| {
            let known = [&game.black, &game.white, &game.event].map(Option::is_some);
            let known = known.into_iter().filter(|&known| known).count();
            std::cmp::Reverse((known, game.date.clone(), game.id))
        });
        games.truncate(most);
        Ok(games)
    }
}
