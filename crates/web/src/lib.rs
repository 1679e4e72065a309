//! The page's server.
//!
//! It serves the files of `web/`, which are embedded, lets the page ask for moves and analyses
//! over a WebSocket, and offers the same to scripts as a small REST API. Searches run on threads
//! of their own behind one queue; each belongs to the connection that asked for it and ends with
//! it. What is asked and answered is in `obverse-answers`; the crate knows nothing of the command
//! line or the terminal.
//!
//! The messages are described in `docs/web-protocol.md`.

mod api;
mod assets;
mod config;
mod guard;
mod listener;
mod pool;
mod server;
mod socket;

pub use config::Config;
pub use server::serve;
