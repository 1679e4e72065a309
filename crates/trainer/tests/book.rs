//! The opening book: what it has to know, and that it is made again whatever happens.

use std::path::Path;

use obverse_engine::Weights;
use obverse_engine::book::Book;
use obverse_jobs::Stop;
use obverse_records::openings;
use obverse_rules::{AnyBoard, Board8, Position, Tier};
use obverse_trainer::TrainerError;
use obverse_trainer::book::{BookRun, BookSettings, make_book};

fn settings() -> BookSettings {
    BookSettings { depth: 1, ..BookSettings::default() }
}

fn make(journal: &Path, positions: usize, threads: usize) -> Result<Book, TrainerError> {
    let stop = Stop::default();
    let (tier, weights) = (Tier::detect(), Weights::embedded());
    let run = BookRun { journal, positions, threads, tier, weights, stop: &stop };
    make_book(&settings(), &run, |_| {})
}

fn board(position: &Position) -> Board8 {
    match position.board() {
        AnyBoard::N8(board) => *board,
        _ => unreachable!("openings are on 8×8"),
    }
}

#[test]
fn a_book_knows_every_named_opening_and_its_scores_are_negamax() {
    let folder = tempfile::tempdir().unwrap();
    let book = make(&folder.path().join("journal"), 300, 2).unwrap();
    for opening in openings::all() {
        for position in opening.game().positions() {
            let board = board(position);
            let score = book.score(board).unwrap_or_else(|| panic!("{}", opening.full_name()));
            let moves = book.moves(board);
            let difference = moves[0].discs - score;
            assert!(difference.abs() < 0.01, "{}: {position}", opening.full_name());
        }
    }
    assert!(book.len() > 300, "{}", book.len());
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_after_any_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let book = make(&whole, 60, 1).unwrap();
    let journal = std::fs::read(&whole).unwrap();
    let cut = folder.path().join("cut");
    for length in [0, 10, 200, journal.len() / 2, journal.len() - 1] {
        std::fs::write(&cut, &journal[..length]).unwrap();
        assert!(make(&cut, 60, 2).unwrap() == book, "cut off after {length} bytes");
        assert!(std::fs::read(&cut).unwrap() == journal, "cut off after {length} bytes");
    }
}

#[test]
fn other_settings_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    make(&path, 5, 1).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for bad in [
        text.replacen("\"depth\":1", "\"depth\":2", 1),
        text.replacen(' ', " x", 1),
        text.replacen("\"obverse-book\":1", "\"obverse-book\":2", 1),
        "something else".to_owned(),
    ] {
        std::fs::write(&path, &bad).unwrap();
        let refused = make(&path, 5, 1);
        assert!(matches!(refused, Err(TrainerError::Data { .. })), "{bad}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), bad, "it is left as it was");
    }
}
