//! Discs made of block characters.
//!
//! A circle is drawn into a fine bitmap, eight by eight points a cell, and every cell gets the
//! block character, or where the terminal draws them the sextant or octant, whose shape differs least from
//! its part of the circle.

use ratatui::style::Color;

use crate::theme::Discs;

/// What a cell of a disc shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Only the square behind the disc.
    Outside,
    /// Only the disc.
    Inside,
    /// Part of both.
    Edge {
        /// The character.
        glyph: char,
        /// Whether its ink is the square, and the disc the paper.
        inverse: bool,
    },
}

/// How a disc looks, for a picture of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscLook {
    /// The colour of the side that shows.
    pub face: Color,
    /// The colour of its square.
    pub ground: Color,
    /// The colour of the mark in its middle.
    pub mark: Option<Color>,
    /// How much of its width shows, in per cent: less while it is turned over.
    pub shows: u8,
}

impl Cell {
    /// Whether most of the cell belongs to the disc.
    pub(super) fn is_mostly_inside(self) -> bool {
        match self {
            Cell::Outside => false,
            Cell::Inside => true,
            Cell::Edge { glyph, inverse } => {
                let glyphs = glyphs(Discs::Octants);
                let ink =
                    glyphs.iter().find(|(it, _)| *it == glyph).map_or(0, |it| it.1.count_ones());
                let disc = if inverse { 64 - ink } else { ink };
                disc >= 32
            }
        }
    }
}

/// The cells of a disc on a square of so many cells, row by row. Of a disc that is being turned
/// over only a part of the width shows; 1 is the whole.
pub(super) fn raster(size: (usize, usize), shows: f64, discs: Discs) -> Vec<Cell> {
    let glyphs = glyphs(discs);
    let (width, height) = size;
    let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    places.map(|place| nearest(bitmap(place, size, shows), &glyphs)).collect()
}

/// How much of the square's side the disc's diameter takes.
const DIAMETER: f64 = 0.96;

/// The part of the disc that falls into a cell: bit 8·y + x is the point in row y, column x.
fn bitmap((column, row): (usize, usize), (width, height): (usize, usize), shows: f64) -> u64 {
    // A cell is about twice as high as it is wide.
    let (span_x, span_y) = (width as f64, 2.0 * height as f64);
    let radius = span_x.min(span_y) * DIAMETER / 2.0;
    let mut bits = 0;
    for y in 0..8 {
        for x in 0..8 {
            let dx = (column as f64 + (x as f64 + 0.5) / 8.0 - span_x / 2.0) / shows;
            let dy = 2.0 * (row as f64 + (y as f64 + 0.5) / 8.0) - span_y / 2.0;
            if dx * dx + dy * dy <= radius * radius {
                bits |= 1 << (8 * y + x);
            }
        }
    }
    bits
}

/// The characters that discs are made of, and their shapes.
fn glyphs(discs: Discs) -> Vec<(char, u64)> {
    let shape = |inked: &dyn Fn(usize, usize) -> bool| {
        (0..64).filter(|bit| inked(bit % 8, bit / 8)).fold(0, |bits, bit| bits | 1u64 << bit)
    };
    let mut glyphs = Vec::new();
    for (eighths, glyph) in "▁▂▃▄▅▆▇".chars().enumerate() {
        glyphs.push((glyph, shape(&|_, y| y >= 7 - eighths)));
    }
    for (eighths, glyph) in "▏▎▍▌▋▊▉".chars().enumerate() {
        glyphs.push((glyph, shape(&|x, _| x <= eighths)));
    }
    for (quarter, glyph) in "▘▝▖▗".chars().enumerate() {
        glyphs.push((glyph, shape(&|x, y| x / 4 == quarter % 2 && y / 4 == quarter / 2)));
    }
    // Terminals that draw octants draw sextants, too.
    if matches!(discs, Discs::Sextants | Discs::Octants) {
        // Two by three parts, numbered row by row; the two halves are block characters already.
        for parts in (1..63_u32).filter(|parts| ![21, 42].contains(parts)) {
            let skipped = u32::from(parts > 21) + u32::from(parts > 42);
            let glyph = char::from_u32(0x1fb00 + parts - 1 - skipped).expect("a sextant");
            let part = |x: usize, y: usize| 2 * (3 * (2 * y + 1) / 16) + x / 4;
            glyphs.push((glyph, shape(&|x, y| parts >> part(x, y) & 1 == 1)));
        }
    }
    if discs == Discs::Octants {
        let part = |x: usize, y: usize| 2 * (y / 2) + x / 4;
        let of = |(parts, glyph)| (glyph, shape(&|x, y| parts >> part(x, y) & 1 == 1));
        glyphs.extend(octants().map(of));
    }
    glyphs
}

/// The octants, with their parts as bits, numbered row by row. They stand in the order of these
/// numbers, and those are left out that Unicode had before: whole quarters, and quarters of the
/// height or of one half's height.
fn octants() -> impl Iterator<Item = (u8, char)> {
    let is_quarters = |parts: u8| parts & 0x33 == (parts >> 2) & 0x33;
    let earlier = [0x01, 0x02, 0x03, 0x14, 0x28, 0x3f, 0x40, 0x80, 0xc0, 0xfc];
    let own = (0..=255_u8).filter(move |&parts| !is_quarters(parts) && !earlier.contains(&parts));
    own.zip('\u{1cd00}'..='\u{1cde5}')
}

fn nearest(bits: u64, glyphs: &[(char, u64)]) -> Cell {
    let plain = [(bits.count_ones(), Cell::Outside), (bits.count_zeros(), Cell::Inside)];
    let edges = glyphs.iter().flat_map(|&(glyph, shape)| {
        [(shape, false), (!shape, true)]
            .map(|(shape, inverse)| ((bits ^ shape).count_ones(), Cell::Edge { glyph, inverse }))
    });
    // The first of equals: an empty or a full cell before an edge.
    plain.into_iter().chain(edges).min_by_key(|&(error, _)| error).expect("never empty").1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The disc as text, its edge as `/`.
    fn sketch(width: usize, height: usize) -> Vec<String> {
        raster((width, height), 1.0, Discs::Blocks)
            .chunks(width)
            .map(|row| {
                row.iter()
                    .map(|cell| match cell {
                        Cell::Outside => ' ',
                        Cell::Inside => '#',
                        Cell::Edge { .. } => '/',
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn a_disc_is_round() {
        // Its radius is 0.48 of six half rows: 2.88 columns of the 3.5 on either side.
        assert_eq!(sketch(7, 3), [" ///// ", "/#####/", " ///// "]);
    }

    #[test]
    fn a_disc_is_the_same_from_the_left_and_from_the_right() {
        for (width, height) in [(5, 2), (7, 3), (9, 4), (11, 5), (13, 6)] {
            for row in sketch(width, height) {
                assert_eq!(row, row.chars().rev().collect::<String>(), "{width}×{height}");
            }
        }
    }

    #[test]
    fn a_disc_that_is_turned_over_gets_narrower_but_no_lower() {
        let inside = |shows| {
            let cells = raster((11, 5), shows, Discs::Blocks);
            let rows =
                cells.chunks(11).map(|row| row.iter().filter(|it| it.is_mostly_inside()).count());
            rows.collect::<Vec<_>>()
        };
        let widths: Vec<usize> = [1.0, 0.66, 0.33].map(|shows| inside(shows)[2]).to_vec();
        assert!(widths[0] > widths[1] && widths[1] > widths[2] && widths[2] > 0, "{widths:?}");
        assert!(inside(0.33).iter().all(|&row| row > 0), "{:?}", inside(0.33));
    }

    #[test]
    fn sextants_are_nearer_to_the_circle() {
        let error = |discs, size: (usize, usize)| -> u32 {
            let glyphs = glyphs(discs);
            let (width, height) = size;
            let places = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
            let of = |place| {
                let bits = bitmap(place, size, 1.0);
                let shapes = glyphs.iter().flat_map(|&(_, shape)| [shape, !shape]).chain([0, !0]);
                shapes.map(|shape| (bits ^ shape).count_ones()).min().unwrap()
            };
            places.map(of).sum()
        };
        assert!(error(Discs::Sextants, (7, 3)) < error(Discs::Blocks, (7, 3)));
        // Octants tell on discs that are larger still.
        assert!(error(Discs::Octants, (11, 5)) < error(Discs::Sextants, (11, 5)));
        // Some of them, as Unicode names them, and as many as there are.
        let octant = |parts: u8| octants().find(|(own, _)| *own == parts).map(|(_, glyph)| glyph);
        assert_eq!(octant(0b100), Some('\u{1cd00}'), "block octant-3");
        assert_eq!(octant(0b111), Some('\u{1cd02}'), "block octant-123");
        assert_eq!(octant(0b1001), Some('\u{1cd04}'), "block octant-14");
        assert_eq!(octant(0b1111_1110), Some('\u{1cde5}'), "block octant-2345678");
        assert_eq!(octants().count(), 0xe6);
        // The first and the last of them, as Unicode names them.
        let glyphs = glyphs(Discs::Sextants);
        let shape = |glyph| glyphs.iter().find(|(it, _)| *it == glyph).unwrap().1;
        assert_eq!(shape('\u{1fb00}'), 0x0f0f0f, "sextant 1 is the upper left");
        assert_eq!(shape('\u{1fb3b}'), !0x0f0f0f, "sextants 2 to 6 are all but that");
    }
}
