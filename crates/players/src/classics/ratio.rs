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
//!
//! As written every ratio is made positive, so that it says how uneven the position is and not who
//! is ahead: for the side that searches all of them are good. Its program computed the bonus for a
//! won state and then overwrote it, so that it is lost on the way up; and it knew passes only for
//! the move to be played: within the tree a line ends where a side has no move.

use std::time::Duration;

use obverse_rules::{Bitboard, Board, Board8, Game, Size};

use super::explain::explain;
use super::points::Points;
use super::search::{self, Heuristic, Leaf, Plan, Walk};
use super::{ClassicOptions, board8, breadth, explanation, full_name};
use crate::engine_player::seed_of_game;
use crate::time::time_for_move;
use crate::{Decision, Explanation, Player, PlayerError, Turn};

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
const WINNING_STABLE: usize = 33;

/// The player.
#[derive(Debug)]
pub(super) struct Ratio {
    time: Option<Duration>,
    depth: Option<u32>,
    seed: u64,
    evaluation: RatioEvaluation,
}

impl Ratio {
    pub(super) fn new(options: &ClassicOptions, seed: u64) -> Ratio {
        let evaluation = RatioEvaluation::new(Some(seed), options.written);
        Ratio { time: options.time, depth: options.depth, seed, evaluation }
    }

    fn plan(&self, board: &Board8, turn: &Turn<'_>) -> Plan {
        let time = time_for_move(self.time, turn, board.empties() as usize);
        let walk = if self.evaluation.written { Walk::WithoutPasses } else { Walk::Deepening };
        match self.depth {
            Some(depth) => Plan { depth, time, endgame: 0, walk },
            None => Plan { depth: u32::MAX, time: time.or(Some(TIME)), endgame: 0, walk },
        }
    }
}

impl Player for Ratio {
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

    fn new_game(&mut self, number: u64) {
        self.evaluation.seed = Some(seed_of_game(self.seed, number));
    }
}

/// The six ratios for the side to move, by the names of the description.
#[derive(Debug, PartialEq)]
struct RatioFeatures {
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
    /// A won state: 1, or −1 for a lost one.
    win: f64,
    /// The opponent has to pass: 1, or −1 for a pass of one's own.
    double_move: f64,
    /// The whim.
    whim: f64,
}

impl RatioFeatures {
    /// As written: every ratio is positive for the side that searches, a win counts nothing.
    fn written(&self, searcher: f64) -> RatioFeatures {
        let positive = |ratio: f64| searcher * ratio.abs();
        RatioFeatures {
            p: positive(self.p),
            s: positive(self.s),
            c: positive(self.c),
            m: positive(self.m),
            l: positive(self.l),
            d: positive(self.d),
            win: 0.0,
            double_move: self.double_move,
            whim: searcher * self.whim,
        }
    }

    fn weighted(&self) -> [f64; 9] {
        [
            DISCS_WEIGHT * self.p,
            STABLE_WEIGHT * self.s,
            CORNERS_WEIGHT * self.c,
            MOVES_WEIGHT * self.m,
            CORNER_NEIGHBOURS_WEIGHT * self.l,
            SQUARES_WEIGHT * self.d,
            WIN * self.win,
            DOUBLE_MOVE * self.double_move,
            self.whim,
        ]
    }
}

#[derive(Debug)]
struct RatioEvaluation {
    points: Points<Board8>,
    points_total: f64,
    /// None for a player without whims.
    seed: Option<u64>,
    written: bool,
}

/// The difference over the total; 0 of nothing.
fn ratio(own: usize, other: usize) -> f64 {
    let (own, other) = (own as f64, other as f64);
    if own + other == 0.0 { 0.0 } else { (own - other) / (own + other) }
}

/// The player's discs beside an open corner.
fn beside_open_corner(player: Bitboard, occupied: Bitboard) -> Bitboard {
    (Bitboard::CORNERS - occupied).neighbours() & player
}

/// Whether the player owns more stable discs than half of the board, or every disc.
fn has_won(stable: usize, opponent: Bitboard) -> bool {
    stable >= WINNING_STABLE || opponent.is_empty()
}

fn sign(condition: bool, reverse: bool) -> f64 {
    f64::from(i8::from(condition) - i8::from(reverse))
}

impl RatioEvaluation {
    fn new(seed: Option<u64>, written: bool) -> RatioEvaluation {
        let points = Points::new(breadth::points::<Board8>);
        let points_total = obverse_rules::Square::all(Size::EIGHT)
            .map(|s| breadth::points::<Board8>(s).abs())
            .sum::<i32>();
        RatioEvaluation { points, points_total: points_total.into(), seed, written }
    }

    fn terms(&self, board: &Board8) -> RatioFeatures {
        let (player, opponent) = (board.player(), board.opponent());
        let occupied = player | opponent;
        let passed = board.pass();
        let (own_moves, other_moves) = (board.moves().len(), passed.moves().len());
        let (own_stable, other_stable) = (board.stable().len(), passed.stable().len());
        let won = sign(has_won(own_stable, opponent), has_won(other_stable, player));
        let double_move = sign(other_moves == 0, own_moves == 0);
        RatioFeatures {
            p: ratio(player.len(), opponent.len()),
            s: ratio(own_stable, other_stable),
            c: ratio((player & Bitboard::CORNERS).len(), (opponent & Bitboard::CORNERS).len()),
            m: ratio(own_moves, other_moves),
            l: ratio(
                beside_open_corner(opponent, occupied).len(),
                beside_open_corner(player, occupied).len(),
            ),
            d: f64::from(self.points.of(&player) - self.points.of(&opponent)) / self.points_total,
            win: won,
            double_move,
            whim: self.whim(board),
        }
    }

    fn whim(&self, board: &Board8) -> f64 {
        let Some(seed) = self.seed else { return 0.0 };
        let mut rng = fastrand::Rng::with_seed(seed ^ board.hash64());
        rng.i64(-WHIM..=WHIM) as f64
    }
}

impl Heuristic<Board8> for RatioEvaluation {
    const TERMS: &'static [&'static str] = &[
        "discs",
        "stable",
        "corners",
        "moves",
        "beside_corners",
        "squares",
        "win",
        "double_move",
        "whim",
    ];

    fn weighted(&self, leaf: Leaf<'_, Board8>) -> impl AsRef<[f64]> {
        let features = self.terms(leaf.board);
        if self.written {
            return features.written(leaf.searcher()).weighted();
        }
        if !leaf.over {
            return features.weighted();
        }
        let win = f64::from(leaf.board.final_score().signum());
        RatioFeatures { win, double_move: 0.0, whim: 0.0, ..features }.weighted()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers are exact, or made by the same operations")]
mod tests {
    use super::super::examples::{board, close, top_edge, two_moves};
    use super::*;

    #[test]
    fn two_moves_into_the_game() {
        // 3 discs each, nothing stable, no corners; moves (5 − 4) / 9; nothing beside a corner;
        // points e4 −4 + e5 −4 + f5 2 = −6 to d4 −4 + d5 −4 + d6 2 = −6.
        let terms = RatioEvaluation::new(None, false).terms(&two_moves());
        let expected = RatioFeatures {
            p: 0.0,
            s: 0.0,
            c: 0.0,
            m: 1.0 / 9.0,
            l: 0.0,
            d: 0.0,
            win: 0.0,
            double_move: 0.0,
            whim: 0.0,
        };
        assert_eq!(terms, expected);
        // 200 · 1/9
        let weighted = [0.0, 0.0, 0.0, 200.0 / 9.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(terms.weighted(), weighted);
    }

    #[test]
    fn the_top_edge() {
        let terms = RatioEvaluation::new(None, false).terms(&top_edge());
        let expected = RatioFeatures {
            p: (8.0 - 2.0) / 10.0,
            s: (6.0 - 2.0) / 8.0,
            c: 0.0,
            m: -1.0,
            // Only the lower corners are open and nothing is beside them.
            l: 0.0,
            // a1 30, b1 −4, c1 12, d1 10, e1 10, f1 12, g2 −8, h3 12 = 74 less g1 −4, h1 30 = 26,
            // over 4 · (56 + 18 + 20 + 18) = 448.
            d: 48.0 / 448.0,
            win: 0.0,
            // X has to pass.
            double_move: -1.0,
            whim: 0.0,
        };
        assert_eq!(terms, expected);
        // 10·0.6 + 2000·0.5 + 0 − 200 + 0 + 10·48/448 + 0 − 2000 + 0
        let value = RatioEvaluation::new(None, false).value(Leaf::new(&top_edge(), 0));
        assert!(close(value, 6.0 + 1000.0 - 200.0 + 480.0 / 448.0 - 2000.0));
    }

    #[test]
    fn as_written_no_ratio_says_who_is_ahead() {
        let written = RatioEvaluation::new(None, true);
        let value = |board: &Board8, ply| written.value(Leaf::new(board, ply));
        // 10·0.6 + 2000·0.5 + 0 + 200·1 + 0 + 10·48/448; X, who searches, has to pass: −2000.
        let uneven = 6.0 + 1000.0 + 200.0 + 480.0 / 448.0;
        assert!(close(value(&top_edge(), 0), uneven - 2000.0));
        // The same for O, who could move twice, and the ratios are no worse for it.
        assert!(close(value(&top_edge().pass(), 0), uneven + 2000.0));
        // Where the other side is to move, the search turns the value round.
        assert!(close(value(&top_edge(), 1), -(uneven + 2000.0)));
        // All discs are X's, and it counts for nothing; both have to pass.
        let alone = Board8::from_bits(0b11 << 27, 0).unwrap();
        assert!(value(&alone, 0) < 2020.0 + 2000.0);
    }

    #[test]
    fn discs_beside_an_open_corner_count_against_their_owner() {
        let near_corner = |corner: &str| {
            let first = format!("{corner}X------");
            RatioEvaluation::new(None, false).terms(&board([
                &first,     //
                "OO------", //
                "--------", //
                "--------", //
                "--------", //
                "--------", //
                "--------", //
                "-------O",
            ]))
        };
        // X has b1, O has a2 and b2: (2 − 1) / 3.
        assert_eq!(near_corner("-").l, 1.0 / 3.0);
        assert_eq!(near_corner("X").l, 0.0);
        assert_eq!(near_corner("O").l, 0.0);
        // Corners: h8 is O's.
        assert_eq!(near_corner("-").c, -1.0);
        assert_eq!(near_corner("X").c, 0.0);
    }

    #[test]
    fn a_won_state_is_worth_more_than_anything_else() {
        let with_fifth_row = |fifth: &str| {
            RatioEvaluation::new(None, false).terms(&board([
                "XXXXXXXX", //
                "XXXXXXXX", //
                "XXXXXXXX", //
                "XXXXXXXX", //
                fifth,      //
                "--------", //
                "--------", //
                "-------O",
            ]))
        };
        // Four full rows are 32 stable discs; a5 leans on the edge and on a4: 33. Nobody can move.
        assert_eq!(with_fifth_row("--------").win, 0.0);
        assert_eq!(with_fifth_row("X-------").win, 1.0);
        // Every disc on the board is X's.
        let alone = Board8::from_bits(0b11 << 27, 0).unwrap();
        assert_eq!(RatioEvaluation::new(None, false).terms(&alone).win, 1.0);
        assert_eq!(RatioEvaluation::new(None, false).terms(&alone.pass()).win, -1.0);
        // The best short of it: all ratios 1, the opponent passes, the best whim.
        let best = 10.0 + 2000.0 + 2000.0 + 200.0 + 400.0 + 10.0 + 5.0 + 2000.0;
        assert!(WIN > 2.0 * best);
    }

    #[test]
    fn the_discs_of_a_finished_game_say_who_won() {
        // X has 2 discs on the edge, O 3, and nobody can move.
        let lost = Board8::from_bits(0b11, 0b111 << 60).unwrap();
        assert!(lost.is_over());
        let value = |board| RatioEvaluation::new(Some(3), false).value(Leaf::new(board, 0));
        assert!((-20_000.0 - 6625.0..-20_000.0 + 6625.0).contains(&value(&lost)));
        assert_eq!(value(&lost.pass()), -value(&lost));
    }

    #[test]
    fn the_whim_is_a_whole_number_from_minus_5_to_5_and_belongs_to_the_seed() {
        let boards = || (1..500).map(|player| Board8::from_bits(player, 1 << 40).unwrap());
        let whims = |seed| -> Vec<f64> {
            boards().map(|board| RatioEvaluation::new(Some(seed), false).whim(&board)).collect()
        };
        assert_eq!(whims(1), whims(1));
        assert_ne!(whims(1), whims(2));
        let mut seen = whims(1);
        seen.sort_by(f64::total_cmp);
        seen.dedup();
        assert_eq!(seen, (-5..=5).map(f64::from).collect::<Vec<_>>());
    }
}
