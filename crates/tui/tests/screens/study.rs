//! A game that is studied.

use crossterm::event::KeyCode;
use obverse_engine::score::Kind;
use obverse_engine::{Line, Score};
use obverse_rules::Color as Side;
use obverse_study::About;
use obverse_tui::draw::draw;
use obverse_tui::theme::{Depth, Glyphs, Theme};
use obverse_tui::update::{ClickTarget, Effect, Message};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::common::{Driver, unicode};
use crate::{SIZES, check};

/// A game of eight moves with two variations, a comment and a review, studied.
pub(crate) fn studied() -> Driver {
    let mut driver = Driver::game("human", "human", 8);
    for mv in ["f5", "d6", "c3", "d3", "c4", "b3", "b2", "f4"] {
        driver.keys(&format!("{mv}\n"));
    }
    driver.keys("y").press(KeyCode::Home).press(KeyCode::Right).keys("f6\ne6\n");
    driver.press(KeyCode::Left).press(KeyCode::Left).keys("f4\n");
    driver.press(KeyCode::Up).press(KeyCode::Up).keys("kThe usual answer.\n");
    driver.press(KeyCode::End).keys("r");
    let Some(Effect::Review { ticket, review }) = driver.effects.pop() else {
        panic!("nothing is reviewed")
    };
    // For the picture: b3 costs White 3 discs, b2 Black 12, f4 White 5.
    let for_black = [0.0_f32, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, -9.0, -4.0];
    let mut review = *review;
    while let Some(question) = review.next() {
        let at = question.ply + usize::from(question.about == About::Played);
        let is_black = question.position.side() == Side::Black;
        let discs = if is_black { for_black[at] } else { -for_black[at] };
        let played = review.game().moves()[question.ply];
        let lost = question.about == About::Best && (for_black[at] - for_black[at + 1]).abs() > 0.5;
        let other = question.position.moves().iter().find(|&it| !lost || played != it.into());
        let is_played = question.about == About::Best && !lost;
        let mv = if is_played { played } else { other.expect("there is a move").into() };
        let score = Score { discs, kind: Kind::Exact };
        let line = Line { moves: vec![mv], score, depth: 30 };
        review.answered(&question, &line);
        driver.send(Message::Reviewed { ticket, question: Box::new(question), line });
    }
    driver.send(Message::ReviewEnded { ticket });
    driver
}

#[test]
fn a_game_that_is_studied_at_every_width() {
    let mut driver = studied();
    driver.press(KeyCode::Left);
    for (width, height) in SIZES {
        check(&format!("study-{width}"), &driver.screen(width, height, &unicode()));
    }
    let ascii = Theme::new(Depth::None, Glyphs::Ascii);
    check("study-ascii", &driver.screen(80, 24, &ascii));
    driver.keys("?");
    check("study-help", &driver.screen(80, 24, &unicode()));
}

#[test]
fn a_better_move_is_asked_for_at_every_width() {
    let mut driver = studied();
    driver.press(KeyCode::Home).keys("n");
    for (width, height) in SIZES {
        check(&format!("better-{width}"), &driver.screen(width, height, &unicode()));
    }
    driver.press(KeyCode::Enter);
    check("better-shown", &driver.screen(80, 24, &unicode()));
}

#[test]
fn marks_stand_on_their_squares() {
    let mut driver = studied();
    // One in the middle of discs, one on an empty square, one where a move may be made.
    driver.keys("e5*").press(KeyCode::Esc).keys("h8**").press(KeyCode::Esc).keys("g5***");
    driver.press(KeyCode::Esc).keys("c3****").press(KeyCode::Esc).keys("a1*****");
    driver.press(KeyCode::Esc);
    check("marks-80", &driver.screen(80, 24, &unicode()));
    check("marks-120", &driver.screen(120, 40, &unicode()));
    let ascii = Theme::new(Depth::None, Glyphs::Ascii);
    check("marks-ascii", &driver.screen(80, 24, &ascii));
}

#[test]
fn a_click_on_the_graph_goes_to_the_move() {
    let mut driver = studied();
    let hits = |driver: &Driver| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 40));
        let hits = draw(&mut buffer, &driver.state, &unicode());
        let row = buffer.area.height - 7;
        (0..120).filter_map(|x| hits.at(x, row)).collect::<Vec<_>>()
    };
    let nodes = driver.play().tree.main_line();
    // Columns of the graph, in the order of the line and each a move of it; not all have one of their own.
    let found: Vec<_> =
        hits(&driver).into_iter().filter(|it| matches!(it, ClickTarget::Node(_))).collect();
    let places: Vec<usize> = found
        .iter()
        .map(|&it| {
            nodes.iter().position(|&node| it == ClickTarget::Node(node)).expect("of the line")
        })
        .collect();
    assert!(places.len() > 4 && places.is_sorted(), "{places:?}");
    assert_eq!(places.last(), Some(&(nodes.len() - 1)));
    driver.send(Message::Click(ClickTarget::Node(nodes[3])));
    assert_eq!(driver.play().tree.current(), nodes[3]);
    driver.keys("m");
    assert!(!hits(&driver).contains(&ClickTarget::Node(nodes[1])), "m hides the graph");
}
