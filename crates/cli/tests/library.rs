//! `obverse library`: games are taken in once, found, explored, written out and forgotten.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Answer, run};
use serde_json::Value;

/// A folder with a library in it.
struct Shelf(tempfile::TempDir);

impl Shelf {
    fn new() -> Shelf {
        Shelf(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn library(&self, args: &[&str]) -> Answer {
        let file = self.path("shelf/games.sqlite").display().to_string();
        run(["library", "--library", &file].iter().chain(args))
    }
}

fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{}", answer.out);
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const TWO_GAMES: &str = "\
(;GM[Othello]PB[Ann]PW[Bert]DT[1990-05-01]TY[8]RE[+12.00]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3]W[d3]B[c4];)
(;GM[Othello]PB[Bert]PW[Cleo]DT[1991]TY[8]RE[-4.00]BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c5]B[f6]W[f5];)
";

#[test]
fn games_are_taken_in_once_and_found() {
    let shelf = Shelf::new();
    let games = shelf.file("games.ggf", TWO_GAMES);
    let first = shelf.library(&["import", &games]);
    assert_eq!(first.out, "2 games new; the library has 2 games\n", "{}", first.err);
    let second = shelf.library(&["import", &games, "--json"]);
    assert_eq!(second.out, "{\"new\":0,\"known\":2,\"empty\":0,\"games\":2}\n");

    let all = lines(&shelf.library(&["list", "--json"]));
    assert_eq!(all[0]["black"], "Bert");
    assert_eq!((&all[1]["opening"], &all[1]["score"]), (&"Tiger".into(), &12.into()));
    let tiger = lines(&shelf.library(&["search", "--opening", "tiger", "--json"]));
    assert_eq!(tiger, [all[1].clone()]);
    let at = ["search", "--position", "e6f4", "--year", "1991-1995", "--json"];
    assert_eq!(lines(&shelf.library(&at)), [all[0].clone()]);
    let none = shelf.library(&["search", "--player", "Dora"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert_eq!(none.err, "no game of the library is like that\n");

    let shown = shelf.library(&["show", "1", "--format", "transcript"]);
    assert!(shown.out.contains("f5d6c3d3c4"), "{}", shown.out);
    let drawn = shelf.library(&["show", "1"]);
    let heading = "Ann (Black) – Bert (White)\n1990-05-01\nTiger\nf5d6c3d3c4\n";
    assert!(drawn.out.starts_with(heading), "{}", drawn.out);
    let missing = shelf.library(&["show", "9"]);
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("no game 9"), "{}", missing.err);
}

#[test]
fn the_explorer_joins_what_is_the_same_in_a_mirror() {
    let shelf = Shelf::new();
    shelf.library(&["import", &shelf.file("games.ggf", TWO_GAMES)]);
    let first = lines(&shelf.library(&["explore", "start", "--json"]));
    assert_eq!(first.len(), 1);
    let wanted = serde_json::json!({
        "move": "f5", "games": 2, "black": 1, "draws": 0, "white": 1, "mean_discs": 4.0, "latest": 2
    });
    for (key, value) in wanted.as_object().unwrap() {
        assert_eq!(first[0][key], *value, "{key}");
    }
    // The book knows the first move, and both games are of named players.
    assert_eq!((&first[0]["kind"], first[0]["score"].is_number()), (&"book".into(), true));
    assert_eq!(first[0]["notable"][0]["black"], "Bert", "the latest one");
    let bare = lines(&shelf.library(&["explore", "start", "--json", "--notable", "0"]));
    assert_eq!(bare[0]["notable"].as_array().map(Vec::len), Some(0));
    // White's view of a game that Black won by twelve, and of one that White won by four.
    let second = lines(&shelf.library(&["explore", "f5", "--json"]));
    assert_eq!((second.len(), &second[0]["mean_discs"]), (1, &(-4.0).into()));
    assert_eq!(second[0]["name"], "Perpendicular Opening");
    let table = shelf.library(&["explore", "f5"]);
    assert!(table.out.starts_with("White to move; the mean is in discs from its view\n"));
    assert!(table.out.contains("-4.0"), "{}", table.out);
    let nowhere = shelf.library(&["explore", "f5f6"]);
    assert_eq!((nowhere.code, nowhere.err.as_str()), (1, "no game of the library was here\n"));
    let ended = shelf.library(&["explore", "f5d6c3d3c4"]);
    assert_eq!((ended.code, ended.err.as_str()), (1, "1 game ended here\n"));
}

#[test]
fn games_are_written_out_and_come_in_again() {
    let shelf = Shelf::new();
    shelf.library(&["import", &shelf.file("games.ggf", TWO_GAMES)]);
    let out = shelf.path("out.sgf").display().to_string();
    let written = shelf.library(&["export", &out, "--player", "bert"]);
    assert_eq!(written.out, format!("2 games written to {out}\n"), "{}", written.err);
    let again = shelf.library(&["import", &out]);
    assert_eq!(again.out, "0 games new, 2 known already; the library has 2 games\n");
    let removed = shelf.library(&["remove", "1", "2"]);
    assert_eq!(removed.out, "2 games removed\n");
    assert_eq!(shelf.library(&["explore", "start"]).code, 1);
    let back = shelf.library(&["import", &out]);
    assert_eq!(back.out, "2 games new; the library has 2 games\n");
}

#[test]
fn a_file_with_an_error_gives_what_comes_before_it() {
    let shelf = Shelf::new();
    let bad = shelf.file("bad.txt", "f5d6c3\nf5a1\nf5f6\n");
    let good = shelf.file("good.txt", "f5f4\n");
    let missing = shelf.path("missing.ggf").display().to_string();
    let answer = shelf.library(&["import", &bad, &missing, &good]);
    assert_eq!(answer.code, 2);
    assert_eq!(answer.out, "2 games new; the library has 2 games\n");
    let told: Vec<&str> = answer.err.lines().collect();
    assert!(told[0].contains("bad.txt") && told[0].contains("a1"), "{}", told[0]);
    assert!(told[1].contains("missing.ggf"), "{}", told[1]);
    assert_eq!(told[2], "obverse: 2 of the files could not be read to the end");
}

#[test]
fn what_cannot_be_done_is_said() {
    let shelf = Shelf::new();
    let none = shelf.library(&["list"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("there is no library"), "{}", none.err);
    assert!(!shelf.path("shelf").exists());
    let text = shelf.file("notes.txt", &"Not a library at all, only words.\n".repeat(40));
    let foreign = run(["library", "--library", &text, "list"]);
    assert_eq!(foreign.code, 2);
    assert!(foreign.err.contains("is no library of games"), "{}", foreign.err);
    shelf.library(&["import", &shelf.file("games.ggf", TWO_GAMES)]);
    for years in ["1990-1980", "x", "-"] {
        let wrong = shelf.library(&["search", "--year", years]);
        assert_eq!(wrong.code, 2);
        assert!(wrong.err.contains("no year"), "{}", wrong.err);
    }
    let beyond = shelf.library(&["list", "--skip", "5"]);
    assert_eq!(beyond.code, 2);
    assert!(beyond.err.contains("there are 2 games only"), "{}", beyond.err);
}

/// Many different games, a line each.
fn many_games(path: &Path, count: u64) {
    use std::io::Write;

    let mut random = fastrand::Rng::with_seed(5);
    let mut out = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    for _ in 0..count {
        let mut game = obverse_rules::Game::from_start(obverse_rules::Size::EIGHT);
        while !game.is_over() {
            let moves: Vec<_> = game.position().moves().iter().collect();
            let mv = random.choice(moves).map_or(obverse_rules::Move::Pass, Into::into);
            game.play(mv).unwrap();
            write!(out, "{mv}").unwrap();
        }
        writeln!(out).unwrap();
    }
}

/// Killed at any moment, a library has whole batches of games or none of them, and the same
/// command completes it.
#[test]
fn an_import_that_is_killed_can_be_repeated() {
    let shelf = Shelf::new();
    let games = shelf.path("games.txt");
    many_games(&games, 3000);
    let file = shelf.path("games.sqlite");
    for wait in [2, 20, 60, 150, 300] {
        let mut import = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(["library", "import", "--library"])
            .args([&file, &games])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        import.kill().unwrap();
        import.wait().unwrap();
        if !file.exists() {
            continue;
        }
        let library = obverse_library::Library::open(&file).unwrap();
        let start = obverse_rules::Position::start(obverse_rules::Size::EIGHT);
        let explored: u64 = library.explore(&start).unwrap().moves.iter().map(|m| m.games).sum();
        // Every game that is there is in the explorer.
        assert_eq!(explored, library.games().unwrap());
    }
    let path = |path: &Path| path.display().to_string();
    let last = run(["library", "--library", &path(&file), "import", &path(&games), "--json"]);
    let last = &lines(&last)[0];
    assert_eq!(last["games"], 3000);
}

#[test]
fn files_without_a_game_begin_no_library() {
    let shelf = Shelf::new();
    let bad = shelf.file("bad.txt", "this is no game\n");
    let answer = shelf.library(&["import", &bad]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(answer.err.contains("bad.txt"), "{}", answer.err);
    assert!(!shelf.path("shelf").exists());
}

/// Whatever is reported as safely there survives being killed at once.
#[test]
fn what_an_import_has_told_is_there_after_a_kill() {
    let shelf = Shelf::new();
    let games = shelf.path("games.txt");
    many_games(&games, 400);
    let file = shelf.path("games.sqlite");
    let mut told = 0;
    for first in [100, 250, 400] {
        let text = std::fs::read_to_string(&games).unwrap();
        let some: String = text.split_inclusive('\n').take(first).collect();
        let part = shelf.file("part.txt", &some);
        let mut import = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(["library", "import", "--json", "--library"])
            .args([&file, Path::new(&part)])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Killed as soon as it has said something, or before.
        let mut line = String::new();
        let mut out = std::io::BufReader::new(import.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut out, &mut line).unwrap();
        import.kill().unwrap();
        import.wait().unwrap();
        let report: Value = serde_json::from_str(&line).unwrap();
        told += report["new"].as_u64().unwrap();
        let library = obverse_library::Library::open(&file).unwrap();
        assert_eq!(library.games().unwrap(), told);
        assert_eq!(told, first as u64);
    }
}

#[test]
fn mistakes_of_a_player_are_found_once_and_become_puzzles() {
    let shelf = Shelf::new();
    let games = shelf.path("games.txt");
    many_games(&games, 2);
    let text = std::fs::read_to_string(&games).unwrap();
    let game = |(moves, white)| format!("Black: Ann\nWhite: {white}\n{moves}\n");
    let headed: Vec<String> = text.lines().zip(["Bert", "Cleo"]).map(game).collect();
    let file = shelf.file("headed.txt", &headed.concat());
    let imported = shelf.library(&["import", &file]);
    assert_eq!(imported.code, 0, "{}", imported.err);
    let asked = ["mistakes", "--depth", "2", "--threads", "1", "--json"];
    let found = lines(&shelf.library(&asked));
    let found = &found[0];
    assert_eq!(found["games"], 2, "{found}");
    assert!(found["mistakes"]["count"].as_u64().unwrap() > 5, "{found}");
    let reasons = found["reasons"].as_array().unwrap();
    assert!(reasons.len() >= 3 && reasons.iter().all(|one| one["text"].is_string()), "{found}");
    assert!(reasons.is_sorted_by_key(|one| std::cmp::Reverse(one["count"].as_u64())));
    assert_eq!(lines(&shelf.library(&asked))[0], *found, "the reviews are kept");
    let again = shelf.library(&["review", "--depth", "2"]);
    assert_eq!(again.out, "2 games reviewed, 0 of them now\n");
    let words = shelf.library(&["mistakes", "--depth", "2"]);
    assert!(words.out.contains("The commonest reasons\n  1. "), "{}", words.out);
    let nobody = shelf.library(&["mistakes", "--player", "Zoe"]);
    assert_eq!(nobody.code, 1, "{}", nobody.err);
}
