//! Games, positions and what is refused.

use obverse_rules::{
    Color, Game, IllegalMove, Move, Outcome, Position, Setup, SetupError, Size, Square,
};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn play(moves: &str) -> Game {
    let mut game = Game::from_start(Size::EIGHT);
    for name in moves.split(' ') {
        game.play(mv(name)).unwrap();
    }
    game
}

#[test]
fn the_start_has_black_to_move_and_four_moves() {
    for size in Size::all() {
        let start = Position::start(size);
        assert_eq!(start.side(), Color::Black);
        assert_eq!((start.count(Color::Black), start.count(Color::White)), (2, 2));
        assert_eq!(start.moves().len(), 4);
        assert!(!start.is_over() && !start.must_pass());
    }
    let start = Position::start(Size::EIGHT);
    assert_eq!(start.to_string(), format!("{0}OX------XO{0} X", "-".repeat(27)));
    let names: Vec<String> = start.moves().iter().map(|square| square.to_string()).collect();
    assert_eq!(names, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn an_illegal_move_says_why_and_changes_nothing() {
    let mut game = play("f5");
    let before = game.clone();
    let square = |name: &str| name.parse().unwrap();
    for (name, why) in [
        ("d4", IllegalMove::Occupied(square("d4"))),
        ("a1", IllegalMove::NothingFlips { square: square("a1"), side: Color::White }),
        ("i9", IllegalMove::OffBoard { square: square("i9"), size: Size::EIGHT }),
        ("pass", IllegalMove::MayNotPass(Color::White)),
    ] {
        assert_eq!(game.play(mv(name)), Err(why));
        assert_eq!(game, before);
    }
}

#[test]
fn undone_moves_can_be_redone_until_another_is_played() {
    let mut game = play("f5 d6 c3 d3");
    let end = *game.position();
    assert_eq!(game.undo(), Some(mv("d3")));
    assert_eq!(game.undo(), Some(mv("c3")));
    assert_eq!(game.undone(), [mv("c3"), mv("d3")]);
    assert_eq!(game.ply(), 2);
    assert_eq!(game.redo(), Some(mv("c3")));
    // Playing the undone move itself keeps what follows it.
    game.undo();
    game.play(mv("c3")).unwrap();
    assert_eq!(game.redo(), Some(mv("d3")));
    assert_eq!(*game.position(), end);
    assert_eq!(game.redo(), None);

    game.go_to(2);
    game.play(mv("c4")).unwrap();
    assert_eq!(game.redo(), None);
    assert_eq!(game.moves(), [mv("f5"), mv("d6"), mv("c4")]);

    game.go_to(0);
    assert_eq!(game.undo(), None);
    assert_eq!(*game.position(), Position::start(Size::EIGHT));
}

/// The shortest game: nine moves, Black has no disc left to lose to.
#[test]
fn a_game_ends_when_neither_side_can_move() {
    let game = play("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert!(game.is_over());
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome, Outcome { black: 13, white: 0, empties: 51 });
    assert_eq!(outcome.winner(), Some(Color::Black));
    assert_eq!(outcome.discs(Color::Black), 64);
    assert_eq!(outcome.score(Color::White), -64);
    assert_eq!(outcome.to_string(), "Black wins 64–0");
    let mut ended = game.clone();
    assert_eq!(ended.play(Move::Pass), Err(IllegalMove::GameOver));
    assert_eq!(ended.play(mv("a1")), Err(IllegalMove::GameOver));
}

#[test]
fn empties_of_a_draw_are_shared() {
    let outcome = Outcome { black: 20, white: 20, empties: 24 };
    assert_eq!(outcome.winner(), None);
    assert_eq!(outcome.discs(Color::Black), 32);
    assert_eq!(outcome.score(Color::Black), 0);
    assert_eq!(outcome.to_string(), "Draw 32–32");
}

/// ```text
/// White to move has nothing; Black can enclose b1.
///   . O X X
///   . . . .
/// ```
#[test]
fn a_forced_pass_is_a_move_of_its_own() {
    let position: Position = "-OXX------------ O".parse().unwrap();
    assert!(position.must_pass());
    let mut game = Game::new(position);
    assert_eq!(
        game.play(mv("a1")),
        Err(IllegalMove::NothingFlips { square: "a1".parse().unwrap(), side: Color::White })
    );
    // A record that leaves passes out is completed, unless its move is illegal anyway.
    let mut wrong = game.clone();
    assert!(wrong.play_with_passes(mv("d4")).is_err());
    assert_eq!(wrong, game);
    game.play_with_passes(mv("a1")).unwrap();
    assert_eq!(game.moves(), [Move::Pass, mv("a1")]);
    assert!(game.is_over());
    assert_eq!(game.outcome().unwrap().to_string(), "Black wins 16–0");
}

#[test]
fn positions_are_written_and_read_on_every_board() {
    for size in Size::all() {
        let start = Position::start(size);
        assert_eq!(start.to_string().parse::<Position>().unwrap(), start);
        assert_eq!(Position::try_from(start.setup()).unwrap(), start);
    }
    let habits =
        ["XO--O-X--------- X", "BW..W.B......... b", "*O--o-x--------- *", "1200201000000000 1"];
    for text in habits {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), habits[0], "{text}");
    }
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let parse = |text: &str| text.parse::<Position>().unwrap_err();
    assert_eq!(parse(&format!("{} X", "-".repeat(65))), SetupError::Squares(65));
    assert_eq!(parse(&format!("{} X", "-".repeat(27 * 27))), SetupError::Squares(729));
    assert_eq!(parse(&format!("{} X", "-".repeat(25))), SetupError::Squares(25));
    assert_eq!(parse(""), SetupError::Side(' '));
    assert_eq!(parse("X"), SetupError::Squares(0));
    assert_eq!(parse("------?--------- X"), SetupError::Symbol { symbol: '?', at: 7 });
    assert_eq!(parse("---------------- ?"), SetupError::Side('?'));
    let empty = Setup { squares: vec![], side: Color::Black };
    assert_eq!(Position::try_from(empty), Err(SetupError::Squares(0)));
}

#[test]
fn only_even_sizes_from_4_to_26_exist() {
    let sizes: Vec<usize> = (0..100).filter(|&n| Size::new(n).is_ok()).collect();
    assert_eq!(sizes, [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26]);
    for text in ["7", "27", "28", "0", "-8", "eight", "", "99999999999999999999"] {
        assert!(text.parse::<Size>().is_err(), "{text}");
    }
}

#[test]
fn squares_and_moves_are_read_in_any_case_and_nothing_else() {
    for name in ["a1", "h8", "z26", "j10"] {
        let square: Square = name.parse().unwrap();
        assert_eq!(square.to_string(), name);
        assert_eq!(name.to_uppercase().parse::<Square>().unwrap(), square);
    }
    for text in ["", "a", "1a", "a0", "a27", "a01", "a+1", "{1", "ä1", "a1b", "a 1", "f5f5"] {
        assert!(text.parse::<Square>().is_err(), "{text}");
    }
    for text in ["pass", "PA", "ps", "--", "@@"] {
        assert_eq!(mv(text), Move::Pass);
    }
}
