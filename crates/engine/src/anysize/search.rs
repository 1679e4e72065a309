//! The midgame of the any-size search: principal variation search with a transposition table, at
//! full width. See `hot/pv.rs` for the source.

use obverse_rules::{Board, Square, SquareSet};

use super::searcher::{AnySizeSearcher, Child};
use crate::params;
use crate::stopper::Stopped;
use crate::tables::{AnySizeEntry, Bound};
use crate::value::{Discs, Value};

impl<B: Board> AnySizeSearcher<'_, B> {
    /// The value of a board looked at so many plies deep; outside the window it is a bound.
    pub(super) fn search(
        &mut self,
        board: &B,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.counter.visit()?;
        let moves = board.moves();
        if moves.is_empty() {
            return self.search_without_move(board, depth, alpha, beta);
        }
        if depth == 0 {
            return Ok(self.evaluator.value(board, &moves));
        }
        let key = board.hash64();
        let known = self.table.get(key);
        if let Some(value) = known.and_then(|entry| cutoff(&entry, depth, alpha, beta)) {
            return Ok(value);
        }
        let begin = self.children.len();
        self.push_children(board, moves, known.and_then(|entry| entry.best), depth);
        let (value, best) = self.search_children(begin, depth, alpha, beta)?;
        self.children.truncate(begin);
        let bound = if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = (bound != Bound::Upper).then_some(best);
        self.table.put(key, AnySizeEntry { value, bound, depth: depth as u16, best });
        Ok(value)
    }

    fn search_without_move(
        &mut self,
        board: &B,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        let passed = board.pass();
        if passed.moves().is_empty() {
            return Ok(Discs::new(board.final_score()).into());
        }
        self.search(&passed, depth, -beta, -alpha).map(|value| -value)
    }

    /// Searches the children from `begin` on and gives the best value and move.
    fn search_children(
        &mut self,
        begin: usize,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<(Value, Square), Stopped> {
        let end = self.children.len();
        let mut best_value = -Value::INFINITE;
        let mut best = self.children[begin].square;
        for index in begin..end {
            let child = self.take_next(index, end);
            let lower = alpha.max(best_value);
            let value = if index == begin {
                -self.search(&child.board, depth - 1, -beta, -lower)?
            } else {
                let value = -self.search(&child.board, depth - 1, lower.for_opponent(), -lower)?;
                if value > lower && value < beta {
                    -self.search(&child.board, depth - 1, -beta, -lower)?
                } else {
                    value
                }
            };
            if value > best_value {
                best_value = value;
                best = child.square;
                if value >= beta {
                    break;
                }
            }
        }
        Ok((best_value, best))
    }

    fn push_children(&mut self, board: &B, moves: B::Set, first: Option<Square>, depth: u32) {
        for square in moves.iter() {
            let child = board.play_unchecked(square, board.flips(square));
            let order = if Some(square) == first {
                Value::INFINITE
            } else if depth >= params::any_size::ORDER_DEPTH {
                -self.evaluator.value(&child, &child.moves())
            } else {
                self.evaluator.square_value(square)
            };
            self.children.push(Child { square, board: child, order });
        }
    }

    /// Moves the most promising child of `index..end` to `index`.
    pub(super) fn take_next(&mut self, index: usize, end: usize) -> Child<B> {
        let children = &mut self.children[index..end];
        let mut best = 0;
        for other in 1..children.len() {
            if children[other].order > children[best].order {
                best = other;
            }
        }
        children.swap(0, best);
        children[0]
    }
}

/// The value that a stored entry settles for this depth and window.
fn cutoff(entry: &AnySizeEntry, depth: u32, alpha: Value, beta: Value) -> Option<Value> {
    if u32::from(entry.depth) < depth {
        return None;
    }
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    };
    settled.then_some(entry.value)
}
