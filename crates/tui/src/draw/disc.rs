//! Discs made of block characters.
//!
//! A circle is drawn into a fine bitmap, eight by eight points a cell, and every cell gets the
//! block character whose shape differs least from its part of the circle.

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

impl Cell {
    /// Whether most of the cell belongs to the disc.
    pub(super) fn is_mostly_inside(self) -> bool {
        match self {
            Cell::Outside => false,
            Cell::Inside => true,
            Cell::Edge { glyph, inverse } => {
                let ink =
                    glyphs().iter().find(|(it, _)| *it == glyph).map_or(0, |it| it.1.count_ones());
                let disc = if inverse { 64 - ink } else { ink };
                disc >= 32
            }
        }
    }
}

/// The cells of a disc on a square of so many cells, row by row.
pub(super) fn raster(width: usize, height: usize) -> Vec<Cell> {
    let glyphs = glyphs();
    let mut cells = Vec::with_capacity(width * height);
    for row in 0..height {
        for column in 0..width {
            cells.push(nearest(bitmap(column, row, width, height), &glyphs));
        }
    }
    cells
}

/// How much of the square's side the disc's diameter takes.
const DIAMETER: f64 = 0.84;

/// The part of the circle that falls into a cell: bit 8·y + x is the point in row y, column x.
fn bitmap(column: usize, row: usize, width: usize, height: usize) -> u64 {
    // A cell is about twice as high as it is wide.
    let (span_x, span_y) = (width as f64, 2.0 * height as f64);
    let radius = span_x.min(span_y) * DIAMETER / 2.0;
    let mut bits = 0;
    for y in 0..8 {
        for x in 0..8 {
            let dx = column as f64 + (x as f64 + 0.5) / 8.0 - span_x / 2.0;
            let dy = 2.0 * (row as f64 + (y as f64 + 0.5) / 8.0) - span_y / 2.0;
            if dx * dx + dy * dy <= radius * radius {
                bits |= 1 << (8 * y + x);
            }
        }
    }
    bits
}

/// The block characters that every font with blocks has, and their shapes.
fn glyphs() -> Vec<(char, u64)> {
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
    glyphs
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
        raster(width, height)
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
        // Its radius is 0.42 of eight columns: 3.36, so a little less than a column is left free
        // on either side and a third of a row above and below.
        assert_eq!(sketch(8, 4), [" ////// ", "/######/", "/######/", " ////// "]);
    }

    #[test]
    fn a_disc_is_the_same_from_the_left_and_from_the_right() {
        for (width, height) in [(6, 3), (8, 4), (10, 5), (12, 6), (14, 7)] {
            for row in sketch(width, height) {
                assert_eq!(row, row.chars().rev().collect::<String>(), "{width}×{height}");
            }
        }
    }
}
