//! Who can sit down to play, and the table they play at.
//!
//! A [`Player`] chooses moves: a person, a random mover, the engine, or one of the five
//! [`classics`]. A [`Who`] is a player's name as people write it, and a [`Maker`] makes players of
//! names. The [`Table`] is the one place that runs a game between two of them. This crate knows
//! nothing of terminals, pages or protocols, and reads no clock that it was not given; the only thread
//! it starts is a [`Thinker`]'s.

pub mod classics;
mod ending;
mod engine_player;
mod event;
mod explanation;
#[doc(hidden)]
pub mod fuzzing;
mod maker;
mod person;
mod player;
mod random;
mod record;
mod table;
// Where there are no threads, whoever asks a player waits for it.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod thinker;
mod time;
pub mod tour;
mod who;

pub use ending::Ending;
pub use engine_player::{EngineLimits, EnginePlayer};
pub use event::Event;
pub use explanation::{
    ExplainedMove, Explanation, GrowthEnd, Iteration, SearchedMove, Term, TreeGrowth,
};
pub use maker::{Connect, Maker, Seat, WeightsFiles};
pub use person::{Ask, Person};
pub use player::{Choice, Decision, Player, PlayerError, Thought, Turn};
pub use random::Random;
pub use table::{NoMove, Note, Table, Terms};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use thinker::{News, Thinker};
pub use time::{ClockTime, Time, TimeControl, TimeError};
pub use who::{EngineWho, External, Protocol, Who, WhoError};

/// The code of the project's README, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
