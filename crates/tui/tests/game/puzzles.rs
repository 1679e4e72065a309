//! Solving puzzles on the full screen.

use crossterm::event::KeyCode;
use obverse_rules::Move;
use obverse_study::{Progress, shipped_puzzles};
use obverse_tui::state::{Field, Screen};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::{Driver, unicode};

/// The chooser's puzzles, with nothing done so far.
fn puzzles() -> Driver {
    let mut driver = Driver::chooser();
    driver.state.chooser.field = Field::Puzzles;
    driver.press(KeyCode::Enter);
    assert!(matches!(driver.effects[..], [Effect::OpenPuzzles]));
    let opened = Ok((shipped_puzzles().to_vec(), Progress::default()));
    driver.send(Message::Puzzles { opened, time: 1_800_000_000 });
    assert_eq!(driver.state.screen, Screen::Puzzles);
    driver
}

fn answer(driver: &Driver) -> obverse_rules::Square {
    let puzzle = driver.state.puzzles.as_ref().unwrap().current().unwrap();
    puzzle.answer().square().unwrap()
}

#[test]
fn the_first_move_decides_and_is_kept() {
    let mut driver = puzzles();
    let right = answer(&driver);
    driver.keys(&format!("{right}\n"));
    let Some(Effect::KeepAttempt(attempt)) = driver.effects.pop() else { panic!("not kept") };
    assert!(attempt.solved && attempt.after.rating > attempt.before.unwrap().rating);
    let screen = driver.screen(80, 24, &unicode());
    assert!(screen.contains(&format!("The answer: {right}")), "{screen}");
    assert!(screen.contains("1 of 1 solved"), "{screen}");
    let before = driver.state.puzzles.as_ref().unwrap().current().unwrap().id();
    driver.press(KeyCode::Enter);
    let puzzles = driver.state.puzzles.as_ref().unwrap();
    assert!(puzzles.current().unwrap().id() != before && puzzles.tries.is_empty());
}

#[test]
fn a_wrong_move_says_what_it_costs_and_hides_the_answer() {
    let mut driver = puzzles();
    let right = answer(&driver);
    let puzzle = driver.state.puzzles.as_ref().unwrap().current().unwrap();
    let position = *puzzle.position();
    let wrong = position.moves().iter().find(|&square| square != right).unwrap();
    let loss = puzzle.loss(Move::Place(wrong)).unwrap();
    driver.send(Message::Click(ClickTarget::Square(wrong)));
    let Some(Effect::KeepAttempt(attempt)) = driver.effects.pop() else { panic!("not kept") };
    assert!(!attempt.solved && attempt.card.is_some(), "it comes back");
    for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 60)] {
        let screen = driver.screen(width, height, &unicode());
        assert!(screen.contains(&format!("{wrong} loses {loss:.0}.")), "{screen}");
        assert!(!screen.contains("The answer"), "{screen}");
    }
    // The second try is free, and the answer is shown when it is asked for.
    driver.press(KeyCode::Enter);
    assert!(driver.effects.is_empty(), "it was decided already");
    assert!(driver.screen(80, 24, &unicode()).contains(&format!("The answer: {right}")));
    driver.press(KeyCode::Esc);
    assert_eq!(driver.state.screen, Screen::Chooser);
}

#[test]
fn what_went_wrong_is_told() {
    let mut driver = Driver::chooser();
    driver.send(Message::Puzzles { opened: Err("no folder".to_owned()), time: 0 });
    assert_eq!(driver.state.screen, Screen::Chooser);
    assert_eq!(driver.state.chooser.notice.as_ref().unwrap().text, "No folder.");
    let mut driver = puzzles();
    driver.send(Message::NotKept("the disk is full".to_owned()));
    assert!(driver.screen(80, 24, &unicode()).contains("could not be kept: the disk is full"));
}
