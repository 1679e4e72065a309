//! The puzzles that the program ships with; `docs/puzzles.md` has the command that made them.

use std::sync::LazyLock;

use super::{Puzzle, read_puzzles};

static SHIPPED: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    read_puzzles(include_str!("../../puzzles.txt")).expect("a test reads the file that is shipped")
});

/// The puzzles of our own, the easiest first.
pub fn shipped() -> &'static [Puzzle] {
    &SHIPPED
}
