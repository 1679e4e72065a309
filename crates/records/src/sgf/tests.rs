use std::time::Duration;

use obverse_rules::{Color, Game, Move, Position, Size};

use super::{parse, to_string};
use crate::{Clock, Mark, Note, Record, Shape, Termination, Theory, Verdict, transcript};

#[test]
fn a_game_comes_back_with_all_that_is_known() {
    let mut record = Record::from(transcript::parse("f5d6c3d3c4", Size::EIGHT).unwrap());
    record.tags.black = Some("Ann [the \\ first]".to_owned());
    record.tags.white = Some("Bjørn".to_owned());
    record.tags.black_rating = Some(1832.5);
    record.tags.event = Some("Club night".to_owned());
    record.tags.date = Some("2024-05-01".to_owned());
    record.tags.comment = Some("Two lines\nof text".to_owned());
    record.tags.result = Some(Verdict { score: -64.0, ending: Termination::Resigned });
    record.tags.clock = Some("05:00/00:03/02:00".parse::<Clock>().unwrap());
    record.theory = Some(Theory { black_discs: 33, empties: 22 });
    let time = Some(Duration::from_millis(3400));
    let note = Note { eval: Some(-2.5), time, ..Note::default() };
    record.set_note(1, note);
    record.set_note(4, Note { comment: Some("Tiger".to_owned()), ..Note::default() });
    let text = to_string(&record);
    assert!(text.contains(";W[d6]V[2.5]SECS[3.4];"), "{text}");
    assert_eq!(parse(&text).unwrap(), record);
}

#[test]
fn any_position_comes_back() {
    for squares in [
        "-----------------X---------------XX-OO---------------------XOX-- O",
        "---------------- X",
        "-----XX--XX----- O",
    ] {
        let position: Position = squares.parse().unwrap();
        let record = Record::from(position);
        assert_eq!(parse(&to_string(&record)).unwrap().game, record.game, "{squares}");
    }
}

#[test]
fn set_up_discs_have_one_meaning() {
    let start_of = |text: &str| parse(text).unwrap().game.start().to_string();
    let with_corner = "X--------------------------OX------XO--------------------------- X";
    // A complete position without `AE`, as the page of the first release wrote it: nothing else is
    // on the board, though its middle is empty.
    let page = "(;GM[2]FF[4]CA[UTF-8]AP[Obverse]SZ[6]DT[2026-11-16]PB[]PW[]AB[e2]AW[d2]PL[B])\n";
    assert_eq!(start_of(page), format!("{}OX{} X", "-".repeat(9), "-".repeat(25)));
    let with_moves = "(;GM[2]SZ[6]AB[e2]AW[d2]PL[B];B[c2])";
    assert_eq!(start_of(with_moves), format!("{}OX{} X", "-".repeat(9), "-".repeat(25)));
    // The command line of the first release said which squares of the middle are empty.
    let command_line = "(;GM[2]FF[4]CA[UTF-8]AP[Obverse]SZ[6]AB[e2]AW[d2]AE[c3][d3][c4][d4]PL[B])";
    assert_eq!(start_of(command_line), start_of(page));
    // A corner in advance, as handicap games begin: the four discs in the middle are not listed.
    assert_eq!(start_of("(;GM[2]AB[a1];B[f5];W[f6])"), with_corner);
    assert_eq!(start_of("(;GM[2]AB[a1])"), with_corner);
    // All discs listed: it does not matter what was there before.
    let listed = "(;GM[2]AB[a1][e4][d5]AW[d4][e5]PL[B];B[f5])";
    assert_eq!(start_of(listed), with_corner);
    // Of two meanings that both fail, the one that goes further tells what is wrong.
    let error = parse("(;GM[2]AB[a1];B[f5];W[f5])").unwrap_err().to_string();
    assert_eq!(error, "line 1, column 23: move 2, f5: f5 is occupied");
}

#[test]
fn a_position_is_the_same_to_every_reader() {
    for squares in ["-----XX--XX----- O", "-------XO------- X", "XO-------------- X"] {
        let position: Position = squares.parse().unwrap();
        let text = to_string(&Record::from(position));
        // A reader that knows nothing of Othello begins with an empty board and skips `AE`.
        let listed = |name: &str| -> Vec<String> {
            let Some(at) = text.find(&format!("{name}[")) else { return vec![] };
            let values = text[at + 2..].split(|c: char| c.is_ascii_uppercase()).next().unwrap();
            values.split(['[', ']']).filter(|value| !value.is_empty()).map(str::to_owned).collect()
        };
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            assert_eq!(listed(name).len(), position.count(color), "{text}");
        }
        assert!(text.contains(&format!("PL[{}]", position.side().letter())), "{text}");
    }
}

#[test]
fn squares_of_go_variations_and_passes_are_read() {
    for text in [
        "(;GM[2]SZ[8];B[f5];W[d6];B[c3])",
        "(;GM[2]SZ[8:8]\n;B[fe]\n;W[df]\n;B[cc])",
        "(;GaMe[2];B[F5](;W[D6];B[c3](;W[d3])(;W[g5]))(;W[f4]))",
        "(;GM[2];PL[B];B[f5]C[a (remark\\]) ];W[d6];B[c3])",
    ] {
        let record = parse(text).unwrap();
        let moves = transcript::to_string(&record.game).unwrap();
        assert!(moves.starts_with("f5d6c3"), "{text}: {moves}");
    }
    let passes = "(;GM[2]SZ[8];B[e6];W[f6];B[d3];W[e7];B[e8];W[d8];B[g6];W[f8];B[];W[e3])";
    let record = parse(passes).unwrap();
    assert_eq!(record.game.moves()[8], Move::Pass);
    assert_eq!(record.game.position().side(), Color::Black);
    for spelled in ["pa", "pass", "--"] {
        assert_eq!(parse(&passes.replace("B[]", &format!("B[{spelled}]"))).unwrap(), record);
    }
    assert_eq!(parse(&passes.replace(";B[]", "")).unwrap().game, record.game);
}

#[test]
fn results_are_understood() {
    for (text, score, ending) in [
        ("B+12", 12.0, Termination::Played),
        ("W+4", -4.0, Termination::Played),
        ("0", 0.0, Termination::Played),
        ("Draw", 0.0, Termination::Played),
        ("W+Resign", -64.0, Termination::Resigned),
        ("b+t", 64.0, Termination::TimedOut),
    ] {
        let record = parse(&format!("(;GM[2]RE[{text}])")).unwrap();
        assert_eq!(record.tags.result, Some(Verdict { score, ending }), "{text}");
    }
    let open = parse("(;GM[2]RE[?])").unwrap();
    assert_eq!(open.tags.result, None);
    assert!(to_string(&open).contains("RE[?]"));
}

#[test]
fn errors_say_where_and_what() {
    for (text, expected) in [
        ("(GM[2])", "line 1, column 2: expected `;`, the beginning of a node, found `GM[2])`"),
        ("(;GM[2]SZ[27])", "line 1, column 11: a board of size 27 does not exist"),
        ("(;GM[2]SZ[8:10])", "line 1, column 11: expected a square board"),
        ("(;GM[2]\n;B[f5];W[f5])", "line 2, column 10: move 2, f5: f5 is occupied"),
        ("(;GM[2];B[i1])", "line 1, column 11: expected a square of the board such as f5"),
        (
            "(;GM[2];B[f5",
            "line 1, column 13: expected `]`, the end of the property B, found the end",
        ),
        (
            "(;GM[2];B[f5]",
            "line 1, column 14: expected a property such as B[f5], `;` or `)`, found the end",
        ),
        ("(;GM[2]AB[zz])", "line 1, column 11: expected a square such as f5"),
        ("(;GM[2];B[f5];AB[a1]W[d6])", "line 1, column 15: expected moves only"),
    ] {
        let error = parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// The moves of a line in one word.
fn moves(game: &Game) -> String {
    game.moves().iter().map(ToString::to_string).collect()
}

/// Each variation: the line that it leaves, after how many moves, and what is played.
fn variations(record: &Record) -> Vec<(Option<usize>, usize, String)> {
    let variations = record.variations.iter();
    variations.map(|one| (one.of, one.ply, moves(&one.game))).collect()
}

#[test]
fn variations_are_read_and_written() {
    let tree = "(;GM[2];B[f5](;W[d6](;B[c3];W[d3])(;B[c4](;W[d3])(;W[g5];B[f6])(;W[f3])))(;W[f6]))";
    let record = parse(tree).unwrap();
    assert_eq!(moves(&record.game), "f5d6c3d3");
    let expected = [(None, 2, "c4d3"), (Some(0), 1, "g5f6"), (Some(0), 1, "f3"), (None, 1, "f6")];
    assert_eq!(variations(&record), expected.map(|(of, ply, line)| (of, ply, line.to_owned())));
    let text = to_string(&record);
    let moves = &tree[tree.find(";B").unwrap()..];
    assert!(text.ends_with(moves), "{text}");
    assert_eq!(parse(&text).unwrap(), record);
}

#[test]
fn comments_and_marks_are_kept_on_every_line() {
    let tree = "(;GM[2]C[First]TR[d3][f5];B[f5]C[Usual]MA[f6];C[More](;W[d6]CR[c3]SQ[a1])\
                (;C[Or];W[f6]C[Diagonal]V[3]SECS[2.5]))";
    let record = parse(tree).unwrap();
    let mark = |square: &str, shape| Mark { square: square.parse().unwrap(), shape };
    assert_eq!(record.tags.comment.as_deref(), Some("First"));
    assert_eq!(record.marks, [mark("d3", Shape::Triangle), mark("f5", Shape::Triangle)]);
    // Nodes without a move speak of the position before them.
    assert_eq!(record.note(0).comment.as_deref(), Some("Usual\nMore\nOr"));
    assert_eq!(record.note(0).marks, [mark("f6", Shape::Cross)]);
    assert_eq!(record.note(1).marks, [mark("c3", Shape::Circle), mark("a1", Shape::Square)]);
    let note = &record.variations[0].notes[0];
    assert_eq!((note.eval, note.time), (Some(-3.0), Some(Duration::from_millis(2500))));
    assert_eq!(note.comment.as_deref(), Some("Diagonal"));
    assert_eq!(parse(&to_string(&record)).unwrap(), record);
}

#[test]
fn a_wrong_variation_costs_only_itself() {
    let record =
        parse("(;GM[2];B[f5](;W[d6])(;W[a1];B[b1])(;W[f6];B[h8])(;AB[a1];W[f4]))").unwrap();
    assert_eq!(moves(&record.game), "f5d6");
    // One cannot begin, one is cut short, and one sets up discs in the middle of the game.
    assert_eq!(variations(&record), [(None, 1, "f6".to_owned())]);
    assert_eq!(record.left_out, 3);
    let record = parse("(;GM[2];B[f5](;W[d6])(;W[f6]) what is this").unwrap();
    assert_eq!((record.variations.len(), record.left_out), (1, 1));
}

#[test]
fn nesting_may_be_as_deep_as_the_text_is_long() {
    let depth = 200_000;
    let deep = format!("(;GM[2];B[f5]{}{}", "(".repeat(depth), ")".repeat(depth + 1));
    assert_eq!(moves(&parse(&deep).unwrap().game), "f5");
    let record = parse(&format!("(;GM[2];B[f5]{})", "(;W[d6](;B[c3])(;B[c4]))".repeat(30_000)));
    let record = record.unwrap();
    // So many are no game: those beyond a limit are left out.
    assert_eq!(record.variations.len(), 10_000);
    assert!(record.left_out > 0);
    assert_eq!(parse(&to_string(&record)).unwrap().variations, record.variations);
}

#[test]
fn what_is_cut_off_takes_its_variations_along() {
    let mut record =
        parse("(;GM[2];B[f5](;W[d6](;B[c3])(;B[c4](;W[d3])(;W[g5])))(;W[f6](;B[e6])(;B[f7])))")
            .unwrap();
    assert_eq!(record.variations.len(), 4);
    record.stop_after(2);
    let expected = [(None, 1, "f6e6".to_owned()), (Some(0), 1, "f7".to_owned())];
    assert_eq!(variations(&record), expected);
}
