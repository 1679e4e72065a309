//! Engines of others, driven as players.
//!
//! An external engine is a child process that may be slow, silent, dead or confused. Whatever it
//! does, asking it for a move ends in time, with a move or with an error that says what happened.

mod child;
mod gtp;
mod guard;
mod nboard;
mod player;

use std::time::Duration;

pub use child::{ChildError, Launcher};
pub use guard::{NOT_STARTED, guard};
pub use player::ExternalPlayer;

/// How an external engine is treated.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// How its process is started.
    pub launcher: Launcher,
    /// How long it may take to start, and to answer what needs no thought.
    pub patience: Duration,
    /// How much longer than its time it may take for a move before it counts as hung.
    pub spare: Duration,
    /// How long it may take for a move where the game sets no time.
    pub longest_move: Duration,
    /// Plies to look ahead, where the protocol can say so.
    pub depth: Option<u32>,
}

impl Default for ClientSettings {
    fn default() -> ClientSettings {
        ClientSettings {
            launcher: Launcher::default(),
            patience: Duration::from_secs(30),
            spare: Duration::from_secs(5),
            longest_move: Duration::from_mins(10),
            depth: None,
        }
    }
}

impl ClientSettings {
    /// How long to wait for a move.
    fn wait_for_move(&self, turn: &obverse_players::Turn<'_>) -> Duration {
        let time = turn.time.map(|time| time * 2).or(turn.clock.map(|clock| clock.remaining));
        time.map_or(self.longest_move, |time| time + self.spare)
    }
}
