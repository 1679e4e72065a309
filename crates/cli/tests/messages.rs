//! What a person is told who asked for something that cannot be had.

mod common;

use common::run;
use serde_json::Value;

/// Runs the program, which has to refuse, and gives what it says.
fn refusal(arguments: &[&str]) -> String {
    let answer = run(arguments);
    assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
    assert!(answer.out.is_empty(), "{arguments:?}: {answer:?}");
    answer.err
}

#[test]
fn a_negative_number_is_told_as_the_value_it_is() {
    for arguments in [
        &["hint", "start", "--time", "-1"][..],
        &["gtp", "--time", "-0.5"],
        &["match", "random", "random", "--time", "-1"],
    ] {
        let said = refusal(arguments);
        assert!(said.contains("is not a time: write seconds"), "{arguments:?}: {said}");
    }
    let said = refusal(&["hint", "start", "--depth", "-3"]);
    assert!(said.contains("`-3` is not a number of plies from 1"), "{said}");
}

#[test]
fn a_search_of_no_plies_is_refused() {
    for arguments in [
        &["hint", "start", "--depth", "0"][..],
        &["gtp", "--depth", "0"],
        &["nboard", "--depth", "0"],
        &["match", "engine", "random", "--depth", "0"],
    ] {
        let said = refusal(arguments);
        assert!(said.contains("`0` is not a number of plies from 1"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_folder_without_games_is_told_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for command in ["hint", "show", "solve"] {
        let said = refusal(&[command, path]);
        assert!(said.contains("is a folder without WTHOR files (.wtb)"), "{command}: {said}");
    }
}

#[cfg(feature = "serve")]
#[test]
fn an_address_that_is_none_is_answered_with_one_that_is() {
    for address in ["foo", "localhost", "8080", "127.0.0.1", ":8080"] {
        let said = refusal(&["serve", "--addr", address]);
        assert!(said.contains("such as 127.0.0.1:8080"), "{address}: {said}");
    }
}

#[test]
fn a_finished_game_has_no_hint_but_a_winner() {
    let over = format!("{}O X", "X".repeat(63));
    let answer = run(["hint", &over]);
    assert_eq!((answer.code, answer.out.as_str()), (1, "The game is over: Black wins 63–1\n"));
    let answer = run(["hint", &over, "--json"]);
    let line: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(answer.code, 1);
    assert_eq!((&line["over"], &line["winner"]), (&true.into(), &"black".into()), "{line}");
    assert_eq!((&line["black"], &line["white"]), (&63.into(), &1.into()), "{line}");
    // Nobody takes it for a move.
    assert!(line.get("move").is_none() && line.get("rank").is_none(), "{line}");
    let draw = format!("{}{} X", "X".repeat(32), "O".repeat(32));
    let answer = run(["hint", &draw, "--json"]);
    let line: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((answer.code, &line["winner"]), (1, &Value::Null), "{line}");
}
