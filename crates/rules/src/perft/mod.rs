//! Counting the positions that can be reached: the test of a move generator.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{AnyBoard, Board, Position, SquareSet, Tier, on_tier, per_tier, with_board};

per_tier! {
    use obverse_tier as hot;
    use crate::kernel as kernel;
    #[path = "count.rs"]
    pub(crate) mod count;
}

/// Whether a pass counts as a ply. An ended game counts once under both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passes {
    /// A pass uses up one of the plies.
    Ply,
    /// A pass is free: the other side moves at the same depth.
    Free,
}

/// The number of ways to play on for so many plies.
pub fn perft(position: &Position, depth: u32, passes: Passes, tier: Tier) -> u64 {
    count(position.board(), depth, passes, tier)
}

/// The same, by several threads. The result does not depend on their number.
pub fn perft_threaded(
    position: &Position,
    depth: u32,
    passes: Passes,
    tier: Tier,
    threads: usize,
) -> u64 {
    let mut jobs = vec![*position.board()];
    let mut left = depth;
    let mut ended = 0;
    // Two or three plies of breadth give enough jobs for any machine.
    while threads > 1 && left > 4 && jobs.len() < 64 * threads {
        let mut next = Vec::new();
        for job in &jobs {
            let before = next.len();
            with_board!(job, board => {
                for square in board.moves() {
                    next.extend(job.play(square));
                }
            });
            if next.len() == before {
                let passed = job.pass();
                if with_board!(&passed, board => board.moves().is_empty()) {
                    ended += 1;
                } else if passes == Passes::Ply {
                    next.push(passed);
                } else {
                    with_board!(&passed, board => {
                        for square in board.moves() {
                            next.extend(passed.play(square));
                        }
                    });
                }
            }
        }
        jobs = next;
        left -= 1;
    }
    let taken = AtomicUsize::new(0);
    let work = || {
        let mut sum = 0;
        while let Some(job) = jobs.get(taken.fetch_add(1, Ordering::Relaxed)) {
            sum += count(job, left, passes, tier);
        }
        sum
    };
    let counted: u64 = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.max(1)).map(|_| scope.spawn(work)).collect();
        work()
            + helpers
                .into_iter()
                .map(|helper| helper.join().expect("counting does not panic"))
                .sum::<u64>()
    });
    counted + ended
}

fn count(board: &AnyBoard, depth: u32, passes: Passes, tier: Tier) -> u64 {
    match board {
        AnyBoard::N8(board) => {
            let (player, opponent) = board.bits();
            on_tier!(tier, self => count::count(player, opponent, depth, passes))
        }
        _ => with_board!(board, board => count_n(board, depth, passes)),
    }
}

fn count_n<B: Board>(board: &B, depth: u32, passes: Passes) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves();
    if moves.is_empty() {
        let passed = board.pass();
        return if passed.moves().is_empty() {
            1
        } else {
            match passes {
                Passes::Ply => count_n(&passed, depth - 1, passes),
                Passes::Free => count_n(&passed, depth, passes),
            }
        };
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|square| {
            count_n(&board.play_unchecked(square, board.flips(square)), depth - 1, passes)
        })
        .sum()
}
