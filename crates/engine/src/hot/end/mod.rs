//! The end of the game, by how many squares are empty: the [`last`] four, [`five`], and up to
//! eleven with a table of the thread's own ([`local`]).

pub(crate) mod five;
pub(crate) mod last;
pub(crate) mod local;

use super::{hot, kernel};
