//! The root of the any-size search: iterative deepening over several lines.

use std::time::Duration;

use obverse_rules::{Board, Move, Square, SquareSet};

use super::INFINITY;
use super::search::Searcher;
use crate::budget::{Control, Stopped};
use crate::score::Kind;
use crate::search::{DISC, Value};
use crate::{Goal, Limits, Line, Observer, Progress, Report, Score};

/// With a single move to play and a clock running, this much depth gives a score to show.
const FORCED_DEPTH: u32 = 4;
/// The solver is tried once the search has looked this part of the way to the end, in per cent.
const SOLVE_AFTER: u32 = 55;
/// The solver of small boards is tried after this many plies.
const SMALL_SOLVE_AFTER: u32 = 6;
/// With so few empty squares it is tried at once.
const SOLVE_AT_ONCE: u32 = 8;

/// Searches a position and reports.
pub(crate) fn search<B: Board>(
    board: &B,
    searcher: Searcher<'_, B>,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Report {
    let passes = board.moves().is_empty();
    let mover = if passes { board.pass() } else { *board };
    if mover.moves().is_empty() {
        return over(board, &searcher.control);
    }
    let mut root = Root::new(&mover, searcher, limits, observer, passes);
    root.deepen();
    root.report()
}

/// The report of a game that is over.
fn over<B: Board>(board: &B, control: &Control) -> Report {
    let score = Score { discs: board.final_score() as f32, kind: Kind::Exact };
    Report {
        lines: vec![Line { moves: Vec::new(), score, depth: 0 }],
        chosen: None,
        nodes: control.nodes(),
        elapsed: control.elapsed(),
    }
}

/// How a root move is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Depth(u32),
    Exact,
    Wld,
}

/// A move at the root.
#[derive(Clone, Debug)]
struct RootMove<B> {
    board: B,
    value: Value,
    /// Without the pass that may come before it.
    line: Line,
}

struct Root<'a, B: Board> {
    searcher: Searcher<'a, B>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    /// Whether the side to move had to pass, and the moves are the other side's.
    passes: bool,
    empties: u32,
    /// The lines asked for, best first, then the other moves.
    moves: Vec<RootMove<B>>,
    /// The number of lines asked for, as far as there are moves.
    lines: usize,
}

impl<'a, B: Board> Root<'a, B> {
    fn new(
        board: &B,
        mut searcher: Searcher<'a, B>,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
        passes: bool,
    ) -> Root<'a, B> {
        let mut moves: Vec<_> =
            board.moves().iter().map(|square| first_look(board, square, &mut searcher)).collect();
        moves.sort_by_key(|mv| -mv.value);
        let lines = if passes { 1 } else { limits.lines.clamp(1, moves.len()) };
        let empties = board.empty().len() as u32;
        Root { searcher, limits, observer, passes, empties, moves, lines }
    }

    /// Looks ever deeper until a limit is reached or the position is solved.
    fn deepen(&mut self) {
        self.tell(0);
        let mut begun = Duration::ZERO;
        for depth in 2..=self.depth_limit() {
            let last = self.searcher.control.elapsed().saturating_sub(begun);
            if self.should_solve(depth - 1) {
                break;
            }
            if !self.searcher.control.may_continue(last) {
                return;
            }
            begun = self.searcher.control.elapsed();
            if self.iterate(Mode::Depth(depth)).is_err() {
                return;
            }
        }
        if self.may_solve() && self.searcher.control.may_continue(Duration::ZERO) {
            let mode = if self.limits.goal == Goal::Wld { Mode::Wld } else { Mode::Exact };
            // Stopped or not, the lines hold the best that is known.
            if self.iterate(mode).is_ok() {
                self.confirm(mode);
            }
        }
    }

    /// The solver has seen all moves: what it found is the score of the position now, and not
    /// only of a move.
    fn confirm(&mut self, mode: Mode) {
        let kind = if mode == Mode::Wld { Kind::Wld } else { Kind::Exact };
        for rank in 0..self.lines {
            self.moves[rank].line.score.kind = kind;
            self.tell(rank);
        }
    }

    fn depth_limit(&self) -> u32 {
        let asked = match self.limits.goal {
            Goal::Best => self.limits.depth.unwrap_or(u32::MAX),
            Goal::Exact | Goal::Wld => u32::MAX,
        };
        let forced = self.moves.len() == 1
            && self.limits.move_only
            && self.limits.goal == Goal::Best
            && (self.limits.time.is_some() || self.limits.clock.is_some());
        asked.min(if forced { FORCED_DEPTH } else { u32::MAX }).min(self.empties)
    }

    /// Whether the limits allow to look to the end of the game.
    fn may_solve(&self) -> bool {
        self.depth_limit() >= self.empties
    }

    fn should_solve(&self, depth: u32) -> bool {
        let deep_enough = if self.searcher.is_small() {
            depth >= SMALL_SOLVE_AFTER
        } else {
            depth * 100 >= self.empties * SOLVE_AFTER
        };
        self.may_solve() && (self.empties <= SOLVE_AT_ONCE || deep_enough)
    }

    /// Values the moves once. Those among the best get a true value; of the others it is shown
    /// only that they are not better. Stopped early, the lines are as before or improved.
    fn iterate(&mut self, mode: Mode) -> Result<(), Stopped> {
        let before = self.moves.clone();
        for index in 0..self.moves.len() {
            let bar = if index < self.lines { -INFINITY } else { self.moves[self.lines - 1].value };
            if index >= self.lines && bar >= Self::highest(mode) {
                break;
            }
            let Ok(value) = self.value_above(index, mode, bar) else {
                if index < self.lines {
                    self.moves = before;
                }
                self.searcher.children.clear();
                return Err(Stopped);
            };
            if value > bar {
                let rank = self.insert(index, value, mode);
                self.tell(rank);
            }
        }
        Ok(())
    }

    /// The value of a move if it is above the bar, or any value that is not.
    fn value_above(&mut self, index: usize, mode: Mode, bar: Value) -> Result<Value, Stopped> {
        let board = self.moves[index].board;
        if bar > -INFINITY {
            let value = -self.value(&board, mode, -bar - 1, -bar)?;
            if value <= bar {
                return Ok(value);
            }
        }
        Ok(-self.value(&board, mode, -INFINITY, -bar)?)
    }

    fn value(
        &mut self,
        board: &B,
        mode: Mode,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        let most = Self::highest(mode);
        match mode {
            Mode::Depth(depth) => self.searcher.search(board, depth - 1, alpha, beta),
            Mode::Exact | Mode::Wld => {
                let lower = alpha.max(-most).div_euclid(DISC);
                let upper = -(-beta.min(most)).div_euclid(DISC);
                let score = self.searcher.exact(board, lower, upper)?;
                Ok((score * DISC).clamp(-most, most))
            }
        }
    }

    /// The largest value there can be.
    fn highest(mode: Mode) -> Value {
        match mode {
            Mode::Depth(_) => INFINITY,
            Mode::Exact => B::SIZE.squares() as Value * DISC,
            Mode::Wld => DISC,
        }
    }

    /// Puts a move where its new value belongs and gives its rank, counted from zero.
    fn insert(&mut self, index: usize, value: Value, mode: Mode) -> usize {
        let board = self.moves[index].board;
        let square = self.moves[index].line.moves[0];
        let depth = match mode {
            Mode::Depth(depth) => depth,
            Mode::Exact | Mode::Wld => self.empties,
        };
        let mut moves = vec![square];
        self.extend_line(&mut moves, board, mode, -value);
        let score = Score { discs: value as f32 / DISC as f32, kind: Kind::Heuristic };
        self.moves[index] = RootMove { board, value, line: Line { moves, score, depth } };
        let rank = self.moves[..index.min(self.lines)]
            .iter()
            .position(|other| other.value < value)
            .unwrap_or(index);
        self.moves[rank..=index].rotate_right(1);
        rank
    }

    /// Adds the play that the search expects after a board.
    fn extend_line(&mut self, moves: &mut Vec<Move>, mut board: B, mode: Mode, mut value: Value) {
        let most = match mode {
            Mode::Depth(depth) => depth as usize,
            Mode::Exact | Mode::Wld => usize::MAX,
        };
        while moves.len() < most {
            if board.moves().is_empty() {
                if board.pass().moves().is_empty() {
                    return;
                }
                moves.push(Move::Pass);
                board = board.pass();
            } else {
                let next = match mode {
                    Mode::Depth(_) => {
                        self.searcher.table.get(board.hash64()).and_then(|entry| entry.best)
                    }
                    Mode::Exact | Mode::Wld => self.proven_move(&board, mode, value),
                };
                let Some(square) = next.filter(|&square| board.moves().contains(square)) else {
                    return;
                };
                moves.push(Move::Place(square));
                board = board.play(square, board.flips(square));
            }
            value = -value;
        }
    }

    /// A move that keeps the proven value, unless the search is stopped before it is found.
    fn proven_move(&mut self, board: &B, mode: Mode, value: Value) -> Option<Square> {
        let stored = self.searcher.remembered(board);
        let candidates = stored.into_iter().chain(board.moves().iter());
        for square in candidates.filter(|&square| board.moves().contains(square)) {
            let child = board.play(square, board.flips(square));
            match self.value(&child, mode, -value, -value + 1) {
                Ok(reply) if -reply >= value => return Some(square),
                Ok(_) => {}
                Err(Stopped) => {
                    self.searcher.children.clear();
                    return None;
                }
            }
        }
        None
    }

    /// A line as the root's side to move sees it.
    fn seen_from_root(&self, line: &Line) -> Line {
        if self.passes { line.after_pass() } else { line.clone() }
    }

    fn tell(&mut self, rank: usize) {
        if rank < self.lines {
            let line = self.seen_from_root(&self.moves[rank].line);
            let control = &self.searcher.control;
            self.observer.improved(&Progress {
                rank: rank + 1,
                line: &line,
                nodes: control.nodes(),
                elapsed: control.elapsed(),
            });
        }
    }

    fn report(&self) -> Report {
        let lines: Vec<Line> =
            self.moves[..self.lines].iter().map(|mv| self.seen_from_root(&mv.line)).collect();
        Report {
            chosen: lines[0].moves.first().copied(),
            lines,
            nodes: self.searcher.control.nodes(),
            elapsed: self.searcher.control.elapsed(),
        }
    }
}

/// A root move valued by the evaluation alone, which is what looking one ply ahead means.
fn first_look<B: Board>(board: &B, square: Square, searcher: &mut Searcher<'_, B>) -> RootMove<B> {
    let child = board.play(square, board.flips(square));
    // The first ply is looked at whatever the limits: there has to be an answer.
    let _first_ply_ends_nothing = searcher.control.visit();
    let replies = child.moves();
    let value = if replies.is_empty() && child.pass().moves().is_empty() {
        -child.final_score() * DISC
    } else {
        -searcher.evaluator.value(&child, &replies)
    };
    let score = Score { discs: value as f32 / DISC as f32, kind: Kind::Heuristic };
    let line = Line { moves: vec![Move::Place(square)], score, depth: 1 };
    RootMove { board: child, value, line }
}
