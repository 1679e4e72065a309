//! Matches by a fleet: results, order and files are those of a match without it.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::run;
use crate::machines::{server, worker, worker_with};

/// A record or a journal without the times of the moves (in `B[F5/0.1/0.02]` what follows the
/// second stroke) and the checksums of that.
fn without_times(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let parts =
        text.split(",\"crc\":\"").map(|part| part.split_once("\"}").map_or(part, |it| it.1));
    let text: String = parts.collect();
    let (mut kept, mut strokes) = (String::new(), 0);
    for letter in text.chars() {
        match letter {
            '[' | ']' => strokes = 0,
            '/' => strokes += 1,
            _ => {}
        }
        if strokes < 2 {
            kept.push(letter);
        }
    }
    kept.replace("/]", "]")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_match_is_the_same_game_by_game() {
    let folder = TempDir::new().unwrap();
    let (_server, url) = server(&folder.path().join("store"));
    let _workers = [worker(&url), worker(&url)];
    let weights = folder.path().join("other.weights");
    std::fs::copy("../engine/weights/obverse.weights", &weights).unwrap();
    let other = format!("engine:depth=2,eval={}", weights.display());
    let two = ["match", "engine:depth=3", &other, "--games", "9", "--adjudicate", "6"];
    let many = ["match", "--round-robin", "random", "squares:depth=2", "level:1", "--games", "3"];
    let fixed = ["match", "random", "level:2", "--colours", "fixed", "--size", "6", "--games", "5"];
    for (name, contest) in [("two", &two[..]), ("many", &many), ("fixed", &fixed)] {
        let [local, fleet] = ["", "-fleet"].map(|it| folder.path().join(format!("{name}{it}.ggf")));
        let out = ["--json", "--out", local.to_str().unwrap()];
        let here = run([contest, &out, &["--concurrency", "2"]].concat());
        assert_eq!(here.code, 0, "{}", here.err);
        let out = ["--json", "--out", fleet.to_str().unwrap()];
        let there = run([contest, &out, &["--fleet", &url, "--verify", "2"]].concat());
        assert_eq!((there.code, there.out), (0, here.out), "{name}: {}", there.err);
        assert_eq!(without_times(&fleet), without_times(&local), "{name}");
        let journal = |file: &Path| without_times(&file.with_extension("ggf.journal"));
        assert_eq!(journal(&fleet), journal(&local), "{name}");
    }
}

#[test]
fn a_test_ends_with_its_verdict_and_the_rest_is_not_played() {
    let folder = TempDir::new().unwrap();
    let (_server, url) = server(folder.path());
    let _workers = [worker(&url), worker(&url)];
    let test = ["match", "engine:depth=2", "random", "--games", "100000", "--sprt", "0,100"];
    let here = run([&test[..], &["--json"]].concat());
    let there = run([&test[..], &["--json", "--fleet", &url]].concat());
    assert_eq!((there.code, &there.out), (0, &here.out), "{}", there.err);
    let last = lines(&there.out).pop().unwrap();
    assert_eq!(last["verdict"], "H1");
    assert!(last["games"].as_u64().unwrap() < 1000, "{last}");
    let status = lines(&run(["fleet", "status", &url, "--json"]).out);
    assert_eq!((&status[0]["state"], &status[0]["queued"]), (&"ended".into(), &0.into()));
}

#[test]
fn a_match_that_was_begun_here_goes_on_with_a_fleet() {
    let folder = TempDir::new().unwrap();
    let (_server, url) = server(&folder.path().join("store"));
    let _worker = worker(&url);
    let out = folder.path().join("games.ggf");
    let contest =
        |games: &'static str| ["match", "random", "engine:depth=1", "--json", "--games", games];
    let whole = run(contest("20"));
    let out = ["--out", out.to_str().unwrap()];
    run([&contest("7")[..], &out].concat());
    let there = run([&contest("20")[..], &out, &["--fleet", &url]].concat());
    assert_eq!(there.code, 0, "{}", there.err);
    let whole: Vec<&str> = whole.out.lines().collect();
    assert_eq!(there.out.lines().collect::<Vec<_>>(), whole[7..]);
}

#[test]
fn programs_are_started_by_workers_that_were_told_so_and_by_nobody_else() {
    let folder = TempDir::new().unwrap();
    let (_server, url) = server(folder.path());
    let program = format!("{} gtp --player random:seed=3", env!("CARGO_BIN_EXE_obverse"));
    let external = format!("gtp:{program}");
    let contest = ["match", &external, "random:seed=5", "--games", "2", "--json"];
    let here = run([&contest[..], &["--concurrency", "1"]].concat());
    assert_eq!(here.code, 0, "{}", here.err);
    let url_of_all = url.clone();
    let waits = worker(&url);
    let submitter = std::thread::spawn({
        let command: Vec<String> =
            contest.iter().map(|&word| word.to_owned()).chain(["--fleet".into(), url]).collect();
        move || run(command)
    });
    // Nobody who may do it is there.
    let state = || {
        let status = run(["fleet", "status", &url_of_all, "--json"]);
        lines(&status.out).iter().find_map(|line| Some(line["state"].as_str()?.to_owned()))
    };
    while state().as_deref() != Some("waits for a worker") {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let _allowed = worker_with(&url_of_all, &["--allow", &program, "--allow", "another"]);
    let there = submitter.join().unwrap();
    assert_eq!((there.code, there.out), (0, here.out), "{}", there.err);
    drop(waits);
}
