//! The Go Text Protocol, version 2, as Othello programs speak it.
//!
//! Squares are Othello's: columns are `a` to `z` without a gap and row 1 is the top one. A reply
//! is `=` or `?`, the request's number, the text, and an empty line.

mod clock;
mod commands;
mod report;
mod request;
mod response;
mod server;
mod state;

pub use request::Request;
pub use response::{Answer, Response};
pub use server::serve;
