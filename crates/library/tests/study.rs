//! Reviews, puzzles and what was tried are kept, and come back as they were.

use std::path::Path;

use obverse_engine::{Engine, Options};
use obverse_library::{Library, LibraryError, Reviewed};
use obverse_records::{Record, transcript};
use obverse_rules::{Game, Move, Size};
use obverse_study::{Plan, Progress, Review, Session, Wanted, shipped_puzzles};

const GAME: &str =
    "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5f7c7c8f8e8g3h4h6g4f2h5h3e3h7f1c2d2d1b4e2e1d8g8";

fn record(moves: &str) -> Record {
    Record::from(transcript::parse(moves, Size::EIGHT).unwrap())
}

/// Answers so many questions of a review, or all.
fn answer(review: &mut Review, questions: usize) {
    let mut engine = Engine::new(Options { hash_mb: 4, ..Options::default() });
    for _ in 0..questions {
        let Some(question) = review.next() else { return };
        let report = engine.search(&question.position, &question.limits());
        review.answered(&question, report.best());
    }
}

#[test]
fn a_review_is_left_and_gone_on_with() {
    let mut library = Library::in_memory().unwrap();
    let game = record(GAME);
    let id = library.keep(&game).unwrap().unwrap().id();
    assert_eq!((library.reviewed(id).unwrap(), library.review(id).unwrap()), (Reviewed::Not, None));
    let mut review = Review::new(&game.game, Plan::depth(2));
    answer(&mut review, 10);
    library.keep_review(id, &review).unwrap();
    assert_eq!(library.reviewed(id).unwrap(), Reviewed::Partly);
    let mut again = library.review(id).unwrap().unwrap();
    assert_eq!(again.progress(), review.progress());
    answer(&mut again, usize::MAX);
    library.keep_review(id, &again).unwrap();
    assert_eq!(library.reviewed(id).unwrap(), Reviewed::Wholly);
    let judged = library.review(id).unwrap().unwrap().all_judged();
    let moves = game.game.moves().iter().filter(|mv| mv.square().is_some()).count();
    assert_eq!(judged.len(), moves);
    // A game takes its review along.
    library.remove(&[id]).unwrap();
    assert_eq!(library.reviewed(id).unwrap(), Reviewed::Not);
    assert!(library.keep_review(id, &again).is_err(), "a review without a game");
}

#[test]
fn a_game_that_is_kept_twice_is_there_once_and_one_without_moves_not_at_all() {
    let mut library = Library::in_memory().unwrap();
    let id = library.keep(&record(GAME)).unwrap().unwrap().id();
    assert_eq!(library.keep(&record(GAME)).unwrap().unwrap().id(), id);
    assert_eq!(library.keep(&Record::new(Game::from_start(Size::EIGHT))).unwrap(), None);
    assert_eq!(library.games().unwrap(), 1);
}

#[test]
fn what_was_tried_is_the_same_progress_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let mut library = Library::open(&path).unwrap();
    assert_eq!(library.progress().unwrap(), Progress::default());
    let mut session = Session::new(shipped_puzzles().to_vec(), Progress::default());
    let mut now = 1_800_000_000;
    let (mut decided, mut solved) = (0, 0);
    for number in 0..40 {
        now += 50_000;
        let Some(puzzle) = session.next(&Wanted::default(), now, number).cloned() else { break };
        let wrong = puzzle.choices()[1].mv;
        let mv = if number % 3 == 0 { wrong } else { puzzle.answer() };
        let attempt = session.attempt(mv, now).unwrap().decided.unwrap();
        library.keep_attempt(&attempt).unwrap();
        decided += 1;
        solved += u64::from(attempt.solved);
    }
    drop(library);
    let library = Library::open(&path).unwrap();
    let progress = library.progress().unwrap();
    assert_eq!(progress.player, session.progress().player);
    let due = |progress: &Progress| -> Vec<_> {
        progress.tried.iter().map(|(&id, card)| (id, card.map(|card| card.due))).collect()
    };
    assert_eq!(due(&progress), due(session.progress()));
    assert!(due(&progress).iter().any(|(_, due)| due.is_some()));
    assert_eq!(library.attempts().unwrap(), (decided, solved));
}

#[test]
fn puzzles_of_ones_own_are_kept_once() {
    let mut library = Library::in_memory().unwrap();
    let id = library.keep(&record(GAME)).unwrap().unwrap().id();
    let some = &shipped_puzzles()[..5];
    let kept = |library: &mut Library| {
        library.keep_puzzles(some.iter().map(|puzzle| (puzzle, Some(id)))).unwrap()
    };
    assert_eq!((kept(&mut library), kept(&mut library)), (5, 0));
    let mut found = library.puzzles().unwrap();
    found.sort_by_key(|puzzle| some.iter().position(|other| other == puzzle));
    assert_eq!(found, some);
    // They stay when the game goes.
    library.remove(&[id]).unwrap();
    assert_eq!(library.puzzles().unwrap().len(), 5);
}

fn execute(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let mut library = Library::open(&path).unwrap();
    let id = library.keep(&record(GAME)).unwrap().unwrap().id();
    let review = Review::new(&record(GAME).game, Plan::depth(2));
    library.keep_review(id, &review).unwrap();
    library.keep_puzzles([(&shipped_puzzles()[0], None)]).unwrap();
    execute(&path, "UPDATE review SET review = x'00ff'; UPDATE puzzle SET line = 'no puzzle'");
    let error = library.review(id).unwrap_err();
    assert!(matches!(error, LibraryError::Damaged { game, .. } if game == id), "{error}");
    let error = library.puzzles().unwrap_err();
    assert!(matches!(error, LibraryError::DamagedPuzzle { .. }), "{error}");
}

#[test]
fn a_library_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    execute(&path, include_str!("../src/schema/1.sql"));
    execute(&path, "PRAGMA application_id = 1329747532; PRAGMA user_version = 1");
    let mut library = Library::open(&path).unwrap();
    let id = library.keep(&record(GAME)).unwrap().unwrap().id();
    assert_eq!(library.reviewed(id).unwrap(), Reviewed::Not);
    assert_eq!(library.progress().unwrap(), Progress::default());
}

#[test]
fn notable_games_are_those_of_which_most_is_known_and_the_latest() {
    let mut library = Library::in_memory().unwrap();
    let games = [
        ("f5d6c3d3c4", Some("Ann"), Some("1999"), Some("Cup")),
        ("f5d6c3d3c4f4", Some("Ann"), Some("2005"), Some("Cup")),
        ("f5d6c3d3c4f4f6", None, Some("2020"), None),
        ("f5f6e6f4", Some("Bert"), Some("2021"), Some("Cup")),
    ];
    for (moves, player, date, event) in games {
        let mut record = record(moves);
        record.tags.black = player.map(ToOwned::to_owned);
        record.tags.date = date.map(ToOwned::to_owned);
        record.tags.event = event.map(ToOwned::to_owned);
        library.keep(&record).unwrap();
    }
    assert_eq!(library.commonest_player().unwrap().as_deref(), Some("Ann"));
    let f5 = record("f5").game.position().to_owned();
    let notable = |mv: &str, most| -> Vec<String> {
        let mv: Move = mv.parse().unwrap();
        let games = library.notable(&f5, mv, most).unwrap();
        games.into_iter().map(|game| game.date.unwrap()).collect()
    };
    assert_eq!(notable("d6", 5), ["2005", "1999", "2020"]);
    assert_eq!(notable("d6", 1), ["2005"]);
    assert_eq!(notable("f6", 5), ["2021"]);
    assert!(notable("f4", 5).is_empty());
}
