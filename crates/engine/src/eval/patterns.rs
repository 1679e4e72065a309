//! The feature set: which squares the evaluation looks at together.
//!
//! A *kind* is a shape such as the edge with both X squares; a *place* is the shape somewhere on
//! the board. Every place of a kind looks its index up in the same rows. An index is a number in
//! base three with one digit a square: 0 empty, 1 the side to move, 2 the other side.
//!
//! To try another feature set, change [`KINDS`]; everything else follows at compile time, the
//! identity of the feature set in the weights file included.

use std::sync::LazyLock;

use obverse_rules::{Size, Square, Symmetry};

/// A shape: its name and the squares of its first place, numbered from `a1` row by row. The
/// first square is the lowest digit of the index.
#[derive(Clone, Copy, Debug)]
pub struct PatternKind {
    /// What players call it.
    pub name: &'static str,
    /// The squares of the first place; the other places are its images.
    pub squares: &'static [u8],
}

/// The shapes. The last three came later: [`OLDER_KINDS`] are without them.
pub const KINDS: [PatternKind; 15] = [
    PatternKind { name: "corner 3×3", squares: &[0, 1, 8, 9, 2, 16, 10, 17, 18] },
    PatternKind { name: "corner angle", squares: &[4, 3, 2, 1, 0, 9, 8, 16, 24, 32] },
    PatternKind { name: "edge and X", squares: &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14] },
    PatternKind { name: "edge block", squares: &[0, 2, 3, 10, 11, 12, 13, 4, 5, 7] },
    PatternKind { name: "line 2", squares: &[8, 9, 10, 11, 12, 13, 14, 15] },
    PatternKind { name: "line 3", squares: &[16, 17, 18, 19, 20, 21, 22, 23] },
    PatternKind { name: "line 4", squares: &[24, 25, 26, 27, 28, 29, 30, 31] },
    PatternKind { name: "diagonal 7", squares: &[1, 10, 19, 28, 37, 46, 55] },
    PatternKind { name: "diagonal 6", squares: &[2, 11, 20, 29, 38, 47] },
    PatternKind { name: "diagonal 5", squares: &[3, 12, 21, 30, 39] },
    PatternKind { name: "diagonal 4", squares: &[4, 13, 22, 31] },
    PatternKind { name: "diagonal 8", squares: &[0, 9, 18, 27, 36, 45, 54, 63] },
    PatternKind { name: "triangle", squares: &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24] },
    PatternKind { name: "cross", squares: &[0, 1, 8, 9, 10, 17, 18, 19, 26, 27] },
    PatternKind { name: "corner 2×5", squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12] },
];

/// So many of the shapes, the first ones, were there before: weights for them alone are read too.
pub const OLDER_KINDS: usize = 12;

/// The places of all kinds.
pub const PLACES: usize = LAYOUT.places;

/// Lanes of an index register: the places, rounded up to whole vectors of sixteen.
pub const LANES: usize = 64;
const _: () = assert!(LANES == PLACES.next_multiple_of(16), "too few or too many lanes");

/// Features that are numbers: each value from 0 to 63 has a row.
pub const SCALARS: [&str; 4] = ["mobility", "opponent's mobility", "discs", "opponent's discs"];

/// Rows a scalar feature has.
pub const SCALAR_VALUES: usize = 64;

/// The first row of each kind in a table.
pub const KIND_START: [usize; KINDS.len()] = kind_starts();

/// The first row of each scalar feature in a table.
pub const SCALAR_START: [usize; SCALARS.len()] = {
    let mut starts = [PATTERN_ROWS; SCALARS.len()];
    let mut i = 0;
    while i < SCALARS.len() {
        starts[i] += i * SCALAR_VALUES;
        i += 1;
    }
    starts
};

/// Rows of a table: one for every index of every kind, then those of the scalar features.
pub const ROWS: usize = PATTERN_ROWS + SCALARS.len() * SCALAR_VALUES;

/// Rows that are allocated for a table: whatever sixteen bits are in a lane, the row is there, so
/// that a lookup needs no check.
pub const ALLOCATED_ROWS: usize = KIND_START[KINDS.len() - 1] + (1 << 16);

const PATTERN_ROWS: usize = KIND_START[KINDS.len() - 1] + KINDS[KINDS.len() - 1].indices();

/// What the disc on a square is worth in every lane: the power of three of its digit, or zero.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Digits(pub [u16; LANES]);

/// The digits of every square.
pub static DIGITS: [Digits; 64] = LAYOUT.digits;

/// The kind of every place.
pub const KIND_OF_PLACE: [usize; PLACES] = {
    let mut kinds = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        kinds[place] = LAYOUT.kind_of_place[place];
        place += 1;
    }
    kinds
};

impl PatternKind {
    /// How many different contents the squares can have.
    pub const fn indices(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }

    /// For every index the index of the same discs seen through the shape's own mirror.
    fn mirrored(&self) -> Vec<u32> {
        // The contents of the first squares are known; each further square triples them.
        let mut mirrored = vec![0];
        for target in self.mirror() {
            let power = 3u32.pow(target as u32);
            for digit in 1..3 {
                let known = mirrored.len() / digit;
                mirrored.extend_from_within(..known);
                for index in &mut mirrored[digit * known..] {
                    *index += digit as u32 * power;
                }
            }
        }
        mirrored
    }

    /// The permutation of the shape's squares under its own mirror; the identity if it has none.
    fn mirror(&self) -> Vec<usize> {
        let position = |square: u8| self.squares.iter().position(|&other| other == square);
        Symmetry::all()
            .filter_map(|symmetry| {
                self.squares.iter().map(|&square| position(image(square, symmetry))).collect()
            })
            .find(|permutation: &Vec<usize>| !permutation.is_sorted())
            .unwrap_or_else(|| (0..self.squares.len()).collect())
    }
}

fn image(square: u8, symmetry: Symmetry) -> u8 {
    let square = Square::from_index(square as usize, Size::EIGHT);
    let image = symmetry.apply(square, Size::EIGHT).expect("a square of the board");
    image.index(Size::EIGHT) as u8
}

/// The rows that a table really has, and where each of the [`ROWS`] finds its own.
///
/// Two indices that are mirror images under the shape's own symmetry share one row.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// For every row of a table the number of the row that it shares.
    pub of_row: Vec<u32>,
    /// How many different rows there are.
    pub len: usize,
    /// How many of them, the first ones, are of the [older shapes](OLDER_KINDS).
    pub older: usize,
}

impl Canonical {
    /// The sharing, worked out on the first call.
    pub fn shared() -> &'static Canonical {
        static SHARED: LazyLock<Canonical> = LazyLock::new(Canonical::new);
        &SHARED
    }

    /// Works the sharing out.
    pub fn new() -> Canonical {
        let mut of_row = Vec::with_capacity(ROWS);
        let mut len = 0;
        let mut older = 0;
        for (number, (kind, start)) in KINDS.iter().zip(KIND_START).enumerate() {
            if number == OLDER_KINDS {
                older = len as usize;
            }
            for (index, mirrored) in kind.mirrored().into_iter().enumerate() {
                if (mirrored as usize) < index {
                    of_row.push(of_row[start + mirrored as usize]);
                } else {
                    of_row.push(len);
                    len += 1;
                }
            }
        }
        for _ in SCALAR_START[0]..ROWS {
            of_row.push(len);
            len += 1;
        }
        Canonical { of_row, len: len as usize, older }
    }
}

impl Default for Canonical {
    fn default() -> Canonical {
        Canonical::new()
    }
}

/// A number that differs between feature sets: a hash of the shapes and the scalar features.
pub const FEATURE_SET: u32 = feature_set(KINDS.len());

/// The feature set of the [older shapes](OLDER_KINDS).
pub const OLDER_FEATURE_SET: u32 = feature_set(OLDER_KINDS);

/// The hash of the first shapes and the scalar features.
const fn feature_set(kinds: usize) -> u32 {
    // FNV-1a.
    let mut hash: u32 = 0x811c_9dc5;
    let mut kind = 0;
    while kind < kinds {
        let mut i = 0;
        while i < KINDS[kind].squares.len() {
            hash = (hash ^ KINDS[kind].squares[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        hash = (hash ^ 0xff).wrapping_mul(0x0100_0193);
        kind += 1;
    }
    (hash ^ (SCALARS.len() * SCALAR_VALUES) as u32).wrapping_mul(0x0100_0193)
}

const _: () = assert!(ROWS <= ALLOCATED_ROWS);

const fn kind_starts() -> [usize; KINDS.len()] {
    let mut starts = [0; KINDS.len()];
    let mut kind = 1;
    while kind < KINDS.len() {
        starts[kind] = starts[kind - 1] + KINDS[kind - 1].indices();
        kind += 1;
    }
    starts
}

/// Eight places a kind at most.
const MAX_PLACES: usize = KINDS.len() * 8;

struct Layout {
    places: usize,
    kind_of_place: [usize; MAX_PLACES],
    digits: [Digits; 64],
}

const LAYOUT: Layout = layout();

/// Finds the places: the images of each shape, every set of squares once.
const fn layout() -> Layout {
    let mut layout =
        Layout { places: 0, kind_of_place: [0; MAX_PLACES], digits: [Digits([0; LANES]); 64] };
    let mut kind = 0;
    while kind < KINDS.len() {
        let squares = KINDS[kind].squares;
        let mut seen = [0u64; 8];
        let mut count = 0;
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut set = 0u64;
            let mut i = 0;
            while i < squares.len() {
                set |= 1 << const_image(squares[i] as usize, symmetry);
                i += 1;
            }
            let mut known = false;
            let mut j = 0;
            while j < count {
                known |= seen[j] == set;
                j += 1;
            }
            if !known {
                seen[count] = set;
                count += 1;
                let mut power = 1;
                let mut i = 0;
                while i < squares.len() {
                    let square = const_image(squares[i] as usize, symmetry);
                    layout.digits[square].0[layout.places] = power;
                    power = power.wrapping_mul(3);
                    i += 1;
                }
                layout.kind_of_place[layout.places] = kind;
                layout.places += 1;
            }
            symmetry += 1;
        }
        kind += 1;
    }
    layout
}

/// The image of a square under one of the eight symmetries, in a constant.
const fn const_image(square: usize, symmetry: usize) -> usize {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 { x * 8 + y } else { y * 8 + x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_sixty_two_places() {
        assert_eq!(PLACES, 62);
        let counts: Vec<usize> = (0..KINDS.len())
            .map(|kind| KIND_OF_PLACE.iter().filter(|&&other| other == kind).count())
            .collect();
        assert_eq!(counts, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 8]);
    }

    #[test]
    fn every_square_is_seen_and_every_place_has_all_its_squares() {
        assert!(DIGITS.iter().all(|digits| digits.0.iter().any(|&digit| digit != 0)));
        for (place, &kind) in KIND_OF_PLACE.iter().enumerate() {
            let sum: usize = DIGITS.iter().map(|digits| digits.0[place] as usize).sum();
            assert_eq!(sum, (KINDS[kind].indices() - 1) / 2, "place {place}");
        }
    }

    #[test]
    fn about_half_of_the_rows_are_shared() {
        // Edax's public figure for the first twelve shapes is 114,364 after symmetry.
        let canonical = Canonical::new();
        assert_eq!(canonical.of_row.len(), ROWS);
        assert_eq!(canonical.older, 114_364 - 1);
        // Of a triangle's contents 3⁶ are their own mirror images, of a cross's 3⁷.
        let shared = |own: u32| usize::midpoint(3usize.pow(10), 3usize.pow(own));
        let newer = shared(6) + shared(7) + 3usize.pow(10);
        assert_eq!(canonical.len, canonical.older + newer + SCALARS.len() * SCALAR_VALUES);
    }
}
