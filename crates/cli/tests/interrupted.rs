//! Long jobs that are interrupted: what was kept, and how to go on.
#![cfg(all(unix, feature = "train"))]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Presses Ctrl-C until the job has ended: its exit code and what it said.
///
/// Whether the job listens already cannot be seen from outside. One that does not is ended without
/// a word, and is started again.
fn interrupt(arguments: &[&str], is_at_work: impl Fn() -> bool) -> (i32, String) {
    for _ in 0..20 {
        let child = start(arguments);
        while !is_at_work() {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(300));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        if let Some(code) = output.status.code() {
            return (code, String::from_utf8(output.stderr).unwrap());
        }
    }
    panic!("{arguments:?} ends without a word at every signal")
}

/// Two million games last for hours.
fn data(folder: &Path, games: &str) -> String {
    let path = folder.join("games.data").to_str().unwrap().to_owned();
    let arguments = ["train", "generate", &path, "--games", games, "--depth", "1"];
    let made = start(&[&arguments[..], &["--random-plies", "40"]].concat());
    assert!(made.wait_with_output().unwrap().status.success());
    path
}

#[test]
fn a_count_says_that_nothing_is_kept() {
    let (code, said) = interrupt(&["perft", "--depth", "25"], || true);
    assert_eq!(code, INTERRUPTED, "{said}");
    assert!(said.contains("interrupted") && said.contains("nothing is kept"), "{said}");
}

#[test]
fn a_review_says_that_it_is_not_whole() {
    // Every move gets ten seconds at least, whatever the engine thinks of it.
    let arguments = ["review", "f5d6c3d3c4f4c5b3c2", "--time", "100", "--threads", "1"];
    let (code, said) = interrupt(&arguments, || true);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("interrupted in game 1"), "{said}");
}

#[test]
fn a_fit_says_where_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path(), "64");
    let out = folder.path().join("new.weights").to_str().unwrap().to_owned();
    let fit = ["train", "fit", &data, "--out", &out, "--epochs", "1000000", "--tables", "60"];
    let (code, said) = interrupt(&fit, || true);
    assert_eq!(code, INTERRUPTED, "{said}");
    assert!(said.contains("nothing was kept") && said.contains("--checkpoints"), "{said}");
    let checkpoints = folder.path().join("kept");
    let fit = [&fit[..], &["--checkpoints", checkpoints.to_str().unwrap()]].concat();
    let (code, said) = interrupt(&fit, || checkpoints.join("table-0.checkpoint").exists());
    assert_eq!(code, INTERRUPTED, "{said}");
    assert!(said.contains("the same command goes on"), "{said}");
    assert!(said.contains(checkpoints.to_str().unwrap()), "{said}");
}

#[test]
fn a_tuning_says_where_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(folder.path(), "64");
    let tune = ["tune", "squares", &data, "--from", "1", "--games", "1000000"];
    let (code, said) = interrupt(&tune, || true);
    assert_eq!(code, INTERRUPTED, "{said}");
    assert!(said.contains("nothing was kept") && said.contains("--checkpoints"), "{said}");
    let kept = folder.path().to_str().unwrap();
    let (code, said) = interrupt(&[&tune[..], &["--checkpoints", kept]].concat(), || true);
    assert_eq!(code, INTERRUPTED, "{said}");
    assert!(said.contains("the same command goes on") && said.contains(kept), "{said}");
}

#[test]
fn games_that_were_cut_short_are_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.data");
    let is_written = || std::fs::metadata(&path).is_ok_and(|data| data.len() > 1000);
    let generate = ["train", "generate", path.to_str().unwrap(), "--games", "2000000"];
    let (code, said) = interrupt(&[&generate[..], &["--depth", "1"]].concat(), is_written);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(" of 2000000 games; the same command goes on"), "{said}");
}
