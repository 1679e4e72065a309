//! The search that four of the classics share: alpha-beta with iterative deepening.
//!
//! It finds the value that plain minimax finds, sooner. Each classic brings its own
//! [`Heuristic`]; what differs beside that (time, depth, when to look to the end) is a [`Plan`].

use std::time::Duration;

use obverse_engine::{StopFlag, TimeSource};
use obverse_rules::{Board, Move, Square, SquareSet};

use super::points::from_edge;
use crate::{Choice, Thought, Turn};

/// What a classic thinks of a position where its search ends.
pub(super) trait Heuristic<B: Board> {
    /// The names of the terms that it adds up.
    const TERMS: &'static [&'static str];

    /// The weighted terms for the side to move, in the order of their names. What is good for one
    /// side is as bad for the other, unless the classic is to play with the slips of its program.
    fn weighted(&self, leaf: Leaf<'_, B>) -> impl AsRef<[f64]>;

    /// The value for the side to move: the sum of the terms.
    fn value(&self, leaf: Leaf<'_, B>) -> f64 {
        self.weighted(leaf).as_ref().iter().sum()
    }
}

/// A position where a search ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'a, B> {
    pub board: &'a B,
    /// Whether the game has ended there.
    pub over: bool,
    /// The plies from the position that is searched: after an even number the side to move there is
    /// the side that is to move here.
    pub ply: usize,
}

impl<'a, B: Board> Leaf<'a, B> {
    /// The position where a search ends after so many plies, whether the game goes on or not.
    pub(super) fn new(board: &'a B, ply: usize) -> Leaf<'a, B> {
        Leaf { board, over: board.is_over(), ply }
    }

    /// 1 where the side to move is the one that searches, −1 where it is the other.
    pub(super) fn searcher(&self) -> f64 {
        if self.ply.is_multiple_of(2) { 1.0 } else { -1.0 }
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The last depth to search; the first is one ply.
    pub depth: u32,
    /// The time there is.
    pub time: Option<Duration>,
    /// With so few squares empty, a few iterations are followed by one to the end of the game.
    pub endgame: u32,
    /// How the tree is walked.
    pub walk: Walk,
}

/// How the tree is walked. It decides which of two equal moves is played, and what a pass is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Walk {
    /// Ever deeper, promising moves first; a side without a move passes.
    #[default]
    Deepening,
    /// At once to the last depth, moves in reading order.
    AtOnce,
    /// Ever deeper, but a line ends where a side has no move.
    WithoutPasses,
}

/// How deep to look before the leap to the end of the game.
const BEFORE_ENDGAME: u32 = 5;

impl Plan {
    /// The depth to begin with.
    fn first(&self, empties: u32) -> u32 {
        match self.walk {
            // Every pass is a ply too, and there is at most one before each disc.
            Walk::AtOnce => self.depth.min(2 * empties),
            Walk::Deepening | Walk::WithoutPasses => 1,
        }
    }

    /// The depth after this one, if there is any.
    pub(super) fn deeper(&self, depth: u32, empties: u32) -> Option<u32> {
        if depth >= self.depth {
            return None;
        }
        if empties <= self.endgame && depth >= BEFORE_ENDGAME {
            // Every pass is a ply too, and there is at most one before each disc.
            return Some((2 * empties).max(depth + 1).min(self.depth));
        }
        Some(depth + 1)
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// The expected play, the chosen move first.
    pub line: Vec<Move>,
    /// Its value for the side to move.
    pub value: f64,
    /// The last depth that was searched to its end; at most the empty squares.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

impl Found {
    fn thought(&self) -> Thought {
        Thought {
            score: None,
            depth: Some(self.depth),
            line: self.line.clone(),
            nodes: self.nodes,
            elapsed: self.elapsed,
            remark: None,
        }
    }
}

/// Chooses a move by [`deepen`]; the only move there is needs no thought.
pub(super) fn choose<B: Board>(
    board: &B,
    heuristic: &impl Heuristic<B>,
    plan: Plan,
    turn: &mut Turn<'_>,
) -> Option<Choice> {
    let moves = board.moves();
    let first = moves.iter().next()?;
    if moves.len() == 1 {
        return Some(Move::Place(first).into());
    }
    let found = deepen(board, heuristic, plan, turn);
    let mv = found.line.first().copied().unwrap_or(first.into());
    Some(Choice { mv, thought: Some(found.thought()) })
}

/// Searches ever deeper within the plan. A search that runs out of time keeps the best move found
/// so far. The side to move must have a move.
pub(super) fn deepen<B: Board>(
    board: &B,
    heuristic: &impl Heuristic<B>,
    plan: Plan,
    turn: &mut Turn<'_>,
) -> Found {
    let begun = turn.time_source.now();
    let deadline = plan.time.map(|time| begun.saturating_add(time));
    let empties = board.empty().len() as u32;
    let mut search = Search::new(heuristic, plan.walk, Timer::new(deadline, turn));
    let first_move = board.moves().iter().next().map(Move::Place);
    let mut found = Found {
        line: first_move.into_iter().collect(),
        value: f64::NEG_INFINITY,
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    let mut depth = plan.first(empties);
    loop {
        let done = search.iterate(board, depth);
        if let Some((value, line)) = search.best(done.is_ok()) {
            found.value = value;
            found.line = line;
        }
        found.nodes = search.timer.nodes;
        found.elapsed = turn.time_source.now().saturating_sub(begun);
        if done.is_err() {
            break;
        }
        // Passes are plies of the search; nobody looks further than the board is empty.
        found.depth = depth.min(empties);
        (turn.observer)(&found.thought());
        match plan.deeper(depth, empties).filter(|_| search.met_horizon) {
            Some(deeper) => depth = deeper,
            None => break,
        }
    }
    found
}

/// The time was up or the search was stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutOfTime;

/// Counts positions and looks at the clock now and then.
#[derive(Debug)]
pub(super) struct Timer {
    pub nodes: u64,
    deadline: Option<Duration>,
    time_source: TimeSource,
    stop: StopFlag,
}

impl Timer {
    /// Ends when the turn's clock shows the deadline, or its flag is raised.
    pub(super) fn new(deadline: Option<Duration>, turn: &Turn<'_>) -> Timer {
        let (time_source, stop) = (turn.time_source.clone(), turn.stop.clone());
        Timer { nodes: 0, deadline, time_source, stop }
    }

    pub(super) fn tick(&mut self) -> Result<(), OutOfTime> {
        self.nodes += 1;
        // Rare enough to cost little, often enough for boards whose positions take microseconds.
        if self.nodes.is_multiple_of(64) && self.is_up() {
            return Err(OutOfTime);
        }
        Ok(())
    }

    fn is_up(&self) -> bool {
        self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| self.time_source.now() >= deadline)
    }
}

pub(super) struct Search<'a, B: Board, H> {
    heuristic: &'a H,
    walk: Walk,
    pub timer: Timer,
    /// The plies from the position that is searched for a move to the one given to `iterate`.
    pub root_ply: usize,
    /// Squares in classes, the most promising to be tried first.
    classes: Vec<B::Set>,
    /// The best line of the last iteration, tried first by the next.
    previous: Vec<Move>,
    /// The best line from each ply on, as far as it is known.
    lines: Vec<Vec<Move>>,
    /// Room for the moves of each ply.
    moves: Vec<Vec<Square>>,
    root_value: f64,
    /// Whether the iteration ended anywhere but at finished games.
    pub met_horizon: bool,
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
struct Node {
    ply: usize,
    /// Whether the last iteration's best line leads here.
    on_line: bool,
}

impl<'a, B: Board, H: Heuristic<B>> Search<'a, B, H> {
    pub(super) fn new(heuristic: &'a H, walk: Walk, timer: Timer) -> Search<'a, B, H> {
        Search {
            heuristic,
            walk,
            timer,
            classes: square_classes::<B>(walk),
            root_ply: 0,
            previous: Vec::new(),
            lines: Vec::new(),
            moves: Vec::new(),
            root_value: f64::NEG_INFINITY,
            met_horizon: false,
        }
    }

    /// Searches to a depth, and returns the value for the side to move.
    pub(super) fn iterate(&mut self, board: &B, depth: u32) -> Result<f64, OutOfTime> {
        self.met_horizon = false;
        self.root_value = f64::NEG_INFINITY;
        let plies = depth as usize + 2;
        self.lines = vec![Vec::new(); plies];
        self.moves.resize(plies, Vec::new());
        let root = Node { ply: 0, on_line: true };
        self.negamax(board, depth, (f64::NEG_INFINITY, f64::INFINITY), root)
    }

    /// The best line of an iteration that was completed, which the next one tries first.
    pub(super) fn keep_line(&mut self) -> &[Move] {
        self.previous.clone_from(&self.lines[0]);
        &self.previous
    }

    /// The best value and line of the iteration, if it found any. An iteration that ended early
    /// has searched the last one's best move first, so what it found is at least as good.
    fn best(&mut self, complete: bool) -> Option<(f64, Vec<Move>)> {
        let line = self.lines.first().filter(|line| !line.is_empty())?.clone();
        if complete {
            self.previous.clone_from(&line);
        }
        Some((self.root_value, line))
    }

    fn negamax(
        &mut self,
        board: &B,
        depth: u32,
        (mut alpha, beta): (f64, f64),
        node: Node,
    ) -> Result<f64, OutOfTime> {
        self.timer.tick()?;
        self.lines[node.ply].clear();
        let moves = board.moves();
        if moves.is_empty() && board.pass().moves().is_empty() {
            return Ok(self.heuristic.value(Leaf { board, over: true, ply: self.ply(node) }));
        }
        let passes = moves.is_empty();
        if depth == 0 || (passes && self.walk == Walk::WithoutPasses) {
            // Looking deeper would show no more where a pass has ended the line.
            self.met_horizon |= depth == 0;
            return Ok(self.heuristic.value(Leaf { board, over: false, ply: self.ply(node) }));
        }
        if passes {
            // The only child of a node without moves is the pass.
            return self.child(&board.pass(), depth, (alpha, beta), node, Move::Pass);
        }
        let ordered = self.order(&moves, node);
        let mut best = f64::NEG_INFINITY;
        for &square in &ordered {
            let next = board.play_unchecked(square, board.flips(square));
            best = best.max(self.child(&next, depth, (alpha, beta), node, square.into())?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves[node.ply] = ordered;
        Ok(best)
    }

    fn ply(&self, node: Node) -> usize {
        self.root_ply + node.ply
    }

    /// The value of a child for its parent, whose best line it becomes if it raises alpha.
    fn child(
        &mut self,
        board: &B,
        depth: u32,
        (alpha, beta): (f64, f64),
        parent: Node,
        mv: Move,
    ) -> Result<f64, OutOfTime> {
        let on_line = parent.on_line && self.previous.get(parent.ply) == Some(&mv);
        let node = Node { ply: parent.ply + 1, on_line };
        let value = -self.negamax(board, depth - 1, (-beta, -alpha), node)?;
        if value > alpha {
            let (line, rest) = self.lines.split_at_mut(node.ply);
            line[parent.ply].clear();
            line[parent.ply].push(mv);
            line[parent.ply].extend_from_slice(&rest[0]);
            if parent.ply == 0 {
                self.root_value = value;
            }
        }
        Ok(value)
    }

    /// The moves to try: the last iteration's best line first, then by class.
    fn order(&mut self, moves: &B::Set, node: Node) -> Vec<Square> {
        let mut ordered = std::mem::take(&mut self.moves[node.ply]);
        ordered.clear();
        by_class::<B>(&self.classes, moves, &mut ordered);
        let first = self.previous.get(node.ply).filter(|_| node.on_line);
        if let Some(&Move::Place(first)) = first
            && let Some(at) = ordered.iter().position(|&square| square == first)
        {
            ordered[..=at].rotate_right(1);
        }
        ordered
    }
}

/// The legal moves in the order in which the first iteration tries them.
pub(super) fn first_order<B: Board>(board: &B, walk: Walk) -> Vec<Square> {
    let mut ordered = Vec::new();
    by_class::<B>(&square_classes::<B>(walk), &board.moves(), &mut ordered);
    ordered
}

fn by_class<B: Board>(classes: &[B::Set], moves: &B::Set, ordered: &mut Vec<Square>) {
    for class in classes {
        ordered.extend(*moves & *class);
    }
}

/// Every square in one of five classes: corners first; then the edges, the inside, the squares
/// beside a corner, and those diagonally before it. In reading order there is one class.
fn square_classes<B: Board>(walk: Walk) -> Vec<B::Set> {
    if walk == Walk::AtOnce {
        return vec![B::set_of(|_| true)];
    }
    let class = |square: Square| {
        let (column, row) = (from_edge::<B>(square.column()), from_edge::<B>(square.row()));
        match (column.min(row), column.max(row)) {
            (0, 0) => 0,
            (0, 1) => 3,
            (1, 1) => 4,
            (0, _) => 1,
            _ => 2,
        }
    };
    (0..5).map(|wanted| B::set_of(|square| class(square) == wanted)).collect()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers are exact, or made by the same operations")]
mod tests {
    use obverse_rules::{Board8, BoardN};

    use super::*;

    /// Something that tells positions apart, and changes its sign with the side.
    struct Mobility;

    impl<B: Board> Heuristic<B> for Mobility {
        const TERMS: &'static [&'static str] = &["moves", "discs"];

        fn weighted(&self, Leaf { board, over, .. }: Leaf<'_, B>) -> impl AsRef<[f64]> {
            if over {
                return [0.0, f64::from(1000 * board.final_score())];
            }
            let moves = board.moves().len() as f64 - board.pass().moves().len() as f64;
            [moves, board.player().len() as f64 / 8.0 - board.opponent().len() as f64 / 8.0]
        }
    }

    /// Minimax without any cut: what the search must agree with.
    fn minimax<B: Board>(board: &B, depth: u32) -> f64 {
        let moves = board.moves();
        if depth == 0 || board.is_over() {
            return Mobility.value(Leaf::new(board, 0));
        }
        if moves.is_empty() {
            return -minimax(&board.pass(), depth - 1);
        }
        moves
            .iter()
            .map(|square| -minimax(&board.play_unchecked(square, board.flips(square)), depth - 1))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    fn quiet(plan: Plan, board: &impl Board) -> Found {
        let stop = StopFlag::default();
        let time_source = TimeSource::system();
        let turn = &mut Turn { time: None, clock: None, time_source, stop, observer: &mut |_| {} };
        deepen(board, &Mobility, plan, turn)
    }

    fn random_game<B: Board>(seed: u64) -> Vec<B> {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut board = B::start();
        let mut boards = Vec::new();
        while !board.is_over() {
            let squares: Vec<Square> = board.moves().iter().collect();
            board = match rng.choice(squares) {
                Some(square) => {
                    boards.push(board);
                    board.play_unchecked(square, board.flips(square))
                }
                None => board.pass(),
            };
        }
        boards
    }

    fn agrees_with_minimax<B: Board>(seed: u64, depth: u32) {
        for (at, board) in random_game::<B>(seed).into_iter().enumerate() {
            let walk = if at % 2 == 0 { Walk::Deepening } else { Walk::AtOnce };
            let found = quiet(Plan { depth, time: None, endgame: 0, walk }, &board);
            assert_eq!(found.value, minimax(&board, depth), "{board:?}");
            // The line leads to a position of that value.
            let (mut end, mut sign) = (board, 1.0);
            for mv in &found.line {
                sign = -sign;
                end = match *mv {
                    Move::Place(square) => end.play_unchecked(square, end.flips(square)),
                    Move::Pass => end.pass(),
                };
            }
            let value = Mobility.value(Leaf::new(&end, 0));
            assert_eq!(sign * value, found.value, "{board:?} {:?}", found.line);
        }
    }

    #[test]
    fn it_finds_the_value_of_plain_minimax() {
        agrees_with_minimax::<Board8>(1, 4);
        agrees_with_minimax::<BoardN<6>>(2, 4);
        agrees_with_minimax::<BoardN<4>>(3, 6);
    }

    #[test]
    fn near_the_end_it_searches_all_of_the_game() {
        for board in random_game::<Board8>(4).iter().filter(|board| board.empties() <= 7) {
            let found = quiet(
                Plan { depth: u32::MAX, time: None, endgame: 7, walk: Walk::default() },
                board,
            );
            assert_eq!(found.value, minimax(board, 20), "{board:?}");
            // To the end: the line has no moves left.
            assert_eq!(found.value % 1000.0, 0.0);
        }
    }

    #[test]
    fn out_of_time_it_keeps_the_best_move_so_far() {
        let board = Board8::start();
        for microseconds in [0, 1, 50, 500, 5000] {
            let time = Some(Duration::from_micros(microseconds));
            let found =
                quiet(Plan { depth: u32::MAX, time, endgame: 0, walk: Walk::default() }, &board);
            let Some(Move::Place(first)) = found.line.first() else { panic!("no move") };
            assert!(board.moves().contains(*first));
        }
        let stop = StopFlag::default();
        stop.raise();
        let time_source = TimeSource::system();
        let turn = &mut Turn { time: None, clock: None, time_source, stop, observer: &mut |_| {} };
        let plan = Plan { depth: u32::MAX, time: None, endgame: 0, walk: Walk::default() };
        assert!(deepen(&board, &Mobility, plan, turn).depth < 9, "stopped at once");
    }
}
