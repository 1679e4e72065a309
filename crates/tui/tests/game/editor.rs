//! Positions that are set up, and moves that are searched for.

use crossterm::event::KeyCode;
use obverse_rules::{Color, Game, Position, Size};
use obverse_tui::state::{Field, Overlay, Screen};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::{Driver, square, unicode};

/// The editor on an empty board, with the cursor on e5.
fn editor() -> Driver {
    let mut driver = Driver::chooser();
    driver.state.chooser.field = Field::Start;
    driver.press(KeyCode::Enter).keys("c");
    assert_eq!(driver.state.screen, Screen::Editor);
    driver
}

fn begun(driver: &mut Driver) -> Position {
    driver.press(KeyCode::Enter);
    match driver.effects.pop() {
        Some(Effect::Begin(setup)) => *setup.game.position(),
        other => panic!("no game begins: {other:?}"),
    }
}

#[test]
fn a_position_is_painted_and_played() {
    let mut driver = editor();
    // Typed as one writes a board: each key goes on to the next square.
    driver.keys("bww");
    driver.press(KeyCode::Enter);
    assert_eq!(driver.state.screen, Screen::Chooser);
    let position = begun(&mut driver);
    assert_eq!(position.get(square("e5")), Some(Color::Black));
    assert_eq!(position.get(square("g5")), Some(Color::White));
    assert_eq!(position.moves().first(), Some(square("h5")));
}

#[test]
fn clicks_and_space_go_round_and_changes_are_undone() {
    let mut driver = editor();
    let click = |driver: &mut Driver| {
        driver.send(Message::Click(ClickTarget::Square(square("a1"))));
    };
    let at = |driver: &Driver| driver.state.editor.as_ref().unwrap().setup.squares[0];
    for expected in [Some(Color::Black), Some(Color::White), None] {
        click(&mut driver);
        assert_eq!(at(&driver), expected);
    }
    driver.keys(" ");
    assert_eq!(at(&driver), Some(Color::Black), "the cursor goes where one clicks");
    driver.keys("u");
    assert_eq!(at(&driver), None);
    driver.keys("uuuu");
    let usual = Position::start(Size::EIGHT).setup();
    assert_eq!(driver.state.editor.as_ref().unwrap().setup, usual, "all of it can be undone");
}

#[test]
fn what_is_no_position_is_told_and_can_be_left() {
    let mut driver = editor();
    driver.keys("bbb").press(KeyCode::Enter);
    assert_eq!(driver.state.screen, Screen::Editor);
    let problem = driver.state.editor.as_ref().unwrap().problem.clone().unwrap();
    assert!(problem.contains("neither side can move"), "{problem}");
    driver.press(KeyCode::Esc);
    assert_eq!(driver.state.chooser.start, None);
    driver.state.chooser.field = Field::Play;
    assert_eq!(begun(&mut driver), Position::start(Size::EIGHT));
}

#[test]
fn a_board_is_pasted_into_the_editor() {
    let mut driver = editor();
    let rows =
        "--------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n-------X\nO\n";
    driver.send(Message::Paste(rows.to_owned()));
    let setup = driver.state.editor.as_ref().unwrap().setup.clone();
    assert_eq!((setup.squares[63], setup.side), (Some(Color::Black), Color::White));
    // A game is its last position, and noise is told.
    driver.send(Message::Paste("f5d6c3".to_owned()));
    let setup = driver.state.editor.as_ref().unwrap().setup.clone();
    assert_eq!(setup.side, Color::White);
    driver.send(Message::Paste("?!".to_owned()));
    assert!(driver.state.editor.as_ref().unwrap().problem.is_some());
    assert_eq!(driver.state.editor.as_ref().unwrap().setup, setup);
}

#[test]
fn the_editor_begins_with_the_game_on_the_board() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\ni");
    assert_eq!(driver.state.screen, Screen::Editor);
    assert!(
        driver.effects.iter().any(|effect| matches!(effect, Effect::Leave)),
        "the game is kept"
    );
    driver.keys("s").press(KeyCode::Enter);
    let position = begun(&mut driver);
    assert_eq!((position.count(Color::Black), position.side()), (4, Color::Black));
}

#[test]
fn moves_are_found_in_the_list() {
    let mut game = Game::from_start(Size::EIGHT);
    for name in ["f5", "d6", "c3", "d3", "c4", "f4"] {
        game.play(square(name).into()).unwrap();
    }
    let mut driver = Driver::with_terms("human", "human", game, None);
    let found = |driver: &Driver| driver.play().game().ply();
    driver.keys("/d");
    assert_eq!(found(&driver), 2, "from the end the search begins again");
    assert!(driver.screen(80, 24, &unicode()).contains("Find: d▏ 1 of 2"));
    driver.press(KeyCode::Enter);
    assert_eq!(found(&driver), 4);
    driver.press(KeyCode::Enter);
    assert_eq!(found(&driver), 2, "round the end");
    driver.press(KeyCode::Up);
    assert_eq!(found(&driver), 4);
    driver.keys("3");
    assert_eq!(found(&driver), 4);
    // A number is the pair's of the list.
    driver.press(KeyCode::Backspace).press(KeyCode::Backspace).keys("2");
    assert_eq!(found(&driver), 3);
    driver.press(KeyCode::Backspace).keys("h");
    assert!(driver.screen(80, 24, &unicode()).contains("not in this game"));
    driver.press(KeyCode::Esc);
    assert_eq!((found(&driver), driver.state.overlay.clone()), (6, None), "back where it began");
    driver.keys("/c3").press(KeyCode::Backspace).press(KeyCode::Backspace).press(KeyCode::Enter);
    assert!(!matches!(driver.state.overlay, Some(Overlay::Find(_))), "nothing typed ends it");
}
