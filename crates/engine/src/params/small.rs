//! The tuned constants of the solver of small boards.

/// The fewest empty squares at which results are kept in the table.
pub(crate) const TABLE_EMPTIES: u32 = 8;
/// An entry whose work is more than so many powers of two above that of a new one in its line
/// loses one of them.
pub(crate) const TABLE_AGEING: u8 = 8;
/// The fewest empty squares at which the table is asked about the positions after every move.
pub(crate) const ETC_EMPTIES: u32 = 10;
/// The fewest empty squares at which a thread leaves a move to another one.
pub(crate) const DEFER_EMPTIES: u32 = 14;
/// The fewest empty squares at which a board is turned so that its eight images are one.
pub(crate) const CANONICAL_EMPTIES: u32 = 16;
/// The fewest empty squares at which moves are ordered by mobility, and not by parity alone.
pub(crate) const MOBILITY_EMPTIES: u32 = 5;

/// The fewest empty squares at which moves are ordered by a short search.
pub(crate) const GUESS_EMPTIES: u32 = 10;
/// How deep that search is: it does not look at the limits.
pub(crate) const fn guess_depth(empties: u32) -> u32 {
    let depth = (empties - GUESS_EMPTIES) / 3;
    if depth < 4 { depth } else { 4 }
}
/// What the short search says against the other parts of the order, in sixteenths.
pub(crate) const GUESS_SHARE: i32 = 10;

/// Ordering with the table: what a reply costs (a corner twice), and an empty square beside an own
/// disc; what a corner gains, and a move into an odd quadrant.
pub(crate) const REPLY_COST: i32 = 16;
/// See [`REPLY_COST`].
pub(crate) const FRONTIER_COST: i32 = 2;
/// See [`REPLY_COST`].
pub(crate) const CORNER_GAIN: i32 = 24;
/// See [`REPLY_COST`].
pub(crate) const ODD_GAIN: i32 = 6;

/// Ordering without the table: what a reply costs, and a move into an even quadrant.
pub(crate) const LATE_REPLY_COST: i32 = 4;
/// See [`LATE_REPLY_COST`].
pub(crate) const LATE_EVEN_COST: i32 = 2;

/// What the parts of the short search's estimate are worth, as differences between the sides.
pub(crate) struct Estimate {
    pub(crate) moves: i32,
    pub(crate) potential_moves: i32,
    pub(crate) corners: i32,
    pub(crate) corner_moves: i32,
    /// Discs diagonally before an empty corner.
    pub(crate) x_squares: i32,
    /// Edge discs beside an empty corner.
    pub(crate) c_squares: i32,
    /// A disc at the end of the game.
    pub(crate) disc: i32,
}

/// See [`Estimate`].
pub(crate) const ESTIMATE: Estimate = Estimate {
    moves: 20,
    potential_moves: 8,
    corners: 150,
    corner_moves: 60,
    x_squares: -60,
    c_squares: -10,
    disc: 100,
};
