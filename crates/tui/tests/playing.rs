//! Keys, clicks and answers in; moves, questions and words out.

mod common;

use std::time::Duration;

use common::{Driver, square};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_players::{Choice, Ending, PlayerError, Table, Terms, Thought, Who};
use obverse_records::{Format, Record};
use obverse_rules::{Color, Game, Position};
use obverse_tui::files::{Loaded, NotWritten};
use obverse_tui::state::{Field, HintedMove, Overlay, Question, Screen, SeatKind};
use obverse_tui::update::{ClickTarget, Effect, Message};

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
    assert_eq!(driver.state.chooser.chairs[1].command, "edax -gtp");
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
fn a_hint_shows_scores_and_goes_with_the_move() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("h");
    assert!(driver.effects.iter().any(|effect| matches!(effect, Effect::Hint { .. })));
    let ticket = driver.play().ticket;
    let hinted = |name: &str, discs: f32, kind| HintedMove {
        square: square(name),
        score: Score { discs, kind },
        depth: 4,
        line: vec![square(name).into()],
    };
    driver.send(Message::Hinted { ticket, hinted: hinted("f5", -1.0, Kind::Heuristic) });
    driver.send(Message::Hinted { ticket, hinted: hinted("d3", 0.5, Kind::Heuristic) });
    driver.send(Message::Hinted { ticket, hinted: hinted("f5", 2.0, Kind::Exact) });
    let hint = driver.play().hint.as_ref().unwrap();
    let order: Vec<_> = hint.moves.iter().map(|it| it.square.to_string()).collect();
    assert_eq!(order, ["f5", "d3"]);
    assert_eq!(hint.best().unwrap().score.kind, Kind::Exact);
    driver.send(Message::HintDone { ticket });
    let best = Score { discs: 2.0, kind: Kind::Exact };
    assert_eq!(driver.play().score_at(0), Some(best), "the bar shows what the hint found");
    driver.keys("d3\n");
    assert_eq!(driver.play().hint, None);
    driver.send(Message::Hinted { ticket, hinted: hinted("f5", 2.0, Kind::Exact) });
    assert_eq!(driver.play().hint, None, "a late line is not shown for another position");
}

#[test]
fn h_is_a_column_if_a_row_follows_at_once() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("h3");
    assert_eq!(driver.play().typed, "h3");
    assert_eq!(driver.play().hint, None);
    // Later the digit is the number of a move.
    driver.press(KeyCode::Esc).keys("h");
    driver.wait(Duration::from_secs(3)).keys("3\n");
    assert_eq!(driver.moves(), "f5");
}

#[test]
fn no_hints_while_the_computer_thinks() {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("f5\nh");
    assert_eq!(driver.play().hint, None);
    assert_eq!(driver.notice(), "Hints are for your own moves.");
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
fn a_players_thought_is_shown_but_is_no_score_of_the_position() {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("f5\n");
    let ticket = driver.play().ticket;
    let score = Score { discs: 3.0, kind: Kind::Heuristic };
    let thought = Thought { score: Some(score), depth: Some(6), ..Thought::default() };
    driver.send(Message::Thinking { ticket, thought: thought.clone() });
    assert_eq!(driver.play().thinking.as_ref().unwrap().color, Color::White);
    // A weak level thinks of the move that it plays, which need not be the best.
    assert_eq!(driver.play().score_at(1), None);
    let answer = Ok(Choice { mv: square("f6").into(), thought: Some(thought) }.into());
    driver.send(Message::Decided { ticket, answer, elapsed: Duration::from_secs(1) });
    assert_eq!(driver.play().thinking.as_ref().unwrap().thought.score, Some(score));
    assert_eq!(driver.play().score_at(1), None);
}

#[test]
fn of_two_scores_the_one_that_proves_more_holds() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n");
    let position = *driver.play().game().position();
    let mut look = |discs, kind, depth| {
        let score = Score { discs, kind };
        driver.send(Message::Evaluated { ply: 1, position, score, depth });
        driver.play().score_at(1).unwrap()
    };
    let selective = |confidence| Kind::Selective { confidence };
    // Each proves more than the one before, whatever its depth.
    let rising = [
        (Kind::Heuristic, 6),
        (Kind::Heuristic, 8),
        (selective(73), 4),
        (selective(91), 2),
        (selective(91), 3),
        (Kind::Wld, 1),
        (Kind::Exact, 0),
    ];
    for (step, (kind, depth)) in rising.into_iter().enumerate() {
        let discs = step as f32;
        // One disc for White, who is to move, is one less for Black.
        assert_eq!(look(discs, kind, depth), Score { discs: -discs + 0.0, kind });
        for (less, depth) in &rising[..step] {
            assert_eq!(look(9.0, *less, *depth).kind, kind, "after {less:?} {depth}");
        }
    }
}

#[test]
fn a_game_that_was_opened_is_evaluated_from_its_beginning() {
    let mut game = Game::from_start(obverse_rules::Size::EIGHT);
    for name in ["f5", "d6", "c3"] {
        game.play(square(name).into()).unwrap();
    }
    let driver = Driver::with_terms("human", "human", game, None);
    let mut plies: Vec<usize> = driver
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Evaluate { ply, .. } => Some(*ply),
            _ => None,
        })
        .collect();
    plies.sort_unstable();
    assert_eq!(plies, [0, 1, 2, 3]);
}

#[test]
fn a_score_of_another_position_is_not_taken() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n");
    let position = *driver.play().game().position();
    driver.keys("ue6\n");
    let score = Score { discs: 9.0, kind: Kind::Exact };
    driver.send(Message::Evaluated { ply: 1, position, score, depth: 4 });
    assert_eq!(driver.play().score_at(1), None);
}

#[test]
fn the_opening_has_its_name() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\nd6\n");
    assert_eq!(driver.play().opening, Some("Perpendicular Opening"));
    driver.keys("c3\nd3\nc4\n");
    assert_eq!(driver.play().opening, Some("Tiger"));
}

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
    assert_eq!(setup.file.unwrap().remark, Some("The file has more games; this is the first."));
}

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
