//! The panels beside the board: the thinking, the moves, the graph.

use obverse_engine::Level;
use obverse_players::{Ending, Thought, Who};
use obverse_rules::{Color, Game, Move};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::{Hits, framed, graph, write_line};
use crate::state::{Hint, Play, State, Thinking};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

/// The rows of the thinking with its frame, where lines of the hint do not ask for more.
const THINKING: u16 = 5;
/// From this height of all panels on it has two more.
const TALL: u16 = 19;
/// The fewest rows of moves, with their frame.
const MOVES: u16 = 4;

pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    state: &State,
    play: &Play,
    theme: &Theme,
    hits: &mut Hits,
) {
    if area.height < THINKING + MOVES {
        // Room for one: what was asked for, or else the moves.
        return match &play.hint {
            Some(_) => draw_thinking(buffer, area, state, play, theme),
            None => draw_moves(buffer, area, play, theme, hits),
        };
    }
    let least = if area.height >= TALL { THINKING + 2 } else { THINKING };
    let room = area.height.saturating_sub(least);
    let graph = if state.view.evaluation { (room * 2 / 5).clamp(5, 14) } else { 0 };
    let graph = if room >= graph + MOVES { graph } else { 0 };
    let lines = play.hint.as_ref().map_or(1, |hint| hint.moves.len().clamp(1, 12) as u16);
    let spare = room.saturating_sub(graph + MOVES + 4);
    let thinking = least + (lines - 1).min(spare);
    let moves = area.height - thinking - graph;
    let part = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    draw_thinking(buffer, part(0, thinking), state, play, theme);
    draw_moves(buffer, part(thinking, moves), play, theme, hits);
    if graph > 0 {
        graph::graph(buffer, part(thinking + moves, graph), state, play, theme, hits);
    }
}

fn draw_thinking(buffer: &mut Buffer, area: Rect, state: &State, play: &Play, theme: &Theme) {
    if let Some(hint) = &play.hint {
        let inner = framed(buffer, area, &hint_title(hint, area), theme);
        return hint_lines(buffer, inner, hint, play.game().position().side(), theme);
    }
    if let Some(ending) = play.table.ending() {
        return result(buffer, area, ending, state, play, theme);
    }
    let Some(Thinking { color, thought }) = &play.thinking else {
        return nothing_thought(buffer, area, play, theme);
    };
    let title = format!("{} · {color}", play.table.name(*color));
    let inner = framed(buffer, area, &title, theme);
    let (width, rows) = (inner.width.into(), inner.height.into());
    let score = thought.score.filter(|_| state.view.evaluation);
    let mut lines = vec![
        (facts(thought), theme.quiet()),
        (score.map_or(String::new(), |score| words::score(score, *color)), theme.strong()),
    ];
    lines.retain(|(text, _)| !text.is_empty());
    let left = usize::saturating_sub(rows, lines.len());
    let line = words::wrap(&words::line(&thought.line), width, left);
    lines.extend(line.into_iter().map(|row| (row, theme.base())));
    // Where little was thought there is room to say whose thought it is.
    let about = words::wrap(about(&play.players[*color as usize]), width, usize::MAX);
    if about.len() + lines.len() <= rows {
        lines.extend(about.into_iter().map(|row| (row, theme.quiet())));
    }
    write_rows(buffer, inner, &lines, theme);
}

/// What came of the game: its result, the mistakes, and the worst of them.
fn result(
    buffer: &mut Buffer,
    area: Rect,
    ending: &Ending,
    state: &State,
    play: &Play,
    theme: &Theme,
) {
    let is_reviewed = play.reviewed().is_some();
    let title = if is_reviewed { "result · reviewed" } else { "result" };
    let inner = framed(buffer, area, title, theme);
    let (width, game) = (inner.width.into(), play.game());
    let mut lines = vec![(ending.to_string(), theme.strong())];
    let mistakes = graph::mistakes(play, state.errors.as_ref());
    let mover = |ply: usize| game.positions()[ply - 1].side();
    if state.view.evaluation && (is_reviewed || !mistakes.is_empty()) {
        let of = |color| mistakes.iter().filter(|(ply, _)| mover(*ply) == color).count();
        let (black, white) = (of(Color::Black), of(Color::White));
        lines.push((format!("Mistakes: Black {black}, White {white}"), theme.base()));
    }
    let worst = mistakes.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some(&(ply, lost)) = worst.filter(|_| state.view.evaluation) {
        let number = (ply + first_gap(game)).div_ceil(2);
        let (mv, side) = (game.moves()[ply - 1], mover(ply));
        let worst = format!("The worst: {number} {mv}, {side} lost {lost:.0}");
        lines.push((worst, theme.base()));
    }
    let left = usize::from(inner.height).saturating_sub(lines.len());
    let next = words::wrap(
        "y studies and reviews the game, PgUp looks through it, n begins another.",
        width,
        left,
    );
    lines.extend(next.into_iter().map(|row| (row, theme.quiet())));
    write_rows(buffer, inner, &lines, theme);
}

/// What there is to say before anybody has thought: who the computers are.
fn nothing_thought(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme) {
    let computer = Color::BOTH.into_iter().find(|&color| !play.is_person(color));
    let title = computer.map(|color| format!("{} · {color}", play.table.name(color)));
    let inner = framed(buffer, area, title.as_deref().unwrap_or("thinking"), theme);
    let about = computer.map_or("", |color| about(&play.players[color as usize]));
    let rows = usize::from(inner.height).saturating_sub(1);
    let mut lines: Vec<_> = words::wrap(about, inner.width.into(), rows)
        .into_iter()
        .map(|row| (row, theme.quiet()))
        .collect();
    let hint = if inner.width < 24 { "h: hint" } else { "h asks for a hint." };
    lines.push((hint.to_owned(), theme.quiet()));
    write_rows(buffer, inner, &lines, theme);
}

fn write_rows(buffer: &mut Buffer, inner: Rect, lines: &[(String, Style)], theme: &Theme) {
    for (row, (text, style)) in inner.rows().zip(lines) {
        let text = theme.spell(&words::fit(text, inner.width.into()));
        write_line(buffer, row, vec![Span::styled(text, *style)]);
    }
}

/// A sentence about a computer, where there is one.
fn about(who: &Who) -> &'static str {
    match who {
        Who::Engine(engine) => engine.limits.level.map_or("", Level::character),
        Who::Classic(classic, _) => classic.description(),
        Who::Random { .. } => "Any legal move, without a thought.",
        Who::External(_) => "Another program.",
        Who::Human => "",
    }
}

/// How deep, how fast, how long.
fn facts(thought: &Thought) -> String {
    let mut facts: Vec<String> =
        thought.depth.iter().map(|depth| format!("depth {depth}")).collect();
    facts.extend(thought.remark.map(str::to_owned));
    let speed = words::speed(thought.nodes, thought.elapsed);
    let nodes = (thought.nodes > 0).then(|| words::count(thought.nodes as usize, "position"));
    facts.extend(speed.or(nodes));
    if thought.elapsed.as_millis() >= 100 {
        facts.push(format!("{:.1} s", thought.elapsed.as_secs_f64()));
    }
    facts.join("  ")
}

/// The columns of a square, and of a score where there is room for all of it.
const SQUARE: usize = 4;
const SCORE: usize = 17;

/// How deep a hint looks, and whether it still does, as far as there is room for it.
fn hint_title(hint: &Hint, area: Rect) -> String {
    let Some(best) = hint.moves.first() else { return "hint".to_owned() };
    let depth = best.depth;
    let room = usize::from(area.width.saturating_sub(4));
    let [long, short] = if hint.thinking {
        [format!("hint · depth {depth}, looking…"), format!("depth {depth}…")]
    } else {
        [format!("hint · depth {depth}"), format!("depth {depth}")]
    };
    if long.chars().count() <= room { long } else { short }
}

/// The best moves with their scores and what is expected to follow.
fn hint_lines(buffer: &mut Buffer, inner: Rect, hint: &Hint, side: Color, theme: &Theme) {
    if hint.moves.is_empty() {
        let text = theme.spell("Looking…");
        return write_line(buffer, inner, vec![Span::styled(text, theme.quiet())]);
    }
    for (index, hinted) in hint.moves.iter().enumerate().take(inner.height.into()) {
        let style = if index == 0 { theme.marked() } else { theme.base() };
        let line = words::line(&hinted.line[1.min(hinted.line.len())..]);
        let row = Rect { y: inner.y + index as u16, height: 1, ..inner };
        let room = usize::from(inner.width).saturating_sub(SQUARE);
        let score = words::score_in(hinted.score, side, room.min(SCORE));
        let wide = SCORE.min(room);
        let head = theme.spell(&format!("{:<SQUARE$}{score:<wide$}", hinted.square));
        let used = head.chars().count();
        let room = (inner.width as usize).saturating_sub(used + 1);
        let line = theme.spell(&words::fit(&line, room));
        write_line(
            buffer,
            row,
            vec![Span::styled(head, style), Span::styled(format!(" {line}"), theme.quiet())],
        );
    }
}

/// The moves in pairs, numbered, the current one marked, the undone ones faint.
fn draw_moves(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme, hits: &mut Hits) {
    let inner = framed(buffer, area, "moves", theme);
    let game = play.game();
    let all: Vec<Move> = game.moves().iter().chain(game.undone()).copied().collect();
    if all.is_empty() {
        let text = format!("{} begins.", game.start().side());
        return write_line(buffer, inner, vec![Span::styled(text, theme.quiet())]);
    }
    let offset = first_gap(game);
    let wide = all.len() > 198 || game.start().size().get() > 9;
    let (number_width, cell) = if wide { (4, 4) } else { (3, 3) };
    let pair_width = number_width + 1 + 2 * cell + 1;
    let columns = (inner.width as usize / pair_width).max(1);
    let pairs = (all.len() + offset).div_ceil(2);
    let current = (game.ply() + offset).saturating_sub(1) / 2;
    let rows = pairs.div_ceil(columns);
    let visible = inner.height as usize;
    let first_row =
        (current / columns + 1).saturating_sub(visible).min(rows.saturating_sub(visible));
    for pair in first_row * columns..pairs.min((first_row + visible) * columns) {
        let x = inner.x + (pair % columns * pair_width) as u16;
        let y = inner.y + (pair / columns - first_row) as u16;
        let number = format!("{:>number_width$}", pair + 1);
        buffer.set_string(x, y, number, theme.quiet());
        for half in 0..2 {
            let Some(index) = (2 * pair + half).checked_sub(offset) else { continue };
            let Some(mv) = all.get(index) else { continue };
            let name = if *mv == Move::Pass { "--".to_owned() } else { mv.to_string() };
            let style = move_style(index, game.ply(), theme);
            let x = x + (number_width + 1 + half * cell) as u16;
            buffer.set_string(x, y, &name, style);
            hits.add(Rect::new(x, y, name.len() as u16, 1), ClickTarget::Ply(index + 1));
        }
    }
}

/// A game that White begins has a gap in its first pair of moves.
fn first_gap(game: &Game) -> usize {
    usize::from(game.start().side() == Color::White)
}

fn move_style(index: usize, ply: usize, theme: &Theme) -> Style {
    if index + 1 == ply {
        theme.marked().add_modifier(Modifier::UNDERLINED)
    } else if index < ply {
        theme.base()
    } else {
        theme.quiet()
    }
}
