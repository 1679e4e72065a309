//! `obverse puzzles` and `obverse openings --drill`: solving, what is kept, and making.

mod common;

use common::{run, run_with};
use obverse_study::{Puzzle, read_puzzles, shipped_puzzles};
use serde_json::Value;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Solves puzzles of this place's library.
    fn puzzles(&self, args: &[&str], typed: &str) -> common::Answer {
        let library = self.path("library.sqlite");
        let all = ["puzzles", "--library", &library].into_iter().chain(args.iter().copied());
        run_with(all, typed.as_bytes())
    }
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn with_id(id: &Value) -> &'static Puzzle {
    shipped_puzzles().iter().find(|puzzle| *id == puzzle.id().to_string()).unwrap()
}

#[test]
fn a_puzzle_is_solved_and_the_rating_is_kept() {
    let place = Place::new();
    let first = place.puzzles(&["--json", "--seed", "4", "--count", "1"], "");
    assert_eq!(first.code, 0, "{}", first.err);
    let asked = lines(&first.out);
    assert!(asked[0].get("answer").is_none(), "the answer is not given away");
    let puzzle = with_id(&asked[0]["id"]);
    let typed = format!("{}\n", puzzle.answer());
    let solved = place.puzzles(&["--json", "--seed", "4", "--count", "1"], &typed);
    let told = lines(&solved.out);
    assert_eq!(told[0]["id"], asked[0]["id"], "a puzzle that was not decided comes again");
    assert_eq!((&told[1]["solved"], &told[1]["loss"]), (&true.into(), &0.0.into()));
    let rating = told.last().unwrap()["rating"].as_f64().unwrap();
    assert!(rating > 800.0);
    let next = lines(&place.puzzles(&["--json", "--seed", "4", "--count", "1"], "").out);
    assert_ne!(next[0]["id"], asked[0]["id"]);
    assert_eq!(next[0]["player"].as_f64(), Some(rating));
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody() {
    let day = |day: &str| lines(&Place::new().puzzles(&["--daily", day, "--json"], "").out);
    let (one, again, other) = (day("2026-11-18"), day("2026-11-18"), day("2026-11-19"));
    assert_eq!(one[0]["id"], again[0]["id"]);
    assert_ne!(one[0]["id"], other[0]["id"]);
}

#[test]
fn in_words_a_wrong_move_is_told_what_it_costs() {
    let place = Place::new();
    let asked = lines(&place.puzzles(&["--json", "--seed", "9", "--count", "1"], "").out);
    let puzzle = with_id(&asked[0]["id"]);
    let wrong = puzzle.choices()[1].mv;
    let typed = format!("hello\n{wrong}\n?\n");
    let told = place.puzzles(&["--seed", "9", "--count", "1"], &typed);
    assert!(told.out.contains("`hello` is no move"), "{}", told.out);
    assert!(told.out.contains(&format!("{wrong} loses {} discs", puzzle.margin())), "{}", told.out);
    assert!(told.out.contains(&format!("Answer: {}", puzzle.answer())), "{}", told.out);
    assert!(told.out.contains("0 of 1 solved"), "{}", told.out);
}

#[test]
fn puzzles_are_made_of_games_and_solved_from_their_file() {
    let place = Place::new();
    let (games, file) = (place.path("games.txt"), place.path("mine.txt"));
    let game = "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5f7c7c8f8e8g3h4h6g4f2h5h3e3h7f1c2d2d1b4e2e1d8g8a3c1b2b8b3a1b7a8a7a6a5a4g7a2g1h8b1h2g2h1";
    std::fs::write(&games, format!("{game}\n")).unwrap();
    let args =
        ["puzzles", "make", &games, "--out", &file, "--per-game", "30", "--hash", "16", "--json"];
    let made = run(args);
    assert_eq!((made.code, made.err.as_str()), (0, ""), "{}", made.out);
    let puzzles = read_puzzles(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(lines(&made.out)[0]["puzzles"], puzzles.len());
    let asked = place.puzzles(&["--from", &file, "--json", "--count", "1"], "");
    let id = lines(&asked.out)[0]["id"].clone();
    assert!(puzzles.iter().any(|puzzle| id == puzzle.id().to_string()));
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = Place::new();
    let broken = place.path("broken.txt");
    std::fs::write(&broken, "obverse-puzzles 1\nnonsense\n").unwrap();
    for (args, words) in [
        (&["--from", "/no/such/file"][..], "/no/such/file"),
        (&["--from", &broken], "line 2"),
        (&["--theme", "luck"], "no theme"),
        (&["--rating", "900"], "no range"),
        (&["--rating", "4000-4100"], "leave --theme or --rating out"),
        (&["--daily", "tomorrow"], "2026-11-18"),
        (&["--mine"], "the library has no puzzles"),
        (&["make", "--out", "x.txt"], "nothing to make puzzles from"),
    ] {
        let answer = place.puzzles(args, "");
        let answer = if args[0] == "make" { run(["puzzles"].iter().chain(args)) } else { answer };
        assert_eq!(answer.code, 2, "{args:?}: {} {}", answer.out, answer.err);
        assert!(answer.err.contains(words), "{args:?}: {}", answer.err);
    }
}

#[test]
fn an_opening_is_learnt_by_heart() {
    let typed = "d3\nf5\nc3\nc4\nf5\nc3\nc4\n";
    let told = run_with(["openings", "--drill", "f5d6c3d3c4"], typed.as_bytes());
    assert_eq!((told.code, told.err.as_str()), (0, ""), "{}", told.out);
    assert!(told.out.contains("d3 is in no line"), "{}", told.out);
    assert!(told.out.ends_with("1 line known, 1 times something was missed\n"), "{}", told.out);
    let none = run(["openings", "--drill", "no such opening"]);
    assert_eq!(none.code, 2);
    let left = run_with(["openings", "--drill", "tiger", "--side", "white"], b"q\n");
    assert_eq!(left.code, 1, "{}", left.out);
}
