//! The evaluation for boards of any size.
//!
//! The sum of what the patterns of all places are worth (`patterns`, `weights`), and of a few counts
//! that mean the same on every board: mobility, as in P. Rosenbloom, *A World-Championship-Level
//! Othello Program* (1982), corners that can be taken, and parity. Weights depend on how full
//! the board is, and on its size.

use std::sync::{Arc, OnceLock};

use obverse_rules::{Board, Size, Square, SquareSet};

use super::patterns::{Canonical, IndexStack, Places, ROLES, role};
use super::weights::{BASE_SIZE, BoardWeights, PHASES, ROW_STEPS};
use crate::params;
use crate::value::Value;

/// What is counted; every count is the side to move's less the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Legal moves.
    Mobility,
    /// Legal moves as a share of both sides' moves: few moves matter more when the other has many.
    Freedom,
    /// Empty squares beside the other side's discs, where moves may arise.
    Potential,
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

/// The number of counts.
pub const COUNTS: usize = 8;

/// Parts of a part of a disc in which counts are weighed.
const FINE: i32 = 256;

/// The part of the game that a board with so many empty squares is in.
pub fn phase(empties: usize, size: Size) -> usize {
    let placed = size.squares() - empties;
    (placed * PHASES / size.squares()).min(PHASES - 1)
}

/// The weights for one size of board, and its places.
#[derive(Debug)]
pub(crate) struct SizeWeights {
    size: Size,
    weights: Arc<BoardWeights>,
    pub(crate) places: Places,
    /// Where the rows of each place begin in a table, seen by the one side; and where they end, for
    /// the other.
    rows: Vec<(u32, u32)>,
    /// The rows of each phase in parts of a disc, made when they are first needed.
    tables: [OnceLock<Vec<i16>>; PHASES],
    /// What counts are worth, in 1/256 of a part.
    counts: [[i32; COUNTS]; PHASES],
}

impl SizeWeights {
    pub(crate) fn new(weights: &Arc<BoardWeights>, size: Size) -> SizeWeights {
        let places = Places::new(size);
        // Only roles that the board has are in its tables.
        let mut begins = [0; ROLES];
        let mut next = 0;
        for (number, begin) in begins.iter_mut().enumerate() {
            *begin = next;
            if places.all.iter().any(|place| place.role == number) {
                next += role(number).indices() as u32;
            }
        }
        let rows = places.all.iter().map(|place| {
            let begin = begins[place.role];
            (begin, begin + role(place.role).indices() as u32 - 1)
        });
        let longer = size.get() as f32 / BASE_SIZE;
        let parts = Value::DISC.in_parts() as f32;
        SizeWeights {
            size,
            rows: rows.collect(),
            tables: Default::default(),
            counts: std::array::from_fn(|phase| {
                std::array::from_fn(|count| {
                    let scale = longer.powf(weights.count_exponents[count]);
                    (weights.counts[phase][count] * scale * parts * FINE as f32).round() as i32
                })
            }),
            weights: Arc::clone(weights),
            places,
        }
    }

    fn table(&self, phase: usize) -> &[i16] {
        self.tables[phase].get_or_init(|| {
            let canonical = Canonical::shared();
            let longer = self.size.get() as f32 / BASE_SIZE;
            let parts = Value::DISC.in_parts() as f32 / ROW_STEPS;
            let mut table = Vec::new();
            let mut first = 0;
            for number in 0..ROLES {
                let indices = role(number).indices();
                if self.places.all.iter().any(|place| place.role == number) {
                    let scale = longer.powf(self.weights.role_exponents[number]) * parts;
                    let rows = canonical.of_index[first..first + indices].iter();
                    table.extend(rows.map(|&row| {
                        (f32::from(self.weights.rows[phase][row as usize]) * scale).round() as i16
                    }));
                }
                first += indices;
            }
            table
        })
    }

    /// What the patterns of a board are worth to the side to move, in parts of a disc.
    fn patterns(&self, stack: &IndexStack, phase: usize) -> i32 {
        let table = self.table(phase);
        let (indices, is_other) = stack.last(&self.places);
        let places = self.rows.iter().zip(indices);
        if is_other {
            places
                .map(|((_, end), &index)| i32::from(table[(end - u32::from(index)) as usize]))
                .sum()
        } else {
            places
                .map(|((begin, _), &index)| i32::from(table[(begin + u32::from(index)) as usize]))
                .sum()
        }
    }
}

/// Evaluates boards of one type.
#[derive(Debug)]
pub(crate) struct Evaluator<B: Board> {
    corner_set: B::Set,
    x_set: B::Set,
    edges: B::Set,
    quadrants: [B::Set; 4],
    /// All squares: corners, then ordinary ones, then those beside a corner.
    by_promise: [B::Set; 3],
}

impl<B: Board> Evaluator<B> {
    pub(crate) fn new() -> Evaluator<B> {
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
            edges: B::set_of(|square| {
                let (a, b) = ring(square);
                a.min(b) == 0 && a.max(b) > 1
            }),
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

    /// The value of a board for the side to move, given its moves and the indices of its places.
    pub(crate) fn value(
        &self,
        board: &B,
        moves: &B::Set,
        weights: &SizeWeights,
        stack: &IndexStack,
    ) -> Value {
        let (counts, empties) = self.counts(board, moves);
        let phase = phase(empties, B::SIZE);
        let counted: i32 =
            counts.iter().zip(&weights.counts[phase]).map(|(count, weight)| count * weight).sum();
        let sum = weights.patterns(stack, phase) + (counted >> FINE.ilog2());
        // No estimate says more than a won game.
        let most = Value::discs(B::SIZE.squares() as i32);
        Value::parts(sum).clamp(-most.previous(), most.previous())
    }

    /// The counts in the order of [`Count`], and the number of empty squares.
    pub(crate) fn counts(&self, board: &B, moves: &B::Set) -> ([i32; COUNTS], usize) {
        let passed = board.pass();
        let (own, theirs) = (board.player().len(), board.opponent().len());
        let replies = passed.moves();
        let (own_moves, their_moves) = (moves.len() as i32, replies.len() as i32);
        let empties = B::SIZE.squares() - own - theirs;
        let mut counts = [0; COUNTS];
        let mut count = |count: Count, value: i32| counts[count as usize] = value;
        count(Count::Mobility, own_moves - their_moves);
        count(Count::Freedom, 16 * (own_moves - their_moves) / (own_moves + their_moves + 2));
        count(
            Count::Potential,
            board.potential_moves().len() as i32 - passed.potential_moves().len() as i32,
        );
        count(Count::Discs, own as i32 - theirs as i32);
        count(Count::Parity, if empties % 2 == 1 { 1 } else { -1 });
        count(Count::OwnCornerMoves, (*moves & self.corner_set).len() as i32);
        count(Count::TheirCornerMoves, -((replies & self.corner_set).len() as i32));
        count(Count::Turn, 1);
        (counts, empties)
    }
}
