//! `obverse turn`: games in numbered files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use obverse_records::turn;
use obverse_rules::{Color, Position, Size};

const START: &str = "\
        \n        \n        \n   WB   \n   BW   \n        \n        \n        \n";

fn obverse(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_obverse"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// Runs a command, and gives its exit code and what it says where it should.
fn turn(folder: &Path, arguments: &str) -> (i32, String) {
    let output = obverse(folder, &format!("turn {arguments}"));
    let code = output.status.code().expect("an exit code");
    let said = if code == 2 { output.stderr } else { output.stdout };
    (code, String::from_utf8(said).expect("text"))
}

fn board(folder: &Path, name: &str, side: Color) -> Position {
    turn::parse(&fs::read_to_string(folder.join(name)).unwrap()).unwrap().position(side)
}

#[test]
fn a_computer_and_a_person_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (code, said) = turn(here, "test-01 black 0.05 --new");
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with("    1   2   3   4   5   6   7   8 \n  +---+---+"), "{said}");
    let after = board(here, "test-02", Color::White);
    assert_eq!((after.count(Color::Black), after.count(Color::White)), (4, 1));
    // A person answers with the first legal move, column before row.
    let square = after.moves().first().unwrap();
    let place = format!("{}{}", square.column() + 1, square.row() + 1);
    let (code, said) = turn(here, &format!("test-02 white {place} x"));
    assert_eq!(code, 0, "{said}");
    assert_eq!(board(here, "test-03", Color::Black), after.play(square.into()).unwrap());
}

#[test]
fn the_documents_example_is_column_5_row_3() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("m-n-09"), "\n\n   B\n   BB\n   BW\n").unwrap();
    let (code, said) = turn(here, "m-n-09 white 53 x");
    assert_eq!(code, 0, "{said}");
    let expected =
        "        \n        \n   BW   \n   BW   \n   BW   \n        \n        \n        \n";
    assert_eq!(fs::read_to_string(here.join("m-n-10")).unwrap(), expected);
}

#[test]
fn two_scripts_play_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("game-01"), START).unwrap();
    let mut position = Position::start(Size::EIGHT);
    for number in 1.. {
        let side = position.side();
        let player = if side == Color::Black { "squares" } else { "random:seed=3" };
        let name = side.to_string().to_lowercase();
        let (code, said) = turn(here, &format!("game-{number:02} {name} 1 --player {player}"));
        let next = here.join(format!("game-{:02}", number + 1));
        if position.is_over() {
            assert_eq!(code, 1, "{said}");
            assert!(said.contains(&format!("The game is over: {}.", position.outcome())), "{said}");
            assert!(!next.exists());
            assert!(number > 20, "a real game");
            return;
        }
        assert_eq!(code, 0, "{said}");
        let after = board(here, &format!("game-{:02}", number + 1), !side);
        if position.must_pass() {
            assert!(said.contains(&format!("{side} has no move and passes")), "{said}");
            assert_eq!(after, position.with_other_side());
        } else {
            let legal = position.moves().into_iter().filter_map(|s| position.play(s.into()).ok());
            assert!(legal.into_iter().any(|legal| legal == after), "{said}");
        }
        position = after;
    }
}

#[test]
fn a_side_without_a_move_passes_and_the_next_file_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let text = "BW      \n".to_owned() + &"        \n".repeat(7);
    fs::write(here.join("p-99"), &text).unwrap();
    let (code, said) = turn(here, "p-99 white 1");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("White has no move and passes"), "{said}");
    assert_eq!(fs::read_to_string(here.join("p-100")).unwrap(), text);
}

#[test]
fn what_was_read_as_a_grid_is_written_as_a_grid() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("g-01"), START).unwrap();
    let (_, grid) = turn(here, "g-01 black 65 x");
    let board: Vec<&str> = grid.lines().take(18).collect();
    fs::write(here.join("h-01"), board.join("\n")).unwrap();
    let (code, said) = turn(here, "h-01 white 64 x");
    assert_eq!(code, 0, "{said}");
    let written = fs::read_to_string(here.join("h-02")).unwrap();
    assert!(said.starts_with(&written) && written.contains("+---+"), "{written}");
}

#[test]
fn mistakes_write_nothing_and_say_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("t-01"), START).unwrap();
    fs::write(here.join("bad-01"), "BX\n").unwrap();
    fs::write(here.join("cut-01"), "BB\nBB\n").unwrap();
    for (arguments, complaint) in [
        ("t-01 black 53 x", "turns no disc over"),
        ("t-01 black 44 x", "d4 is occupied"),
        ("t-01 black 09 x", "is not a place"),
        ("t-01 black d3 x", "is not a place"),
        ("t-01 black soon", "is not a time"),
        ("t-01 black 0", "is not a time"),
        ("t-01 green 1", "write black or white"),
        ("t-01 black 1 --player bob", "`bob` is not a player"),
        ("t-01 black 1 --player human", "a person's move is given as XY"),
        ("none-01 black 1", "--new starts a game"),
        ("t black 1", "a hyphen and a number"),
        ("bad-01 black 1", "line 1, column 2"),
        ("cut-01 white 1", "line 2, column 1: expected 8 lines of 8 characters, found 2 rows"),
        ("t-01 black 1 --new", "is there already"),
    ] {
        let (code, said) = turn(here, arguments);
        assert_eq!(code, 2, "{arguments}: {said}");
        assert!(said.contains(complaint), "{arguments}: {said}");
    }
    let mut names: Vec<_> =
        fs::read_dir(here).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["bad-01", "cut-01", "t-01"]);
}

#[test]
fn a_file_is_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("t-01"), START).unwrap();
    fs::write(here.join("t-02"), "precious").unwrap();
    let (code, said) = turn(here, "t-01 black 65 x");
    assert!(code == 2 && said.contains("t-02 is there already: --force overwrites it"), "{said}");
    assert_eq!(fs::read_to_string(here.join("t-02")).unwrap(), "precious");
    let (code, said) = turn(here, "t-01 black 65 x --force");
    assert_eq!(code, 0, "{said}");
    assert_eq!(board(here, "t-02", Color::White).count(Color::Black), 4);
}

#[test]
fn line_ends_and_boards_without_discs() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("dos-01"), START.replace('\n', "\r\n")).unwrap();
    assert_eq!(turn(here, "dos-01 black 65 x").0, 0);
    let next = fs::read_to_string(here.join("dos-02")).unwrap();
    assert_eq!(next.matches("\r\n").count(), 8, "{next:?}");
    fs::write(here.join("empty-01"), "").unwrap();
    assert_eq!(turn(here, "empty-01 black 1").0, 2);
    assert!(!here.join("empty-02").exists());
}

#[cfg(unix)]
#[test]
fn a_program_that_resigns_or_fails_writes_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("t-01"), START).unwrap();
    for (answer, code, said) in [
        ("= resign", 1, "The game is over: White wins: Black resigns."),
        ("= a1", 2, "White wins: Black played a1, which is illegal"),
        ("? no idea", 2, "was refused: no idea"),
    ] {
        let engine = here.join("engine.sh");
        let script = format!(
            "#!/bin/sh\nwhile read -r line; do case \"$line\" in \
             genmove*) printf '{answer}\\n\\n';; *) printf '=\\n\\n';; esac; done\n"
        );
        fs::write(&engine, script).unwrap();
        fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
        let (exit, told) = turn(here, "t-01 black 1 --player gtp:./engine.sh");
        assert_eq!(exit, code, "{told}");
        assert!(told.contains(said), "{answer}: {told}");
        assert!(!here.join("t-02").exists(), "{answer}");
    }
}
