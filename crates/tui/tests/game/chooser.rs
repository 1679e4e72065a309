//! What is chosen before a game.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_players::classics::Classic;
use obverse_players::{ClockTime, PlayerError, TimeControl};
use obverse_rules::Color;
use obverse_tui::state::{Chooser, Field, Overlay, Question, Screen, SeatKind, Unfinished};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::{Driver, square, unicode};

#[test]
fn the_chooser_sets_up_what_is_chosen() {
    let mut driver = Driver::chooser();
    // Up from Play: the first position, the rules, the time, the board, White, Black.
    driver.press(KeyCode::Up).press(KeyCode::Up).press(KeyCode::Right);
    driver.press(KeyCode::Up).press(KeyCode::Right);
    driver.press(KeyCode::Up).press(KeyCode::Right);
    driver.press(KeyCode::Up).keys("+++");
    driver.press(KeyCode::Up).press(KeyCode::Left).press(KeyCode::Left).press(KeyCode::Left);
    driver.press(KeyCode::Enter);
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.players[0].to_string(), "random");
    assert_eq!(setup.players[1].to_string(), "level:8");
    assert_eq!(setup.game.position().size().get(), 10);
    assert_eq!(TimeControl::PerMove(Duration::from_secs(1)), setup.terms.time);
    assert!(setup.terms.strict);
}

#[test]
fn an_engines_command_is_typed_in_the_chooser() {
    let mut driver = Driver::chooser();
    // Down from Play: open a file, puzzles, the tour, then round to Black.
    driver.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
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

/// The player that would play White.
fn white(driver: &mut Driver) -> String {
    driver.state.chooser.field = Field::Play;
    driver.press(KeyCode::Enter);
    match driver.effects.pop() {
        Some(Effect::Begin(setup)) => setup.players[1].to_string(),
        other => panic!("no game begins: {other:?}"),
    }
}

fn at(field: Field) -> Driver {
    let mut driver = Driver::chooser();
    driver.state.chooser.field = field;
    driver
}

const WHITE: Field = Field::Chair(Color::White);

#[test]
fn a_level_is_typed_by_its_number() {
    let mut driver = at(WHITE);
    driver.keys("17");
    assert_eq!(white(&mut driver), "level:17");
    // From any other player too, and mended.
    let mut driver = at(WHITE);
    driver.press(KeyCode::Right).press(KeyCode::Right).keys("12").press(KeyCode::Backspace);
    assert_eq!(white(&mut driver), "level:1");
    // What is no level is told.
    let mut driver = at(WHITE);
    driver.keys("21").press(KeyCode::Down);
    let notice = driver.state.chooser.notice.as_ref().expect("there is no level 21");
    assert!(notice.text.contains("21") && notice.text.contains("20"), "{}", notice.text);
}

#[test]
fn any_time_is_typed() {
    let time = |typed: &str| {
        let mut driver = at(Field::Time);
        driver.keys(typed).press(KeyCode::Enter);
        match driver.effects.pop() {
            Some(Effect::Begin(setup)) => Ok(setup.terms.time),
            _ => Err(driver.state.chooser.notice.unwrap().text),
        }
    };
    let seconds = |seconds| Ok(TimeControl::PerMove(Duration::from_millis(seconds)));
    assert_eq!(time("7"), seconds(7000));
    assert_eq!(time("0.5s"), seconds(500));
    assert_eq!(time("50ms"), seconds(50));
    let clock: ClockTime = "12+5".parse().unwrap();
    assert_eq!(time("12+5"), Ok(TimeControl::Clock(clock.0)));
    let problem = time("1.2.3").unwrap_err();
    assert!(problem.contains("1.2.3") && problem.contains("5+3"), "{problem}");
}

#[test]
fn a_size_is_typed() {
    let mut driver = at(Field::Size);
    driver.keys("12");
    assert_eq!(driver.state.chooser.size.get(), 12);
    driver.send(Message::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    driver.keys("7").press(KeyCode::Up);
    assert_eq!(driver.state.chooser.size.get(), 12, "there is no board of 7");
    assert!(driver.state.chooser.notice.as_ref().unwrap().text.contains("even"));
}

#[test]
fn options_of_a_player_are_typed_or_clicked() {
    let mut driver = at(WHITE);
    let killer = SeatKind::ALL.iter().position(|seat| *seat == SeatKind::Classic(Classic::Killer));
    driver.send(Message::Click(ClickTarget::Choice(killer.unwrap())));
    driver.keys("time=5s,book=off");
    assert_eq!(white(&mut driver), "killer:time=5s,book=off");
    // By the mouse an option comes and goes.
    driver.state.chooser.field = WHITE;
    let samples = SeatKind::Classic(Classic::Killer).samples();
    let book = samples.iter().position(|sample| sample == "book=off").unwrap();
    driver.send(Message::Click(ClickTarget::Option(book)));
    assert_eq!(white(&mut driver), "killer:time=5s");
    // Another player has other options.
    driver.state.chooser.field = WHITE;
    driver.press(KeyCode::Left);
    assert_eq!(white(&mut driver), "anysize");
    // A level keeps its number.
    let mut driver = at(WHITE);
    driver.keys("9").keys("depth=3");
    assert_eq!(white(&mut driver), "level:9,depth=3");
}

#[test]
fn esc_takes_back_what_is_typed_and_leaves_nothing() {
    let mut driver = at(Field::Size);
    driver.keys("1").press(KeyCode::Esc).keys("6");
    assert_eq!(driver.state.chooser.size.get(), 6);
    let mut driver = at(WHITE);
    driver.keys("9").keys("depth=").press(KeyCode::Esc);
    assert_eq!(white(&mut driver), "level:9");
    let mut driver = at(Field::Play);
    driver.press(KeyCode::Esc);
    assert!(driver.effects.is_empty());
    assert!(driver.state.chooser.notice.as_ref().unwrap().text.contains('q'));
}

#[test]
fn letters_that_begin_no_option_stay_keys() {
    let mut driver = at(WHITE);
    driver.keys("o");
    assert!(matches!(driver.state.overlay, Some(Overlay::File(_))));
    driver.press(KeyCode::Esc).keys("q");
    assert!(matches!(driver.effects[..], [Effect::Quit]));
    // But not in the middle of one.
    let mut driver = at(WHITE);
    driver.keys("time=q");
    assert!(driver.effects.is_empty());
    driver.press(KeyCode::Down);
    assert!(driver.state.chooser.notice.as_ref().unwrap().text.contains("time"));
}

#[test]
fn every_game_that_waits_can_be_reached() {
    let kept = |slot: usize| {
        let mut setup = Chooser::new(vec![]).setup().unwrap();
        setup.game.play(square("f5").into()).unwrap();
        setup.kept = Some(slot);
        Unfinished { slot, setup, when: format!("{slot} minutes ago") }
    };
    let mut driver = Driver::chooser();
    driver.send(Message::Kept((0..20).map(kept).collect()));
    driver.state.chooser.field = Field::Unfinished;
    let chosen = |driver: &mut Driver| {
        driver.press(KeyCode::Enter);
        match driver.effects.pop() {
            Some(Effect::Begin(setup)) => setup.kept.unwrap(),
            other => panic!("no game begins: {other:?}"),
        }
    };
    for slot in 0..20 {
        assert_eq!(chosen(&mut driver), slot);
        let screen = driver.screen(80, 24, &unicode());
        let listed = screen.lines().filter(|line| line.contains(&format!(" {slot} minutes ago")));
        assert_eq!(listed.count(), 2, "in the field and in the list: {screen}");
        driver.press(KeyCode::Right);
    }
    assert_eq!(chosen(&mut driver), 0, "round the end");
    driver.send(Message::Click(ClickTarget::Choice(7)));
    assert_eq!(chosen(&mut driver), 7);
    driver.keys("xy");
    assert!(matches!(driver.effects[..], [Effect::Discard(7)]));
    assert_eq!(chosen(&mut driver), 8);
}

#[test]
fn the_rules_and_the_board_are_clicked() {
    let mut driver = at(Field::Rules);
    driver.send(Message::Click(ClickTarget::Choice(1)));
    assert!(driver.state.chooser.strict);
    driver.send(Message::Click(ClickTarget::Field(Field::Size)));
    driver.send(Message::Click(ClickTarget::Choice(3)));
    assert_eq!(driver.state.chooser.size.get(), 10);
}

#[test]
fn a_typed_time_stays_among_the_choices() {
    let mut driver = Driver::chooser();
    driver.state.chooser.field = Field::Time;
    driver.keys("7").press(KeyCode::Down).press(KeyCode::Up);
    let seven = driver.state.chooser.time;
    driver.press(KeyCode::Right);
    assert_ne!(driver.state.chooser.time, seven);
    assert!(driver.screen(80, 24, &unicode()).contains("no limit"));
    driver.press(KeyCode::Left);
    assert_eq!(driver.state.chooser.time, seven, "it is where it was");
    // Another one takes its place.
    driver.keys("12+5").press(KeyCode::Right).press(KeyCode::Left);
    assert!(driver.screen(80, 24, &unicode()).contains("12 min + 5 s"));
}

#[test]
fn all_options_of_a_player_can_be_seen_and_clicked_on_60_columns() {
    let mut driver = Driver::chooser();
    driver.state.chooser.field = Field::Chair(Color::White);
    while !driver.screen(60, 20, &unicode()).contains("•Breadth") {
        driver.press(KeyCode::Right);
    }
    let screen = driver.screen(60, 20, &unicode());
    for option in ["time=5s", "search=alphabeta", "points=FILE", "hash=64", "as=written"] {
        assert!(screen.contains(option), "{option}:\n{screen}");
    }
}
