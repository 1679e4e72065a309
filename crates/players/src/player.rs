//! What it takes to play.

use std::time::Duration;

use obverse_engine::{Clock, Score, StopFlag, TimeSource};
use obverse_rules::{Game, Move, Size};
use thiserror::Error;

use crate::Explanation;

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

    /// Decides what the side to move does. It is asked only when there is a legal move to place:
    /// passes are played by the table.
    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError>;

    /// Says why it moves as it does: what it thinks of every legal move, with the terms of its
    /// evaluation; nothing where the side has to pass. Not everybody can say.
    fn explain(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Explanation, PlayerError> {
        let (_, _) = (game, turn);
        let reason = "it cannot say why it moves: ask a classic, a level or the engine".to_owned();
        Err(PlayerError::Failed { player: self.name(), reason })
    }

    /// A new game begins, the one of this number, from 0, in a match or a session: forget the last
    /// one. What a player leaves to chance depends on its seed and on this number alone, so that a
    /// match can be played again, whichever of its tables a game is played at.
    fn new_game(&mut self, number: u64) {
        let _ = number;
    }
}

/// The circumstances of one move.
pub struct Turn<'a> {
    /// Time for this move, where the game has a fixed time a move.
    pub time: Option<Duration>,
    /// The mover's clock, where the game has one.
    pub clock: Option<Clock>,
    /// Where the player reads the time.
    pub time_source: TimeSource,
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
    /// What there is to say beyond numbers, such as `from the openings`.
    pub remark: Option<&'static str>,
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

/// What somebody who is to move decides.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// To play this.
    Move(Choice),
    /// To give the game up.
    Resign,
    /// To take back the last move.
    TakeBack,
    /// To leave; the game stays unfinished.
    Leave,
    /// To say something that is no move, which by the strict rule is an illegal one.
    Word(String),
}

impl From<Choice> for Decision {
    fn from(choice: Choice) -> Decision {
        Decision::Move(choice)
    }
}

impl From<Move> for Decision {
    fn from(mv: Move) -> Decision {
        Decision::Move(mv.into())
    }
}

/// Why a player cannot decide anything.
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
    /// The player can't go on: an external engine died, hung, or wrote what nobody understands.
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
