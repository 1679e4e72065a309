//! Five empty squares: moves in odd quadrants first, no table.

use super::last::{ended, four};
use super::{hot, kernel};
use crate::squares::QUADRANT;

/// Whether the score exceeds `alpha`, with five empty squares. See [`last`](super::last).
/// Whoever calls knows the moves.
#[hot]
pub(crate) fn search(
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    moves: u64,
    alpha: i32,
    odd: u64,
) -> i32 {
    *nodes += 1;
    if moves == 0 {
        let replies = kernel::moves(opponent, player);
        return if replies == 0 {
            ended(player, opponent)
        } else {
            -search(nodes, opponent, player, replies, -alpha - 1, odd)
        };
    }
    let empty = !(player | opponent);
    let mut best = i32::MIN;
    for mut left in [moves & odd, moves & !odd] {
        while left != 0 {
            let square = left.trailing_zeros();
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let flips = kernel::flips(square, player, opponent);
            let (next, other) = (opponent ^ flips, player ^ flips | bit);
            let odd = odd ^ QUADRANT[square as usize & 63];
            let score = -four(nodes, next, other, -alpha - 1, empty ^ bit, odd);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}
