//! Perft on the 8×8 board, compiled once per tier.

use super::{hot, kernel};
use crate::Passes;

/// Counts the leaves below a board.
#[hot]
pub(crate) fn count(player: u64, opponent: u64, depth: u32, passes: Passes) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = kernel::moves(player, opponent);
    if moves == 0 {
        return if kernel::moves(opponent, player) == 0 {
            1
        } else {
            match passes {
                Passes::Ply => count(opponent, player, depth - 1, passes),
                Passes::Free => count(opponent, player, depth, passes),
            }
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let mut sum = 0;
    while moves != 0 {
        let square = moves.trailing_zeros();
        let flips = kernel::flips(square, player, opponent);
        sum += count(opponent ^ flips, player ^ flips ^ (1 << square), depth - 1, passes);
        moves &= moves - 1;
    }
    sum
}
