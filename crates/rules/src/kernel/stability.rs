//! Discs of the 8×8 board that can never be turned over: a true lower bound.
//!
//! ```text
//!   a b c d e f g h
//! 1 X X X - O - - -   a1, b1 and c1 are stable: each leans on the corner or on a stable disc.
//! 2 X X - - - - - -   a2 is stable, and so is b2: along each of its lines it leans on a stable
//! 3 X - - - - - - -   disc (a2, b1, a1, and c1 or a3). a3 leans on a2.
//! ```
//!
//! A disc is safe along a line if the line is full, or if one of its two neighbours on it is off
//! the board or a safe disc of its own colour. A disc that is safe along all four lines is
//! stable. Edges are different: there a disc that is enclosed from both sides may still be safe,
//! which a table of all edges, made by playing every edge out, knows.

use std::sync::LazyLock;

const LEFT: u64 = 0x0101010101010101;
const RIGHT: u64 = 0x8080808080808080;
const TOP: u64 = 0x00000000000000ff;
const BOTTOM: u64 = 0xff00000000000000;
// Shifts sideways wrap around only onto squares of this border, which is safe anyway.
const BORDER: u64 = LEFT | RIGHT | TOP | BOTTOM;

/// The player's discs that can never be turned over.
#[inline]
pub fn stable(player: u64, opponent: u64) -> u64 {
    let full = full_lines(player | opponent);
    let all_full = full[0] & full[1] & full[2] & full[3];
    let mut stable = player & (all_full | stable_edges(player, opponent));
    loop {
        let along_row = full[0] | LEFT | RIGHT | stable << 1 | stable >> 1;
        let along_column = full[1] | TOP | BOTTOM | stable << 8 | stable >> 8;
        let along_falling = full[2] | BORDER | stable << 9 | stable >> 9;
        let along_rising = full[3] | BORDER | stable << 7 | stable >> 7;
        let grown = stable | player & along_row & along_column & along_falling & along_rising;
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The squares whose line is full: along the row, the column, and the two diagonals.
#[inline]
pub fn full_lines(occupied: u64) -> [u64; 4] {
    let mut rows = occupied & occupied >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    let mut columns = occupied & occupied.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    let empty = !occupied;
    let falling = flood::<9>(empty, !LEFT, !RIGHT);
    let rising = flood::<7>(empty, !RIGHT, !LEFT);
    [(rows & LEFT) * 0xff, columns, !falling, !rising]
}

/// Spreads a set along its diagonals, both ways, to the ends of the board. `up` and `down` are
/// the squares that a step may reach without wrapping around an edge.
#[inline]
fn flood<const STEP: u32>(set: u64, mut up: u64, mut down: u64) -> u64 {
    let (mut risen, mut fallen) = (set, set);
    for steps in [STEP, 2 * STEP, 4 * STEP] {
        risen |= risen << steps & up;
        fallen |= fallen >> steps & down;
        // Twice the steps reach a square if the first half and then the second do.
        up &= up << steps;
        down &= down >> steps;
    }
    risen | fallen
}

#[inline]
fn stable_edges(player: u64, opponent: u64) -> u64 {
    let edge = |player: u64, opponent: u64| {
        EDGES[(player as usize & 0xff) << 8 | opponent as usize & 0xff] as u64
    };
    edge(player, opponent)
        | edge(player >> 56, opponent >> 56) << 56
        | column(edge(gather(player), gather(opponent)))
        | column(edge(gather(player >> 7), gather(opponent >> 7))) << 7
}

/// The bits of the leftmost column as a row.
#[inline]
fn gather(set: u64) -> u64 {
    (set & LEFT).wrapping_mul(0x0102040810204080) >> 56
}

/// The bits of a row as the leftmost column.
#[inline]
fn column(row: u64) -> u64 {
    // The top bit goes alone: in the product it would meet another and carry.
    ((row & 0x7f).wrapping_mul(0x0002040810204081) & LEFT) | (row & 0x80) << 49
}

/// The player's stable discs of every edge, by the player's and the opponent's bits.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    // Fuller edges first: an edge is decided by the edges it can become.
    let mut edges: Vec<(u8, u8)> = (0..=255_u8)
        .flat_map(|player| (0..=255_u8).map(move |opponent| (player, opponent)))
        .filter(|(player, opponent)| player & opponent == 0)
        .collect();
    edges.sort_by_key(|(player, opponent)| std::cmp::Reverse((player | opponent).count_ones()));
    for (player, opponent) in edges {
        table[(player as usize) << 8 | opponent as usize] = edge_stable(player, opponent, &table);
    }
    table
});

/// The player's discs that no disc on an empty square of the edge, of either colour, turns over
/// now or later. A disc may arrive on an edge square without turning any disc of the edge.
fn edge_stable(player: u8, opponent: u8, table: &[u8]) -> u8 {
    let mut stable = player;
    for square in 0..8 {
        let bit = 1 << square;
        if (player | opponent) & bit != 0 {
            continue;
        }
        let flipped = edge_flips(square, player, opponent);
        let (p, o) = (player | bit | flipped, opponent & !flipped);
        stable &= table[(p as usize) << 8 | o as usize];
        let flipped = edge_flips(square, opponent, player);
        let (p, o) = (player & !flipped, opponent | bit | flipped);
        stable &= table[(p as usize) << 8 | o as usize];
    }
    stable
}

fn edge_flips(square: i32, player: u8, opponent: u8) -> u8 {
    let at = |set: u8, square: i32| (0..8).contains(&square) && set >> square & 1 != 0;
    let mut flipped = 0;
    for step in [-1, 1] {
        let mut line = 0;
        let mut next = square + step;
        while at(opponent, next) {
            line |= 1 << next;
            next += step;
        }
        if at(player, next) {
            flipped |= line;
        }
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::RAYS;

    #[test]
    fn full_lines_are_those_without_an_empty_square_on_either_ray() {
        let mut occupied = 0x9e3779b97f4a7c15_u64;
        for _ in 0..10_000 {
            occupied = occupied.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let filled = occupied | occupied.rotate_left(13) | occupied.rotate_left(29);
            for (line, full) in [0, 2, 3, 1].into_iter().zip(full_lines(filled)) {
                for (square, rays) in RAYS.iter().enumerate() {
                    let line = rays.up[line] | rays.down[line] | 1 << square;
                    assert_eq!(full >> square & 1 != 0, line & !filled == 0, "{filled:x} {square}");
                }
            }
        }
    }
}
