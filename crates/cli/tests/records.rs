//! `obverse show`, `convert` and `openings`, and what every command says to bad input.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{run, run_with};

const START: &str = "---------------------------OX------XO---------------------------";

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    path.to_str().expect("a name in UTF-8").to_owned()
}

/// Runs the program, which must succeed, and gives its output.
fn ok(args: &[&str]) -> String {
    let answer = run(args);
    assert_eq!(answer.code, 0, "{args:?}: {}", answer.err);
    answer.out
}

#[test]
fn a_position_is_given_in_many_ways() {
    let expected = format!("{START} X;\n");
    let moved = "------------------X--------XX------OXX-----O-------------------- O;\n";
    assert_eq!(ok(&["show", "start", "--format", "obf"]), expected);
    assert_eq!(ok(&["show", &format!("{START} X"), "--format", "obf"]), expected);
    assert_eq!(ok(&["show", "f5d6c3", "--format", "obf"]), moved);
    assert_eq!(run_with(["show", "-", "--format", "obf"], b"1. F5 d6 2. c3").out, moved);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("any-name");
    fs::write(&path, "(;GM[2];B[f5];W[d6];B[c3])").unwrap();
    assert_eq!(ok(&["show", path.to_str().unwrap(), "--format", "obf"]), moved);
    // The squares need not come first, and there may be scores after them.
    assert_eq!(ok(&["show", "--format", "obf", &format!("{START} X; f5:+0;")]).len(), 67 + 8);
    let large = ok(&["show", "start", "--size", "26", "--format", "obf"]);
    assert_eq!(large.len(), 26 * 26 + 4);
}

#[test]
fn drawings_can_be_read_again() {
    for style in ["text", "board", "ten-line", "ggf", "sgf", "obf", "transcript"] {
        let drawn = ok(&["show", "f5d6c3d3", "--format", style]);
        let again = run_with(["show", "-", "--format", "obf"], drawn.as_bytes());
        assert_eq!(
            again.out,
            ok(&["show", "f5d6c3d3", "--format", "obf"]),
            "{style}: {}",
            again.err
        );
    }
}

#[test]
fn a_game_can_be_shown_at_any_move() {
    let at = |number: &str| ok(&["show", "f5d6c3", "--move", number, "--format", "transcript"]);
    assert_eq!(at("2"), "f5d6\n");
    let answer = run(["show", "f5d6c3", "--move", "4"]);
    assert_eq!(answer.code, 2);
    assert_eq!(answer.err, "obverse: the game has 3 moves, not 4\n");
}

#[test]
fn json_says_what_a_program_needs() {
    let answer: serde_json::Value =
        serde_json::from_str(&ok(&["show", "f5d6c3d3c4", "--json"])).unwrap();
    assert_eq!(answer["side"], "white");
    assert_eq!(answer["opening"], "Tiger");
    assert_eq!(answer["moves"][4], "c4");
    assert_eq!(answer["black"], 6);
    assert_eq!(answer["over"], false);
}

#[test]
fn examples_convert_to_whatever_can_hold_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (from, to) in [
        (example("game.ggf"), "game.sgf"),
        (path("game.sgf"), "game.wtb"),
        (path("game.wtb"), "game.txt"),
        (path("game.txt"), "again.ggf"),
        (example("problems.obf"), "problems.ggf"),
        (path("problems.ggf"), "problems.obf"),
        (example("middle-game.game"), "position.svg"),
        (example("turn-02"), "turn-02"),
    ] {
        ok(&["convert", &from, &path(to)]);
    }
    let transcript = |file: &str| ok(&["show", file, "--format", "transcript"]);
    assert_eq!(transcript(&path("again.ggf")), transcript(&example("game.ggf")));
    assert_eq!(fs::read(path("turn-02")).unwrap(), fs::read(example("turn-02")).unwrap());
    let squares = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('%'));
        lines.map(|line| line.split(';').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(squares(&path("problems.obf")), squares(&example("problems.obf")));
}

#[test]
fn convert_takes_one_of_many_and_writes_to_standard_output() {
    let games = "f5d6c3\nf5f6e6\n";
    let answer =
        run_with(["convert", "-", "-", "--to", "transcript", "--game", "2"], games.as_bytes());
    assert_eq!((answer.code, answer.out.as_str()), (0, "f5f6e6\n"));
    let answer = run_with(["convert", "-", "-", "--to", "ten-line"], games.as_bytes());
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("cannot hold more than one position"), "{}", answer.err);
    let answer = run_with(["convert", "-", "-", "--to", "ggf", "--game", "3"], games.as_bytes());
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("there is no game 3"), "{}", answer.err);
    let answer = run(["convert", "f5", "somewhere.xyz"]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("does not say which format"), "{}", answer.err);
}

#[test]
fn openings_are_found_and_named() {
    assert!(ok(&["openings"]).lines().count() > 60);
    assert!(ok(&["openings", "tiger"]).starts_with("Tiger "));
    assert!(ok(&["openings", "Parallel"]).contains("f5f4"));
    // The Tiger from another first move, with moves after it.
    let line: serde_json::Value =
        serde_json::from_str(&ok(&["openings", "e6f4c3c4d3", "--json"])).unwrap();
    assert_eq!(line["name"], "Tiger");
    assert_eq!(line["transcript"], "f5d6c3d3c4");
    assert_eq!(run(["openings", "no such name"]).code, 1);
    assert_eq!(run(["openings", "f5"]).code, 1);
    let illegal = run(["openings", "f5f5"]);
    assert_eq!(illegal.code, 2);
    assert!(
        illegal.err.contains("line 1, column 3: move 2, f5: f5 is occupied"),
        "{}",
        illegal.err
    );
}

/// Files that are no games, and what is said about them.
fn bad_files(folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let noise: Vec<u8> =
        (0..5000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cut_wthor: &[u8] = b"\x14\x01\x01\x01\xff\xff\xff\xff\0\0\xd0\x07\x08\0\x18\0\0\0\0";
    let wide = vec!["- ".repeat(27); 27].join("\n");
    let files: [(&str, Vec<u8>, &str); 9] = [
        ("noise", noise, "is not text"),
        ("empty", Vec::new(), "it is empty"),
        ("cut.wtb", cut_wthor.to_vec(), "byte 19: expected 68 bytes of game 1 of 4294967295"),
        ("wide", wide.into_bytes(), "line 1, column 1: a board of size 27 does not exist"),
        ("65", format!("{START}- X").into_bytes(), "line 1, column 1: 65 squares make no board"),
        ("illegal", b"f5f5".to_vec(), "line 1, column 3: move 2, f5: f5 is occupied"),
        ("cut.ggf", b"(;GM[Othello]BO[8 --".to_vec(), "line 1, column 21: expected `]`"),
        ("line", vec![b'f'; 1 << 20], "no format begins with"),
        ("moves", b"f5d6".repeat(1 << 18), "line 1, column 1: a line of more than 65536 bytes"),
    ];
    files
        .into_iter()
        .map(|(name, bytes, expected)| {
            let path = folder.join(name);
            fs::write(&path, bytes).unwrap();
            (path, expected)
        })
        .chain([(folder.join("missing"), "is no file, and no position either")])
        .collect()
}

#[test]
fn bad_input_is_one_clear_line_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.sgf");
    for (path, expected) in bad_files(folder.path()) {
        let (path, out) = (path.to_str().unwrap(), out.to_str().unwrap());
        for args in [
            vec!["show", path],
            vec!["convert", path, out],
            vec!["hint", path],
            vec!["solve", path],
        ] {
            let answer = run(&args);
            assert_eq!(answer.code, 2, "{args:?}: {}", answer.err);
            assert!(answer.err.contains(expected), "{args:?}: {}", answer.err);
            assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
            assert_eq!(answer.out, "");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("out"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn a_game_that_fails_late_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("games"), folder.path().join("games.ggf"));
    fs::write(&from, "f5d6c3\nf5f6e6\nf5d6a1\n").unwrap();
    fs::write(&to, "what was there").unwrap();
    let answer = run([Path::new("convert"), &from, &to]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("line 3, column 5: move 3, a1"), "{}", answer.err);
    assert_eq!(fs::read_to_string(&to).unwrap(), "what was there");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn whoever_gives_several_games_is_told() {
    let games = "f5d6c3\nf5f6e6\nf5f4\n";
    for command in [&["show", "-", "--json"][..], &["hint", "-", "--depth", "1", "--json"]] {
        let answer = run_with(command.iter().copied(), games.as_bytes());
        assert_eq!((answer.code, answer.out.lines().count()), (0, 1), "{command:?}");
        assert!(answer.err.contains("`-` has 3 games or positions"), "{}", answer.err);
        let one = command.iter().copied().chain(["--game", "3"]);
        let answer = run_with(one, games.as_bytes());
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{command:?}");
    }
    // Every game has an opening of its own.
    let answer = run_with(["openings", "-"], games.as_bytes());
    assert_eq!(answer.out.lines().count(), 3, "{}", answer.out);
}

#[test]
fn variations_are_left_out_aloud() {
    let tree = "(;GM[2]SZ[8];B[f5](;W[d6];B[c3])(;W[f6](;B[e6])(;B[d3])))";
    let answer = run_with(["show", "-", "--format", "transcript"], tree.as_bytes());
    assert_eq!((answer.code, answer.out.as_str()), (0, "f5d6c3\n"));
    assert!(answer.err.contains("variations"), "{}", answer.err);
    let answer = run_with(["show", "-", "--format", "transcript"], b"(;GM[2];B[f5];W[d6])");
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
}

#[test]
fn variations_go_where_they_can_be_written() {
    let tree = "(;GM[2]SZ[8];B[f5](;W[d6];B[c3])(;W[f6]C[Diagonal](;B[e6])(;B[d3])))";
    let one = run_with(["convert", "-", "-", "--to", "sgf", "--game", "1"], tree.as_bytes());
    let answer = run_with(["convert", "-", "-", "--to", "sgf"], tree.as_bytes());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert_eq!((one.code, one.err, &one.out), (0, String::new(), &answer.out));
    assert!(
        answer.out.ends_with(
            "AP[Obverse]SZ[8];B[f5](;W[d6];B[c3])(;W[f6]C[Diagonal](;B[e6])(;B[d3])))\n"
        ),
        "{}",
        answer.out
    );
    let answer = run_with(["convert", "-", "-", "--to", "ggf"], tree.as_bytes());
    assert!(answer.err.contains("variations"), "{}", answer.err);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let games = "f5d6c3d3c4\n".repeat(10_000);
    for args in [
        &["convert", "-", "-", "--to", "ggf"][..],
        &["show", "start"],
        &["show", "start", "--format", "svg"],
        &["openings"],
        &["levels"],
        &["perft", "--depth", "2"],
        &["hint", "f5", "--depth", "1", "--json"],
        &["match", "random", "random", "--games", "2", "--json"],
        &["match", "random", "random", "--games", "2"],
        &["gtp", "--hash", "1"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args(args)
            .stdin(std::process::Stdio::piped())
            .stdout(writer)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // It may end before it has read everything.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), games.as_bytes());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
        assert!(said.is_empty(), "{args:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_yet_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link.ggf"), folder.path().join("file.ggf"));
    std::os::unix::fs::symlink("file.ggf", &link).unwrap();
    ok(&["convert", "f5d6", link.to_str().unwrap()]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().contains("B[F5]W[D6]"));
}

#[test]
fn a_board_without_discs_is_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty-01");
    let path = path.to_str().unwrap();
    let squares = "-".repeat(64);
    ok(&["convert", &format!("{squares} X"), path]);
    assert_eq!(ok(&["show", path, "--format", "obf"]), format!("{squares} X;\n"));
}

#[test]
fn mistakes_in_game_files_are_told_with_their_line() {
    let rows = "0 0 0 0 0 0 0 0\n".repeat(3);
    let board = format!("{rows}0 0 0 W B 0 0 0\n0 0 0 B W 0 0 0\n{rows}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    let path = path.to_str().unwrap();
    let out = folder.path().join("out.sgf");
    for (below, line) in [
        ("Q\n5\n", "line 9,"),
        ("B\nabc\n", "line 10,"),
        ("B\n-5\n", "line 10,"),
        ("B\n0\n", "line 10,"),
        ("B\n5\nand more\n", "line 11,"),
    ] {
        fs::write(path, format!("{board}{below}")).unwrap();
        let play = ["play", "--plain", "--black", "random", "--white", "random", "--load", path];
        let convert = ["convert", path, out.to_str().unwrap()];
        for args in [&["show", path][..], &convert, &["hint", path], &["solve", path], &play] {
            let answer = run(args);
            assert_eq!(answer.code, 2, "{args:?}, {below:?}: {}{}", answer.out, answer.err);
            assert!(answer.err.contains(line), "{args:?}, {below:?}: {}", answer.err);
            assert!(answer.err.contains("expected"), "{args:?}, {below:?}: {}", answer.err);
        }
        assert!(!out.exists());
    }
    fs::write(path, format!("{board}B\n5\n")).unwrap();
    ok(&["show", path]);
}
