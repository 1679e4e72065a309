//! A game in JSON, with everything that a record knows about it.

use std::time::Duration;

use obverse_records::{Clock, ClockError, MoveScore, Note, Record, Termination, Theory, Verdict};
use obverse_rules::SquareError;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::lines::names;
use crate::question::{self, QuestionError};
use crate::tree::{TreeError, TreeInfo};

/// A game, or a position: a game without moves. Everything may be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameInfo {
    /// The size of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// Squares row by row and the side; without it the opening position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves by name. Passes that are forced may be left out.
    pub moves: Vec<String>,
    /// Black's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// White's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// Black's rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_rating: Option<f64>,
    /// White's rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_rating: Option<f64>,
    /// The tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Where it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// When, in the words of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// A remark about the whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultInfo>,
    /// The clock of both, as GGF writes it: `main/increment/grace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The time for each move of a computer player in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The seconds that each move took. May be shorter than the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<Option<f64>>,
    /// The mover's evaluation after each move, in discs from the mover's view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evals: Vec<Option<f64>>,
    /// A remark about each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<Option<String>>,
    /// Known scores of moves in the last position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoredMove>,
    /// The result under perfect play from some point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theory: Option<TheoryInfo>,
    /// Whether the side to move was written down. Only in answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side_stated: Option<bool>,
    /// How many variations there are beside the moves. Only in answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variations: Option<usize>,
    /// The game with its variations and marks: where it is given, `moves` and `comments` are not
    /// looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeInfo>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultInfo {
    /// Discs from Black's view, the empty squares to the winner.
    pub score: f64,
    /// What ended it.
    #[serde(default)]
    pub ending: EndingInfo,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndingInfo {
    /// It was played out.
    #[default]
    Played,
    /// Somebody gave up.
    Resigned,
    /// Somebody ran out of time.
    Time,
    /// Both agreed on the score.
    Agreed,
}

/// A move and its score, from the side to move's view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoredMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score in discs.
    pub score: f64,
}

/// What perfect play from some point would have brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheoryInfo {
    /// Black's discs, the empty squares to the winner.
    pub black: u8,
    /// The number of empty squares from where on play is perfect.
    pub empties: u8,
}

/// Why a game makes no sense.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The start or a move.
    #[error(transparent)]
    Game(#[from] QuestionError),
    /// The start is of another size.
    #[error("the start is a board of {start}×{start}, but the size is {size}")]
    Size {
        /// The start's size.
        start: usize,
        /// The size that is given.
        size: usize,
    },
    /// The clock.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// A time that is none.
    #[error("{0:?} is no time: give seconds, 0 or more, such as 0.5 or 60")]
    Time(f64),
    /// A scored move.
    #[error("scores: {0}")]
    Score(SquareError),
    /// The tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl From<&Record> for GameInfo {
    fn from(record: &Record) -> GameInfo {
        let tags = &record.tags;
        let notes = &record.notes;
        GameInfo {
            size: Some(record.position().size().get()),
            start: Some(record.game.start().to_string()),
            moves: names(record.game.moves()),
            black: tags.black.clone(),
            white: tags.white.clone(),
            black_rating: tags.black_rating,
            white_rating: tags.white_rating,
            event: tags.event.clone(),
            place: tags.place.clone(),
            date: tags.date.clone(),
            comment: tags.comment.clone(),
            result: record.result().map(ResultInfo::from),
            clock: tags.clock.map(|clock| clock.to_string()),
            time: record.time.map(|time| time.as_secs_f64()),
            times: column(notes, |note| note.time.map(|time| time.as_secs_f64())),
            evals: column(notes, |note| note.eval),
            comments: column(notes, |note| note.comment.clone()),
            scores: record.scores.iter().map(ScoredMove::from).collect(),
            theory: record.theory.map(TheoryInfo::from),
            side_stated: (!record.side_stated).then_some(false),
            variations: Some(record.variations.len() + record.left_out).filter(|&count| count > 0),
            tree: None,
        }
    }
}

/// One thing about every move; nothing if nothing is known.
fn column<T>(notes: &[Note], of: impl Fn(&Note) -> Option<T>) -> Vec<Option<T>> {
    let mut values: Vec<Option<T>> = notes.iter().map(of).collect();
    while values.last().is_some_and(Option::is_none) {
        values.pop();
    }
    values
}

impl GameInfo {
    /// A record with its tree, if it has more than a game with comments.
    pub fn with_tree(record: &Record) -> GameInfo {
        GameInfo { tree: TreeInfo::of(record), ..GameInfo::from(record) }
    }

    /// The record of what was sent.
    pub fn to_record(&self) -> Result<Record, GameError> {
        let start = self.start.as_deref();
        let mut game = question::game(start, self.size, &[])?;
        let size = game.start().size().get();
        if let Some(given) = self.size.filter(|&given| given != size) {
            return Err(GameError::Size { start: size, size: given });
        }
        if let Some(tree) = &self.tree {
            return self.with_tags(self.with_columns(tree.to_record(*game.start())?)?);
        }
        let mut notes = Vec::new();
        for (at, name) in self.moves.iter().enumerate() {
            question::play(&mut game, at + 1, name)?;
            // A pass that was supplied has no note.
            notes.resize(game.ply() - 1, Note::default());
            notes.push(self.note(at)?);
        }
        while notes.last().is_some_and(Note::is_empty) {
            notes.pop();
        }
        let mut record = Record::new(game);
        record.notes = notes;
        self.with_tags(record)
    }

    /// A record of the tree with the times and evaluations that run along its main line.
    fn with_columns(&self, mut record: Record) -> Result<Record, GameError> {
        let columns = self.times.len().max(self.evals.len()).min(record.game.moves().len());
        for at in 0..columns {
            let (known, told) = (record.note(at), self.note(at)?);
            let (eval, time) = (known.eval.or(told.eval), known.time.or(told.time));
            record.set_note(at, Note { eval, time, ..known });
        }
        Ok(record)
    }

    fn note(&self, at: usize) -> Result<Note, GameError> {
        Ok(Note {
            eval: self.evals.get(at).copied().flatten(),
            time: self.times.get(at).copied().flatten().map(seconds).transpose()?,
            comment: self.comments.get(at).cloned().flatten(),
            ..Note::default()
        })
    }

    fn with_tags(&self, mut record: Record) -> Result<Record, GameError> {
        record.time = self.time.map(seconds).transpose()?;
        record.theory = self.theory.map(Theory::from);
        record.scores = self.scores.iter().map(MoveScore::try_from).collect::<Result<_, _>>()?;
        let tags = &mut record.tags;
        // An empty name is no name.
        let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        (tags.black, tags.white) = (text(&self.black), text(&self.white));
        (tags.black_rating, tags.white_rating) = (self.black_rating, self.white_rating);
        (tags.event, tags.place) = (text(&self.event), text(&self.place));
        tags.date = text(&self.date);
        // A tree has it at its first node.
        tags.comment = tags.comment.take().or_else(|| text(&self.comment));
        tags.clock = self.clock.as_deref().map(str::parse::<Clock>).transpose()?;
        tags.result = self.result.map(Verdict::from);
        Ok(record)
    }
}

fn seconds(seconds: f64) -> Result<Duration, GameError> {
    Duration::try_from_secs_f64(seconds).map_err(|_| GameError::Time(seconds))
}

impl From<Verdict> for ResultInfo {
    fn from(verdict: Verdict) -> ResultInfo {
        let ending = match verdict.ending {
            Termination::Played => EndingInfo::Played,
            Termination::Resigned => EndingInfo::Resigned,
            Termination::TimedOut => EndingInfo::Time,
            Termination::Agreed => EndingInfo::Agreed,
        };
        ResultInfo { score: verdict.score, ending }
    }
}

impl From<ResultInfo> for Verdict {
    fn from(result: ResultInfo) -> Verdict {
        let ending = match result.ending {
            EndingInfo::Played => Termination::Played,
            EndingInfo::Resigned => Termination::Resigned,
            EndingInfo::Time => Termination::TimedOut,
            EndingInfo::Agreed => Termination::Agreed,
        };
        Verdict { score: result.score, ending }
    }
}

impl From<&MoveScore> for ScoredMove {
    fn from(known: &MoveScore) -> ScoredMove {
        ScoredMove { mv: known.mv.to_string(), score: known.score }
    }
}

impl TryFrom<&ScoredMove> for MoveScore {
    type Error = GameError;

    fn try_from(known: &ScoredMove) -> Result<MoveScore, GameError> {
        let mv = known.mv.parse().map_err(GameError::Score)?;
        Ok(MoveScore { mv, score: known.score })
    }
}

impl From<Theory> for TheoryInfo {
    fn from(theory: Theory) -> TheoryInfo {
        TheoryInfo { black: theory.black_discs, empties: theory.empties }
    }
}

impl From<TheoryInfo> for Theory {
    fn from(theory: TheoryInfo) -> Theory {
        Theory { black_discs: theory.black, empties: theory.empties }
    }
}
