//! Reviews: they come to rest, forget nothing that is proven, and their costs add up.

use obverse_engine::score::Kind;
use obverse_engine::{Engine, Line, Options, Score};
use obverse_rules::{Color, Game, Move, Size};
use obverse_study::{
    About, Comparison, Effort, Grade, Judged, Pass, Phase, Plan, Question, Review, accuracy,
    summary,
};
use proptest::prelude::{ProptestConfig, any, proptest};

fn random_game(size: Size, random: &mut fastrand::Rng) -> Game {
    let mut game = Game::from_start(size);
    let plies = random.usize(1..=size.squares());
    while !game.is_over() && game.ply() < plies {
        let moves = game.position().moves();
        let mv = moves.get(random.usize(..moves.len().max(1))).map_or(Move::Pass, Move::Place);
        game.play(mv).unwrap();
    }
    game
}

fn random_kind(random: &mut fastrand::Rng) -> Kind {
    match random.u8(..8) {
        0 | 1 => Kind::Exact,
        2 => Kind::Heuristic,
        3 => Kind::Book,
        4 => Kind::Wld,
        _ => Kind::Selective { confidence: [73, 87, 95][random.usize(..3)] },
    }
}

/// Any line for a question; now and then one that makes no sense.
fn random_line(question: &Question, random: &mut fastrand::Rng) -> Line {
    let mut moves = Vec::new();
    let mut position = question.position;
    for _ in 0..random.usize(0..10) {
        let legal = position.moves();
        let mv = legal.get(random.usize(..legal.len().max(1))).map_or(Move::Pass, Move::Place);
        moves.push(mv);
        let Ok(next) = position.play(mv) else { break };
        position = next;
    }
    let discs =
        if random.u8(..50) == 0 { f32::NAN } else { f32::from(random.i16(-640..640)) / 10.0 };
    Line { moves, score: Score { discs, kind: random_kind(random) }, depth: random.u32(0..30) }
}

fn random_plan(random: &mut fastrand::Rng) -> Plan {
    let quick = Effort::Depth(random.u32(1..8));
    let deep = if random.bool() { quick } else { Effort::Depth(random.u32(1..20)) };
    let sure = random.bool().then_some(Effort::Depth(random.u32(1..40)));
    Plan { quick, deep, solve: random.u32(0..30), sure }
}

/// What is proven about each move: the two scores.
fn proven(review: &Review) -> Vec<Option<(Line, Line)>> {
    (0..review.game().moves().len())
        .map(|ply| {
            review.comparison(ply).filter(Comparison::is_exact).map(|both| (both.best, both.played))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn a_review_comes_to_rest_and_never_forgets_a_proof(seed in any::<u64>()) {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = [Size::FOUR, Size::SIX, Size::SIX, Size::EIGHT][random.usize(..4)];
        let game = random_game(size, &mut random);
        let mut review = Review::new(&game, random_plan(&mut random));
        let mut asked: Vec<Question> = Vec::new();
        let mut known = proven(&review);
        while let Some(question) = review.next() {
            assert!(asked.len() < 4 * game.moves().len(), "no question is asked twice");
            assert!(question.position.has_move() && !asked.contains(&question), "{question:?}");
            review.answered(&question, &random_line(&question, &mut random));
            asked.push(question);
            // Somebody answers again what was asked before.
            let again = &asked[random.usize(..asked.len())];
            let mut line = random_line(again, &mut random);
            if line.score.kind == Kind::Exact {
                line.score.kind = Kind::Heuristic;
            }
            review.answered(again, &line);
            let now = proven(&review);
            for (before, after) in known.iter().zip(&now).filter(|(before, _)| before.is_some()) {
                assert!(after.is_some(), "{before:?} is forgotten");
            }
            known = now;
            if random.u8(..20) == 0 {
                // What serde keeps goes on where it was.
                let text = serde_json::to_string(&review).unwrap();
                let kept: Review = serde_json::from_str(&text).unwrap();
                assert_eq!(kept.next(), review.next());
                let (answered, all) = review.progress();
                assert!(answered <= all);
            }
        }
        let judged = review.all_judged();
        for one in &judged {
            assert!(one.loss >= 0.0, "{one:?}");
            let (score, best) = one.scores();
            assert!((best - score - one.loss).abs() < 0.011, "{one:?}");
            assert_eq!(one.grade == Grade::Forced, one.legal == 1);
            assert!(one.grade > Grade::Best || one.loss == 0.0, "{one:?}");
            assert!(one.lines.best.moves.first() != Some(&one.mv) || one.loss == 0.0, "{one:?}");
            assert!(one.loss > 0.0 || one.grade <= Grade::Best, "{one:?}");
        }
        for side in Color::BOTH {
            let sum: f64 = judged.iter().filter(|one| one.side == side).map(|one| one.loss).sum();
            assert!((summary(&judged, side).loss - sum).abs() < 0.01);
        }
    }

    /// With perfect answers the result of the game is the result under perfect play less what
    /// Black's moves cost and plus what White's cost.
    #[test]
    fn the_costs_of_a_solved_game_add_up(seed in any::<u64>()) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game::from_start(Size::FOUR);
        while !game.is_over() {
            let moves = game.position().moves();
            let mv = moves.get(random.usize(..moves.len().max(1))).map_or(Move::Pass, Move::Place);
            game.play(mv).unwrap();
        }
        let mut engine = Engine::new(Options::default());
        let mut review = Review::new(&game, Plan::depth(12));
        while let Some(question) = review.next() {
            let report = engine.search(&question.position, &question.limits());
            review.answered(&question, report.best());
        }
        let judged = review.all_judged();
        assert_eq!(judged.len(), game.moves().iter().filter(|mv| **mv != Move::Pass).count());
        assert!(judged.iter().all(|one| one.lines.is_exact() && one.margin == 0.0));
        let loss = |side| summary(&judged, side).loss;
        // White wins 4×4 by ten discs (docs of the rules).
        let end = -10.0 - loss(Color::Black) + loss(Color::White);
        let result = f64::from(game.outcome().unwrap().score(Color::Black));
        assert!((end - result).abs() < 0.01, "{end} and {result}");
    }
}

#[test]
fn every_move_of_an_unfinished_game_is_judged() {
    let mut engine = Engine::new(Options::default());
    let mut forced_ends = 0;
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let game = random_game(Size::FOUR, &mut random);
        let mut review = Review::new(&game, Plan::depth(2));
        while let Some(question) = review.next() {
            let report = engine.search(&question.position, &question.limits());
            review.answered(&question, report.best());
        }
        let placed = game.moves().iter().filter(|mv| **mv != Move::Pass).count();
        assert_eq!(review.all_judged().len(), placed, "{:?}", game.moves());
        forced_ends += usize::from(!game.is_over() && review.is_forced(game.ply() - 1));
    }
    assert!(forced_ends > 10, "{forced_ends} of them end with a forced move");
}

/// An answer of a certain strength: the given move first.
fn answer(mv: &str, discs: f32, depth: u32) -> Line {
    let kind = Kind::Selective { confidence: 73 };
    Line { moves: vec![mv.parse().unwrap()], score: Score { discs, kind }, depth }
}

fn game(moves: &str) -> Game {
    obverse_records::transcript::parse(moves, Size::EIGHT).unwrap()
}

#[test]
fn both_scores_of_a_move_see_equally_far() {
    let mut review = Review::new(&game("f5d6"), Plan::depth(10));
    let question = review.next().unwrap();
    assert_eq!((question.ply, question.about, question.pass), (1, About::Best, Pass::Quick));
    review.answered(&question, &answer("f6", 1.5, 6));
    let question = review.next().unwrap();
    assert_eq!((question.ply, question.about), (1, About::Played));
    assert_eq!(question.effort, Effort::Depth(5));
    assert_eq!(question.position.side(), Color::Black);
    // Three discs ahead for Black are three behind for White, who moved.
    review.answered(&question, &answer("c3", 3.0, 5));
    let one = review.judged(1).unwrap();
    assert_eq!((one.scores(), one.loss), ((-3.0, 1.5), 4.5));
    assert_eq!(one.lines.played.depth, one.lines.best.depth);
}

#[test]
fn first_moves_that_mirror_each_other_cost_nothing() {
    for played in ["d3", "c4", "f5", "e6"] {
        let mut review = Review::new(&game(played), Plan::depth(8));
        let question = review.next().unwrap();
        // The engine names one of the four moves that are all the same.
        let line = Line {
            moves: ["c4", "e3", "f5"].map(|mv| mv.parse().unwrap()).into(),
            ..answer("c4", 1.0, 8)
        };
        review.answered(&question, &line);
        let both = review.comparison(0).unwrap();
        assert_eq!((both.loss(), both.best.moves[0].to_string()), (0.0, played.to_owned()));
        // The rest of the line is the image of the engine's.
        assert_eq!(both.best.moves.len(), 3);
        let end = |moves: &[Move]| {
            let start = *review.position(0);
            moves
                .iter()
                .fold(start, |position, &mv| position.play(mv).unwrap())
                .canonical_hash()
                .hash()
        };
        assert_eq!(end(&both.best.moves), end(&line.moves));
    }
}

#[test]
fn moves_that_mirror_each_other_differ_where_the_position_does_not() {
    // d6 is the image of f4, but the disc on f5 has none.
    let mut review = Review::new(&game("f5d6"), Plan::depth(8));
    let question = review.next().unwrap();
    review.answered(&question, &answer("f4", 3.0, 8));
    assert_eq!(review.next().map(|next| next.about), Some(About::Played));
}

#[test]
fn the_second_pass_looks_where_it_matters_first() {
    // Three moves, of which one cost 1, one nothing and one 5.
    let mut review = Review::new(&game("f5d6c3"), Plan::depth(12));
    let mut deep = Vec::new();
    while let Some(question) = review.next() {
        let line = match (question.ply, question.about) {
            (0, About::Best) => answer("f5", 0.0, 6),
            (1, About::Best) => answer("f6", 0.0, 6),
            (1, About::Played) => answer("c3", 1.0, 5),
            (2, About::Best) => answer("c4", 1.0, 6),
            (2, About::Played) => answer("d3", 4.0, 5),
            other => panic!("{other:?}"),
        };
        if question.pass == Pass::Deep {
            assert_eq!(question.about == About::Best, question.effort == Effort::Depth(12));
            deep.push((question.ply, question.about));
        }
        review.answered(&question, &line);
    }
    let both = |ply| [(ply, About::Best), (ply, About::Played)];
    assert_eq!(deep, [both(2), both(1)].concat());
}

#[test]
fn grades_are_kind_where_the_loss_is_in_doubt() {
    let grades = [
        (0.0, 0.0, Grade::Best),
        (0.1, 0.0, Grade::Good),
        (1.9, 0.0, Grade::Good),
        (2.0, 0.0, Grade::Inaccuracy),
        (4.0, 0.0, Grade::Mistake),
        (7.9, 0.0, Grade::Mistake),
        (8.0, 0.0, Grade::Blunder),
        (8.0, 2.5, Grade::Mistake),
        (8.0, 5.0, Grade::Inaccuracy),
        (8.0, 9.0, Grade::Good),
    ];
    for (loss, margin, grade) in grades {
        assert_eq!(Grade::of_loss(loss, margin), grade, "{loss} ± {margin}");
    }
}

#[test]
fn phases_are_thirds_of_the_empty_squares() {
    use Phase::{Endgame, Midgame, Opening};
    for (empties, phase) in
        [(60, Opening), (41, Opening), (40, Midgame), (21, Midgame), (20, Endgame)]
    {
        assert_eq!(Phase::of(empties, Size::EIGHT), phase, "{empties}");
    }
    // 32 of 36 squares are empty at first on 6×6.
    for (empties, phase) in [(22, Opening), (21, Midgame), (11, Midgame), (10, Endgame)] {
        assert_eq!(Phase::of(empties, Size::SIX), phase, "{empties}");
    }
}

#[test]
fn accuracy_falls_from_a_hundred() {
    assert!((accuracy(0.0) - 100.0).abs() < 1e-9);
    assert!(accuracy(2.0) > accuracy(4.0) && accuracy(64.0) > 0.0);
}

/// An engine of whom nothing is known but that it says the best move wins so much, whatever the depth,
/// and any other nothing.
fn claims(review: &Review, question: &Question, lead: f32) -> Line {
    let moves = question.position.moves();
    let mv = moves.first().map_or(Move::Pass, Move::Place);
    let depth = match question.effort {
        Effort::Depth(depth) => depth,
        _ => question.position.empties() as u32,
    };
    let is_exact = question.effort == Effort::Exact;
    let kind = if is_exact { Kind::Exact } else { Kind::Selective { confidence: 73 } };
    let is_first = review.game().moves()[question.ply] != mv;
    let discs = if question.about == About::Best && is_first && !is_exact { lead } else { 0.0 };
    Line { moves: vec![mv], score: Score { discs, kind }, depth }
}

#[test]
fn what_seems_to_cost_much_and_may_cost_nothing_is_looked_at_once_more() {
    let game = random_game(Size::EIGHT, &mut fastrand::Rng::with_seed(12));
    for (lead, is_asked) in [(6.5, true), (3.0, false), (30.0, false)] {
        let mut review = Review::new(&game, Plan::depth(10));
        let mut sure = Vec::new();
        while let Some(question) = review.next() {
            if question.pass == Pass::Sure {
                sure.push((question.ply, question.effort));
            }
            let line = claims(&review, &question, lead);
            review.answered(&question, &line);
        }
        assert_eq!(!sure.is_empty(), is_asked, "{lead}: {sure:?}");
        for &(ply, effort) in &sure {
            assert!(matches!(effort, Effort::Depth(15 | 16)), "{effort:?}");
            assert!(review.comparison(ply).unwrap().best.depth >= 16);
        }
        let (answered, all) = review.progress();
        assert_eq!(answered, all);
        // What is still in doubt is said to be.
        let verdicts: Vec<&str> = review.all_judged().iter().map(Judged::verdict).collect();
        let unclear = verdicts.iter().filter(|&&verdict| verdict == "unclear").count();
        // A script can tell what a reader is told.
        let rows =
            review.all_judged().into_iter().map(|it| it.row(obverse_study::Language::English));
        assert_eq!(rows.filter(|row| row.unclear).count(), unclear);
        assert_eq!(unclear > 0, is_asked, "{lead}: {unclear}");
    }
}

#[test]
fn a_kept_review_that_does_not_fit_its_game_is_refused() {
    let mut review =
        Review::new(&random_game(Size::EIGHT, &mut fastrand::Rng::with_seed(2)), Plan::depth(4));
    let question = review.next().unwrap();
    let line = claims(&review, &question, 2.0);
    review.answered(&question, &line);
    let kept = serde_json::to_value(&review).unwrap();
    assert_eq!(serde_json::from_value::<Review>(kept.clone()).unwrap(), review);
    let mut short = kept.clone();
    short["moves"].as_array_mut().unwrap().pop();
    assert!(serde_json::from_value::<Review>(short).is_err());
    let mut other = kept.clone();
    let line = serde_json::json!({ "pv": ["a1", "a1"], "score": 1.0, "kind": "exact", "depth": 3 });
    other["moves"][0]["quick"]["best"] = serde_json::json!({ "Line": line });
    assert!(serde_json::from_value::<Review>(other).is_err());
    // What an older version kept has no third pass.
    let mut older = kept;
    older["plan"].as_object_mut().unwrap().remove("sure");
    for known in older["moves"].as_array_mut().unwrap() {
        known.as_object_mut().unwrap().remove("sure");
    }
    assert!(serde_json::from_value::<Review>(older).is_ok());
}
