//! The plain game from a script: whole games, questions, bad answers, files.

mod common;

use std::io::{self, Cursor, Write};
use std::path::Path;

use common::script::{Paper, run};
use obverse_engine::StopFlag;
use obverse_players::{Ending, Maker, Time, TimeControl, Who};
use obverse_records::read;
use obverse_rules::{Color, Game, Size, Square};
use obverse_tui::keep::Keeper;
use obverse_tui::plain::{self, Console, PlainError, Request};

fn between(black: &str, white: &str, size: usize) -> Request {
    Request {
        players: [black, white].map(|who| Some(who.parse::<Who>().unwrap())),
        size: Some(Size::new(size).unwrap()),
        ..Request::default()
    }
}

/// Replays the agreed lines of a game between computers by the rules alone, and compares how it
/// ends with what the transcript says.
fn check(text: &str, size: usize) {
    let mut game = Game::from_start(Size::new(size).unwrap());
    let line_of = |letter: u8| usize::from(letter - b'a');
    let mut result = None;
    for line in text.lines() {
        if let Some(placed) = line.strip_prefix("Computer places ") {
            let bytes = placed.as_bytes();
            assert_eq!(bytes[0] as char, game.position().side().letter(), "{text}");
            let (row, column) = (line_of(bytes[5]), line_of(bytes[6]));
            game.play(Square::new(column, row).unwrap().into()).unwrap();
        } else if let Some(color) = line.strip_suffix(" player has no valid move.") {
            assert_eq!(color, game.position().side().letter().to_string());
            game.play(obverse_rules::Move::Pass).unwrap();
        } else if ["B player wins.", "W player wins.", "Draw!"].contains(&line) {
            assert!(result.replace(line.to_owned()).is_none(), "one result");
        }
    }
    let outcome = game.outcome().expect("the game was played to its end");
    let expected = outcome
        .winner()
        .map_or("Draw!".to_owned(), |winner| format!("{} player wins.", winner.letter()));
    assert_eq!(result, Some(expected));
    let discs = [Color::Black, Color::White].map(|color| game.position().count(color));
    assert!(text.contains(&format!("Black {}, White {}.", discs[0], discs[1])));
}

#[test]
fn every_pairing_plays_to_the_end() {
    let small = ["anysize:depth=2", "breadth:depth=2", "random", "engine:depth=1"];
    let eight = [
        "ratio:depth=1",
        "breadth:depth=1",
        "squares:depth=1",
        "anysize:depth=1",
        "killer:depth=1",
        "random",
        "engine:depth=1",
    ];
    let large = ["anysize:depth=1", "breadth:depth=1", "random"];
    for (size, players) in [(4, &small[..]), (8, &eight[..]), (10, &small[..]), (26, &large[..])] {
        for black in players {
            for white in players {
                let (ending, text) = run(&between(black, white, size), "");
                assert!(matches!(ending, Ok(Ending::Finished(_))), "{black} {white} {size}");
                check(&text, size);
            }
        }
    }
}

/// A whole game on the smallest board, every line of it.
#[test]
fn a_game_by_numbers_squares_and_letters() {
    let request = between("human", "human", 4);
    let (ending, text) = run(&request, "1\na1\nba\nquit\n");
    assert_eq!(ending.unwrap(), Ending::Stopped);
    let expected = "\
Black: human. White: human.
    a b c d
  1 . * . .  a
  2 * W B .  b
  3 . B W *  c
  4 . . * .  d
Black 2, White 2.
Black to move: 1 b1, 2 a2, 3 d3, 4 c4.
Enter move for colour B (RowCol): 1
Black: b1, turns 1 disc.
    a b c d
  1 * B * .  a
  2 . B B .  b
  3 * B W .  c
  4 . . . .  d
Black 4, White 1.
White to move: 1 a1, 2 c1, 3 a3.
Enter move for colour W (RowCol): a1
White: a1, turns 1 disc.
    a b c d
  1 W B . .  a
  2 * W B .  b
  3 . B W *  c
  4 . . * .  d
Black 3, White 3.
Black to move: 1 a2, 2 d3, 3 c4.
Enter move for colour B (RowCol): ba
Black: a2, turns 1 disc.
    a b c d
  1 W B * .  a
  2 B B B .  b
  3 * B W .  c
  4 . . . .  d
Black 5, White 2.
White to move: 1 c1, 2 a3.
Enter move for colour W (RowCol): quit
";
    assert_eq!(text, expected);
}

#[test]
fn an_illegal_move_is_refused_or_with_strict_ends_the_game() {
    let request = between("human", "random", 8);
    let (ending, text) = run(&request, "a1\nd4\nzz\nresign\n");
    assert_eq!(ending.unwrap(), Ending::Resigned(Color::Black));
    assert_eq!(text.lines().filter(|line| *line == "Invalid move.").count(), 3);
    assert!(text.contains("\na1: Black at a1 turns no disc over.\n"), "{text}");
    assert!(text.contains("\nd4: d4 is occupied.\n"), "{text}");
    assert!(text.ends_with("W player wins.\nWhite wins: Black resigns.\n"), "{text}");

    let strict = Request { strict: true, ..request };
    // A command and an empty line are no moves; a word that is neither is an illegal one.
    for (typed, played) in [("\nhelp\na1\n", "a1"), ("hello\n", "hello"), ("99\n", "99")] {
        let (ending, text) = run(&strict, typed);
        assert_eq!(ending.unwrap().winner(), Some(Color::White));
        let tail = format!(
            "Invalid move.\nW player wins.\nWhite wins: Black played {played}, which is illegal.\n"
        );
        assert!(text.ends_with(&tail), "{text}");
    }
}

#[test]
fn a_script_that_knows_the_dimension_and_the_colour_only_can_play() {
    // White is the computer: Black begins with d3, typed as row c and column d.
    let (ending, text) = run(&Request::default(), "8\nW\ncd\nquit\n");
    assert_eq!(ending.unwrap(), Ending::Stopped);
    assert!(text.contains("\nEnter the board dimension: 8\nComputer plays (B/W): W\n"), "{text}");
    assert!(text.contains("\nEnter move for colour B (RowCol): cd\nBlack: d3, turns 1 disc.\n"));
    assert!(text.contains("\nComputer places W at "), "{text}");
}

#[test]
fn every_question_is_asked_again_after_a_bad_answer() {
    let answers = "7\nten\n4\nX\nboth\nnobody\nkiller\nhuman\nrandom\nanysize:depth=1\nsoon\n-1\n1\n\
                   no-such-file\nnew\n";
    let (ending, text) = run(&Request::default(), answers);
    assert!(matches!(ending, Ok(Ending::Finished(_))), "{text}");
    for complaint in [
        "a board of size 7 does not exist: sizes are the even numbers from 4 to 26",
        "a board of size ten does not exist: sizes are the even numbers from 4 to 26",
        "Write B or W, both or none.",
        "`nobody` is not a player",
        "killer plays on 8×8 only, not on 4×4",
        "A person was not asked for here: name a computer.",
        "`soon` is not a time: write seconds, such as 2, 2s, 0.5 or 50ms",
        "`-1` is not a time",
        "no-such-file: ",
    ] {
        assert!(text.contains(&format!("\n{complaint}")), "{complaint}\n{text}");
    }
    check(&text, 4);
}

#[test]
fn every_question_explains_itself() {
    let (_, text) = run(&Request::default(), "?\n\n?\n\n?\n\n?\n\n?\n\nquit\n");
    for explained in ["an even number from 4 to 26", "two people", "killer: ", "50ms", "any format"]
    {
        assert!(text.contains(explained), "{explained}\n{text}");
    }
}

#[test]
fn input_that_ends_before_the_game_is_an_error() {
    for answers in ["", "8\n", "8\nblue\n"] {
        let (ending, _) = run(&Request::default(), answers);
        assert!(matches!(ending, Err(PlainError::NoAnswers)), "{answers:?}");
    }
}

#[test]
fn a_script_that_says_the_dimension_and_the_colour_only_sees_the_game_begin() {
    for answers in ["4\nB\n", "4\nB\nrandom\n", "4\nB\nrandom\n1\n"] {
        let (ending, text) = run(&Request::default(), answers);
        assert_eq!(ending.unwrap(), Ending::Stopped, "{answers:?}");
        let first = text.find("Computer places B at ").expect("Black's move");
        assert!(text[first..].contains("Enter move for colour W (RowCol): "), "{text}");
    }
    let (ending, text) = run(&Request::default(), "4\nboth\n");
    assert!(ending.unwrap().is_decided(), "{text}");
}

#[test]
fn flags_answer_questions() {
    let time: Time = "0.01".parse().unwrap();
    let request = Request { time: Some(TimeControl::PerMove(time.0)), ..Request::default() };
    let (_, text) = run(&request, "4\nB\nrandom\n\nquit\n");
    assert!(!text.contains("Seconds for"), "{text}");
    // Whoever says who plays is asked nothing, and sits opposite a default.
    let request =
        Request { players: [None, Some("random".parse().unwrap())], ..Request::default() };
    let (_, text) = run(&request, "quit\n");
    assert!(text.starts_with("Black: human. White: random.\n"), "{text}");
}

#[test]
fn moves_are_taken_back() {
    let (_, text) = run(&between("human", "random", 8), "undo\nf5\nundo\nquit\n");
    assert!(text.contains("There is no move to take back."), "{text}");
    assert!(text.contains("Took back 2 moves."), "{text}");
    let last_list = text.lines().rev().find(|line| line.starts_with("Black to move:"));
    assert_eq!(last_list, Some("Black to move: 1 d3, 2 c4, 3 f5, 4 e6."));
}

#[test]
fn a_player_who_does_not_play_on_the_board_says_so() {
    let (ending, _) = run(&between("killer", "random", 10), "");
    assert_eq!(ending.unwrap_err().to_string(), "killer plays on 8×8 only, not on 10×10");
}

const TEN_LINES: &str = "\
0 0 0 0 W B W 0
W 0 W W W W W 0
W 0 W W W W W 0
W B B W W B W 0
W B B W W B 0 0
W B W B W B 0 0
0 0 B 0 B B 0 0
0 0 0 B B B 0 0
W
0.25
";

#[test]
fn a_ten_line_file_loads_plays_and_saves() {
    let folder = tempfile::tempdir().unwrap();
    let (file, saved) = (folder.path().join("board.game"), folder.path().join("after"));
    std::fs::write(&file, TEN_LINES).unwrap();
    let request = Request {
        players: [Some("random".parse().unwrap()), Some(Who::Human)],
        load: Some(file),
        save: Some(saved.clone()),
        ..Request::default()
    };
    let (ending, text) = run(&request, "b8\n");
    assert_eq!(ending.unwrap(), Ending::Stopped);
    assert!(text.contains("Black 16, White 24.\nWhite to move: "), "{text}");
    // Without an ending of its own the file is written in the format that was loaded, with the
    // same time limit. White's b8 turned over c7 and d6.
    let after = std::fs::read_to_string(&saved).unwrap();
    let lines: Vec<&str> = after.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[9], "0.25");
    assert_eq!(lines[7].split(' ').nth(1), Some("W"));
    assert_eq!(read(after.as_bytes()).unwrap().records[0].time.unwrap().as_millis(), 250);
}

#[test]
fn a_game_is_saved_in_the_format_of_the_name_and_can_be_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["g.ggf", "g.sgf", "g.txt", "g.obf", "g.game", "g.board", "plain"] {
        let path = folder.path().join(name);
        let save = format!("f5\nsave {}\nquit\n", path.display());
        let (_, text) = run(&between("human", "random:seed=4", 8), &save);
        assert!(text.contains("Saved to "), "{name}: {text}");
        let again = Request { load: Some(path.clone()), ..between("human", "random", 8) };
        let (_, reopened) = run(&again, "quit\n");
        let list = |text: &str| {
            text.lines().rev().find(|line| line.starts_with("Black to move")).map(str::to_owned)
        };
        assert_eq!(list(&text), list(&reopened), "{name}");
    }
}

#[test]
fn a_file_is_not_replaced_by_accident() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ggf");
    std::fs::write(&path, "precious").unwrap();
    let save = format!("save {}\n", path.display());
    let (_, text) = run(&between("human", "random", 8), &save);
    assert!(text.contains("is there already: save it again to replace it."), "{text}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    let (_, text) = run(&between("human", "random", 8), &save.repeat(2));
    assert!(text.contains("Saved to "), "{text}");
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("(;GM[Othello]"));
}

#[test]
fn a_game_that_was_left_is_kept_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let keeper = || Some(Keeper::new(folder.path()));
    let request = Request { keeper: keeper(), ..between("human", "random", 8) };
    let (_, text) = run(&request, "f5\n");
    assert!(text.ends_with("The game is kept: obverse play --resume goes on with it.\n"), "{text}");
    let resume = Request { keeper: keeper(), resume: true, ..Request::default() };
    let (ending, again) = run(&resume, "resign\n");
    assert_eq!(ending.unwrap(), Ending::Resigned(Color::Black));
    let shown = |text: &str| {
        text.lines().rev().find(|line| line.starts_with("Black to move")).map(str::to_owned)
    };
    assert_eq!(shown(&text), shown(&again));
    // It was decided: nothing waits any more.
    assert!(matches!(run(&resume, "").0, Err(PlainError::NothingKept)));
}

#[test]
fn a_kept_game_that_cannot_be_read_is_named_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game-1.json");
    for (text, reason) in [
        ("{}", "no kept game: missing field"),
        (
            r#"{"obverse-game": 9, "black": "human", "white": "human", "start": "", "moves": [], "ply": 0}"#,
            "version 9 is from a newer program",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let keeper = Some(Keeper::new(folder.path()));
        let resume = Request { keeper, resume: true, ..Request::default() };
        let error = run(&resume, "").0.unwrap_err().to_string();
        assert!(error.contains(&format!("{}: {reason}", path.display())), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_file_of_another_size_or_without_a_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let load = |path: &Path, size: Option<usize>| {
        let size = size.map(|size| Size::new(size).unwrap());
        let request = Request { load: Some(path.to_owned()), size, ..Request::default() };
        run(&request, "quit\n").0.map_err(|error| error.to_string())
    };
    let ten_lines = file("ten", TEN_LINES);
    assert!(load(&ten_lines, Some(8)).is_ok());
    assert!(load(&ten_lines, Some(10)).unwrap_err().ends_with("its board is 8×8, not 10×10"));
    assert!(load(&file("empty", ""), None).is_err());
    assert!(load(&file("noise", "\u{1}\u{2}?!"), None).is_err());
    assert!(load(folder.path(), None).is_err());
}

#[test]
fn an_output_that_is_gone_ends_the_game() {
    struct Gone;
    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let console = Console::new(Cursor::new(""), Gone, true);
    let request = between("random", "random", 26);
    let ending = plain::run(console, &request, &Maker::default(), &StopFlag::default());
    assert!(matches!(ending, Err(PlainError::Output(_))));
}

#[test]
fn a_score_says_whose_it_is() {
    let (_, text) = run(&between("human", "engine:depth=4,book=off", 8), "f5\nhint\nquit\n");
    let named = |line: &str| {
        ["= draw", "draw", "even"].iter().any(|word| line.contains(word))
            || line.contains("Black +")
            || line.contains("White +")
    };
    let thought = text.lines().find(|line| line.contains("depth 4")).expect("White's move");
    assert!(named(thought) && !thought.contains(" -"), "{thought}");
    let hints: Vec<&str> = text.lines().filter(|line| line.contains('≈')).collect();
    for line in hints {
        assert!(named(line) && !line.contains(" -"), "{line}");
    }
}

#[test]
fn one_move_is_one_move() {
    let folder = tempfile::tempdir().unwrap();
    let keeper = || Some(Keeper::new(folder.path()));
    let (_, _) = run(&Request { keeper: keeper(), ..between("human", "human", 8) }, "f5\n");
    let (_, text) = run(&Request { keeper: keeper(), ..Request::default() }, "\n\n\n\n?\nlast\n");
    assert!(text.contains("after 1 move."), "{text}");
}

#[test]
fn what_is_taken_back_stays_as_a_variation() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let request = Request { players: [Some(Who::Human), Some(Who::Human)], ..Request::default() };
    let script = format!("f5\nd6\nc3\nundo\nc4\nvariations\nsave {}\nquit\n", file.display());
    let (_, text) = run(&request, &script);
    assert!(text.contains("The game: f5 d6 c4.\n"), "{text}");
    let said = "Variation 1, in the place of move 3 (c4) of the game: c3.\n";
    assert!(text.contains(said), "{text}");
    let record = obverse_records::read(&std::fs::read(file).unwrap()).unwrap().records.remove(0);
    assert_eq!(obverse_study::Tree::from_record(&record).0.to_string(), "f5d6c4(c3)");
}

#[test]
fn a_game_is_reviewed_in_words() {
    let size = Size::new(4).unwrap();
    let players = [Some(Who::Human), Some(Who::Human)];
    let request = Request { players, size: Some(size), ..Request::default() };
    let (_, text) = run(&request, "review\n4\n1\n1\n1\nreview\nquit\n");
    assert!(text.contains("There is no move to review.\n"), "{text}");
    assert!(text.contains("Reviewing 4 moves.\n"), "{text}");
    assert!(text.contains("Black: accuracy ") && text.contains("White: accuracy "), "{text}");
}

#[test]
fn somebody_who_types_is_asked_what_to_do_with_a_game_that_is_over() {
    let paper = Paper::default();
    let answers = "resign\nvariations\nhello\nquit\n";
    let console = Console::new(Cursor::new(answers), paper.clone(), false);
    let players = [Some(Who::Human), Some(Who::Human)];
    let request = Request { players, ..Request::default() };
    let ending = plain::run(console, &request, &Maker::default(), &StopFlag::default());
    assert!(ending.is_ok());
    let text = paper.text();
    let (_, after) = text.split_once("White wins").expect("it is over");
    assert_eq!(after.matches("review, variations, save FILE or quit: ").count(), 3, "{after}");
    assert!(after.contains("The game: no move yet.\n"), "{after}");
}
