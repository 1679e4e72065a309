//! The fleet as a user meets it: workers, a server, and the same commands as ever.
#![cfg(unix)]

mod common;

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::run;
use serde_json::Value;
use tempfile::TempDir;

/// A process that ends with its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server in a folder of its own, and its address.
fn server(folder: &Path) -> (Process, String) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    // Debian has it in a folder that is in few users' path.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let program = folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file());
    let child = Command::new(program.expect("apt-get install nats-server"))
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(folder)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        sleep(Duration::from_millis(20));
    }
    (Process(child), format!("nats://127.0.0.1:{port}"))
}

fn worker(url: &str) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    command.args(["work", url, "--threads", "1", "--silence", "2s", "--name", "tester"]);
    Process(command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

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
#[cfg(feature = "train")]
fn games_played_by_a_fleet_make_the_same_file() {
    let folder = TempDir::new().unwrap();
    let (_server, url) = server(&folder.path().join("store"));
    let _workers = [worker(&url), worker(&url)];
    let [local, fleet] = ["local", "fleet"].map(|name| folder.path().join(name));
    let weights = "../engine/weights/obverse.weights";
    let generate = |out: &Path, more: &[&str]| {
        let plies =
            ["--games", "150", "--depth", "1", "--random-plies", "40-44", "--eval", weights];
        let answer =
            run([&["train", "generate", out.to_str().unwrap()], &plies[..], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.err);
    };
    generate(&local, &[]);
    generate(&fleet, &["--fleet", &url]);
    assert_eq!(std::fs::read(local).unwrap(), std::fs::read(fleet).unwrap());
}

#[test]
fn a_server_that_is_not_there_is_named_without_its_password() {
    let answer =
        run(["solve", PROBLEMS, "--limit", "1", "--fleet", "nats://me:secret@127.0.0.1:1"]);
    assert_eq!((answer.code, &*answer.out), (2, ""));
    assert!(answer.err.contains("nats://127.0.0.1:1"), "{}", answer.err);
    assert!(!answer.err.contains("secret"), "{}", answer.err);
}
