//! `breadth`: the tree of moves grown breadth-first through a queue.
//!
//! The idea. All valid moves of a position go to the tail of a queue; the next is taken from its
//! front, and so on: the tree grows from left to right and top down. Before each step it is made
//! sure that there is time left to score all the leaves and to pick the best move by min-max. A
//! position is worth the points of the squares a player holds plus the number of their discs;
//! with fewer than four moves left the number of discs alone.
//!
//! The description's own next step is part of the player: with `search=alphabeta` the same
//! evaluation is searched by alpha-beta, which looks much deeper in the same time.
//!
//! What the description leaves open, and how it is read here:
//! - “Moves left” are empty squares of the position that is scored. A finished game counts discs,
//!   however many squares are empty.
//! - A side without a move has one child, the pass.
//! - Equal moves: the first one in reading order.
//! - The table is printed for a quadrant of 8×8. On other sizes it is stretched by the distance
//!   from the edges: what lies on an edge or next to one keeps its row of the table, the middle
//!   keeps the last one, and all between have the third.
//! - The tree would fill any memory: it stops growing at a fixed size.

use std::time::Duration;

use obverse_engine::TimeSource;
use obverse_rules::{Board, Game, Move, Square, SquareSet, with_board};

use super::points::{Points, from_edge};
use super::search::{self, Heuristic, Leaf, Plan, Walk};
use super::{ClassicOptions, explain, explanation};
use crate::explanation::best_first;
use crate::time::time_for_move;
use crate::{
    Choice, Decision, ExplainedMove, Explanation, GrowthEnd, Player, PlayerError, SearchedMove,
    Thought, TreeGrowth, Turn,
};

const NAME: &str = "breadth";
const TIME: Duration = Duration::from_secs(1);
/// With fewer empty squares than this, discs alone count.
const DISCS_ONLY_BELOW: usize = 4;
/// The bytes that the tree may take up where the options do not say it.
const MEMORY: usize = 192 << 20;

/// What the squares of the top left quadrant are worth, row by row; the others mirror it.
pub type Quadrant = [[i32; 4]; 4];

/// The points that the description gives.
pub const QUADRANT: Quadrant = [[30, -4, 12, 10], [-4, -8, -4, 2], [12, -4, 2, 2], [10, 2, 2, -4]];

/// The points of a square.
pub(super) fn points<B: Board>(square: Square) -> i32 {
    points_in::<B>(&QUADRANT, square)
}

fn points_in<B: Board>(quadrant: &Quadrant, square: Square) -> i32 {
    let innermost = B::SIZE.get() / 2 - 1;
    let stretched = |line: usize| match from_edge::<B>(line) {
        near @ (0 | 1) => near,
        middle if middle == innermost => 3,
        _ => 2,
    };
    quadrant[stretched(square.row())][stretched(square.column())]
}

/// The player.
#[derive(Debug)]
pub(super) struct Breadth {
    time: Option<Duration>,
    depth: Option<u32>,
    alphabeta: bool,
    points: Quadrant,
    memory: usize,
}

impl Breadth {
    pub(super) fn new(options: &ClassicOptions) -> Breadth {
        Breadth {
            time: options.time,
            depth: options.depth,
            alphabeta: options.alphabeta,
            points: options.points.unwrap_or(QUADRANT),
            memory: options.memory.unwrap_or(MEMORY),
        }
    }

    fn plan<B: Board>(&self, board: &B, turn: &Turn<'_>) -> Plan {
        let time = time_for_move(self.time, turn, board.empty().len());
        // A depth of one's own is a limit too.
        let time = if self.depth.is_some() { time } else { time.or(Some(TIME)) };
        Plan { depth: self.depth.unwrap_or(u32::MAX), time, endgame: 0, walk: Walk::Deepening }
    }

    fn choose_on<B: Board>(&self, board: &B, turn: &mut Turn<'_>) -> Option<Choice> {
        let plan = self.plan(board, turn);
        let evaluation = BreadthEvaluation::new(&self.points);
        if self.alphabeta {
            return search::choose(board, &evaluation, plan, turn);
        }
        let moves = board.moves();
        if moves.len() == 1 {
            return moves.iter().next().map(|square| Move::Place(square).into());
        }
        let begun = turn.time_source.now();
        let mut tree = Tree::new(*board, evaluation, self.memory);
        tree.grow(plan, turn);
        let values = tree.values();
        let line = tree.best_line(&values, 0);
        let mv = *line.first()?;
        let thought = Thought {
            score: None,
            // The last level of a whole tree has no moves, and some have passes.
            depth: Some(tree.depth.min(board.empty().len() as u32)),
            line,
            nodes: tree.nodes.len() as u64,
            elapsed: turn.time_source.now().saturating_sub(begun),
        };
        Some(Choice { mv, thought: Some(thought) })
    }

    fn explain_on<B: Board>(&self, board: &B, turn: &Turn<'_>) -> Explained {
        let plan = self.plan(board, turn);
        let evaluation = BreadthEvaluation::new(&self.points);
        if self.alphabeta {
            return (explain::explain(board, &evaluation, plan, turn), None);
        }
        let mut tree = Tree::new(*board, evaluation, self.memory);
        tree.grow(plan, turn);
        (tree.explained(), Some(tree.growth()))
    }
}

/// Every move, and the tree if there was one.
type Explained = (Vec<ExplainedMove>, Option<TreeGrowth>);

impl Player for Breadth {
    fn name(&self) -> String {
        if self.alphabeta { format!("{NAME} alphabeta") } else { NAME.to_owned() }
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        with_board!(game.position().board(), board => self.choose_on(board, turn))
            .map(Decision::from)
            .ok_or(PlayerError::no_move(NAME))
    }

    fn explain(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Explanation, PlayerError> {
        let (moves, tree) =
            with_board!(game.position().board(), board => self.explain_on(board, turn));
        Ok(Explanation { tree, ..explanation(&self.name(), game, moves) })
    }
}

#[derive(Debug)]
struct BreadthEvaluation<B: Board> {
    points: Points<B>,
}

impl<B: Board> BreadthEvaluation<B> {
    fn new(quadrant: &Quadrant) -> BreadthEvaluation<B> {
        BreadthEvaluation { points: Points::new(|square| points_in::<B>(quadrant, square)) }
    }

    fn discs(board: &B) -> i32 {
        board.player().len() as i32 - board.opponent().len() as i32
    }

    fn points(&self, board: &B) -> i32 {
        self.points.of(&board.player()) - self.points.of(&board.opponent())
    }

    /// The points and discs that count, for the side to move.
    fn counted(&self, Leaf { board, over, .. }: Leaf<'_, B>) -> [i32; 2] {
        let moves_left = B::SIZE.squares() - board.player().len() - board.opponent().len();
        let discs_only = over || moves_left < DISCS_ONLY_BELOW;
        [if discs_only { 0 } else { self.points(board) }, Self::discs(board)]
    }

    fn score(&self, leaf: Leaf<'_, B>) -> i32 {
        self.counted(leaf).iter().sum()
    }
}

impl<B: Board> Heuristic<B> for BreadthEvaluation<B> {
    const TERMS: &'static [&'static str] = &["points", "discs"];

    fn weighted(&self, leaf: Leaf<'_, B>) -> impl AsRef<[f64]> {
        self.counted(leaf).map(f64::from)
    }
}

/// A position of the tree, seen by its side to move.
#[derive(Debug)]
struct TreeNode<B> {
    board: B,
    /// The children stand together in the list of nodes, in the order of the moves.
    first_child: u32,
    children: u16,
    finished: bool,
}

/// The tree, in the order in which it grew: the list of nodes is the queue.
struct Tree<B: Board> {
    nodes: Vec<TreeNode<B>>,
    evaluation: BreadthEvaluation<B>,
    /// The nodes for which there is memory.
    capacity: usize,
    /// The first node that has not been taken from the queue.
    next: usize,
    /// Where each level begins in the list of nodes; the last one may be incomplete.
    levels: Vec<usize>,
    /// The levels that are complete.
    depth: u32,
    /// Why it stopped growing.
    ended: GrowthEnd,
    /// The bytes that it may take up.
    memory: usize,
}

impl<B: Board> Tree<B> {
    /// How often the clock is looked at, in steps of the queue.
    const STEPS: usize = 16;
    /// How many positions tell how long scoring takes.
    const SAMPLE: usize = 1024;

    fn new(root: B, evaluation: BreadthEvaluation<B>, memory: usize) -> Tree<B> {
        let root = TreeNode { board: root, first_child: 0, children: 0, finished: false };
        // Each node has a value in the end.
        let capacity = memory / (size_of::<TreeNode<B>>() + size_of::<i32>());
        Tree {
            nodes: vec![root],
            evaluation,
            capacity,
            next: 0,
            levels: vec![0, 1],
            depth: 0,
            ended: GrowthEnd::Whole,
            memory,
        }
    }

    /// Takes position after position from the queue and adds its moves to it, until the tree is
    /// deep enough, whole, or as large as time and memory allow.
    fn grow(&mut self, plan: Plan, turn: &Turn<'_>) {
        let deadline = plan.time.map(|time| turn.time_source.now().saturating_add(time));
        let mut per_leaf = Duration::ZERO;
        let mut level_end = 1;
        while self.next < self.nodes.len() {
            if self.depth >= plan.depth {
                self.ended = GrowthEnd::Depth;
                return;
            }
            if self.next == Self::SAMPLE {
                per_leaf = self.time_to_score(&turn.time_source);
            }
            // The first level is always complete: there is a move to choose.
            if self.next > 0 {
                if self.next.is_multiple_of(Self::STEPS) {
                    let buffer = per_leaf * self.nodes.len() as u32;
                    let in_danger = deadline
                        .is_some_and(|deadline| turn.time_source.now() + buffer >= deadline);
                    if in_danger || turn.stop.is_raised() {
                        self.ended = GrowthEnd::Time;
                        return;
                    }
                }
                if self.nodes.len() + B::SIZE.squares() > self.capacity {
                    self.ended = GrowthEnd::Memory;
                    return;
                }
            }
            self.expand();
            if self.next == level_end {
                level_end = self.nodes.len();
                self.levels.push(level_end);
                self.depth += 1;
            }
        }
        self.ended = GrowthEnd::Whole;
    }

    /// Takes one position from the queue.
    fn expand(&mut self) {
        let board = self.nodes[self.next].board;
        let first_child = self.nodes.len();
        let child = |board| TreeNode { board, first_child: 0, children: 0, finished: false };
        for square in board.moves() {
            self.nodes.push(child(board.play_unchecked(square, board.flips(square))));
        }
        if self.nodes.len() == first_child {
            let passed = board.pass();
            if passed.moves().is_empty() {
                self.nodes[self.next].finished = true;
            } else {
                self.nodes.push(child(passed));
            }
        }
        let children = self.nodes.len() - first_child;
        let node = &mut self.nodes[self.next];
        node.first_child = first_child as u32;
        node.children = children as u16;
        self.next += 1;
    }

    /// How long it takes to score a position, found by scoring the first ones, with a margin:
    /// a large tree lies in slow memory and has to be given back. Of several tries the shortest
    /// counts: the others were interrupted. A clock that a browser has made coarse shows nothing
    /// for so short a time: then they are scored more often.
    fn time_to_score(&self, time_source: &TimeSource) -> Duration {
        let sample = |rounds: u32| {
            let begun = time_source.now();
            for _ in 0..rounds {
                for node in &self.nodes[..Self::SAMPLE] {
                    std::hint::black_box(self.evaluation.score(node.leaf()));
                }
            }
            time_source.now().saturating_sub(begun) / rounds
        };
        let shortest = |rounds| (0..3).map(|_| sample(rounds)).min().unwrap_or_default();
        let measured = [1, 32, 512].into_iter().map(shortest).find(|time| !time.is_zero());
        3 * measured.unwrap_or_default() / Self::SAMPLE as u32
    }

    /// Scores the leaves, and min-max upwards: the last nodes are the deepest.
    fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            values[index] = if node.children == 0 {
                self.evaluation.score(node.leaf())
            } else {
                values[node.family()].iter().map(|value: &i32| -value).max().unwrap_or(0)
            };
        }
        values
    }

    /// The best play from a node on.
    fn best_line(&self, values: &[i32], from: usize) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = &self.nodes[from];
        // The best child is the worst for the opponent; of equal ones the first.
        while let Some(best) = node.family().min_by_key(|&child| values[child]) {
            let moves = node.board.moves();
            let square = moves.iter().nth(best - node.first_child as usize);
            line.push(square.map_or(Move::Pass, Move::Place));
            node = &self.nodes[best];
        }
        line
    }

    /// How many positions there are under each move of the root, its own counted.
    fn nodes_by_move(&self) -> Vec<u64> {
        let root = self.nodes[0].family();
        let mut counts = vec![0; root.len()];
        // The children of a family follow one another as their parents do.
        let mut branch = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.family() {
                branch[child] = if index == 0 { child - root.start } else { branch[index] };
                counts[branch[child]] += 1;
            }
        }
        counts
    }

    fn explained(&self) -> Vec<ExplainedMove> {
        let root = &self.nodes[0];
        let values = self.values();
        let nodes = self.nodes_by_move();
        let children = root.family().zip(root.board.moves()).zip(nodes);
        let mut moves: Vec<ExplainedMove> = children
            .map(|((child, square), nodes)| {
                let mut line = vec![Move::Place(square)];
                line.extend(self.best_line(&values, child));
                let searched = SearchedMove {
                    score: f64::from(-values[child]),
                    kind: None,
                    depth: line.len() as u32,
                    nodes,
                    terms: explain::terms_after(&root.board, &line, &self.evaluation),
                    line,
                    iterations: Vec::new(),
                };
                let terms = explain::terms_after(&root.board, &[square.into()], &self.evaluation);
                ExplainedMove { square, terms, searched, opening: None }
            })
            .collect();
        best_first(&mut moves);
        moves
    }

    fn growth(&self) -> TreeGrowth {
        let ends = self.levels.iter().skip(1).copied().chain([self.nodes.len()]);
        let levels = self.levels.iter().zip(ends).map(|(begin, end)| (end - begin) as u64);
        TreeGrowth {
            levels: levels.filter(|&positions| positions > 0).collect(),
            complete: self.depth.min(self.nodes[0].board.empty().len() as u32),
            memory: self.nodes.len() * (size_of::<TreeNode<B>>() + size_of::<i32>()),
            allowed: self.memory,
            ended: self.ended,
        }
    }
}

impl<B> TreeNode<B> {
    fn leaf(&self) -> Leaf<'_, B> {
        Leaf { board: &self.board, over: self.finished, ply: 0 }
    }

    fn family(&self) -> std::ops::Range<usize> {
        self.first_child as usize..self.first_child as usize + self.children as usize
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers are exact, or made by the same operations")]
mod tests {
    use obverse_rules::{Board8, BoardN};

    use super::super::examples::{board, top_edge, two_moves};
    use super::*;

    #[test]
    fn the_quadrant_is_mirrored_over_the_board() {
        let row = |row| -> Vec<i32> {
            (0..8).map(|column| points::<Board8>(Square::new(column, row).unwrap())).collect()
        };
        for (near, far) in [(0, 7), (1, 6), (2, 5), (3, 4)] {
            assert_eq!(row(near), row(far));
        }
        assert_eq!(row(0), [30, -4, 12, 10, 10, 12, -4, 30]);
        assert_eq!(row(1), [-4, -8, -4, 2, 2, -4, -8, -4]);
        assert_eq!(row(2), [12, -4, 2, 2, 2, 2, -4, 12]);
        assert_eq!(row(3), [10, 2, 2, -4, -4, 2, 2, 10]);
    }

    #[test]
    fn other_boards_stretch_the_quadrant_in_the_middle() {
        fn top<B: Board>() -> Vec<i32> {
            let half = B::SIZE.get() / 2;
            (0..half).map(|column| points::<B>(Square::new(column, 0).unwrap())).collect()
        }
        assert_eq!(top::<BoardN<4>>(), [30, -4]);
        assert_eq!(top::<BoardN<6>>(), [30, -4, 10]);
        assert_eq!(top::<BoardN<10>>(), [30, -4, 12, 12, 10]);
        assert_eq!(top::<BoardN<14>>(), [30, -4, 12, 12, 12, 12, 10]);
    }

    #[test]
    fn points_and_discs() {
        // Points: e4 −4 + e5 −4 + f5 2 = −6 for X; d4 −4 + d5 −4 + d6 2 = −6 for O. Discs 3 to 3.
        assert_eq!(BreadthEvaluation::new(&QUADRANT).score(Leaf::new(&two_moves(), 0)), 0);
        // a1 30, b1 −4, c1 12, d1 10, e1 10, f1 12, g2 −8, h3 12 = 74 less g1 −4, h1 30 = 26.
        let evaluation = BreadthEvaluation::new(&QUADRANT);
        assert_eq!(evaluation.points(&top_edge()), 48);
        assert_eq!(BreadthEvaluation::discs(&top_edge()), 8 - 2);
        assert_eq!(evaluation.counted(Leaf::new(&top_edge(), 0)), [48, 6]);
    }

    #[test]
    fn with_fewer_than_four_moves_left_discs_alone_count() {
        let with_empties = |last: &str| {
            BreadthEvaluation::new(&QUADRANT).score(Leaf::new(
                &board([
                    "OOOOOOOO", //
                    "XXXXXXXX", //
                    "XXXXXXXX", //
                    "XXXXXXXX", //
                    "XXXXXXXX", //
                    "XXXXXXXX", //
                    "XXXXXXXX", last,
                ]),
                0,
            ))
        };
        // 48 + 5 X to 8 O, three squares empty.
        assert_eq!(with_empties("XXXXX---"), 53 - 8);
        // Four empty: also points. The rows of the table add up to 2·48, 2·(−14), 2·12 and 2·10
        // from the edge inwards: X has rows 2 to 7, 2·(−28 + 24 + 20) = 32, and a8 to d8, 48; O
        // has row 1, 96.
        assert_eq!(with_empties("XXXX----"), (52 - 8) + (32 + 48) - 96);
    }

    #[test]
    fn the_queue_and_alpha_beta_agree_where_they_look_equally_deep() {
        let mut board = Board8::start();
        let mut rng = fastrand::Rng::with_seed(1);
        while !board.is_over() {
            let squares: Vec<Square> = board.moves().iter().collect();
            let Some(&square) = squares.get(rng.usize(..squares.len().max(1))) else {
                board = board.pass();
                continue;
            };
            for depth in 1..=3 {
                let turn = &mut Turn {
                    time: None,
                    clock: None,
                    time_source: TimeSource::system(),
                    stop: obverse_engine::StopFlag::default(),
                    observer: &mut |_| {},
                };
                let plan = Plan { depth, time: None, endgame: 0, walk: Walk::default() };
                let mut tree = Tree::new(board, BreadthEvaluation::new(&QUADRANT), MEMORY);
                tree.grow(plan, turn);
                assert!(tree.depth <= depth);
                let found = search::deepen(&board, &BreadthEvaluation::new(&QUADRANT), plan, turn);
                assert_eq!(f64::from(tree.values()[0]), found.value, "{board:?} depth {depth}");
            }
            board = board.play_unchecked(square, board.flips(square));
        }
    }
}
