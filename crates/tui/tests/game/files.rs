//! Games that are opened, saved and pasted.

use std::time::Duration;

use crossterm::event::KeyCode;
use obverse_records::{Format, Reader, Record};
use obverse_rules::Game;
use obverse_tui::files::{Loaded, NotWritten};
use obverse_tui::state::Overlay;
use obverse_tui::update::{Effect, Message};

use crate::common::{Driver, square};

#[test]
fn saving_asks_before_it_replaces() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\ns");
    assert!(matches!(driver.state.overlay, Some(Overlay::File(_))));
    for _ in 0.."game.ggf".len() {
        driver.press(KeyCode::Backspace);
    }
    driver.keys("my game.sgf\n");
    let [Effect::Write { path, replace: false }] = driver.effects.as_slice() else {
        panic!("{:?}", driver.effects)
    };
    assert_eq!(path, "my game.sgf");
    let path = path.clone();
    driver.send(Message::Written(Err(NotWritten::Exists(path))));
    driver.keys("y");
    assert!(matches!(driver.effects.as_slice(), [Effect::Write { replace: true, .. }]));
    driver.send(Message::Written(Ok("my game.sgf".to_owned())));
    assert_eq!(driver.state.overlay, None);
    assert_eq!(driver.notice(), "Saved as my game.sgf.");
}

#[test]
fn a_file_is_opened_with_the_players_who_sit_there() {
    let mut driver = Driver::game("human", "level:7", 8);
    driver.keys("ogames/tiger.ggf\n");
    let opens =
        |effect: &Effect| matches!(effect, Effect::Open(path) if path.ends_with("tiger.ggf"));
    assert!(driver.effects.iter().any(opens), "{:?}", driver.effects);
    let mut game = Game::from_start(obverse_rules::Size::EIGHT);
    game.play(square("f5").into()).unwrap();
    let time = Duration::from_secs(5);
    let record = Record { time: Some(time), ..Record::new(game) };
    let path = "tiger.ggf".to_owned();
    let loaded = Loaded { path, record, format: Format::Ggf, more: true };
    driver.send(Message::Opened(Ok(Box::new(loaded))));
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.players[1].to_string(), "level:7");
    assert_eq!(setup.game.ply(), 1);
    assert_eq!(setup.terms.time, obverse_players::TimeControl::PerMove(time));
    let said = setup.file.unwrap().remark;
    assert_eq!(said.as_deref(), Some("The file has more games; this is the first."));
}

#[test]
fn variations_that_cannot_be_played_are_left_out_aloud() {
    let remark = |text: &[u8]| {
        let mut records = Reader::with_size(text, obverse_rules::Size::EIGHT).unwrap();
        let record = records.next().unwrap().unwrap();
        let format = records.format();
        Loaded { path: "game.sgf".to_owned(), record, format, more: false }.remark()
    };
    assert_eq!(remark(b"(;GM[2];B[f5];W[d6])"), None);
    assert_eq!(remark(b"(;GM[2];B[f5](;W[d6])(;W[f4]))"), None, "they are in the tree");
    // White can't go to a1.
    let said = remark(b"(;GM[2];B[f5](;W[d6])(;W[a1]))");
    assert_eq!(said.as_deref(), Some("One variation can’t be played and is left out."));
}
