//! SGF, the Smart Game Format, with the properties of Othello (`GM[2]`).
//!
//! Squares are a column letter and a row number (`f5`); the letter pairs of Go (`fe`) are read
//! too. Variations are read and written, with comments and with marks on squares (`MA`, `TR`, `CR`,
//! `SQ`). Evaluations are `V` (from Black's view), the time a move took is our own `SECS`, and what
//! WTHOR knows about perfect play our own `THEORY`; other programs skip the two.

mod nodes;
mod read;
mod write;

pub use read::parse;
pub(crate) use read::parse_at;
pub use write::to_string;

use crate::record::Shape;

/// Properties that say what file this is and what happens on the board: no other format's tag of
/// such a name means the same.
const OWN: [&str; 13] =
    ["GM", "FF", "SZ", "CA", "AP", "AB", "AW", "AE", "PL", "B", "W", "V", "SECS"];

/// The property that marks squares with a shape.
fn mark_name(shape: Shape) -> &'static str {
    match shape {
        Shape::Cross => "MA",
        Shape::Triangle => "TR",
        Shape::Circle => "CR",
        Shape::Square => "SQ",
    }
}

#[cfg(test)]
mod tests;
