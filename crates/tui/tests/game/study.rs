//! Studying a game: the tree, the review, and finding better.

use std::collections::BTreeSet;

use crossterm::event::KeyCode;
use obverse_engine::{Engine, Options};
use obverse_players::{Table, Terms, Who};
use obverse_records::{Format, Shape, read, to_text};
use obverse_rules::{Color, Game, Move, Size};
use obverse_study::{Grade, NodeId, Tree};
use obverse_tui::state::{Overlay, Screen};
use obverse_tui::update::{Begun, ClickTarget, Effect, Message};

use crate::common::{Driver, square, unicode};

/// A game against the computer of four moves, that is studied.
fn studied() -> Driver {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("f5\n").answer("d6").keys("c3\n").answer("d3").keys("y");
    assert_eq!(driver.state.screen, Screen::Study);
    driver
}

fn tree(driver: &Driver) -> String {
    driver.play().tree.to_string()
}

/// The moves that lead to where the tree stands.
fn here(driver: &Driver) -> String {
    let moves = driver.play().studied();
    moves.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn notice(driver: &Driver) -> &str {
    &driver.state.study.as_ref().expect("it is studied").notice.text
}

#[test]
fn moves_for_both_sides_begin_variations_and_the_game_stays() {
    let mut driver = studied();
    driver.press(KeyCode::Left).press(KeyCode::Left).keys("c4\nd3\n");
    assert_eq!((tree(&driver).as_str(), here(&driver).as_str()), ("f5d6c3(c4d3)d3", "f5 d6 c4 d3"));
    assert!(!driver.asked(), "no computer plays while one studies");
    // A square that is clicked is as good.
    driver.press(KeyCode::Home).send(Message::Click(ClickTarget::Square(square("d3"))));
    assert_eq!(here(&driver), "d3");
    driver.keys("a1\n");
    assert!(notice(&driver).contains("turns no disc over"), "{}", notice(&driver));
    // Back at the game it is as it was.
    driver.press(KeyCode::Esc);
    assert_eq!(driver.state.screen, Screen::Game);
    assert_eq!(driver.moves(), "f5 d6 c3 d3");
    driver.keys("c4\n");
    assert_eq!(driver.moves(), "f5 d6 c3 d3 c4");
    assert_eq!(tree(&driver), "f5(d3)d6c3(c4d3)d3c4");
}

#[test]
fn one_walks_along_lines_and_between_variations() {
    let mut driver = studied();
    driver.press(KeyCode::Left).press(KeyCode::Left).keys("c4\n");
    driver.press(KeyCode::Left).keys("c5\n");
    assert_eq!(tree(&driver), "f5d6c3(c4)(c5)d3");
    for (key, expected) in [
        (KeyCode::Up, "f5 d6 c4"),
        (KeyCode::Up, "f5 d6 c3"),
        (KeyCode::Right, "f5 d6 c3 d3"),
        // From within a line, too.
        (KeyCode::Down, "f5 d6 c4"),
        (KeyCode::Down, "f5 d6 c5"),
        (KeyCode::Down, "f5 d6 c3"),
        (KeyCode::Home, ""),
        (KeyCode::End, "f5 d6 c3 d3"),
        (KeyCode::Left, "f5 d6 c3"),
    ] {
        driver.press(key);
        assert_eq!(here(&driver), expected, "{key:?}");
    }
    let first = driver.play().tree.main_line()[1];
    driver.send(Message::Click(ClickTarget::Node(first)));
    assert_eq!(here(&driver), "f5");
    driver.press(KeyCode::Up);
    assert_eq!(notice(&driver), "There is no variation on the way here.");
}

#[test]
fn lines_are_promoted_deleted_and_commented_and_all_that_is_undone() {
    let mut driver = studied();
    driver.press(KeyCode::Left).press(KeyCode::Left).keys("c4\nd3\n").keys("p");
    assert_eq!(tree(&driver), "f5d6c4(c3d3)d3");
    driver.keys("u");
    assert_eq!(tree(&driver), "f5d6c3(c4d3)d3");
    driver.keys("k");
    assert!(matches!(driver.state.overlay, Some(Overlay::Comment(_))));
    driver.keys("quiet!\n");
    assert_eq!(tree(&driver), "f5d6c3(c4d3{quiet!})d3");
    driver.keys("x");
    assert_eq!((tree(&driver).as_str(), here(&driver).as_str()), ("f5d6c3(c4)d3", "f5 d6 c4"));
    driver.keys("u");
    assert_eq!(tree(&driver), "f5d6c3(c4d3{quiet!})d3");
    driver.keys("u");
    assert_eq!(tree(&driver), "f5d6c3(c4d3)d3");
    // The game that is on the table is not deleted under it.
    driver.press(KeyCode::Home).press(KeyCode::Right).press(KeyCode::Delete);
    assert!(notice(&driver).ends_with("it stays."), "{}", notice(&driver));
    assert_eq!(tree(&driver), "f5d6c3(c4d3)d3");
    assert!(driver.effects.iter().any(|effect| matches!(effect, Effect::Save)));
}

#[test]
fn the_game_can_be_played_on_from_a_variation() {
    let mut driver = studied();
    driver.press(KeyCode::Left).press(KeyCode::Left).keys("c4\n").press(KeyCode::Enter);
    assert_eq!(driver.state.screen, Screen::Game);
    assert_eq!(driver.moves(), "f5 d6 c4");
    assert!(driver.play().paused && !driver.asked(), "the computer waits to be told");
    driver.press(KeyCode::Char(' '));
    assert!(driver.asked());
    driver.answer("d3").keys("c5\n");
    assert_eq!(tree(&driver), "f5d6c3(c4d3c5)d3", "the game that was played stays the main line");
}

#[test]
fn a_file_with_branches_comes_and_goes_whole() {
    let text = "(;GM[2]SZ[8];B[f5];W[d6](;B[c3]C[main];W[d3])(;B[c4];W[d3](;B[c5])(;B[c6])))";
    let record = read(text.as_bytes()).unwrap().records.remove(0);
    let (whole, _) = Tree::from_record(&record);
    let names = ["human".to_owned(), "human".to_owned()];
    let table = Table::new(record.game.clone(), Terms::default(), names);
    let begun = Begun {
        table,
        players: [Who::Human, Who::Human],
        resumed: false,
        file: None,
        saved_in: None,
        tree: Some(whole.clone()),
    };
    let mut driver = Driver::chooser();
    driver.send(Message::Begun(Ok(Box::new(begun))));
    assert_eq!(tree(&driver), whole.to_string());
    driver.keys("c4\n");
    let written = to_text(&driver.play().record(), Format::Sgf).unwrap();
    let again = read(written.as_bytes()).unwrap().records.remove(0);
    let expected = "f5d6c3{main}(c4d3c5(c6))d3c4";
    assert_eq!(Tree::from_record(&again).0.to_string(), expected, "{written}");
}

/// Lets an engine answer what the review asks, one question after the other.
fn run_review(driver: &mut Driver, most: usize) -> usize {
    let Some(Effect::Review { ticket, review }) = driver.effects.pop() else {
        panic!("nothing is reviewed: {:?}", driver.effects)
    };
    let mut review = *review;
    let mut engine = Engine::new(Options { hash_mb: 1, threads: 1, ..Options::default() });
    let mut asked = 0;
    while let Some(question) = review.next().filter(|_| asked < most) {
        let line = engine.search(&question.position, &question.limits()).best().clone();
        review.answered(&question, &line);
        driver.send(Message::Reviewed { ticket, question: Box::new(question), line });
        asked += 1;
    }
    if asked < most {
        driver.send(Message::ReviewEnded { ticket });
    }
    asked
}

/// A game on 4×4, which is soon reviewed, with a blunder of Black's: b1 a1?
fn small() -> Driver {
    let mut driver = Driver::game("human", "human", 4);
    while driver.play().table.ending().is_none() {
        let position = *driver.play().game().position();
        // The last of the legal moves each time: not the wisest.
        let mv = position.moves().iter().last().unwrap();
        driver.keys(&format!("{mv}\n"));
    }
    driver.keys("y");
    driver
}

#[test]
fn a_review_can_be_left_and_gone_on_with() {
    let mut driver = small();
    driver.keys("r");
    let first = run_review(&mut driver, 3);
    assert_eq!(first, 3);
    driver.keys("r");
    assert!(matches!(driver.effects[..], [Effect::StopReview]));
    assert_eq!(notice(&driver), "The review rests: r goes on with it.");
    // It goes on where it was, even after one has been elsewhere.
    driver.press(KeyCode::Esc).keys("y").press(KeyCode::Home).keys("r");
    let Some(Effect::Review { review, .. }) = driver.effects.last() else { panic!("it rests") };
    assert_eq!(review.progress().0, 3);
    run_review(&mut driver, usize::MAX);
    assert!(notice(&driver).starts_with("The review is done"), "{}", notice(&driver));
    let play = driver.play();
    let judged = play.tree.main_line().into_iter().filter_map(|node| play.judged(node)).count();
    let placed = play.game().moves().iter().filter(|mv| mv.square().is_some()).count();
    assert_eq!(judged, placed, "every move but passes");
    // Asked once more there is nothing more to find.
    driver.keys("r");
    assert!(!driver.effects.iter().any(|effect| matches!(effect, Effect::Review { .. })));
}

#[test]
fn late_answers_of_a_review_that_was_left_do_no_harm() {
    let mut driver = small();
    driver.keys("r");
    let Some(Effect::Review { ticket, review }) = driver.effects.pop() else { panic!("no review") };
    driver.keys("r");
    let question = review.next().unwrap();
    let mut engine = Engine::new(Options { hash_mb: 1, threads: 1, ..Options::default() });
    let line = engine.search(&question.position, &question.limits()).best().clone();
    driver.send(Message::Reviewed { ticket, question: Box::new(question), line });
    assert_eq!(driver.play().reviews[0].review.progress().0, 0);
}

#[test]
fn a_better_move_is_sought_with_the_answer_hidden() {
    let mut driver = small();
    driver.keys("n");
    assert_eq!(notice(&driver), "Nothing is reviewed yet: r begins a review.");
    driver.keys("r");
    run_review(&mut driver, usize::MAX);
    driver.press(KeyCode::Home).keys("n");
    let better = driver.state.study.as_ref().unwrap().better.clone().expect("there are mistakes");
    assert!(better.judged.grade >= Grade::Inaccuracy && !better.is_shown);
    let parent = driver.play().tree.parent(better.node);
    assert_eq!(Some(driver.play().tree.current()), parent, "the position before the mistake");
    let best = better.best().unwrap();
    let screen = driver.screen(80, 24, &unicode());
    assert!(screen.contains("Find better."), "{screen}");
    assert!(!screen.contains(&format!("best is {best}")), "the answer is hidden: {screen}");
    // The move that was played costs what it cost; nothing is added to the tree.
    let before = tree(&driver);
    let Move::Place(played) = better.judged.mv else { panic!("a pass is no mistake") };
    driver.keys(&format!("{played}\n"));
    let tries = driver.state.study.as_ref().unwrap().better.as_ref().unwrap().tries.clone();
    assert_eq!(tries[0].cost, Some(better.judged.loss as f32));
    assert_eq!(tree(&driver), before);
    // Another one is measured by an engine, as deep as the best was.
    let position = *driver.play().studied().position();
    let other = position.moves().iter().find(|&square| square != played && square != best);
    if let Some(other) = other {
        driver.send(Message::Click(ClickTarget::Square(other)));
        let Some(Effect::Judge { ticket, square, is_same_side, position, .. }) =
            driver.effects.pop()
        else {
            panic!("nobody is asked")
        };
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1, ..Options::default() });
        let score = engine.search(&position, &better.effort().limits()).best().score;
        let score = if is_same_side { score } else { score.reversed() };
        driver.send(Message::Measured { ticket, square, score });
        let tries = driver.state.study.as_ref().unwrap().better.as_ref().unwrap().tries.clone();
        assert!(tries.last().unwrap().cost.is_some_and(|cost| cost >= 0.0));
    }
    // The best move is the answer, and then it is explained.
    driver.send(Message::Click(ClickTarget::Square(best)));
    let better = driver.state.study.as_ref().unwrap().better.clone().unwrap();
    assert!(better.is_found() && better.is_shown);
    let screen = driver.screen(120, 40, &unicode());
    assert!(screen.contains(&format!("best is {best}")), "{screen}");
    // On to the next one, and back to the whole.
    driver.press(KeyCode::Enter);
    let next = driver.state.study.as_ref().unwrap().better.clone().unwrap();
    assert!(next.count == 1 || next.node != better.node);
    driver.press(KeyCode::Esc);
    assert_eq!(driver.state.study.as_ref().unwrap().better, None);
}

/// Every line of a tree that is not deleted.
fn lines(tree: &Tree) -> BTreeSet<Vec<Move>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<NodeId> = vec![tree.root()];
    while let Some(node) = open.pop() {
        found.insert(tree.path_to(node).iter().filter_map(|&it| tree.move_to(it)).collect());
        open.extend(tree.children(node));
    }
    found
}

#[test]
fn nothing_that_was_played_is_ever_lost() {
    // Whatever keys are pressed, but those that delete: every line that was there stays.
    let keys =
        ["u", "r", "y", " ", "\n", "p", "1\n", "2\n", "3\n", "1\n", "2\n", "h", "n", "m", "v"];
    for seed in 0..40_u64 {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |count: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 20) as usize % count
        };
        let mut driver = Driver::game("human", if seed % 2 == 0 { "human" } else { "random" }, 4);
        let mut known = BTreeSet::new();
        for _ in 0..120 {
            match next(keys.len() + 7) {
                0 => driver.press(KeyCode::PageUp),
                1 => driver.press(KeyCode::PageDown),
                2 => driver.press(KeyCode::Home),
                3 => driver.press(KeyCode::Up),
                4 => driver.press(KeyCode::Esc),
                5 | 6 => {
                    let game = driver.play().game();
                    let moves = game.position().moves();
                    match driver.play().computer_to_move().filter(|_| !moves.is_empty()) {
                        Some(_) => {
                            let mv = moves.get(next(moves.len())).unwrap().to_string();
                            driver.answer(&mv)
                        }
                        None => &mut driver,
                    }
                }
                key => driver.keys(keys[key - 7]),
            };
            // Nothing here asks a question that is meant.
            driver.state.overlay = None;
            if driver.state.screen == Screen::Chooser {
                break;
            }
            let now = lines(&driver.play().tree);
            let lost: Vec<_> = known.difference(&now).collect();
            assert!(lost.is_empty(), "{seed}: {lost:?} of {}", tree(&driver));
            let all = [driver.play().game().moves(), driver.play().game().undone()].concat();
            assert!(now.contains(&all), "{seed}: the table's line is in the tree");
            known = now;
            driver.screen(80, 24, &unicode());
        }
    }
}

#[test]
fn a_game_with_its_variations_on_other_boards() {
    let mut driver = Driver::with_terms("human", "human", Game::from_start(Size::SIX), None);
    driver.keys("y").keys("1\n").press(KeyCode::Left).keys("2\n");
    assert_eq!(driver.play().tree.children(driver.play().tree.root()).count(), 2);
    assert_eq!(driver.play().studied().position().side(), Color::White);
    assert!(tree(&driver).starts_with("6:"));
}

#[test]
fn what_an_earlier_session_found_is_known_again() {
    let mut driver = small();
    let Some(Effect::FindReview(game)) = driver.effects.pop() else {
        panic!("nobody looks: {:?}", driver.effects)
    };
    assert_eq!(game.moves(), driver.play().game().moves());
    driver.keys("r");
    run_review(&mut driver, usize::MAX);
    let found = driver.play().reviews[0].review.clone();
    let graded = |driver: &Driver| {
        let play = driver.play();
        play.tree.main_line().into_iter().filter_map(|node| play.judged(node)).count()
    };
    let whole = graded(&driver);
    assert!(whole > 0);

    let mut again = small();
    assert_eq!(graded(&again), 0);
    again.send(Message::ReviewFound(Box::new(found.clone())));
    assert_eq!(graded(&again), whole);
    let screens = [&mut driver, &mut again]
        .map(|driver| driver.press(KeyCode::End).screen(80, 24, &unicode()));
    assert_eq!(screens[0], screens[1]);
    again.keys("r");
    assert_eq!(notice(&again), "The review is done: n goes to the mistakes.");
    // It is not taken for that of another game, nor looked for where it is known.
    again.press(KeyCode::Esc).keys("y");
    assert!(!again.effects.iter().any(|effect| matches!(effect, Effect::FindReview(_))));
    let mut other = studied();
    other.send(Message::ReviewFound(Box::new(found)));
    assert!(other.play().reviews.is_empty());
}

#[test]
fn a_line_that_has_grown_is_reviewed_to_its_end() {
    let mut driver = studied();
    driver.press(KeyCode::Esc).keys("c4\n").answer("b3").keys("y").press(KeyCode::Home);
    driver.press(KeyCode::Esc).keys("b2\n").answer("f4").keys("yr");
    let Some(Effect::Review { review, .. }) = driver.effects.last() else { panic!("no review") };
    assert_eq!(review.game().moves(), driver.play().game().moves());
}

#[test]
fn squares_are_marked_in_turn_and_marks_are_kept_in_sgf() {
    let mut driver = studied();
    driver.keys("*");
    assert_eq!(notice(&driver), "Type a square, then * marks it: f5*.");
    let marks =
        |driver: &Driver| driver.play().tree.note(driver.play().tree.current()).marks.clone();
    for (stars, shape) in [
        ("*", Some(Shape::Cross)),
        ("*", Some(Shape::Triangle)),
        ("*", Some(Shape::Circle)),
        ("*", Some(Shape::Square)),
        ("*", None),
        ("**", Some(Shape::Triangle)),
    ] {
        driver.keys(&format!("a1{stars}"));
        let found = marks(&driver);
        assert_eq!(found.first().map(|mark| mark.shape), shape);
        assert!(found.iter().all(|mark| mark.square == square("a1")));
    }
    let text = to_text(&driver.play().record(), Format::Sgf).unwrap();
    assert!(text.contains("TR[a1]"), "{text}");
    driver.press(KeyCode::Esc).keys("u");
    assert_eq!(marks(&driver).first().map(|mark| mark.shape), Some(Shape::Cross));
}

#[test]
fn the_result_counts_what_the_review_found_once_there_is_one() {
    let mut driver = Driver::game("human", "human", 4);
    while driver.play().table.ending().is_none() {
        driver.keys("1\n");
    }
    let mut engine = Engine::new(Options::default());
    driver.keys("y");
    driver.keys("r");
    let (ticket, review) = driver
        .effects
        .drain(..)
        .find_map(|effect| match effect {
            Effect::Review { ticket, review } => Some((ticket, review)),
            _ => None,
        })
        .expect("a review is asked for");
    let mut review = *review;
    while let Some(question) = review.next() {
        let report = engine.search(&question.position, &question.limits());
        let line = report.best().clone();
        review.answered(&question, &line);
        driver.send(Message::Reviewed { ticket, question: Box::new(question), line });
    }
    driver.send(Message::ReviewEnded { ticket });
    let bad: Vec<_> =
        review.all_judged().into_iter().filter(|it| it.grade >= Grade::Mistake).collect();
    let of = |color| bad.iter().filter(|it| it.side == color).count();
    assert!(!bad.is_empty(), "the game has a mistake");
    driver.press(KeyCode::Esc);
    let screen = driver.screen(80, 24, &unicode());
    let counts = format!("Mistakes: Black {}, White {}", of(Color::Black), of(Color::White));
    for said in ["result · reviewed", counts.as_str()] {
        assert!(screen.contains(said), "{said}:\n{screen}");
    }
}
