//! Reasons: each is said where the lines show it, and not where they do not.

mod common;

use common::random_game;
use obverse_engine::score::Kind;
use obverse_engine::{Engine, Line, Options, Score};
use obverse_records::transcript;
use obverse_rules::{Board, Color, Game, Move, Position, Size, Square, SquareSet, with_board};
use obverse_study::{Comparison, Counts, Grade, Judged, Language, Plan, Reason, Review, reasons};

/// A mistake of a tournament game, with the lines of a search.
struct Case {
    id: &'static str,
    /// The moves before it.
    game: &'static str,
    played: &'static str,
    best: &'static str,
    /// What is said.
    text: &'static str,
}

/// One for each reason, from games of 1982 and 2001 in the WTHOR base, each looked at on a board.
const CASES: [Case; 17] = [
    Case {
        id: "builds-wall",
        game: "f5f6e6f4e3d3f3d7c5d2e2c3g4d6e7d8c6f1c4h3c2g5g3f2h4h5f7b3d1e1c1b1f8b4b5a6a5e8",
        played: "c8 a4 g6 h6 g2 h2 a2 h7",
        best: "c7 g8 g6 a3 a7 h2 b6 c8",
        text: "7 moves later 16 discs of Black and 11 of White lie beside empty squares, after c7 10 and 18",
    },
    Case {
        id: "edge-weak",
        game: "f5f6e6f4e3c5c4e7g4g3g6h3b5h6h4h5g5f3d8f7g8d7f2d6c8e8c6b8h7c7h2e1g1a5a6a7b6a4b4a3b3c2b2d2c1e2c3d3d1a1f1g7b7",
        played: "b1 a2 h1 a8 f8 g2 h8",
        best: "h8 f8 h1 a8 g2 b1 a2",
        text: "Black wedges in at a2, between two discs on the edge",
    },
    Case {
        id: "forced-to-open",
        game: "f5f6e6f4g4g6g5e7e3d6d3d2c3e2f3c4c2h3f1g3b5d1c1h6f2e1d7c8f8e8h4h5f7c7c6b3b4c5b6g7g1h1h8b1a3a6g8h7a5a2a1b2d8g2h2",
        played: "a4 a7 b8 a8 b7",
        best: "a7 b8 b7 a8 a4",
        text: "2 moves later every move of White opens a corner: it has to play b8",
    },
    Case {
        id: "gives-corner",
        game: "f5d6c3d3c4f4f6f3e6e7f7c5b6b5e8e3c2d2b4d7g4g3c7d8c6h4c8g5g6f8d1h6e2c1f2e1h5b8g7a3a4b3h7a6a5h8g8g1f1b1b2a8a7b7a2a1h2",
        played: "g2 h1 pass h3",
        best: "h3 g2 h1",
        text: "Black can take h1",
    },
    Case {
        id: "gives-mobility",
        game: "f5f6e6f4g6d6c6d7c3d3c7b6a5f7c5c4e7e8d2b4b5b3a4a3g5h5d8f8g4",
        played: "e1 g8 b8 h6 h7 a2 f3 h3",
        best: "c8 a2 b8 g7 e3 f2 e2 f3",
        text: "6 moves later Black has 10 moves, after c8 only 4",
    },
    Case {
        id: "gives-safe-moves",
        game: "f5f6d3f4e6d7e7d8g6d6c6c7f3h6b8b5f8f7g8c5a5c4b6b4a4g5g4h3h5h4g7a6a7g3g2c8e8a3a2h2b3e3",
        played: "f2 c3 e2 h1 g1 f1",
        best: "e2 d1 f2 c3 e1 h1",
        text: "4 moves later White has 6 moves that open no corner, after e2 only 2",
    },
    Case {
        id: "gives-stable-discs",
        game: "f5d6c3d3c4f3f4g5e3e2d2g4f1e1d1c5f2b4g3c2h5c1b1h4h3h2b3a3a5b5b6c6c7a6a4h6d7e6b7b8g2",
        played: "a2 a1 h1 b2 e7 a7 a8 c8",
        best: "c8 g6 h1 f7 e7 f6 h7 f8",
        text: "7 moves later 25 discs of Black can never be turned over, after c8 none",
    },
    Case {
        id: "greedy",
        game: "f5f6e6f4g5c6g6h7g4h6h4e7f3e3d6f2d8d7h5h3g3f8c8f7c7c5e8b8d2d3c4h2g7c3e2",
        played: "d1 f1 e1 c1 c2 g1 g2 b1",
        best: "f1 e1 d1 b3 b4 g2",
        text: "it turns over 4 discs, where f1 turns over 1 and leaves White more moves",
    },
    Case {
        id: "loses-mobility",
        game: "f5f6e6f4c3e7f3e3d3c5g4g3g5h3h5h4h2e2f1f2d6c4h6e1d2d1c1b3g1c2a3b4b1b2a1a2a4b5f7g8e8d7a6a5b6c6c8d8c7b7f8b8a8a7g2",
        played: "g7 g6 pass h7 pass h8",
        best: "g6 h8 h1 h7 g7",
        text: "a move later White has no move, after g6 it has 2",
    },
    Case {
        id: "loses-parity",
        game: "f5d6c3d3c4f4e3f6c6b6g5f3g4g3g6e2d2b4b5f2f7h4e6d7h3c5h5b3a4a5a3a2d1f8e8d8e7g8e1g2c8b8a6a7h1c7b2h2b7f1g7a8c2b1a1c1g1",
        played: "h7 h6 pass h8",
        best: "h8 h7 h6",
        text: "Black gets the last move of the game, after h8 White does",
    },
    Case {
        id: "loses-safe-moves",
        game: "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5b4c7d8c8b8g3h3e3a5b3e8a6a4a3d2e2h5h4g4h6c2c1f1e1d1g1",
        played: "h7 f2 g2 b2 f7 f8",
        best: "b2 f8 g8 a1 b1 a2",
        text: "a move later White has 3 moves that open no corner, after b2 it has 7",
    },
    Case {
        id: "loses-stable-discs",
        game: "f5d6c3d3c4f4f6f3e6e7d7g6g5f7e2d1e3c5g4f2d2b4g3d8h6h3h4g2e1b3c1h5e8g1f1g7c2b1",
        played: "b6 f8 b5 h7 c6 a7 h1 a5",
        best: "h1 h2 c8 f8 g8 c7 a1 h7",
        text: "7 moves later one disc of Black can never be turned over, after h1 8",
    },
    Case {
        id: "miscounts",
        game: "f5f4e3d6f3g4e6f7c4f6c5f2g3e2f1g5h4h5e1c6f8e7h3h2d3b5e8d7a5c2d2c1d1g1h6h7g6d8c8b6c3b3b4c7a6b2b8g7a2b1h8g8h1a1g2a3a4a8",
        played: "b7 a7",
        best: "a7 b7",
        text: "counted out, it ends 34–30, and a7 ends 38–26",
    },
    Case {
        id: "misses-corner",
        game: "f5d6c3d3c4f4e3f6c6b6g5f3g4g3g6e2d2b4b5f2f7h4e6d7h3c5h5b3a4a5a3a2d1f8e8d8e7g8e1g2c8b8a6a7h1c7b2h2b7f1g7a8c2b1a1c1g1",
        played: "h7 h6 pass h8",
        best: "h8 h7 h6",
        text: "White could have taken h8",
    },
    Case {
        id: "misses-pass",
        game: "f5d6c3d3c4f4f6f3e6e7d7g6f8f7e2d8e3c8g3f2g4h4h3h2g5c7e8g8c6e1h6b4d2c5b3d1c2b5c1g2a4a5b2a1b1h7h8g7b7h5b8a2a3b6",
        played: "a7 a6 h1 a8 g1 f1",
        best: "h1 g1 f1 pass a6 a7",
        text: "with h1 White has to pass",
    },
    Case {
        id: "must-pass",
        game: "f5d6c3d3c4f4e3f6c6b6g5f3g4g3g6e2d2b4b5f2f7h4e6d7h3c5h5b3a4a5a3a2d1f8e8d8e7g8e1g2c8b8a6a7h1c7b2h2b7f1g7a8c2b1a1c1g1",
        played: "h7 h6 pass h8",
        best: "h8 h7 h6",
        text: "White has to pass, and not after h8",
    },
    Case {
        id: "wastes-quiet-move",
        game: "f5d6c3d3c4f4f6g5e3f3e6g6h6c5b6h4h5h7g3g4d7c8f7e8h3h2f8e7",
        played: "d8 g8 g7 f2 e2 d1 f1 h8",
        best: "g7 c6 d8 b5 c7 b4 a4 h8",
        text: "d8 could have waited: after g7 White cannot play there",
    },
];

fn line(moves: &str, discs: f32) -> Line {
    let moves = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
    Line { moves, score: Score { discs, kind: Kind::Exact }, depth: 8 }
}

fn said(position: &Position, played: &str, best: &str) -> Vec<Reason> {
    let lines = Comparison { best: line(best, 12.0), played: line(played, 4.0) };
    reasons(position, &lines)
}

fn position(moves: &str) -> Position {
    let position = *transcript::parse(moves, Size::EIGHT).unwrap().position();
    if position.must_pass() { position.with_other_side() } else { position }
}

fn has(reasons: &[Reason], id: &str) -> bool {
    reasons.iter().any(|reason| reason.id() == id)
}

#[test]
fn each_reason_is_said_where_the_lines_show_it() {
    for case in &CASES {
        let position = position(case.game);
        let reasons = said(&position, case.played, case.best);
        let texts: Vec<String> = reasons
            .iter()
            .filter(|reason| reason.id() == case.id)
            .map(|reason| reason.text(Language::English, position.side()))
            .collect();
        assert_eq!(texts, [case.text], "{}: {reasons:?}", case.id);
    }
}

#[test]
fn no_reason_is_said_the_other_way_round() {
    for case in CASES.iter().filter(|case| case.id != "miscounts") {
        let reasons = said(&position(case.game), case.best, case.played);
        assert!(!has(&reasons, case.id), "{}: {reasons:?}", case.id);
    }
}

#[test]
fn nothing_is_said_that_the_lines_are_too_short_to_show() {
    // These are seen on the board at once.
    let at_once = ["miscounts", "gives-safe-moves", "misses-corner"];
    for case in CASES.iter().filter(|case| !at_once.contains(&case.id)) {
        let first = |line: &str| line.split(' ').next().unwrap().to_owned();
        let reasons = said(&position(case.game), &first(case.played), &first(case.best));
        assert!(!has(&reasons, case.id), "{}: {reasons:?}", case.id);
    }
}

#[test]
fn the_best_move_has_no_reasons() {
    for case in &CASES {
        assert_eq!(said(&position(case.game), case.best, case.best), []);
    }
}

/// A board drawn in eight rows, Black to move.
fn drawn(rows: [&str; 8]) -> Position {
    format!("{} X", rows.concat()).parse().unwrap()
}

#[test]
fn an_x_square_gives_the_corner_only_if_it_can_be_taken() {
    // b2 turns c3 over; then a1 takes the diagonal, for e5 is White's.
    let open = drawn([
        "-------O", "-------X", "--O-----", "---X----", "----O---", "--------", "--------",
        "-----OX-",
    ]);
    let reasons = said(&open, "b2 a1", "e8 h3");
    let corner: Square = "a1".parse().unwrap();
    let best = "e8".parse().unwrap();
    assert_eq!(reasons[0], Reason::GivesCorner { square: corner, after: 1, was_open: false, best });
    assert_eq!(reasons[0].text(Language::English, Color::Black), "White can take a1");
    assert_eq!(reasons[0].text(Language::Japanese, Color::Black), "白に隅a1を取られます");
    // Nobody takes it.
    assert!(!has(&said(&open, "b2 h3", "e8 h3"), "gives-corner"));
    // After the best move it is taken too.
    assert!(!has(&said(&open, "b2 a1", "e8 h3 b2 a1"), "gives-corner"));
}

#[test]
fn a_corner_is_missed_only_if_it_was_there() {
    let there = drawn([
        "-------O", "-------X", "--------", "--------", "---XO---", "--------", "--------",
        "-OX-----",
    ]);
    let reasons = said(&there, "f5 h3", "a8 h3");
    assert_eq!(reasons[0].text(Language::English, Color::Black), "Black could have taken a8");
    assert!(!has(&said(&there, "f5 h3 a8", "a8 h3"), "misses-corner"));
}

/// The final of the World Championship 2001 up to Black's 35th move: White can take h8 at any time.
const FINAL: &str = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7h6c5c6d8d2g5h5b6g3h3e3h4g4h7e2b5g7f2e8e1";

#[test]
fn stable_discs_that_only_come_later_are_no_reason() {
    let played = "a5 c1 d1 b3 c2 h8 g8 a4 a3 g2 a6 b1 a1 b4 c7 c8 f1 g1";
    // White takes h8 here too, four moves later, and the edge with it.
    let best = "b4 c7 a5 c1 a6 b7 d1 g2 f1 g1 h1 h8 g8 h2 b1 a7 a8 c2";
    assert!(!has(&said(&position(FINAL), played, best), "gives-stable-discs"));
    // As far as a line does not show it, it is said.
    let near = |line: &str| line.split(' ').take(8).collect::<Vec<_>>().join(" ");
    assert!(has(&said(&position(FINAL), &near(played), &near(best)), "gives-stable-discs"));
}

#[test]
fn a_corner_that_the_other_line_gives_later_is_no_reason() {
    // Black takes a1 in the one line, h8 in the other, two moves further than a person looks.
    let game = "f5d6c3d3c4f4f6f3e6e7f7c5e3e2g4d2f2g6c7g5g3f8d7c6h6b5e8c8g8h5b3b4e1d1c1c2b1";
    let played = "f1 g1 h7 h3 a2 a3 b6 a1 a4 a5";
    let best = "g1 h4 d8 b8 g7 a4 a6 b2 b6 h8";
    assert!(!has(&said(&position(game), played, best), "gives-corner"));
    let without = "g1 h4 d8 b8 g7 a4 a6 b2 b6";
    assert!(has(&said(&position(game), played, without), "gives-corner"));
}

#[test]
fn a_corner_that_the_other_side_takes_is_not_also_called_missed() {
    let game = "f5d6c3d3c4f4f6f3e6e7d7g6d8f7d2c5c6b3b4e3c2c8b8c7e8b6b5a5a3a4a6d1f2f1e1e2c1b1g5g3f8h6h4b7g4h3h5b2a1a2g1g2a8a7";
    let reasons = said(&position(game), "h2 h1 pass h7 g7 h8 g8", "h7 h8 h1 h2 pass g7 g8");
    assert!(has(&reasons, "gives-corner"), "{reasons:?}");
    assert!(!has(&reasons, "misses-corner"), "{reasons:?}");
}

#[test]
fn a_large_region_is_named_by_some_of_its_squares() {
    let squares = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
    let text = |names: &str, language| {
        let reason = Reason::LosesParity { region: squares(names), best: "h4".parse().unwrap() };
        reason.text(language, Color::Black)
    };
    let few = "a1 a2 b2 a3 a4 a5";
    let many = "a1 a2 b2 a3 a4 a5 a6";
    assert!(text(few, Language::English).contains("a1, a2, b2, a3, a4 and a5,"));
    assert!(text(many, Language::English).contains("a1, a2, b2 and 4 more squares,"));
    assert!(text(few, Language::Japanese).starts_with("a1・a2・b2・a3・a4・a5の空き"));
    assert!(text(many, Language::Japanese).starts_with("a1・a2・b2など7マスの空き"));
}

#[test]
fn who_has_only_bad_moves_is_forced_to_open() {
    // After h5 White takes the left edge, and b2 is all that Black has. After c5 there is h5.
    let position = drawn([
        "------XO", "--------", "--O----X", "---X---O", "XO--O---", "X----O--", "X-----O-",
        "O------O",
    ]);
    let reasons = said(&position, "h5 a4 b2 a1", "c5 a4 h5 f1");
    let square = "b2".parse().unwrap();
    assert!(reasons.contains(&Reason::ForcedToOpen { square, after: 2 }), "{reasons:?}");
    // With a quiet move left it is a choice.
    assert!(!has(&said(&position, "c5 a4 h5 f1", "h5 a4 b2 a1"), "forced-to-open"));
}

/// The moves of the side to move after which no corner can be taken that could not be before.
fn safe(position: &Position) -> usize {
    let corners = ["a1", "a8", "h1", "h8"].map(|name| name.parse::<Square>().unwrap());
    let before = position.with_other_side().moves();
    let is_safe = |square: &Square| {
        let after = position.play((*square).into()).unwrap().moves();
        corners.iter().all(|&corner| !after.contains(corner) || before.contains(corner))
    };
    position.moves().iter().filter(is_safe).count()
}

/// The discs of a side that touch an empty square.
fn beside(position: &Position, side: Color) -> usize {
    let near = |one: usize, other: usize| one.abs_diff(other) <= 1;
    let touches = |one: Square, other: Square| {
        near(one.column(), other.column()) && near(one.row(), other.row())
    };
    let of = |owner: Option<Color>| {
        Square::all(Size::EIGHT).filter(move |&square| position.get(square) == owner)
    };
    of(Some(side)).filter(|&one| of(None).any(|other| touches(one, other))).count()
}

/// The discs of a side that can never be turned over.
fn stable(position: &Position, side: Color) -> usize {
    let seen = if position.side() == side { *position } else { position.with_other_side() };
    with_board!(seen.board(), board => SquareSet::len(&Board::stable(board)))
}

/// What a reason claims, looked up on the two lines by plain code.
fn holds(before: &Position, one: &Judged, reason: &Reason) -> bool {
    let (me, them) = (before.side(), !before.side());
    let play = |moves: &[Move]| {
        let mut game = Game::new(*before);
        for &mv in moves {
            game.play(mv).unwrap();
        }
        game
    };
    let (played, best) = (play(&one.lines.played.moves), play(&one.lines.best.moves));
    let by = |game: &Game, side: Color, mv: Move| {
        (0..game.moves().len())
            .any(|at| game.moves()[at] == mv && game.positions()[at].side() == side)
    };
    let counted = |counts: &Counts, count: &dyn Fn(&Position) -> usize| {
        let at = counts.after + 1;
        count(&played.positions()[at]) == counts.played
            && count(&best.positions()[at]) == counts.instead
    };
    let legal = |position: &Position| position.moves().len();
    let side_at = |after: usize| played.positions()[after + 1].side();
    match reason {
        Reason::GivesCorner { square, after, .. } => {
            let mv = Move::Place(*square);
            played.moves()[*after] == mv
                && played.positions()[*after].side() == them
                && !by(&best, them, mv)
        }
        Reason::MissesCorner { square, .. } => {
            by(&best, me, (*square).into()) && !by(&played, me, (*square).into())
        }
        Reason::EdgeWeak { square } => by(&played, them, (*square).into()),
        Reason::LosesMobility(counts) => {
            side_at(counts.after) == me && counts.played < counts.instead && counted(counts, &legal)
        }
        Reason::GivesMobility(counts) => {
            side_at(counts.after) == them
                && counts.played > counts.instead
                && counted(counts, &legal)
        }
        Reason::LosesSafeMoves(counts) => {
            side_at(counts.after) == me && counts.played < counts.instead && counted(counts, &safe)
        }
        Reason::GivesSafeMoves(counts) => {
            side_at(counts.after) == them
                && counts.played > counts.instead
                && counted(counts, &safe)
        }
        Reason::WastesQuietMove { square, .. } => {
            let cannot = |position: &Position| {
                let turn =
                    if position.side() == them { *position } else { position.with_other_side() };
                !turn.moves().contains(*square)
            };
            one.mv == (*square).into() && cannot(before) && cannot(&best.positions()[1])
        }
        Reason::LosesParity { region, .. } => {
            let last = |game: &Game| {
                let inside = |mv: &Move| {
                    mv.square().is_some_and(|square| region.is_empty() || region.contains(&square))
                };
                let at = game.moves().iter().rposition(inside).unwrap();
                game.positions()[at].side()
            };
            last(&played) == them && last(&best) == me
        }
        Reason::ForcedToOpen { square, after } => {
            played.moves()[*after] == (*square).into() && safe(&played.positions()[*after]) == 0
        }
        Reason::Greedy(counts) => {
            let flips = |mv: Move| before.flips(mv.square().unwrap()).len();
            flips(one.mv) == counts.played && flips(counts.best) == counts.instead
        }
        Reason::MissesPass { .. } => by(&best, them, Move::Pass) && !by(&played, them, Move::Pass),
        Reason::MustPass { .. } => by(&played, me, Move::Pass) && !by(&best, me, Move::Pass),
        Reason::Miscounts { played: ends, instead, .. } => {
            let score = |(own, other): (usize, usize)| own as f32 - other as f32;
            score(*ends).to_bits() == one.lines.played.score.discs.to_bits()
                && score(*instead).to_bits() == one.lines.best.score.discs.to_bits()
        }
        Reason::BuildsWall { played: seen, instead, after, .. } => {
            let both = |game: &Game| {
                let position = &game.positions()[after + 1];
                (beside(position, me), beside(position, them))
            };
            both(&played) == *seen && both(&best) == *instead
        }
        Reason::GivesStableDiscs(counts) | Reason::LosesStableDiscs(counts) => {
            let side = if counts.played > counts.instead { them } else { me };
            counted(counts, &|position| stable(position, side))
        }
        other => panic!("{other:?} is new, and not looked up yet"),
    }
}

#[test]
fn every_reason_that_is_said_about_a_game_is_true() {
    let mut engine = Engine::new(Options::default());
    let (mut bad, mut explained) = (0, 0);
    for seed in 0..6 {
        let game = random_game(Size::EIGHT, seed);
        let mut review = Review::new(&game, Plan::depth(6));
        while let Some(question) = review.next() {
            let report = engine.search(&question.position, &question.limits());
            review.answered(&question, report.best());
        }
        for one in review.all_judged() {
            for reason in &one.reasons {
                assert!(holds(review.position(one.ply), &one, reason), "{reason:?} of {one:?}");
                assert!(one.grade > Grade::Best);
                for language in [Language::English, Language::Japanese] {
                    assert!(!reason.text(language, one.side).is_empty());
                }
            }
            bad += usize::from(one.loss >= 6.0);
            explained += usize::from(one.loss >= 6.0 && !one.reasons.is_empty());
        }
    }
    assert!(bad > 50 && explained * 10 >= bad * 8, "{explained} of {bad} have a reason");
}
