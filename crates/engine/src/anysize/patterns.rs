//! The patterns of boards of every size.
//!
//! A pattern belongs to the *role* of a place and not to its squares: the corner block of a 6×6
//! board is that of a 26×26 board, and eight squares along an edge from the corner on mean the same
//! wherever the edge ends. All places of a role share one table. Longer lines are covered by
//! overlapping windows.
//!
//! The index of a place has a ternary digit a square: 0 for a disc of the one side, 1 for an empty
//! square, 2 for a disc of the other. Seen by the other side it is the largest index less this one.

use std::sync::OnceLock;

use obverse_rules::{Board, Size, Square, SquareSet};

/// A kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// The number of squares.
    pub squares: usize,
    /// Another order of the squares that means the same, if there is one.
    twin: Twin,
}

/// See [`Role`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Twin {
    None,
    /// Backwards.
    Reversed,
    /// A square block mirrored at its diagonal, this many squares wide.
    Transposed(usize),
}

/// The squares of a window along a line.
const WINDOW: usize = 8;
/// Windows of a longer line are at most so far apart.
const STRIDE: usize = 4;
/// Lines further from the edge than this share their tables.
const DEEPEST_LINE: usize = 3;
/// The shortest diagonal that counts.
const SHORTEST: usize = 4;

/// No role has more squares.
const MOST_SQUARES: usize = 10;

const CORNER: usize = 0;
const CORNER_ARM: usize = 1;
/// Windows that begin at an edge, by the line's distance from the edge beside it.
const LINE_END: usize = 2;
/// Windows that touch no edge with an end.
const LINE_MIDDLE: usize = LINE_END + DEEPEST_LINE + 1;
const MAIN_DIAGONAL_END: usize = LINE_MIDDLE + DEEPEST_LINE + 1;
const DIAGONAL_END: usize = MAIN_DIAGONAL_END + 1;
const DIAGONAL_MIDDLE: usize = DIAGONAL_END + 1;
/// Whole diagonals of four to eight squares.
const SHORT_DIAGONAL: usize = DIAGONAL_MIDDLE + 1;
/// Whole lines and main diagonals of the 6×6 board.
const SIX_LINE: usize = SHORT_DIAGONAL + WINDOW - SHORTEST + 1;
const SIX_DIAGONAL: usize = SIX_LINE + 3;

/// The number of roles.
pub const ROLES: usize = SIX_DIAGONAL + 1;

/// What each role is.
pub const fn role(number: usize) -> Role {
    let (squares, twin) = match number {
        CORNER => (9, Twin::Transposed(3)),
        CORNER_ARM => (10, Twin::None),
        LINE_END..LINE_MIDDLE | MAIN_DIAGONAL_END | DIAGONAL_END => (WINDOW, Twin::None),
        LINE_MIDDLE..MAIN_DIAGONAL_END | DIAGONAL_MIDDLE => (WINDOW, Twin::Reversed),
        SHORT_DIAGONAL..SIX_LINE => (SHORTEST + number - SHORT_DIAGONAL, Twin::Reversed),
        _ => (6, Twin::Reversed),
    };
    Role { squares, twin }
}

impl Role {
    /// The number of indices.
    pub const fn indices(self) -> usize {
        3_usize.pow(self.squares as u32)
    }

    /// The index that stands for this one and for that of the same squares in the other order.
    fn canonical(self, index: usize) -> usize {
        let mut digits = [0; MOST_SQUARES];
        let mut left = index;
        for digit in &mut digits[..self.squares] {
            *digit = left % 3;
            left /= 3;
        }
        let from = |square: usize| match self.twin {
            Twin::None => square,
            Twin::Reversed => self.squares - 1 - square,
            Twin::Transposed(width) => square % width * width + square / width,
        };
        let twin =
            (0..self.squares).rev().fold(0, |index, square| index * 3 + digits[from(square)]);
        index.min(twin)
    }
}

/// The place of every index of every role in a list of those that are their own canonical ones.
#[derive(Debug)]
pub struct Canonical {
    /// For all indices of all roles, one role's after the other's.
    pub of_index: Vec<u32>,
    /// How many there are.
    pub len: usize,
}

impl Canonical {
    /// The list, made when it is first needed.
    pub fn shared() -> &'static Canonical {
        static SHARED: OnceLock<Canonical> = OnceLock::new();
        SHARED.get_or_init(Canonical::new)
    }

    fn new() -> Canonical {
        let mut of_index: Vec<u32> = Vec::new();
        let mut len = 0;
        for role in (0..ROLES).map(role) {
            let first = of_index.len();
            for index in 0..role.indices() {
                let canonical = role.canonical(index);
                if canonical == index {
                    of_index.push(len);
                    len += 1;
                } else {
                    of_index.push(of_index[first + canonical]);
                }
            }
        }
        Canonical { of_index, len: len as usize }
    }
}

/// A place of a pattern on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of its role.
    pub role: usize,
    /// Its squares, that of the lowest digit first.
    pub squares: Vec<Square>,
}

/// All places of boards of a size.
pub fn places(size: Size) -> Vec<Place> {
    let n = size.get();
    let mut places = Vec::new();
    let mut add = |role: usize, squares: &mut dyn Iterator<Item = (usize, usize)>| {
        let on_board = |(column, row)| Square::new(column, row).expect("it is on the board");
        places.push(Place { role, squares: squares.map(on_board).collect() });
    };
    for (right, lower) in [(false, false), (true, false), (false, true), (true, true)] {
        let turned = move |(column, row): (usize, usize)| {
            (if right { n - 1 - column } else { column }, if lower { n - 1 - row } else { row })
        };
        add(CORNER, &mut (0..9).map(|at| turned((at % 3, at / 3))));
        if n >= 5 {
            add(CORNER_ARM, &mut (0..10).map(|at| turned((at % 5, at / 5))));
            add(CORNER_ARM, &mut (0..10).map(|at| turned((at / 5, at % 5))));
        }
    }
    for line in 0..n {
        let depth = line.min(n - 1 - line);
        let ends = LINE_END + depth.min(DEEPEST_LINE);
        let middles = LINE_MIDDLE + depth.min(DEEPEST_LINE);
        if n == 6 {
            add(SIX_LINE + depth, &mut (0..6).map(|at| (at, line)));
            add(SIX_LINE + depth, &mut (0..6).map(|at| (line, at)));
        }
        for (first, is_backwards) in windows(n) {
            let step = move |at: usize| if is_backwards { first - at } else { first + at };
            let is_middle = first != 0 && first != n - 1;
            let role = if is_middle { middles } else { ends };
            add(role, &mut (0..WINDOW).map(|at| (step(at), line)));
            add(role, &mut (0..WINDOW).map(|at| (line, step(at))));
        }
    }
    for length in SHORTEST..=n {
        let is_main = length == n;
        for (is_rising, is_second) in [(false, false), (true, false), (false, true), (true, true)] {
            if is_main && is_second {
                continue;
            }
            let shift = n - length;
            let square = move |at: usize| {
                let (column, row) = if is_second { (at, at + shift) } else { (at + shift, at) };
                (column, if is_rising { n - 1 - row } else { row })
            };
            if is_main && n == 6 {
                add(SIX_DIAGONAL, &mut (0..6).map(square));
            } else if length <= WINDOW && !is_main {
                add(SHORT_DIAGONAL + length - SHORTEST, &mut (0..length).map(square));
            } else {
                for (first, is_backwards) in windows(length) {
                    let is_middle = first != 0 && first != length - 1;
                    let role = match (is_middle, is_main) {
                        (true, _) => DIAGONAL_MIDDLE,
                        (false, true) => MAIN_DIAGONAL_END,
                        (false, false) => DIAGONAL_END,
                    };
                    let step = |at: usize| if is_backwards { first - at } else { first + at };
                    add(role, &mut (0..WINDOW).map(step).map(square));
                }
            }
        }
    }
    places
}

/// The windows of a line: where each begins, and whether it runs backwards. The last one begins at
/// the end of the line, so that windows at both ends begin at an edge. Turned round, a line has the
/// same windows.
fn windows(length: usize) -> impl Iterator<Item = (usize, bool)> {
    let room = length.saturating_sub(WINDOW);
    let steps = room.div_ceil(STRIDE).max(1);
    // A window in the middle has as many squares on either side.
    let steps = if steps.is_multiple_of(2) && room % 2 == 1 { steps + 1 } else { steps };
    let count = if length < WINDOW { 0 } else { steps + 1 };
    (0..count).map(move |number| {
        if number == steps {
            (length - 1, true)
        } else if 2 * number <= steps {
            (room * number / steps, false)
        } else {
            (room - room * (steps - number) / steps, false)
        }
    })
}

/// What a disc on a square changes in the index of a place.
#[derive(Clone, Copy, Debug)]
struct Change {
    place: u16,
    /// The power of three of its digit.
    power: u16,
}

/// The places of a size of board, and those that every square belongs to.
#[derive(Debug)]
pub(crate) struct Places {
    pub(crate) all: Vec<Place>,
    changes: Vec<Change>,
    /// The end of each square's changes, by row and column; that of the first begins at zero.
    ends: Vec<u32>,
    size: usize,
}

impl Places {
    pub(crate) fn new(size: Size) -> Places {
        let places = places(size);
        let (mut changes, mut ends) = (Vec::new(), Vec::new());
        for square in Square::all(size) {
            for (number, place) in places.iter().enumerate() {
                for (digit, &of) in place.squares.iter().enumerate() {
                    if of == square {
                        let power = 3_u16.pow(digit as u32);
                        changes.push(Change { place: number as u16, power });
                    }
                }
            }
            ends.push(changes.len() as u32);
        }
        Places { all: places, changes, ends, size: size.get() }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    #[inline]
    fn of_square(&self, square: Square) -> &[Change] {
        let index = square.row() * self.size + square.column();
        let begin = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.changes[begin..self.ends[index] as usize]
    }

    /// The indices of all places, seen by the side to move.
    pub(crate) fn indices<B: Board>(&self, board: &B) -> Vec<u16> {
        let mut indices: Vec<u16> = self
            .all
            .iter()
            .map(|place| ((3_u32.pow(place.squares.len() as u32) - 1) / 2) as u16)
            .collect();
        self.add::<B>(&mut indices, board.player(), -1);
        self.add::<B>(&mut indices, board.opponent(), 1);
        indices
    }

    /// Adds so much to the digits of all squares of a set.
    #[inline]
    fn add<B: Board>(&self, indices: &mut [u16], squares: B::Set, digit: i16) {
        for square in squares.iter() {
            self.add_square(indices, square, digit);
        }
    }

    #[inline]
    fn add_square(&self, indices: &mut [u16], square: Square, digit: i16) {
        for change in self.of_square(square) {
            let index = &mut indices[usize::from(change.place)];
            *index = index.wrapping_add((change.power as i16).wrapping_mul(digit) as u16);
        }
    }
}

/// The indices of the boards from the root of a search to where it is.
#[derive(Debug, Default)]
pub(crate) struct IndexStack {
    /// A board's after the other's, all seen by the same side.
    indices: Vec<u16>,
    /// Whether the side to move is the other one.
    is_other: bool,
}

impl IndexStack {
    /// Begins with a board.
    pub(crate) fn begin<B: Board>(&mut self, places: &Places, board: &B) {
        self.indices = places.indices(board);
        self.is_other = false;
    }

    /// The side to move plays to a square.
    #[inline]
    pub(crate) fn push<B: Board>(&mut self, places: &Places, square: Square, flips: B::Set) {
        let count = places.all.len();
        let last = self.indices.len() - count;
        self.indices.extend_from_within(last..);
        let indices = &mut self.indices[last + count..];
        let digit = if self.is_other { 1 } else { -1 };
        places.add::<B>(indices, flips, 2 * digit);
        places.add_square(indices, square, digit);
        self.is_other = !self.is_other;
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self, places: &Places) {
        self.indices.truncate(self.indices.len() - places.all.len());
        self.is_other = !self.is_other;
    }

    /// The side to move passes, or takes that back.
    pub(crate) fn pass(&mut self) {
        self.is_other = !self.is_other;
    }

    /// The indices of the last board, and whether they are seen by the side that is not to move.
    #[inline]
    pub(crate) fn last(&self, places: &Places) -> (&[u16], bool) {
        (&self.indices[self.indices.len() - places.all.len()..], self.is_other)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_place_has_the_squares_of_its_role_and_every_square_a_place() {
        for size in Size::all().filter(|&size| size > Size::FOUR) {
            let places = places(size);
            for place in &places {
                assert_eq!(place.squares.len(), role(place.role).squares, "{size:?} {place:?}");
            }
            let covered: HashSet<Square> =
                places.iter().flat_map(|place| place.squares.clone()).collect();
            assert_eq!(covered.len(), size.squares(), "{size:?}");
        }
    }

    #[test]
    fn turned_boards_have_the_same_places() {
        use obverse_rules::Symmetry;
        for size in [6, 10, 14].map(|size| Size::new(size).expect("a size")) {
            // The squares of a place, in an order that does not depend on its direction.
            let shape = |role: usize, mut squares: Vec<Square>| {
                squares.sort_by_key(|square| (square.row(), square.column()));
                (role, squares)
            };
            let places = places(size);
            let all: HashSet<_> =
                places.iter().map(|place| shape(place.role, place.squares.clone())).collect();
            for symmetry in Symmetry::all() {
                let turn = |&square: &Square| symmetry.apply(square, size).expect("on the board");
                for place in &places {
                    let turned = place.squares.iter().map(turn).collect();
                    assert!(all.contains(&shape(place.role, turned)), "{size:?} {place:?}");
                }
            }
        }
    }
}
