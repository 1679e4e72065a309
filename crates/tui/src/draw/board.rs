//! The board: squares, discs, marks, numbers, scores.

use std::time::Duration;

use obverse_records::Shape;
use obverse_rules::{Color as Side, Position, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::disc::{self, Cell, DiscLook};
use super::layout::{BoardLayout, Scale};
use crate::state::{Play, Turning};
use crate::theme::{Depth, Theme};
use crate::words;

/// What a square shows.
#[derive(Clone, Debug, Default)]
pub(super) struct Face {
    disc: Option<Side>,
    /// What is special about the disc.
    mark: Option<Mark>,
    /// The number of the move, where one may be made here, and whose it is.
    pub(super) legal: Option<(usize, Side)>,
    /// The score of the move, and whether it is the best.
    pub(super) hint: Option<(String, bool)>,
    pub(super) cursor: bool,
    /// Whether the number of the move is left out.
    pub(super) unnumbered: bool,
    /// How much of a disc shows that is being turned over.
    shows: Option<f64>,
    /// What somebody has marked the square with.
    shape: Option<Shape>,
    ground: Ground,
}

/// What a square itself looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ground {
    #[default]
    Plain,
    /// Every other square is a shade darker.
    Shaded,
    /// Something is said about this square.
    Lit,
}

/// What is special about a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// It was placed last.
    Last,
    /// The last move turned it over.
    Flipped,
    /// The move under the cursor would turn it over.
    WouldFlip,
}

/// Draws the board with the names of its columns and rows. Where there is motion, discs that are
/// being turned over are drawn as they are now.
pub(super) fn draw(
    buffer: &mut Buffer,
    layout: &BoardLayout,
    play: &Play,
    motion: Option<Duration>,
    theme: &Theme,
) -> Vec<(Rect, DiscLook)> {
    let mut faces = faces(play, layout.scale);
    if let (Some(turning), Some(now)) = (&play.turning, motion) {
        turn_over(&mut faces, turning, now, layout.size);
    }
    let cursor = (play.cursor_shown && has_cursor(play)).then_some(play.cursor);
    paint(buffer, layout, &faces, cursor, theme)
}

/// Draws squares as they are to be shown. The answer is how large discs look, for pictures of them.
pub(super) fn paint(
    buffer: &mut Buffer,
    layout: &BoardLayout,
    faces: &[Face],
    cursor: Option<Square>,
    theme: &Theme,
) -> Vec<(Rect, DiscLook)> {
    let painter = Painter { layout, theme, scale: layout.scale };
    painter.names(buffer, cursor);
    if layout.scale.lined {
        painter.lines(buffer);
    }
    let size = (layout.scale.width.into(), layout.scale.height.into());
    let disc = disc::raster(size, 1.0, theme.discs);
    for (column, row, square) in layout.places() {
        let face = &faces[square.index(layout.size)];
        let rect = layout.rect(column, row);
        painter.ground_of(buffer, rect, face);
        match face.shows {
            Some(shows) => {
                painter.square(buffer, rect, face, &disc::raster(size, shows, theme.discs));
            }
            None => painter.square(buffer, rect, face, &disc),
        }
    }
    let looks = layout.places().filter_map(|(column, row, square)| {
        let look = painter.look(&faces[square.index(layout.size)])?;
        Some((layout.rect(column, row), look))
    });
    looks.collect()
}

/// The discs of a position, and nothing else.
pub(super) fn plain_faces(position: &Position) -> Vec<Face> {
    faces_of(&position.setup().squares, position.size())
}

/// Squares with discs, and nothing else.
pub(super) fn faces_of(squares: &[Option<Side>], size: Size) -> Vec<Face> {
    let shaded = |square: Square| (square.column() + square.row()) % 2 == 1;
    let face = |(square, &disc)| {
        let ground = if shaded(square) { Ground::Shaded } else { Ground::Plain };
        Face { disc, ground, ..Face::default() }
    };
    Square::all(size).zip(squares).map(face).collect()
}

fn faces(play: &Play, scale: Scale) -> Vec<Face> {
    let position = play.game().position();
    let size = position.size();
    let mut faces = plain_faces(position);
    for square in play.last_flips() {
        faces[square.index(size)].mark = Some(Mark::Flipped);
    }
    if let Some(square) = play.last_square() {
        faces[square.index(size)].mark = Some(Mark::Last);
    }
    if let Some(side) = play.table.mover() {
        for (number, square) in position.moves().into_iter().enumerate() {
            faces[square.index(size)].legal = Some((number + 1, side));
        }
    }
    let room = scale.score_room();
    for hinted in play.hint.iter().flat_map(|hint| &hint.moves) {
        let best = play.hint.as_ref().and_then(|hint| hint.best());
        let is_best = best.is_some_and(|best| best.score.discs <= hinted.score.discs);
        let score = words::square_score(hinted.score, room);
        faces[hinted.square.index(size)].hint = Some((score, is_best));
    }
    if (play.cursor_shown || !play.typed.is_empty()) && has_cursor(play) {
        faces[play.cursor.index(size)].cursor = true;
        for square in position.flips(play.cursor) {
            faces[square.index(size)].mark = Some(Mark::WouldFlip);
        }
    }
    faces
}

/// A position of a game that is studied: its last move, its legal moves, and the squares that
/// something is said about.
pub(super) fn studied_faces(
    position: &Position,
    last: Option<Square>,
    lit: &[Square],
) -> Vec<Face> {
    let size = position.size();
    let mut faces = plain_faces(position);
    if let Some(square) = last {
        faces[square.index(size)].mark = Some(Mark::Last);
    }
    for (number, square) in position.moves().into_iter().enumerate() {
        faces[square.index(size)].legal = Some((number + 1, position.side()));
    }
    for square in lit.iter().filter(|square| square.is_on(size)) {
        faces[square.index(size)].ground = Ground::Lit;
    }
    faces
}

/// Puts the marks of a studied position on their squares.
pub(super) fn mark(faces: &mut [Face], marks: &[obverse_records::Mark], size: Size) {
    for mark in marks.iter().filter(|mark| mark.square.is_on(size)) {
        faces[mark.square.index(size)].shape = Some(mark.shape);
    }
}

/// The discs that are being turned over, as far as they are.
fn turn_over(faces: &mut [Face], turning: &Turning, now: Duration, size: Size) {
    for square in turning.discs {
        let face = &mut faces[square.index(size)];
        if let Some((shows, is_new)) = turning.phase(square, now) {
            let old = face.disc.map(|side| !side);
            face.disc = if is_new { face.disc } else { old };
            face.shows = Some(shows);
            face.mark = None;
        }
    }
}

/// Whether there is somebody to use the cursor.
fn has_cursor(play: &Play) -> bool {
    play.person_to_move().is_some() || play.paused
}

struct Painter<'a> {
    layout: &'a BoardLayout,
    theme: &'a Theme,
    scale: Scale,
}

impl Painter<'_> {
    /// The letters above and the numbers at the left; the cursor's own stand out.
    fn names(&self, buffer: &mut Buffer, cursor: Option<Square>) {
        let (columns, rows) = self.layout.shown;
        let style = |here: bool| if here { self.theme.marked() } else { self.theme.quiet() };
        for column in 0..columns {
            let rect = self.layout.rect(column, 0);
            let square = self.layout.square_at(column, 0);
            let letter = (b'a' + square.column() as u8) as char;
            let x = rect.x + (rect.width - 1) / 2;
            let here = cursor.is_some_and(|cursor| square.column() == cursor.column());
            buffer.set_string(x, self.layout.area.y - 1, letter.to_string(), style(here));
        }
        for row in 0..rows {
            let rect = self.layout.rect(0, row);
            let square = self.layout.square_at(0, row);
            let y = rect.y + (rect.height - 1) / 2;
            let here = cursor.is_some_and(|cursor| square.row() == cursor.row());
            let name = format!("{:>2}", square.row() + 1);
            buffer.set_string(self.layout.area.x - 3, y, name, style(here));
        }
        self.more(buffer);
    }

    /// Arrows where the board goes on out of sight.
    fn more(&self, buffer: &mut Buffer) {
        let BoardLayout { first, shown, size, area, .. } = *self.layout;
        let n = size.get() as u16;
        let style = self.theme.marked();
        let mut arrow = |wanted: bool, x: u16, y: u16, arrow: &str| {
            if wanted {
                buffer.set_string(x, y, self.theme.spell(arrow), style);
            }
        };
        arrow(first.1 > 0, area.right(), area.y, "↑");
        arrow(first.1 + shown.1 < n, area.right(), area.bottom() - 1, "↓");
        arrow(first.0 > 0, area.x - 1, area.y - 1, "←");
        arrow(first.0 + shown.0 < n, area.right(), area.y - 1, "→");
    }

    fn ground(&self, face: &Face) -> Style {
        let theme = self.theme;
        let color = match face {
            Face { cursor: true, .. } => theme.square_cursor,
            Face { ground: Ground::Lit, .. } => theme.accent,
            Face { ground: Ground::Shaded, .. } if !self.scale.lined => theme.square_shade,
            _ => theme.square,
        };
        Style::new().bg(color).fg(theme.board_quiet)
    }

    /// The lines between the squares, with the four marks of a real board on their crossings.
    fn lines(&self, buffer: &mut Buffer) {
        let BoardLayout { shown: (columns, rows), area, first, size, .. } = *self.layout;
        let style = Style::new().fg(self.theme.board_line).bg(self.theme.square);
        let n = size.get() as u16;
        let is_dot = |place: u16| n >= 6 && (place == 2 || place == n - 2);
        let glyph = |left, middle, right, place, end| match place {
            0 => left,
            place if place == end => right,
            _ => middle,
        };
        for y in 0..area.height {
            let on_row = y % (self.scale.height + 1) == 0;
            let row = y / (self.scale.height + 1);
            for x in 0..area.width {
                let on_column = x % (self.scale.width + 1) == 0;
                let column = x / (self.scale.width + 1);
                let dot = is_dot(column + first.0) && is_dot(row + first.1);
                let unicode = match (on_column, on_row) {
                    (false, false) => " ",
                    (true, false) => "│",
                    (false, true) => "─",
                    (true, true) if dot => "╋",
                    (true, true) => {
                        let line = match row {
                            0 => ["┌", "┬", "┐"],
                            row if row == rows => ["└", "┴", "┘"],
                            _ => ["├", "┼", "┤"],
                        };
                        glyph(line[0], line[1], line[2], column, columns)
                    }
                };
                let ascii = match (on_column, on_row) {
                    (false, false) => " ",
                    (true, false) => "|",
                    (false, true) => "-",
                    (true, true) if dot => "*",
                    (true, true) => "+",
                };
                let text = self.theme.glyph(unicode, ascii);
                buffer.set_string(area.x + x, area.y + y, text, style);
            }
        }
    }

    fn ground_of(&self, buffer: &mut Buffer, rect: Rect, face: &Face) {
        let ground = self.ground(face);
        for position in rect.positions() {
            buffer[position].set_symbol(" ").set_style(ground);
        }
    }

    fn square(&self, buffer: &mut Buffer, rect: Rect, face: &Face, disc: &[Cell]) {
        let blocks = rect.height >= 2 && !self.theme.is_lined() && !self.theme.is_ascii();
        let letters = rect.height >= 2 && self.theme.is_ascii();
        match face.disc {
            Some(side) if blocks => self.round_disc(buffer, rect, side, face, disc),
            Some(side) if letters => self.lettered_disc(buffer, rect, side, face, disc),
            Some(side) => self.small_disc(buffer, rect, side, face),
            None => self.empty(buffer, rect, face),
        }
        if let Some(shape) = face.shape {
            self.shape(buffer, rect, face, shape);
        }
        if face.cursor {
            self.cursor(buffer, rect);
        } else if face.ground == Ground::Lit && self.theme.is_lined() && rect.width > 2 {
            // Without colours a star at either side says the same.
            for x in [rect.x, rect.right() - 1] {
                buffer.set_string(x, rect.y + rect.height / 2, "*", Style::new());
            }
        }
    }

    /// A disc of block characters. White is drawn with full blocks and black with blanks on
    /// black, so that the two differ in plain text too.
    fn round_disc(&self, buffer: &mut Buffer, rect: Rect, side: Side, face: &Face, disc: &[Cell]) {
        let front = self.theme.face(side);
        let ground = self.ground(face).bg.unwrap_or_default();
        for (position, cell) in rect.positions().zip(disc) {
            let (symbol, ink, paper) = match *cell {
                Cell::Outside => continue,
                Cell::Inside if side == Side::White => ('█', front, front),
                Cell::Inside => (' ', front, front),
                Cell::Edge { glyph, inverse: false } => (glyph, front, ground),
                Cell::Edge { glyph, inverse: true } => (glyph, ground, front),
            };
            buffer[position].set_char(symbol).set_style(Style::new().fg(ink).bg(paper));
        }
        let mark = match face.mark {
            Some(Mark::Last) => self.theme.accent,
            Some(Mark::WouldFlip) => self.theme.square_cursor,
            Some(Mark::Flipped) => self.theme.flipped(side),
            None => return,
        };
        dot(buffer, rect, Style::new().fg(mark).bg(front));
    }

    /// How a disc looks that is large enough for a picture, in true colour.
    fn look(&self, face: &Face) -> Option<DiscLook> {
        let theme = self.theme;
        let side = face.disc.filter(|_| self.scale.height >= 2 && !face.cursor)?;
        let mark = match face.mark {
            Some(Mark::Last) => Some(theme.accent),
            Some(Mark::WouldFlip) => Some(theme.square_cursor),
            Some(Mark::Flipped) => Some(theme.flipped(side)),
            None => None,
        };
        let shows = (100.0 * face.shows.unwrap_or(1.0)) as u8;
        let look = DiscLook { face: theme.face(side), ground: theme.square, mark, shows };
        (theme.depth == Depth::True).then_some(look)
    }

    /// A disc of letters, as large as the square allows. A mark stands in its middle.
    fn lettered_disc(
        &self,
        buffer: &mut Buffer,
        rect: Rect,
        side: Side,
        face: &Face,
        disc: &[Cell],
    ) {
        let theme = self.theme;
        let style = if theme.is_lined() {
            Style::new().add_modifier(Modifier::BOLD)
        } else {
            Style::new().fg(theme.face(!side)).bg(theme.face(side))
        };
        for (position, _) in rect.positions().zip(disc).filter(|(_, cell)| cell.is_mostly_inside())
        {
            buffer[position].set_symbol(theme.disc(side)).set_style(style);
        }
        let mark = match face.mark {
            Some(Mark::Last) => "()",
            Some(Mark::WouldFlip) => "''",
            Some(Mark::Flipped) => "><",
            None => return,
        };
        let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2);
        let style = if theme.is_lined() { style } else { style.fg(theme.flipped(side)) };
        // Brackets stand around the middle: between two cells, or beside the one in the middle.
        let right = x + rect.width % 2;
        buffer.set_string(x - 1, y, &mark[..1], style);
        buffer.set_string(right, y, &mark[1..], style);
    }

    /// A disc of one character.
    fn small_disc(&self, buffer: &mut Buffer, rect: Rect, side: Side, face: &Face) {
        let theme = self.theme;
        let is_edge = face.shows.is_some_and(|shows| shows < 0.6);
        let glyph = if is_edge { theme.glyph("│", "|") } else { theme.disc(side) };
        let (x, y) = (rect.x + (rect.width - 1) / 2, rect.y + rect.height / 2);
        if theme.is_lined() {
            let style = Style::new().add_modifier(Modifier::BOLD);
            buffer.set_string(x, y, glyph, style);
            let around = match face.mark {
                Some(Mark::Last) => ["(", ")"],
                Some(Mark::WouldFlip) => [theme.glyph("·", "'"), theme.glyph("·", "'")],
                Some(Mark::Flipped) => [theme.glyph("›", ">"), theme.glyph("‹", "<")],
                None => return,
            };
            if rect.width > 2 {
                buffer.set_string(x - 1, y, around[0], Style::new());
            }
            buffer.set_string(x + 1, y, around[1], Style::new());
            return;
        }
        let ground = self.ground(face);
        let style = ground.fg(theme.face(side)).add_modifier(Modifier::BOLD);
        let is_block = theme.is_ascii() && rect.width > 2;
        if is_block {
            let style = style.fg(theme.face(!side)).bg(theme.face(side));
            buffer.set_string(x - 1, y, format!(" {glyph} "), style);
        } else {
            buffer.set_string(x, y, glyph, style);
        }
        let (mark, ink) = match face.mark {
            Some(Mark::Last) => (theme.glyph("•", "*"), theme.board_accent),
            Some(Mark::WouldFlip) => (theme.glyph("∘", "'"), theme.board_accent),
            Some(Mark::Flipped) => (theme.glyph("·", "'"), theme.board_quiet),
            None => return,
        };
        // On a block in the colour of the disc the colours of the board would not be seen.
        let ink = if is_block { theme.face(!side) } else { ink };
        buffer.set_string(x + 1, y, mark, buffer[(x + 1, y)].style().fg(ink));
    }

    /// A mark: in the middle of an empty square or a large disc, else beside the disc.
    fn shape(&self, buffer: &mut Buffer, rect: Rect, face: &Face, shape: Shape) {
        let theme = self.theme;
        let glyph = match shape {
            Shape::Cross => theme.glyph("✕", "+"),
            Shape::Triangle => theme.glyph("△", "^"),
            Shape::Circle => theme.glyph("○", "@"),
            Shape::Square => theme.glyph("□", "#"),
        };
        let is_beside = face.disc.is_some() && rect.height < 2;
        let middle = rect.x + (rect.width - 1) / 2;
        let x = if is_beside { (middle + 1).min(rect.right() - 1) } else { middle };
        let y = rect.y + rect.height / 2;
        let cell = buffer[(x, y)].style();
        let style = match face.disc {
            _ if theme.is_lined() => cell.add_modifier(Modifier::BOLD),
            Some(side) if !is_beside => cell.fg(theme.flipped(side)).bg(theme.face(side)),
            _ => cell.fg(theme.board_accent),
        };
        buffer.set_string(x, y, glyph, style.add_modifier(Modifier::BOLD));
    }

    /// A square without a disc: a legal move's dot and number, its score, or nothing.
    fn empty(&self, buffer: &mut Buffer, rect: Rect, face: &Face) {
        let Some((number, side)) = face.legal else { return };
        let theme = self.theme;
        let ground = self.ground(face);
        let ink = if theme.is_lined() { ground } else { ground.fg(theme.face(side)) };
        let middle = rect.y + rect.height / 2;
        let width = rect.width as usize;
        if let Some((score, best)) = &face.hint {
            let style = if *best { theme.best_score(ground) } else { ground.fg(theme.board_quiet) };
            // One that is wider than the square has its sign on the line before it.
            let x = match score.len().checked_sub(width) {
                Some(more) => rect.x.saturating_sub(more as u16),
                None => rect.x + ((width - score.len()) / 2) as u16,
            };
            buffer.set_string(x, middle, score, style);
            if rect.height >= 2 && !face.unnumbered {
                buffer.set_string(rect.x + 1, rect.y, number.to_string(), ground);
            }
            return;
        }
        // Without colours a ring would be a white disc.
        let (dot, ring) = if theme.is_lined() { ("·", "·") } else { ("◦", "○") };
        let (dot, ring) = (theme.glyph(dot, "."), theme.glyph(ring, "."));
        let name = number.to_string();
        if rect.height >= 2 {
            let x = rect.x + (rect.width - 1) / 2;
            buffer.set_string(x, middle, ring, ink);
            buffer.set_string(rect.x + 1, rect.y, &name, ground);
        } else if width > name.len() {
            buffer.set_string(rect.x, middle, dot, ink);
            buffer.set_string(rect.x + 1, middle, &name, ground);
        } else {
            buffer.set_string(rect.x, middle, words::fit(&name, width), ink);
        }
    }

    /// The cursor: brackets at the sides of the square.
    fn cursor(&self, buffer: &mut Buffer, rect: Rect) {
        let theme = self.theme;
        let style = |cell: Style| {
            if theme.is_lined() {
                cell.add_modifier(Modifier::BOLD)
            } else {
                cell.fg(theme.board_accent).add_modifier(Modifier::BOLD)
            }
        };
        let middle = rect.y + rect.height / 2;
        // Where there are lines, the brackets stand in their place.
        let outside = u16::from(self.scale.lined);
        let (left, right) = (rect.x - outside, rect.right() - 1 + outside);
        if rect.height >= 2 && !theme.is_ascii() && !theme.is_lined() {
            for (y, corners) in [(rect.y, ["▛", "▜"]), (rect.bottom() - 1, ["▙", "▟"])] {
                for (x, corner) in [(rect.x, corners[0]), (rect.right() - 1, corners[1])] {
                    let cell = buffer[(x, y)].style();
                    buffer.set_string(x, y, corner, style(cell.bg(theme.square_cursor)));
                }
            }
            return;
        }
        if rect.width == 2 && !theme.is_lined() {
            return;
        }
        for (x, bracket) in [(left, "["), (right, "]")] {
            // A hint that fills the square keeps its sign and digits: its colour shows the cursor.
            let is_number = |symbol: char| symbol.is_ascii_digit() || "+-".contains(symbol);
            if !buffer[(x, middle)].symbol().starts_with(is_number) {
                let cell = buffer[(x, middle)].style();
                buffer.set_string(x, middle, bracket, style(cell));
            }
        }
    }
}

/// A dot in the middle of a square: in a cell, or where cells meet.
fn dot(buffer: &mut Buffer, rect: Rect, style: Style) {
    let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2);
    if rect.width.is_multiple_of(2) {
        buffer.set_string(x - 1, y - 1, "▗▖", style);
        buffer.set_string(x - 1, y, "▝▘", style);
    } else if rect.height.is_multiple_of(2) {
        buffer.set_string(x, y - 1, "▄", style);
        buffer.set_string(x, y, "▀", style);
    } else {
        buffer.set_string(x, y, "●", style);
    }
}
