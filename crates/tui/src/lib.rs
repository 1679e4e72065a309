//! The game in the terminal: full-screen, and plain for scripts and screen readers.
//!
//! The full-screen game is state → update → draw: [`state`] is what the game knows, [`update`]
//! takes messages in and asks for effects, [`draw`] turns the state into cells, [`theme`] knows
//! the colours and glyphs that a terminal has. Only `app` touches the terminal, files and
//! threads; [`saving`], [`keep`] and `reviews` write games down, and what was found about them.

mod analyst;
pub mod app;
pub mod config;
pub mod draw;
pub mod files;
pub mod fuzzing;
pub mod keep;
pub mod palette;
#[cfg(feature = "pictures")]
mod pictures;
pub mod plain;
mod reviews;
pub mod saving;
pub mod state;
mod terminal;
pub mod theme;
pub mod update;
pub mod watch;
mod words;

pub use terminal::screen_size;
