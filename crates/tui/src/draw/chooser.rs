//! The chooser: two chairs, the board, the time, the rules, games that wait. Below the fields is
//! a list of what the one with the focus can be.

use obverse_players::Who;
use obverse_players::tour::IDEAS;
use obverse_rules::{Color, Position, Size};
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
    let height = screen.height.min(30);
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
    match (chooser.field, chooser.chosen_game()) {
        (Field::Unfinished, Some(kept)) => *kept.setup.game.position(),
        _ => chooser.first_position(),
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
/// The columns of the names in the list of choices.
const NAMES: usize = 16;

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
        // A low terminal has no rows to spare.
        let gap = u16::from(self.area.height > 16);
        let mut row = 1 + gap;
        for field in self.chooser.fields() {
            if field == Field::Play {
                row += gap;
                self.buttons(buffer, self.short_row(row), hits);
                return row + 1 + gap;
            }
            let area = self.short_row(row);
            self.field(buffer, area, field);
            hits.add(area, ClickTarget::Field(field));
            row += 1;
        }
        row
    }

    fn field(&self, buffer: &mut Buffer, area: Rect, field: Field) {
        let (theme, chooser) = (self.theme, self.chooser);
        let here = chooser.field == field;
        let pointer = if here { theme.glyph("› ", "> ") } else { "  " };
        let mut spans = vec![Span::styled(pointer, theme.marked())];
        if let Field::Chair(color) = field {
            spans.extend(chip(color, theme));
            let pad = if theme.is_lined() { 7 } else { 5 };
            spans.push(Span::styled(format!(" {color:<pad$}"), theme.strong()));
        } else {
            spans.push(Span::styled(format!("{:<9}", name_of(field)), theme.strong()));
        }
        let room = (area.width as usize).saturating_sub(16);
        let value = self.value(field, room);
        spans.push(Span::raw(" "));
        if here {
            spans.push(Span::styled(theme.glyph("‹ ", "< "), theme.marked()));
            spans.push(Span::styled(value, theme.marked()));
            spans.push(Span::styled(theme.glyph(" ›", " >"), theme.marked()));
        } else {
            spans.push(Span::styled(format!("  {value}"), theme.base()));
        }
        write_line(buffer, area, spans);
    }

    /// What a field says, with the cursor where something is typed.
    fn value(&self, field: Field, room: usize) -> String {
        let chooser = self.chooser;
        let typed = (chooser.field == field && !chooser.typed.is_empty()).then_some(&chooser.typed);
        let value = match field {
            Field::Unfinished => chooser.chosen_game().map_or(String::new(), unfinished),
            Field::Chair(color) => {
                let chair = chooser.chair(color);
                let here = chooser.field == field;
                // The end of what is typed is what one looks at.
                return self.theme.spell(&words::fit_end(&seated(chair, here), room));
            }
            Field::Size => format!("{0} × {0}", chooser.size),
            Field::Time => time_words(chooser.time),
            Field::Rules if chooser.strict => "strict: an illegal move loses".to_owned(),
            Field::Rules => "an illegal move is refused".to_owned(),
            Field::Start => match chooser.start {
                None => "the usual four discs".to_owned(),
                Some(position) => {
                    let discs = [Color::Black, Color::White].map(|color| position.count(color));
                    format!("set up: {} – {}, {} begins", discs[0], discs[1], position.side())
                }
            },
            Field::Play | Field::Open | Field::Puzzles | Field::Tour => String::new(),
        };
        let value = typed.map_or(value.clone(), |typed| format!("{typed}▏ {value}"));
        self.theme.spell(&words::fit(&value, room))
    }

    fn buttons(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        let mut x = area.x + 2;
        let buttons = [
            (Field::Play, "  Play  "),
            (Field::Open, "  Open a file…  "),
            (Field::Puzzles, "  Puzzles  "),
            (Field::Tour, "  Tour  "),
        ];
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
        let top = self.area.y + from;
        let bottom = self.area.bottom().saturating_sub(2);
        if top + 3 > bottom {
            return;
        }
        let area = Rect { y: top, height: bottom - top, ..self.area };
        let choices = choices(self.chooser);
        if choices.is_empty() {
            return self.summary(buffer, area);
        }
        let width = usize::from(area.width).saturating_sub(4);
        let remarks = words::wrap(remark(self.chooser), width, 4);
        let samples = match self.chooser.field {
            Field::Chair(color) => self.chooser.chair(color).seat.samples(),
            _ => vec![],
        };
        let places = flow(&samples, width);
        let of_options = places.last().map_or(0, |&(_, row)| row + 1);
        let below = (remarks.len() as u16).max(of_options);
        let below = below.min(area.height.saturating_sub(4));
        let height = area.height.min(choices.len() as u16 + 2 + below);
        let inner = framed(buffer, Rect { height, ..area }, &heading(self.chooser), self.theme);
        let list = Rect { height: inner.height.saturating_sub(below), ..inner };
        self.list(buffer, list, &choices, hits);
        let foot = Rect { y: list.bottom(), height: below, ..inner };
        if samples.is_empty() {
            for (row, text) in foot.rows().zip(remarks) {
                write_line(
                    buffer,
                    row,
                    vec![Span::styled(self.theme.spell(&text), self.theme.quiet())],
                );
            }
        } else if below > 0 {
            self.options(buffer, foot, &samples, hits);
        }
    }

    fn list(&self, buffer: &mut Buffer, area: Rect, choices: &[Choice], hits: &mut Hits) {
        let theme = self.theme;
        let place = self.chooser.place().1;
        let visible = area.height as usize;
        let first = place.map_or(0, |place| (place + 1).saturating_sub(visible));
        let names = choices.iter().map(|choice| choice.name.chars().count() + 2).max();
        let names = names.unwrap_or(0).clamp(NAMES, usize::from(area.width).max(NAMES));
        for (index, choice) in choices.iter().enumerate().skip(first).take(visible) {
            let row = Rect { y: area.y + (index - first) as u16, height: 1, ..area };
            let here = place == Some(index);
            let style = if here { theme.marked() } else { theme.base() };
            let pointer = if here { theme.glyph("•", "*") } else { " " };
            let about = words::fit(&choice.about, (area.width as usize).saturating_sub(names));
            let name = words::fit(&choice.name, (area.width as usize).saturating_sub(1));
            let spans = vec![
                Span::styled(theme.spell(&format!("{pointer}{name:<0$}", names - 1)), style),
                Span::styled(theme.spell(&about), theme.quiet()),
            ];
            write_line(buffer, row, spans);
            hits.add(row, ClickTarget::Choice(index));
        }
        if choices.len() > first + visible {
            let more = theme.spell("↓");
            buffer.set_string(area.right(), area.bottom() - 1, more, theme.marked());
        }
        if first > 0 {
            buffer.set_string(area.right(), area.y, theme.spell("↑"), theme.marked());
        }
    }

    /// The options of a player, to be typed or clicked.
    fn options(&self, buffer: &mut Buffer, area: Rect, samples: &[String], hits: &mut Hits) {
        let Field::Chair(color) = self.chooser.field else { return };
        let theme = self.theme;
        let text = &self.chooser.chair(color).text;
        buffer.set_string(area.x, area.y, OPTIONS, theme.quiet());
        let places = flow(samples, area.width.into());
        for (index, (sample, (x, row))) in samples.iter().zip(places).enumerate() {
            let place = Rect::new(area.x + x, area.y + row, sample.chars().count() as u16, 1);
            if place.y >= area.bottom() {
                break;
            }
            let name = sample.split('=').next().unwrap_or_default();
            let is_on = text.split(',').any(|it| it.split('=').next() == Some(name));
            let style = if is_on { theme.marked() } else { theme.base() };
            buffer.set_string(place.x, place.y, sample, style);
            hits.add(place, ClickTarget::Option(index));
        }
    }

    /// The game that would begin, in sentences.
    fn summary(&self, buffer: &mut Buffer, area: Rect) {
        let (theme, chooser) = (self.theme, self.chooser);
        let (title, lines) = if chooser.field == Field::Open {
            let lines = [
                "GGF, SGF, WTHOR, transcripts, positions, boards drawn in text: the format is recognised. \
                 The players above go on with the game.",
                "",
                "What is pasted here opens too.",
            ];
            ("a file", lines.map(str::to_owned).to_vec())
        } else if chooser.field == Field::Puzzles {
            let lines = [
                "Positions with one best move, about as hard as you are strong: win, save the draw, or find \
                 the best move.",
                "",
                "The first move decides: it counts for your rating, and what you missed comes back after \
                 some time. obverse puzzles asks them in lines.",
            ];
            ("puzzles", lines.map(str::to_owned).to_vec())
        } else if chooser.field == Field::Tour {
            let mut lines = vec![
                "Five ideas of how a computer could play, in the order in which programs took them up, \
                 each with a position where it plays well and one where it fails:"
                    .to_owned(),
            ];
            lines.extend(
                IDEAS.iter().map(|idea| format!("{}: {}", idea.classic.name(), idea.title)),
            );
            ("the tour", lines)
        } else {
            ("the game", game_in_words(chooser))
        };
        let width = usize::from(area.width).saturating_sub(4);
        let rows: Vec<String> = lines
            .iter()
            .flat_map(|line| {
                if line.is_empty() { vec![String::new()] } else { words::wrap(line, width, 3) }
            })
            .collect();
        let height = area.height.min(rows.len() as u16 + 2);
        let inner = framed(buffer, Rect { height, ..area }, title, theme);
        for (row, text) in inner.rows().zip(rows) {
            write_line(buffer, row, vec![Span::styled(theme.spell(&text), theme.quiet())]);
        }
    }

    fn foot(&self, buffer: &mut Buffer) {
        let theme = self.theme;
        if let Some(notice) = &self.chooser.notice {
            let text = theme.spell(&words::fit(&notice.text, self.area.width.into()));
            let row = self.row(self.area.height - 2);
            write_line(buffer, row, vec![Span::styled(text, tone(notice.tone, theme))]);
        }
        let mut keys = vec![("↑↓", "choose"), ("←→", "change")];
        let mut letters = vec![("o", "open"), ("?", "help"), ("q", "quit")];
        match self.chooser.field {
            Field::Chair(color) if self.chooser.chair(color).seat.takes_command() => {
                keys.push(("a-z", "command"));
                letters.clear();
            }
            Field::Chair(_) => keys.push(("1-20", "level")),
            Field::Size => keys.push(("4-26", "size")),
            Field::Time => keys.push(("7s 5+3", "any time")),
            Field::Unfinished => keys.push(("x", "throw away")),
            _ => {}
        }
        let enter = match self.chooser.field {
            Field::Unfinished => "go on",
            Field::Start => "set up",
            _ => "play",
        };
        keys.push(("Enter", enter));
        keys.extend(letters);
        let width = |keys: &[(&str, &str)]| -> usize {
            keys.iter().map(|(key, name)| key.chars().count() + name.len() + 4).sum()
        };
        // Help names them all, so help and the way out stay longest.
        for spare in ["o", "↑↓", "←→", "x"] {
            if width(&keys) > usize::from(self.area.width) + 3 {
                keys.retain(|(key, _)| *key != spare);
            }
        }
        let mut spans = Vec::new();
        for (key, name) in keys {
            spans.push(Span::styled(theme.spell(key), theme.marked()));
            spans.push(Span::styled(format!(" {name}   "), theme.quiet()));
        }
        write_line(buffer, self.row(self.area.height - 1), spans);
    }
}

/// What stands before the options of a player.
const OPTIONS: &str = "options:";

/// The column and the row of each option, one after the other behind their heading.
fn flow(options: &[String], width: usize) -> Vec<(u16, u16)> {
    let indent = OPTIONS.len() + 2;
    let (mut x, mut row) = (indent, 0);
    let place = |option: &String| {
        let length = option.chars().count();
        if x + length > width && x > indent {
            (x, row) = (indent, row + 1);
        }
        let place = (x as u16, row);
        x += length + 2;
        place
    };
    options.iter().map(place).collect()
}

/// The name of a field that is no chair.
fn name_of(field: Field) -> &'static str {
    match field {
        Field::Unfinished => "Go on",
        Field::Size => "Board",
        Field::Time => "Time",
        Field::Rules => "Rules",
        Field::Start => "Start",
        Field::Chair(_) | Field::Play | Field::Open | Field::Puzzles | Field::Tour => "",
    }
}

/// One of the things that a field can be.
struct Choice {
    name: String,
    about: String,
}

impl Choice {
    fn new(name: impl Into<String>, about: impl Into<String>) -> Choice {
        Choice { name: name.into(), about: about.into() }
    }
}

/// What the field with the focus can be, in the order of [`Chooser::place`].
fn choices(chooser: &Chooser) -> Vec<Choice> {
    match chooser.field {
        Field::Unfinished => {
            chooser.unfinished.iter().map(|kept| Choice::new(unfinished(kept), "")).collect()
        }
        Field::Chair(color) => {
            let chosen = chooser.chair(color);
            let seats = SeatKind::ALL.into_iter();
            let chairs = seats.map(|seat| Chair { seat, ..chosen.clone() });
            chairs.map(|chair| Choice::new(chair.name(), about(&chair))).collect()
        }
        Field::Size => Size::all()
            .map(|size| Choice::new(format!("{size} × {size}"), about_size(size)))
            .collect(),
        Field::Time => {
            let times = chooser.times().into_iter();
            times.map(|time| Choice::new(time_words(time), about_time(time))).collect()
        }
        Field::Rules => vec![
            Choice::new("refused", "an illegal move is told, and asked again"),
            Choice::new("strict", "an illegal move ends the game and the other side wins"),
        ],
        Field::Start => vec![
            Choice::new("the usual", "four discs in the middle, Black begins"),
            Choice::new("set up", "a position of your own: Enter opens the board"),
        ],
        Field::Play | Field::Open | Field::Puzzles | Field::Tour => vec![],
    }
}

/// The heading of the list.
fn heading(chooser: &Chooser) -> String {
    match chooser.field {
        Field::Unfinished => {
            format!("{} not finished", words::count(chooser.unfinished.len(), "game"))
        }
        Field::Chair(color) => format!("who plays {color}"),
        Field::Size => "the board".to_owned(),
        Field::Time => "the time".to_owned(),
        Field::Rules => "illegal moves".to_owned(),
        Field::Start => "the first position".to_owned(),
        Field::Play | Field::Open | Field::Puzzles | Field::Tour => String::new(),
    }
}

/// What is said below the list.
fn remark(chooser: &Chooser) -> &'static str {
    match chooser.field {
        Field::Chair(_) => "A level can be typed, 1 to 20.",
        Field::Size => "Ratio, squares and killer play on 8 × 8 only.",
        Field::Time => "Any other can be typed: 7, 0.5s, 50ms a move, or minutes + seconds, 12+5.",
        Field::Rules => {
            "The strict rule is that of the first program for every board: whoever plays where no disc \
             is turned over has lost, and the other side wins whatever is on the board. A pass is \
             never chosen under either rule: it is played when it is forced."
        }
        Field::Start => {
            "A position that is pasted here, or opened from a file, begins the game as it stands: \
             64 squares and a side, a board drawn in text, or any other format. On the board itself \
             discs are placed by keys or clicks."
        }
        _ => "",
    }
}

fn about_size(size: Size) -> &'static str {
    match size.get() {
        4 => "a minute; White wins 11–3 if nobody errs",
        6 => "a coffee; White wins 20–16 if nobody errs",
        8 => "the board of tournaments; a draw if nobody errs",
        10 => "as on a board for draughts",
        26 => "a letter for every column, and a long evening",
        _ => "",
    }
}

fn about_time(time: obverse_players::TimeControl) -> &'static str {
    use obverse_players::TimeControl;
    match time {
        TimeControl::Free => "computers take what they usually take",
        TimeControl::PerMove(_) => "for computers; you take your time",
        TimeControl::Clock(_) => "a clock for each; out of time is lost",
    }
}

fn game_in_words(chooser: &Chooser) -> Vec<String> {
    let side = |color: Color| {
        let chair = chooser.chair(color);
        let about = match chair.seat {
            SeatKind::Level => chair.level.character().to_owned(),
            _ => about(chair),
        };
        format!("{color}: {}, {}.", seated(chair, false), about.trim_end_matches('.'))
    };
    let start = if chooser.start.is_some() { ", from the position that was set up" } else { "" };
    let time = about_time(chooser.time);
    vec![
        side(Color::Black),
        side(Color::White),
        format!("On {0} × {0}{start}. Time: {1}; {time}.", chooser.size, time_words(chooser.time)),
        String::new(),
        "Enter begins. ↑ ↓ go to who plays, the board, the time and the rules; ← → change them, or \
         click on what you see."
            .to_owned(),
    ]
}

/// Who sits on a chair, with what was typed for it.
fn seated(chair: &Chair, here: bool) -> String {
    let cursor = if here && !chair.text.is_empty() { "▏" } else { "" };
    match chair.seat {
        SeatKind::Gtp | SeatKind::NBoard => {
            let cursor = if here { "▏" } else { "" };
            format!("{}: {}{cursor}", chair.name(), chair.text)
        }
        _ if !chair.text.is_empty() => format!("{} · {}{cursor}", chair.name(), chair.text),
        SeatKind::Level => format!("{} · {}", chair.name(), chair.level.name()),
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
