use obverse_rules::{Color, Position, Size};

use super::{parse, to_string};
use crate::{Format, read};

const START: &str = "---------------------------OX------XO--------------------------- X";

/// The opening position's middle rows, written in one habit.
fn with_rows(empty: &str, fourth: &str, fifth: &str, side: &str) -> String {
    let rows = [empty, empty, empty, fourth, fifth, empty, empty, empty];
    format!("{}\n{side}\n", rows.join("\n"))
}

#[test]
fn many_habits_of_writing_mean_the_same() {
    let start: Position = START.parse().unwrap();
    let texts = [
        with_rows("--------", "---OX---", "---XO---", "X"),
        with_rows("........", "...wb...", "...bw...", "Black to move"),
        with_rows("- - - - - - - -", "- - - O * - - -", "- - - * O - - -", "*"),
        with_rows("_ _ _ _ _ _ _ _", "_ _ _ W B _ _ _", "_ _ _ B W _ _ _", "side: B"),
        with_rows("0 0 0 0 0 0 0 0", "0 0 0 2 1 0 0 0", "0 0 0 1 2 0 0 0", "1"),
        with_rows("00000000", "00021000", "00012000", "to move: 1"),
        with_rows("· · · · · · · ·", "· · · ○ ● · · ·", "· · · ● ○ · · ·", "● to move"),
        with_rows("........", "...⚪⚫...", "...⚫⚪...", "⚫"),
        with_rows("........", "...O@...", "...@O...", "Black's turn"),
        with_rows("|. . . . . . . .|", "|. . . O X . . .|", "|. . . X O . . .|", "Side to move: X"),
        with_rows("| | | | | | | | |", "| | | |O|X| | | |", "| | | |X|O| | | |", "Next: Black"),
        with_rows(
            "[0, 0, 0, 0, 0, 0, 0, 0],",
            "[0, 0, 0, 2, 1, 0, 0, 0],",
            "[0, 0, 0, 1, 2, 0, 0, 0],",
            "black",
        ),
    ];
    for text in texts {
        let record = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(*record.position(), start, "{text}");
        assert!(record.side_stated, "{text}");
        assert_eq!(read(text.as_bytes()).unwrap().format, Format::Board, "{text}");
    }
}

#[test]
fn coordinates_and_frames_are_skipped() {
    let position: Position = "XO-------O-----X O".parse().unwrap();
    for text in [
        "  a b c d\n1 X O - - 1\n2 - - - - 2\n3 - O - - 3\n4 - - - X 4\n  a b c d\nO to move",
        "ABCD\n1XO--\n2----\n3-O--\n4---X\n\nWhite to play",
        "  1 2 3 4\n1|1 2 0 0|\n2|0 0 0 0|\n3|0 2 0 0|\n4|0 0 0 1|\nturn: 2",
        "+---+---+---+---+\n| X | O |   |   |\n+---+---+---+---+\n|   |   |   |   |\n\
         +---+---+---+---+\n|   | O |   |   |\n+---+---+---+---+\n|   |   |   | X |\n\
         +---+---+---+---+\nWhite to move",
        "    a   b   c   d\n  ┌───┬───┬───┬───┐\n1 │ ● │ ○ │   │   │\n  ├───┼───┼───┼───┤\n\
         2 │   │   │   │   │\n3 │   │ ○ │   │   │\n4 │   │   │   │ ● │\n  └───┴───┴───┴───┘\n○",
        "A study\n\nXO--\n----\n-O--\n---X\nWhite to move, Black is ahead",
    ] {
        let record = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(*record.position(), position, "{text}");
    }
}

#[test]
fn every_size_comes_back() {
    for size in Size::all() {
        let position = Position::start(size);
        let position = position.play(position.moves().first().unwrap().into()).unwrap();
        let text = to_string(&position);
        assert_eq!(*parse(&text).unwrap().position(), position, "{text}");
        assert_eq!(read(text.as_bytes()).unwrap().format, Format::Board, "{text}");
    }
}

#[test]
fn a_side_that_is_not_written_is_one_that_can_move() {
    let record = parse("XO--\n----\n----\n----").unwrap();
    assert_eq!((record.position().side(), record.side_stated), (Color::Black, false));
    let record = parse("OX--\n----\n----\n----").unwrap();
    assert_eq!((record.position().side(), record.side_stated), (Color::White, false));
}

#[test]
fn errors_say_where_and_what() {
    let row = "-".repeat(27);
    for (text, expected) in [
        (vec![row.as_str(); 27].join("\n"), "line 1, column 1: a board of size 27 does not exist"),
        ("XO--\n----\n-O-\n---X".to_owned(), "line 4, column 1: expected 4 rows of 4 squares"),
        ("X O - -\n- - - -\n- Q - -\n- - - X".to_owned(), "line 3, column 3: expected a disc"),
        (
            "XO--\n----\n-O---\n---X".to_owned(),
            "line 3, column 1: expected 4 squares, as there are 4 rows, found 5 squares",
        ),
        (
            "| | | | |\n| | | | |\n| |XO| | |\n| | | | |".to_owned(),
            "line 3, column 4: expected a disc",
        ),
        (String::new(), "line 1, column 1: expected the rows of a board, found the end"),
    ] {
        let error = parse(&text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}\n{text}");
    }
}

#[test]
fn a_drawing_may_have_remarks_but_no_unknown_side() {
    let rows = "XO--\n----\n-O--\n---X\n";
    for below in
        ["White to move\nA hard one\n", "O\nno corner is free\n", "O\n% easy\n", "(\nO\n)\n"]
    {
        let record = parse(&format!("{rows}{below}")).unwrap();
        assert_eq!(record.position().side(), Color::White, "{below}");
    }
    for (below, expected) in [
        ("Q\n", "line 5, column 1: expected the side to move after the rows: B or W, found `Q`"),
        ("O\n-5\n", "line 6, column 1: expected the time limit after the side"),
        // A second board has no place.
        ("O to move\nXO--\n----\n", "line 6, column 1: expected the time limit after the side"),
    ] {
        let error = parse(&format!("{rows}{below}")).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
