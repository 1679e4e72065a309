//! Why a player moves.

use crossterm::event::KeyCode;
use obverse_players::{ExplainedMove, Explanation, SearchedMove, Term};
use obverse_rules::Color;
use obverse_tui::state::{Overlay, Why};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::{Driver, square};

fn why(driver: &Driver) -> &Why {
    match &driver.state.overlay {
        Some(Overlay::Why(why)) => why,
        other => panic!("nothing is explained: {other:?}"),
    }
}

/// Who is asked, and after how many moves.
fn asked(driver: &Driver) -> (String, usize) {
    match driver.effects.as_slice() {
        [Effect::Explain { who, game, .. }] => (who.to_string(), game.ply()),
        other => panic!("nobody is asked: {other:?}"),
    }
}

fn explanation(moves: &[&str]) -> Explanation {
    let moves = moves.iter().map(|name| ExplainedMove {
        square: square(name),
        terms: vec![Term { name: "mobility", value: 2.0 }],
        searched: SearchedMove {
            score: 1.0,
            kind: None,
            depth: 3,
            nodes: 10,
            line: vec![square(name).into()],
            terms: vec![],
            iterations: vec![],
        },
        opening: None,
        overlooked: None,
    });
    Explanation {
        player: "squares".to_owned(),
        side: Color::White,
        moves: moves.collect(),
        tree: None,
        remark: None,
    }
}

#[test]
fn the_computer_is_asked_about_its_last_move() {
    let mut driver = Driver::game("human", "squares:depth=2", 8);
    // Before it has moved, about the position on the board.
    driver.keys("w");
    assert_eq!(asked(&driver), ("squares:depth=2".to_owned(), 0));
    driver.press(KeyCode::Esc);
    assert!(matches!(driver.effects[..], [Effect::StopExplaining]));
    driver.keys("f5\n").answer("d6").keys("w");
    assert_eq!(asked(&driver), ("squares:depth=2".to_owned(), 1));
    assert_eq!(why(&driver).played, Some(square("d6")));
    // Its own move is looked at first, wherever it comes in the order.
    let ticket = why(&driver).ticket;
    let told = Ok(explanation(&["f6", "f4", "d6"]));
    driver.send(Message::Explained { ticket, told });
    assert_eq!(why(&driver).chosen_move().unwrap().square, square("d6"));
    driver.press(KeyCode::Down);
    assert_eq!(why(&driver).chosen_move().unwrap().square, square("f6"), "round the end");
    driver.send(Message::Click(ClickTarget::Explained(1)));
    assert_eq!(why(&driver).chosen_move().unwrap().square, square("f4"));
    assert_eq!(driver.moves(), "f5 d6", "looking changes nothing");
}

#[test]
fn where_nobody_can_say_why_the_engine_is_asked() {
    let mut driver = Driver::game("human", "random", 8);
    driver.keys("f5\n").answer("d6").keys("w");
    assert_eq!(asked(&driver), ("engine".to_owned(), 1));
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\nw");
    assert_eq!(asked(&driver), ("engine".to_owned(), 1));
}

#[test]
fn a_late_explanation_of_something_else_is_not_shown() {
    let mut driver = Driver::game("human", "squares", 8);
    driver.keys("w");
    let old = why(&driver).ticket;
    driver.press(KeyCode::Esc).keys("f5\n").answer("d6").keys("w");
    driver.send(Message::Explained { ticket: old, told: Ok(explanation(&["f5"])) });
    assert_eq!(why(&driver).told, None);
    let ticket = why(&driver).ticket;
    driver.send(Message::Explained { ticket, told: Err("it failed".to_owned()) });
    assert!(matches!(why(&driver).told, Some(Err(_))));
}
