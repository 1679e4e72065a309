//! The tour of the five ideas: what each is, and a position where it plays well or fails.

use crossterm::event::KeyCode;
use obverse_players::tour::IDEAS;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::{Clear, Widget};

use super::layout::Layout;
use super::{Hits, board, framed, write_line};
use crate::state::Tour;
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

/// The fewest columns in which the text reads well.
const LEAST: u16 = 30;
/// The columns beside the board that are worth a text that goes on below it.
const NARROW: u16 = 20;

pub(super) fn draw(buffer: &mut Buffer, tour: Tour, theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    Clear.render(screen, buffer);
    buffer.set_style(screen, theme.base());
    hits.add(screen, ClickTarget::Key(KeyCode::Tab));
    let stop = tour.stop();
    let position = stop.position();
    let cursor = stop.plays().square().expect("the tour stops where there is a move");
    let layout = Layout::new(screen, position.size(), theme.is_lined(), false, cursor);
    let beside = layout.as_ref().and_then(|it| it.panel.filter(|panel| panel.width >= LEAST));
    let whole = Rect { x: screen.x + 1, width: screen.width - 2, ..screen };
    let (title, panel, foot) = if let (Some(layout), Some(panel)) = (&layout, beside) {
        squares(buffer, layout, tour, theme, hits);
        (layout.title, panel, layout.keys)
    } else if let Some(layout) = layout.filter(|it| it.board.area.width + NARROW < screen.width) {
        return narrow(buffer, &layout, tour, theme, hits);
    } else {
        // No room for the board: the words are what one came for.
        (Rect { height: 1, ..whole }, whole, Rect { y: screen.bottom() - 1, height: 1, ..whole })
    };
    let panel = Rect { y: screen.y + 1, height: screen.height - 2, ..panel };
    heading(buffer, title, theme);
    text(buffer, panel, tour, theme);
    keys(buffer, foot, theme, hits);
}

fn heading(buffer: &mut Buffer, area: Rect, theme: &Theme) {
    let spans = vec![
        Span::styled("Obverse", theme.marked()),
        Span::styled("   a tour of five ideas", theme.base()),
    ];
    write_line(buffer, area, spans);
}

/// A narrow terminal: the words begin beside the board and go on below it.
fn narrow(buffer: &mut Buffer, layout: &Layout, tour: Tour, theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    let whole = Rect { x: screen.x + 1, width: screen.width - 2, height: 1, ..screen };
    heading(buffer, whole, theme);
    squares(buffer, layout, tour, theme, hits);
    let board = layout.board.area;
    let foot = Rect { y: screen.bottom() - 1, ..whole };
    let x = board.right() + 2;
    let beside = (board.y - 1..board.bottom())
        .map(|y| Rect::new(x, y, screen.right().saturating_sub(x + 1), 1));
    let below = (board.bottom()..foot.y).map(|y| Rect { y, ..whole });
    let rows: Vec<Rect> = beside.chain(below).collect();
    // The row that says who is to move is given to the words.
    buffer.set_style(whole, theme.base());
    for row in &rows[usize::from(board.height) + 1..] {
        buffer.set_string(row.x, row.y, " ".repeat(row.width.into()), theme.base());
    }
    let (parts, forms) = (parts(tour, theme), [&[][..], &[2], &[1, 2]]);
    let flowed = forms.map(|left_out| flow(&parts, left_out, &rows));
    let fitting = flowed.iter().find(|lines| lines.len() <= rows.len()).unwrap_or(&flowed[2]);
    for (row, (line, style)) in rows.iter().zip(fitting) {
        write_line(buffer, *row, vec![Span::styled(theme.spell(line), *style)]);
    }
    keys(buffer, foot, theme, hits);
}

/// Texts one below the other, each row as long as it may be; rows that are missing are as long as
/// the last.
fn flow(parts: &[(String, Style)], left_out: &[usize], rows: &[Rect]) -> Vec<(String, Style)> {
    let mut lines: Vec<(String, Style)> = Vec::new();
    for (_, (text, style)) in parts.iter().enumerate().filter(|(at, _)| !left_out.contains(at)) {
        let mut line = String::new();
        for word in text.split_whitespace() {
            let row = rows.get(lines.len()).or(rows.last());
            let room = row.map_or(0, |row| usize::from(row.width));
            let length = line.chars().count() + 1 + word.chars().count();
            if !line.is_empty() && length > room {
                lines.push((std::mem::take(&mut line), *style));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push((line, *style));
    }
    lines
}

/// The board with what the player plays and what is best, in discs behind the best.
fn squares(buffer: &mut Buffer, layout: &Layout, tour: Tour, theme: &Theme, hits: &mut Hits) {
    let stop = tour.stop();
    let position = stop.position();
    let size = position.size();
    let mut faces = board::plain_faces(&position);
    let marked = [(stop.best(), 0), (stop.plays(), stop.loss)];
    for (mv, loss) in marked {
        if let Some(square) = mv.square() {
            let face = &mut faces[square.index(size)];
            face.legal = Some((1, position.side()));
            let (room, width) = (layout.board.scale.room(), usize::from(layout.board.scale.width));
            let said = match loss {
                0 if room < 4 => "ok".to_owned(),
                0 => "best".to_owned(),
                loss => format!("-{loss}"),
            };
            // Brackets would stand on a number that fills its square.
            face.cursor =
                mv == stop.plays() && said.len() + 2 <= width + 2 * usize::from(room >= width);
            face.hint = Some((said, loss == 0));
            face.unnumbered = true;
        }
    }
    hits.discs = board::paint(buffer, &layout.board, &faces, stop.plays().square(), theme);
    let side = position.side();
    let said = format!("{side} to move; {} plays {}.", tour.idea().classic.name(), stop.plays());
    write_line(buffer, layout.players, vec![Span::styled(said, theme.quiet())]);
}

fn text(buffer: &mut Buffer, area: Rect, tour: Tour, theme: &Theme) {
    let idea = tour.idea();
    let heading = format!("{} of {} · {}", tour.idea + 1, IDEAS.len(), idea.classic.name());
    let inner = framed(buffer, area, &heading, theme);
    let parts = parts(tour, theme);
    // Where there is no room for all of it the gap goes, then what the idea is: that was told at
    // the stop before. What happens here is told to its last word.
    let room = usize::from(inner.height);
    let without = |left_out: &[usize]| -> Vec<(String, Style)> {
        let told = parts.iter().enumerate().filter(|(index, _)| !left_out.contains(index));
        told.flat_map(|(_, (text, style))| {
            let wrapped = words::wrap(text, inner.width.into(), usize::MAX);
            let wrapped = if wrapped.is_empty() { vec![String::new()] } else { wrapped };
            wrapped.into_iter().map(|line| (line, *style))
        })
        .collect()
    };
    let forms = [without(&[]), without(&[2]), without(&[1, 2])];
    let fitting = forms.iter().find(|rows| rows.len() <= room).unwrap_or(&forms[2]);
    for (row, (line, style)) in inner.rows().zip(fitting) {
        write_line(buffer, row, vec![Span::styled(theme.spell(line), *style)]);
    }
}

/// What is told at a stop: the idea, a gap, and what happens there.
fn parts(tour: Tour, theme: &Theme) -> [(String, Style); 5] {
    let (idea, stop) = (tour.idea(), tour.stop());
    let outcome = if tour.fails {
        format!(
            "Where it fails: {} gives {} away; {} is best.",
            stop.plays(),
            words::count(stop.loss as usize, "disc"),
            stop.best()
        )
    } else {
        format!("Where it plays well: {}.", stop.plays())
    };
    let color = if tour.fails { theme.bad } else { theme.good };
    [
        (idea.title.to_owned(), theme.marked()),
        (idea.text.to_owned(), theme.base()),
        (String::new(), theme.base()),
        (outcome, theme.strong().fg(color)),
        (stop.why.to_owned(), theme.base()),
    ]
}

/// The keys, which can be clicked.
fn keys(buffer: &mut Buffer, area: Rect, theme: &Theme, hits: &mut Hits) {
    let keys = [
        ("←", "", KeyCode::Left),
        ("→", "idea", KeyCode::Right),
        ("Tab", "well or not", KeyCode::Tab),
        ("w", "why", KeyCode::Char('w')),
        ("Enter", "play on", KeyCode::Enter),
        ("Esc", "back", KeyCode::Esc),
    ];
    let mut x = area.x;
    for (key, name, code) in keys {
        let width = (key.chars().count() + name.len() + 1) as u16;
        if x + width > area.right() {
            return;
        }
        buffer.set_string(x, area.y, theme.spell(key), theme.marked());
        buffer.set_string(x + key.chars().count() as u16 + 1, area.y, name, theme.quiet());
        hits.add(Rect::new(x, area.y, width, 1), ClickTarget::Key(code));
        x += width + if name.is_empty() { 0 } else { 2 };
    }
}
