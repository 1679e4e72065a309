//! A puzzle: a position with one answer, and what every other move is worth.
//!
//! A puzzle holds the score of each of its moves, so that a try is judged by what it costs without an
//! engine. [`make`](make::make) finds puzzles and measures them, [`text`] is how they are kept in
//! files, and a [`Session`](crate::Session) gives them to a person.

pub(crate) mod make;
mod shipped;
mod text;
mod theme;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_rules::{Move, Position};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

pub use make::{make, make_hard, sources};
pub use shipped::shipped;
pub use text::{PuzzleFileError, PuzzleTextError, read_puzzles, write_puzzles};
pub use theme::{Idea, Task, Theme, ThemeError};

/// A position with one answer. What is in it has been checked: see [`Puzzle::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    position: Position,
    task: Task,
    choices: Vec<Choice>,
    worth: Worth,
    line: Vec<Move>,
    difficulty: Option<Difficulty>,
    ideas: Vec<Idea>,
    source: String,
}

/// A move of a puzzle, and its score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Its score in discs from the mover's view, to a tenth.
    #[serde(rename = "score")]
    pub discs: f32,
}

/// What the scores of a puzzle are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// What they are.
    #[serde(flatten)]
    pub kind: Kind,
    /// The plies looked ahead.
    pub depth: u32,
}

/// How hard a puzzle is, on the scale of the levels' Elo: who has this rating finds the answer every
/// other time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difficulty {
    /// The rating.
    pub rating: i32,
    /// How sure that is: a standard deviation.
    pub deviation: i32,
}

/// The name of a puzzle: the hash of its position, which its eight images share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId(pub u64);

/// What a puzzle is made of; see the fields of the same names of [`Puzzle`].
#[derive(Clone, Debug)]
pub struct Parts {
    /// The position.
    pub position: Position,
    /// What is asked.
    pub task: Task,
    /// Every legal move, in any order.
    pub choices: Vec<Choice>,
    /// What their scores are worth.
    pub worth: Worth,
    /// The answer and what follows it.
    pub line: Vec<Move>,
    /// How hard it is, if that was measured.
    pub difficulty: Option<Difficulty>,
    /// What it is about.
    pub ideas: Vec<Idea>,
    /// Where it comes from.
    pub source: String,
}

/// Why something is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// There is nothing to choose.
    #[error("a puzzle has two legal moves at least")]
    NoChoice,
    /// A move has no score, or something else has one.
    #[error("every legal move has a score, and nothing else: {0}")]
    Choices(Move),
    /// A score that no position can have.
    #[error("the score of {0} is more than the board has discs")]
    Score(Move),
    /// Two moves are about as good.
    #[error("{0} and {1} are both answers")]
    TwoAnswers(Move, Move),
    /// The scores do not fit what is asked.
    #[error("the scores are not those of the task `{0}`")]
    Task(Task),
    /// The scores of an endgame are proven, and in whole discs.
    #[error("the scores of the task `{0}` have to be exact")]
    Unproven(Task),
    /// The line is another one.
    #[error("the line has to begin with the answer and be legal")]
    Line,
    /// The source is too long or has characters that cannot be shown.
    #[error(
        "the source has more than {} characters, or some that are no text",
        Puzzle::LONGEST_SOURCE
    )]
    Source,
    /// The difficulty makes no sense.
    #[error("the rating or its deviation is outside of {:?}", Difficulty::RANGE)]
    Difficulty,
}

impl Difficulty {
    /// Ratings outside of this are none.
    pub const RANGE: RangeInclusive<i32> = -2000..=5000;
}

impl Puzzle {
    /// Endgames: fewer empty squares are no puzzle, and more are no fun to count.
    pub const EMPTIES: RangeInclusive<usize> = 8..=18;
    /// Puzzles of the middle of the game have so many.
    pub const MIDGAME_EMPTIES: RangeInclusive<usize> = 21..=40;
    /// A best move that changes nothing about who wins has to be this much better, in discs.
    pub const LEAST_MARGIN: f32 = 4.0;
    /// The same where scores are not proven.
    pub const LEAST_MIDGAME_MARGIN: f32 = 5.0;
    /// The longest source, in characters.
    pub const LONGEST_SOURCE: usize = 120;

    /// Checks that the parts make a puzzle with one answer.
    pub fn new(parts: Parts) -> Result<Puzzle, PuzzleError> {
        let Parts { position, task, mut choices, worth, line, difficulty, ideas, source } = parts;
        check_moves(&position, &choices)?;
        for choice in &mut choices {
            choice.discs = tenths(choice.discs);
        }
        choices
            .sort_by(|one, two| two.discs.total_cmp(&one.discs).then_with(|| one.mv.cmp(&two.mv)));
        check_answer(task, worth, &choices)?;
        check_line(&position, &line, choices[0].mv)?;
        let is_shown = |c: char| !c.is_control() && c != '\u{2028}' && c != '\u{2029}';
        let is_text = source.chars().all(is_shown) && source.trim() == source;
        if !is_text || source.chars().count() > Puzzle::LONGEST_SOURCE {
            return Err(PuzzleError::Source);
        }
        let is_sensible = |difficulty: &Difficulty| {
            Difficulty::RANGE.contains(&difficulty.rating)
                && (0..=2000).contains(&difficulty.deviation)
        };
        if !difficulty.as_ref().is_none_or(is_sensible) {
            return Err(PuzzleError::Difficulty);
        }
        Ok(Puzzle { position, task, choices, worth, line, difficulty, ideas, source })
    }

    /// Its name.
    pub fn id(&self) -> PuzzleId {
        PuzzleId(self.position.canonical_hash().hash())
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is asked.
    pub fn task(&self) -> Task {
        self.task
    }

    /// Every legal move with its score, the answer first.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// What the scores are worth.
    pub fn worth(&self) -> Worth {
        self.worth
    }

    /// The score of a move, if it is legal.
    pub fn score(&self, mv: Move) -> Option<Score> {
        let choice = self.choices.iter().find(|choice| choice.mv == mv)?;
        Some(Score { discs: choice.discs, kind: self.worth.kind })
    }

    /// What a move costs, if it is legal; the answer costs nothing.
    pub fn loss(&self, mv: Move) -> Option<f32> {
        Some(tenths(self.choices[0].discs - self.score(mv)?.discs))
    }

    /// The answer.
    pub fn answer(&self) -> Move {
        self.choices[0].mv
    }

    /// By how many discs the answer is better than any other move.
    pub fn margin(&self) -> f32 {
        tenths(self.choices[0].discs - self.choices[1].discs)
    }

    /// The answer and what follows it.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// How hard it is, if that was measured.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.difficulty
    }

    /// What it is about.
    pub fn ideas(&self) -> &[Idea] {
        &self.ideas
    }

    /// Where it comes from: players and year of a game, for example. May be empty.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it is about a theme.
    pub fn has_theme(&self, theme: Theme) -> bool {
        match theme {
            Theme::Task(task) => self.task == task,
            Theme::Idea(idea) => self.ideas.contains(&idea),
        }
    }
}

fn tenths(discs: f32) -> f32 {
    (discs * 10.0).round() / 10.0 + 0.0
}

fn check_moves(position: &Position, choices: &[Choice]) -> Result<(), PuzzleError> {
    let legal = position.moves();
    if legal.len() < 2 {
        return Err(PuzzleError::NoChoice);
    }
    let most = position.size().squares() as f32;
    for (number, choice) in choices.iter().enumerate() {
        let is_legal = choice.mv.square().is_some_and(|square| legal.contains(square));
        let comes_again = choices[..number].iter().any(|other| other.mv == choice.mv);
        if !is_legal || comes_again {
            return Err(PuzzleError::Choices(choice.mv));
        }
        // Also what is no number.
        if !(-most..=most).contains(&choice.discs) {
            return Err(PuzzleError::Score(choice.mv));
        }
    }
    let missing = |&mv: &Move| !choices.iter().any(|choice| choice.mv == mv);
    match legal.iter().map(Move::Place).find(missing) {
        Some(missing) => Err(PuzzleError::Choices(missing)),
        None => Ok(()),
    }
}

/// Whether the first choice is the only answer. They are sorted.
fn check_answer(task: Task, worth: Worth, choices: &[Choice]) -> Result<(), PuzzleError> {
    let (first, second) = (choices[0], choices[1]);
    if first.discs <= second.discs {
        return Err(PuzzleError::TwoAnswers(first.mv, second.mv));
    }
    if task != Task::Best {
        let is_whole = choices.iter().all(|choice| choice.discs.fract() == 0.0);
        if worth.kind != Kind::Exact || !is_whole {
            return Err(PuzzleError::Unproven(task));
        }
    }
    let margin = tenths(first.discs - second.discs);
    let fits = match task {
        Task::Win => first.discs > 0.0 && second.discs <= 0.0,
        Task::Draw => first.discs == 0.0 && second.discs < 0.0,
        Task::Most => margin >= Puzzle::LEAST_MARGIN,
        Task::Best => margin >= Puzzle::LEAST_MIDGAME_MARGIN,
    };
    if fits { Ok(()) } else { Err(PuzzleError::Task(task)) }
}

fn check_line(position: &Position, line: &[Move], answer: Move) -> Result<(), PuzzleError> {
    let mut position = *position;
    for &mv in line {
        position = position.play(mv).map_err(|_| PuzzleError::Line)?;
    }
    if line.first() == Some(&answer) { Ok(()) } else { Err(PuzzleError::Line) }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A text that is no puzzle's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a puzzle's name has sixteen hexadecimal digits")]
pub struct PuzzleIdError;

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    fn from_str(text: &str) -> Result<PuzzleId, PuzzleIdError> {
        let is_plain = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_plain);
        number.map(PuzzleId).ok_or(PuzzleIdError)
    }
}

/// As text: a number of 64 bits is too long for JavaScript.
impl Serialize for PuzzleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PuzzleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PuzzleId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// As the line of a puzzle file.
impl Serialize for Puzzle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What a person sees of a puzzle before the answer, as JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PuzzleRow {
    /// Its name.
    pub id: PuzzleId,
    /// The position.
    pub position: Position,
    /// What is asked.
    pub task: Task,
    /// How hard it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// What it is about. Names of themes may give the answer away: show them after it.
    pub ideas: Vec<Idea>,
    /// Where it comes from.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// The answer of a puzzle, as JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolutionRow {
    /// The answer.
    pub answer: Move,
    /// By how many discs it is better than any other move.
    pub margin: f32,
    /// What the scores are worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// The answer and what follows it.
    pub pv: Vec<Move>,
    /// Every move with its score, the answer first.
    pub choices: Vec<Choice>,
}

impl Puzzle {
    /// What is seen before the answer.
    pub fn row(&self) -> PuzzleRow {
        PuzzleRow {
            id: self.id(),
            position: self.position,
            task: self.task,
            rating: self.difficulty.map(|difficulty| difficulty.rating),
            ideas: self.ideas.clone(),
            source: self.source.clone(),
        }
    }

    /// The answer.
    pub fn solution(&self) -> SolutionRow {
        SolutionRow {
            answer: self.answer(),
            margin: self.margin(),
            worth: self.worth,
            pv: self.line.clone(),
            choices: self.choices.clone(),
        }
    }
}
