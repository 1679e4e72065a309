//! The chooser: two chairs, the board, the time, games that wait.

use obverse_players::Who;
use obverse_rules::{Color, Position};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;

use super::{Hits, chip, framed, miniature, tone, write_line};
use crate::state::{Chair, Chooser, Field, SeatKind, Unfinished, time_words};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

pub(super) fn draw(buffer: &mut Buffer, chooser: &Chooser, theme: &Theme, hits: &mut Hits) {
    let screen = buffer.area;
    let width = screen.width.min(96) - 2;
    let height = screen.height.min(28);
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 3,
        width,
        height,
    };
    let position = position(chooser);
    let picture = picture(area, &position, theme);
    let sketch = Sketch { chooser, theme, area, picture };
    sketch.title(buffer);
    let mut next = sketch.fields(buffer, hits);
    if let Some(picture) = picture {
        miniature::draw(buffer, picture, &position, theme);
        next = next.max(picture.bottom() + 1 - area.y);
    }
    sketch.detail(buffer, next, hits);
    sketch.foot(buffer);
}

/// The position that the game would begin with, or the one where a game that waits was left.
fn position(chooser: &Chooser) -> Position {
    match chooser.field {
        Field::Unfinished(index) => *chooser.unfinished[index].setup.game.position(),
        _ => Position::start(chooser.size),
    }
}

/// Where the board is pictured: at the right of the fields, if there is room.
fn picture(area: Rect, position: &Position, theme: &Theme) -> Option<Rect> {
    let (width, height) = miniature::size(position.size(), theme)?;
    let fits = area.width >= FIELDS + width && area.height >= 1 + height + DETAIL;
    fits.then(|| Rect::new(area.right() - width, area.y + 1, width, height))
}

/// The fewest columns of the fields beside the picture of the board.
const FIELDS: u16 = 46;
/// The fewest rows for what is below it.
const DETAIL: u16 = 8;

struct Sketch<'a> {
    chooser: &'a Chooser,
    theme: &'a Theme,
    area: Rect,
    /// Where the board is pictured.
    picture: Option<Rect>,
}

impl Sketch<'_> {
    fn row(&self, index: u16) -> Rect {
        Rect { y: self.area.y + index, height: 1, ..self.area }
    }

    /// A row beside the picture.
    fn short_row(&self, index: u16) -> Rect {
        let right = self.picture.map_or(self.area.right(), |picture| picture.x - 2);
        Rect { width: right - self.area.x, ..self.row(index) }
    }

    fn title(&self, buffer: &mut Buffer) {
        let theme = self.theme;
        let mut spans = chip(Color::Black, theme);
        spans.extend(chip(Color::White, theme));
        spans.push(Span::styled("  Obverse", theme.marked()));
        spans.push(Span::styled("   a game of Othello", theme.quiet()));
        write_line(buffer, self.row(0), spans);
    }

    /// The fields from top to bottom; returns the first free row.
    fn fields(&self, buffer: &mut Buffer, hits: &mut Hits) -> u16 {
        let mut row = 2;
        for field in self.chooser.fields() {
            if field == Field::Open {
                continue;
            }
            if matches!(field, Field::Chair(Color::Black)) && row > 2 || field == Field::Play {
                row += 1;
            }
            let area = self.short_row(row);
            if area.y >= self.area.bottom() {
                break;
            }
            if field == Field::Play {
                self.buttons(buffer, area, hits);
            } else {
                self.field(buffer, area, field);
                hits.add(area, ClickTarget::Field(field));
            }
            row += 1;
        }
        row + 1
    }

    fn field(&self, buffer: &mut Buffer, area: Rect, field: Field) {
        let theme = self.theme;
        let here = self.chooser.field == field;
        let pointer = if here { theme.glyph("› ", "> ") } else { "  " };
        let mut spans = vec![Span::styled(pointer, theme.marked())];
        let value = match field {
            Field::Unfinished(index) => {
                let kept = &self.chooser.unfinished[index];
                spans.push(Span::styled(format!("{:<9}", "Go on"), theme.strong()));
                unfinished(kept)
            }
            Field::Chair(color) => {
                spans.extend(chip(color, theme));
                let pad = if theme.is_lined() { 7 } else { 5 };
                spans.push(Span::styled(format!(" {color:<pad$}"), theme.strong()));
                chair(self.chooser.chair(color))
            }
            Field::Size => {
                spans.push(Span::styled(format!("{:<9}", "Board"), theme.strong()));
                format!("{0} × {0}", self.chooser.size)
            }
            Field::Time => {
                spans.push(Span::styled(format!("{:<9}", "Time"), theme.strong()));
                time_words(self.chooser.time)
            }
            Field::Play | Field::Open => String::new(),
        };
        let value = words::fit(&value, (area.width as usize).saturating_sub(16));
        let value = theme.spell(&value);
        let turns = !matches!(field, Field::Unfinished(_));
        spans.push(Span::raw(" "));
        if here && turns {
            spans.push(Span::styled(theme.glyph("‹ ", "< "), theme.marked()));
            spans.push(Span::styled(value, theme.marked()));
            spans.push(Span::styled(theme.glyph(" ›", " >"), theme.marked()));
        } else {
            let style = if here { theme.marked() } else { theme.base() };
            let indent = if turns { "  " } else { "" };
            spans.push(Span::styled(format!("{indent}{value}"), style));
        }
        write_line(buffer, area, spans);
    }

    fn buttons(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        let mut x = area.x + 2;
        let buttons = [(Field::Play, "  Play  "), (Field::Open, "  Open a file…  ")];
        for (field, name) in buttons {
            let here = self.chooser.field == field;
            let style = if here { self.theme.selected() } else { self.theme.strong() };
            let text = self.theme.spell(name);
            let text = if here { text } else { format!("[{}]", text.trim()) };
            let width = text.chars().count() as u16;
            buffer.set_string(x, area.y, &text, style);
            hits.add(Rect::new(x, area.y, width, 1), ClickTarget::Field(field));
            x += width + 3;
        }
    }

    /// What there is to choose from, and a sentence about each.
    fn detail(&self, buffer: &mut Buffer, from: u16, hits: &mut Hits) {
        let theme = self.theme;
        let top = self.area.y + from;
        let bottom = self.area.bottom().saturating_sub(2);
        if top + 3 > bottom {
            return;
        }
        let area = Rect { y: top, height: bottom - top, ..self.area };
        let Field::Chair(color) = self.chooser.field else {
            return self.remark(buffer, area);
        };
        let area = Rect { height: area.height.min(SeatKind::ALL.len() as u16 + 2), ..area };
        let inner = framed(buffer, area, &format!("who plays {color}"), theme);
        let chosen = self.chooser.chair(color);
        let place = SeatKind::ALL.iter().position(|&seat| seat == chosen.seat).unwrap_or(0);
        let visible = inner.height as usize;
        let first = (place + 1).saturating_sub(visible);
        for (index, &seat) in SeatKind::ALL.iter().enumerate().skip(first).take(visible) {
            let row = Rect { y: inner.y + (index - first) as u16, height: 1, ..inner };
            let chair = Chair { seat, ..chosen.clone() };
            let style = if index == place { theme.marked() } else { theme.base() };
            let about = about(&chair);
            let about = words::fit(&about, (inner.width as usize).saturating_sub(16));
            let spans = vec![
                Span::styled(format!(" {:<15}", chair.name()), style),
                Span::styled(theme.spell(&about), theme.quiet()),
            ];
            write_line(buffer, row, spans);
            hits.add(row, ClickTarget::Seat(index));
        }
    }

    fn remark(&self, buffer: &mut Buffer, area: Rect) {
        let text = match self.chooser.field {
            Field::Unfinished(_) => "This game was not finished. Enter goes on, x throws it away.",
            Field::Size => "Any even board from 4×4 to 26×26. Tournaments play on 8×8.",
            Field::Time => "Seconds a move are for computers; a clock that runs out loses.",
            Field::Open => "GGF, SGF, WTHOR, transcripts, positions: the format is recognised.",
            _ => "Enter begins. ↑ ↓ go to who plays, the board and the time; ← → change them.",
        };
        let text = self.theme.spell(text);
        let row = Rect { x: area.x + 2, width: area.width - 2, height: 1, ..area };
        write_line(buffer, row, vec![Span::styled(text, self.theme.quiet())]);
    }

    fn foot(&self, buffer: &mut Buffer) {
        let theme = self.theme;
        if let Some(notice) = &self.chooser.notice {
            let text = theme.spell(&words::fit(&notice.text, self.area.width.into()));
            let row = self.row(self.area.height - 2);
            write_line(buffer, row, vec![Span::styled(text, tone(notice.tone, theme))]);
        }
        let typing = matches!(self.chooser.field, Field::Chair(color)
            if self.chooser.chair(color).seat.takes_command());
        let levels = matches!(self.chooser.field, Field::Chair(color)
            if self.chooser.chair(color).seat == SeatKind::Level);
        let mut keys = vec![("↑↓", "choose"), ("←→", "change")];
        if levels {
            keys.push(("- +", "level"));
        }
        if typing {
            keys.push(("a-z", "command"));
        }
        keys.push(("Enter", "play"));
        if !typing {
            keys.extend([("o", "open"), ("?", "help"), ("q", "quit")]);
        }
        let mut spans = Vec::new();
        for (key, name) in keys {
            spans.push(Span::styled(theme.spell(key), theme.marked()));
            spans.push(Span::styled(format!(" {name}   "), theme.quiet()));
        }
        write_line(buffer, self.row(self.area.height - 1), spans);
    }
}

fn chair(chair: &Chair) -> String {
    match chair.seat {
        SeatKind::Level => format!("{} · {}", chair.name(), chair.level.name()),
        SeatKind::Gtp | SeatKind::NBoard => format!("{}: {}▏", chair.name(), chair.command),
        _ => chair.name(),
    }
}

/// A sentence about a player.
fn about(chair: &Chair) -> String {
    match chair.seat {
        SeatKind::Person => "at this keyboard".to_owned(),
        SeatKind::Level => {
            let elo = chair.level.elo().map_or(String::new(), |elo| format!(" ({elo} Elo)"));
            format!("{}{elo}", chair.level.character())
        }
        SeatKind::Engine => "the engine, as strong as it can be; two seconds a move".to_owned(),
        SeatKind::Classic(classic) => classic.description().to_owned(),
        SeatKind::Random => "any legal move, without a thought".to_owned(),
        SeatKind::Gtp => "another program that speaks GTP: type its command".to_owned(),
        SeatKind::NBoard => "another program that speaks NBoard: type its command".to_owned(),
    }
}

fn unfinished(kept: &Unfinished) -> String {
    let setup = &kept.setup;
    let [black, white] = &setup.players.each_ref().map(name);
    let size = setup.game.position().size();
    let ply = setup.game.ply() + 1;
    format!("{black} – {white}, {size}×{size}, move {ply}, {}", kept.when)
}

fn name(who: &Who) -> String {
    match who {
        Who::Human => "you".to_owned(),
        who => who.to_string().replacen("level:", "level ", 1),
    }
}
