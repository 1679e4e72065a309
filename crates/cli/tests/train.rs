//! `obverse train` as a user runs it: killed, resumed, chained from data to weights.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use obverse_records::ggf;

fn obverse(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    command.arg("train").args(arguments);
    command
}

fn tune(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obverse"));
    command.arg("tune").args(arguments);
    command
}

fn generate(path: &Path) -> Command {
    let path = path.to_str().expect("a plain path");
    obverse(&[
        "generate",
        path,
        "--games",
        "512",
        "--depth",
        "3",
        "--exact-from",
        "10",
        "--random-plies",
        "20-30",
        "--threads",
        "2",
        "--seed",
        "5",
    ])
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

/// Waits until the file has so many bytes.
fn wait_for(path: &Path, bytes: u64) {
    while std::fs::metadata(path).map_or(0, |data| data.len()) < bytes {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[test]
fn a_killed_generation_resumes_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.data");
    assert!(generate(&whole).output().unwrap().status.success());
    let wanted = std::fs::read(&whole).unwrap();

    let killed = folder.path().join("killed.data");
    let mut interrupted = false;
    for part in 0..4 {
        let mut child = generate(&killed).stdout(Stdio::null()).spawn().unwrap();
        wait_for(&killed, wanted.len() as u64 * part / 5);
        child.kill().unwrap();
        child.wait().unwrap();
        interrupted |= std::fs::read(&killed).unwrap_or_default().len() < wanted.len();
    }
    assert!(interrupted, "it was killed in time");
    assert!(generate(&killed).output().unwrap().status.success());
    assert!(std::fs::read(&killed).unwrap() == wanted);
}

#[test]
fn killed_relabelling_resumes_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.data");
    assert!(generate(&data).output().unwrap().status.success());
    let relabel = |out: &Path| {
        let [data, out] = [&data, out].map(|path| path.to_str().unwrap());
        let limits = ["--nodes", "1e3", "--exact-from", "10", "--one-in", "4", "--threads", "2"];
        obverse(&[&["relabel", data, "--out", out], &limits[..]].concat())
    };
    let whole = folder.path().join("whole.data");
    let done = relabel(&whole).output().unwrap();
    assert!(done.status.success(), "{}", text(&done));
    let wanted = std::fs::read(&whole).unwrap();

    let killed = folder.path().join("killed.data");
    let mut interrupted = false;
    for part in 0..4 {
        let mut child = relabel(&killed).stdout(Stdio::null()).spawn().unwrap();
        wait_for(&killed, wanted.len() as u64 * part / 5);
        child.kill().unwrap();
        child.wait().unwrap();
        interrupted |= std::fs::read(&killed).unwrap_or_default().len() < wanted.len();
    }
    assert!(interrupted, "it was killed in time");
    assert!(relabel(&killed).output().unwrap().status.success());
    assert!(std::fs::read(&killed).unwrap() == wanted);
}

#[test]
fn data_without_a_position_are_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("cut.data");
    assert!(generate(&data).output().unwrap().status.success());
    // What is left is the header and a part of the first block.
    let bytes = std::fs::read(&data).unwrap();
    std::fs::write(&data, &bytes[..500]).unwrap();
    let weights = folder.path().join("new.weights");
    let [data, out] = [&data, &weights].map(|path| path.to_str().unwrap());
    let fit = obverse(&["fit", data, "--out", out]).output().unwrap();
    assert_eq!(fit.status.code(), Some(2), "{}", text(&fit));
    assert!(text(&fit).contains("no positions"), "{}", text(&fit));
    assert!(!weights.exists());
}

#[test]
fn data_become_weights_that_can_be_measured() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.data");
    assert!(generate(&data).output().unwrap().status.success());
    let weights = folder.path().join("new.weights");
    let curve = folder.path().join("curve.svg");
    let [data, weights, curve] = [&data, &weights, &curve].map(|path| path.to_str().unwrap());
    let fit = obverse(&[
        "fit", data, "--out", weights, "--epochs", "1", "--tables", "60", "--curve", curve,
        "--json",
    ])
    .output()
    .unwrap();
    assert!(fit.status.success(), "{}", text(&fit));
    assert!(std::fs::read_to_string(curve).unwrap().starts_with("<svg"));
    let eval = obverse(&["eval", data, "--eval", weights, "--json"]).output().unwrap();
    assert!(eval.status.success(), "{}", text(&eval));
    for line in String::from_utf8(eval.stdout).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(row["mean_squared"].as_f64().unwrap() > 0.0, "{line}");
    }
}

#[test]
fn data_without_a_held_out_position_are_not_measured() {
    // Its eight games begin with number 0, which a fit holds out; without that block none is.
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../trainer/tests/data/first-release");
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("empty.data");
    let whole = std::fs::read(sample.join("games.data")).unwrap();
    // The header, which ends with its settings, and a part of the block.
    let header = whole.iter().position(|&byte| byte == b'}').unwrap() + 1;
    std::fs::write(&data, &whole[..header + 40]).unwrap();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/weights/obverse.weights");
    let [data, weights] = [&data, &weights].map(|path| path.to_str().unwrap());
    for (arguments, wanted) in
        [(&["--json"][..], "no held-out positions"), (&["--all"], "no positions")]
    {
        let eval = obverse(&["eval", data, "--eval", weights]).args(arguments).output().unwrap();
        assert_eq!(eval.status.code(), Some(2), "{}", text(&eval));
        assert!(text(&eval).contains(wanted), "{}", text(&eval));
        assert!(eval.stdout.is_empty(), "{}", text(&eval));
    }
}

/// The journal of the first release, whose weights were others: scores of two evaluations do not
/// go into one book.
#[test]
fn a_book_made_with_other_weights_is_refused_and_left_as_it_is() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../trainer/tests/data/first-release/book.journal");
    let before = std::fs::read_to_string(sample).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let [out, journal] = ["small.book", "journal"].map(|name| folder.path().join(name));
    std::fs::write(&journal, &before).unwrap();
    let arguments = ["book", out.to_str().unwrap(), "--journal", journal.to_str().unwrap()];
    let output = obverse(&arguments)
        .args(["--depth", "1", "--threads", "1", "--positions", "6"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("made with other settings"), "{}", text(&output));
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), before);
    assert!(!out.exists());
}

#[test]
fn wrong_files_are_refused_with_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nonsense");
    std::fs::write(&path, "certainly not what is expected here").unwrap();
    let path = path.to_str().unwrap();
    for arguments in [
        vec!["eval", path, "--eval", path],
        vec!["fit", path, "--out", "/dev/null"],
        vec!["generate", path, "--games", "1"],
        vec!["generate", "/dev/null", "--games", "1", "--random-plies", "9-3"],
        vec!["relabel", path, "--out", "/dev/null", "--nodes", "100"],
        vec!["relabel", path, "--out", "/dev/null"],
        vec!["openings", "/dev/null", "--data", path],
    ] {
        let output = obverse(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output));
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn a_book_is_made_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let [out, journal] = ["small.book", "journal"].map(|name| folder.path().join(name));
    let make = |positions: &str| {
        let arguments = ["book", out.to_str().unwrap(), "--journal", journal.to_str().unwrap()];
        let output = obverse(&arguments)
            .args(["--depth", "1", "--threads", "1", "--json", "--positions", positions])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output));
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["expanded"].as_u64().unwrap()
    };
    assert_eq!(make("3"), 3);
    let first = std::fs::read(&journal).unwrap();
    assert_eq!(make("6"), 6);
    assert!(std::fs::read(&journal).unwrap().starts_with(&first));
    let book = obverse_engine::book::Book::from_bytes(&std::fs::read(&out).unwrap()).unwrap();
    assert!(book.len() > 6, "{}", book.len());
}

/// Runs a tuning whole, then kills and resumes it: once each file of its checkpoints has so many
/// bytes. The answer is the same.
fn check_resumed(arguments: &[&str], files: &[(&str, u64)]) {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let mut command = tune(arguments);
        command.arg("--checkpoints").arg(folder.path().join(name));
        command
    };
    let whole = run("whole").output().unwrap();
    assert!(whole.status.success(), "{}", text(&whole));
    for (file, bytes) in files {
        let mut child = run("killed").stdout(Stdio::null()).spawn().unwrap();
        wait_for(&folder.path().join("killed").join(file), *bytes);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let games = |name: &str| {
        let path = folder.path().join(name).join("match.ggf");
        let games = std::fs::read_to_string(path).unwrap_or_default();
        let moves = |game: &str| format!("{:?}", ggf::parse(game).unwrap().game.moves());
        let mut games: Vec<String> = games.lines().map(moves).collect();
        games.sort();
        games
    };
    let before = games("killed").len();
    assert!(before < games("whole").len(), "it was killed in time");
    let resumed = run("killed").output().unwrap();
    assert!(resumed.status.success(), "{}", text(&resumed));
    assert_eq!(String::from_utf8_lossy(&resumed.stdout), String::from_utf8_lossy(&whole.stdout));
    assert_eq!(games("killed"), games("whole"));
}

#[test]
fn other_boards_are_trained_by_the_same_commands() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, weights) = (path("six.games"), path("six.weights"));
    let run = |arguments: &[&str]| {
        let output = obverse(arguments).output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let six = ["--size", "6", "--depth", "1", "--random-plies", "2-8", "--exact-from", "6"];
    let generate = |path: &str, more: &[&str]| {
        obverse(&[&["generate", path][..], &six, more].concat()).output().unwrap()
    };
    let made = generate(&games, &["--games", "64"]);
    assert!(made.stdout.starts_with(b"64 games, "), "{}", text(&made));
    let fitted = run(&["fit", &games, "--out", &weights, "--epochs", "1"]);
    assert!(fitted.contains(" positions fitted in "), "{fitted}");
    let errors = run(&["eval", &games, "--eval", &weights, "--all", "--json"]);
    assert!(errors.lines().count() >= 4 && errors.contains("\"size\":6"), "{errors}");
    // They play with what they have learnt, and other files are not taken for weights.
    let more = path("more.games");
    let made = generate(&more, &["--games", "2", "--eval", &weights]);
    assert!(made.stdout.starts_with(b"2 games, "), "{}", text(&made));
    let refused = generate(&more, &["--games", "2", "--eval", &games]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused));
    assert!(text(&refused).contains("not a weights file"), "{}", text(&refused));
}

#[test]
fn a_killed_tuning_of_squares_resumes_to_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.data");
    assert!(generate(&data).output().unwrap().status.success());
    let arguments = [
        "squares",
        data.to_str().unwrap(),
        "--games",
        "100",
        "--depth",
        "4",
        "--threads",
        "2",
        "--json",
    ];
    check_resumed(&arguments, &[("match.ggf", 1), ("match.ggf", 2000)]);
}

/// The points that a tuning prints, those of the file that it writes, and those that `breadth` plays
/// with from that file are the same.
#[test]
fn tuned_points_are_those_that_breadth_plays_with() {
    let folder = tempfile::tempdir().unwrap();
    let [data, points] = ["games.data", "points.txt"].map(|name| folder.path().join(name));
    assert!(generate(&data).output().unwrap().status.success());
    let [data, points] = [&data, &points].map(|path| path.to_str().unwrap());
    let run = ["squares", data, "--games", "2", "--depth", "1", "--out", points, "--json"];
    let tuned = tune(&run).output().unwrap();
    assert!(tuned.status.success(), "{}", text(&tuned));
    let answer: serde_json::Value = serde_json::from_slice(&tuned.stdout).unwrap();
    let written =
        obverse_players::classics::read_quadrant(&std::fs::read_to_string(points).unwrap());
    assert_eq!(answer["values"], serde_json::json!(written.as_ref().unwrap()));
    assert_ne!(answer["values"], serde_json::json!(obverse_players::classics::QUADRANT));

    // f5 leaves Black three of the four squares in the middle, White one, and Black the square beside them.
    let quadrant = written.unwrap();
    let points_of_f5 = 2 * quadrant[3][3] + quadrant[3][2];
    let who = format!("breadth:points={points},depth=1");
    let why = Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(["why", "start", "--player", &who, "--json"])
        .output()
        .unwrap();
    assert!(why.status.success(), "{}", text(&why));
    let moves = String::from_utf8_lossy(&why.stdout);
    let f5 = moves.lines().find(|line| line.contains(r#""move":"f5""#)).expect("f5 is legal");
    let f5: serde_json::Value = serde_json::from_str(f5).unwrap();
    assert_eq!(f5["terms"]["points"], serde_json::json!(f64::from(points_of_f5)));
}
