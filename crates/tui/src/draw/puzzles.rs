//! Solving puzzles: the board, what is asked, what was tried, and the answer once it is known.

use crossterm::event::KeyCode;
use obverse_rules::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

use super::layout::Layout;
use super::{Hits, board, framed, key_row, write_line};
use crate::state::{Puzzles, State, what_enter_plays};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

pub(super) fn draw(
    buffer: &mut Buffer,
    state: &State,
    puzzles: &Puzzles,
    theme: &Theme,
    hits: &mut Hits,
) {
    let screen = buffer.area;
    let corner = Square::new(0, 0).expect("every board has it");
    let Some(puzzle) = puzzles.current() else {
        let row = Rect { x: screen.x + 1, width: screen.width - 2, height: 1, ..screen };
        write_line(buffer, row, vec![Span::styled(puzzles.notice.text.clone(), theme.base())]);
        return keys(buffer, Rect { y: screen.bottom() - 1, ..row }, theme, hits);
    };
    let position = puzzle.position();
    let turned = state.view.turned;
    let cursor = puzzles.typed_square();
    let at = cursor.unwrap_or(corner);
    let layout = Layout::new(screen, position.size(), theme.is_lined(), turned, at);
    let Some(mut layout) = layout else { return };
    let told = layout.notice_rows(&puzzles.notice.text);
    let answer = puzzle.answer().square().filter(|_| puzzles.session.is_known());
    let lit: Vec<Square> = answer.into_iter().collect();
    let mut faces = board::studied_faces(position, None, &lit);
    if let Some(square) = cursor {
        faces[square.index(position.size())].cursor = true;
    }
    hits.discs = board::paint(buffer, &layout.board, &faces, cursor, theme);
    for (column, row, square) in layout.board.places() {
        hits.add(layout.board.rect(column, row), ClickTarget::Square(square));
    }
    let hard =
        puzzle.difficulty().map_or("not rated".to_owned(), |it| format!("rated {}", it.rating));
    let spans = vec![
        Span::styled("Obverse", theme.marked()),
        Span::styled(format!("   puzzle {}, {hard}", puzzle.id()), theme.base()),
    ];
    write_line(buffer, layout.title, spans);
    if let Some(area) = layout.panel {
        let inner = framed(buffer, area, "puzzle", theme);
        let lines = lines(puzzles, theme);
        let width = usize::from(inner.width);
        let wrapped = lines.into_iter().flat_map(|(text, style)| {
            let rows = words::wrap(&text, width, usize::MAX);
            let rows = if rows.is_empty() { vec![String::new()] } else { rows };
            rows.into_iter().map(move |row| (row, style))
        });
        for (row, (text, style)) in inner.rows().zip(wrapped) {
            write_line(buffer, row, vec![Span::styled(theme.spell(&text), style)]);
        }
    }
    super::notice(buffer, &told, puzzles.notice.tone, theme);
    let text = theme.spell(&puzzles.question());
    write_line(buffer, layout.players, vec![Span::styled(text, theme.strong())]);
    let help = match (puzzles.typed.as_str(), puzzles.current()) {
        ("", _) | (_, None) => String::new(),
        (typed, Some(puzzle)) => {
            what_enter_plays(typed, puzzle.position()).unwrap_or_else(|| "the row".to_owned())
        }
    };
    let spans = vec![
        Span::styled("Your move: ", theme.strong()),
        Span::styled(puzzles.typed.clone(), theme.marked()),
        Span::styled(theme.glyph("▏ ", "_ "), theme.marked()),
        Span::styled(help, theme.quiet()),
    ];
    write_line(buffer, layout.prompt, spans);
    keys(buffer, layout.keys, theme, hits);
}

/// What is known: the rating, what was tried, and the answer once it may be read.
fn lines(puzzles: &Puzzles, theme: &Theme) -> Vec<(String, Style)> {
    let player = puzzles.session.progress().player;
    let (decided, solved) = puzzles.score;
    let mut lines = vec![
        (puzzles.question(), theme.strong()),
        (String::new(), theme.base()),
        (format!("Your rating: {:.0} ± {:.0}", player.rating, player.deviation), theme.base()),
        (format!("{solved} of {decided} solved"), theme.quiet()),
        (String::new(), theme.base()),
    ];
    lines.extend(puzzles.tries.iter().rev().map(|tried| {
        if tried.is_answer {
            (format!("{}: right, {}", tried.mv, tried.score), theme.strong().fg(theme.good))
        } else {
            (format!("{} −{:.0}: {}", tried.mv, tried.loss, tried.score), theme.base())
        }
    }));
    let Some(puzzle) = puzzles.current().filter(|_| puzzles.session.is_known()) else {
        lines
            .push(("The first move decides; what is missed comes back.".to_owned(), theme.quiet()));
        return lines;
    };
    let score = puzzle.score(puzzle.answer()).map_or(String::new(), |score| score.to_string());
    lines.push((format!("The answer: {}, {score}", puzzle.answer()), theme.marked()));
    lines.push((format!("The line: {}", words::line(puzzle.line())), theme.base()));
    let ideas: Vec<&str> = puzzle.ideas().iter().map(|idea| idea.name()).collect();
    if !ideas.is_empty() {
        lines.push((format!("About: {}", ideas.join(", ")), theme.quiet()));
    }
    if !puzzle.source().is_empty() {
        lines.push((format!("From: {}", puzzle.source()), theme.quiet()));
    }
    lines
}

fn keys(buffer: &mut Buffer, area: Rect, theme: &Theme, hits: &mut Hits) {
    let keys = [
        ("?", "help", KeyCode::Char('?')),
        ("Enter", "answer, next", KeyCode::Enter),
        ("Esc", "back", KeyCode::Esc),
    ];
    key_row(buffer, area, &keys, theme, hits);
}
