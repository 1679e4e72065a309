//! `ratio`: six ratios, two bonuses, and every second of its time.
//!
//! The idea. Minimax with alpha-beta is searched to depth 1, 2, 3 … until the allotted time is
//! up, then the move and the depth it was found at are reported. All of the time is used unless
//! there is only one move or the tree has been searched to the bottom. A position is judged by
//! six parameters, each the difference between the players over the total of both, so that none
//! exceeds 1, weighed by importance:
//! `10p + 2000s + 2000c + 200m + 400l + 10d + randm`: discs, stable discs, corners, moves, discs
//! beside an open corner, weighted squares, and a whim between −5 and 5. A won state adds more
//! than anything short of it is worth; leaving the opponent without a move adds a corner's worth.
//!
//! What the description leaves open, and how it is read here:
//! - “If the value is negative then it is made positive” would not tell the players apart: each
//!   ratio keeps its sign, ahead is positive, and 0/0 is 0.
//! - Discs beside an open corner count against their owner: they hand the corner over.
//! - The weighted squares have no table of their own: `breadth`'s is taken, and the total is the
//!   sum of its absolute values.
//! - Both bonuses are turned round for the other side: a lost state, and a pass of one's own.
//!   They hold at every leaf, and a pass may come anywhere in the tree.
//! - A finished game is a won or a lost state by its discs, and neither if it is drawn.
//! - The whim belongs to the position, so that the search meets the same value each time it gets
//!   there, and to the seed.

use std::time::Duration;

use obverse_rules::{Board, Board8, Game, Size, neighbours};

use super::points::Points;
use super::search::{self, Heuristic, Plan};
use super::{CORNERS, ClassicOptions, board8, breadth};
use crate::time::time_for_move;
use crate::{Choice, Player, PlayerError, Turn};

const NAME: &str = "ratio";
const TIME: Duration = Duration::from_secs(2);

const DISCS_WEIGHT: f64 = 10.0;
const STABLE_WEIGHT: f64 = 2000.0;
const CORNERS_WEIGHT: f64 = 2000.0;
const MOVES_WEIGHT: f64 = 200.0;
const CORNER_NEIGHBOURS_WEIGHT: f64 = 400.0;
const SQUARES_WEIGHT: f64 = 10.0;
const WHIM: i64 = 5;
/// The opponent has to pass: as good as a corner.
const DOUBLE_MOVE: f64 = CORNERS_WEIGHT;
/// More than the distance between the best and the worst that is no won state (2 × 6625).
const WIN: f64 = 20_000.0;
/// So many stable discs are more than half of the board.
const WINNING_STABLE: u32 = 33;

/// The player.
#[derive(Debug)]
pub(super) struct Ratio {
    time: Option<Duration>,
    depth: Option<u32>,
    evaluation: Evaluation,
}

impl Ratio {
    pub(super) fn new(options: &ClassicOptions, seed: u64) -> Ratio {
        let evaluation = Evaluation::new(Some(seed));
        Ratio { time: options.time, depth: options.depth, evaluation }
    }
}

impl Player for Ratio {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn supports(&self, size: Size) -> Result<(), PlayerError> {
        super::eight_only(NAME, size)
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Choice, PlayerError> {
        let board = board8(NAME, game)?;
        let time = time_for_move(self.time, turn, board.empties() as usize);
        let plan = match self.depth {
            Some(depth) => Plan { depth, time, endgame: 0 },
            None => Plan { depth: u32::MAX, time: time.or(Some(TIME)), endgame: 0 },
        };
        search::choose(&board, &self.evaluation, plan, turn).ok_or(PlayerError::no_move(NAME))
    }

    fn new_game(&mut self) {
        self.evaluation.seed = self.evaluation.seed.map(|seed| seed.wrapping_add(1));
    }
}

/// The six ratios for the side to move, by the names of the description.
#[derive(Debug, PartialEq)]
struct Terms {
    /// Discs.
    p: f64,
    /// Stable discs.
    s: f64,
    /// Corners.
    c: f64,
    /// Moves.
    m: f64,
    /// Discs beside an open corner: positive where the opponent has more.
    l: f64,
    /// Weighted squares.
    d: f64,
    /// Win and double-move bonuses.
    bonus: f64,
}

impl Terms {
    fn sum(&self) -> f64 {
        DISCS_WEIGHT * self.p
            + STABLE_WEIGHT * self.s
            + CORNERS_WEIGHT * self.c
            + MOVES_WEIGHT * self.m
            + CORNER_NEIGHBOURS_WEIGHT * self.l
            + SQUARES_WEIGHT * self.d
            + self.bonus
    }
}

#[derive(Debug)]
struct Evaluation {
    points: Points<Board8>,
    points_total: f64,
    /// None for a player without whims.
    seed: Option<u64>,
}

/// The difference over the total; 0 of nothing.
fn ratio(own: u32, other: u32) -> f64 {
    let (own, other) = (f64::from(own), f64::from(other));
    if own + other == 0.0 { 0.0 } else { (own - other) / (own + other) }
}

/// The player's discs beside an open corner.
fn beside_open_corner(player: u64, occupied: u64) -> u64 {
    neighbours(CORNERS & !occupied) & player
}

/// Whether the player owns more stable discs than half of the board, or every disc.
fn has_won(stable: u32, opponent: u64) -> bool {
    stable >= WINNING_STABLE || opponent == 0
}

fn sign(condition: bool, reverse: bool) -> f64 {
    f64::from(i8::from(condition) - i8::from(reverse))
}

impl Evaluation {
    fn new(seed: Option<u64>) -> Evaluation {
        let points = Points::new(breadth::points::<Board8>);
        let points_total = obverse_rules::Square::all(Size::EIGHT)
            .map(|s| breadth::points::<Board8>(s).abs())
            .sum::<i32>();
        Evaluation { points, points_total: points_total.into(), seed }
    }

    fn terms(&self, board: &Board8) -> Terms {
        let Board8 { player, opponent } = *board;
        let occupied = player | opponent;
        let passed = board.pass();
        let (own_moves, other_moves) = (board.moves().count_ones(), passed.moves().count_ones());
        let (own_stable, other_stable) =
            (board.stable().count_ones(), passed.stable().count_ones());
        let won = sign(has_won(own_stable, opponent), has_won(other_stable, player));
        let double_move = sign(other_moves == 0, own_moves == 0);
        Terms {
            p: ratio(player.count_ones(), opponent.count_ones()),
            s: ratio(own_stable, other_stable),
            c: ratio((player & CORNERS).count_ones(), (opponent & CORNERS).count_ones()),
            m: ratio(own_moves, other_moves),
            l: ratio(
                beside_open_corner(opponent, occupied).count_ones(),
                beside_open_corner(player, occupied).count_ones(),
            ),
            d: f64::from(self.points.of(&player) - self.points.of(&opponent)) / self.points_total,
            bonus: WIN * won + DOUBLE_MOVE * double_move,
        }
    }

    fn whim(&self, board: &Board8) -> f64 {
        let Some(seed) = self.seed else { return 0.0 };
        let mut rng = fastrand::Rng::with_seed(seed ^ board.hash64());
        rng.i64(-WHIM..=WHIM) as f64
    }
}

impl Heuristic<Board8> for Evaluation {
    fn value(&self, board: &Board8) -> f64 {
        self.terms(board).sum() + self.whim(board)
    }

    fn finished(&self, board: &Board8) -> f64 {
        let won = WIN * f64::from(board.final_score().signum());
        Terms { bonus: won, ..self.terms(board) }.sum()
    }
}
