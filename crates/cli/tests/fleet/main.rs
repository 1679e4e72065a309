//! The fleet as a user meets it: workers, a server, and the same commands as ever.
#![cfg(unix)]

mod commands;
#[path = "../common/mod.rs"]
mod common;
mod machines;
mod matches;
mod security;

use common::run;
use machines::{server, worker};
use serde_json::Value;
use tempfile::TempDir;

/// Lines of JSON without the times, which differ from run to run.
fn without_times(text: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line.as_object_mut().unwrap().remove("seconds");
        line
    };
    text.lines().map(line).collect()
}

const PROBLEMS: &str = "../../examples/problems.obf";

#[test]
fn the_answers_are_those_of_the_same_command_without_a_fleet() {
    let folder = TempDir::new().unwrap();
    let (_server, url) = server(folder.path());
    let solve = ["solve", PROBLEMS, "--limit", "3", "--threads", "1", "--hash", "16", "--json"];
    let local = run(solve);
    assert_eq!(local.code, 0, "{}", local.err);
    let _workers = [worker(&url), worker(&url)];
    let with_fleet = [&solve[..], &["--fleet", &url, "--verify", "2"]].concat();
    let fleet = run(&with_fleet);
    assert_eq!((fleet.code, without_times(&fleet.out)), (0, without_times(&local.out)));
    let status = run(["fleet", "status", &url, "--json"]);
    assert_eq!(status.code, 0, "{}", status.err);
    let lines: Vec<Value> =
        status.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["state"], &lines[0]["done"]), (&"done".into(), &3.into()));
    assert_eq!(lines.iter().filter(|line| line["name"] == "tester").count(), 2);
    // A second time nothing is solved again: the times are those of before.
    assert_eq!(run(&with_fleet).out, fleet.out);
    let cancel = run(["fleet", "cancel", &url, "nothing"]);
    assert_eq!(cancel.code, 2);
    assert!(cancel.err.contains("there is no batch nothing"), "{}", cancel.err);
}

#[test]
fn a_server_that_is_not_there_is_named_without_its_password() {
    let answer =
        run(["solve", PROBLEMS, "--limit", "1", "--fleet", "nats://me:secret@127.0.0.1:1"]);
    assert_eq!((answer.code, &*answer.out), (2, ""));
    assert!(answer.err.contains("nats://127.0.0.1:1"), "{}", answer.err);
    assert!(!answer.err.contains("secret"), "{}", answer.err);
}
