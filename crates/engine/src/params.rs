//! Every tuned constant of the searches. Levels have theirs in [`level`](crate::level), the
//! any-size evaluation in [`anysize`](crate::anysize).

pub(crate) mod any_size;
pub(crate) mod small;

use std::time::Duration;

use crate::value::{Discs, Value};

/// The most empty squares that are searched with the thread's own table.
pub(crate) const LOCAL_EMPTIES: u32 = 11;
/// The thread's own table has two to this power of entries.
pub(crate) const LOCAL_TABLE_BITS: u32 = 14;
/// The fewest empty squares at which the thread's own table is asked about the positions after
/// every move.
pub(crate) const LOCAL_ETC_EMPTIES: u32 = 9;
/// A thread remembers two to this power of evaluations.
pub(crate) const EVALUATED_BITS: u32 = 14;
/// Ordering in the local search: what a reply costs (a corner twice), and a move into a quadrant
/// with an even number of empty squares; and what a corner gains.
pub(crate) const LOCAL_REPLY_COST: i32 = 8;
/// See [`LOCAL_REPLY_COST`].
pub(crate) const LOCAL_EVEN_COST: i32 = 2;
/// See [`LOCAL_REPLY_COST`].
pub(crate) const LOCAL_CORNER_GAIN: i32 = 4;

/// The smallest `alpha` for which looking for stable discs pays.
#[inline]
pub(crate) const fn stability_alpha(empties: u32) -> Discs {
    Discs::new(3 * empties as i32 - 12)
}

/// What the parts of the hand-made evaluation are worth, in 1/128 disc.
pub(crate) struct Handmade {
    pub(crate) mobility: i32,
    pub(crate) frontier: i32,
    pub(crate) corner: i32,
    pub(crate) stable: i32,
    pub(crate) near_corner: i32,
    pub(crate) parity: i32,
    pub(crate) discs: i32,
}

/// Guesses that play sensibly where there are no trained weights.
pub(crate) const HANDMADE: Handmade = Handmade {
    mobility: 130,
    frontier: 70,
    corner: 500,
    stable: 200,
    near_corner: -250,
    parity: 100,
    discs: 60,
};

/// What is in use of an empty table of lines.
pub(crate) const LINES_FIRST_BYTES: usize = 2 << 20;
/// Memory that comes into use with every new entry: four times its size, so that a line is
/// rarely full before it is split.
pub(crate) const LINES_BYTES_PER_ENTRY: usize = 64;
/// Lines that are split in one step.
pub(crate) const LINES_STEP: usize = 64;

/// The deepest midgame search without a table or a list of moves.
pub(crate) const SHALLOW_DEPTH: u32 = 2;
/// The least depth of an enhanced transposition cut-off, which asks the table about the positions
/// after every move.
pub(crate) const ETC_DEPTH: u32 = 5;

/// Late move reduction: the number of the first move, counted from zero, that is searched one ply
/// less deep before it is searched in earnest.
pub(crate) const LATE_MOVE: usize = 3;
/// The least depth of the middle game at which that is done.
pub(crate) const LATE_MOVE_DEPTH: u32 = 6;

/// What the parts of a move's promise are worth.
pub(crate) struct Order {
    /// A reply the opponent has; a corner counts twice.
    pub(crate) reply: Value,
    /// An empty square beside an own disc.
    pub(crate) frontier: Value,
    /// A move into an odd quadrant.
    pub(crate) odd: Value,
    /// A corner, where no evaluation says so.
    pub(crate) corner: Value,
}

/// Ordering where the game is searched to its end.
pub(crate) const ORDER_END: Order = Order {
    reply: Value::parts(400),
    frontier: Value::parts(80),
    odd: Value::parts(150),
    corner: Value::parts(400),
};
/// Ordering in the middle game.
pub(crate) const ORDER_MIDGAME: Order = Order {
    reply: Value::parts(100),
    frontier: Value::parts(30),
    odd: Value::ZERO,
    corner: Value::parts(400),
};

/// How many plies move ordering looks ahead after each move; none if it does not even evaluate.
#[inline]
pub(crate) const fn order_look(depth: u32, empties: u32) -> Option<u32> {
    if depth == empties {
        match depth {
            0..12 => None,
            12..17 => Some(0),
            17..22 => Some(1),
            _ => Some(2),
        }
    } else {
        match depth {
            0..3 => None,
            3..12 => Some(0),
            12..20 => Some(1),
            _ => Some(2),
        }
    }
}

/// Internal iterative deepening: the depth of a first search of a position of the principal
/// variation that has no move in the table.
#[inline]
pub(crate) const fn iid_depth(depth: u32, empties: u32) -> Option<u32> {
    if depth == empties && depth >= 14 {
        Some(depth - 10)
    } else if depth != empties && depth >= 6 {
        Some(depth - 3)
    } else {
        None
    }
}

/// The steps of confidence: per cent, and the standard deviations that a cut must be sure by, in
/// 1/64.
pub(crate) const CONFIDENCES: [(u8, i32); 6] =
    [(73, 70), (87, 96), (95, 125), (98, 149), (99, 165), (100, 0)];

/// The least depth that multi-ProbCut cuts by a shallower search.
pub(crate) const PROBCUT_DEPTH: u32 = 3;

/// The depth of the search that stands for a deeper one; both are odd or both even.
#[inline]
pub(crate) const fn probcut_depth(depth: u32) -> u32 {
    depth / 4 * 2 + (depth & 1)
}

/// The standard deviation of a deep search's value from a shallow one's, where
/// the weights bring no fitted [`ErrorModel`](crate::eval::ErrorModel).
#[inline]
pub(crate) const fn probcut_error(empties: u32, depth: u32, shallow: u32) -> Value {
    let late = 60 - empties as i32;
    Value::parts(300 + 30 * (depth as i32 - shallow as i32) + 3 * late)
}

/// How far the estimate may be from the bound that a shallow search is to show.
#[inline]
pub(crate) fn probcut_margin(error: Value) -> Value {
    error * 2
}

/// Nodes of the ordered search between two looks at the limits.
pub(crate) const POLL_INTERVAL: u32 = 16;
/// A node of an endgame counts for more: below it are some that never look.
pub(crate) const POLL_ENDGAME: u32 = 8;

/// Time kept back so that an answer arrives in time on a loaded machine.
pub(crate) const MARGIN: Duration = Duration::from_millis(10);
/// The part of a move's time that is kept back too: one in so many.
pub(crate) const MARGIN_PART: u32 = 25;
/// The most that is kept back of a move's time.
pub(crate) const MARGIN_MOST: Duration = Duration::from_millis(150);

/// Of a game's own moves so many at its end take next to no time: they are solved.
pub(crate) const SOLVED_MOVES: u32 = 8;
/// A clock is divided into so many shares at least.
pub(crate) const LEAST_SHARES: u32 = 2;
/// A choice that fewer iterations in a row agree on is worth more of a clock.
pub(crate) const UNSETTLED: u32 = 2;
/// A choice that so many iterations in a row agree on is worth less of a clock.
pub(crate) const SETTLED: u32 = 6;
/// A best move that is worth so much less than before is worth more of a clock.
pub(crate) const FALL: Value = Value::parts(160);

/// Looks at the count of events before a waiting thread goes to sleep, some tens of microseconds:
/// in a busy search new work comes sooner, and to be woken takes longer than that.
pub(crate) const SPINS: u32 = 2000;

/// So many threads help at a split point at most: more would wait for each other at its moves,
/// which are few, while there is work elsewhere.
pub(crate) const SPLIT_HELPERS: usize = 5;
/// The fewest empty squares at which threads share the moves of a position that is solved.
pub(crate) const SPLIT_EMPTIES: u32 = 13;
/// The least depth at which threads share the moves of a position of the middle game.
pub(crate) const SPLIT_DEPTH: u32 = 6;

/// The depth of the last midgame search before the position is solved.
pub(crate) const fn solve_after(empties: u32) -> u32 {
    match empties {
        0..=12 => 0,
        13..=20 => empties - 10,
        _ => empties - 9,
    }
}

/// The confidences, by number, with which a position is solved one after another.
pub(crate) const fn solve_sweep(empties: u32) -> &'static [u8] {
    match empties {
        0..=12 => &[5],
        13..=24 => &[0, 5],
        25..=28 => &[0, 2, 5],
        _ => &[0, 1, 2, 4, 5],
    }
}

/// Half the width of the first aspiration window.
pub(crate) const ASPIRATION: Value = Value::discs(3);
/// The least depth of a stage that begins with an aspiration window.
pub(crate) const ASPIRATION_DEPTH: u32 = 4;

/// With a single legal move and a clock running, this much depth gives a score to show.
pub(crate) const FORCED_DEPTH: u32 = 6;
/// With so few empty squares the rest of an exact line is worked out where the table lost it.
pub(crate) const LINE_EMPTIES: u32 = 14;
