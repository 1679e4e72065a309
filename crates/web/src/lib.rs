//! The page's server.
//!
//! It serves the files of `web/`, which are embedded, answers questions for moves and analyses over
//! a WebSocket, and offers the same to scripts as a small REST API. Searches run on threads of
//! their own behind a queue that is fair between clients; a search belongs to the connection that
//! asked for it and ends with it. Two people can play each other in a room, and a server with a library keeps
//! their games and lets the page search it. What is asked and answered is in `obverse-answers`; the crate
//! knows nothing of the command line or the terminal.
//!
//! The messages and the limits are described in `docs/web-protocol.md`.

mod api;
mod assets;
mod client;
mod config;
mod connections;
#[doc(hidden)]
pub mod fuzzing;
mod guard;
#[cfg(feature = "library")]
mod library;
mod pool;
mod queue;
mod rate;
mod rooms;
mod server;
mod socket;

#[cfg(feature = "library")]
pub use config::LibraryConfig;
pub use config::{ClientLimits, Config, RoomLimits};
pub use guard::is_host_name;
pub use server::serve;
