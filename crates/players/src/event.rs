//! What happens at a table.

use std::time::Duration;

use obverse_rules::{Color, IllegalMove, Move, Square, Squares};

use crate::{Ending, Thought};

/// What happened at the table. Whoever plays the events again, from the same beginning, gets the
/// same game.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A player thinks, and thinks this.
    Thinking {
        /// Who.
        color: Color,
        /// What.
        thought: Thought,
    },
    /// A disc was placed.
    Played {
        /// By whom.
        color: Color,
        /// Where.
        square: Square,
        /// The discs that it turned over.
        flips: Squares,
        /// What was thought of the move.
        thought: Option<Thought>,
        /// How long it took.
        elapsed: Duration,
    },
    /// A side without a move passed.
    Passed(Color),
    /// Moves were taken back, so many, passes included.
    TookBack(usize),
    /// Moves that had been taken back were played again, so many, passes included.
    PlayedAgain(usize),
    /// An illegal move was refused, and the game goes on.
    Refused {
        /// Whose.
        color: Color,
        /// The move.
        mv: Move,
        /// Why.
        reason: IllegalMove,
    },
    /// The game ended.
    Over(Ending),
}
