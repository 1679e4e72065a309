//! Exact scores of endgames, many in a row.

use std::sync::Arc;

use obverse_rules::{Board8, Size, Square, Tier, on_tier};

use crate::eval::Weights;
use crate::search::{Node, Worker};
use crate::stopper::Stopper;
use crate::tables::{Key, TranspositionTable};
use crate::value::Value;

/// Solves one endgame after another in one thread, cheaply: for labels, tests and batches.
///
/// What it learnt from one board helps with the next; the scores do not depend on it.
///
/// ```
/// use obverse_engine::Solver;
/// use obverse_rules::{Board8, Tier};
///
/// // One empty square, a1, and a disc of the opponent on b1 to turn over.
/// let board = Board8::from_bits(u64::MAX << 2, 0b10).expect("no square holds two discs");
/// let solved = Solver::new(Tier::detect(), 1).solve(board);
/// assert_eq!(solved.score, 64);
/// assert_eq!(solved.best.map(|square| square.to_string()).as_deref(), Some("a1"));
/// ```
#[derive(Debug)]
pub struct Solver {
    tier: Tier,
    worker: Worker,
}

/// The exact result of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Discs from the view of the side to move, empties to the winner.
    pub score: i32,
    /// A best move; none if the side to move has to pass or the game is over.
    pub best: Option<Square>,
    /// Positions visited.
    pub nodes: u64,
}

/// What a search of a fixed depth found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// In 1/128 disc from the view of the side to move.
    pub value: i32,
    /// The best move; none if the side to move has to pass or the game is over.
    pub best: Option<Square>,
    /// Positions visited.
    pub nodes: u64,
}

impl Solver {
    /// A solver with a table of so many megabytes; 16 are plenty up to 16 empty squares.
    pub fn new(tier: Tier, hash_mb: usize) -> Solver {
        let worker = Worker::new(
            Arc::new(TranspositionTable::new(hash_mb)),
            None,
            Arc::new(Stopper::unlimited()),
            Arc::default(),
        );
        Solver { tier, worker }
    }

    /// Orders moves by these weights, which saves nodes from about 14 empty squares on.
    #[must_use]
    pub fn with_weights(mut self, weights: Arc<Weights>) -> Solver {
        self.worker.weights = Some(weights);
        self
    }

    /// The exact score of a board and a best move.
    pub fn solve(&mut self, board: Board8) -> Solved {
        let found = self.search(board, board.empties());
        Solved {
            score: Value::parts(found.value).floor().get(),
            best: found.best,
            nodes: found.nodes,
        }
    }

    /// The value of a board so many plies ahead, at full width. A depth of all empty squares, or
    /// more, is exact.
    pub fn search(&mut self, board: Board8, depth: u32) -> Searched {
        let depth = depth.min(board.empties());
        self.worker.begin(Arc::clone(&self.worker.stopper));
        self.worker.table.age();
        let (least, most) = (Value::discs(-64), Value::discs(64));
        let (worker, node) = (&mut self.worker, Node::new(board));
        let value = on_tier!(
            self.tier,
            crate::tiers => hot::pv::search(worker, &node, depth, least, most)
        );
        let (player, opponent) = board.bits();
        let key = Key::new(player, opponent);
        let best = self.worker.table.get(key).and_then(|entry| entry.moves[0]);
        Searched {
            value: value.in_parts(),
            best: best.map(|best| Square::from_index(best as usize, Size::EIGHT)),
            nodes: self.worker.nodes,
        }
    }
}
