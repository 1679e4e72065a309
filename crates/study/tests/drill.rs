//! Opening drills: what was missed comes again, and every drill can be brought to its end.

use obverse_rules::{Color, Move};
use obverse_study::{Drill, DrillError, DrillLine, Recalled, Turn};

fn line(name: &str, moves: &str) -> DrillLine {
    let moves = obverse_records::transcript::parse(moves, obverse_rules::Size::EIGHT).unwrap();
    DrillLine { name: name.to_owned(), moves: moves.moves().to_vec() }
}

fn lines() -> Vec<DrillLine> {
    vec![line("Tiger", "f5d6c3d3c4"), line("Rose", "f5d6c5f4d3"), line("Diagonal", "f5f6e6f4")]
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// Plays a line to its end as the lines have it, and goes on.
fn play_right(drill: &mut Drill) {
    loop {
        match drill.turn() {
            Turn::Yours(moves) => {
                let line = drill.line().unwrap();
                assert_eq!(moves[0].0, line.moves[drill.game().ply()]);
                assert_eq!(drill.recall(moves[0].0), Ok(Recalled::Right));
            }
            Turn::Theirs(moves) => drill.reply(moves[0]).unwrap(),
            Turn::LineOver => return drill.next_line(),
            Turn::Over => return,
        }
    }
}

#[test]
fn a_drill_without_a_fault_asks_every_line_once() {
    for side in Color::BOTH {
        let mut drill = Drill::new(lines(), side, 5).unwrap();
        for left in (1..=3).rev() {
            assert_eq!(drill.left(), left);
            play_right(&mut drill);
        }
        assert_eq!((drill.turn(), drill.result()), (Turn::Over, (3, 0)));
    }
}

#[test]
fn what_was_missed_is_asked_again() {
    let mut drill = Drill::new(lines(), Color::Black, 1).unwrap();
    let first = drill.line().unwrap().name.clone();
    assert_eq!(drill.recall(mv("d3")), Ok(Recalled::Wrong));
    assert_eq!(drill.game().ply(), 0, "a wrong move is not played");
    play_right(&mut drill);
    assert_eq!((drill.left(), drill.result()), (3, (0, 1)));
    play_right(&mut drill);
    play_right(&mut drill);
    assert_eq!(drill.line().unwrap().name, first);
    play_right(&mut drill);
    assert_eq!((drill.turn(), drill.result()), (Turn::Over, (3, 1)));
}

#[test]
fn a_shown_move_is_played_and_the_line_comes_again() {
    let mut drill = Drill::new(vec![line("Tiger", "f5d6c3d3c4")], Color::Black, 1).unwrap();
    assert_eq!(drill.show(), Some(mv("f5")));
    assert_eq!(drill.show(), None, "it is the other side's turn");
    drill.reply(mv("d6")).unwrap();
    play_right(&mut drill);
    assert_eq!((drill.left(), drill.result()), (1, (0, 1)));
    play_right(&mut drill);
    assert_eq!((drill.turn(), drill.result()), (Turn::Over, (1, 1)));
}

#[test]
fn a_move_of_another_line_is_right_too_and_changes_the_line() {
    let mut drill = Drill::new(lines(), Color::Black, 1).unwrap();
    assert_eq!(drill.recall(mv("f5")), Ok(Recalled::Right));
    drill.reply(mv("d6")).unwrap();
    let Turn::Yours(moves) = drill.turn() else { panic!("{:?}", drill.turn()) };
    let squares: Vec<Move> = moves.iter().map(|(mv, _)| *mv).collect();
    assert!(squares.contains(&mv("c3")) && squares.contains(&mv("c5")), "{squares:?}");
    assert_eq!(drill.recall(mv("c5")), Ok(Recalled::Right));
    assert_eq!(drill.line().unwrap().name, "Rose");
}

#[test]
fn a_reply_that_leaves_the_lines_ends_the_line_which_comes_again() {
    let mut drill = Drill::new(vec![line("Tiger", "f5d6c3d3c4")], Color::Black, 1).unwrap();
    drill.recall(mv("f5")).unwrap();
    drill.reply(mv("f4")).unwrap();
    assert_eq!(drill.turn(), Turn::LineOver);
    drill.next_line();
    assert_eq!((drill.left(), drill.result()), (1, (0, 1)));
}

#[test]
fn what_cannot_be_drilled_is_refused() {
    assert_eq!(
        Drill::new(Vec::new(), Color::Black, 1).unwrap_err(),
        DrillError::NoLines(Color::Black)
    );
    let short = vec![line("one move", "f5")];
    assert_eq!(Drill::new(short, Color::White, 1).unwrap_err(), DrillError::NoLines(Color::White));
    let wrong = vec![DrillLine { name: "x".to_owned(), moves: vec![mv("a1")] }];
    assert_eq!(Drill::new(wrong, Color::Black, 1).unwrap_err(), DrillError::Line("x".to_owned()));
    let mut drill = Drill::new(lines(), Color::Black, 1).unwrap();
    assert_eq!(drill.recall(mv("a1")), Err(DrillError::Illegal(mv("a1"))));
    assert_eq!(drill.reply(mv("f5")), Err(DrillError::Illegal(mv("f5"))));
}

#[test]
fn a_family_has_its_longest_lines_only() {
    let family = Drill::family("tiger");
    assert!(family.len() > 1);
    for one in &family {
        assert!(one.name.to_lowercase().contains("tiger"), "{}", one.name);
        let is_part = |other: &DrillLine| other != one && other.moves.starts_with(&one.moves);
        assert!(!family.iter().any(is_part), "{}", one.name);
    }
    assert!(Drill::family("no such opening").is_empty());
}

/// Whatever a person does, the books are straight, and whoever then plays right comes to the end.
#[test]
fn every_drill_can_be_brought_to_its_end() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let side = if random.bool() { Color::Black } else { Color::White };
        let mut drill = Drill::new(Drill::family("rose"), side, seed).unwrap();
        for _ in 0..60 {
            let moves: Vec<Move> = drill.game().position().moves().iter().map(Move::from).collect();
            let any = moves.get(random.usize(..moves.len().max(1))).copied().unwrap_or(Move::Pass);
            let (left, (known, _)) = (drill.left(), drill.result());
            match random.u8(..6) {
                0 => drill.next_line(),
                1 => drop(drill.show()),
                2 => drop(drill.recall(any)),
                3 => drop(drill.reply(any)),
                _ => {
                    if let Turn::Theirs(moves) = drill.turn() {
                        drill.reply(moves[0]).unwrap();
                    }
                }
            }
            let done = drill.result().0 - known;
            assert_eq!(drill.left() + done, left, "no line is lost");
        }
        drill.next_line();
        for _ in 0..=drill.left() {
            play_right(&mut drill);
        }
        assert_eq!(drill.turn(), Turn::Over);
    }
}
