//! A GTP controller.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use obverse_rules::{Color, Game, Move, Size};

use crate::client::Client;

/// An answer: the first line with its mark, and the lines that follow.
fn ask(client: &mut Client, command: &str) -> String {
    client.send(command);
    let mut lines = Vec::new();
    loop {
        let line = client.line();
        if line.is_empty() {
            return lines.join("\n");
        }
        lines.push(line);
    }
}

/// The text of a good answer.
fn good(client: &mut Client, command: &str) -> String {
    let answer = ask(client, command);
    let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
    text.trim().to_owned()
}

#[test]
fn a_conversation() {
    let mut client = Client::start(&["gtp", "--depth", "1"]);
    for (command, answer) in [
        ("protocol_version", "= 2"),
        ("17 name", "=17 Obverse"),
        ("Known_Command NAME", "= true"),
        ("known_command genmove", "= true"),
        ("known_command fly", "= false"),
        ("3 fly", "?3 unknown command"),
        ("\tboardsize\t4 # small", "="),
        ("komi 6.5", "="),
        ("komi none", "? syntax error: komi NUMBER"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game, only Othello"),
        ("list_games", "= Othello"),
        ("gogui-rules_game_id", "= Othello"),
        ("gogui-rules_board_size", "= 4"),
        ("gogui-rules_legal_moves", "= b1 a2 d3 c4"),
        ("play b B1", "="),
        ("gogui-rules_side_to_move", "= white"),
        ("gogui-rules_board", "= . . . .\n. X O .\n. X X .\n. X . ."),
        (
            "showboard",
            "=\n   a b c d\n 1 . X . .\n 2 . X X .\n 3 . X O .\n 4 . . . .\n\
             X Black 4  O White 1  White to move",
        ),
        ("play b a1", "? illegal move: it is White's turn, who has a move"),
        ("play w b1", "? illegal move: b1 is occupied"),
        ("play w pass", "? illegal move: White has a move and may not pass"),
        ("final_score", "? cannot score: the game is not over"),
        ("undo", "="),
        ("5 undo", "?5 cannot undo"),
        ("gogui-play_sequence b b1 w a1", "="),
        ("gogui-play_sequence b a2 w d4 b b4", "? illegal move: White at d4 is occupied"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize", "? syntax error: boardsize SIZE"),
        ("time_settings 60 5 1", "="),
        ("time_settings a b c", "? syntax error: time_settings MAIN_TIME PERIOD MOVES, in seconds"),
        ("time_left b 12 0", "="),
        ("time_left b", "? syntax error: time_left COLOR SECONDS MOVES"),
        ("genmove purple", "? syntax error: a colour, b or w, is missing"),
        ("loadsgf", "? syntax error: loadsgf FILE [MOVE]"),
    ] {
        let found = ask(&mut client, command);
        // Of illegal moves deep in a sequence only the kind of the error is fixed.
        if command.starts_with("gogui-play_sequence b a2") {
            assert!(found.starts_with("? illegal move"), "{found}");
        } else {
            assert_eq!(found, answer, "{command}");
        }
    }
    assert_eq!(ask(&mut client, "quit"), "=");
    assert!(client.rest().is_empty());
}

#[test]
fn whole_games_on_several_boards_with_a_clock() {
    for size in [Size::FOUR, Size::SIX, Size::EIGHT] {
        let mut client = Client::start(&["gtp"]);
        good(&mut client, &format!("boardsize {size}"));
        good(&mut client, "clear_board");
        good(&mut client, "time_settings 2 0 0");
        let mut game = Game::from_start(size);
        while !game.is_over() {
            let side = game.position().side();
            let color = side.letter().to_ascii_lowercase();
            if game.position().must_pass() {
                // A controller may leave passes out.
                game.play(Move::Pass).unwrap();
                continue;
            }
            let mv = good(&mut client, &format!("genmove {color}"));
            game.play(mv.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        }
        let outcome = game.outcome().unwrap();
        let score = match outcome.winner() {
            Some(Color::Black) => format!("B+{}", outcome.score(Color::Black)),
            Some(Color::White) => format!("W+{}", outcome.score(Color::White)),
            None => "0".to_owned(),
        };
        assert_eq!(good(&mut client, "final_score"), score);
        assert_eq!(good(&mut client, "genmove b"), "pass", "nothing else can be said");
    }
}

#[test]
fn undo_takes_back_a_command_with_the_pass_that_it_implied() {
    let mut client = Client::start(&["gtp", "--depth", "1"]);
    // After these eight moves Black has to pass.
    let moves = ["e6", "f6", "d3", "e7", "e8", "d8", "g7", "f8"];
    for (color, mv) in ["b", "w"].iter().cycle().zip(moves) {
        good(&mut client, &format!("play {color} {mv}"));
    }
    assert_eq!(good(&mut client, "gogui-rules_legal_moves"), "pass");
    let before = good(&mut client, "showboard");
    // White moves out of turn: the pass is Black's only choice.
    good(&mut client, "genmove w");
    good(&mut client, "undo");
    assert_eq!(good(&mut client, "showboard"), before);
    assert_eq!(good(&mut client, "genmove b"), "pass");
    good(&mut client, "undo");
    assert_eq!(good(&mut client, "showboard"), before);
}

#[test]
fn what_is_malformed_or_illegal_changes_nothing() {
    let mut client = Client::start(&["gtp", "--depth", "1"]);
    for command in ["play b f5", "play w d6", "play b c3"] {
        good(&mut client, command);
    }
    let before = good(&mut client, "showboard");
    for command in [
        "play",
        "play w",
        "play w z99",
        "play w a1",
        "play b f4",
        "play w pass",
        "play mauve d3",
        "genmove",
        "genmove b",
        "gogui-play_sequence w d3 b c5 w",
        "gogui-play_sequence w d3 b a1",
        "gg-undo 99",
        "gg-undo -1",
        "boardsize 0",
        "boardsize 8888888888888888888888",
        "loadsgf /no/such/file.sgf",
        "obverse-analyze sideways",
        "99999999999999999999 name",
        "\u{1}\u{2}\u{3}?",
        "=",
    ] {
        let answer = ask(&mut client, command);
        assert!(answer.starts_with('?'), "{command}: {answer}");
        assert_eq!(good(&mut client, "showboard"), before, "{command}");
    }
}

#[test]
fn a_game_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    fs::write(&path, "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3];W[d3])").unwrap();
    let mut client = Client::start(&["gtp", "--depth", "1"]);
    good(&mut client, &format!("loadsgf {} 3", path.display()));
    assert_eq!(good(&mut client, "gogui-rules_side_to_move"), "black");
    good(&mut client, "play b c3");
    good(&mut client, "gg-undo 3");
    let before = good(&mut client, "showboard");
    fs::write(&path, "(;GM[2]SZ[8];B[a1])").unwrap();
    assert!(ask(&mut client, &format!("loadsgf {}", path.display())).starts_with("? cannot load"));
    assert_eq!(good(&mut client, "showboard"), before);
}

#[test]
fn quit_cuts_a_search_that_runs() {
    // These searches would take an hour.
    let mut client = Client::start(&["gtp", "--time", "3600"]);
    client.send("1 genmove b\n2 genmove w");
    pause();
    client.send("3 name\n4 quit");
    let answers: Vec<_> = client.rest().into_iter().filter(|line| !line.is_empty()).collect();
    assert!(answers[0].starts_with("=1 "), "the best move so far: {answers:?}");
    assert!(answers[1].starts_with("=2 "), "and of what waited: {answers:?}");
    assert_eq!(answers[2..], ["=3 Obverse", "=4"]);
}

/// Longer than what is sent in one go takes.
fn pause() {
    thread::sleep(Duration::from_millis(600));
}

#[test]
fn a_script_gets_full_answers_before_its_quit_and_its_end() {
    let hints = |after: &str, pauses: bool| {
        let mut client = Client::start(&["gtp", "--nodes", "300000", "--no-book"]);
        client.send(&format!("1 play b f5\n2 obverse-hint w\n3 obverse-hint w{after}"));
        if !pauses {
            client.close();
        }
        let lines = client.rest();
        let begin = lines.iter().position(|line| line.starts_with("=2")).unwrap();
        lines[begin..].iter().take_while(|line| !line.starts_with("=4")).cloned().collect()
    };
    let at_leisure: Vec<String> = {
        let mut client = Client::start(&["gtp", "--nodes", "300000", "--no-book"]);
        client.send("1 play b f5\n2 obverse-hint w\n3 obverse-hint w\n4 name");
        let lines = client.until("=4");
        let begin = lines.iter().position(|line| line.starts_with("=2")).unwrap();
        lines[begin..lines.len() - 1].to_vec()
    };
    // The scores of a search that is cut are those of a few plies.
    let with_quit: Vec<String> = hints("\n4 quit", true);
    assert_eq!(with_quit, at_leisure);
    assert_eq!(hints("", false), at_leisure);
}

#[cfg(unix)]
#[test]
fn nothing_is_thought_about_once_nobody_listens() {
    for protocol in ["gtp", "nboard"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_obverse"))
            .args([protocol, "--time", "3600", "--threads", "1", "--hash", "16"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"genmove b\ngo\n").unwrap();
        // A GUI that is killed leaves both ends.
        drop((input, child.stdout.take()));
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > Duration::from_mins(1) {
                child.kill().unwrap();
                panic!("{protocol}: it thinks on for nobody");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn an_analysis_ends_with_the_input() {
    let mut client = Client::start(&["gtp"]);
    client.send("1 obverse-analyze b");
    client.close();
    let lines = client.rest();
    assert!(lines.iter().any(|line| line.starts_with("info move ")), "{lines:?}");
}

#[test]
fn an_analysis_goes_on_until_the_next_command() {
    let mut client = Client::start(&["gtp"]);
    client.send("7 obverse-analyze b lines 2");
    assert_eq!(client.line(), "=7");
    let line = client.line();
    assert!(line.starts_with("info move "), "{line}");
    assert!(line.contains(" pv "), "{line}");
    client.send("8 name");
    let rest = client.until("=8");
    assert!(rest[rest.len() - 2].is_empty(), "the analysis ends with an empty line: {rest:?}");
    assert_eq!(rest.last().unwrap(), "=8 Obverse");
}

#[test]
fn a_command_that_waits_ends_an_analysis_that_begins_later() {
    let mut client = Client::start(&["gtp", "--depth", "8"]);
    client.send("1 genmove b\n2 obverse-analyze w 20\n3 reg_genmove w\n4 name");
    let answers = client.until("=4");
    let marked: Vec<_> = answers.iter().filter(|line| line.starts_with('=')).collect();
    assert!(marked[0].starts_with("=1 ") && marked[1] == "=2", "{answers:?}");
    // The analysis has something to say, if not much.
    assert!(answers.iter().any(|line| line.starts_with("info move ")), "{answers:?}");
    assert!(marked[2].starts_with("=3 ") && marked[3] == "=4 Obverse", "{answers:?}");
}

#[test]
fn what_waits_behind_a_search_for_a_move_does_not_cut_it() {
    let answer = |commands: &str| {
        let mut client = Client::start(&["gtp", "--nodes", "100000", "--no-book"]);
        client.send(commands);
        client.until("=2").into_iter().find(|line| line.starts_with("=2")).unwrap()
    };
    // The scores of a search that is cut are those of a few plies.
    let alone = answer("1 play b f5\n2 obverse-hint w");
    assert_eq!(answer("1 play b f5\n2 obverse-hint w\n3 play w d6\n4 showboard"), alone);
}

#[test]
fn a_file_without_end_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("long.sgf");
    fs::write(&long, "(;GM[2]SZ[8];B[f5])").unwrap();
    fs::File::options().append(true).open(&long).unwrap().set_len(1 << 40).unwrap();
    let mut client = Client::start(&["gtp", "--depth", "1"]);
    let answer = ask(&mut client, &format!("loadsgf {}", long.display()));
    assert_eq!(answer, "? cannot load file: it is larger than 16 MB");
    if cfg!(unix) {
        let answer = ask(&mut client, "loadsgf /dev/zero");
        assert_eq!(answer, "? cannot load file: it is not a regular file");
    }
    assert_eq!(good(&mut client, "gogui-rules_side_to_move"), "black");
}

#[test]
fn a_line_without_end_does_no_harm() {
    let mut client = Client::start(&["gtp", "--depth", "1"]);
    client.send(&"x".repeat(1 << 20));
    assert_eq!(client.line(), "? unknown command");
    assert_eq!(client.line(), "");
    assert_eq!(good(&mut client, "name"), "Obverse");
}
