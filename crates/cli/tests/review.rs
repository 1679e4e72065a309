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
        (&["review", GAME, "--html", "/no/such/folder/out.html"], "/no/such/folder"),
        (&["review", GAME, "--html", "out.html", "--json"], "cannot be used with"),
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

/// A name may be anything, and the page is opened in a browser.
#[test]
fn the_page_needs_nothing_else_and_no_name_becomes_markup() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.ggf");
    let squares = "---------------------------O*------*O---------------------------";
    let names =
        "PB[<img src=x onerror=alert(1)>]PW[</title><script>alert(2)</script>]PC[\"'&\u{202e}]";
    let moves = "B[d3]W[c5]B[f6]W[f5]B[b6]W[e3]B[f4]W[b5]B[b4]W[d2]B[f2]W[c3]B[b3]W[g4]B[e6]W[a7]B[c4]W[c2]B[b7]W[g5]B[h3]W[a6]";
    let text = format!("(;GM[Othello]{names}TY[8]BO[8 {squares} *]{moves};)");
    std::fs::write(&game, text).unwrap();
    let out = folder.path().join("report.html");
    let args = ["review", game.to_str().unwrap(), "--depth", "4", "--html", out.to_str().unwrap()];
    let answer = run(args);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let page = std::fs::read_to_string(&out).unwrap();
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"), "the name is shown");
    assert!(
        !page.contains("<img") && !page.contains("<script>alert") && !page.contains('\u{202e}')
    );
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("&quot;&#39;&amp;"));
    for outside in ["src=\"", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // The drawing, the graph, the moves, and the mistakes.
    for part in ["id=\"board\"", "<polyline", "data-ply=\"10\"", "<article", "prefers-color-scheme"]
    {
        assert!(page.contains(part), "{part}");
    }
}
