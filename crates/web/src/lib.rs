//! The page's server.
//!
//! It serves the files of `web/`, which are embedded, lets the page ask for moves and analyses
//! over a WebSocket, and offers hints and exact scores as a small REST API. Searches run on
//! threads of their own behind one queue; each belongs to the connection that asked for it and
//! ends with it. The crate knows nothing of the command line or the terminal; the rules of the
//! game and who plays them come from the other crates.
//!
//! The messages are described in `docs/web-protocol.md`.

pub mod answer;
mod api;
mod assets;
mod config;
mod guard;
mod listener;
mod pool;
mod protocol;
mod question;
mod server;
mod socket;
mod worker;

pub use config::Config;
pub use server::serve;
