//! The tour of the five ideas.

use crossterm::event::KeyCode;
use obverse_players::Who;
use obverse_players::tour::IDEAS;
use obverse_tui::state::{Field, Overlay, Tour};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::{Driver, unicode};

fn tour(driver: &Driver) -> Tour {
    match driver.state.overlay {
        Some(Overlay::Tour(tour)) => tour,
        ref other => panic!("not on the tour: {other:?}"),
    }
}

#[test]
fn the_tour_goes_through_all_ideas_from_the_chooser_and_from_a_game() {
    let mut driver = Driver::chooser();
    driver.send(Message::Click(ClickTarget::Field(Field::Tour)));
    for idea in IDEAS {
        let screen = driver.screen(120, 40, &unicode());
        let title: Vec<&str> = idea.title.split_whitespace().take(3).collect();
        assert!(
            screen.contains(&title.join(" ")) && screen.contains("Where it plays well"),
            "{screen}"
        );
        driver.press(KeyCode::Tab);
        let screen = driver.screen(120, 40, &unicode());
        let told = format!("Where it fails: {} gives", idea.fails.plays());
        assert!(screen.contains(&told), "{screen}");
        driver.press(KeyCode::Right);
    }
    assert_eq!(tour(&driver), Tour::default(), "round the end");
    driver.press(KeyCode::Esc);
    assert_eq!(driver.state.overlay, None);
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\nl3");
    assert_eq!(tour(&driver).idea, 2);
    driver.press(KeyCode::Esc);
    assert_eq!(driver.moves(), "f5");
}

#[test]
fn every_stop_is_told_to_its_last_word() {
    let mut driver = Driver::chooser();
    driver.keys("l");
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        for idea in IDEAS {
            for stop in [&idea.well, &idea.fails] {
                let screen = driver.screen(width, height, &unicode());
                let last = stop.why.split_whitespace().next_back().unwrap();
                assert!(screen.contains(last), "{last}:\n{screen}");
                driver.press(KeyCode::Tab);
            }
            driver.press(KeyCode::Right);
        }
    }
}

#[test]
fn the_player_of_an_idea_is_asked_and_played_against() {
    let mut driver = Driver::chooser();
    driver.keys("l").press(KeyCode::Tab).keys("w");
    let stop = &IDEAS[0].fails;
    let [Effect::Explain { who, game, .. }] = driver.effects.as_slice() else {
        panic!("nobody is asked: {:?}", driver.effects)
    };
    assert_eq!((who, game.position()), (&stop.who(), &stop.position()));
    driver.press(KeyCode::Esc);
    assert_eq!(tour(&driver), Tour { idea: 0, fails: true }, "back where one was");
    driver.press(KeyCode::Enter);
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    let side = stop.position().side();
    assert_eq!(setup.players[side as usize], stop.who());
    assert_eq!(setup.players[!side as usize], Who::Human);
    assert_eq!(setup.game.position(), &stop.position());
}
