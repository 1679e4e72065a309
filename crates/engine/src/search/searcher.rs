//! The 8×8 search as the root sees it: the main thread's way into the hot code.

use obverse_rules::{Board8, Size, Square, Tier, on_tier};

use super::{Node, Worker};
use crate::Confidence;
use crate::params;
use crate::root::RootSearch;
use crate::schedule::{self, Aim, Stage, Task};
use crate::score::Kind;
use crate::stopper::{Stopped, Stopper};
use crate::tables::{Key, TableEntry};
use crate::value::Value;

/// The main thread of an 8×8 search.
pub(crate) struct Searcher<'a> {
    pub(crate) tier: Tier,
    pub(crate) worker: &'a mut Worker,
}

impl Searcher<'_> {
    /// The value of a board so many plies deep, by principal variation search.
    fn pv(&mut self, board: &Board8, depth: u32, alpha: Value, beta: Value) -> Value {
        let (worker, node) = (&mut *self.worker, Node::new(*board));
        on_tier!(
            self.tier,
            crate::tiers => hot::pv::search(worker, &node, depth, alpha, beta)
        )
    }

    /// A value, unless the search was stopped while it was worked out.
    fn unless_stopped(&self, value: Value) -> Result<Value, Stopped> {
        if self.worker.stopper.is_over() { Err(Stopped) } else { Ok(value) }
    }
}

impl RootSearch for Searcher<'_> {
    type Board = Board8;
    const FORCED_DEPTH: u32 = params::FORCED_DEPTH;

    fn stopper(&self) -> &Stopper {
        &self.worker.stopper
    }

    fn nodes(&self) -> u64 {
        self.worker.all_nodes()
    }

    fn stages(&self, task: &Task) -> Vec<Stage> {
        schedule::stages(task)
    }

    fn aspiration(&self, stage: Stage) -> Option<Value> {
        (stage.depth >= params::ASPIRATION_DEPTH).then_some(params::ASPIRATION)
    }

    fn unproven(&self, confidence: Confidence) -> Kind {
        Kind::Selective { confidence: confidence.percent() }
    }

    fn first_look(&mut self, board: &Board8) -> Value {
        self.pv(board, 0, -Value::INFINITE, Value::INFINITE)
    }

    fn value(
        &mut self,
        board: &Board8,
        stage: Stage,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.worker.confidence = stage.confidence;
        let value = self.pv(board, stage.depth - 1, alpha, beta);
        self.unless_stopped(value)
    }

    fn null_window(
        &mut self,
        board: &Board8,
        stage: Stage,
        alpha: Value,
    ) -> Result<Value, Stopped> {
        self.worker.confidence = stage.confidence;
        let (worker, node, depth) = (&mut *self.worker, Node::new(*board), stage.depth - 1);
        let value = on_tier!(
            self.tier,
            crate::tiers => hot::null_window::search(worker, &node, depth, alpha)
        );
        self.unless_stopped(value)
    }

    /// The move that the table knows to be best; of a short endgame it is worked out if need be.
    /// What only a shallower or less sure search has found, such as one that internal iterative
    /// deepening made, belongs to no line of this one.
    fn expected(&mut self, board: &Board8, left: Stage, proven: Option<Value>) -> Option<Square> {
        let empties = board.empties();
        let (player, opponent) = board.bits();
        let key = Key::new(player, opponent);
        let is_proven = |entry: &TableEntry| {
            entry.lower == entry.upper && entry.is_worth(empties, Confidence::FULL)
        };
        let mut entry = self.worker.table.get(key);
        if proven.is_some()
            && left.aim == Aim::Score
            && empties <= params::LINE_EMPTIES
            && !entry.as_ref().is_some_and(is_proven)
        {
            self.worker.confidence = Confidence::FULL;
            self.pv(board, empties, Value::discs(-64), Value::discs(64));
            entry = self.worker.table.get(key);
        }
        let entry = entry.filter(|entry| entry.is_worth(left.depth, left.confidence))?;
        entry.moves[0].map(|best| Square::from_index(best as usize, Size::EIGHT))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use obverse_rules::{AnyBoard, Position};

    use super::*;
    use crate::tables::{Finding, TranspositionTable};
    use crate::tiers::portable::hot::pv;
    use crate::{Limits, TimeSource};

    /// FFO 40, of 20 empty squares.
    const ENDGAME: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

    fn endgame() -> Board8 {
        match *ENDGAME.parse::<Position>().unwrap().board() {
            AnyBoard::N8(board) => board,
            _ => unreachable!("8×8"),
        }
    }

    fn worker(limits: &Limits) -> Worker {
        let stopper = Stopper::new(limits, 20, &TimeSource::system());
        let table = Arc::new(TranspositionTable::new(1));
        Worker::new(table, None, Arc::new(stopper), Arc::default())
    }

    #[test]
    fn an_exact_search_finds_a_first_move_by_a_selective_one() {
        let node = Node::new(endgame());
        // Stopped ever later: as soon as something is known, it is what the first search found.
        let first = (10..).find_map(|bits| {
            let mut worker = worker(&Limits { nodes: Some(1 << bits), ..Limits::default() });
            pv::search(&mut worker, &node, 20, Value::discs(-64), Value::discs(64));
            assert_eq!(worker.confidence, Confidence::FULL);
            worker.table.get(Key::new(node.player, node.opponent))
        });
        let first = first.expect("some limit is large enough");
        assert!(first.depth < 20);
        assert_eq!(first.confidence, Confidence::LOWEST);
    }

    #[test]
    fn a_line_has_no_move_that_only_a_lesser_search_found() {
        let board = endgame();
        let (player, opponent) = board.bits();
        let mut worker = worker(&Limits::default());
        let a2 = Square::from_index(8, Size::EIGHT);
        let mut searcher = Searcher { tier: Tier::PORTABLE, worker: &mut worker };
        let exact = Stage { depth: 20, confidence: Confidence::FULL, aim: Aim::Score };
        let mut after = |depth, confidence| {
            let (alpha, beta, score) = (Value::discs(-64), Value::discs(64), Value::discs(38));
            let finding = Finding { depth, confidence, alpha, beta, score, best: Some(8) };
            searcher.worker.table.put(Key::new(player, opponent), &finding);
            searcher.expected(&board, exact, Some(score))
        };
        assert_eq!(after(10, Confidence::FULL), None);
        assert_eq!(after(20, Confidence::LOWEST), None);
        assert_eq!(after(20, Confidence::FULL), Some(a2));
    }
}
