//! Who can sit down to play, and the table they play at.
//!
//! A [`Player`] chooses moves: a person, a random mover, the engine, or one of the five classics.
//! The table, the one place that runs a game between two of them, arrives here too. This crate
//! knows nothing of terminals, pages or protocols.

mod player;

pub use player::{Choice, Player, PlayerError, Thought, Turn};
