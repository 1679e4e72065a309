//! `anysize`: plain minimax at home on every even board from 4×4 to 26×26.
//!
//! The idea. Every legal move is tried on a copy of the board and minimax looks ahead to a fixed
//! depth, six plies. A position is judged by mobility, by the control of good squares (the edges
//! and the centre), and by discs: `10·mobility + 20·position + 100·(disc difference / discs)`.
//!
//! What the description leaves open, and how it is read here:
//! - All three are own less opponent's: a minimax whose value does not turn with the sides would
//!   have each side help the other.
//! - An edge square or one of the four squares in the middle counts 2, any other 1.
//! - A pass takes up a ply.
//! - Nothing is said of finished games: they are judged like any other position. It may well
//!   prefer a pretty loss to an ugly win.
//! - The minimax prunes, which finds the same value sooner. Up to 10×10 it looks six plies ahead
//!   however long that takes (not long); above, it deepens towards six plies for a second a
//!   move. Where the game limits its time it deepens on every board.
//!
//! As written it looks six plies ahead on every board, however long that takes and whatever time
//! the game gives, and tries moves in reading order.

use std::time::Duration;

use obverse_rules::{Board, Game, Size, SquareSet, with_board};

use super::explain::explain;
use super::points::{Points, from_edge};
use super::search::{self, Heuristic, Leaf, Plan, Walk};
use super::{ClassicOptions, explanation, full_name};
use crate::time::time_for_move;
use crate::{Decision, Explanation, Player, PlayerError, Turn};

const NAME: &str = "anysize";
const DEPTH: u32 = 6;
/// The largest board on which six plies are looked ahead at any cost.
const LARGEST_FULL: usize = 10;
/// The time for a move on larger boards.
const TIME: Duration = Duration::from_secs(1);

const MOBILITY_WEIGHT: f64 = 10.0;
const POSITION_WEIGHT: f64 = 20.0;
const DISC_WEIGHT: f64 = 100.0;

/// The player.
#[derive(Debug)]
pub(super) struct Anysize {
    depth: u32,
    time: Option<Duration>,
    written: bool,
}

impl Anysize {
    pub(super) fn new(options: &ClassicOptions) -> Anysize {
        Anysize {
            depth: options.depth.unwrap_or(DEPTH),
            time: options.time,
            written: options.written,
        }
    }

    fn plan(&self, size: Size, turn: &Turn<'_>, empties: usize) -> Plan {
        if self.written {
            return Plan { depth: self.depth, time: None, endgame: 0, walk: Walk::AtOnce };
        }
        let default = (size.get() > LARGEST_FULL).then_some(TIME);
        let time = time_for_move(self.time, turn, empties).or(default);
        Plan { depth: self.depth, time, endgame: 0, walk: Walk::Deepening }
    }
}

impl Player for Anysize {
    fn name(&self) -> String {
        full_name(NAME, self.written)
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        let position = game.position();
        let plan = self.plan(position.size(), turn, position.empties());
        with_board!(position.board(), board => {
            search::choose(board, &AnysizeEvaluation::new(), plan, turn)
        })
        .map(Decision::from)
        .ok_or(PlayerError::no_move(NAME))
    }

    fn explain(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Explanation, PlayerError> {
        let position = game.position();
        let plan = self.plan(position.size(), turn, position.empties());
        let moves = with_board!(position.board(), board => {
            explain(board, &AnysizeEvaluation::new(), plan, turn)
        });
        Ok(explanation(&self.name(), game, moves))
    }
}

/// The three things that are judged, each for the side to move less for the other.
#[derive(Debug, PartialEq)]
struct AnysizeFeatures {
    mobility: i32,
    position: i32,
    /// The difference over all discs.
    discs: f64,
}

impl AnysizeFeatures {
    fn weighted(&self) -> [f64; 3] {
        [
            MOBILITY_WEIGHT * f64::from(self.mobility),
            POSITION_WEIGHT * f64::from(self.position),
            DISC_WEIGHT * self.discs,
        ]
    }
}

#[derive(Debug)]
struct AnysizeEvaluation<B: Board> {
    good_squares: Points<B>,
}

impl<B: Board> AnysizeEvaluation<B> {
    fn new() -> AnysizeEvaluation<B> {
        let middle = B::SIZE.get() / 2 - 1;
        AnysizeEvaluation {
            good_squares: Points::new(|square| {
                let (column, row) = (from_edge::<B>(square.column()), from_edge::<B>(square.row()));
                let is_edge = column == 0 || row == 0;
                let is_centre = column == middle && row == middle;
                if is_edge || is_centre { 2 } else { 1 }
            }),
        }
    }

    fn terms(&self, board: &B) -> AnysizeFeatures {
        let (own, other) = (board.player(), board.opponent());
        let count = |set: &B::Set| set.len() as i32;
        AnysizeFeatures {
            mobility: count(&board.moves()) - count(&board.pass().moves()),
            position: self.good_squares.of(&own) - self.good_squares.of(&other),
            discs: f64::from(count(&own) - count(&other)) / f64::from(count(&own) + count(&other)),
        }
    }
}

impl<B: Board> Heuristic<B> for AnysizeEvaluation<B> {
    const TERMS: &'static [&'static str] = &["mobility", "position", "discs"];

    fn weighted(&self, leaf: Leaf<'_, B>) -> impl AsRef<[f64]> {
        self.terms(leaf.board).weighted()
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the numbers are exact, or made by the same operations")]
mod tests {
    use obverse_rules::{Board8, BoardN, Position};

    use super::super::examples::{top_edge, two_moves};
    use super::*;

    #[test]
    fn two_moves_into_the_game() {
        // Mobility: 5 − 4. Position: e4 2 + e5 2 + f5 1 = 5 less d4 2 + d5 2 + d6 1 = 5.
        // Discs: 3 to 3.
        let terms = AnysizeEvaluation::new().terms(&two_moves());
        assert_eq!(terms, AnysizeFeatures { mobility: 1, position: 0, discs: 0.0 });
        assert_eq!(terms.weighted(), [10.0, 0.0, 0.0]);
    }

    #[test]
    fn edges_count_twice() {
        // Mobility: 0 − 2. Position: 6 on the top edge and h3 are 14, g2 is 1: 15; less 2 · 2.
        // Discs: (8 − 2) / 10.
        let terms = AnysizeEvaluation::new().terms(&top_edge());
        assert_eq!(terms, AnysizeFeatures { mobility: -2, position: 11, discs: 0.6 });
        // 10·(−2) + 20·11 + 100·0.6
        assert_eq!(terms.weighted(), [-20.0, 220.0, 60.0]);
        assert_eq!(AnysizeEvaluation::new().value(Leaf::new(&top_edge(), 0)), 260.0);
    }

    #[test]
    fn the_smallest_board_is_all_edge_and_centre() {
        let position: Position = "XO----------XO-- X".parse().unwrap();
        let obverse_rules::AnyBoard::N4(board) = position.board() else { panic!("not 4×4") };
        // X moves to c1 and c4; O has no move. Position: 2 · 2 less 2 · 2.
        let terms = AnysizeEvaluation::new().terms(board);
        assert_eq!(terms, AnysizeFeatures { mobility: 2, position: 0, discs: 0.0 });
    }

    #[test]
    fn a_full_board_has_all_the_position_there_is() {
        fn all<B: Board>() -> i32 {
            AnysizeEvaluation::<B>::new().good_squares.of(&B::set_of(|_| true))
        }
        assert_eq!(all::<BoardN<4>>(), 16 * 2);
        // 28 edge squares and 4 in the middle count 2, the other 32 count 1.
        assert_eq!(all::<Board8>(), 32 * 2 + 32);
        // 36 edge squares and 4 in the middle count 2, the other 60 count 1.
        assert_eq!(all::<BoardN<10>>(), 40 * 2 + 60);
        assert_eq!(all::<BoardN<26>>(), 104 * 2 + (676 - 104));
    }

    #[test]
    fn a_finished_game_is_judged_like_any_other() {
        let board = Board8::from_bits(0b11, 0).unwrap();
        // Two edge discs, all there are: 20·4 + 100·1.
        assert_eq!(AnysizeEvaluation::new().value(Leaf::new(&board, 0)), 180.0);
    }
}
