//! Drawing games that others play: as many boards as fit, as large as they fit, and the table.

use obverse_rules::{Color as Side, Move, Position, Size, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::disc::{self, Cell};
use super::{chip, miniature, write_line};
use crate::theme::Theme;
use crate::watch::{Scene, ShownGame};
use crate::words;

/// The columns that a board takes at least, so that names can be read.
const NARROWEST: u16 = 22;
/// Free columns between two boards.
const GAP: u16 = 2;
/// The rows of the players' names above a board.
const NAMES: u16 = 2;
/// The rows of a square, the largest first; a square is twice as wide.
const SCALES: [u16; 4] = [4, 3, 2, 1];

/// Draws everything.
pub(crate) fn draw(buffer: &mut Buffer, scene: &Scene, theme: &Theme) {
    let area = buffer.area;
    buffer.set_style(area, theme.base());
    for place in area.positions() {
        buffer[place].set_symbol(" ");
    }
    if area.height < 4 || area.width < NARROWEST {
        buffer.set_stringn(area.x, area.y, "too small", area.width.into(), theme.base());
        return;
    }
    let row = |y: u16| Rect { y, height: 1, ..area };
    let title = vec![
        Span::styled("Obverse", theme.marked()),
        Span::styled(format!("   {}   {}", scene.title, scene.status), theme.base()),
    ];
    write_line(buffer, row(area.y), title);
    write_line(buffer, row(area.bottom() - 1), keys(scene, theme));
    // A board that can be seen goes before the last rows of a long table.
    let middle = area.height - 2;
    let smallest = scene
        .games
        .first()
        .map_or(0, |shown| Grid::height(shown.game.position().size(), 1, theme) + 1);
    let room = middle.saturating_sub(smallest).max(middle / 3);
    let table = table(&scene.table, area.width.into());
    let rows = (table.len() as u16).min(room.saturating_sub(1));
    let top = area.bottom() - 1 - rows;
    for (line, y) in table.iter().zip(top..area.bottom() - 1) {
        write_line(buffer, row(y), vec![Span::styled(theme.spell(line), theme.base())]);
    }
    let boards = Rect { y: area.y + 2, height: top.saturating_sub(area.y + 3), ..area };
    draw_boards(buffer, boards, &scene.games, theme);
}

/// The rows of a table, which say where they are cut; a line that stands alone goes on below.
fn table(lines: &[String], width: usize) -> Vec<String> {
    match lines {
        [line] => words::wrap(line, width, usize::MAX),
        lines => lines.iter().map(|line| words::fit(line, width)).collect(),
    }
}

fn keys(scene: &Scene, theme: &Theme) -> Vec<Span<'static>> {
    let keys: &[(&str, &str)] = if scene.is_over {
        &[("q", "leave")]
    } else if scene.status == "paused" {
        &[("space", "go on"), ("q", "quit")]
    } else {
        &[("space", "pause"), ("+", "faster"), ("-", "slower"), ("q", "quit")]
    };
    keys.iter()
        .flat_map(|(key, does)| {
            [
                Span::styled((*key).to_owned(), theme.marked()),
                Span::styled(format!(" {does}   "), theme.quiet()),
            ]
        })
        .collect()
}

/// Boards in rows and columns, all of one size.
struct Grid {
    scale: u16,
    columns: u16,
    /// How many boards fit.
    room: usize,
}

impl Grid {
    /// The largest boards with which all of them fit, or as many as fit of the smallest.
    fn new(area: Rect, size: Size, boards: usize, theme: &Theme) -> Grid {
        let grids =
            SCALES.iter().filter(|&&scale| scale == 1 || can_grow(size, theme)).map(|&scale| {
                let columns = (area.width + GAP) / (Grid::width(size, scale, theme) + GAP);
                let rows = (area.height + 1) / (Grid::height(size, scale, theme) + 1);
                Grid { scale, columns, room: usize::from(columns) * usize::from(rows) }
            });
        let mut grids: Vec<Grid> = grids.collect();
        let fitting = grids.iter().position(|grid| grid.room >= boards);
        grids.swap_remove(fitting.unwrap_or(grids.len() - 1))
    }

    fn width(size: Size, scale: u16, theme: &Theme) -> u16 {
        board_size(size, scale, theme).0.max(NARROWEST)
    }

    fn height(size: Size, scale: u16, theme: &Theme) -> u16 {
        board_size(size, scale, theme).1 + NAMES
    }
}

/// Whether a board can be drawn larger than its miniature.
fn can_grow(size: Size, theme: &Theme) -> bool {
    miniature::size(size, theme).is_some() && !theme.is_lined() && !theme.is_ascii()
}

/// The columns and rows of a board. Without a miniature a square is a column and a row.
fn board_size(size: Size, scale: u16, theme: &Theme) -> (u16, u16) {
    let n = size.get() as u16;
    match scale {
        1 => miniature::size(size, theme).unwrap_or((n, n)),
        scale => (2 * scale * n, scale * n),
    }
}

fn draw_boards(buffer: &mut Buffer, area: Rect, games: &[ShownGame], theme: &Theme) {
    let Some(first) = games.first() else { return };
    let size = first.game.position().size();
    let grid = Grid::new(area, size, games.len(), theme);
    let shown = games.len().min(grid.room);
    for (at, game) in (0..).zip(&games[..shown]) {
        let width = Grid::width(size, grid.scale, theme);
        let height = Grid::height(size, grid.scale, theme);
        let card = Rect {
            x: area.x + at % grid.columns * (width + GAP),
            y: area.y + at / grid.columns * (height + 1),
            width,
            height,
        };
        draw_card(buffer, card, game, grid.scale, theme);
    }
    if shown < games.len() {
        let more = format!("and {}", words::count(games.len() - shown, "more game"));
        let row = Rect { y: area.bottom(), height: 1, ..area };
        write_line(buffer, row, vec![Span::styled(more, theme.quiet())]);
    }
}

/// The players with their discs, and the board.
fn draw_card(buffer: &mut Buffer, card: Rect, shown: &ShownGame, scale: u16, theme: &Theme) {
    let position = shown.game.position();
    for (side, y) in Side::BOTH.into_iter().zip(card.y..) {
        let is_mover = !position.is_over() && position.side() == side;
        let style = if is_mover { theme.marked() } else { theme.base() };
        let count = position.count(side).to_string();
        let number =
            if side == Side::Black { format!("#{} ", shown.number) } else { String::new() };
        let mut line = chip(side, theme);
        let disc: usize = line.iter().map(Span::width).sum();
        let room = usize::from(card.width) - disc - 2 - count.len() - number.len();
        let name = words::fit(&shown.names[side as usize], room);
        line.extend([
            Span::styled(format!(" {name:room$} "), style),
            Span::styled(number, theme.quiet()),
            Span::styled(count, theme.base()),
        ]);
        write_line(buffer, Rect { y, height: 1, ..card }, line);
    }
    let (width, height) = board_size(position.size(), scale, theme);
    let board = Rect { x: card.x, y: card.y + NAMES, width, height };
    match scale {
        1 if miniature::size(position.size(), theme).is_some() => {
            miniature::draw(buffer, board, position, theme);
        }
        1 => draw_letters(buffer, board, position, theme),
        scale => draw_large(buffer, board, position, scale, theme),
    }
    if let Some(Move::Place(square)) = shown.game.moves().last() {
        mark(buffer, board, position.size(), *square, theme);
    }
}

/// A large board where a terminal has neither half rows nor colours: a column and a row a square.
fn draw_letters(buffer: &mut Buffer, area: Rect, position: &Position, theme: &Theme) {
    for square in Square::all(position.size()) {
        let (x, y) = (area.x + square.column() as u16, area.y + square.row() as u16);
        let symbol = position.get(square).map_or(theme.glyph("·", "."), |side| theme.disc(side));
        buffer.set_string(x, y, symbol, theme.base());
    }
}

/// A board with discs of block characters.
fn draw_large(buffer: &mut Buffer, area: Rect, position: &Position, scale: u16, theme: &Theme) {
    let (width, height) = (2 * scale, scale);
    let disc = disc::raster((width.into(), height.into()), 1.0, theme.discs);
    for square in Square::all(position.size()) {
        let rect = Rect {
            x: area.x + square.column() as u16 * width,
            y: area.y + square.row() as u16 * height,
            width,
            height,
        };
        let is_shaded = (square.column() + square.row()) % 2 == 1;
        let ground = if is_shaded { theme.square_shade } else { theme.square };
        let face = position.get(square).map(|side| theme.face(side));
        for (place, cell) in rect.positions().zip(&disc) {
            let (symbol, ink, paper) = match (face, cell) {
                (None, _) | (_, Cell::Outside) => (' ', ground, ground),
                // As on the large board: the two differ in plain text too.
                (Some(face), Cell::Inside) if face == theme.white => ('█', face, face),
                (Some(face), Cell::Inside) => (' ', face, face),
                (Some(face), Cell::Edge { glyph, inverse: false }) => (*glyph, face, ground),
                (Some(face), Cell::Edge { glyph, inverse: true }) => (*glyph, ground, face),
            };
            buffer[place].set_char(symbol).set_style(Style::new().fg(ink).bg(paper));
        }
    }
}

/// Marks the square of the last move: its ground is lighter.
fn mark(buffer: &mut Buffer, board: Rect, size: Size, square: Square, theme: &Theme) {
    let n = size.get() as u16;
    let (width, height) = (board.width / n, board.height / n);
    // Half rows have two squares in a cell: there is nothing to mark.
    if height == 0 {
        return;
    }
    let rect = Rect {
        x: board.x + square.column() as u16 * width,
        y: board.y + square.row() as u16 * height,
        width,
        height,
    };
    for place in rect.positions() {
        let cell = &mut buffer[place];
        if cell.bg == theme.square || cell.bg == theme.square_shade {
            cell.set_bg(theme.square_cursor);
        }
    }
}

#[cfg(test)]
mod tests {
    use obverse_rules::Game;

    use super::*;
    use crate::theme::{Depth, Glyphs};

    fn scene(games: usize, size: Size, rows: usize) -> Scene {
        let mut game = Game::from_start(size);
        while let Some(mv) = game.position().moves().first() {
            if game.ply() == 9 {
                break;
            }
            game.play(Move::from(mv)).unwrap();
        }
        Scene {
            title: "3 of 100 games".to_owned(),
            status: "full speed".to_owned(),
            games: (1..=games)
                .map(|number| ShownGame {
                    number,
                    names: ["a player with a long name".to_owned(), "random".to_owned()],
                    game: game.clone(),
                })
                .collect(),
            table: (0..rows).map(|row| format!("row {row}")).collect(),
            is_over: false,
            is_stopped: false,
        }
    }

    fn drawn(width: u16, height: u16, scene: &Scene, theme: &Theme) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(&mut buffer, scene, theme);
        let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect()
    }

    #[test]
    fn every_size_of_terminal_and_board_is_drawn() {
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            let theme = Theme::new(Depth::True, glyphs);
            for (width, height) in [(1, 1), (20, 5), (60, 20), (80, 24), (120, 40), (250, 80)] {
                for size in Size::all() {
                    for games in [0, 1, 2, 7, 64] {
                        drawn(width, height, &scene(games, size, 12), &theme);
                    }
                }
            }
        }
    }

    #[test]
    fn two_games_and_a_tables_first_rows_fit_on_80_by_24() {
        let theme = Theme::new(Depth::None, Glyphs::Ascii);
        let text = drawn(80, 24, &scene(2, Size::EIGHT, 6), &theme);
        for wanted in ["3 of 100 games", "full speed", "#1 ", "#2 ", "row 0", "row 5", "q quit"] {
            assert!(text.contains(wanted), "{wanted}:\n{text}");
        }
        // Both boards, with eight rows each.
        let rows = text.lines().filter(|line| line.matches('.').count() >= 8).count();
        assert!(rows >= 8, "{text}");
    }

    #[test]
    fn the_result_of_a_match_is_read_whole_on_60_columns() {
        let theme = Theme::new(Depth::None, Glyphs::Ascii);
        let line = "squares: +18 =0 -0  100.0 %  Elo +618 ± 330  LOS 100.0 %  discs +37.69";
        let text = drawn(
            60,
            20,
            &Scene { table: vec![line.to_owned()], ..scene(2, Size::EIGHT, 0) },
            &theme,
        );
        for word in theme.spell(line).split_whitespace() {
            assert!(text.contains(word), "{word}:\n{text}");
        }
        // A table keeps its rows, and says where they are cut.
        let rows = ["a row of a table that is longer than sixty columns are wide", "another"]
            .map(str::to_owned);
        let rows = rows.map(|row| format!("{row:<70}|")).to_vec();
        let text = drawn(60, 20, &Scene { table: rows, ..scene(2, Size::EIGHT, 0) }, &theme);
        let cut = text.lines().filter(|line| line.chars().count() == 60).count();
        assert_eq!(cut, 2, "{text}");
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let theme = Theme::new(Depth::None, Glyphs::Ascii);
        let text = drawn(80, 24, &scene(9, Size::EIGHT, 1), &theme);
        assert!(text.contains("and 6 more games"), "{text}");
    }

    #[test]
    fn boards_grow_with_the_terminal() {
        let theme = Theme::new(Depth::True, Glyphs::Unicode);
        let grid =
            |width, height| Grid::new(Rect::new(0, 0, width, height), Size::EIGHT, 2, &theme).scale;
        assert_eq!([grid(80, 17), grid(80, 20), grid(120, 40), grid(200, 40)], [1, 2, 3, 4]);
    }
}
