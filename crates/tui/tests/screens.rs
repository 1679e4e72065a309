//! What the screen shows, as text kept in `tests/screens/`, and what holds for every screen.
//!
//! `INSTA_UPDATE=always` writes the texts anew; look at every one of them before it is kept.

mod common;

use std::time::Duration;

use common::{Driver, square, unicode};
use crossterm::event::KeyCode;
use obverse_engine::score::Kind;
use obverse_engine::{Level, Line, Score};
use obverse_players::{
    Choice, ExplainedMove, Explanation, GrowthEnd, Iteration, SearchedMove, Term, Thought,
    TreeGrowth,
};
use obverse_rules::{Color as Side, Game, Size};
use obverse_study::About;
use obverse_tui::draw::draw;
use obverse_tui::palette::Palette;
use obverse_tui::saving::Saved;
use obverse_tui::state::{Chooser, Field, HintedMove, Overlay, State};
use obverse_tui::theme::{Depth, Glyphs, Theme};
use obverse_tui::update::{ClickTarget, Effect, Message};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

fn check(name: &str, screen: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("screens");
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

/// A game of eight moves with two variations, a comment and a review, studied.
fn studied() -> Driver {
    let mut driver = Driver::game("human", "human", 8);
    for mv in ["f5", "d6", "c3", "d3", "c4", "b3", "b2", "f4"] {
        driver.keys(&format!("{mv}\n"));
    }
    driver.keys("y").press(KeyCode::Home).press(KeyCode::Right).keys("f6\ne6\n");
    driver.press(KeyCode::Left).press(KeyCode::Left).keys("f4\n");
    driver.press(KeyCode::Up).press(KeyCode::Up).keys("kThe usual answer.\n");
    driver.press(KeyCode::End).keys("r");
    let Some(Effect::Review { ticket, review }) = driver.effects.pop() else {
        panic!("nothing is reviewed")
    };
    // For the picture: b3 costs White 3 discs, b2 Black 12, f4 White 5.
    let for_black = [0.0_f32, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, -9.0, -4.0];
    let mut review = *review;
    while let Some(question) = review.next() {
        let at = question.ply + usize::from(question.about == About::Played);
        let is_black = question.position.side() == Side::Black;
        let discs = if is_black { for_black[at] } else { -for_black[at] };
        let played = review.game().moves()[question.ply];
        let lost = question.about == About::Best && (for_black[at] - for_black[at + 1]).abs() > 0.5;
        let other = question.position.moves().iter().find(|&it| !lost || played != it.into());
        let is_played = question.about == About::Best && !lost;
        let mv = if is_played { played } else { other.expect("there is a move").into() };
        let score = Score { discs, kind: Kind::Exact };
        let line = Line { moves: vec![mv], score, depth: 30 };
        review.answered(&question, &line);
        driver.send(Message::Reviewed { ticket, question: Box::new(question), line });
    }
    driver.send(Message::ReviewEnded { ticket });
    driver
}

#[test]
fn a_game_that_is_studied_at_every_width() {
    let mut driver = studied();
    driver.press(KeyCode::Left);
    for (width, height) in SIZES {
        check(&format!("study-{width}"), &driver.screen(width, height, &unicode()));
    }
    let ascii = Theme::new(Depth::None, Glyphs::Ascii);
    check("study-ascii", &driver.screen(80, 24, &ascii));
    driver.keys("?");
    check("study-help", &driver.screen(80, 24, &unicode()));
}

#[test]
fn a_better_move_is_asked_for_at_every_width() {
    let mut driver = studied();
    driver.press(KeyCode::Home).keys("n");
    for (width, height) in SIZES {
        check(&format!("better-{width}"), &driver.screen(width, height, &unicode()));
    }
    driver.press(KeyCode::Enter);
    check("better-shown", &driver.screen(80, 24, &unicode()));
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

/// Every kind of screen.
fn screens() -> Vec<State> {
    let mut hinted = opening();
    hint(&mut hinted);
    let mut typing = opening();
    typing.press(KeyCode::Tab).keys("c4");
    let asked_why = explained();
    let mut edited = Driver::game("human", "human", 10);
    edited.keys("I").keys("b");
    let mut searched = opening();
    searched.keys("/d");
    let mut touring = opening();
    touring.keys("l");
    let mut helped = opening();
    helped.keys("?");
    let mut asked = opening();
    asked.keys("x");
    let mut saving = opening();
    saving.keys("s");
    let mut chair = Driver::chooser();
    chair.press(KeyCode::Up).press(KeyCode::Up).press(KeyCode::Up);
    let mut turned = Driver::game("random", "killer", 8);
    turned.answer("f5").keys("vm");
    let large = Driver::game("human", "anysize", 26);
    let small = Driver::game("human", "human", 4);
    let drivers = vec![
        asked_why, touring, edited, searched, hinted, typing, helped, asked, saving, chair, turned,
        large, small,
    ];
    let mut states: Vec<State> = drivers.into_iter().map(|driver| driver.state).collect();
    states.push(State::new(Chooser::new(vec![])));
    states
}

fn each_screen(theme: &Theme, mut check: impl FnMut(&Buffer)) {
    for state in screens() {
        for (width, height) in
            [(1, 1), (20, 5), (40, 14), (80, 24), (100, 30), (120, 40), (250, 90)]
        {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            draw(&mut buffer, &state, theme);
            check(&buffer);
        }
    }
}

#[test]
fn without_colours_nothing_is_coloured() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        each_screen(&Theme::new(Depth::None, glyphs), |buffer| {
            for cell in &buffer.content {
                assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{cell:?}");
            }
        });
    }
}

#[test]
fn sixteen_colours_are_the_ansi_ones_and_256_the_palette() {
    each_screen(&Theme::new(Depth::Ansi, Glyphs::Unicode), |buffer| {
        for cell in &buffer.content {
            for color in [cell.fg, cell.bg] {
                assert!(!matches!(color, Color::Rgb(..) | Color::Indexed(_)), "{cell:?}");
            }
        }
    });
    each_screen(&Theme::new(Depth::Indexed, Glyphs::Unicode), |buffer| {
        for cell in &buffer.content {
            for color in [cell.fg, cell.bg] {
                assert!(matches!(color, Color::Reset | Color::Indexed(_)), "{cell:?}");
            }
        }
    });
}

#[test]
fn ascii_is_ascii() {
    for depth in [Depth::None, Depth::Ansi] {
        each_screen(&Theme::new(depth, Glyphs::Ascii), |buffer| {
            for cell in &buffer.content {
                assert!(cell.symbol().is_ascii(), "{cell:?}");
            }
        });
    }
}

/// What stands on each square in plain text, found through what a click there would hit.
fn squares_on_screen(driver: &Driver, theme: &Theme) -> Vec<Option<Side>> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 300, 100));
    let hits = draw(&mut buffer, &driver.state, theme);
    let size = driver.play().game().position().size();
    let mut squares = vec![None; size.squares()];
    for (area, target) in hits.areas() {
        let ClickTarget::Square(square) = target else { continue };
        for place in area.positions() {
            let side = match buffer[place].symbol() {
                "●" => Side::Black,
                "○" => Side::White,
                _ => continue,
            };
            squares[square.index(size)] = Some(side);
        }
    }
    squares
}

#[test]
fn every_disc_is_where_it_belongs_on_every_board() {
    let theme = Theme::new(Depth::None, Glyphs::Unicode);
    for size in Size::all() {
        let mut driver = Driver::game("human", "human", size.get());
        for _ in 0..6 {
            driver.keys("1\n");
        }
        for turned in [false, true] {
            driver.state.view.turned = turned;
            let squares = squares_on_screen(&driver, &theme);
            assert_eq!(squares, driver.play().game().position().setup().squares, "size {size}");
        }
    }
}

/// The colour of a disc on the screen, and how many cells of its middle row it takes.
fn disc_on_screen(driver: &Driver, name: &str) -> (Color, usize) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 40));
    let hits = draw(&mut buffer, &driver.state, &unicode());
    let target = ClickTarget::Square(square(name));
    let area = hits.areas().find(|(_, it)| *it == target).unwrap().0;
    let row = area.rows().nth(1).unwrap();
    let middle = buffer[(row.x + row.width / 2, row.y)].bg;
    (middle, row.positions().filter(|place| buffer[*place].bg == middle).count())
}

#[test]
fn discs_turn_over_in_steps_and_not_without_motion() {
    let theme = unicode();
    let mut driver = Driver::game("human", "human", 8);
    driver.state.view.motion = true;
    driver.keys("f5\n");
    // e5 was white: it gets narrower, shows its edge, and comes back black.
    assert_eq!(disc_on_screen(&driver, "e5").0, theme.white);
    let mut widths = vec![];
    let mut faces = vec![];
    for _ in 0..8 {
        let (face, width) = disc_on_screen(&driver, "e5");
        widths.push(width);
        faces.push(face);
        driver.wait(Duration::from_millis(40));
    }
    let whole = widths[0];
    assert_eq!((faces[7], widths[7]), (theme.black, whole), "{widths:?}");
    assert!(widths.iter().any(|&width| width < whole), "{widths:?}");
    // The one that was placed stands still.
    assert_eq!(disc_on_screen(&driver, "f5").0, theme.black);
    // Taking back moves nothing, and without motion nothing does.
    driver.keys("u");
    assert_eq!(disc_on_screen(&driver, "e5"), (theme.white, whole));
    driver.state.view.motion = false;
    driver.keys("f5\n");
    assert_eq!(disc_on_screen(&driver, "e5").0, theme.black);
}

#[test]
fn the_lines_of_the_board_are_unbroken() {
    let driver = opening();
    for (width, height) in [(80, 24), (100, 33), (120, 40), (160, 50), (200, 60), (250, 90)] {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        let hits = draw(&mut buffer, &driver.state, &unicode());
        let squares = hits.areas().filter(|(_, it)| matches!(it, ClickTarget::Square(_)));
        for (area, target) in squares {
            let beside = area.rows().map(|row| buffer[(area.right(), row.y)].symbol());
            let below = (area.x..area.right()).map(|x| buffer[(x, area.bottom())].symbol());
            assert!(beside.into_iter().all(|it| it == "│"), "{width}: right of {target:?}");
            assert!(below.into_iter().all(|it| it == "─"), "{width}: below {target:?}");
            let corner = buffer[(area.right(), area.bottom())].symbol();
            assert!("┼╋┤┴┘".contains(corner), "{width}: {corner}");
        }
    }
}

#[test]
fn every_theme_is_one_key_away() {
    let mut driver = opening();
    let mut seen = vec![driver.state.view.palette];
    for _ in 1..Palette::ALL.len() {
        driver.keys("t");
        seen.push(driver.state.view.palette);
        assert!(driver.notice().contains(driver.state.view.palette.name()));
    }
    assert_eq!(seen, Palette::ALL);
    driver.keys("t");
    assert_eq!(driver.state.view.palette, Palette::ALL[0]);
}

#[test]
fn discs_of_blocks_differ_without_colour() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n");
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 40));
    let hits = draw(&mut buffer, &driver.state, &unicode());
    let text_of = |name: &str| -> String {
        let target = Some(ClickTarget::Square(square(name)));
        let places = buffer.area.positions().filter(|place| hits.at(place.x, place.y) == target);
        places.map(|place| buffer[place].symbol()).collect()
    };
    assert_eq!(text_of("d4").matches('█').count(), 5, "white is solid in its middle row");
    assert_eq!(text_of("d5").matches('█').count(), 0, "black is hollow");
}

#[test]
fn discs_of_letters_grow_with_the_square() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\n");
    for depth in [Depth::Ansi, Depth::None] {
        let theme = Theme::new(depth, Glyphs::Ascii);
        for (width, height, least) in [(120, 40, 9), (80, 24, 1)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            let hits = draw(&mut buffer, &driver.state, &theme);
            let count = |name: &str, letter| {
                let target = Some(ClickTarget::Square(square(name)));
                let mut places = buffer.area.positions();
                let here = |place: &ratatui::layout::Position| {
                    hits.at(place.x, place.y) == target && buffer[*place].symbol() == letter
                };
                places.by_ref().filter(here).count()
            };
            assert!(count("d4", "O") >= least, "{depth:?} {width}: {}", count("d4", "O"));
            assert!(count("d5", "X") >= least, "{depth:?} {width}: {}", count("d5", "X"));
        }
    }
    check("ascii-large", &driver.screen(120, 40, &Theme::new(Depth::Ansi, Glyphs::Ascii)));
}

#[test]
fn a_hint_in_a_narrow_panel_shows_whole_scores() {
    let mut driver = opening();
    driver.keys("h");
    let ticket = driver.play().ticket;
    let score = Score { discs: -11.3, kind: Kind::Selective { confidence: 73 } };
    let line = vec![square("c4").into()];
    let hinted = HintedMove { square: square("c4"), score, depth: 14, line };
    driver.send(Message::Hinted { ticket, hinted });
    for width in 40..=120 {
        let screen = driver.screen(width, 30, &unicode());
        let row = screen.lines().find(|line| line.contains("c4  ")).expect("the hint is shown");
        assert!(row.contains("11.3"), "{width}: {row}");
    }
    check("hint-60", &driver.screen(60, 24, &unicode()));
}

#[test]
fn keys_on_the_screen_can_be_clicked() {
    let driver = opening();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let hits = draw(&mut buffer, &driver.state, &unicode());
    let row: String = (0..80).map(|x| buffer[(x, 23)].symbol()).collect();
    for (name, key) in [("undo", 'u'), ("hint", 'h'), ("save", 's'), ("quit", 'q')] {
        let column = row.find(name).unwrap() as u16;
        assert_eq!(hits.at(column, 23), Some(ClickTarget::Key(KeyCode::Char(key))), "{name}");
    }
}

#[test]
fn help_and_the_way_out_are_shown_however_narrow_it_is() {
    let mut driver = Driver::game("human", "human", 8);
    driver.keys("f5\nu");
    for width in [40, 60, 80] {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 24));
        draw(&mut buffer, &driver.state, &unicode());
        let row: String = (0..width).map(|x| buffer[(x, 23)].symbol()).collect();
        for key in ["? help", "u undo", "q quit"] {
            assert!(row.contains(key), "{width}: {row}");
        }
    }
}
