//! Drawing: the state in, cells out. Nothing here changes the state.

mod board;
mod chooser;
mod disc;
mod editor;
mod graph;
mod help;
mod layout;
mod miniature;
mod overlay;
mod panel;
mod puzzles;
mod study;
mod tour;
mod tree;
pub(crate) mod watch;
mod why;

use crossterm::event::KeyCode;
use obverse_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use crate::state::{Find, Overlay, Play, Screen, Scroll, State, Tone, what_enter_plays};
use crate::theme::Theme;
use crate::update::{ClickTarget, Command, is_column};
use crate::words;

pub use disc::DiscLook;
use layout::Layout;

/// What was drawn where, for the mouse. Later entries lie over earlier ones.
#[derive(Debug, Default)]
pub struct Hits {
    areas: Vec<(Rect, ClickTarget)>,
    discs: Vec<(Rect, DiscLook)>,
    scroll: Scroll,
}

impl Hits {
    fn add(&mut self, area: Rect, target: ClickTarget) {
        self.areas.push((area, target));
    }

    /// What part of something too long was drawn, with arrows beside it where there is more.
    fn scrolled(&mut self, buffer: &mut Buffer, area: Rect, scroll: Scroll, theme: &Theme) {
        self.scroll = scroll;
        let x = area.right();
        if scroll.first > 0 {
            buffer.set_string(x, area.y, theme.glyph("↑", "^"), theme.marked());
        }
        if scroll.below > 0 {
            buffer.set_string(x, area.bottom() - 1, theme.glyph("↓", "v"), theme.marked());
        }
    }

    /// What part of something too long was drawn; the state wants to know it before the next key.
    pub fn scroll(&self) -> Scroll {
        self.scroll
    }

    /// Every area that can be clicked, and what a click there hits.
    pub fn areas(&self) -> impl Iterator<Item = (Rect, ClickTarget)> + '_ {
        self.areas.iter().copied()
    }

    /// The large discs that were drawn, for whoever has pictures of them. Where something lies over
    /// the board there are none.
    pub fn discs(&self) -> &[(Rect, DiscLook)] {
        &self.discs
    }

    /// What is at this place.
    pub fn at(&self, column: u16, row: u16) -> Option<ClickTarget> {
        let place = ratatui::layout::Position::new(column, row);
        self.areas.iter().rev().find(|(area, _)| area.contains(place)).map(|&(_, target)| target)
    }
}

/// Draws everything.
pub fn draw(buffer: &mut Buffer, state: &State, theme: &Theme) -> Hits {
    let mut hits = Hits::default();
    let screen = buffer.area;
    buffer.set_style(screen, theme.base());
    if screen.width < layout::SMALLEST.0 || screen.height < layout::SMALLEST.1 {
        too_small(buffer, theme);
        return hits;
    }
    match (state.screen, &state.play) {
        (Screen::Game, Some(play)) => game(buffer, state, play, theme, &mut hits),
        (Screen::Study, Some(play)) => {
            if let Some(shown) = &state.study {
                study::draw(buffer, state, shown, play, theme, &mut hits);
            }
        }
        (Screen::Puzzles, _) => {
            if let Some(shown) = &state.puzzles {
                puzzles::draw(buffer, state, shown, theme, &mut hits);
            }
        }
        (Screen::Editor, _) => {
            if let Some(shown) = &state.editor {
                editor::draw(buffer, shown, theme, &mut hits);
            }
        }
        _ => chooser::draw(buffer, &state.chooser, theme, &mut hits),
    }
    if let Some(shown) = &state.overlay {
        if !matches!(shown, Overlay::Find(_) | Overlay::Comment(_)) {
            hits.discs.clear();
        }
        overlay::draw(buffer, shown, state, theme, &mut hits);
    }
    hits
}

fn too_small(buffer: &mut Buffer, theme: &Theme) {
    let area = buffer.area;
    let (width, height) = layout::SMALLEST;
    let lines = [
        "This terminal is too small.".to_owned(),
        theme.spell(&format!("It has {}×{}, the", area.width, area.height)),
        theme.spell(&format!("game needs {width}×{height}.")),
        "q quits.".to_owned(),
    ];
    for (row, line) in lines.iter().enumerate().take(area.height.into()) {
        buffer.set_stringn(area.x, area.y + row as u16, line, area.width.into(), theme.base());
    }
}

fn game(buffer: &mut Buffer, state: &State, play: &Play, theme: &Theme, hits: &mut Hits) {
    let size = play.game().position().size();
    let lined = theme.is_lined();
    let turned = state.view.turned;
    let Some(mut layout) = Layout::new(buffer.area, size, lined, turned, play.cursor) else {
        return;
    };
    let told = layout.notice_rows(&play.notice.text);
    title(buffer, layout.title, play, theme);
    let motion = state.view.motion.then_some(state.now);
    hits.discs = board::draw(buffer, &layout.board, play, motion, theme);
    for (column, row, square) in layout.board.places() {
        hits.add(layout.board.rect(column, row), ClickTarget::Square(square));
    }
    if state.view.evaluation {
        graph::bar(buffer, layout.bar, play, theme);
    }
    if let Some(area) = layout.panel {
        panel::draw(buffer, area, state, play, theme, hits);
    }
    notice(buffer, &told, play.notice.tone, theme);
    players(buffer, layout.players, state, play, theme);
    match &state.overlay {
        Some(Overlay::Find(find)) => search(buffer, layout.prompt, find, play, theme),
        _ => prompt(buffer, layout.prompt, play, theme),
    }
    keys(buffer, layout.keys, play, theme, hits);
}

/// Writes spans into one row, cut where it ends.
fn write_line(buffer: &mut Buffer, area: Rect, spans: Vec<Span<'_>>) {
    buffer.set_line(area.x, area.y, &Line::from(spans), area.width);
}

fn title(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme) {
    write_line(buffer, area, vec![Span::styled("Obverse", theme.marked())]);
    let number = play.game().ply() + 1;
    let state = if play.table.ending().is_some() {
        words::count(play.game().ply(), "move")
    } else {
        format!("move {number}")
    };
    let text = match play.opening {
        Some(name) => {
            // The name gives way to the number, not the other way round.
            let room = usize::from(area.width).saturating_sub(10 + 3 + state.chars().count());
            format!("{}   {state}", words::fit(name, room))
        }
        None => state,
    };
    let text = theme.spell(&text);
    let x = area.right().saturating_sub(text.chars().count() as u16);
    buffer.set_string(x, area.y, text, theme.base());
}

fn notice(buffer: &mut Buffer, rows: &[(Rect, String)], meant: Tone, theme: &Theme) {
    let style = tone(meant, theme);
    for (area, text) in rows {
        write_line(buffer, *area, vec![Span::styled(theme.spell(text), style)]);
    }
}

fn tone(tone: Tone, theme: &Theme) -> Style {
    match tone {
        Tone::Plain => theme.base(),
        Tone::Good => theme.base().fg(theme.good),
        Tone::Bad => theme.warning(),
    }
}

/// A disc on a chip of the board, so that black shows on a dark terminal.
fn chip(color: Color, theme: &Theme) -> Vec<Span<'static>> {
    let disc = theme.disc(color);
    if theme.is_lined() {
        return vec![Span::raw(disc)];
    }
    let ground = Style::new().bg(theme.square).fg(theme.face(color));
    vec![Span::styled(format!(" {disc} "), ground.add_modifier(Modifier::BOLD))]
}

fn players(buffer: &mut Buffer, area: Rect, state: &State, play: &Play, theme: &Theme) {
    let half = area.width / 2;
    for (color, x) in [(Color::Black, area.x), (Color::White, area.x + half)] {
        let to_move = play.table.mover() == Some(color);
        let strong = if to_move { theme.strong() } else { theme.quiet() };
        let mut spans = chip(color, theme);
        let discs = play.game().position().count(color);
        spans.push(Span::styled(format!(" {color} {discs}"), strong));
        if let Some(left) = play.clock(color, state.now) {
            let low = to_move && left.as_secs() < 10;
            let style = if low { theme.warning() } else { strong };
            spans.push(Span::styled(format!("  {}", words::clock(left)), style));
        }
        let name = match play.only_person() {
            Some(person) if person == color => "you",
            _ if play.is_person(color) => "",
            _ => play.table.name(color),
        };
        let width = if color == Color::Black { half.saturating_sub(1) } else { area.width - half };
        let used: usize = spans.iter().map(Span::width).sum();
        let room = usize::from(width).saturating_sub(used + 2);
        let name = theme.spell(&words::fit(name, room));
        spans.push(Span::styled(format!("  {name}"), theme.quiet()));
        write_line(buffer, Rect { x, width, ..area }, spans);
    }
}

fn prompt(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme) {
    let mut spans = Vec::new();
    match (play.table.ending(), play.table.mover()) {
        (Some(ending), _) => {
            spans.push(Span::styled(theme.spell(&ending.to_string()), theme.marked()));
        }
        (None, Some(color)) if play.is_person(color) => {
            let ask = match play.only_person() {
                Some(_) => format!("Your move, {color}: "),
                None => format!("{color} to move: "),
            };
            spans.push(Span::styled(ask, theme.strong()));
            spans.push(Span::styled(play.typed.clone(), theme.marked()));
            spans.push(Span::styled(theme.glyph("▏ ", "_ "), theme.marked()));
            spans.push(Span::styled(typing_help(play), theme.quiet()));
        }
        (None, Some(color)) if play.paused => {
            spans.push(Span::styled(format!("{color} to move. "), theme.strong()));
            spans.push(Span::styled("Space: play on", theme.quiet()));
        }
        (None, Some(color)) => {
            spans.push(Span::styled(format!("{color} to move: "), theme.strong()));
            let who = format!("{} is thinking…", play.table.name(color));
            spans.push(Span::styled(theme.spell(&who), theme.quiet()));
        }
        (None, None) => {}
    }
    write_line(buffer, area, spans);
}

/// What is searched for in the move list, and how often it is there.
fn search(buffer: &mut Buffer, area: Rect, find: &Find, play: &Play, theme: &Theme) {
    let found = find.found(play.game());
    let place = found.iter().position(|&ply| ply == play.game().ply());
    let said = match (place, found.len()) {
        _ if find.text.is_empty() => " a square, pass, or a number; Esc goes back".to_owned(),
        (_, 0) => " not in this game".to_owned(),
        (Some(place), count) => {
            format!(" {} of {count}; Enter the next, ↑ the one before", place + 1)
        }
        (None, count) => format!(" {count} in this game"),
    };
    let spans = vec![
        Span::styled("Find: ", theme.strong()),
        Span::styled(find.text.clone(), theme.marked()),
        Span::styled(theme.glyph("▏", "_"), theme.marked()),
        Span::styled(theme.spell(&said), theme.quiet()),
    ];
    write_line(buffer, area, spans);
}

/// What Enter would do with what was typed.
fn typing_help(play: &Play) -> String {
    let typed = play.typed.as_str();
    let position = play.game().position();
    match what_enter_plays(typed, position) {
        Some(plays) => plays,
        None if typed.is_empty() => "a square such as f5, or its number".to_owned(),
        None => {
            let command = typed.chars().next().filter(|_| typed.len() == 1).and_then(Command::of);
            let command = command.and_then(|it| Command::ALL.iter().find(|(all, ..)| *all == it));
            match command {
                Some((_, _, name)) => format!("the row, or Enter to {name}"),
                None => "the row".to_owned(),
            }
        }
    }
}

/// The most important keys. On a board where the letter is a column, the capital is shown.
fn keys(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme, hits: &mut Hits) {
    let over = play.table.ending().is_some();
    let mut shown: Vec<(char, &str)> = vec![('?', "help"), ('u', "undo")];
    if !play.game().undone().is_empty() {
        shown.push(('r', "redo"));
    }
    if !over {
        shown.push(('h', "hint"));
    }
    shown.push(('w', "why"));
    shown.push(('y', "study"));
    shown.extend([('s', "save"), ('o', "open"), ('n', "new")]);
    if !over && play.resigner().is_some() {
        shown.push(('x', "resign"));
    }
    shown.push(('q', "quit"));
    // Help names them all, so help and the way out stay longest.
    for spare in ['x', 'o', 'n', 's', 'w', 'y', 'r', 'h'] {
        if keys_width(&shown) > area.width {
            shown.retain(|&(key, _)| key != spare);
        }
    }
    let mut x = area.x;
    for (key, name) in shown {
        let key = if is_column(play, key) { key.to_ascii_uppercase() } else { key };
        let width = key_width(name);
        buffer.set_string(x, area.y, key.to_string(), theme.marked());
        buffer.set_string(x + 2, area.y, name, theme.quiet());
        hits.add(Rect::new(x, area.y, width, 1), ClickTarget::Key(KeyCode::Char(key)));
        x += width + KEY_GAP;
    }
}

/// The columns between two keys.
const KEY_GAP: u16 = 3;

/// The columns of a key, a blank and its name.
fn key_width(name: &str) -> u16 {
    name.len() as u16 + 2
}

fn keys_width(keys: &[(char, &str)]) -> u16 {
    keys.iter().map(|(_, name)| key_width(name) + KEY_GAP).sum::<u16>().saturating_sub(KEY_GAP)
}

/// A frame with a title.
fn framed(buffer: &mut Buffer, area: Rect, title: &str, theme: &Theme) -> Rect {
    let title = words::fit(title, area.width.saturating_sub(4).into());
    let block = Block::bordered()
        .border_set(theme.border_set())
        .border_style(theme.border())
        .title(Span::styled(format!(" {} ", theme.spell(&title)), theme.quiet()));
    let inner = block.inner(area);
    block.render(area, buffer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// Keys and what they do, as many as have room; each can be clicked.
fn key_row(
    buffer: &mut Buffer,
    area: Rect,
    keys: &[(&str, &str, KeyCode)],
    theme: &Theme,
    hits: &mut Hits,
) {
    let mut x = area.x;
    for &(key, name, code) in keys {
        let width = (key.len() + name.len() + 1) as u16;
        if x + width > area.right() {
            return;
        }
        buffer.set_string(x, area.y, key, theme.marked());
        buffer.set_string(x + key.len() as u16 + 1, area.y, name, theme.quiet());
        hits.add(Rect::new(x, area.y, width, 1), ClickTarget::Key(code));
        x += width + 2;
    }
}
