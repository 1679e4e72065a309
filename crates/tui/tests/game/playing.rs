//! Keys, clicks and answers in; moves, questions and words out.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_players::{Ending, PlayerError, Table, Terms, Who};
use obverse_rules::{Color, Game, Position, Size};
use obverse_tui::state::{Field, Overlay, Question, SeatKind, Tone};
use obverse_tui::update::{ClickTarget, Effect, Message};

use crate::common::{Driver, square};

#[test]
fn a_square_is_typed_and_entered() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5");
    assert_eq!(driver.moves(), "", "nothing is played before Enter");
    driver.keys("\nD6\n");
    assert_eq!(driver.moves(), "f5 d6", "a capital that is no command is a column");
    assert_eq!(driver.notice(), "White played d6 and turned 1 disc.");
}

#[test]
fn a_function_key_is_as_good_as_its_name() {
    let mut driver = Driver::game("human", "human", 8);
    driver.press(KeyCode::F(5)).press(KeyCode::Enter);
    assert_eq!(driver.moves(), "f5");
}

#[test]
fn a_move_is_entered_by_its_number() {
    let mut driver = Driver::game("human", "human", 8);
    // Black's first moves row by row: d3, c4, f5, e6.
    driver.keys("3\n");
    assert_eq!(driver.moves(), "f5");
    driver.keys("9\n");
    assert_eq!(driver.notice(), "There is no move 9: the moves are 1 to 3.");
    assert_eq!(driver.moves(), "f5");
}

#[test]
fn what_is_no_move_is_refused_with_the_reason() {
    let mut driver = Driver::game("human", "human", 8);
    for (typed, reason) in [
        ("a1\n", "Black at a1 turns no disc over."),
        ("d4\n", "D4 is occupied."),
        ("a9\n", "a9 is not on a board of 8×8."),
        ("c\n", "“c” is no square yet: a row number is missing."),
    ] {
        driver.keys(typed);
        assert_eq!(driver.notice(), reason);
        assert_eq!(driver.moves(), "");
    }
}

#[test]
fn by_the_strict_rule_an_illegal_move_loses() {
    let game = Game::from_start(obverse_rules::Size::EIGHT);
    let terms = Terms { strict: true, ..Terms::default() };
    let table = Table::new(game, terms, ["human".to_owned(), "human".to_owned()]);
    let mut driver = Driver::with_table(table, [Who::Human, Who::Human]);
    driver.keys("a1\n");
    assert_eq!(driver.notice(), "White wins: Black played a1, which is illegal.");
}

#[test]
fn typing_can_be_mended() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("e5").press(KeyCode::Backspace).keys("6\n");
    assert_eq!(driver.moves(), "e6");
    // Another letter begins another square.
    driver.keys("af4\n");
    assert_eq!(driver.moves(), "e6 f4");
    driver.keys("c3").press(KeyCode::Esc).press(KeyCode::Enter);
    assert_eq!(driver.moves(), "e6 f4");
}

#[test]
fn the_cursor_goes_by_arrows_and_plays_by_enter_or_space() {
    let mut driver = Driver::game("human", "human", 8);
    // The first key only shows the cursor, on the first legal move.
    driver.press(KeyCode::Right);
    assert_eq!(driver.play().cursor, square("d3"));
    driver.press(KeyCode::Tab);
    assert_eq!(driver.play().cursor, square("c4"));
    driver.press(KeyCode::Down).press(KeyCode::Left).press(KeyCode::Left).press(KeyCode::Left);
    assert_eq!(driver.play().cursor, square("h5"), "round the edge");
    driver.press(KeyCode::Left).press(KeyCode::Left).press(KeyCode::Enter);
    assert_eq!(driver.moves(), "f5");
    driver.press(KeyCode::Up).press(KeyCode::Char(' '));
    assert_eq!(driver.moves(), "f5 f4");
}

#[test]
fn on_a_turned_board_the_arrows_go_as_one_sees_them() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("v").press(KeyCode::Right).press(KeyCode::Right);
    assert_eq!(driver.play().cursor, square("c3"));
}

#[test]
fn clicks_play_and_look_through_the_game() {
    let mut driver = Driver::game("human", "human", 8);
    driver.send(Message::Click(ClickTarget::Square(square("f5"))));
    driver.send(Message::Click(ClickTarget::Square(square("f6"))));
    driver.send(Message::Click(ClickTarget::Square(square("e6"))));
    assert_eq!(driver.moves(), "f5 f6 e6");
    driver.send(Message::Click(ClickTarget::Ply(1)));
    assert_eq!(driver.moves(), "f5");
    driver.press(KeyCode::PageDown);
    assert_eq!(driver.moves(), "f5 f6");
    driver.press(KeyCode::Home);
    assert_eq!(driver.moves(), "");
    driver.press(KeyCode::End);
    assert_eq!(driver.moves(), "f5 f6 e6");
}

#[test]
fn the_computer_is_asked_and_answers() {
    let mut driver = Driver::game("human", "level:5", 8);
    assert!(!driver.asked());
    driver.keys("f5\n");
    assert!(driver.asked());
    driver.keys("d6\n");
    assert_eq!(driver.notice(), "It is White’s move; White is thinking.");
    driver.answer("d6");
    assert_eq!(driver.moves(), "f5 d6");
    assert!(!driver.asked());
}

#[test]
fn undo_goes_back_to_the_persons_turn_and_redo_on_again() {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("u");
    assert_eq!(driver.notice(), "There is nothing to take back.");
    driver.keys("f5\n").answer("d6").keys("c3\n").answer("d3");
    driver.keys("u");
    assert_eq!(driver.moves(), "f5 d6");
    assert_eq!(driver.notice(), "Took back 2 moves.");
    driver.keys("u");
    assert_eq!(driver.moves(), "");
    driver.keys("rr");
    assert_eq!(driver.moves(), "f5 d6 c3 d3");
    driver.keys("r");
    assert_eq!(driver.notice(), "There is nothing to play again.");
    driver.keys("uc4\n");
    assert_eq!(driver.moves(), "f5 d6 c4", "another move replaces what was taken back");
    assert!(driver.play().game().undone().is_empty());
}

#[test]
fn an_answer_to_an_old_question_is_ignored() {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("f5\n");
    let ticket = driver.play().ticket;
    driver.keys("u");
    assert!(driver.effects.iter().any(|effect| matches!(effect, Effect::StopPlayer)));
    driver.answer_to(ticket, "d6");
    assert_eq!(driver.moves(), "");
}

#[test]
fn two_computers_play_wait_and_go_on() {
    let mut driver = Driver::game("random", "random", 8);
    assert!(driver.asked());
    driver.answer("f5").answer("d6");
    driver.keys(" ");
    assert!(driver.effects.iter().any(|effect| matches!(effect, Effect::StopPlayer)));
    let old = driver.play().ticket - 1;
    driver.answer_to(old, "c3");
    assert_eq!(driver.moves(), "f5 d6");
    driver.keys("u");
    assert_eq!(driver.moves(), "f5");
    assert!(!driver.asked(), "after looking back the computers wait");
    driver.keys(" ");
    assert!(driver.asked());
}

/// One row, `XXOO--OX`: after Black's e8 White has no disc that could enclose another.
fn before_a_pass() -> Game {
    let squares = format!("{:->64}", "XXOO--OX");
    Game::new(format!("{squares} X").parse::<Position>().unwrap())
}

#[test]
fn a_pass_is_played_only_when_it_is_forced() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("p");
    assert!(driver.notice().starts_with("Black has a move and may not pass"));
    assert_eq!(driver.moves(), "");
    let mut driver = Driver::with_terms("human", "human", before_a_pass(), None);
    driver.keys("e8\n");
    assert_eq!(driver.moves(), "e8 pass");
    assert_eq!(driver.notice(), "Black played e8 and turned 2 discs. White passes.");
    driver.keys("u");
    assert_eq!(driver.moves(), "", "the pass is taken back with the move");
}

#[test]
fn the_result_is_told_in_words() {
    let mut driver = Driver::with_terms("human", "human", before_a_pass(), None);
    driver.keys("e8\nf8\n");
    // All discs are black now; the empty squares count for the winner.
    assert_eq!(driver.play().table.ending().unwrap().to_string(), "Black wins 64–0");
    let told = "Black played f8 and turned 1 disc. Black wins 64–0. 56 empty squares included.";
    assert_eq!(driver.notice(), told);
    driver.keys("a1\n");
    assert!(driver.notice().starts_with("The game is over"));
}

#[test]
fn resigning_is_asked_about() {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("x");
    assert_eq!(driver.state.overlay, Some(Overlay::Question(Question::Resign)));
    driver.keys("n");
    assert_eq!(driver.play().table.ending(), None);
    driver.keys("f5\nxy");
    assert_eq!(driver.play().table.ending(), Some(&Ending::Resigned(Color::Black)));
    assert_eq!(driver.notice(), "White wins: Black resigns.");
    assert!(!driver.asked(), "nobody is to move any more");
}

#[test]
fn what_was_typed_before_the_screen_was_there_counts() {
    let control = |key| Message::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL));
    let mut driver = Driver::game("human", "human", 8);
    // A terminal that is not ready yet makes a line feed of Enter, which is Ctrl-J.
    driver.keys("f5").send(control('j'));
    assert_eq!(driver.moves(), "f5");
    driver.send(control('l'));
    assert!(matches!(driver.effects[..], [Effect::Repaint]), "{:?}", driver.effects);
    assert_eq!(driver.moves(), "f5");
}

#[test]
fn control_keys_type_no_letters() {
    let control = |key| Message::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL));
    let path = |driver: &Driver| match &driver.state.overlay {
        Some(Overlay::File(file)) => file.path.clone(),
        other => panic!("{other:?}"),
    };
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n").send(control('p')).send(control('q'));
    assert!(driver.state.overlay.is_none());
    assert_eq!(driver.notice(), "Black played f5 and turned 1 disc.");
    driver.keys("f").send(control('u'));
    assert_eq!((driver.play().typed.as_str(), driver.moves().as_str()), ("", "f5"));
    driver.keys("s");
    assert_eq!(path(&driver), "game.ggf");
    driver.send(control('w'));
    assert_eq!(path(&driver), "game.ggf");
    driver.send(control('h'));
    assert_eq!(path(&driver), "game.gg");
    driver.send(control('u')).keys("other.sgf");
    assert_eq!(path(&driver), "other.sgf");
    let mut driver = Driver::chooser();
    driver.state.chooser.field = Field::Chair(Color::White);
    driver.state.chooser.chairs[1].seat = SeatKind::Gtp;
    driver.keys("edax -gpt").send(control('u')).keys("edax -gtp");
    assert_eq!(driver.state.chooser.chairs[1].text, "edax -gtp");
}

#[test]
fn quitting_is_asked_about() {
    let mut driver = Driver::game("human", "level:5", 8);
    let quits = |driver: &Driver| driver.effects.iter().any(|it| matches!(it, Effect::Quit));
    driver.keys("q");
    assert!(!quits(&driver));
    driver.keys("n");
    assert!(!quits(&driver));
    driver.keys("qy");
    assert!(quits(&driver));
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    driver.send(Message::Key(control_c));
    assert!(quits(&driver), "Ctrl-C asks nothing: the game is kept");
}

#[test]
fn on_a_large_board_letters_are_columns_and_capitals_commands() {
    let mut driver = Driver::game("human", "human", 26);
    let first = driver.play().game().position().moves().first().unwrap().to_string();
    driver.keys(&first).keys("\n");
    assert_eq!(driver.moves(), first);
    driver.keys("u");
    assert_eq!(driver.moves(), first, "u is a column here");
    driver.keys("\n");
    assert_eq!(driver.moves(), "", "but alone it is still the command");
    driver.keys("RU");
    assert_eq!(driver.moves(), "");
    driver.keys("Q");
    assert_eq!(driver.state.overlay, Some(Overlay::Question(Question::Quit)));
}

#[test]
fn a_computer_that_fails_loses_and_says_why() {
    let mut driver = Driver::game("human", "gtp:engine", 8);
    driver.keys("f5\n");
    let ticket = driver.play().ticket;
    let player = "engine".to_owned();
    let answer = Err(PlayerError::Failed { player, reason: "it died".to_owned() });
    driver.send(Message::Decided { ticket, answer, elapsed: Duration::ZERO });
    assert!(driver.notice().starts_with("Black wins"), "{}", driver.notice());
    assert!(driver.notice().contains("it died"));
}

#[test]
fn a_transcript_that_is_pasted_is_played() {
    let paste = |driver: &mut Driver, text: &str| {
        driver.send(Message::Paste(text.to_owned()));
    };
    let mut driver = Driver::game("human", "human", 8);
    paste(&mut driver, "f5d6c3d3c4");
    assert_eq!(driver.moves(), "f5 d6 c3 d3 c4");
    // It goes on from here too, however it is written.
    paste(&mut driver, " 6. F4\n7. f6 ");
    assert_eq!(driver.moves(), "f5 d6 c3 d3 c4 f4 f6");
    // One square is typed, and waits for Enter.
    paste(&mut driver, "e6\n");
    assert_eq!(driver.play().typed, "e6");
    assert_eq!(driver.play().game().ply(), 7);
    // A computer whose turn it then is goes on.
    let mut driver = Driver::game("human", "level:5", 8);
    paste(&mut driver, "f5d6c3");
    assert_eq!(driver.moves(), "f5 d6 c3");
    assert!(driver.asked());
}

#[test]
fn what_is_pasted_and_is_no_game_is_told_and_plays_nothing() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n").send(Message::Paste("d6c3a1".to_owned()));
    assert_eq!(driver.moves(), "f5");
    let notice = &driver.play().notice;
    assert!(notice.text.contains("a1") && notice.tone == Tone::Bad, "{notice:?}");
    driver.send(Message::Paste("what a lovely day".to_owned()));
    assert_eq!((driver.moves().as_str(), driver.play().typed.as_str()), ("f5", ""));
    assert_eq!(driver.play().notice.tone, Tone::Bad);
}

#[test]
fn a_game_that_is_pasted_into_another_is_asked_about() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("e6\n").send(Message::Paste("f5d6c3d3c4".to_owned()));
    assert_eq!(driver.moves(), "e6", "f5 can't be played there by White");
    assert!(matches!(driver.state.overlay, Some(Overlay::Question(Question::Paste(_)))));
    driver.keys("y");
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.game.ply(), 5);
    // Where there is nothing to lose nothing is asked.
    let mut driver = Driver::game("human", "human", 8);
    let board = "XXOO--OX".repeat(8) + " X";
    driver.send(Message::Paste(board));
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.game.position().count(Color::White), 24);
    // Lines may end as the Enter key ends them.
    let mut driver = Driver::game("human", "human", 8);
    driver.send(Message::Paste("XXOO--OX\r".repeat(8) + "X\r"));
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.game.position().count(Color::White), 24);
    // Nor in the chooser.
    let mut driver = Driver::chooser();
    driver.send(Message::Paste("f5d6c3d3c4".to_owned()));
    let Some(Effect::Begin(setup)) = driver.effects.pop() else { panic!("no game begins") };
    assert_eq!(setup.game.ply(), 5);
}

#[test]
fn after_looking_back_another_move_begins_a_variation() {
    let looked_back = |ply| {
        let mut driver = Driver::game("human", "level:5", 8);
        driver.keys("f5\n").answer("d6").keys("c3\n").answer("d3");
        driver.send(Message::Click(ClickTarget::Ply(ply)));
        driver
    };
    let tree = |driver: &Driver| driver.play().tree.to_string();
    for go_on in [KeyCode::Char(' '), KeyCode::Enter] {
        let mut driver = looked_back(1);
        driver.press(go_on);
        assert!(driver.asked(), "the computer plays, maybe something else");
        driver.answer("f4");
        assert_eq!(tree(&driver), "f5d6(f4)c3d3");
    }
    let mut driver = looked_back(2);
    driver.keys("c4\n");
    assert_eq!((driver.moves().as_str(), tree(&driver).as_str()), ("f5 d6 c4", "f5d6c3(c4)d3"));
    assert!(driver.notice().ends_with("What was played before is kept: y shows it."));
    // What is taken back on the variation gives way to what is played there then; the game stays.
    driver.answer("d3").keys("u").keys("c5\n");
    assert_eq!(tree(&driver), "f5d6c3(c4d3)(c5)d3");
    // The next move itself begins nothing.
    let mut driver = looked_back(2);
    driver.keys("c3\n");
    assert_eq!(driver.play().game().undone().len(), 1);
    assert_eq!(tree(&driver), "f5d6c3d3");
    // What was taken back and not only looked back at becomes the variation.
    let mut driver = looked_back(4);
    driver.keys("u").keys("c4\n");
    assert_eq!((driver.moves().as_str(), tree(&driver).as_str()), ("f5 d6 c4", "f5d6c4(c3d3)"));
    // Moves that are pasted begin a variation where they leave the game.
    let mut driver = looked_back(1);
    driver.send(Message::Paste("d6c4".to_owned()));
    assert_eq!((driver.moves().as_str(), tree(&driver).as_str()), ("f5 d6 c4", "f5d6c3(c4)d3"));
    assert!(driver.asked(), "the computer goes on");
    // Those that were played next are looked at, and the computer does not go on there unasked.
    let mut driver = looked_back(1);
    driver.send(Message::Paste("d6c3".to_owned()));
    assert!(!driver.asked());
    assert_eq!((driver.moves().as_str(), driver.play().game().undone().len()), ("f5 d6 c3", 1));
    // Those that go on after the last are only played.
    let mut driver = looked_back(1);
    driver.send(Message::Paste("d6c3d3c4".to_owned()));
    assert_eq!((driver.moves().as_str(), tree(&driver).as_str()), ("f5 d6 c3 d3 c4", "f5d6c3d3c4"));
}

#[test]
fn moves_that_are_pasted_after_the_end_are_refused_aloud() {
    let mut resigned = Driver::game("human", "level:5", 8);
    resigned.keys("f5\n").answer("d6").keys("xy");
    let start = Game::from_start(Size::EIGHT);
    let mut flagged = Driver::with_terms("human", "human", start, Some("1+0"));
    flagged.keys("f5\nd6\n").wait(Duration::from_secs(61));
    for mut driver in [resigned, flagged] {
        assert!(driver.play().table.ending().is_some());
        driver.send(Message::Paste("c3d3".to_owned()));
        assert_eq!(driver.moves(), "f5 d6");
        assert!(driver.notice().starts_with("The game is over"), "{:?}", driver.notice());
    }
}

#[test]
fn looking_back_steps_over_a_forced_pass() {
    let mut driver = Driver::game("human", "human", 8);
    // After f8 Black has no move, and the pass is played for it.
    driver.send(Message::Paste("e6f6d3e7e8d8g6f8".to_owned()));
    assert!(driver.moves().ends_with("f8 pass"), "{}", driver.moves());
    driver.press(KeyCode::PageUp);
    assert!(driver.moves().ends_with("d8 g6"), "{}", driver.moves());
    driver.press(KeyCode::PageDown);
    assert!(driver.moves().ends_with("f8 pass"), "{}", driver.moves());
}
