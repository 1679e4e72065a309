//! The opening book: its file, and what the engine plays from it.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use obverse_engine::book::{Book, BookError};
use obverse_engine::score::Kind;
use obverse_engine::{Engine, Level, Limits, Options, Report};
use obverse_rules::{AnyBoard, Board, Board8, Move, Position, Size, Symmetry};

/// Every position of the first plies: the last ones scored by a number that only the position
/// decides, the others by negamax.
fn small_book() -> Book {
    let mut scores = BTreeMap::new();
    score(Board8::start(), 4, &mut scores);
    Book::new(scores, "{\"made\":\"here\"}".to_owned())
}

fn score(board: Board8, plies: u32, scores: &mut BTreeMap<Board8, f32>) -> f32 {
    let board = board.canonical();
    if let Some(&known) = scores.get(&board) {
        return known;
    }
    let after = board.moves().iter().map(|mv| board.play_unchecked(mv, board.flips(mv)));
    let value = match plies {
        0 => (board.hash64() % 60) as f32 / 4.0 - 7.0,
        _ => after.map(|child| -score(child, plies - 1, scores)).fold(-64.0, f32::max),
    };
    scores.insert(board, value);
    value
}

fn answer(book: &Arc<Book>, position: &Position, limits: &Limits) -> Report {
    let options = Options { hash_mb: 1, book: Some(Arc::clone(book)), ..Options::default() };
    Engine::new(options).search(position, limits)
}

#[test]
fn a_book_is_the_same_after_writing_and_reading() {
    let book = small_book();
    assert!(book.len() > 50);
    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
}

#[test]
fn a_changed_byte_is_found_anywhere() {
    let good = small_book().to_bytes();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0x04;
        assert!(Book::from_bytes(&bad).is_err(), "byte {at}");
    }
    assert!(Book::from_bytes(&good[..good.len() - 1]).is_err());
    assert_eq!(Book::from_bytes(b"something else"), Err(BookError::Foreign));
}

/// The file that has these positions' bytes, checksum and all.
fn file(positions: &[u8]) -> Vec<u8> {
    let mut bytes = b"OBVBOOK\n".to_vec();
    for number in [1, 0, positions.len() as u32, crc32fast::hash(positions)] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(positions);
    bytes
}

#[test]
fn a_file_with_impossible_moves_is_refused() {
    let first = Board8::start().canonical().moves().iter().next().unwrap().index(Size::EIGHT) as u8;
    assert_eq!(Book::from_bytes(&file(&[0, 1, first, 8, 0])).unwrap().len(), 2);
    for bad in [
        &[][..],
        &[0],
        &[0, 1],
        &[0, 1, 0, 8, 0],
        &[0, 1, 200, 8, 0],
        &[0, 1, first, 8],
        &[0, 2, first, 8, 0, first, 8, 0],
        &[0, 1, first, 8, 0, 0],
    ] {
        assert!(matches!(Book::from_bytes(&file(bad)), Err(BookError::Damaged(_))), "{bad:?}");
    }
}

#[test]
fn the_embedded_book_knows_the_first_moves_and_is_small() {
    let book = Book::embedded();
    assert!(book.to_bytes().len() <= 1_000_000);
    let moves = book.moves(Board8::start());
    assert_eq!(moves.len(), 4);
    let scores: BTreeSet<String> = moves.iter().map(|mv| mv.discs.to_string()).collect();
    assert_eq!(scores.len(), 1, "the first moves are the same but for a turn: {moves:?}");
    assert!(moves[0].discs.abs() < 6.0, "{moves:?}");
}

#[test]
fn the_best_move_is_played_at_once_whichever_way_the_board_is_turned() {
    let book = Arc::new(small_book());
    let board = Board8::start();
    let first = board.moves().iter().next().unwrap();
    let board = board.play_unchecked(first, board.flips(first));
    for symmetry in Symmetry::all() {
        let turned = board.transform(symmetry);
        let position = Position::new(AnyBoard::N8(turned), obverse_rules::Color::White);
        let score = book.score(board).unwrap();
        let report = answer(&book, &position, &Limits::depth(1));
        assert_eq!((report.nodes, report.best().score.kind), (0, Kind::Book));
        assert!((report.best().score.discs - score).abs() < 0.01);
        assert_eq!(report.chosen, report.best().moves.first().copied());
        assert!(position.is_legal(report.chosen.unwrap()));
    }
}

#[test]
fn seeds_vary_the_play_and_nothing_else_does() {
    let book = Book::embedded();
    let start = Position::start(Size::EIGHT);
    let chosen =
        |seed| answer(&book, &start, &Limits { seed: Some(seed), ..Limits::depth(1) }).chosen;
    let all: BTreeSet<Option<String>> =
        (0..40).map(|seed| chosen(seed).map(|mv: Move| mv.to_string())).collect();
    assert_eq!(all.len(), 4, "{all:?}");
    assert!((0..10).all(|seed| chosen(seed) == chosen(seed)));
}

#[test]
fn the_book_is_silent_where_it_may_not_answer() {
    let book = Book::embedded();
    let start = Position::start(Size::EIGHT);
    let kind = |limits: Limits| answer(&book, &start, &limits).best().score.kind;
    assert_eq!(kind(Limits::depth(2)), Kind::Book);
    assert_ne!(kind(Limits { book: false, ..Limits::depth(2) }), Kind::Book);
    // A level that errs plays its own openings; one that does not plays the book's.
    assert_ne!(kind(Limits::level(Level::new(3).unwrap())), Kind::Book);
    assert_eq!(kind(Limits::level(Level::MAX)), Kind::Book);
    let small = Position::start(Size::new(6).unwrap());
    assert_ne!(answer(&book, &small, &Limits::depth(2)).best().score.kind, Kind::Book);
}
