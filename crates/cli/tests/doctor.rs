//! `obverse doctor` and `obverse --version --verbose`.

mod common;

use std::collections::HashMap;
use std::process::Command;

use common::run;
use serde_json::Value;

/// Runs `doctor --json` with these variables, and nothing else that says where files are; its
/// findings by what they are about, and the exit code.
fn doctor(variables: &[(&str, &str)]) -> (HashMap<String, Value>, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "OBVERSE_LIBRARY"] {
        command.env_remove(name);
    }
    let output = command
        .args(["doctor", "--json"])
        .envs(variables.iter().copied())
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("text");
    let findings = text.lines().map(|line| {
        let finding: Value = serde_json::from_str(line).expect("JSON");
        (finding["about"].as_str().expect("a name").to_owned(), finding)
    });
    (findings.collect(), output.status.code().unwrap_or(-1))
}

#[test]
fn a_sound_machine_is_told_to_be_one() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().to_str().unwrap();
    let (findings, code) = doctor(&[("HOME", path)]);
    assert_eq!(code, 0, "{findings:?}");
    for about in ["version", "tier", "cores", "memory", "terminal", "settings", "data", "state"] {
        assert_ne!(findings[about]["state"], "wrong", "{about}");
    }
    let engine = findings["engine"]["found"].as_str().unwrap();
    assert!(engine.starts_with("sound, "), "{engine}");
    let data = findings["data"]["found"].as_str().unwrap();
    assert!(data.contains(path) && data.ends_with("made when it is needed"), "{data}");
    // Looking leaves nothing behind.
    assert_eq!(home.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_slower_tier_than_the_best_has_a_hint() {
    let (findings, _) = doctor(&[("OBVERSE_TIER", "portable")]);
    let tier = &findings["tier"];
    let found = tier["found"].as_str().unwrap();
    assert!(found.starts_with("portable, of portable"), "{found}");
    if found != "portable, of portable" {
        assert!(tier["hint"].as_str().unwrap().contains("OBVERSE_TIER"), "{tier}");
    }
}

#[test]
fn where_there_is_no_home_a_hint_says_so() {
    let (findings, code) = doctor(&[]);
    assert_eq!(code, 0);
    assert_eq!(findings["data"]["state"], "hint");
    assert!(findings["data"]["hint"].as_str().unwrap().contains("HOME"));
}

#[cfg(feature = "library")]
#[test]
fn a_library_that_is_none_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("library.sqlite");
    std::fs::write(&file, "this is no database").unwrap();
    let path = file.to_str().unwrap();
    let (findings, code) =
        doctor(&[("HOME", folder.path().to_str().unwrap()), ("OBVERSE_LIBRARY", path)]);
    assert_eq!((code, &findings["library"]["state"]), (1, &Value::from("wrong")));
    // Nor is a file a folder.
    let (findings, code) = doctor(&[("XDG_DATA_HOME", path), ("OBVERSE_LIBRARY", "")]);
    assert_eq!((code, &findings["data"]["state"]), (1, &Value::from("wrong")));
}

#[test]
fn a_build_says_what_it_is() {
    let short = run(["--version"]);
    let verbose = run(["--version", "--verbose"]);
    assert_eq!((verbose.code, short.code), (0, 0));
    assert_eq!(verbose.out, run(["--verbose", "--version"]).out);
    let facts: HashMap<&str, &str> =
        verbose.out.lines().skip(1).filter_map(|line| line.split_once(' ')).collect();
    assert_eq!(verbose.out.lines().next(), Some(short.out.trim()));
    let hex = |name: &str| u64::from_str_radix(facts[name].trim(), 16).is_ok();
    assert!(hex("build") && hex("weights"), "{facts:?}");
    // What is printed is what is counted: the record is checked against the searches elsewhere.
    let record = include_str!("../../engine/signature.txt");
    let counted = record.lines().next().and_then(|line| line.strip_prefix("signature ")).unwrap();
    assert!(facts["signature"].trim().starts_with(counted), "{facts:?}");
    assert!(!facts["commit"].trim().is_empty() && !facts["tier"].trim().is_empty());
}
