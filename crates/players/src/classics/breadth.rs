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
//! - The tree would fill any memory: it stops growing where it takes up as much as the hash table
//!   of an engine may (`hash`).
//! - The last level is seldom complete when the time is up. Only complete levels are scored, as the
//!   description has it. To score the half-grown level too was tried: some moves are then judged
//!   after one's own move and others after the opponent's, and it is no better (`docs/classics.md`).
//!   As written it plays the same.

mod tree;

use std::time::Duration;

use obverse_rules::{Board, Game, Move, Square, SquareSet, with_board};

use self::tree::{Branch, Tree};
use super::points::{Points, from_edge};
use super::search::{self, Heuristic, Leaf, Plan, Walk};
use super::{ClassicOptions, QUADRANT, Quadrant, explain, explanation, full_name};
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
    written: bool,
}

impl Breadth {
    pub(super) fn new(options: &ClassicOptions) -> Breadth {
        Breadth {
            time: options.time,
            depth: options.depth,
            alphabeta: options.alphabeta,
            points: options.points.unwrap_or(QUADRANT),
            memory: options.memory.unwrap_or(MEMORY),
            written: options.written,
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
        let empties = board.empty().len() as u32;
        let clock = turn.time_source.clone();
        let mut tree = Tree::new(*board, &evaluation, self.memory);
        let thought = |tree: &Tree<'_, B>, best: &Branch| Thought {
            // The last level of a whole tree has no moves, and some have passes.
            depth: Some(tree.depth().min(empties)),
            line: best.line.clone(),
            nodes: tree.positions(),
            elapsed: clock.now().saturating_sub(begun),
            remark: (tree.growth().ended == GrowthEnd::Memory).then_some("its memory was full"),
            score: None,
        };
        tree.grow(plan, turn);
        let best = best_of(tree.found.last()?)?;
        Some(Choice { mv: *best.line.first()?, thought: Some(thought(&tree, best)) })
    }

    fn explain_on<B: Board>(&self, board: &B, turn: &Turn<'_>) -> Explained {
        let plan = self.plan(board, turn);
        let evaluation = BreadthEvaluation::new(&self.points);
        if self.alphabeta {
            return (explain::explain(board, &evaluation, plan, turn), None);
        }
        let mut tree = Tree::new(*board, &evaluation, self.memory);
        tree.grow(plan, turn);
        let empties = board.empty().len() as u32;
        let branches = tree.found.last().cloned().unwrap_or_default().into_iter().enumerate();
        let explained = |(at, branch): (usize, Branch)| {
            let Branch { square, value, line, positions } = branch;
            let terms = |line: &[Move]| explain::terms_after(board, line, &evaluation);
            Some(ExplainedMove {
                square: square?,
                terms: terms(&line[..1]),
                searched: SearchedMove {
                    score: f64::from(value),
                    kind: None,
                    depth: tree.depth().min(empties),
                    nodes: positions,
                    terms: terms(&line),
                    line,
                    iterations: tree.iterations(at),
                },
                opening: None,
                overlooked: None,
            })
        };
        let mut moves: Vec<ExplainedMove> = branches.filter_map(explained).collect();
        best_first(&mut moves);
        (moves, Some(tree.growth()))
    }
}

/// The best of the moves; of equal ones the first.
fn best_of(branches: &[Branch]) -> Option<&Branch> {
    branches.iter().rev().max_by_key(|branch| branch.value)
}

/// Every move, and the tree if there was one.
type Explained = (Vec<ExplainedMove>, Option<TreeGrowth>);

impl Player for Breadth {
    fn name(&self) -> String {
        let name = if self.alphabeta { "breadth alphabeta" } else { NAME };
        full_name(name, self.written)
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
                    time_source: obverse_engine::TimeSource::system(),
                    stop: obverse_engine::StopFlag::default(),
                    observer: &mut |_| {},
                };
                let plan = Plan { depth, time: None, endgame: 0, walk: Walk::default() };
                let evaluation = BreadthEvaluation::new(&QUADRANT);
                let mut tree = Tree::new(board, &evaluation, MEMORY);
                tree.grow(plan, turn);
                assert!(tree.depth() <= depth);
                let found = search::deepen(&board, &BreadthEvaluation::new(&QUADRANT), plan, turn);
                let best = best_of(tree.found.last().unwrap()).unwrap();
                assert_eq!(f64::from(best.value), found.value, "{board:?} depth {depth}");
            }
            board = board.play_unchecked(square, board.flips(square));
        }
    }

    fn quiet<T>(ask: impl FnOnce(&mut Turn<'_>) -> T) -> T {
        ask(&mut Turn {
            time: None,
            clock: None,
            time_source: obverse_engine::TimeSource::system(),
            stop: obverse_engine::StopFlag::default(),
            observer: &mut |_| {},
        })
    }

    /// Positions after each ply from the start, as perft counts them.
    const PERFT: [u64; 8] = [1, 4, 12, 56, 244, 1396, 8200, 55092];

    #[test]
    fn a_level_has_the_positions_that_perft_counts_in_two_bytes_each() {
        let evaluation = BreadthEvaluation::new(&QUADRANT);
        let mut tree = Tree::new(Board8::start(), &evaluation, MEMORY);
        let plan = Plan { depth: 7, time: None, endgame: 0, walk: Walk::default() };
        quiet(|turn| tree.grow(plan, turn));
        let growth = tree.growth();
        assert_eq!(growth.levels, PERFT);
        // A queue grows by an eighth; short ones have room for some positions more.
        let positions: u64 = PERFT.iter().sum();
        assert!(growth.memory as u64 <= 2 * positions * 9 / 8 + 8 * 2 * 17 * 64);
    }

    #[test]
    fn a_full_memory_ends_growth_and_is_told() {
        let evaluation = BreadthEvaluation::new(&QUADRANT);
        let plan = Plan { depth: 99, time: None, endgame: 0, walk: Walk::default() };
        for allowed in [0, 1 << 10, 100 << 10] {
            let mut tree = Tree::new(Board8::start(), &evaluation, allowed);
            quiet(|turn| tree.grow(plan, turn));
            let growth = tree.growth();
            assert_eq!(growth.ended, GrowthEnd::Memory);
            // The first level is there whatever it takes.
            assert!(growth.memory <= allowed.max(100), "{growth:?}");
            let (last, complete) = growth.levels.split_last().unwrap();
            assert_eq!(complete, &PERFT[..complete.len()]);
            assert!(*last <= PERFT[complete.len()], "{growth:?}");
        }
        let options = ClassicOptions { memory: Some(100 << 10), ..ClassicOptions::default() };
        let game = Game::from_start(obverse_rules::Size::EIGHT);
        let decision = quiet(|turn| Breadth::new(&options).choose(&game, turn));
        let Ok(Decision::Move(Choice { thought: Some(thought), .. })) = decision else { panic!() };
        assert_eq!(thought.remark, Some("its memory was full"));
    }

    /// Grows the tree until the flag has been asked so often; how often it was.
    fn grow(tree: &mut Tree<'_, Board8>, plan: Plan, most: u32) -> u32 {
        let asked = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
        let count = asked.clone();
        let relaxed = std::sync::atomic::Ordering::Relaxed;
        let stop =
            obverse_engine::StopFlag::asking(move || count.fetch_add(1, relaxed) + 1 >= most);
        let time_source = obverse_engine::TimeSource::system();
        let observer = &mut |_: &_| {};
        tree.grow(plan, &Turn { time: None, clock: None, time_source, stop, observer });
        asked.load(relaxed)
    }

    #[test]
    fn a_stop_while_a_level_is_scored_leaves_the_level_before() {
        let evaluation = BreadthEvaluation::new(&QUADRANT);
        let plan = Plan { depth: 7, time: None, endgame: 0, walk: Walk::default() };
        let mut whole = Tree::new(Board8::start(), &evaluation, MEMORY);
        let asked = grow(&mut whole, plan, u32::MAX);
        let mut cut = Tree::new(Board8::start(), &evaluation, MEMORY);
        grow(&mut cut, plan, asked);
        assert_eq!(cut.growth().levels, PERFT, "the last level has been made");
        assert_eq!(cut.found, whole.found[..6], "but not scored");
    }

    #[test]
    fn complete_levels_alone_are_scored() {
        let evaluation = BreadthEvaluation::new(&QUADRANT);
        let plan = |depth| Plan { depth, time: None, endgame: 0, walk: Walk::default() };
        let mut half_grown = 0;
        for allowed in (10_000..40_000).step_by(3000) {
            let mut cut = Tree::new(two_moves(), &evaluation, allowed);
            quiet(|turn| cut.grow(plan(99), turn));
            half_grown += u32::from(cut.growth().levels.len() as u32 > cut.depth() + 1);
            let mut whole = Tree::new(two_moves(), &evaluation, MEMORY);
            quiet(|turn| whole.grow(plan(cut.depth()), turn));
            assert_eq!(cut.found, whole.found);
        }
        assert!(half_grown > 3, "most trees have half a level");
    }
}
