//! Counting what the last disc of a game turns over.
//!
//! With one empty square left every line through it is full but for that square, so the
//! player's discs alone say who owns what. The bits of a line are gathered into a number that
//! looks up both answers at once: how many discs the player would turn over there, and how many
//! the opponent would.

/// The four lines through a square.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Lines {
    /// The squares of the row, column, falling and rising diagonal; none where a line is too
    /// short for anything to be enclosed.
    pub masks: [u64; 4],
    /// Where the line's part of [`COUNTS`] begins.
    pub offsets: [u16; 4],
    /// The column of the first square of each line.
    pub columns: [u8; 4],
}

/// The lines through every square, `a1` first.
pub static LINES: [Lines; 64] = lines();

/// Discs turned over by the player (low byte) and by the opponent (high byte), for every length
/// of line, place of the empty square on it, and set of the player's discs on it.
pub static COUNTS: [u16; TOTAL] = counts();

/// Room for all lines, rounded up so that masking an index replaces a bounds check.
const TOTAL: usize = 4096;
const _: () = assert!(offset(9, 0) <= TOTAL);

/// Where the entries of a line of this length with this square empty begin.
const fn offset(length: usize, place: usize) -> usize {
    let mut offset = 1;
    let mut shorter = 3;
    while shorter < length {
        offset += shorter << shorter;
        shorter += 1;
    }
    offset + (place << length)
}

const fn lines() -> [Lines; 64] {
    let mut table = [Lines { masks: [0; 4], offsets: [0; 4], columns: [0; 4] }; 64];
    let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (dx, dy) = steps[line];
            let (mut x, mut y) = ((square % 8) as i32, (square / 8) as i32);
            let mut place = 0;
            while on_board(x - dx, y - dy) {
                (x, y) = (x - dx, y - dy);
                place += 1;
            }
            let (mut mask, mut length, mut column) = (0, 0, 7);
            while on_board(x, y) {
                mask |= 1 << (y * 8 + x);
                length += 1;
                if x < column {
                    column = x;
                }
                (x, y) = (x + dx, y + dy);
            }
            if length >= 3 {
                table[square].masks[line] = mask;
                table[square].offsets[line] = offset(length, place) as u16;
                table[square].columns[line] = column as u8;
            }
            line += 1;
        }
        square += 1;
    }
    table
}

const fn on_board(x: i32, y: i32) -> bool {
    x >= 0 && x < 8 && y >= 0 && y < 8
}

const fn counts() -> [u16; TOTAL] {
    let mut table = [0; TOTAL];
    let mut length = 3;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut player = 0;
            while player < 1 << length {
                let opponent = !player & ((1 << length) - 1);
                table[offset(length, place) + player] =
                    enclosed(player, opponent, place) | enclosed(opponent, player, place) << 8;
                player += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
}

/// The discs of `theirs` next to a place on a line that are enclosed by `own`.
const fn enclosed(own: usize, theirs: usize, place: usize) -> u16 {
    let mut count = 0;
    let mut up = place + 1;
    while theirs >> up & 1 != 0 {
        up += 1;
    }
    if own >> up & 1 != 0 {
        count += up - place - 1;
    }
    let mut down = place;
    while down > 0 && theirs >> (down - 1) & 1 != 0 {
        down -= 1;
    }
    if down > 0 && own >> (down - 1) & 1 != 0 {
        count += place - down;
    }
    count as u16
}
