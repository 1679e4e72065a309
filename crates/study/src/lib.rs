//! What a game teaches: the tree of its variations, what every move cost, and why.
//!
//! A [`Tree`] is a game from which nothing is lost: a move that differs begins a variation. This
//! crate does no I/O, reads no clock and starts no thread: it says what to ask an engine and takes
//! the answers, so that the same code serves the command line, the server, and a page that has its
//! engine in a worker.

#[doc(hidden)]
pub mod fuzzing;
mod text;
mod tree;

pub use text::TextError;
pub use tree::{NodeId, PlayError, Tree};
