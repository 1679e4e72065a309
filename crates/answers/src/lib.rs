//! Questions and answers in JSON.
//!
//! What the command line prints with `--json`, what the server says over its socket and its REST
//! API, and what an engine beside the page says: all of it is defined here, once. [`message`] has
//! the messages, [`question`] checks what was asked, a [`Worker`] answers what needs a search, and
//! [`read`], [`write`](mod@write), [`review`], [`mistakes`], [`openings`], [`drill`] and [`puzzle`] answer at once. Of a [`library`] of games and
//! of a [`room`] for two people only the messages are here. The crate knows nothing of HTTP, threads or terminals,
//! and reads no clock of its own.
//!
//! `docs/web-protocol.md` describes the messages for people.

pub mod asked;
pub mod drill;
#[doc(hidden)]
pub mod fuzzing;
pub mod game;
pub mod library;
pub mod lines;
pub mod message;
pub mod mistakes;
pub mod openings;
pub mod puzzle;
pub mod question;
pub mod read;
pub mod report;
pub mod review;
pub mod room;
pub mod tree;
pub mod why;
mod worker;
pub mod write;

pub use message::{Reply, Request, VERSION};
pub use worker::{Answer, Worker};
