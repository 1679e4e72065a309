//! GTP and NBoard, both sides: the server, where we are the engine, and the client, where we
//! drive one as a [`Player`].
//!
//! Lines are taken apart by pure parsers that never fail on what others write; sessions know what
//! the lines mean. This crate knows nothing of terminals or of how a match is scored.

pub mod client;
pub mod fuzzing;
pub mod gtp;
pub mod nboard;
mod session;

use obverse_engine::{Limits, Options};
use obverse_players::Player;

/// Who is behind a protocol, and what a move may take where the controller does not say.
pub struct Settings {
    /// What the controller is told that it speaks to.
    pub name: String,
    /// Options of the engine.
    pub options: Options,
    /// Limits of a move. The stop flag is not used: every search has its own.
    pub limits: Limits,
    /// Whoever plays instead of the engine, which then only analyses. Of the limits a player is
    /// given the time.
    pub player: Option<Box<dyn Player>>,
    /// Whether the engine goes on thinking on its opponent's time, where the protocol allows it.
    pub ponder: bool,
}

impl Settings {
    /// Another game begins, with its own seed: levels and the book choose anew.
    fn begin_game(&mut self) {
        self.limits.seed = self.limits.seed.map(|seed| seed.wrapping_add(1));
    }

    /// Limits for one search, with a stop flag of its own.
    fn limits(&self) -> Limits {
        Limits { stop: obverse_engine::StopFlag::default(), ..self.limits.clone() }
    }
}
