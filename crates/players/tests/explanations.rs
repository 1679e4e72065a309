//! Why the players move as they do.

use obverse_engine::{StopFlag, TimeSource};
use obverse_players::{
    Decision, Explanation, GrowthEnd, Maker, Player, Random, Seat, Term, Turn, Who,
};
use obverse_rules::{Color, Game, Move, Size};

fn player(who: &str) -> Box<dyn Player> {
    let who: Who = who.parse().expect("a player");
    match (Maker { seed: Some(1), ..Maker::default() }).make(&who, Color::Black) {
        Ok(Seat::Player(player)) => player,
        other => panic!("{other:?}"),
    }
}

fn with_turn<T>(ask: impl FnOnce(&mut Turn<'_>) -> T) -> T {
    ask(&mut Turn {
        time: None,
        clock: None,
        time_source: TimeSource::system(),
        stop: StopFlag::default(),
        observer: &mut |_| {},
    })
}

fn explain(who: &str, game: &Game) -> Explanation {
    with_turn(|turn| player(who).explain(game, turn)).expect("an explanation")
}

fn chosen(player: &mut dyn Player, game: &Game) -> Move {
    match with_turn(|turn| player.choose(game, turn)) {
        Ok(Decision::Move(choice)) => choice.mv,
        other => panic!("{other:?}"),
    }
}

fn sum(terms: &[Term]) -> f64 {
    terms.iter().map(|term| term.value).sum()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Black d3 turns d4: Black has d3, d4, e4, d5 and White has e5. White could move to c3, e3, c5,
/// Black to f5, e6, f6. Every disc touches an empty square, and 59 squares are empty.
#[test]
fn the_terms_of_the_first_move_are_those_worked_out_by_hand() {
    let expected: [(&str, &[(&str, f64)]); 5] = [
        // Discs 10·(4−1)/5; squares: d3 2, d4 −4, e4 −4, d5 −4, less e5 −4: 10·(−6)/448.
        (
            "ratio:depth=1",
            &[
                ("discs", 6.0),
                ("stable", 0.0),
                ("corners", 0.0),
                ("moves", 0.0),
                ("beside_corners", 0.0),
                ("squares", -60.0 / 448.0),
                ("win", 0.0),
                ("double_move", 0.0),
            ],
        ),
        // The same squares, and 4 discs to 1.
        ("breadth:depth=1", &[("points", -6.0), ("discs", 3.0)]),
        // Four squares of 3 to one: 10·9. Moves 3 to 3.
        (
            "squares:depth=1",
            &[("squares", 90.0), ("mobility", 0.0), ("stability", 0.0), ("result", 0.0)],
        ),
        // Squares d3 1, d4 2, e4 2, d5 2 less e5 2: 20·5. Discs 100·3/5.
        ("anysize:depth=1", &[("mobility", 0.0), ("position", 100.0), ("discs", 60.0)]),
        // Frontier discs 1 to 4: 2·(1 − 5/2). Discs 4 to 1: 5/2 − 1. White would move last.
        (
            "killer:depth=1",
            &[
                ("mobility", 0.0),
                ("potential", -3.0),
                ("makeup", 1.5),
                ("squares", 0.0),
                ("corners", 0.0),
                ("stability", 0.0),
                ("parity", -500.0),
                ("result", 0.0),
            ],
        ),
    ];
    for (who, expected) in expected {
        let explanation = explain(who, &Game::from_start(Size::EIGHT));
        assert_eq!(explanation.side, Color::Black);
        assert_eq!(explanation.moves.len(), 4, "{who}");
        let d3 = "d3".parse().unwrap();
        let explained = explanation.moves.iter().find(|explained| explained.square == d3).unwrap();
        for (term, (name, value)) in explained.terms.iter().zip(expected) {
            assert_eq!(term.name, *name, "{who}");
            assert!(close(term.value, *value), "{who}: {term:?}, not {value}");
        }
        // Beside these `ratio` has its whim only.
        let more = &explained.terms[expected.len()..];
        assert!(more.iter().all(|term| who.starts_with("ratio") && term.name == "whim"), "{who}");
        assert!(close(explained.score(), sum(&explained.terms)));
    }
}

/// Black c1 takes the last white disc, and the game is over: 64 to 0 with the empty squares.
#[test]
fn a_move_that_ends_the_game_is_judged_by_the_result() {
    let game = Game::new(format!("XO{} X", "-".repeat(62)).parse().unwrap());
    for (who, name, value) in [
        ("ratio", "win", 20_000.0),
        ("breadth", "discs", 3.0),
        ("squares", "result", 6_400_000.0),
        ("killer", "result", 6_400_000.0),
    ] {
        let explanation = explain(who, &game);
        let [explained] = &explanation.moves[..] else { panic!("{explanation:?}") };
        let terms = [&explained.terms, &explained.searched.terms];
        for term in terms.map(|terms| terms.iter().find(|term| term.name == name).unwrap()) {
            assert!(close(term.value, value), "{who}: {term:?}");
        }
    }
}

fn games() -> Vec<Game> {
    let mut games = Vec::new();
    for seed in 0..3 {
        let mut game = Game::from_start(Size::EIGHT);
        let mut random = Random::new(seed);
        while !game.is_over() {
            if game.position().must_pass() {
                game.play(Move::Pass).unwrap();
                continue;
            }
            if game.ply() % 9 == 4 {
                games.push(game.clone());
            }
            let mv = chosen(&mut random, &game);
            game.play(mv).unwrap();
        }
    }
    games
}

const EVERYBODY: [&str; 12] = [
    "ratio:depth=3",
    "breadth:depth=3",
    "breadth:depth=3,search=alphabeta",
    "squares:depth=3",
    "anysize:depth=3",
    "killer:depth=3,book=off",
    "engine:depth=4,threads=1,book=off",
    "ratio:depth=3,as=written",
    "breadth:depth=3,as=written",
    "squares:depth=3,as=written",
    "anysize:depth=3,as=written",
    "killer:depth=3,book=off,as=written",
];

#[test]
fn terms_add_up_to_what_the_search_found_and_the_best_move_is_played() {
    for game in games() {
        for who in EVERYBODY {
            let explanation = explain(who, &game);
            let legal: Vec<_> = game.position().moves().into_iter().collect();
            let mut told: Vec<_> = explanation.moves.iter().map(|told| told.square).collect();
            told.sort_by_key(|square| (square.row(), square.column()));
            assert_eq!(told, legal, "{who}");
            for explained in &explanation.moves {
                let searched = &explained.searched;
                assert!(close(sum(&searched.terms), searched.score), "{who}: {searched:?}");
                assert!(searched.depth <= game.position().empties() as u32, "{who}: {searched:?}");
                assert_eq!(searched.line.first(), Some(&Move::Place(explained.square)), "{who}");
                let mut line = game.clone();
                searched.line.iter().for_each(|&mv| line.play(mv).unwrap());
                let last = searched.iterations.last();
                assert!(last.is_none_or(|last| last.line == searched.line), "{who}");
            }
            let best = explanation.plays().expect("a move").square;
            if who.starts_with("engine") {
                // Its search cuts by what it guesses, and may see more with every move looked at.
                continue;
            }
            assert_eq!(Move::Place(best), chosen(&mut *player(who), &game), "{who}");
        }
    }
}

#[test]
fn an_opening_is_told_with_its_chance() {
    let explanation = explain("killer:depth=1", &Game::from_start(Size::EIGHT));
    let chances: f64 = explanation.moves.iter().filter_map(|told| told.opening).sum();
    assert!(close(chances, 1.0), "{explanation:?}");
    let explanation = explain("killer:depth=1,book=off", &Game::from_start(Size::EIGHT));
    assert!(explanation.moves.iter().all(|told| told.opening.is_none()));
}

#[test]
fn the_path_of_killer_is_the_line_of_each_depth() {
    let game = &games()[2];
    let explanation = explain("killer:depth=4,book=off", game);
    for explained in &explanation.moves {
        let depths: Vec<u32> =
            explained.searched.iterations.iter().map(|told| told.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4]);
        let lengths = explained.searched.iterations.iter().map(|told| told.line.len());
        assert_eq!(lengths.collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}

/// From the start there are 4, 12, 56, 244 positions after one to four moves.
#[test]
fn the_tree_of_breadth_is_told_level_by_level() {
    let explanation = explain("breadth:depth=4", &Game::from_start(Size::EIGHT));
    let tree = explanation.tree.expect("a tree");
    assert_eq!(tree.levels, [1, 4, 12, 56, 244]);
    assert_eq!((tree.complete, tree.ended), (4, GrowthEnd::Depth));
    assert!((1..=tree.allowed).contains(&tree.memory));
    let nodes: u64 = explanation.moves.iter().map(|told| told.searched.nodes).sum();
    assert_eq!(nodes, 4 + 12 + 56 + 244);
}

#[test]
fn the_engine_tells_how_its_score_changed_with_depth() {
    let explanation = explain("engine:depth=6,threads=1,book=off", &games()[1]);
    let searched = &explanation.moves[0].searched;
    assert!(searched.kind.is_some());
    assert_eq!(searched.depth, 6);
    let depths: Vec<u32> = searched.iterations.iter().map(|told| told.depth).collect();
    assert!(depths.len() > 1 && depths.is_sorted(), "{depths:?}");
}

#[test]
fn whoever_moves_at_random_has_no_reasons() {
    let game = Game::from_start(Size::EIGHT);
    let error = with_turn(|turn| player("random").explain(&game, turn)).unwrap_err();
    assert!(error.to_string().contains("cannot say why"), "{error}");
}
