//! Matches with external engines: our own program, and scripts that misbehave.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::{json, number, result};

#[test]
fn our_own_program_behind_both_protocols() {
    let program = env!("CARGO_BIN_EXE_obverse");
    let gtp = format!("gtp:{program} gtp --depth 1 --threads 1 --hash 16");
    let nboard = format!("nboard:{program} nboard --threads 1 --hash 16");
    for external in [&gtp, &nboard] {
        let result = result(&[external, "random", "--games", "4", "--depth", "2"]);
        assert_eq!(result["failures"], serde_json::json!([0, 0]), "{result}");
        assert!(number(&result, "score") > 0.5, "{result}");
    }
}

/// An engine whose answer to `genmove` is this piece of shell.
fn engine(genmove: &str) -> String {
    format!(
        "gtp:sh -c 'while read -r line; do case \"$line\" in genmove*) {genmove};; \
         *) printf \"=\\n\\n\";; esac; done'"
    )
}

#[test]
fn engines_that_misbehave_lose_their_games_and_no_more() {
    for genmove in [
        "printf \"= a1\\n\\n\"",
        "printf \"= rubbish\\n\\n\"",
        "exit 1",
        "sleep 1000",
        "yes garbage",
    ] {
        let engine = engine(genmove);
        let lines =
            json(&[&engine, "random", "--games", "2", "--time", "50ms", "--concurrency", "2"]);
        let (result, games) = lines.split_last().unwrap();
        assert_eq!(result["losses"], 2, "{genmove}: {result}");
        assert_eq!(result["failures"], serde_json::json!([2, 0]), "{genmove}: {result}");
        assert!(games.iter().all(|game| game["how"] == "failed"), "{genmove}: {games:?}");
    }
}

/// Whether a process runs, and is no corpse.
#[cfg(target_os = "linux")]
fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        !stat.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z')
    })
}

/// A match whose first engine reaches this piece of shell after it has made a file, and the file.
fn stuck(arm: &str, folder: &std::path::Path) -> (std::process::Child, std::path::PathBuf) {
    let file = folder.join("reached");
    let engine = format!(
        "gtp:sh -c 'while read -r line; do case \"$line\" in {arm}*) echo $$ > {}; sleep 1000;; \
         *) printf \"=\\n\\n\";; esac; done'",
        file.display()
    );
    let program = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(["match", &engine, "random", "--games", "2", "--concurrency", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    (program, file)
}

fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if done() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} did not happen");
}

fn interrupt(program: &std::process::Child) {
    let pid = program.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
}

#[test]
fn the_first_interrupt_says_what_there_is_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let (program, reached) = stuck("genmove", folder.path());
    wait_for("the game", || reached.exists());
    interrupt(&program);
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("against random, 0 games"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("stopped after 0 of 2 games; with --out FILE"), "{said}");
}

#[test]
fn the_second_interrupt_ends_a_match_at_once() {
    let folder = tempfile::tempdir().unwrap();
    // Nothing but an answer ends the wait for the board, for half a minute.
    let (mut program, reached) = stuck("boardsize", folder.path());
    wait_for("the game", || reached.exists());
    let mut status = None;
    wait_for("the end", || {
        interrupt(&program);
        thread::sleep(Duration::from_millis(100));
        status = program.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.and_then(|status| status.code()), Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_does_not_outlive_a_match_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    // It hangs, and pays no attention to the end of its input.
    let (mut program, file) = stuck("genmove", folder.path());
    let pid = || fs::read_to_string(&file).unwrap_or_default().trim().to_owned();
    wait_for("the game", || !pid().is_empty());
    assert!(runs(&pid()));
    // Nothing in the program can react to this.
    program.kill().unwrap();
    program.wait().unwrap();
    wait_for("the end of the engine", || !runs(&pid()));
}
