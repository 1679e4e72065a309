//! A number for every square of a board, added up fast.

use obverse_rules::{Board, Square, SquareSet};

/// A number for every square: the squares of one number are a set, so that a sum over discs takes
/// a few counts.
#[derive(Debug)]
pub(super) struct Points<B: Board> {
    groups: Vec<(i32, B::Set)>,
}

impl<B: Board> Points<B> {
    /// The numbers by square.
    pub(super) fn new(points: impl Fn(Square) -> i32) -> Points<B> {
        let mut numbers: Vec<i32> = Square::all(B::SIZE).map(&points).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let groups = numbers
            .into_iter()
            .filter(|&number| number != 0)
            .map(|number| (number, B::set_of(|square| points(square) == number)))
            .collect();
        Points { groups }
    }

    /// The sum over the discs.
    pub(super) fn of(&self, discs: &B::Set) -> i32 {
        self.groups.iter().map(|(number, set)| number * (*discs & *set).len() as i32).sum()
    }
}

/// How many squares a line or column is away from the nearer edge.
pub(super) fn from_edge<B: Board>(line: usize) -> usize {
    line.min(B::SIZE.get() - 1 - line)
}
