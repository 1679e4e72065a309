//! The any-size search as the root sees it.

use obverse_rules::{Board, Square, SquareSet};

use super::FeatureWeights;
use super::eval::Evaluator;
use crate::Confidence;
use crate::params;
use crate::root::RootSearch;
use crate::schedule::{self, Stage, Task};
use crate::score::Kind;
use crate::small::SmallSolver;
use crate::stopper::{NodeCounter, Stopped, Stopper};
use crate::tables::AnySizeTable;
use crate::value::{Discs, Value};

/// One search over boards of one type.
pub(crate) struct AnySizeSearcher<'a, B: Board> {
    pub(super) table: &'a mut AnySizeTable,
    pub(super) counter: NodeCounter<'a>,
    pub(super) evaluator: Evaluator<B>,
    /// How sure selective cuts have to be.
    pub(super) confidence: Confidence,
    /// The solver for boards that are small enough for it.
    small: Option<&'a mut SmallSolver>,
    /// The children of every node between the root and here, one node's after the other's.
    pub(super) children: Vec<Child<B>>,
}

/// A move and the board after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<B> {
    pub(super) square: Square,
    pub(super) board: B,
    /// The larger the sooner it is searched.
    pub(super) order: Value,
}

impl<'a, B: Board> AnySizeSearcher<'a, B> {
    pub(super) fn new(
        table: &'a mut AnySizeTable,
        counter: NodeCounter<'a>,
        weights: &FeatureWeights,
        small: Option<&'a mut SmallSolver>,
    ) -> AnySizeSearcher<'a, B> {
        let evaluator = Evaluator::new(weights);
        AnySizeSearcher {
            table,
            counter,
            evaluator,
            confidence: Confidence::FULL,
            small,
            children: Vec::new(),
        }
    }

    /// The result in discs under perfect play by the solver that is best at this board; outside
    /// the window it is a bound.
    fn exact(&mut self, board: &B, alpha: Discs, beta: Discs) -> Result<Discs, Stopped> {
        match &mut self.small {
            Some(small) => small.solve(board, alpha, beta, &mut self.counter),
            None => self.solve(board, alpha, beta),
        }
    }

    /// The best move of a board looked at so many plies deep or more, if it is remembered.
    fn remembered(&self, board: &B, stage: Stage) -> Option<Square> {
        let entry = self.table.get(board.hash64())?;
        let is_worth =
            u32::from(entry.depth) >= stage.depth && entry.confidence >= stage.confidence;
        entry.best.filter(|_| is_worth)
    }

    /// The best move of a solved board, if it is remembered.
    fn solved_move(&self, board: &B) -> Option<Square> {
        match &self.small {
            Some(small) => small.remembered(board),
            None => self.table.get(board.hash64())?.best,
        }
    }

    /// A move that keeps the proven value, unless the search is stopped before it is found.
    fn proven_move(&mut self, board: &B, stage: Stage, value: Value) -> Option<Square> {
        let stored = self.solved_move(board);
        let candidates = stored.into_iter().chain(board.moves().iter());
        for square in candidates.filter(|&square| board.moves().contains(square)) {
            let child = board.play_unchecked(square, board.flips(square));
            if -self.value(&child, stage, -value, (-value).next()).ok()? >= value {
                return Some(square);
            }
        }
        None
    }
}

impl<B: Board> RootSearch for AnySizeSearcher<'_, B> {
    type Board = B;
    const FORCED_DEPTH: u32 = params::any_size::FORCED_DEPTH;

    fn stopper(&self) -> &Stopper {
        self.counter.stopper()
    }

    fn nodes(&self) -> u64 {
        self.counter.nodes()
    }

    fn stages(&self, task: &Task) -> Vec<Stage> {
        schedule::any_size_stages(task, self.small.is_some())
    }

    fn aspiration(&self, stage: Stage) -> Option<Value> {
        (stage.depth >= params::any_size::ASPIRATION_DEPTH)
            .then(|| params::any_size::aspiration(B::SIZE))
    }

    fn unproven(&self, _: Confidence) -> Kind {
        Kind::Heuristic
    }

    fn first_look(&mut self, board: &B) -> Value {
        // The first ply is looked at whatever the limits: there has to be an answer.
        let _first_ply_ends_nothing = self.counter.visit();
        let moves = board.moves();
        if moves.is_empty() && board.pass().moves().is_empty() {
            Discs::new(board.final_score()).into()
        } else {
            self.evaluator.value(board, &moves)
        }
    }

    fn value(
        &mut self,
        board: &B,
        stage: Stage,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.confidence = stage.confidence;
        let (least, most) = stage.range(B::SIZE.squares());
        let (lower, upper) = (alpha.max(least), beta.min(most));
        let result = if stage.proves() {
            self.exact(board, lower.floor(), upper.ceil()).map(Value::from)
        } else {
            self.search(board, stage.depth - 1, lower, upper)
        };
        let result = result.map(|value| value.clamp(least, most));
        if result.is_err() {
            // Those of the nodes that were left half-way.
            self.children.clear();
        }
        result
    }

    fn null_window(&mut self, board: &B, stage: Stage, alpha: Value) -> Result<Value, Stopped> {
        self.value(board, stage, alpha, alpha.next())
    }

    fn expected(&mut self, board: &B, left: Stage, proven: Option<Value>) -> Option<Square> {
        match proven {
            Some(value) => self.proven_move(board, left, value),
            None => self.remembered(board, left),
        }
    }
}
