//! Questions to a library of games, and its answers. Who has a library answers them.

use serde::{Deserialize, Serialize};

use crate::asked::About;
use crate::game::GameInfo;
use crate::lines::ScoreInfo;
use crate::review::Answered;

/// A question to a library.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is described where it is defined")]
pub enum LibraryQuestion {
    Explore(About<Explore>),
    Search(Box<Search>),
    Show(Show),
    Keep(Box<Keep>),
    Rename(Box<Rename>),
    Remove(Remove),
    Export(Box<Export>),
    Mistakes(Mistakes),
}

impl LibraryQuestion {
    /// The number that the page gave the question.
    pub fn id(&self) -> u64 {
        match self {
            LibraryQuestion::Explore(explore) => explore.asked.id,
            LibraryQuestion::Search(search) => search.id,
            LibraryQuestion::Show(show) => show.id,
            LibraryQuestion::Keep(keep) => keep.id,
            LibraryQuestion::Rename(rename) => rename.id,
            LibraryQuestion::Remove(remove) => remove.id,
            LibraryQuestion::Export(export) => export.id,
            LibraryQuestion::Mistakes(mistakes) => mistakes.id,
        }
    }

    /// Whether it changes the library.
    pub fn changes(&self) -> bool {
        match self {
            LibraryQuestion::Keep(_) | LibraryQuestion::Rename(_) | LibraryQuestion::Remove(_) => {
                true
            }
            LibraryQuestion::Explore(_)
            | LibraryQuestion::Search(_)
            | LibraryQuestion::Show(_)
            | LibraryQuestion::Export(_)
            | LibraryQuestion::Mistakes(_) => false,
        }
    }
}

/// What was played in a position is wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explore {
    /// The number of the question.
    pub id: u64,
    /// How many notable games of each move are wanted.
    #[serde(default = "one")]
    pub notable: usize,
}

const fn one() -> usize {
    1
}

/// Which games are wanted: all that is given must hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The number of the question.
    pub id: u64,
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
    pub size: Option<usize>,
    /// A position that was reached, in any form that is read.
    pub position: Option<String>,
    /// The number of the first game wanted, from 0.
    pub from: u64,
    /// How many games are wanted.
    pub limit: Option<u64>,
}

/// How a game came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

/// A game is wanted.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// The number of the question.
    pub id: u64,
    /// The game's number.
    pub number: i64,
}

/// A game is to be kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keep {
    /// The number of the question.
    pub id: u64,
    /// The game.
    pub game: GameInfo,
    /// What an engine answered about it, to be kept with it.
    #[serde(default)]
    pub answers: Vec<Answered>,
    /// How far the review of it looks, in plies.
    pub depth: Option<u32>,
}

/// Games are to be forgotten.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    /// The number of the question.
    pub id: u64,
    /// The games' numbers.
    pub numbers: Vec<i64>,
}

/// What is known of a game is otherwise. What is left out stays; an empty text deletes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The number of the question.
    pub id: u64,
    /// The game's number.
    pub number: i64,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// Where it was played.
    pub place: Option<String>,
    /// When.
    pub date: Option<String>,
    /// A remark about the whole.
    pub comment: Option<String>,
}

/// Games are to be written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The number of the question.
    pub id: u64,
    /// A format by its name.
    pub format: String,
    /// Which games; all of them if nothing is said.
    #[serde(default)]
    pub search: Search,
}

/// What a player's reviewed games have in common is wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistakes {
    /// The number of the question.
    pub id: u64,
    /// The player, by any part of the name.
    pub player: String,
    /// The language of the reasons.
    pub lang: Option<String>,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize)]
pub struct Explored {
    /// The moves, the one played most often first.
    pub moves: Vec<ExploredMove>,
    /// How many games ended here.
    pub ended: u64,
}

/// A move that was played in a position.
#[derive(Clone, Debug, Serialize)]
pub struct ExploredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// In how many games.
    pub games: u64,
    /// How many of them Black won.
    pub black: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many White won.
    pub white: u64,
    /// The mean of the results in discs, from the view of the side to move.
    pub mean_discs: Option<f64>,
    /// The opening that the move leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// What the book says.
    #[serde(flatten)]
    pub score: Option<ScoreInfo>,
    /// Games that went on with it, the most notable first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notable: Vec<GameRow>,
}

/// The games that were looked for.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// How many there are.
    pub count: u64,
    /// The number of the first one here.
    pub from: u64,
    /// The games.
    pub games: Vec<GameRow>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
pub struct GameRow {
    /// Its number in the library.
    pub number: i64,
    /// The size of the board.
    pub size: i64,
    /// The number of moves, passes included.
    pub plies: i64,
    /// Black's player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// White's player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// Discs from Black's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The deepest named opening that it went through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// A game.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// Its number.
    pub number: i64,
    /// The game.
    pub game: GameInfo,
    /// What is known of its moves, to go on with a review.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
}

/// A game was kept.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Kept {
    /// Its number.
    pub number: i64,
    /// Whether it was there before.
    pub was: Was,
}

/// Whether a game was there before it was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Was {
    /// It was not.
    New,
    /// It was.
    Known,
    /// It was, and knows more now.
    Enriched,
}

/// Games were forgotten.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Removed {
    /// How many there were.
    pub count: u64,
}
