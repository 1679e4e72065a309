//! `obverse solve`, `hint` and `bench` as a user or a script sees them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Eleven empty squares.
const ENDGAME: &str = "--OOO-OO-OOOOOO-XXOXOOOXXXXOXOXXXXXXOXXXXXOXXXXX-XXXX-X---XXXX-X X;";

fn obverse(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn json_lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The exact score as the solver finds it, for files that are to know it.
fn known_score() -> i64 {
    let output = obverse(&["solve", "-", "--json", "--hash", "4"], ENDGAME);
    json_lines(&output)[0]["score"].as_i64().unwrap()
}

#[test]
fn solve_prints_a_line_a_problem_and_the_total() {
    let problems = format!("{ENDGAME}\n\n{ENDGAME}\n{ENDGAME}\n");
    let output = obverse(&["solve", "-", "--json", "--limit", "2", "--hash", "4"], &problems);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3);
    for (index, line) in lines[..2].iter().enumerate() {
        assert_eq!(line["index"], index + 1);
        assert_eq!((&line["empties"], &line["depth"]), (&11.into(), &11.into()));
        assert_eq!(line["kind"], "exact");
        assert_eq!(line["best"], line["pv"][0]);
        assert!(line["nodes"].as_u64().is_some() && line["seconds"].as_f64().is_some());
        assert!(line.get("expected").is_none());
    }
    let total = &lines[2];
    assert_eq!(total["total"], true);
    assert_eq!((&total["problems"], &total["solved"]), (&2.into(), &2.into()));
    assert!(total.get("wrong").is_none());
}

#[test]
fn an_expected_score_is_compared() {
    let score = known_score();
    let right = format!("{ENDGAME} a1:{score:+};");
    let output = obverse(&["solve", "-", "--json", "--hash", "4"], &right);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = json_lines(&output);
    assert_eq!((&lines[0]["expected"], &lines[1]["wrong"]), (&score.into(), &0.into()));

    let wrong = format!("{ENDGAME} a1:{:+};", score + 2);
    let output = obverse(&["solve", "-", "--hash", "4"], &wrong);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("WRONG"));
}

#[test]
fn wld_is_one_nought_or_minus_one() {
    let score = known_score();
    let output = obverse(&["solve", "-", "--json", "--wld", "--hash", "4"], ENDGAME);
    let line = &json_lines(&output)[0];
    assert_eq!((&line["score"], &line["kind"]), (&score.signum().into(), &"wld".into()));
}

#[test]
fn bad_input_is_exit_code_2_and_nothing_on_standard_output() {
    for (arguments, input) in [
        (&["solve", "-"][..], ""),
        (&["solve", "no-such-file.obf"], ""),
        (&["hint", "f5f5"], ""),
        (&["hint", "start", "--level", "21"], ""),
        (&["hint", "start", "--depth", "3", "--hash", "0"], ""),
        (&["hint", "start", "--depth", "3", "--hash", "99999999"], ""),
        (&["hint", "start", "--depth", "3", "--threads", "1000"], ""),
        (&["bench", "nothing"], ""),
        (&["bench", "ffo", "--from", "60"], ""),
        (&["bench", "ffo", "--from", "45", "--to", "41"], ""),
        (&["perft", "--depth", "2", "--threads", "100000"], ""),
        (&["solve"], ""),
    ] {
        let output = obverse(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn hint_ranks_the_moves() {
    let arguments = ["hint", "f5d6c3", "--top", "3", "--depth", "6", "--json", "--hash", "4"];
    let lines = json_lines(&obverse(&arguments, ""));
    assert_eq!(lines.len(), 3);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["rank"], index + 1);
        assert_eq!((&line["kind"], &line["depth"]), (&"selective".into(), &6.into()));
        assert!(line["confidence"].as_u64().is_some_and(|per_cent| per_cent < 100));
        assert_eq!(line["move"], line["pv"][0]);
    }
    let scores: Vec<f64> = lines.iter().map(|line| line["score"].as_f64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn hint_says_what_is_exact() {
    let output = obverse(&["hint", "-", "--depth", "60", "--json", "--hash", "4"], ENDGAME);
    let line = &json_lines(&output)[0];
    assert_eq!((&line["kind"], &line["score"]), (&"exact".into(), &(known_score() as f64).into()));
}

#[test]
fn the_opening_book_answers_unless_thinking_is_asked_for() {
    let kind = |more: &[&str]| {
        let output = obverse(&[&["hint", "start", "--json", "--hash", "4"], more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        json_lines(&output)[0]["kind"].as_str().unwrap().to_owned()
    };
    assert_eq!(kind(&[]), "book");
    assert_eq!(kind(&["--depth", "2"]), "selective");
    assert_eq!(kind(&["--no-book", "--time", "1s"]), "selective");
}
