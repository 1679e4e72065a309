//! A game that is studied: the board, what is known of the move, and the tree.

use crossterm::event::KeyCode;
use obverse_rules::{Color, Move, Square};
use obverse_study::{Grade, Judged, NodeId, summary};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::graph::{self, Course};
use super::layout::Layout;
use super::tree::{self, What};
use super::{Hits, board, framed, key_row, write_line};
use crate::state::{Better, Known, Overlay, Play, State, Study, Try, line_of, what_enter_plays};
use crate::theme::Theme;
use crate::update::ClickTarget;
use crate::words;

pub(super) fn draw(
    buffer: &mut Buffer,
    state: &State,
    study: &Study,
    play: &Play,
    theme: &Theme,
    hits: &mut Hits,
) {
    let node = play.tree.current();
    let position = play.tree.position(node);
    let turned = state.view.turned;
    let screen = buffer.area;
    let layout = Layout::new(screen, position.size(), theme.is_lined(), turned, study.cursor);
    let Some(mut layout) = layout else { return };
    let has_box = layout.panel.is_some_and(|panel| box_height(panel, state, study) >= 3);
    let told = layout.notice_rows(&said(study, play, has_box));
    title(buffer, layout.title, study, play, theme);
    let last = play.tree.move_to(node).and_then(Move::square);
    let lit = lit_squares(study, play);
    let mut faces = board::studied_faces(position, last, &lit);
    board::mark(&mut faces, &play.tree.note(node).marks, position.size());
    let typed: Option<Square> = study.typed.parse().ok();
    if let Some(square) = typed.filter(|square| square.is_on(position.size())) {
        faces[square.index(position.size())].cursor = true;
    }
    hits.discs = board::paint(buffer, &layout.board, &faces, typed, theme);
    for (column, row, square) in layout.board.places() {
        hits.add(layout.board.rect(column, row), ClickTarget::Square(square));
    }
    if let Some(area) = layout.panel {
        let box_height = box_height(area, state, study);
        let graph_height = graph_height(area, state, study);
        let part = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
        if box_height >= 3 {
            about(buffer, part(0, box_height), study, play, theme);
        }
        let rest = area.height - box_height - graph_height;
        if rest >= 3 {
            draw_tree(buffer, part(box_height, rest), study, play, theme, hits);
        }
        if graph_height > 0 {
            let course = course(state, play);
            course.draw(buffer, part(box_height + rest, graph_height), theme, hits);
        }
    }
    super::notice(buffer, &told, study.notice.tone, theme);
    standing(buffer, layout.players, play, theme);
    prompt(buffer, layout.prompt, state, study, play, theme);
    keys(buffer, layout.keys, study, theme, hits);
}

/// The rows of the graph, where there is room for one and it is wanted. What is tried and answered
/// needs that room where there is little.
fn graph_height(panel: Rect, state: &State, study: &Study) -> u16 {
    let least = if study.better.is_some() { 24 } else { 18 };
    if state.view.evaluation && panel.height >= least { (panel.height * 3 / 10).min(12) } else { 0 }
}

/// The rows of what is known of the move: the tree gets the rest.
fn box_height(panel: Rect, state: &State, study: &Study) -> u16 {
    let shared = if graph_height(panel, state, study) > 0 { 3 } else { 2 };
    let usual = if panel.height < 9 { 0 } else { (panel.height / shared).clamp(5, 12) };
    // What is tried and answered needs more room than the moves.
    if study.better.is_some() { usual.max(panel.height.min(14)) } else { usual }
}

/// The graph of the line that is looked at: what its review found and, as far as the game on the table
/// goes along it, what was known while that was played.
fn course(state: &State, play: &Play) -> Course {
    let review = play.review_of_line().and_then(|index| play.reviews.get(index));
    let line = line_of(&play.tree);
    let game = play.game();
    let mut played = game.moves().iter().chain(game.undone());
    let mut is_game = true;
    let mut known = Vec::new();
    for (ply, &node) in line.iter().enumerate() {
        is_game &= ply == 0 || played.next().copied() == play.tree.move_to(node);
        let side = play.tree.position(node).side();
        let found = review.and_then(|review| review.review.line_at(ply, false)).map(|line| {
            let is_black = side == Color::Black;
            let score = if is_black { line.score } else { line.score.reversed() };
            Known { score, depth: line.depth }
        });
        known.push(found.or_else(|| play.known_at(ply).filter(|_| is_game)));
    }
    let here = line.iter().position(|&node| node == play.tree.current()).unwrap_or(0);
    let score = known[here].map(|known| known.score);
    let point = |(known, &node): (&Option<Known>, &NodeId)| {
        let position = play.tree.position(node);
        known.map(|known| graph::point(&known, position, state.errors.as_ref()))
    };
    let is_bad = |node: NodeId| play.judged(node).is_some_and(|it| it.grade >= Grade::Mistake);
    Course {
        title: score.map_or("the game".to_owned(), |score| words::score(score, Color::Black)),
        points: known.iter().zip(&line).map(point).collect(),
        expected: line.len().max(play.tree.position(line[0]).empties() + 1),
        mistakes: (0..line.len()).filter(|&ply| is_bad(line[ply])).collect(),
        here,
        targets: line.into_iter().map(ClickTarget::Node).collect(),
    }
}

/// The squares that the reason is about, once it may be read.
fn lit_squares(study: &Study, play: &Play) -> Vec<Square> {
    let judged = match &study.better {
        Some(better) if better.is_shown => Some(better.judged.as_ref()),
        Some(_) => None,
        None => play.judged(play.tree.current()),
    };
    let reasons = judged.map(|judged| judged.reasons.as_slice()).unwrap_or_default();
    reasons.first().map_or(vec![], obverse_study::Reason::squares)
}

fn title(buffer: &mut Buffer, area: Rect, study: &Study, play: &Play, theme: &Theme) {
    let what = match (&study.better, play.reviewing) {
        (Some(better), _) => format!("find better, {} of {}", better.number, better.count),
        (None, Some(running)) => {
            let (done, all) = play.reviews[running.index].review.progress();
            format!("reviewing, {done} of {all}")
        }
        (None, None) => "study".to_owned(),
    };
    let spans = vec![
        Span::styled("Obverse", theme.marked()),
        Span::styled(format!("   {what}"), theme.base()),
    ];
    write_line(buffer, area, spans);
    let ply = play.tree.path_to(play.tree.current()).len() - 1;
    let text = words::count(ply, "move");
    let x = area.right().saturating_sub(text.chars().count() as u16);
    buffer.set_string(x, area.y, text, theme.base());
}

/// The grade of a move as a shape.
fn shape(judged: &Judged, theme: &Theme) -> &'static str {
    match judged.grade {
        _ if judged.is_unclear() => "?",
        Grade::Forced => "",
        Grade::Best => theme.glyph("●", "*"),
        Grade::Good => theme.glyph("○", "o"),
        Grade::Inaccuracy => theme.glyph("▵", "^"),
        Grade::Mistake => theme.glyph("▲", "A"),
        Grade::Blunder => theme.glyph("✕", "x"),
    }
}

/// What is known of the move, or of the search for a better one.
fn about(buffer: &mut Buffer, area: Rect, study: &Study, play: &Play, theme: &Theme) {
    let (heading, lines) = if let Some(better) = &study.better {
        ("find better", better_lines(better, theme))
    } else {
        let mut lines = move_lines(play, theme);
        let note = play.tree.note(play.tree.current());
        lines.extend(note.comment.iter().map(|text| (format!("\"{text}\""), theme.base())));
        ("review", lines)
    };
    let inner = framed(buffer, area, heading, theme);
    let width = usize::from(inner.width);
    let wrapped = lines.into_iter().flat_map(|(text, style)| {
        words::wrap(&text, width, usize::MAX).into_iter().map(move |row| (row, style))
    });
    let wrapped: Vec<(String, Style)> = wrapped.collect();
    let room = usize::from(inner.height);
    for (index, (row, (text, style))) in inner.rows().zip(&wrapped).enumerate() {
        // What is cut says so.
        let is_cut = index + 1 == room && wrapped.len() > room;
        let text = if is_cut { words::fit(&format!("{text} …"), width) } else { text.clone() };
        write_line(buffer, row, vec![Span::styled(theme.spell(&text), *style)]);
    }
}

/// What a review says about the move that led here, or about the whole game at its beginning.
fn move_lines(play: &Play, theme: &Theme) -> Vec<(String, Style)> {
    let node = play.tree.current();
    if let Some(judged) = play.judged(node) {
        return judged_lines(judged, theme);
    }
    let review = play.review_of_line().and_then(|index| play.reviews.get(index));
    let Some(review) = review else {
        return vec![(
            "r reviews this line: what every move cost, and why.".to_owned(),
            theme.quiet(),
        )];
    };
    let all = review.all_judged();
    let mut lines = vec![];
    for side in Color::BOTH {
        let of_side = summary(&all, side);
        if let Some(accuracy) = of_side.accuracy {
            let text = format!("{side}: accuracy {accuracy:.1} %, lost {:.1} discs", of_side.loss);
            lines.push((text, theme.base()));
        }
    }
    if lines.is_empty() {
        lines.push(("Nothing is known yet.".to_owned(), theme.quiet()));
    }
    if play.reviewing.is_none() && review.review.next().is_some() {
        lines.push(("The review rests: r goes on with it.".to_owned(), theme.quiet()));
    }
    lines
}

fn judged_lines(judged: &Judged, theme: &Theme) -> Vec<(String, Style)> {
    let style = match judged.grade {
        _ if judged.is_unclear() => theme.strong(),
        Grade::Mistake | Grade::Blunder => theme.warning(),
        Grade::Best | Grade::Good => theme.strong().fg(theme.good),
        Grade::Forced | Grade::Inaccuracy => theme.strong(),
    };
    // The shape is spelt here: a best move is no black disc.
    let shape = shape(judged, theme);
    let text = words::judged(judged);
    let mut lines = vec![(format!("{shape} {text}").trim_start().to_owned(), style)];
    lines.extend(words::reasons(judged).into_iter().map(|reason| (reason, theme.base())));
    lines
}

fn better_lines(better: &Better, theme: &Theme) -> Vec<(String, Style)> {
    let Judged { side, mv, .. } = better.judged.as_ref();
    let mut lines = vec![(format!("{side} played {mv} here. Find better."), theme.strong())];
    let tries = better.tries.iter().rev();
    lines.extend(tries.map(|Try { square, cost }| match cost {
        None => (format!("{square}: looking…"), theme.quiet()),
        Some(cost) if *cost <= 0.0 => (format!("{square}: best!"), theme.strong().fg(theme.good)),
        Some(cost) => (format!("{square} −{cost:.1}: {}", verdict(*cost)), theme.base()),
    }));
    if better.is_shown {
        let at = 1.min(lines.len());
        let line = words::line(&better.judged.lines.best.moves);
        let mut answer = judged_lines(&better.judged, theme);
        answer.push((format!("The line: {line}"), theme.quiet()));
        answer.push(("Enter: the next mistake.".to_owned(), theme.quiet()));
        lines.splice(at..at, answer);
    } else {
        lines.push(("Enter shows the answer.".to_owned(), theme.quiet()));
    }
    lines
}

/// How good a try is, in a word.
fn verdict(cost: f32) -> &'static str {
    match cost {
        cost if cost < 2.0 => "close.",
        cost if cost < 4.0 => "not quite.",
        _ => "no.",
    }
}

fn draw_tree(
    buffer: &mut Buffer,
    area: Rect,
    study: &Study,
    play: &Play,
    theme: &Theme,
    hits: &mut Hits,
) {
    let inner = framed(buffer, area, "moves", theme);
    let hidden = study.better.as_ref().filter(|better| !better.is_shown).map(|it| it.node);
    let grade = |node: NodeId| {
        let judged = play.judged(node).filter(|_| Some(node) != hidden);
        judged.map_or(String::new(), |judged| shape(judged, theme).to_owned())
    };
    let rows = tree::rows(&play.tree, inner.width.into(), &grade);
    if rows.is_empty() {
        let text = format!("{} begins.", play.tree.position(play.tree.root()).side());
        return write_line(buffer, inner, vec![Span::styled(text, theme.quiet())]);
    }
    let current = play.tree.current();
    let is_current = |row: &Vec<tree::Piece>| row.iter().any(|it| it.what.node() == Some(current));
    let place = rows.iter().position(is_current).unwrap_or(0);
    let visible = usize::from(inner.height);
    let first = place.saturating_sub(visible / 2).min(rows.len().saturating_sub(visible));
    for (area, row) in inner.rows().zip(&rows[first..]) {
        for piece in row {
            let x = area.x + piece.column as u16;
            let room = usize::from(area.right().saturating_sub(x));
            // Grades and comments are spelt already.
            let text = if piece.text == "…" { theme.spell("…") } else { piece.text.clone() };
            let style = match piece.what {
                What::Number => theme.quiet(),
                What::Main(node) | What::Side(node) if node == current => {
                    theme.marked().add_modifier(Modifier::UNDERLINED | Modifier::REVERSED)
                }
                What::Main(_) => theme.strong(),
                What::Side(_) => theme.base(),
            };
            buffer.set_stringn(x, area.y, &text, room, style);
            if let Some(node) = piece.what.node() {
                let width = (text.chars().count() as u16).min(room as u16);
                hits.add(Rect::new(x, area.y, width, 1), ClickTarget::Node(node));
            }
        }
    }
}

/// The last thing that happened, or else, where there is no room for the box, what was found about
/// the move.
fn said(study: &Study, play: &Play, has_box: bool) -> String {
    match (study.notice.text.as_str(), play.judged(play.tree.current())) {
        ("", Some(judged)) if study.better.is_none() && !has_box => words::judged(judged),
        (text, _) => text.to_owned(),
    }
}

fn standing(buffer: &mut Buffer, area: Rect, play: &Play, theme: &Theme) {
    let position = play.tree.position(play.tree.current());
    let half = area.width / 2;
    for (color, x) in [(Color::Black, area.x), (Color::White, area.x + half)] {
        let style = if position.side() == color { theme.strong() } else { theme.quiet() };
        let mut spans = super::chip(color, theme);
        spans.push(Span::styled(format!(" {color} {}", position.count(color)), style));
        write_line(buffer, Rect { x, width: half, ..area }, spans);
    }
}

fn prompt(
    buffer: &mut Buffer,
    area: Rect,
    state: &State,
    study: &Study,
    play: &Play,
    theme: &Theme,
) {
    if let Some(Overlay::Comment(comment)) = &state.overlay {
        let head = "Comment: ";
        let room = usize::from(area.width).saturating_sub(head.len() + 1);
        let spans = vec![
            Span::styled(head, theme.strong()),
            Span::styled(words::fit_end(&comment.text, room), theme.marked()),
            Span::styled(theme.glyph("▏", "_"), theme.marked()),
        ];
        return write_line(buffer, area, spans);
    }
    let position = play.tree.position(play.tree.current());
    if position.is_over() {
        let text = theme.spell(&position.outcome().to_string());
        return write_line(buffer, area, vec![Span::styled(text, theme.marked())]);
    }
    let ask = match &study.better {
        Some(better) if !better.is_shown => format!("A better move for {}: ", position.side()),
        _ => format!("{} to move: ", position.side()),
    };
    let help = match study.typed.as_str() {
        "" => "a square such as f5".to_owned(),
        typed => what_enter_plays(typed, position).unwrap_or_else(|| "the row".to_owned()),
    };
    let spans = vec![
        Span::styled(ask, theme.strong()),
        Span::styled(study.typed.clone(), theme.marked()),
        Span::styled(theme.glyph("▏ ", "_ "), theme.marked()),
        Span::styled(help, theme.quiet()),
    ];
    write_line(buffer, area, spans);
}

/// The keys, which can be clicked, the most important first.
fn keys(buffer: &mut Buffer, area: Rect, study: &Study, theme: &Theme, hits: &mut Hits) {
    let mut keys = vec![("?", "help", KeyCode::Char('?')), ("Esc", "back", KeyCode::Esc)];
    if study.better.is_some() {
        keys.push(("Enter", "show, next", KeyCode::Enter));
    } else {
        keys.extend([
            ("r", "review", KeyCode::Char('r')),
            ("n", "mistake", KeyCode::Char('n')),
            ("Enter", "play on", KeyCode::Enter),
            ("p", "promote", KeyCode::Char('p')),
            ("x", "delete", KeyCode::Char('x')),
            ("k", "comment", KeyCode::Char('k')),
            ("m", "graph", KeyCode::Char('m')),
            ("s", "save", KeyCode::Char('s')),
        ]);
    }
    key_row(buffer, area, &keys, theme, hits);
}
