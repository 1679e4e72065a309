//! The root of the 8×8 search: iterative deepening over the lines that are asked for.

use std::time::Duration;

use obverse_rules::{Board, Board8, Move, Size, Square, SquareSet, Tier, on_tier};

use super::schedule::{Stage, stages};
use super::{Confidence, DISC, INFINITE, Node, Value, Worker};
use crate::budget::{Allotment, Stopped};
use crate::params;
use crate::score::Kind;
use crate::{Goal, Limits, Line, Observer, Progress, Report, Score};

/// With a single move to play and a clock running, this much depth gives a score to show.
const FORCED_DEPTH: u32 = 6;

/// The clock as a search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    pub(crate) now: fn() -> Duration,
    pub(crate) begun: Duration,
    pub(crate) allotment: Option<Allotment>,
}

impl Timer {
    /// Time since the search began.
    fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.begun)
    }

    /// Whether another stage can be expected to find something, given how long the last took.
    fn allows_another(&self, last: Duration) -> bool {
        self.allotment.is_none_or(|allotment| allotment.allows_another(self.elapsed(), last))
    }
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    square: Square,
    board: Board8,
    value: Value,
    /// Without the pass that may come before it.
    line: Line,
}

/// A search of one position by the main thread.
pub(crate) struct Root<'a> {
    tier: Tier,
    worker: &'a mut Worker,
    timer: Timer,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    /// Whether the side to move had to pass, and the moves are the other side's.
    passes: bool,
    empties: u32,
    /// The lines asked for, best first, then the other moves.
    moves: Vec<RootMove>,
    /// The number of lines asked for, as far as there are moves.
    lines: usize,
    /// The confidence of the surest stage that has seen all moves to the end of the game.
    surest: Confidence,
}

impl<'a> Root<'a> {
    /// A search of a position in which one of the sides can move.
    pub(crate) fn new(
        board: Board8,
        tier: Tier,
        worker: &'a mut Worker,
        timer: Timer,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> Root<'a> {
        let passes = board.moves() == 0;
        let board = if passes { board.pass() } else { board };
        let first_look = |square: Square| {
            let child = board.play(square, board.flips(square));
            let line = Line {
                moves: vec![Move::Place(square)],
                score: Score { discs: 0.0, kind: Kind::Heuristic },
                depth: 0,
            };
            RootMove { square, board: child, value: 0, line }
        };
        let mut moves: Vec<RootMove> = board.moves().iter().map(first_look).collect();
        for mv in &mut moves {
            let node = Node::new(mv.board);
            mv.value = -on_tier!(
                tier,
                crate::tiers => hot::pv::search(worker, &node, 0, -INFINITE, INFINITE)
            );
            mv.line.score.discs = mv.value as f32 / DISC as f32;
            mv.line.depth = 1;
        }
        moves.sort_by_key(|mv| -mv.value);
        let lines = if passes { 1 } else { limits.lines.clamp(1, moves.len().max(1)) };
        let empties = board.empties();
        let surest = Confidence::LOWEST;
        Root { tier, worker, timer, limits, observer, passes, empties, moves, lines, surest }
    }

    /// Searches ever deeper and surer until a limit is reached or the position is solved.
    pub(crate) fn deepen(&mut self) {
        let forced = self.moves.len() == 1
            && self.limits.move_only
            && self.limits.goal == Goal::Best
            && self.timer.allotment.is_some();
        let mut last = Duration::ZERO;
        for stage in stages(self.empties, self.limits) {
            if forced && stage.depth > FORCED_DEPTH || !self.timer.allows_another(last) {
                break;
            }
            let begun = self.timer.elapsed();
            if self.run(stage).is_err() {
                break;
            }
            self.confirm(stage);
            last = self.timer.elapsed().saturating_sub(begun);
        }
    }

    /// One stage: a narrow window around what is known already, wider if the value is outside.
    fn run(&mut self, stage: Stage) -> Result<(), Stopped> {
        self.worker.confidence = stage.confidence;
        let (least, most) = self.range(stage);
        if self.lines > 1 || stage.depth < 4 {
            return self.iterate(stage, least, most);
        }
        let center = self.moves[0].value;
        let mut width = params::ASPIRATION * DISC;
        let (mut alpha, mut beta) = (center - width, center + width);
        loop {
            (alpha, beta) = (alpha.clamp(least, most - 1), beta.clamp(least + 1, most));
            self.iterate(stage, alpha, beta)?;
            let value = self.moves[0].value;
            width *= 2;
            if value <= alpha && alpha > least {
                alpha = value - width;
            } else if value >= beta && beta < most {
                beta = value + width;
            } else {
                return Ok(());
            }
        }
    }

    /// A stage has seen all moves: what a solving stage found is the score of the position now,
    /// and not only of a move.
    fn confirm(&mut self, stage: Stage) {
        if stage.depth < self.empties {
            return;
        }
        self.surest = stage.confidence;
        if stage.confidence == Confidence::FULL {
            let kind = if self.is_wld(stage) { Kind::Wld } else { Kind::Exact };
            for rank in 0..self.lines {
                self.moves[rank].line.score.kind = kind;
                self.tell(rank);
            }
        }
    }

    /// The smallest and the largest value that make a difference.
    fn range(&self, stage: Stage) -> (Value, Value) {
        if self.is_wld(stage) { (-DISC, DISC) } else { (-64 * DISC, 64 * DISC) }
    }

    /// Whether a stage only asks who wins.
    fn is_wld(&self, stage: Stage) -> bool {
        self.limits.goal == Goal::Wld && stage.depth == self.empties
    }

    /// Values the moves once. Those among the best get a true value; of the others it is shown
    /// only that they are not better.
    fn iterate(&mut self, stage: Stage, alpha: Value, beta: Value) -> Result<(), Stopped> {
        let before = (self.lines > 1).then(|| self.moves.clone());
        let (least, most) = self.range(stage);
        for index in 0..self.moves.len() {
            let bar = if index < self.lines {
                alpha
            } else {
                alpha.max(self.moves[self.lines - 1].value)
            };
            if bar >= beta {
                break;
            }
            let node = Node::new(self.moves[index].board);
            let (tier, worker, depth) = (self.tier, &mut *self.worker, stage.depth - 1);
            let value = if index < self.lines {
                -on_tier!(tier, crate::tiers => hot::pv::search(worker, &node, depth, -beta, -bar))
            } else {
                on_tier!(tier, crate::tiers => hot::pv::scout(worker, &node, depth, bar, beta))
            };
            if self.worker.stopper.is_over() {
                // Lines of which only some are new are not in order.
                if let Some(before) = before.filter(|_| index < self.lines) {
                    self.moves = before;
                }
                return Err(Stopped);
            }
            if index < self.lines || value > bar {
                // Beyond the least and the most there is nothing: at those a bound is the value.
                let is_true = (alpha < value || alpha == least) && (value < beta || beta == most);
                self.insert(index, value, stage, is_true, value > alpha);
            }
        }
        Ok(())
    }

    /// Puts a move where its new value belongs, and tells of it if the value is a true one. Of a
    /// move that is only known to be better than expected the line is kept too: the search may
    /// end before it is known how much better.
    fn insert(&mut self, index: usize, value: Value, stage: Stage, is_true: bool, is_better: bool) {
        // The moves before it that have a value of this stage.
        let valued = index.min(self.lines);
        let rank =
            self.moves[..valued].iter().position(|other| other.value < value).unwrap_or(valued);
        self.moves[index].value = value;
        self.moves[rank..=index].rotate_right(1);
        if is_true || is_better {
            self.moves[rank].line = self.line(rank, stage, is_true);
        }
        if is_true {
            self.tell(rank);
        }
    }

    /// The line of a root move as the last search left it in the table. While other moves have
    /// not been looked at, its score is no surer than that of the stage before.
    fn line(&mut self, rank: usize, stage: Stage, is_true: bool) -> Line {
        let RootMove { square, board, value, .. } = self.moves[rank];
        let solving = stage.depth == self.empties && stage.confidence == Confidence::FULL;
        let confidence = if solving { self.surest } else { stage.confidence };
        let kind = Kind::Selective { confidence: confidence.percent() };
        let wld = self.is_wld(stage);
        let discs = if wld { value.signum() as f32 } else { value as f32 / DISC as f32 };
        let mut moves = vec![Move::Place(square)];
        self.follow(&mut moves, board, stage.depth, solving && is_true && !wld);
        Line { moves, score: Score { discs, kind }, depth: stage.depth }
    }

    /// Adds the play that the search expects after a board.
    fn follow(&mut self, moves: &mut Vec<Move>, mut board: Board8, depth: u32, exact: bool) {
        for _ in 1..depth {
            let mut legal = board.moves();
            if legal == 0 {
                board = board.pass();
                legal = board.moves();
                if legal == 0 {
                    return;
                }
                moves.push(Move::Pass);
            }
            let Some(square) = self.expected(board, exact).filter(|&best| legal.contains(best))
            else {
                return;
            };
            moves.push(Move::Place(square));
            board = board.play(square, board.flips(square));
        }
    }

    /// The move that the table knows to be best; of a short endgame it is worked out if need be.
    fn expected(&mut self, board: Board8, exact: bool) -> Option<Square> {
        let empties = board.empties();
        let table = &self.worker.table;
        let key = table.key(board.player, board.opponent);
        let proven = |entry: &super::Entry| {
            entry.lower == entry.upper && entry.is_worth(empties, Confidence::FULL)
        };
        let mut entry = table.get(key);
        if exact && empties <= params::LINE_EMPTIES && !entry.as_ref().is_some_and(proven) {
            let (worker, most) = (&mut *self.worker, 64 * DISC);
            let node = Node::new(board);
            on_tier!(
                self.tier,
                crate::tiers => hot::pv::search(worker, &node, empties, -most, most)
            );
            entry = self.worker.table.get(key);
        }
        let best = entry?.moves[0] as usize;
        (best < 64).then(|| Square::from_index(best, Size::EIGHT))
    }

    /// A line as the root's side to move sees it.
    fn seen_from_root(&self, line: &Line) -> Line {
        if self.passes { line.after_pass() } else { line.clone() }
    }

    fn tell(&mut self, rank: usize) {
        if rank < self.lines {
            let line = self.seen_from_root(&self.moves[rank].line);
            self.observer.improved(&Progress {
                rank: rank + 1,
                line: &line,
                nodes: self.nodes(),
                elapsed: self.timer.elapsed(),
            });
        }
    }

    fn nodes(&self) -> u64 {
        self.worker.nodes + self.worker.pool.nodes()
    }

    /// What was found.
    pub(crate) fn report(&self) -> Report {
        let lines: Vec<Line> =
            self.moves[..self.lines].iter().map(|mv| self.seen_from_root(&mv.line)).collect();
        Report {
            chosen: lines[0].moves.first().copied(),
            lines,
            nodes: self.nodes(),
            elapsed: self.timer.elapsed(),
        }
    }
}
