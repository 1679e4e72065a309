//! The rules of Othello on every even board from 4×4 to 26×26.
//!
//! What a [`Square`], a [`Position`] and a [`Game`] are, which moves are legal and what they do,
//! and the fast 8×8 board with its kernels. This crate knows nothing of files, players, scores of
//! unfinished games or clocks: it does no I/O, reads no environment and holds no state.
//!
//! ```
//! use obverse_rules::{Game, Size};
//!
//! let mut game = Game::from_start(Size::EIGHT);
//! for mv in ["f5", "d6", "c3"] {
//!     game.play(mv.parse()?)?;
//! }
//! assert_eq!(
//!     game.position().to_string(),
//!     "------------------X--------XX------OXX-----O-------------------- O"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_board;
mod bitboard;
mod board;
mod board8;
mod board_n;
mod color;
mod game;
mod hash;
pub mod kernel;
mod moves;
mod outcome;
mod perft;
mod position;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
mod size;
mod square;
mod squares;
mod symmetry;

pub use any_board::AnyBoard;
pub use bitboard::{Bitboard, BitboardIter};
pub use board::{Board, SquareSet};
pub use board_n::{BoardN, Rows, RowsIter};
pub use board8::Board8;
pub use color::Color;
pub use game::Game;
pub use kernel::Tier;
pub use moves::Move;
pub use outcome::Outcome;
pub use perft::{Passes, perft, perft_threaded};
pub use position::{IllegalMove, Position};
pub use setup::{Setup, SetupError};
pub use size::{Size, SizeError};
pub use square::{Square, SquareError};
pub use squares::Squares;
pub use symmetry::{CanonicalHash, Symmetry};

/// The README's code, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
