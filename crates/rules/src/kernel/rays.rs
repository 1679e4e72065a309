//! The eight rays of every square.

/// The squares that lie in each direction from one square, without the square itself.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Rays {
    /// Towards higher bits: right, down-left, down, down-right.
    pub up: [u64; 4],
    /// Towards lower bits: left, up-right, up, up-left. Opposite to `up`, entry by entry.
    pub down: [u64; 4],
}

/// The rays of every square, `a1` first.
pub static RAYS: [Rays; 64] = build();

const fn build() -> [Rays; 64] {
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Rays {
            up: [ray(square, 1, 0), ray(square, -1, 1), ray(square, 0, 1), ray(square, 1, 1)],
            down: [ray(square, -1, 0), ray(square, 1, -1), ray(square, 0, -1), ray(square, -1, -1)],
        };
        square += 1;
    }
    table
}

const fn ray(square: usize, dx: i32, dy: i32) -> u64 {
    let mut x = (square % 8) as i32 + dx;
    let mut y = (square / 8) as i32 + dy;
    let mut mask = 0;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        mask |= 1 << (y * 8 + x);
        x += dx;
        y += dy;
    }
    mask
}
