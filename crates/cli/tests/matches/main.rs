//! Matches, played by the real program.

mod engines;
mod results;

use std::process::{Command, Output};

use serde_json::Value;

/// Runs `obverse match` and gives what it printed.
fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_obverse"))
        .arg("match")
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs a match and gives the lines of JSON that it printed, the result last.
fn json(arguments: &[&str]) -> Vec<Value> {
    let output = run(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    text.lines().map(|line| serde_json::from_str(line).expect("it prints JSON")).collect()
}

/// The result of a match.
fn result(arguments: &[&str]) -> Value {
    json(arguments).pop().expect("a result")
}

fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("{name} in {value}"))
}
