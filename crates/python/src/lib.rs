//! Obverse for Python: the module `obverse._native`, which the package `obverse` wraps.
//!
//! Everything here turns Python's values into those of the other crates and back: rules, records,
//! engine, players, reviews and matches are theirs, and what is answered is what `obverse-answers`
//! and the arena say in JSON. Long work is done with the interpreter released, and Ctrl-C ends it.
//! Without the feature `extension` the crate is empty.

#![cfg(feature = "extension")]
#![allow(clippy::needless_pass_by_value, reason = "what Python gives is given by value")]
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "documentation for Python is not in Markdown"
)]

mod batch;
mod board;
mod contest;
mod convert;
mod engine;
mod errors;
mod files;
mod game;
mod player;
mod position;
mod random_games;
mod thinking;

use pyo3::prelude::*;

/// What the package `obverse` is made of.
#[pymodule]
mod _native {
    use super::{PyModule, PyModuleMethods, PyResult};
    use pyo3::Bound;

    #[pymodule_export]
    use super::batch::{Batch, planes};
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::contest::Match;
    #[pymodule_export]
    use super::engine::{Analysis, Engine};
    #[pymodule_export]
    use super::errors::{Error, IllegalMove, PlayerFailed, ReadError};
    #[pymodule_export]
    use super::files::{Games, convert, open, openings, read, write};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::player::Player;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::random_games::{playouts, random_games};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
