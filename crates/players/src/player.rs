//! What it takes to play.

use std::time::Duration;

use obverse_engine::{Clock, Score, StopFlag};
use obverse_rules::{Game, Move, Size};
use thiserror::Error;

/// Somebody who can choose a move.
pub trait Player: Send {
    /// The name shown to people and written into records.
    fn name(&self) -> String;

    /// Whether it plays on boards of this size; the error says which it plays on.
    fn supports(&self, size: Size) -> Result<(), PlayerError> {
        let _ = size;
        Ok(())
    }

    /// Whether somebody sits there who may think again: moves are taken back to a person's turn,
    /// and a person who names an illegal move is asked again.
    fn is_person(&self) -> bool {
        false
    }

    /// Chooses a move for the side to move. It is asked only when there is a legal move to place:
    /// passes are played by the table.
    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Choice, PlayerError>;

    /// A new game begins: forget the last one.
    fn new_game(&mut self) {}
}

/// The circumstances of one move.
pub struct Turn<'a> {
    /// Time for this move, where the game has a fixed time a move.
    pub time: Option<Duration>,
    /// The mover's clock, where the game has one.
    pub clock: Option<Clock>,
    /// Raised to ask for a move at once.
    pub stop: StopFlag,
    /// Hears what the player thinks while it thinks.
    pub observer: &'a mut dyn FnMut(&Thought),
}

/// What a player thinks of the position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The score from the view of the side to move. The classics, whose numbers are no discs,
    /// have none.
    pub score: Option<Score>,
    /// The plies looked ahead.
    pub depth: Option<u32>,
    /// The expected play, the move to play first.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

/// A move, and what was thought of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What the player thought, where it thinks.
    pub thought: Option<Thought>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Choice {
        Choice { mv, thought: None }
    }
}

/// Why a player has no move to offer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// It does not play on such a board.
    #[error("{player} plays on {plays} only, not on {size}×{size}")]
    Size {
        /// Who.
        player: String,
        /// The boards it plays on, in words.
        plays: String,
        /// The size it was asked for.
        size: Size,
    },
    /// The player resigned.
    #[error("{0} resigns")]
    Resigned(String),
    /// The player wants to take back the last move.
    #[error("{0} takes back a move")]
    TakesBack(String),
    /// The player left, and the game stays as it is: a person's input ended.
    #[error("{0} has left the game")]
    Left(String),
    /// The player can't go on: an external engine died, hung, or broke the rules.
    #[error("{player}: {reason}")]
    Failed {
        /// Who.
        player: String,
        /// What happened.
        reason: String,
    },
}

impl PlayerError {
    /// A player was asked for a move where there is none, which a table never does.
    pub(crate) fn no_move(player: &str) -> PlayerError {
        PlayerError::Failed {
            player: player.to_owned(),
            reason: "asked for a move where there is none".to_owned(),
        }
    }
}
