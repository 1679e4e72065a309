//! What the screen shows, as text kept in `tests/screens/`, and what holds for every screen.
//!
//! `INSTA_UPDATE=always` writes the texts anew; look at every one of them before it is kept.

#[path = "../common/mod.rs"]
mod common;
mod looks;
mod study;

use std::time::Duration;

use common::{Driver, square, unicode};
use crossterm::event::KeyCode;
use obverse_engine::score::Kind;
use obverse_engine::{Level, Score};
use obverse_players::{
    Choice, ExplainedMove, Explanation, GrowthEnd, Iteration, SearchedMove, Term, Thought,
    TreeGrowth,
};
use obverse_rules::{Color as Side, Game, Size};
use obverse_tui::saving::Saved;
use obverse_tui::state::{Field, HintedMove, Overlay};
use obverse_tui::theme::{Depth, Glyphs, Theme};
use obverse_tui::update::Message;

fn check(name: &str, screen: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(".");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, screen));
}

/// A game of five moves against the computer, with scores and the computer's last thought.
fn opening() -> Driver {
    let start = Game::from_start(Size::EIGHT);
    let mut driver = Driver::with_terms("human", "level:12", start, Some("5+3"));
    let evaluate = |driver: &mut Driver, discs: f32| {
        let game = driver.play().game();
        let (ply, position) = (game.ply(), *game.position());
        let score = Score { discs, kind: Kind::Selective { confidence: 73 } };
        driver.send(Message::Evaluated { ply, position, score, depth: 12 });
    };
    evaluate(&mut driver, 0.5);
    driver.now += Duration::from_secs(12);
    driver.keys("f5\n");
    evaluate(&mut driver, 1.5);
    think(&mut driver, "d6", &["d6", "c3", "d3", "c4", "f4"]);
    evaluate(&mut driver, 2.0);
    driver.now += Duration::from_secs(30);
    driver.keys("c3\n");
    evaluate(&mut driver, 2.4);
    think(&mut driver, "d3", &["d3", "c4", "f4", "f6", "e6", "e3", "g5", "g4", "f3"]);
    driver
}

/// The computer thinks and plays, and whoever looks for the best move finds no better.
fn think(driver: &mut Driver, plays: &str, line: &[&str]) {
    let (ticket, game) = (driver.play().ticket, driver.play().game());
    let (ply, position) = (game.ply(), *game.position());
    let score = Score { discs: 2.4, kind: Kind::Selective { confidence: 73 } };
    driver.send(Message::Evaluated { ply, position, score, depth: 18 });
    let thought = Thought {
        score: Some(score),
        depth: Some(18),
        line: line.iter().map(|name| square(name).into()).collect(),
        nodes: 24_800_000,
        elapsed: Duration::from_secs(2),
        remark: None,
    };
    let answer = Ok(Choice { mv: square(plays).into(), thought: Some(thought) }.into());
    driver.send(Message::Decided { ticket, answer, elapsed: Duration::from_secs(2) });
}

/// A hint for the position after [`opening`], with every kind of score.
fn hint(driver: &mut Driver) {
    driver.keys("h");
    let ticket = driver.play().ticket;
    let scores = [
        ("c4", 2.4, Kind::Selective { confidence: 91 }),
        ("c2", -12.6, Kind::Selective { confidence: 91 }),
        ("e3", -3.0, Kind::Heuristic),
        ("c6", 4.0, Kind::Exact),
        ("c5", -1.0, Kind::Wld),
        ("c7", 0.0, Kind::Book),
    ];
    for (name, discs, kind) in scores {
        let line = vec![square(name).into()];
        let score = Score { discs, kind };
        let hinted = HintedMove { square: square(name), score, depth: 14, line };
        driver.send(Message::Hinted { ticket, hinted });
    }
    driver.send(Message::HintDone { ticket });
}

#[test]
fn the_chooser() {
    let mut driver = Driver::chooser();
    check("chooser", &driver.screen(80, 24, &unicode()));
    driver.state.chooser.field = Field::Chair(Side::White);
    // The Elo of a level is measured anew now and then: only its place matters here.
    let elo = Level::new(5).unwrap().elo().expect("it was measured").to_string();
    let screen = driver.screen(80, 24, &unicode()).replace(&format!("({elo} Elo)"), "(000 Elo)");
    check("chooser-white", &screen);
}

/// The widths at which every kind of screen is kept.
const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

#[test]
fn the_chooser_at_every_width() {
    let mut driver = Driver::chooser();
    driver.state.chooser.field = Field::Time;
    driver.keys("12+5");
    for (width, height) in SIZES {
        check(&format!("chooser-time-{width}"), &driver.screen(width, height, &unicode()));
    }
    // Nothing is drawn over something else, and most of the rows say something.
    for field in driver.state.chooser.fields() {
        while driver.state.chooser.field != field {
            driver.press(KeyCode::Down);
        }
        let screen = driver.screen(80, 24, &unicode());
        let empty = screen.lines().filter(|line| line.trim().is_empty()).count();
        let said = screen.lines().filter(|line| line.matches(char::is_alphabetic).count() > 3);
        assert!(empty <= 8 && said.count() >= 12, "{field:?}: {screen}");
    }
}

#[test]
fn a_game_at_every_width() {
    let mut driver = opening();
    hint(&mut driver);
    for (width, height) in SIZES {
        check(&format!("game-{width}"), &driver.screen(width, height, &unicode()));
    }
}

/// What killer might say about the move after [`opening`].
fn explained() -> Driver {
    let mut driver = opening();
    driver.keys("w");
    let Some(Overlay::Why(why)) = &driver.state.overlay else { panic!("nothing is asked") };
    let ticket = why.ticket;
    let terms = |mobility: f64, corners: f64| {
        let stability = Term { name: "potential_mobility", value: 12.5 };
        let mobility = Term { name: "mobility", value: mobility };
        vec![mobility, stability, Term { name: "corners", value: corners }]
    };
    let explained = |name: &str, score: f64, opening: Option<f64>| {
        let line = [name, "c4", "f4", "f6"].map(|name| square(name).into()).to_vec();
        let path = |depth: u32| Iteration {
            depth,
            score: score - f64::from(8 - depth),
            kind: None,
            line: line[..depth.min(4) as usize].to_vec(),
        };
        let searched = SearchedMove {
            score,
            kind: None,
            depth: 8,
            nodes: 12_345,
            terms: terms(score - 12.5, 0.0),
            iterations: (1..=8).map(path).collect(),
            line: line.clone(),
        };
        ExplainedMove {
            square: square(name),
            terms: terms(-40.0, 160.0),
            searched,
            opening,
            overlooked: None,
        }
    };
    let moves = vec![
        explained("f6", 120.0, Some(0.75)),
        explained("d3", 96.5, Some(0.25)),
        explained("b4", -3.25, None),
        explained("f4", -250.0, None),
    ];
    let (player, side) = ("killer".to_owned(), Side::White);
    let levels = vec![1, 4, 12, 56, 244, 1396, 8200];
    let tree = TreeGrowth {
        levels,
        complete: 5,
        memory: 3 << 20,
        allowed: 64 << 20,
        ended: GrowthEnd::Time,
    };
    let told = Ok(Explanation { player, side, moves, tree: Some(tree), remark: None });
    driver.send(Message::Explained { ticket, told });
    driver
}

#[test]
fn an_explanation_at_every_width() {
    let mut driver = explained();
    for (width, height) in SIZES {
        check(&format!("why-{width}"), &driver.screen(width, height, &unicode()));
    }
    driver.press(KeyCode::Down);
    check("why-ascii", &driver.screen(80, 24, &Theme::new(Depth::None, Glyphs::Ascii)));
}

#[test]
fn the_tour_at_every_width() {
    let mut driver = Driver::chooser();
    driver.keys("l").press(KeyCode::Tab);
    for (width, height) in SIZES {
        check(&format!("tour-{width}"), &driver.screen(width, height, &unicode()));
    }
}

#[test]
fn the_editor_at_every_width() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\ni").keys("w");
    for (width, height) in SIZES {
        check(&format!("editor-{width}"), &driver.screen(width, height, &unicode()));
    }
}

#[test]
fn a_game_at_80_by_24() {
    let mut driver = opening();
    check("opening", &driver.screen(80, 24, &unicode()));
    hint(&mut driver);
    check("hint", &driver.screen(80, 24, &unicode()));
    driver.press(KeyCode::Esc).keys("c4");
    check("typed", &driver.screen(80, 24, &unicode()));
}

#[test]
fn a_game_on_a_large_terminal() {
    let mut driver = opening();
    hint(&mut driver);
    check("large", &driver.screen(120, 40, &unicode()));
}

#[test]
fn a_game_without_colours_and_without_unicode() {
    let mut driver = opening();
    driver.press(KeyCode::Tab);
    check("no-color", &driver.screen(80, 24, &Theme::new(Depth::None, Glyphs::Unicode)));
    check("ascii", &driver.screen(80, 24, &Theme::new(Depth::None, Glyphs::Ascii)));
}

#[test]
fn a_board_larger_than_the_terminal() {
    let mut driver = Driver::game("human", "human", 26);
    driver.keys("m12\n");
    check("26x26", &driver.screen(80, 24, &unicode()));
}

#[test]
fn the_end_of_a_game() {
    let start = format!("{:->16} X", "-XO-------------").parse().unwrap();
    let mut driver = Driver::with_terms("human", "human", Game::new(start), None);
    driver.keys("d1\n");
    check("over", &driver.screen(80, 24, &unicode()));
}

/// The game is where unfinished games are.
fn kept() -> Saved {
    Saved { kept: Some(Ok("/state/obverse/game-1.json".into())), file: None }
}

#[test]
fn what_lies_over_the_game() {
    let mut driver = opening();
    driver.keys("?");
    check("help", &driver.screen(80, 24, &unicode()));
    driver.send(Message::Saved(kept()));
    driver.keys(" q");
    check("quit", &driver.screen(80, 24, &unicode()));
}

#[test]
fn a_terminal_that_is_too_small_says_so() {
    check("too-small", &opening().screen(30, 8, &unicode()));
}

#[test]
fn a_mistake_gives_away_more_than_the_scores_may_be_off() {
    let theme = Theme::new(Depth::None, Glyphs::Ascii);
    let play = |lost: f32, depth: u32| {
        let mut driver = Driver::game("human", "human", 8);
        for (ply, discs) in [(0, 0.0), (1, lost)] {
            let position = *driver.play().game().position();
            let score = Score { discs, kind: Kind::Selective { confidence: 73 } };
            driver.send(Message::Evaluated { ply, position, score, depth });
            driver.keys(["f5\n", ""][ply]);
        }
        driver
    };
    let marks = |lost, depth| play(lost, depth).screen(80, 24, &theme).matches('!').count();
    assert_eq!(marks(10.0, 12), 1);
    assert_eq!(marks(3.0, 12), 0, "not worth a word");
    assert_eq!(marks(6.0, 12), 1);
    assert_eq!(marks(6.0, 0), 0, "an evaluation without a search misses seven discs");
    assert_eq!(marks(-10.0, 12), 0, "a gain");
    // And when the game is over they are counted.
    let screen = play(10.0, 12).keys("xy").screen(80, 24, &theme);
    for said in ["Black wins: White resigns", "Mistakes: Black 1, White 0", "1 f5, Black lost 10"] {
        assert!(screen.contains(said), "{said}:\n{screen}");
    }
}
