//! Hints, thoughts and scores, and what they are about.

use std::time::Duration;

use crossterm::event::KeyCode;
use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_players::{Choice, Thought};
use obverse_rules::{Color, Game, Position};
use obverse_tui::state::HintedMove;
use obverse_tui::update::{Effect, Message};

use crate::common::{Driver, square};

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
fn h_is_a_column_if_a_row_follows() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("h3");
    assert_eq!(driver.play().typed, "h3");
    assert_eq!(driver.play().hint, None);
    // After a pause the digit is the number of a move, if h3 is none.
    driver.press(KeyCode::Esc).keys("h");
    driver.wait(Duration::from_secs(3)).keys(
        "3
",
    );
    assert_eq!(driver.moves(), "f5");
}

#[test]
fn a_row_that_follows_h_after_a_pause_is_a_row_where_that_is_a_move() {
    // Black may play h5 and eight squares before it, so that there is a move 5 too.
    let rows = ["XO-XO-XO", "-O-XO-XO", "XO------", "--------", "------XO"];
    let squares: String = rows.concat();
    let squares = squares[..32].to_owned() + "-----XO-" + &"-".repeat(24);
    let game = Game::new(format!("{squares} X").parse::<Position>().unwrap());
    assert!(game.position().is_legal(square("h5").into()));
    assert!(game.position().moves().len() >= 5);
    let mut driver = Driver::with_terms("human", "human", game, None);
    driver.keys("h").wait(Duration::from_secs(30)).keys("5");
    assert_eq!(driver.play().typed, "h5");
    driver.keys(
        "
",
    );
    assert_eq!(driver.moves(), "h5");
    // Who means the number takes the column away first.
    driver.keys("u").keys("h").wait(Duration::from_secs(30));
    driver.press(KeyCode::Esc).keys(
        "5
",
    );
    assert_ne!(driver.moves(), "h5");
    assert_eq!(driver.play().game().ply(), 1);
}

#[test]
fn no_hints_while_the_computer_thinks() {
    let mut driver = Driver::game("human", "level:5", 8);
    driver.keys("f5\nh");
    assert_eq!(driver.play().hint, None);
    assert_eq!(driver.notice(), "Hints are for your own moves.");
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
