//! What a game teaches: the tree of its variations, what every move cost, and why.
//!
//! A [`Tree`] is a game from which nothing is lost: a move that differs begins a variation. A
//! [`Review`] says what to ask an engine about a game and takes the answers; what it has found are
//! a [`Judged`] for each move, with a [`Grade`] and [`Reason`]s in words, and a summary;
//! [`Mistakes`] is what many games have in common, and a [`Puzzle`] a position with one answer. This
//! crate does no I/O, reads no clock and starts no thread, so that the same code serves the command
//! line, the server, and a page that has its engine in a worker.

#[doc(hidden)]
pub mod fuzzing;
mod grade;
mod mistakes;
mod puzzle;
mod reason;
mod report;
mod review;
mod text;
mod tree;
mod walk;
mod words;

pub use grade::{ACCURACY_FALL, Grade, Phase, accuracy, margin};
pub use mistakes::{Mistakes, Tally};
pub use puzzle::{Puzzle, Task};
pub use reason::{Counts, Reason, find as reasons};
pub use report::{Judged, PhaseAccuracy, ReasonRow, Row, SideSummary, summary};
pub use review::{About, Comparison, Effort, Pass, Plan, Question, Review};
pub use text::TextError;
pub use tree::{NodeId, PlayError, Tree};
pub use words::{Language, LanguageError};
