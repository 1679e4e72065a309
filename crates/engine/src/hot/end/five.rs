//! Five empty squares: moves in odd quadrants first, no table.

use super::last::four;
use super::{final_score, hot, kernel};
use crate::squares::QUADRANT;
use crate::value::Discs;

/// A null window over five empty squares, as in [`last`](super::last). Whoever calls knows the
/// moves.
#[hot]
pub(crate) fn search(
    nodes: &mut u64,
    player: u64,
    opponent: u64,
    moves: u64,
    alpha: Discs,
    odd: u64,
) -> Discs {
    *nodes += 1;
    if moves == 0 {
        let replies = kernel::moves(opponent, player);
        return if replies == 0 {
            final_score(player, opponent)
        } else {
            -search(nodes, opponent, player, replies, alpha.for_opponent(), odd)
        };
    }
    let empty = !(player | opponent);
    let mut best = Discs::LOWEST;
    for mut left in [moves & odd, moves & !odd] {
        while left != 0 {
            let square = left.trailing_zeros();
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let flips = kernel::flips(square, player, opponent);
            let (next, other) = (opponent ^ flips, player ^ flips | bit);
            let odd = odd ^ QUADRANT[square as usize & 63];
            let score = -four(nodes, next, other, alpha.for_opponent(), empty ^ bit, odd);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}
