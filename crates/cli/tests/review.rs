//! `obverse review`: every move is accounted for.

mod common;

use common::{run, run_with};
use serde_json::Value;

/// A game of the 2001 season, with several mistakes.
const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5f7c7c8f8e8g3h4h6g4f2h5h3e3h7f1c2d2d1b4e2e1d8g8a3c1\
                    b2b8b3a1b7a8a7a6a5a4g7a2g1h8b1h2g2h1";

fn rows(args: &[&str]) -> Vec<Value> {
    let answer =
        run(["review"].iter().chain(args).chain(&["--depth", "6", "--json", "--threads", "1"]));
    assert_eq!(answer.code, 0, "{}", answer.err);
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_move_is_accounted_for() {
    let rows = rows(&[GAME, "--game", "1"]);
    let (summary, moves) = rows.split_last().unwrap();
    assert_eq!(moves.len(), GAME.len() / 2);
    assert_eq!(summary["summary"], true);
    for side in ["black", "white"] {
        let own = moves.iter().filter(|row| row["side"] == side);
        let sum: f64 = own.map(|row| row["loss"].as_f64().unwrap()).sum();
        assert!((sum - summary[side]["loss"].as_f64().unwrap()).abs() < 0.05, "{side}");
        let accuracy = summary[side]["accuracy"].as_f64().unwrap();
        assert!((1.0..=100.0).contains(&accuracy), "{summary}");
        assert!(summary[side]["phases"]["endgame"].is_number(), "{summary}");
    }
    for (number, row) in moves.iter().enumerate() {
        let discs = |name: &str| row[name].as_f64().unwrap();
        assert_eq!(row["ply"], number + 1, "the game has no passes");
        assert_eq!(row["move"], GAME[2 * number..2 * number + 2]);
        assert!((discs("best_score") - discs("score") - discs("loss")).abs() < 0.011, "{row}");
        let is_forced = row["legal"] == 1;
        assert_eq!(is_forced, row["grade"] == "forced", "{row}");
        assert!(row["move"] != row["best"] || discs("loss") == 0.0, "{row}");
        assert_eq!(discs("loss") == 0.0, is_forced || row["grade"] == "best", "{row}");
        assert!(row.get("game").is_none());
        for reason in row["reasons"].as_array().unwrap() {
            assert!(reason["id"].is_string() && reason["text"].is_string(), "{row}");
        }
    }
    // The last moves are solved.
    assert!(moves.iter().rev().take(12).all(|row| row["kind"] == "exact"));
    assert!(moves.iter().any(|row| !row["reasons"].as_array().unwrap().is_empty()));
}

#[test]
fn one_side_and_another_language() {
    let rows = rows(&[GAME, "--side", "white", "--lang", "ja"]);
    let (summary, moves) = rows.split_last().unwrap();
    assert!(moves.iter().all(|row| row["side"] == "white"));
    assert!(summary["black"]["loss"].is_number());
    let reasons = moves.iter().flat_map(|row| row["reasons"].as_array().unwrap());
    let texts: Vec<&str> = reasons.map(|reason| reason["text"].as_str().unwrap()).collect();
    assert!(!texts.is_empty() && texts.iter().all(|text| text.contains(['白', '黒', 'で', 'な'])));
}

#[test]
fn every_game_of_a_file_is_reviewed() {
    let games = "f5d6c3d3c4\nf5f6e6f4\n";
    let all = ["review", "-", "--depth", "2", "--json"];
    let answer = run_with(all, games.as_bytes());
    let games_of = |text: &str| -> Vec<Value> {
        text.lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["game"].take())
            .collect()
    };
    assert_eq!(games_of(&answer.out), [vec![1; 6], vec![2; 5]].concat());
    let one = run_with(all.into_iter().chain(["--game", "2"]), games.as_bytes());
    assert_eq!(games_of(&one.out), vec![Value::Null; 5]);
}

#[test]
fn a_review_for_people_has_a_table_the_worst_move_and_the_sums() {
    let answer = run(["review", GAME, "--depth", "6", "--threads", "1"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    for part in [
        "Black – White   White wins 45–19",
        "  41  a3",
        "The costliest move: ",
        " 1 ·",
        "discs lost  accuracy",
    ] {
        assert!(answer.out.contains(part), "{part} in {}", answer.out);
    }
}

#[test]
fn japanese_sentences_end_as_they_should() {
    let answer = run(["review", GAME, "--depth", "6", "--threads", "1", "--lang", "ja"]);
    let mut sentences = answer.out.lines().filter(|line| line.contains("手後")).peekable();
    assert!(sentences.peek().is_some());
    assert!(sentences.all(|line| line.ends_with('。')), "{}", answer.out);
}

#[test]
fn what_cannot_be_reviewed_is_refused_in_words() {
    for (args, words) in [
        (&["review", "start"][..], "no game to review"),
        (&["review", GAME, "--html", "out.html"], "does not exist yet"),
        (&["review", GAME, "--lang", "fr"], "en or ja"),
        (&["review", GAME, "--depth", "0"], "0 is not in 1..=60"),
        (&["review", GAME, "--depth", "6", "--time", "1"], "cannot be used with"),
        (&["review", GAME, "--game", "2"], "there is no game 2"),
    ] {
        let answer = run(args);
        assert_eq!(answer.code, 2, "{args:?}: {}", answer.err);
        assert!(answer.err.contains(words), "{args:?}: {}", answer.err);
    }
}
