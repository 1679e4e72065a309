//! What a game teaches: the tree of its variations, what every move cost, and why.
//!
//! A [`Tree`] is a game from which nothing is lost: a move that differs begins a variation. A
//! [`Review`] says what to ask an engine about a game and takes the answers; what it has found are
//! a [`Judged`] for each move, with a [`Grade`] and [`Reason`]s in words, and a summary;
//! [`Mistakes`] is what many games have in common. A [`Puzzle`] is a position with one answer, and a
//! [`Session`] gives puzzles to a person and keeps a [`Progress`]; a [`Drill`] does so with openings. This crate does no I/O, reads no
//! clock and starts no thread, so that the same code serves the command line, the server, and a page
//! that has its engine in a worker.

mod day;
mod drill;
#[doc(hidden)]
pub mod fuzzing;
mod glicko;
mod grade;
mod mistakes;
mod plan;
mod puzzle;
mod reason;
mod repetition;
mod report;
mod review;
mod session;
mod text;
mod tree;
mod walk;
mod words;

pub use day::{Day, DayError};
pub use drill::{Drill, DrillError, DrillLine, Recalled, Turn};
pub use glicko::{Glicko, Played};
pub use grade::{ACCURACY_FALL, Grade, Phase, accuracy, margin};
pub use mistakes::{Mistakes, Outing, Tally, Trend};
pub use plan::{Effort, Plan};
pub use puzzle::{
    Choice, Difficulty, Idea, Parts, Puzzle, PuzzleError, PuzzleFileError, PuzzleId, PuzzleIdError,
    PuzzleRow, PuzzleTextError, SolutionRow, Task, Theme, ThemeError, Worth, make as make_puzzle,
    make_hard as make_hard_puzzle, read_puzzles, shipped as shipped_puzzles,
    sources as puzzle_sources, write_puzzles,
};
pub use reason::{Counts, Reason, find as reasons};
pub use repetition::{Card, Stage};
pub use report::{Judged, PhaseAccuracy, ReasonRow, Row, SideSummary, summary};
pub use review::{About, Comparison, KeptError, Pass, Question, Review};
pub use session::{Attempt, Progress, Session, Tried, TryError, Wanted, daily};
pub use text::TextError;
pub use tree::{NodeId, PlayError, Tree};
pub use words::{Language, LanguageError, habit};
