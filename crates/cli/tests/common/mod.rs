//! Running the program as a user does.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What the program answered.
#[derive(Debug)]
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program with these arguments and nothing on standard input.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Answer {
    run_with(args, b"")
}

/// Runs the program with these arguments and this on standard input.
pub fn run_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may answer without reading everything.
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    feeder.join().expect("no panic");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Answer { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
}
