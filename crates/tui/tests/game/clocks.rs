//! Clocks run, stand and run out.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_players::Ending;
use obverse_rules::{Color, Game};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::Driver;

#[test]
fn a_clock_runs_for_the_side_to_move_and_loses_when_it_is_out() {
    let start = Game::from_start(obverse_rules::Size::EIGHT);
    let mut driver = Driver::with_terms("human", "human", start, Some("1+2"));
    let left = |driver: &Driver, color| driver.play().clock(color, driver.now).unwrap().as_secs();
    driver.wait(Duration::from_secs(10));
    assert_eq!((left(&driver, Color::Black), left(&driver, Color::White)), (50, 60));
    driver.keys("f5\n");
    assert_eq!((left(&driver, Color::Black), left(&driver, Color::White)), (52, 60));
    driver.wait(Duration::from_secs(61));
    assert_eq!(driver.play().table.ending(), Some(&Ending::OutOfTime(Color::White)));
    assert_eq!(driver.notice(), "Black wins: White is out of time.");
    assert_eq!(left(&driver, Color::White), 0);
}

#[test]
fn going_through_the_game_gives_no_time_back() {
    let press = |codes: [KeyCode; 2]| {
        move |driver: &mut Driver| {
            driver.press(codes[0]).press(codes[1]);
        }
    };
    let there_and_back: [&dyn Fn(&mut Driver); 3] = [
        &press([KeyCode::Char('u'), KeyCode::Char('r')]),
        &press([KeyCode::PageUp, KeyCode::PageDown]),
        &|driver| {
            driver.send(Message::Click(ClickTarget::Ply(0)));
            driver.send(Message::Click(ClickTarget::Ply(1)));
        },
    ];
    for go in there_and_back {
        let start = Game::from_start(obverse_rules::Size::EIGHT);
        let mut driver = Driver::with_terms("human", "human", start, Some("1+0"));
        driver.keys("f5\n").wait(Duration::from_secs(20));
        go(&mut driver);
        assert_eq!(driver.moves(), "f5");
        let left = |color| driver.play().clock(color, driver.now).unwrap().as_secs();
        assert_eq!((left(Color::Black), left(Color::White)), (60, 40));
    }
}

#[test]
fn a_computer_that_waits_gets_no_time_back() {
    let start = Game::from_start(obverse_rules::Size::EIGHT);
    let mut driver = Driver::with_terms("level:5", "level:5", start, Some("1+0"));
    let left = |driver: &Driver| driver.play().clock(Color::Black, driver.now).unwrap().as_secs();
    driver.wait(Duration::from_secs(20)).keys(" ");
    assert_eq!(left(&driver), 40);
    // While it waits its clock stands.
    driver.wait(Duration::from_mins(5)).keys(" ");
    assert_eq!(left(&driver), 40);
    driver.wait(Duration::from_secs(5));
    assert_eq!(left(&driver), 35);
    // Nor does a turn that is left while it waits cost anything.
    driver.answer("f5").keys(" ").wait(Duration::from_mins(5)).keys("ur");
    let white = driver.play().clock(Color::White, driver.now).unwrap().as_secs();
    assert_eq!((left(&driver), white), (39, 60));
}

#[test]
fn leaving_in_mid_turn_gives_no_time_back() {
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    let leave: [&dyn Fn(&mut Driver); 3] = [
        &|driver| {
            driver.keys("qy");
        },
        &|driver| {
            driver.send(Message::Key(control_c));
        },
        &|driver| {
            driver.send(Message::Terminate);
        },
    ];
    for leave in leave {
        let start = Game::from_start(obverse_rules::Size::EIGHT);
        let mut driver = Driver::with_terms("human", "human", start, Some("1+0"));
        driver.keys("f5\n").wait(Duration::from_secs(20));
        leave(&mut driver);
        let left = driver.play().table.clock(Color::White).unwrap().remaining;
        assert_eq!(left.as_secs(), 40);
        let save = driver.effects.iter().position(|it| matches!(it, Effect::Save));
        let quit = driver.effects.iter().position(|it| matches!(it, Effect::Quit));
        assert!(save.is_some() && save < quit, "{:?}", driver.effects);
    }
}
