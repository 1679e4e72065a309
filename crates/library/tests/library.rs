//! Games go in and come back, are found, counted and forgotten.

use std::collections::HashMap;
use std::path::Path;

use obverse_library::{Added, Imported, Library, LibraryError, Outcome, Query};
use obverse_records::{Note, Record, Termination, Verdict, transcript};
use obverse_rules::{Color, Game, Move, Position, Size, Symmetry};

/// A game of random moves, as far as it goes or so many plies.
fn random_game(random: &mut fastrand::Rng, start: Position, plies: usize) -> Game {
    let mut game = Game::new(start);
    while !game.is_over() && game.ply() < plies {
        let moves: Vec<_> = game.position().moves().iter().collect();
        let mv = random.choice(moves).map_or(Move::Pass, Move::from);
        game.play(mv).unwrap();
    }
    game
}

fn named(moves: &str, black: &str, white: &str, date: &str) -> Record {
    let mut record = Record::from(transcript::parse(moves, Size::EIGHT).unwrap());
    record.tags.black = Some(black.to_owned());
    record.tags.white = Some(white.to_owned());
    record.tags.date = Some(date.to_owned());
    record
}

fn mirrored(record: &Record, symmetry: Symmetry) -> Record {
    let start = record.game.start().transform(symmetry);
    let mut game = Game::new(start);
    for mv in record.game.moves() {
        let there = mv.square().map(|square| symmetry.apply(square, start.size()).unwrap());
        game.play(there.map_or(Move::Pass, Move::from)).unwrap();
    }
    Record { game, ..record.clone() }
}

#[test]
fn a_game_comes_back_with_all_that_was_noted() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut library = Library::in_memory().unwrap();
    for number in 0..60 {
        let sizes: Vec<_> = Size::all().collect();
        let size = random.choice(sizes).unwrap();
        let before = random_game(&mut random, Position::start(size), number % 9);
        // Half of them begin in the middle.
        let start = if number % 2 == 0 { Position::start(size) } else { *before.position() };
        let plies = if number % 3 == 0 { usize::MAX } else { random.usize(1..30) };
        let mut record = Record::from(random_game(&mut random, start, plies));
        record.tags.black = (number % 5 > 0).then(|| format!("Player {}", number % 7));
        record.tags.date = Some(format!("{}.12.24", 1980 + number));
        record.tags.comment = (number % 4 == 0).then(|| "Zwei Züge zu früh \u{1f642}".to_owned());
        record.tags.result = match number % 3 {
            0 => record.result(),
            1 => Some(Verdict { score: -64.0, ending: Termination::Resigned }),
            _ => None,
        };
        if number % 6 == 1 && !record.game.moves().is_empty() {
            let comment = Some("hm".to_owned());
            record.set_note(0, Note { eval: Some(-1.5), comment, ..Note::default() });
        }
        let added = library.add(&record).unwrap();
        let Added::New(id) = added else { panic!("game {number}: {added:?}") };
        let again = library.game(id).unwrap().unwrap();
        // A result that only the board showed is written down now.
        let expected = record.result();
        record.tags.result = expected;
        assert_eq!(again, record, "game {number} on {size:?}");
    }
    assert_eq!(library.games().unwrap(), 60);
    assert!(library.game(61).unwrap().is_none());
}

#[test]
fn the_same_game_is_there_once() {
    let mut library = Library::in_memory().unwrap();
    let game = named("f5d6c3d3c4f4f6", "Ann", "Bert", "1987-05-01");
    assert_eq!(library.add(&game).unwrap(), Added::New(1));
    assert_eq!(library.add(&game).unwrap(), Added::Known(1));
    for symmetry in Symmetry::all() {
        if Position::start(Size::EIGHT).transform(symmetry) == Position::start(Size::EIGHT) {
            let other = mirrored(&game, symmetry);
            assert_eq!(library.add(&other).unwrap(), Added::Known(1), "{symmetry:?}");
        }
    }
    let shouted = named("f5d6c3d3c4f4f6", "ANN", "bert ", "1987");
    assert_eq!(library.add(&shouted).unwrap(), Added::Known(1));
    // The same moves by others, in another year, or fewer of them are other games.
    for other in [
        named("f5d6c3d3c4f4f6", "Bert", "Ann", "1987"),
        named("f5d6c3d3c4f4f6", "Ann", "Bert", "1988"),
        named("f5d6c3d3c4f4", "Ann", "Bert", "1987"),
    ] {
        assert!(matches!(library.add(&other).unwrap(), Added::New(_)));
    }
    assert_eq!(library.games().unwrap(), 4);
}

#[test]
fn what_a_game_says_later_is_added_and_nothing_is_replaced() {
    let mut library = Library::in_memory().unwrap();
    let bare = named("f5d6c3", "Ann", "Bert", "1987");
    library.add(&bare).unwrap();
    // From a mirror, with a result, a longer date and a note about the second move.
    let mirror = Symmetry::all().nth(4).unwrap();
    let mut noted = mirrored(&named("f5d6c3", "Ann", "Bert", "1987-05-01"), mirror);
    assert_ne!(noted.game, bare.game);
    noted.tags.result = Some(Verdict { score: 12.0, ending: Termination::Resigned });
    noted.tags.event = Some("Club night".to_owned());
    noted.set_note(1, Note { eval: Some(2.0), ..Note::default() });
    assert_eq!(library.add(&noted).unwrap(), Added::Enriched(1));
    let mut expected = noted.clone();
    expected.game = bare.game.clone();
    assert_eq!(library.game(1).unwrap().unwrap(), expected);
    // Search and explorer know the result too.
    let won = Query { outcome: Some(Outcome::Black), ..Query::default() };
    assert_eq!(library.count(&won).unwrap(), 1);
    let explored = library.explore(bare.game.start()).unwrap();
    assert_eq!((explored.moves[0].black, explored.moves[0].mean_discs), (1, Some(12.0)));
    // What was there first stays when another has other words for it, or none.
    let mut other = noted.clone();
    other.tags.event = Some("Another night".to_owned());
    other.tags.result = Some(Verdict { score: -64.0, ending: Termination::Played });
    assert_eq!(library.add(&other).unwrap(), Added::Known(1));
    assert_eq!(library.add(&bare).unwrap(), Added::Known(1));
    assert_eq!(library.game(1).unwrap().unwrap(), expected);
    other.tags.comment = Some("Our first game".to_owned());
    assert_eq!(library.add(&other).unwrap(), Added::Enriched(1));
    expected.tags.comment = Some("Our first game".to_owned());
    assert_eq!(library.game(1).unwrap().unwrap(), expected);
}

#[test]
fn a_result_that_no_board_can_show_is_no_score() {
    let mut library = Library::in_memory().unwrap();
    let mut record = named("f5d6c3", "Ann", "Bert", "1987");
    record.tags.result = Some(Verdict { score: -1e300, ending: Termination::Played });
    library.add(&record).unwrap();
    assert_eq!(library.search(&Query::default()).unwrap()[0].score, None);
    assert_eq!(library.game(1).unwrap().unwrap(), record);
}

/// Every position's continuations, counted by comparing boards drawn as text.
#[derive(Default)]
struct Tally(HashMap<String, HashMap<String, (u64, i64)>>);

impl Tally {
    /// A position and its move as they look in the image that comes first in the alphabet.
    fn image(position: &Position, mv: Move) -> (String, String) {
        let images = Symmetry::all().map(|symmetry| {
            let mv = match mv.square() {
                Some(square) => symmetry.apply(square, position.size()).unwrap().to_string(),
                None => "pass".to_owned(),
            };
            (position.transform(symmetry).to_string(), mv)
        });
        images.min().unwrap()
    }

    fn count(&mut self, game: &Game, score: i64) {
        for (position, &mv) in game.positions().iter().zip(game.moves()) {
            let (board, mv) = Tally::image(position, mv);
            let entry = self.0.entry(board).or_default().entry(mv).or_default();
            *entry = (entry.0 + 1, entry.1 + score);
        }
    }
}

#[test]
fn the_explorer_counts_what_was_played_through_all_symmetries() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut library = Library::in_memory().unwrap();
    let mut tally = Tally::default();
    let mut games = Vec::new();
    for number in 0..300 {
        // On the small board games meet again deep into them.
        let size = if number % 3 == 0 { Size::EIGHT } else { Size::FOUR };
        let mut record = Record::from(random_game(&mut random, Position::start(size), usize::MAX));
        record.tags.black = Some(number.to_string());
        let score = record.result().unwrap().score as i64;
        tally.count(&record.game, score);
        library.add(&record).unwrap();
        games.push(record.game);
    }
    let mut looked = 0;
    for game in &games {
        for position in &game.positions()[..game.ply()] {
            let explored = library.explore(position).unwrap();
            let (board, _) = Tally::image(position, Move::Pass);
            let expected = &tally.0[&board];
            assert_eq!(explored.moves.len(), expected.len());
            let mut last = u64::MAX;
            for found in &explored.moves {
                let (games, sum) = expected[&Tally::image(position, found.mv).1];
                assert_eq!(found.games, games);
                assert_eq!(found.black + found.draws + found.white, games);
                let sign = if position.side() == Color::Black { 1.0 } else { -1.0 };
                let mean = sign * sum as f64 / games as f64;
                assert!((found.mean_discs.unwrap() - mean).abs() < 1e-9);
                assert!(found.games <= last);
                last = found.games;
                looked += 1;
            }
        }
    }
    assert!(looked > 5000, "{looked}");
}

#[test]
fn the_first_move_is_written_as_players_write_it() {
    let mut library = Library::in_memory().unwrap();
    for moves in ["d3c5", "c4e3", "e6f4", "f5d6"] {
        library.add(&named(moves, "Ann", moves, "1999")).unwrap();
    }
    let explored = library.explore(&Position::start(Size::EIGHT)).unwrap();
    assert_eq!(explored.moves.len(), 1);
    assert_eq!((explored.moves[0].mv.to_string().as_str(), explored.moves[0].games), ("f5", 4));
    let after: Game = transcript::parse("f5d6", Size::EIGHT).unwrap();
    assert_eq!(library.explore(after.position()).unwrap().ended, 4);
}

#[test]
fn games_are_found_by_what_is_known_of_them() {
    let mut library = Library::in_memory().unwrap();
    let mut games = [
        named("f5d6c3d3c4f4f6", "Tamenori", "Ann", "1986"),
        named("f5f6e6f4g5", "Ann", "Be_rt", "1990-01-02"),
        named("f5f4e3d6", "Zoë", "Bert", "Spring 2001"),
    ];
    for (game, score) in games.iter_mut().zip([12.0, -3.0, 0.0]) {
        game.tags.result = Some(Verdict { score, ending: Termination::Played });
        game.tags.event = Some(format!("Open {score}"));
        library.add(game).unwrap();
    }
    let found = |query: Query| -> Vec<i64> {
        let found: Vec<_> = library.search(&query).unwrap().iter().map(|game| game.id).collect();
        assert_eq!(library.count(&query).unwrap(), found.len() as u64);
        found
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(found(Query::default()), [3, 2, 1]);
    assert_eq!(found(Query { player: some("ann"), ..Query::default() }), [2, 1]);
    assert_eq!(found(Query { black: some("ann"), ..Query::default() }), [2]);
    assert_eq!(found(Query { white: some("BERT"), ..Query::default() }), [3]);
    // Signs that mean something to the database are signs like others here.
    assert_eq!(found(Query { player: some("e_r"), ..Query::default() }), [2]);
    assert_eq!(found(Query { player: some("%"), ..Query::default() }), [] as [i64; 0]);
    assert_eq!(found(Query { event: some("open 12"), ..Query::default() }), [1]);
    assert_eq!(found(Query { opening: some("parallel"), ..Query::default() }), [3]);
    assert_eq!(found(Query { years: Some((1986, 1990)), ..Query::default() }), [2, 1]);
    assert_eq!(found(Query { years: Some((2001, 2001)), ..Query::default() }), [3]);
    assert_eq!(found(Query { outcome: Some(Outcome::Black), ..Query::default() }), [1]);
    assert_eq!(found(Query { outcome: Some(Outcome::White), ..Query::default() }), [2]);
    assert_eq!(found(Query { outcome: Some(Outcome::Draw), ..Query::default() }), [3]);
    assert_eq!(found(Query { size: Some(Size::SIX), ..Query::default() }), [] as [i64; 0]);
    // A position, seen in a mirror.
    let mirror = transcript::parse("d3c3", Size::EIGHT).unwrap();
    let position = Some(*mirror.position());
    assert_eq!(found(Query { position, ..Query::default() }), [2]);
    let both = Query { player: some("ann"), outcome: Some(Outcome::White), ..Query::default() };
    assert_eq!(found(both), [2]);
    let second = Query { skip: 1, limit: Some(1), ..Query::default() };
    assert_eq!(library.search(&second).unwrap()[0].id, 2);
}

#[test]
fn a_forgotten_game_is_counted_nowhere() {
    let mut library = Library::in_memory().unwrap();
    library.add(&named("f5d6c3d3c4", "Ann", "Bert", "1990")).unwrap();
    library.add(&named("f5d6c3f4", "Ann", "Bert", "1991")).unwrap();
    assert_eq!(library.remove(&[1, 77]).unwrap(), 1);
    assert_eq!(library.games().unwrap(), 1);
    for text in ["", "f5", "f5d6", "f5d6c3", "f5d6c3d3", "f5d6c3d3c4"] {
        let position = *transcript::parse(text, Size::EIGHT).unwrap().position();
        let games: u64 = library.explore(&position).unwrap().moves.iter().map(|m| m.games).sum();
        assert_eq!(games, u64::from(text.len() <= 6), "{text}");
        assert_eq!(library.explore(&position).unwrap().ended, 0);
    }
    // It can come again.
    let again = library.add(&named("f5d6c3d3c4", "Ann", "Bert", "1990")).unwrap();
    assert!(matches!(again, Added::New(_)));
}

#[test]
fn an_import_counts_what_it_took() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let mut library = Library::open(&path).unwrap();
    let games = ["f5d6c3", "f5d6c3", "", "f5d6c4"];
    let records = games.map(|moves| Record::from(transcript::parse(moves, Size::EIGHT).unwrap()));
    let mut told = Vec::new();
    let imported = library.import(records, |imported| told.push(*imported)).unwrap();
    assert_eq!(imported, Imported { new: 2, known: 1, empty: 1 });
    assert_eq!(told, [imported]);
    // Another who opens the same file sees them.
    assert_eq!(Library::open_existing(&path).unwrap().games().unwrap(), 2);
}

#[test]
fn a_file_that_is_no_library_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    std::fs::write(
        &text,
        "These are my notes, and they are longer than a header of a database.\n".repeat(30),
    )
    .unwrap();
    let before = std::fs::read(&text).unwrap();
    assert!(matches!(Library::open(&text), Err(LibraryError::Foreign(_))));
    assert_eq!(std::fs::read(&text).unwrap(), before);

    let database = folder.path().join("other.sqlite");
    let other = rusqlite::Connection::open(&database).unwrap();
    other.execute_batch("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('x')").unwrap();
    drop(other);
    let before = std::fs::read(&database).unwrap();
    assert!(matches!(Library::open(&database), Err(LibraryError::Foreign(_))));
    assert_eq!(std::fs::read(&database).unwrap(), before);

    let missing = folder.path().join("missing.sqlite");
    assert!(matches!(Library::open_existing(&missing), Err(LibraryError::Missing(_))));
    assert!(!missing.exists());
}

#[test]
fn a_library_of_a_newer_program_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    drop(Library::open(&path).unwrap());
    set_version(&path, 99);
    let error = Library::open(&path).unwrap_err().to_string();
    assert_eq!(error, "the library has version 99, and this program knows versions up to 3");
}

fn set_version(path: &Path, version: i64) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.pragma_update(None, "user_version", version).unwrap();
}

#[test]
fn a_damaged_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let mut library = Library::open(&path).unwrap();
    library.add(&named("f5d6c3", "Ann", "Bert", "1990")).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("UPDATE game SET moves = x'0001'", []).unwrap();
    let error = library.game(1).unwrap_err().to_string();
    assert_eq!(error, "game 1 of the library is damaged: Black at a1 turns no disc over");
    connection.execute("UPDATE game SET moves = x'f0'", []).unwrap();
    let error = library.game(1).unwrap_err().to_string();
    assert_eq!(error, "game 1 of the library is damaged: a move is off the board");
    assert_eq!(library.remove(&[1]).unwrap(), 1);
    let start = Position::start(Size::EIGHT);
    assert_eq!((library.games().unwrap(), library.explore(&start).unwrap().moves.len()), (0, 0));
}

/// What the explorer says of a position: the move, games, wins of either side, draws, and the mean.
type Counts = Vec<(String, u64, u64, u64, u64, Option<i64>)>;

/// What the explorer says of all positions of some games, and what their rows say when they are read
/// one by one.
fn explored_and_counted(library: &Library, path: &Path, games: &[Record]) -> [Vec<Counts>; 2] {
    let connection = rusqlite::Connection::open(path).unwrap();
    let positions = games.iter().flat_map(|record| record.game.positions());
    let both = positions.map(|position| {
        let explored = library.explore(position).unwrap();
        let hundredths = |mean: f64| (mean * 100.0).round() as i64;
        let told = explored.moves.iter().map(|m| {
            let mean = m.mean_discs.map(hundredths);
            (m.mv.to_string(), m.games, m.black, m.draws, m.white, mean)
        });
        // Which row is which move the test of symmetric positions says: here they are only counted.
        let sign = if position.side() == Color::Black { 1.0 } else { -1.0 };
        let mut select = connection
            .prepare(
                "SELECT COUNT(*), COALESCE(SUM(score > 0), 0), COALESCE(SUM(score = 0), 0), \
                 COALESCE(SUM(score < 0), 0), AVG(score) FROM position \
                 WHERE key = ?1 AND move <> -2 GROUP BY move ORDER BY 1 DESC, move",
            )
            .unwrap();
        let key = position.canonical_hash().hash() as i64;
        let count = |row: &rusqlite::Row<'_>, at| row.get::<_, i64>(at).map(|count| count as u64);
        let rows = select.query_map([key], |row| {
            let mean = row.get::<_, Option<f64>>(4)?.map(|mean| hundredths(sign * mean));
            Ok((count(row, 0)?, count(row, 1)?, count(row, 2)?, count(row, 3)?, mean))
        });
        let rows: Vec<_> = rows.unwrap().collect::<Result<_, _>>().unwrap();
        let told: Counts = told.collect();
        let names = told.iter().map(|(name, ..)| name.clone());
        assert_eq!(told.len(), rows.len());
        let counted = names.zip(rows).map(|(name, (a, b, c, d, e))| (name, a, b, c, d, e));
        (told.clone(), counted.collect())
    });
    let (told, counted) = both.unzip();
    [told, counted]
}

#[test]
fn early_positions_are_counted_as_their_games_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.sqlite");
    let mut random = fastrand::Rng::with_seed(5);
    let mut library = Library::open(&path).unwrap();
    let games: Vec<Record> = (0..60)
        .map(|number| {
            let plies = if number % 3 == 0 { usize::MAX } else { random.usize(1..20) };
            let mut record =
                Record::new(random_game(&mut random, Position::start(Size::EIGHT), plies));
            record.tags.date = Some((1900 + number).to_string());
            record
        })
        .collect();
    library.import(games.clone(), |_| {}).unwrap();
    // Results that become known later, games that go, others in their places, one that is damaged.
    for (number, record) in games.iter().enumerate() {
        let id = number as i64 + 1;
        let mut other = record.clone();
        other.tags.result = Some(Verdict { score: 7.0, ending: Termination::Resigned });
        match number % 5 {
            0 => drop(library.add(&other).unwrap()),
            1 => drop(library.remove(&[id]).unwrap()),
            2 => drop(library.replace(id, &games[(number + 30) % 60]).unwrap()),
            _ => {}
        }
    }
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("UPDATE game SET moves = x'0001' WHERE id = 4", []).unwrap();
    library.remove(&[4]).unwrap();
    let [told, counted] = explored_and_counted(&library, &path, &games);
    assert!(told.iter().any(|moves| moves.iter().any(|&(_, games, ..)| games > 30)));
    assert_eq!(told, counted);
    // A library from before there were such counts gets them.
    drop(library);
    connection.execute("DROP TABLE tally", []).unwrap();
    set_version(&path, 2);
    let library = Library::open(&path).unwrap();
    assert_eq!(explored_and_counted(&library, &path, &games)[0], told);
}

#[test]
fn a_result_that_comes_in_the_same_import_is_counted() {
    let bare = named("f5d6c3", "Ann", "Bert", "1987");
    let mut noted = bare.clone();
    noted.tags.result = Some(Verdict { score: 12.0, ending: Termination::Resigned });
    let mut library = Library::in_memory().unwrap();
    library.import([bare.clone(), noted], |_| {}).unwrap();
    let explored = library.explore(bare.game.start()).unwrap();
    assert_eq!((explored.moves[0].black, explored.moves[0].mean_discs), (1, Some(12.0)));
}
