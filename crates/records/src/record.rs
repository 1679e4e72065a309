//! A game or a position with everything that was written down about it.

use std::time::Duration;

use obverse_rules::{Color, Game, Move, Position, Square};

use crate::clock::Clock;

/// A game or a position, and what is known about it. What two formats can both express survives a
/// conversion from one to the other.
///
/// A position is a game without moves.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// Where it began and what was played.
    pub game: Game,
    /// Who, when, where, and how it ended.
    pub tags: Tags,
    /// What was noted about each move. May be shorter than the game.
    pub notes: Vec<Note>,
    /// Known scores of moves in the last position: the answers of a problem.
    pub scores: Vec<MoveScore>,
    /// The time for each move of a computer player, in the ten-line file.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_impls::seconds"))]
    pub time: Option<Duration>,
    /// The result under perfect play from some point, in WTHOR.
    pub theory: Option<Theory>,
    /// Whether the side to move was written down; a turn file leaves it open.
    pub side_stated: bool,
    /// Marks on squares of the first position. Those of later positions are in the notes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub marks: Vec<Mark>,
    /// Lines that leave the game, each after the line that it leaves. Only SGF holds them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub variations: Vec<Variation>,
    /// How many variations were left out on reading, in whole or in part: what they say cannot be
    /// played.
    #[cfg_attr(feature = "serde", serde(default))]
    pub left_out: usize,
}

/// A line of moves that leaves the game, or another such line.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variation {
    /// The line that it leaves: another variation by its index, which is smaller than its own, or
    /// the game itself.
    pub of: Option<usize>,
    /// After how many moves of that line.
    pub ply: usize,
    /// What is played, from the position where it leaves.
    pub game: Game,
    /// What was noted about each of its moves. May be shorter than the game.
    pub notes: Vec<Note>,
}

/// A mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mark {
    /// Where it is.
    pub square: Square,
    /// What it looks like.
    pub shape: Shape,
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Shape {
    /// An X.
    Cross,
    /// A triangle.
    Triangle,
    /// A circle.
    Circle,
    /// A square.
    Square,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 4] = [Shape::Cross, Shape::Triangle, Shape::Circle, Shape::Square];
}

/// Who, when, where, and how it ended.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Tags {
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// Black's rating.
    pub black_rating: Option<f64>,
    /// White's rating.
    pub white_rating: Option<f64>,
    /// The tournament.
    pub event: Option<String>,
    /// Where it was played.
    pub place: Option<String>,
    /// When, in the words of the file.
    pub date: Option<String>,
    /// The clock of both players.
    pub clock: Option<Clock>,
    /// The result as it was recorded.
    pub result: Option<Verdict>,
    /// Remarks about the whole game or position.
    pub comment: Option<String>,
    /// Tags without a meaning here, by name, in their order.
    pub others: Vec<(String, String)>,
}

/// What was noted about one move.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Note {
    /// The mover's evaluation after the move, in discs from the mover's view.
    pub eval: Option<f64>,
    /// The time the mover took.
    #[cfg_attr(feature = "serde", serde(with = "crate::serde_impls::seconds"))]
    pub time: Option<Duration>,
    /// A remark.
    pub comment: Option<String>,
    /// Marks on squares of the position after the move.
    pub marks: Vec<Mark>,
}

impl Note {
    /// Whether nothing was noted.
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }
}

/// A move and its score in discs, from the side to move's view.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveScore {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Move,
    /// Its score.
    pub score: f64,
}

/// The result of a game as it was recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// Discs from Black's view, the empty squares going to the winner.
    pub score: f64,
    /// How the game came to its end.
    pub ending: Termination,
}

/// How a game came to its end, as far as formats have a sign for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Termination {
    /// It was played out.
    #[default]
    Played,
    /// Somebody gave up.
    Resigned,
    /// Somebody ran out of time.
    TimedOut,
    /// Both agreed on the score.
    Agreed,
}

/// What perfect play from some point would have brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Theory {
    /// Black's discs, the empty squares going to the winner.
    pub black_discs: u8,
    /// The number of empty squares from where on play is perfect.
    pub empties: u8,
}

impl Record {
    /// A game about which nothing else is known.
    pub fn new(game: Game) -> Record {
        Record {
            game,
            tags: Tags::default(),
            notes: Vec::new(),
            scores: Vec::new(),
            time: None,
            theory: None,
            side_stated: true,
            marks: Vec::new(),
            variations: Vec::new(),
            left_out: 0,
        }
    }

    /// A position that was written without its side: it is Black's turn, unless only White can
    /// move.
    pub(crate) fn with_open_side(position: Position) -> Record {
        let is_black = position.side() == Color::Black;
        let position = if is_black { position } else { position.with_other_side() };
        let position = if position.must_pass() { position.with_other_side() } else { position };
        Record { side_stated: false, ..Record::from(position) }
    }

    /// The last position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// What was noted about the move with this index, from 0.
    pub fn note(&self, index: usize) -> Note {
        self.notes.get(index).cloned().unwrap_or_default()
    }

    /// Notes something about the move with this index.
    ///
    /// # Panics
    /// If the game has no such move.
    pub fn set_note(&mut self, index: usize, note: Note) {
        assert!(index < self.game.moves().len(), "the game has no such move");
        if self.notes.len() <= index {
            self.notes.resize(index + 1, Note::default());
        }
        self.notes[index] = note;
    }

    /// Forgets everything after so many moves: the moves, the notes, the result and the scores.
    pub fn stop_after(&mut self, ply: usize) {
        if ply >= self.game.ply() {
            return;
        }
        let mut game = Game::new(*self.game.start());
        for &mv in &self.game.moves()[..ply] {
            game.play(mv).expect("it was legal before");
        }
        self.game = game;
        self.notes.truncate(ply);
        self.scores.clear();
        self.tags.result = None;
        self.keep_variations(|variation| variation.of.is_some() || variation.ply < ply);
    }

    /// Drops the variations that are not wanted, and those that leave them.
    fn keep_variations(&mut self, is_wanted: impl Fn(&Variation) -> bool) {
        // The new index of every variation that stays.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.variations.len());
        let mut kept = 0;
        self.variations.retain_mut(|variation| {
            let parent = variation.of.map(|index| places.get(index).copied().flatten());
            let stays = is_wanted(variation) && parent != Some(None);
            variation.of = parent.flatten();
            places.push(stays.then_some(kept));
            kept += usize::from(stays);
            stays
        });
    }

    /// The result: as it was recorded, or else as the board says if the game is over.
    pub fn result(&self) -> Option<Verdict> {
        self.tags.result.or_else(|| {
            let outcome = self.game.outcome()?;
            Some(Verdict { score: outcome.score(Color::Black).into(), ending: Termination::Played })
        })
    }

    /// The best of the known scores, if there are any.
    pub fn best_score(&self) -> Option<f64> {
        self.scores.iter().map(|known| known.score).reduce(f64::max)
    }
}

impl From<Game> for Record {
    fn from(game: Game) -> Record {
        Record::new(game)
    }
}

impl From<Position> for Record {
    fn from(position: Position) -> Record {
        Record::new(Game::new(position))
    }
}

/// Sets a field to the value of a tag, if the tag has one, and returns whether it has. Of a tag that
/// is written twice, the last value that can be understood counts.
pub(crate) fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    *field = value.or(field.take());
    is_some
}
