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

#[cfg(target_os = "linux")]
#[test]
fn an_engine_does_not_outlive_a_match_that_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    // It hangs, and pays no attention to the end of its input.
    let engine = engine(&format!("echo $$ > {}; sleep 1000", file.display()));
    let mut program = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(["match", &engine, "random", "--games", "2", "--concurrency", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let wait_for = |what: &str, done: &dyn Fn() -> bool| {
        for _ in 0..3000 {
            if done() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("{what} did not happen");
    };
    let pid = || fs::read_to_string(&file).unwrap_or_default().trim().to_owned();
    wait_for("the game", &|| !pid().is_empty());
    assert!(runs(&pid()));
    // Nothing in the program can react to this.
    program.kill().unwrap();
    program.wait().unwrap();
    wait_for("the end of the engine", &|| !runs(&pid()));
}
