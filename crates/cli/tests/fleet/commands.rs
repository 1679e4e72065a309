//! Reviews and training by a fleet: output and files are those of the same command without it.

use std::path::Path;

use tempfile::TempDir;

use crate::common::{Answer, run};
use crate::machines::{Process, server, worker};

/// A server with two workers.
fn fleet(folder: &Path) -> (Process, String, [Process; 2]) {
    let (server, url) = server(&folder.join("store"));
    let workers = [worker(&url), worker(&url)];
    (server, url, workers)
}

fn done(answer: Answer) -> Answer {
    assert_eq!(answer.code, 0, "{}", answer.err);
    answer
}

#[test]
fn games_reviewed_by_a_fleet_are_told_in_the_same_words() {
    let folder = TempDir::new().unwrap();
    let (_server, url, _workers) = fleet(folder.path());
    let games = folder.path().join("games.txt");
    // A position between the games has no moves; the last line is no game.
    std::fs::write(&games, "f5d6c3d3c4f4c5\nf5f6e6f4e3c5c4\nf5d6c4\nf5f5\n").unwrap();
    let games = games.to_str().unwrap();
    for form in [&["--json"][..], &["--lang", "ja"]] {
        let review = [&["review", games, "--depth", "5", "--threads", "1"], form].concat();
        let local = run(&review);
        assert_eq!(local.code, 2, "{}", local.err);
        assert!(!local.out.is_empty());
        let fleet = run([&review[..], &["--fleet", &url, "--verify", "2"]].concat());
        assert_eq!((fleet.code, fleet.out, fleet.err), (local.code, local.out, local.err));
    }
}

#[test]
#[cfg(feature = "train")]
fn training_by_a_fleet_makes_the_same_files() {
    let folder = TempDir::new().unwrap();
    let (_server, url, _workers) = fleet(folder.path());
    let weights = "../engine/weights/obverse.weights";
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Makes a file here and by the fleet, and says where the first one is.
    let compare = |command: &dyn Fn(&str) -> Vec<String>, name: &str| {
        let [local, fleet] = [path(name), path(&format!("{name}-fleet"))];
        done(run(command(&local)));
        let more = ["--fleet".to_owned(), url.clone()];
        done(run([command(&fleet), more.to_vec()].concat()));
        assert_eq!(std::fs::read(&local).unwrap(), std::fs::read(&fleet).unwrap(), "{name}");
        local
    };
    let words = |text: String| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let plies = "--games 150 --depth 1 --random-plies 40-44";
    let generate = |out: &str| words(format!("train generate {out} {plies} --eval {weights}"));
    let games = compare(&generate, "games");
    let relabel = |out: &str| {
        let limits = "--nodes 300 --exact-from 8 --one-in 3";
        words(format!("train relabel {games} --out {out} {limits}"))
    };
    compare(&relabel, "relabelled");
    let sample = |out: &str| {
        let limits = "--positions 300 --nodes 300 --exact-from 8 --empties 8-14";
        words(format!("train sample {out} {limits} --eval {weights}"))
    };
    compare(&sample, "sampled");
    let book = |out: &str| {
        words(format!("train book {out} --journal {out}.journal --positions 70 --depth 2"))
    };
    compare(&book, "book");
    // A round of a book is nothing that anybody looks for later.
    let status = done(run(["fleet", "status", &url, "--json"]));
    assert_eq!(status.out.matches("\"state\":\"done\"").count(), 3, "{}", status.out);
}
