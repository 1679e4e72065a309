//! `--eval FILE` and `engine:eval=FILE` as a user gives them.

mod common;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use common::{Answer, run};
use obverse_engine::eval::decode;
use obverse_trainer::export::encode;
use serde_json::Value;

/// Discs that the changed weights add to every evaluation of theirs.
const MORE: i32 = 10;

const SHIPPED: &[u8] = include_bytes!("../../engine/weights/obverse.weights");

fn json_lines(answer: &Answer) -> Vec<Value> {
    answer.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// The shipped weights, with every position judged better for the side to move.
fn changed_weights(folder: &Path) -> PathBuf {
    static CHANGED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let mut parts = decode(SHIPPED).unwrap();
        for head in &mut parts.heads {
            head.output_bias += MORE * 128;
        }
        encode(&parts)
    });
    let path = folder.join("changed.weights");
    std::fs::write(&path, &*CHANGED).unwrap();
    path
}

#[test]
fn a_hint_is_given_with_other_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = changed_weights(folder.path());
    let score = |more: &[&str]| {
        let plain = ["hint", "f5d6c3d3c4", "--depth", "2", "--hash", "4", "--json"];
        let answer = run([&plain, more].concat());
        assert_eq!(answer.code, 0, "{answer:?}");
        json_lines(&answer)[0]["score"].as_f64().unwrap()
    };
    // Two plies ahead the same side is to move.
    let more = score(&["--eval", path.to_str().unwrap()]) - score(&[]);
    assert!((more - f64::from(MORE)).abs() < 0.02, "{more}");
}

#[test]
fn two_evaluations_meet_in_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let path = changed_weights(folder.path());
    let changed = format!("engine:eval={}", path.display());
    let answer =
        run(["match", &changed, "engine", "--games", "2", "--depth", "1", "--hash", "1", "--json"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let lines = json_lines(&answer);
    let result = lines.last().unwrap();
    assert_eq!((&result["games"], &result["a"]), (&2.into(), &changed.clone().into()));
}

#[test]
fn a_file_that_is_no_weights_is_refused_wherever_the_engine_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("foreign.weights");
    std::fs::write(&path, "not weights").unwrap();
    let path = path.to_str().unwrap();
    let player = format!("engine:eval={path}");
    for arguments in [
        &["hint", "start", "--eval", path][..],
        &["solve", "start", "--eval", path],
        &["bench", "signature", "--eval", path],
        &["gtp", "--eval", path],
        &["nboard", "--eval", path],
        &["serve", "--addr", "127.0.0.1:0", "--eval", path],
        &["play", "--plain", "--black", "random", "--white", "random", "--eval", path],
        &["play", "--plain", "--black", "random", "--white", &player],
        &["match", "random", "random", "--eval", path],
        &["match", "random", &player],
    ] {
        assert_refused(arguments, path, "not a file of Obverse weights");
    }
}

#[test]
fn a_damaged_or_missing_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.weights");
    let damaged = folder.path().join("damaged.weights");
    let mut bytes = SHIPPED.to_vec();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    for (path, reason) in [(damaged, "damaged"), (missing, "No such file")] {
        let path = path.to_str().unwrap();
        assert_refused(&["hint", "start", "--eval", path], path, reason);
        assert_refused(&["match", "random", &format!("engine:eval={path}")], path, reason);
    }
}

fn assert_refused(arguments: &[&str], path: &str, reason: &str) {
    let answer = run(arguments);
    assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
    assert!(answer.err.contains(reason) && answer.err.contains(path), "{arguments:?}: {answer:?}");
}
