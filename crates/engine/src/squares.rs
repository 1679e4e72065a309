//! Sets of squares of the 8×8 board that the search looks up.

use obverse_rules::Bitboard;
use obverse_rules::kernel::neighbours;

/// The squares that touch each square.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours(1 << square);
        square += 1;
    }
    table
};

/// The quarter of the board that each square lies in.
///
/// The search takes the quarters for the regions in which the players fight for the last move.
pub(crate) static QUADRANT: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 0x0f0f0f0f << (square & 4) << (square & 32);
        square += 1;
    }
    table
};

/// The corners.
pub(crate) const CORNERS: u64 = Bitboard::CORNERS.bits();

/// The quadrants with an odd number of the given squares.
#[inline]
pub(crate) const fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    let mut index = 0;
    while index < QUADRANTS.len() {
        let quadrant = QUADRANTS[index];
        if (empty & quadrant).count_ones() & 1 == 1 {
            odd |= quadrant;
        }
        index += 1;
    }
    odd
}

const QUADRANTS: [u64; 4] =
    [0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000, 0xf0f0f0f000000000];

/// The board in parts that follow one another by how good a move there usually is: corners,
/// edges, the middle, squares beside a corner.
pub(crate) const BY_PROMISE: [u64; 4] =
    [CORNERS, 0x3c0081818181003c, 0x003c7e7e7e7e3c00, 0x42c300000000c342];
const _: () = assert!(
    BY_PROMISE[0] ^ BY_PROMISE[1] ^ BY_PROMISE[2] ^ BY_PROMISE[3] == u64::MAX,
    "every square is in one part"
);
