//! An evaluation without weights: mobility, frontier, corners, stability, parity.

use obverse_rules::Board8;
use obverse_rules::kernel::{neighbours, stability};

use crate::params::HANDMADE;
use crate::squares::{CORNERS, NEIGHBOURS, odd_quadrants};
use crate::value::Value;

/// The value of a board with these moves of the side to move and of the other side.
pub(crate) fn evaluate(board: Board8, own: u64, theirs: u64) -> Value {
    let (player, opponent) = board.bits();
    let empty = !(player | opponent);
    let difference = |own: u64, theirs: u64| own.count_ones() as i32 - theirs.count_ones() as i32;
    let frontier = difference(neighbours(opponent) & empty, neighbours(player) & empty);
    let stable =
        difference(stability::stable(player, opponent), stability::stable(opponent, player));
    let mut near_corner = 0;
    let mut free = empty & CORNERS;
    while free != 0 {
        let beside = NEIGHBOURS[free.trailing_zeros() as usize];
        near_corner += difference(player & beside, opponent & beside);
        free &= free - 1;
    }
    let parity = if odd_quadrants(empty) == 0 { -1 } else { 1 };
    let late = 64 - empty.count_ones() as i32;
    let value = HANDMADE.mobility * difference(own, theirs)
        + HANDMADE.frontier * frontier
        + HANDMADE.corner * difference(player & CORNERS, opponent & CORNERS)
        + HANDMADE.stable * stable
        + HANDMADE.near_corner * near_corner
        + HANDMADE.parity * parity * late / 64
        + HANDMADE.discs * difference(player, opponent) * (late - 32).max(0) / 32;
    Value::parts(value).clamp(Value::discs(-63), Value::discs(63))
}
