//! What holds for every screen, and how discs, lines and keys look.

use std::time::Duration;

use crossterm::event::KeyCode;
use obverse_engine::Score;
use obverse_engine::score::Kind;
use obverse_rules::{Color as Side, Size};
use obverse_tui::draw::draw;
use obverse_tui::palette::Palette;
use obverse_tui::state::{Chooser, HintedMove, State};
use obverse_tui::theme::{Depth, Glyphs, Theme};
use obverse_tui::update::{ClickTarget, Message};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::common::{Driver, square, unicode};
use crate::{check, explained, hint, opening};

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
fn marks_on_blocks_of_ascii_have_the_colour_of_the_letter() {
    let driver = opening();
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    let hits = draw(&mut buffer, &driver.state, &Theme::new(Depth::Ansi, Glyphs::Ascii));
    // White has just played d3: the mark stands beside the letter, on the same white ground.
    let on_d3 = |place: &ratatui::layout::Position| {
        hits.at(place.x, place.y) == Some(ClickTarget::Square(square("d3")))
    };
    let style = |symbol| {
        let mut places = buffer.area.positions().filter(on_d3);
        let place = places.find(|place| buffer[*place].symbol() == symbol);
        place.map(|place| (buffer[place].fg, buffer[place].bg)).expect("it is there")
    };
    assert_eq!(style("*"), style("O"));
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
fn the_best_score_stands_out_in_sixteen_colours() {
    let mut driver = opening();
    hint(&mut driver);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    draw(&mut buffer, &driver.state, &Theme::new(Depth::Ansi, Glyphs::Unicode));
    let board = buffer.area.positions().filter(|place| place.x < 36);
    let on_yellow: String = board
        .filter(|place| buffer[*place].bg == Color::Yellow)
        .map(|place| {
            assert_eq!(buffer[place].fg, Color::Black);
            buffer[place].symbol().to_owned()
        })
        .collect();
    // The exact score of c6.
    assert_eq!(on_yellow, "+4");
}

#[test]
fn the_cursor_leaves_a_hint_its_sign() {
    let mut driver = opening();
    hint(&mut driver);
    // Narrow squares have whole numbers.
    for (name, scores) in [("e3", ["-3.0", "-3"]), ("c2", ["-12.6", "-13"])] {
        driver.state.play.as_mut().expect("a game").cursor = square(name);
        driver.state.play.as_mut().expect("a game").cursor_shown = true;
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let screen = driver.screen(width, height, &unicode());
            let is_whole = scores.iter().any(|&score| screen.contains(score));
            assert!(is_whole, "{name} at {width}:\n{screen}");
        }
    }
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
