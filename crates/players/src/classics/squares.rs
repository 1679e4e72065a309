//! `squares`: what each square is worth, five plies ahead.
//!
//! The idea. Minimax with alpha-beta looks five plies ahead, and to the end of the game once no
//! more than seven squares are empty. Three things are counted, each as own less opponent's: the
//! worth of the squares held, the moves available, and stable discs, in the proportion
//! `10·squares + 5·mobility + 40·stability`. A side without a move has a single child, the pass.
//! It uses no time control, no openings and no endgame tables.
//!
//! What the description leaves open, and how it is read here:
//! - Stability takes “corner pieces, full columns, full rows and full diagonals” into account. A
//!   disc counts once for lying in a corner and once for each full line it lies on: the more of
//!   its lines are full, the fewer ways there are to turn it over, and with all four full there
//!   is none. Diagonals of one or two squares, along which nothing is ever turned, do not count.
//! - Its program evaluated for whoever was on move at the leaf. Here a value belongs to the side
//!   that chose to go there.
//! - At a finished game nothing but discs matters: their difference outweighs any estimate.
//! - With seven squares or fewer empty the search has no horizon.
//!
//! As written, that is, as its program did it: the leaf is scored for whoever is to move there,
//! and with five plies that is the opponent, whose best positions are sought; corners are the only
//! stability that counts, for the program called a line full when it was empty; and a finished
//! game is judged like any other. Moves are tried in reading order, at once to the last depth. It
//! beats random moves in about 62 of 100 games, as its document says.

use std::time::Duration;

use obverse_rules::kernel::stability;
use obverse_rules::{Bitboard, Board, Board8, Game, Size};

use super::explain::explain;
use super::points::Points;
use super::search::{self, Heuristic, Leaf, Plan, Walk};
use super::{ClassicOptions, board8, explanation, full_name};
use crate::time::time_for_move;
use crate::{Decision, Explanation, Player, PlayerError, Turn};

const NAME: &str = "squares";
const DEPTH: u32 = 5;
const SOLVE_FROM: u32 = 7;

/// What a disc on each square is worth: corners are best, the squares diagonally before them
/// really bad, those beside them bad.
const WORTH: [[i32; 8]; 8] = [
    [12, -6, 3, 2, 2, 3, -6, 12],
    [-6, -40, -5, -5, -5, -5, -40, -6],
    [3, -5, 15, 3, 3, 15, -5, 3],
    [2, -5, 3, 3, 3, 3, -5, 2],
    [2, -5, 3, 3, 3, 3, -5, 2],
    [3, -5, 15, 3, 3, 15, -5, 3],
    [-6, -40, -5, -5, -5, -5, -40, -6],
    [12, -6, 3, 2, 2, 3, -6, 12],
];

const SQUARES_WEIGHT: i32 = 10;
const MOBILITY_WEIGHT: i32 = 5;
const STABILITY_WEIGHT: i32 = 40;
/// More than any estimate, for each disc of a finished game.
const DISC_WEIGHT: i32 = 100_000;

/// Squares whose diagonal from top left to bottom right has three squares or more.
const LONG_FALLING: Bitboard = Bitboard::from_bits(0xfcfeffffffff7f3f);
/// Squares whose other diagonal has three squares or more.
const LONG_RISING: Bitboard = Bitboard::from_bits(0x3f7ffffffffffefc);

/// The player.
#[derive(Debug)]
pub(super) struct Squares {
    depth: Option<u32>,
    time: Option<Duration>,
    evaluation: SquaresEvaluation,
}

impl Squares {
    pub(super) fn new(options: &ClassicOptions) -> Squares {
        Squares {
            depth: options.depth,
            time: options.time,
            evaluation: SquaresEvaluation::new(options.written),
        }
    }

    fn plan(&self, board: &Board8, turn: &Turn<'_>) -> Plan {
        let solve = board.empties() <= SOLVE_FROM;
        Plan {
            depth: if solve { u32::MAX } else { self.depth.unwrap_or(DEPTH) },
            time: time_for_move(self.time, turn, board.empties() as usize),
            endgame: SOLVE_FROM,
            walk: if self.evaluation.written { Walk::AtOnce } else { Walk::Deepening },
        }
    }
}

impl Player for Squares {
    fn name(&self) -> String {
        full_name(NAME, self.evaluation.written)
    }

    fn supports(&self, size: Size) -> Result<(), PlayerError> {
        super::eight_only(NAME, size)
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        let board = board8(NAME, game)?;
        search::choose(&board, &self.evaluation, self.plan(&board, turn), turn)
            .map(Decision::from)
            .ok_or(PlayerError::no_move(NAME))
    }

    fn explain(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Explanation, PlayerError> {
        let board = board8(NAME, game)?;
        let moves = explain(&board, &self.evaluation, self.plan(&board, turn), turn);
        Ok(explanation(&self.name(), game, moves))
    }
}

/// The three things that are counted, each for the side to move less for the other.
#[derive(Debug, PartialEq, Eq)]
struct SquaresFeatures {
    squares: i32,
    mobility: i32,
    stability: i32,
}

impl SquaresFeatures {
    fn weighted(&self) -> [f64; 4] {
        [
            f64::from(SQUARES_WEIGHT * self.squares),
            f64::from(MOBILITY_WEIGHT * self.mobility),
            f64::from(STABILITY_WEIGHT * self.stability),
            0.0,
        ]
    }
}

#[derive(Debug)]
struct SquaresEvaluation {
    worth: Points<Board8>,
    written: bool,
}

impl SquaresEvaluation {
    fn new(written: bool) -> SquaresEvaluation {
        let worth = Points::new(|square| WORTH[square.row()][square.column()]);
        SquaresEvaluation { worth, written }
    }

    fn terms(&self, board: &Board8) -> SquaresFeatures {
        let (player, opponent) = (board.player(), board.opponent());
        let count = |squares: Bitboard| squares.len() as i32;
        let all_lines = counted_lines(player | opponent);
        let lines = if self.written { &all_lines[..1] } else { &all_lines };
        let stable = |discs: Bitboard| lines.iter().map(|&line| count(discs & line)).sum::<i32>();
        SquaresFeatures {
            squares: self.worth.of(&player) - self.worth.of(&opponent),
            mobility: count(board.moves()) - count(board.pass().moves()),
            stability: stable(player) - stable(opponent),
        }
    }
}

/// The sets of squares whose discs count as stable once for each set that they lie in, the corners
/// first.
fn counted_lines(occupied: Bitboard) -> [Bitboard; 5] {
    let [rows, columns, falling, rising] =
        stability::full_lines(occupied.bits()).map(Bitboard::from_bits);
    [Bitboard::CORNERS, rows, columns, falling & LONG_FALLING, rising & LONG_RISING]
}

impl Heuristic<Board8> for SquaresEvaluation {
    const TERMS: &'static [&'static str] = &["squares", "mobility", "stability", "result"];

    fn weighted(&self, leaf: Leaf<'_, Board8>) -> impl AsRef<[f64]> {
        let terms = || self.terms(leaf.board).weighted();
        if self.written {
            // For the side that searches, whoever is to move.
            return terms().map(|value| leaf.searcher() * value);
        }
        if leaf.over {
            return [0.0, 0.0, 0.0, f64::from(DISC_WEIGHT * leaf.board.final_score())];
        }
        terms()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers are exact, or made by the same operations")]
mod tests {
    use super::super::examples::{board, top_edge, two_moves};
    use super::*;

    #[test]
    fn two_moves_into_the_game() {
        // Squares: e4 3 + e5 3 + f5 3 = 9 for X, d4 3 + d5 3 + d6 3 = 9 for O.
        // Mobility: 5 − 4. Stability: no corner, no full line.
        let terms = SquaresEvaluation::new(false).terms(&two_moves());
        assert_eq!(terms, SquaresFeatures { squares: 0, mobility: 1, stability: 0 });
        // 10·0, 5·1, 40·0
        assert_eq!(terms.weighted(), [0.0, 5.0, 0.0, 0.0]);
    }

    #[test]
    fn a_corner_and_a_disc_before_it() {
        // X moves to c1 (over b1); O could move to d4 (over c3).
        let terms = SquaresEvaluation::new(false).terms(&board([
            "XO------", //
            "-O------", //
            "--X-----", //
            "--------", //
            "--------", //
            "--------", //
            "--------", //
            "--------",
        ]));
        // Squares: a1 12 + c3 15 = 27 less b1 −6 + b2 −40 = −46. Stability: the corner.
        assert_eq!(terms, SquaresFeatures { squares: 73, mobility: 0, stability: 1 });
        // 10·73, 5·0, 40·1
        assert_eq!(terms.weighted(), [730.0, 0.0, 40.0, 0.0]);
    }

    #[test]
    fn full_lines_count_each_disc_on_them() {
        // Squares: a1 12, b1 −6, c1 3, d1 2, e1 2, f1 3, g2 −40, h3 3 = −21
        //     less g1 −6, h1 12 = 6.
        // Stability of X: the row 6, the corner 1, the diagonal f1 g2 h3 3 = 10; of O: 2 + 1 = 3.
        // The diagonals of a1, h1 (one square) and g1 h2 (two squares) do not count.
        let terms = SquaresEvaluation::new(false).terms(&top_edge());
        assert_eq!(terms, SquaresFeatures { squares: -27, mobility: -2, stability: 7 });
        // −270 − 10 + 280
        assert_eq!(SquaresEvaluation::new(false).value(Leaf::new(&top_edge(), 0)), 0.0);
    }

    #[test]
    fn full_columns_and_rising_diagonals_count() {
        let terms = SquaresEvaluation::new(false).terms(&board([
            "X-X-----", //
            "XX------", //
            "X-------", //
            "X-------", //
            "X-------", //
            "X-------", //
            "X-------", //
            "X-------",
        ]));
        // Column a: 8. Corners a1 and a8: 2. Diagonal a3 b2 c1: 3.
        assert_eq!(terms.stability, 13);
    }

    #[test]
    fn discs_decide_a_finished_game() {
        // Two discs and nobody can move: 64 to 0 with the empty squares.
        let won = Board8::from_bits(0b11, 0).unwrap();
        let value = |board| SquaresEvaluation::new(false).value(Leaf::new(board, 0));
        assert_eq!(value(&won), 6_400_000.0);
        assert_eq!(value(&won.pass()), -6_400_000.0);
    }

    #[test]
    fn as_written_the_leaf_is_scored_for_whoever_is_to_move() {
        let written = SquaresEvaluation::new(true);
        let value = |board: &Board8, ply| written.value(Leaf::new(board, ply));
        // Squares −270, mobility −10; of the stability the corners only, 1 to 1.
        assert_eq!(written.terms(&top_edge()).stability, 0);
        assert_eq!(value(&top_edge(), 0), -280.0);
        // After five plies the opponent is to move. For him it is −280; the search turns that
        // round and takes it for its own −280.
        assert_eq!(value(&top_edge(), 5), 280.0);
        // A finished game: a1 12 and b1 −6, one corner, nobody can move.
        let over = Board8::from_bits(0b11, 0).unwrap();
        assert_eq!(value(&over, 0), 10.0 * 6.0 + 40.0);
    }
}
