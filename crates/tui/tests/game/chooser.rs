//! What is chosen before a game.

use std::time::Duration;

use crossterm::event::KeyCode;
use obverse_players::PlayerError;
use obverse_tui::state::{Overlay, Question, Screen};
use obverse_tui::update::{Effect, Message};

use crate::common::Driver;

#[test]
fn the_chooser_sets_up_what_is_chosen() {
    let mut driver = Driver::chooser();
    // Up from Play: time, board, White, Black.
    driver.press(KeyCode::Up).press(KeyCode::Right);
    driver.press(KeyCode::Up).press(KeyCode::Right);
    driver.press(KeyCode::Up).keys("+++");
    driver.press(KeyCode::Up).press(KeyCode::Left).press(KeyCode::Left).press(KeyCode::Left);
    driver.press(KeyCode::Enter);
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.players[0].to_string(), "random");
    assert_eq!(setup.players[1].to_string(), "level:8");
    assert_eq!(setup.game.position().size().get(), 10);
    assert_eq!(obverse_players::TimeControl::PerMove(Duration::from_secs(1)), setup.terms.time);
}

#[test]
fn an_engines_command_is_typed_in_the_chooser() {
    let mut driver = Driver::chooser();
    // Down from Play: open a file, then round to Black.
    driver.press(KeyCode::Down).press(KeyCode::Down);
    driver.press(KeyCode::Left).press(KeyCode::Left).press(KeyCode::Enter);
    assert!(driver.effects.is_empty(), "an engine needs a command");
    assert!(driver.state.chooser.notice.as_ref().unwrap().text.contains("command"));
    driver.keys("edax -q\n");
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.players[0].to_string(), "gtp:edax -q");
}

#[test]
fn a_player_who_cannot_play_leaves_the_chooser_with_the_reason() {
    let mut driver = Driver::chooser();
    let size = "10".parse().unwrap();
    let problem =
        PlayerError::Size { player: "squares".to_owned(), plays: "8×8".to_owned(), size };
    driver.send(Message::Begun(Err(problem)));
    assert_eq!(driver.state.screen, Screen::Chooser);
    let notice = driver.state.chooser.notice.as_ref().unwrap();
    assert_eq!(notice.text, "squares plays on 8×8 only, not on 10×10");
}

#[test]
fn a_new_game_is_asked_about_once_there_is_something_to_lose() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("n");
    assert_eq!(driver.state.screen, Screen::Chooser);
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\nn");
    assert_eq!(driver.state.overlay, Some(Overlay::Question(Question::NewGame)));
    driver.keys("y");
    assert_eq!(driver.state.screen, Screen::Chooser);
    assert!(driver.effects.iter().any(|effect| matches!(effect, Effect::Leave)));
}
