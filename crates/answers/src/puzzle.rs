//! Puzzles as a page solves them: what a person has done so far comes with every question and goes
//! back with the answer, so that the page keeps it and nobody else.

use obverse_rules::Move;
use obverse_study::{
    Attempt, Day, DayError, Progress, Puzzle, PuzzleId, PuzzleRow, Session, SolutionRow,
    ThemeError, Wanted, daily, shipped_puzzles,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A puzzle is wanted: by its name, that of a day, or the next one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest {
    /// The number of the question.
    pub id: u64,
    /// By its name.
    pub puzzle: Option<PuzzleId>,
    /// That of a day.
    pub date: Option<String>,
    /// What the next one is about.
    pub theme: Option<String>,
    /// How hard the next one is, from and to.
    pub rating: Option<(i32, i32)>,
    /// The time in seconds since 1970.
    pub now: i64,
    /// What the person has done so far.
    #[serde(default)]
    pub progress: Progress,
    /// Puzzles that the page has beside ours, as lines of a puzzle file.
    #[serde(default)]
    pub own: Vec<Puzzle>,
}

/// A first move was tried, or the answer was shown.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttemptRequest {
    /// The number of the question.
    pub id: u64,
    /// Which puzzle.
    pub puzzle: PuzzleId,
    /// The move; none if the answer was shown.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The time in seconds since 1970.
    pub now: i64,
    /// What the person had done before.
    #[serde(default)]
    pub progress: Progress,
    /// Puzzles that the page has beside ours.
    #[serde(default)]
    pub own: Vec<Puzzle>,
}

/// A puzzle with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleInfo {
    /// What is seen before the answer.
    pub puzzle: PuzzleRow,
    /// The answer.
    pub solution: SolutionRow,
    /// How many puzzles there are.
    pub count: usize,
    /// How many of those that were missed are due.
    pub due: usize,
    /// When the next of them is, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_due: Option<i64>,
}

/// Why there is no puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleFailure {
    /// No puzzle has this name.
    #[error("there is no puzzle {0}")]
    NoPuzzle(PuzzleId),
    /// Every puzzle that fits was tried.
    #[error("no puzzle is left that fits: take another theme or rating, or wait until one is due")]
    NoneLeft,
    /// The question makes no sense.
    #[error("{0}")]
    Question(String),
}

impl PuzzleFailure {
    /// The code of the error message.
    pub fn code(&self) -> &'static str {
        match self {
            PuzzleFailure::NoPuzzle(_) | PuzzleFailure::NoneLeft => "not-found",
            PuzzleFailure::Question(_) => "bad-question",
        }
    }
}

impl PuzzleFailure {
    fn of(error: &impl ToString) -> PuzzleFailure {
        PuzzleFailure::Question(error.to_string())
    }
}

fn session(own: &[Puzzle], progress: &Progress) -> Session {
    Session::new([shipped_puzzles(), own].concat(), progress.clone())
}

/// The puzzle that is wanted.
pub fn puzzle(request: &PuzzleRequest) -> Result<PuzzleInfo, PuzzleFailure> {
    let PuzzleRequest { puzzle, date, theme, rating, now, progress, own, .. } = request;
    let narrows = theme.is_some() || rating.is_some();
    if [puzzle.is_some(), date.is_some(), narrows].into_iter().filter(|given| *given).count() > 1 {
        let why = "give one of puzzle and date, or theme and rating";
        return Err(PuzzleFailure::of(&why));
    }
    let mut session = session(own, progress);
    let found = match (puzzle, date) {
        (Some(id), _) => session.open(*id).ok_or(PuzzleFailure::NoPuzzle(*id))?,
        (_, Some(date)) => {
            let day: Day = date.parse().map_err(|error: DayError| PuzzleFailure::of(&error))?;
            daily(shipped_puzzles(), day).ok_or(PuzzleFailure::NoneLeft)?
        }
        _ => {
            let theme = theme.as_deref().map(str::parse).transpose();
            let theme = theme.map_err(|error: ThemeError| PuzzleFailure::of(&error))?;
            let wanted = Wanted { theme, rating: rating.map(|(from, to)| from..=to) };
            session.next(&wanted, *now, fastrand::u64(..)).ok_or(PuzzleFailure::NoneLeft)?
        }
    };
    Ok(PuzzleInfo {
        puzzle: found.row(),
        solution: found.solution(),
        count: shipped_puzzles().len() + own.len(),
        due: progress.due(*now),
        next_due: progress.next_due(),
    })
}

/// What a first try, or a look at the answer, does to what the person has done so far.
pub fn attempt(request: &AttemptRequest) -> Result<Attempt, PuzzleFailure> {
    let AttemptRequest { puzzle, mv, now, progress, own, .. } = request;
    let mut session = session(own, progress);
    session.open(*puzzle).ok_or(PuzzleFailure::NoPuzzle(*puzzle))?;
    let decided = match mv {
        Some(mv) => {
            let tried = session.attempt(*mv, *now);
            tried.map_err(|error| PuzzleFailure::of(&error))?.decided
        }
        None => session.reveal(*now),
    };
    decided.ok_or_else(|| PuzzleFailure::of(&"a new puzzle is decided once"))
}
