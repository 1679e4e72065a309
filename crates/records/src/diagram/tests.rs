use obverse_rules::{Color, Position, Size};

use super::{Diagram, Palette};
use crate::{Format, read, transcript};

#[test]
fn text_can_be_read_back() {
    for size in Size::all() {
        let start = Position::start(size);
        let first = start.moves().first().unwrap().into();
        let after = start.play(first).unwrap();
        let text = Diagram::new(&after).with_last_move(Some(first)).with_legal_moves().text();
        let document = read(text.as_bytes()).unwrap();
        assert_eq!(document.format, Format::Board);
        assert_eq!(*document.records[0].position(), after, "{text}");
    }
}

#[test]
fn the_last_move_is_in_brackets() {
    let game = transcript::parse("f5d6", Size::EIGHT).unwrap();
    let text = Diagram::new(game.position()).with_last_move(game.last_move()).text();
    assert!(text.contains("\n 6 · · ·[○]· · · ·\n"), "{text}");
}

#[test]
fn the_words_below_say_whose_turn_it_is_and_who_won() {
    let last_line = |squares: &str| {
        let position: Position = squares.parse().unwrap();
        Diagram::new(&position).text().lines().last().unwrap().to_owned()
    };
    assert_eq!(last_line("XO-------------- X"), "Black to move");
    assert_eq!(last_line("XO-------------- O"), "White passes");
    assert_eq!(last_line("XXXXXXXXOOOOOOOO X"), "Draw 8–8");
    assert_eq!(last_line("XXXXXXXXXOOOOOOO X"), "Black wins 9–7");
    assert_eq!(
        last_line("XXX-----------OO X"),
        "Black wins 14–2, the empty squares counted for the winner"
    );
}

#[test]
fn colours_and_pictures_have_every_disc_and_mark() {
    let game = transcript::parse("f5d6c3", Size::EIGHT).unwrap();
    let position = game.position();
    let drawn = Diagram::new(position).with_last_move(game.last_move()).with_legal_moves();
    let count = |text: &str, part: &str| text.matches(part).count();
    for palette in [Palette::Indexed, Palette::True] {
        let ansi = drawn.ansi(palette);
        assert_eq!(count(&ansi, "●"), position.count(Color::Black));
        assert_eq!(count(&ansi, "○"), position.count(Color::White));
        assert_eq!(count(&ansi, "◦"), position.moves().len());
        assert_eq!(count(&ansi, "•"), 1);
    }
    let svg = drawn.svg();
    assert_eq!(count(&svg, "url(#black)"), position.count(Color::Black));
    assert_eq!(count(&svg, "url(#white)"), position.count(Color::White));
    assert_eq!(count(&svg, "fill=\"none\" stroke=\"#f4f1e8\""), position.moves().len());
    assert_eq!(count(&svg, "#f2b134"), 1);
}
