//! The engine in a browser's worker: `obverse-answers` for JavaScript.
//!
//! An `Engine` takes the messages that a page sends to `obverse serve` and gives the same replies,
//! JSON text both ways (`docs/web-protocol.md`). The crate knows nothing of the page; what is asked
//! and answered is in `obverse-answers`. On other targets than wasm it is empty.

#![cfg(target_family = "wasm")]

mod clock;
mod engine;

pub use engine::{Engine, signature};
