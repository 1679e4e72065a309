//! The evaluation for boards of any size.
//!
//! A few counts that mean the same on every board, each weighted by how full the board is:
//! mobility, stability and the edges, as in P. Rosenbloom, *A World-Championship-Level Othello
//! Program* (1982), and parity.

use obverse_rules::{Board, Size, Square, SquareSet};

use super::weights::FeatureWeights;
use crate::params;
use crate::value::Value;

/// What is counted; every count is the side to move's less the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Legal moves.
    Mobility,
    /// Legal moves as a share of both sides' moves: few moves matter more when the other has many.
    Freedom,
    /// Empty squares beside the other side's discs, where moves may arise.
    Potential,
    /// Corners.
    Corners,
    /// Discs diagonally beside an empty corner.
    XSquares,
    /// Edge discs beside an empty corner.
    CSquares,
    /// Other edge discs.
    Edges,
    /// Discs one line inside the edge.
    InnerEdges,
    /// Discs that can never be turned over.
    Stable,
    /// Discs.
    Discs,
    /// One if the side to move would make the last move, minus one if not.
    Parity,
    /// Corners that the side to move can take now; the other side's are counted apart, because
    /// it is not their turn.
    OwnCornerMoves,
    /// Corners that the other side could take.
    TheirCornerMoves,
    /// Always one: what the turn is worth.
    Turn,
}

/// Steps of an estimate for one disc.
pub(crate) const STEPS_A_DISC: i32 = 32;

/// The number of features.
pub const FEATURES: usize = 14;

/// Evaluates boards of one type with one set of weights.
#[derive(Debug)]
pub(crate) struct Evaluator<B: Board> {
    /// Weights in 1/256 of a step by the number of empty squares.
    by_empties: Vec<[i32; FEATURES]>,
    edges: B::Set,
    inner_edges: B::Set,
    corners: [Corner; 4],
    corner_set: B::Set,
    x_set: B::Set,
    quadrants: [B::Set; 4],
    /// All squares: corners, then ordinary ones, then those beside a corner.
    by_promise: [B::Set; 3],
}

/// A corner and its neighbours.
#[derive(Clone, Copy, Debug)]
struct Corner {
    square: Square,
    x: Square,
    c: [Square; 2],
}

impl<B: Board> Evaluator<B> {
    /// An evaluator with these weights.
    pub(crate) fn new(weights: &FeatureWeights) -> Evaluator<B> {
        let last = B::SIZE.get() - 1;
        let ring = |square: Square| {
            let along = |line: usize| line.min(last - line);
            (along(square.column()), along(square.row()))
        };
        let is_beside_corner = |square: Square| matches!(ring(square), (1, 0 | 1) | (0, 1));
        Evaluator {
            by_promise: [
                B::set_of(|square| ring(square) == (0, 0)),
                B::set_of(|square| ring(square) != (0, 0) && !is_beside_corner(square)),
                B::set_of(is_beside_corner),
            ],
            by_empties: (0..=B::SIZE.squares())
                .map(|empties| weights.at(empties, B::SIZE))
                .collect(),
            edges: B::set_of(|square| {
                let (a, b) = ring(square);
                a.min(b) == 0 && a.max(b) > 1
            }),
            inner_edges: B::set_of(|square| {
                let (a, b) = ring(square);
                a.min(b) == 1 && a.max(b) > 1
            }),
            corners: corners(B::SIZE),
            corner_set: B::set_of(|square| ring(square) == (0, 0)),
            x_set: B::set_of(|square| ring(square) == (1, 1)),
            quadrants: [(false, false), (false, true), (true, false), (true, true)].map(
                |(right, lower)| {
                    B::set_of(|square| {
                        (2 * square.column() > last) == right && (2 * square.row() > last) == lower
                    })
                },
            ),
        }
    }

    /// What a move to the square is worth before anything else is known, for ordering only.
    pub(crate) fn square_value(&self, square: Square) -> Value {
        if self.corner_set.contains(square) {
            params::any_size::CORNER
        } else if self.x_set.contains(square) {
            -params::any_size::X_SQUARE
        } else if self.edges.contains(square) {
            params::any_size::EDGE
        } else {
            Value::ZERO
        }
    }

    /// Sets of squares that cover the board, the most promising for a move first.
    pub(crate) fn by_promise(&self) -> [B::Set; 3] {
        self.by_promise
    }

    /// The quarters of the board with an odd number of empty squares, where it is good to move.
    pub(crate) fn odd_quadrants(&self, empty: &B::Set) -> B::Set {
        self.quadrants
            .iter()
            .filter(|&&quadrant| (quadrant & *empty).len() % 2 == 1)
            .fold(B::Set::EMPTY, |odd, &quadrant| odd | quadrant)
    }

    /// The value of a board for the side to move, given its moves.
    pub(crate) fn value(&self, board: &B, moves: &B::Set) -> Value {
        let (counts, empties) = self.counts(board, moves);
        let weights = &self.by_empties[empties];
        let sum: i32 = counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
        // No estimate says more than a won game.
        let most = B::SIZE.squares() as i32 * STEPS_A_DISC;
        let steps = (sum >> 8).clamp(1 - most, most - 1);
        Value::parts(steps * (Value::DISC.in_parts() / STEPS_A_DISC))
    }

    /// The counts in the order of [`Feature`], and the number of empty squares.
    pub(crate) fn counts(&self, board: &B, moves: &B::Set) -> ([i32; FEATURES], usize) {
        let passed = board.pass();
        let (player, opponent) = (board.player(), board.opponent());
        let replies = passed.moves();
        let (own_moves, their_moves) = (moves.len() as i32, replies.len() as i32);
        let difference = |set: B::Set| (player & set).len() as i32 - (opponent & set).len() as i32;
        let (own, theirs) = (player.len(), opponent.len());
        let empties = B::SIZE.squares() - own - theirs;
        let mut counts = [0; FEATURES];
        let mut count = |feature: Feature, value: i32| counts[feature as usize] = value;
        count(Feature::Mobility, own_moves - their_moves);
        let freedom = 16 * (own_moves - their_moves) / (own_moves + their_moves + 2);
        count(Feature::Freedom, freedom);
        count(
            Feature::Potential,
            board.potential_moves().len() as i32 - passed.potential_moves().len() as i32,
        );
        count(Feature::Edges, difference(self.edges));
        count(Feature::InnerEdges, difference(self.inner_edges));
        count(Feature::Discs, own as i32 - theirs as i32);
        count(Feature::Parity, if empties % 2 == 1 { 1 } else { -1 });
        count(Feature::OwnCornerMoves, (*moves & self.corner_set).len() as i32);
        count(Feature::TheirCornerMoves, -((replies & self.corner_set).len() as i32));
        count(Feature::Turn, 1);
        let corners = self.corner_counts(player, opponent);
        count(Feature::Corners, corners.taken);
        count(Feature::XSquares, corners.x);
        count(Feature::CSquares, corners.c);
        if corners.any_taken {
            // Without a corner hardly anything is stable, and looking for it takes time.
            let stable = board.stable().len() as i32 - passed.stable().len() as i32;
            count(Feature::Stable, stable);
        }
        (counts, empties)
    }

    fn corner_counts(&self, player: B::Set, opponent: B::Set) -> CornerCounts {
        let owner = |square: Square| {
            i32::from(player.contains(square)) - i32::from(opponent.contains(square))
        };
        let mut counts = CornerCounts::default();
        for corner in &self.corners {
            let taken = owner(corner.square);
            if taken == 0 {
                counts.x += owner(corner.x);
                counts.c += owner(corner.c[0]) + owner(corner.c[1]);
            } else {
                counts.taken += taken;
                counts.any_taken = true;
            }
        }
        counts
    }
}

#[derive(Default)]
struct CornerCounts {
    taken: i32,
    any_taken: bool,
    x: i32,
    c: i32,
}

fn corners(size: Size) -> [Corner; 4] {
    let last = size.get() - 1;
    let square = |column: usize, row: usize| Square::new(column, row).expect("it is on the board");
    [(0, 0), (last, 0), (0, last), (last, last)].map(|(column, row)| {
        let inwards = |line: usize| if line == 0 { 1 } else { line - 1 };
        Corner {
            square: square(column, row),
            x: square(inwards(column), inwards(row)),
            c: [square(inwards(column), row), square(column, inwards(row))],
        }
    })
}
