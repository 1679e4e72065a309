//! SGF, the Smart Game Format, with the properties of Othello (`GM[2]`).
//!
//! Squares are a column letter and a row number (`f5`); the letter pairs of Go (`fe`) are read
//! too. Of a tree of variations the main line is read. Evaluations are `V` (from Black's view),
//! the time a move took is our own `SECS`, and what WTHOR knows about perfect play our own
//! `THEORY`; other programs skip the two.

mod read;
mod write;

pub use read::parse;
pub(crate) use read::parse_at;
pub use write::to_string;

#[cfg(test)]
mod tests;
