//! `obverse play --plain` and `obverse` in a pipe, as scripts use them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn obverse(arguments: &[&str], input: &str) -> Output {
    let state = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(arguments)
        .env("XDG_STATE_HOME", state.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().unwrap().write_all(input.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn a_game_between_computers_needs_no_input() {
    let output =
        obverse(&["play", "--size", "4", "--black", "random:seed=1", "--white", "anysize"], "");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    let results = ["B player wins.", "W player wins.", "Draw!"];
    assert_eq!(said.lines().filter(|line| results.contains(line)).count(), 1, "{said}");
}

#[test]
fn without_arguments_and_without_a_terminal_it_asks() {
    let output = obverse(&[], "4\nB\nrandom\n\n\nresign\n");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(said.contains("Enter the board dimension: 4\nComputer plays (B/W): B\n"), "{said}");
    assert!(said.contains("B player wins.\nBlack wins: White resigns.\n"), "{said}");
}

#[test]
fn options_without_a_command_are_those_of_play() {
    let output = obverse(&["--plain", "--size", "4", "--white", "random"], "resign\n");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("White wins: Black resigns."));
    // What is no option of it is a mistake all the same, and help is that of the program.
    assert_eq!(obverse(&["--pain"], "").status.code(), Some(2));
    assert!(text(&obverse(&["--help"], "").stdout).contains("match"));
}

#[test]
fn a_strict_game_ends_with_an_illegal_move() {
    let arguments = ["play", "--plain", "--strict", "--black", "human", "--white", "random"];
    let output = obverse(&arguments, "a1\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).lines().any(|line| line == "W player wins."));
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |seed: &str| {
        let who = ["--black", "random", "--white", "random"];
        obverse(&[&["play", "--plain", "--seed", seed], &who[..]].concat(), "").stdout
    };
    assert_eq!(game("5"), game("5"));
    assert_ne!(game("5"), game("6"));
}

#[test]
fn bad_flags_and_files_exit_2_and_say_why() {
    for (arguments, complaint) in [
        (&["--size", "7"][..], "even numbers from 4 to 26"),
        (&["--black", "bob"], "`bob` is not a player"),
        (&["--black", "ratio:book=off"], "ratio has no option `book`"),
        (&["--black", "killer", "--size", "10"], "killer plays on 8×8 only, not on 10×10"),
        (&["--time", "soon"], "is not a time"),
        (&["--clock", "5+3+1"], "is not a clock"),
        (&["--time", "1", "--clock", "5+3"], "cannot be used with"),
        (&["--load", "no-such-file"], "no-such-file"),
        (&["--resume"], "no game that was left"),
    ] {
        let output = obverse(&[&["play", "--plain"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(complaint), "{arguments:?}: {said}");
    }
    // Questions without answers.
    let output = obverse(&["play", "--plain"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the input ended before the game began"));
}

#[cfg(unix)]
#[test]
fn a_game_that_could_not_be_saved_is_not_done() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/such/game.ggf");
    // A folder that is not there, a file that is no folder, and a disk that is full.
    for file in [missing.to_str().unwrap(), "/dev/null/game.ggf", "/dev/full"] {
        let arguments = ["play", "--plain", "--white", "random", "--save", file];
        let output = obverse(&arguments, "f5\n");
        let (said, complaint) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{file}: {said}");
        assert!(!said.contains("is saved in"), "{file}: {said}");
        assert!(complaint.contains(&format!("could not be saved in {file}: ")), "{complaint}");
        assert!(complaint.contains("it is kept in "), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(["play", "--plain", "--size", "26", "--black", "random", "--white", "random"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}
