//! The endgame, by how many squares are empty: the [`last`] four, [`five`], and up to eleven with
//! a table of the thread's own ([`local`]). All of it is null-window search in whole discs.

pub(crate) mod five;
pub(crate) mod last;
pub(crate) mod local;

use super::{hot, kernel};
use crate::value::Discs;

/// The score of a game that has ended with these discs.
#[inline]
#[hot]
pub(crate) fn final_score(player: u64, opponent: u64) -> Discs {
    Discs::at_end(player.count_ones(), opponent.count_ones(), 64)
}
