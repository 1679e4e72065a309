//! The five classics at the table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use obverse_engine::{StopFlag, TimeSource};
use obverse_players::{
    Decision, Ending, Maker, Player, PlayerError, Random, Seat, Table, Terms, Thought, TimeControl,
    Turn, Who,
};
use obverse_rules::{Color, Game, Move, Position, Size};

fn player(who: &str) -> Box<dyn Player> {
    let who: Who = who.parse().expect("a player");
    let maker = Maker { seed: Some(1), ..Maker::default() };
    match maker.make(&who, Color::Black).expect("it can be made") {
        Seat::Player(player) => player,
        Seat::Person => panic!("a person"),
    }
}

fn play(size: Size, black: Box<dyn Player>, white: Box<dyn Player>, terms: Terms) -> Ending {
    let names = [black.name(), white.name()];
    let mut table = Table::new(Game::from_start(size), terms, names);
    table.run(&mut [black, white], &StopFlag::default(), &mut |_, _| {})
}

fn choose(player: &mut dyn Player, game: &Game) -> Result<Move, PlayerError> {
    let stop = StopFlag::default();
    let time_source = TimeSource::system();
    let turn = &mut Turn { time: None, clock: None, time_source, stop, observer: &mut |_| {} };
    player.choose(game, turn).map(|decision| match decision {
        Decision::Move(choice) => choice.mv,
        other => panic!("{other:?}"),
    })
}

#[test]
fn every_classic_plays_whole_games_where_it_plays() {
    let everywhere = ["breadth:depth=2", "breadth:search=alphabeta,depth=2", "anysize:depth=2"];
    let on_eight =
        ["ratio:depth=2", "squares:depth=2", "killer:depth=2", "killer:depth=2,book=off"];
    let sizes = [4, 6, 8, 10, 26].map(|length| Size::new(length).unwrap());
    for (players, sizes) in [(&everywhere[..], &sizes[..]), (&on_eight[..], &[Size::EIGHT])] {
        for (who, &size) in players.iter().flat_map(|who| sizes.iter().map(move |s| (who, s))) {
            for seed in 0..2 {
                let opponent = Box::new(Random::new(seed));
                let ending = play(size, player(who), opponent, Terms::default());
                assert!(matches!(ending, Ending::Finished(_)), "{who} on {size}: {ending:?}");
            }
        }
    }
}

#[test]
fn a_classic_that_knows_8x8_only_says_so() {
    for who in ["ratio", "squares", "killer"] {
        for size in Size::all().filter(|&size| size != Size::EIGHT) {
            let expected = format!("{who} plays on 8×8 only, not on {size}×{size}");
            let error = player(who).supports(size).unwrap_err();
            assert_eq!(error.to_string(), expected);
            // Asked all the same, it refuses instead of guessing.
            let refused = choose(player(who).as_mut(), &Game::from_start(size)).unwrap_err();
            assert_eq!(refused.to_string(), expected);
        }
        assert!(player(who).supports(Size::EIGHT).is_ok());
    }
    for who in ["breadth", "anysize"] {
        assert!(Size::all().all(|size| player(who).supports(size).is_ok()));
    }
}

/// The best result for the side to move, by trying everything.
fn solve(position: &Position) -> i32 {
    if position.is_over() {
        return position.outcome().score(position.side());
    }
    if position.must_pass() {
        return -solve(&position.with_other_side());
    }
    let score = |square| -solve(&position.play(Move::Place(square)).expect("legal"));
    position.moves().into_iter().map(score).max().expect("a move")
}

#[test]
fn near_the_end_the_classics_that_look_so_far_play_perfectly() {
    for seed in 0..6 {
        let mut game = Game::from_start(Size::EIGHT);
        let mut random = Random::new(seed);
        while game.position().empties() > 7 {
            let mv = if game.position().must_pass() {
                Move::Pass
            } else {
                choose(&mut random, &game).expect("a move")
            };
            game.play(mv).unwrap();
            if game.is_over() {
                break;
            }
        }
        if !game.position().has_move() {
            continue;
        }
        let best = solve(game.position());
        for who in ["squares", "killer"] {
            let mv = choose(player(who).as_mut(), &game).unwrap();
            let after = game.position().play(mv).unwrap();
            assert_eq!(-solve(&after), best, "{who} plays {mv} in {}", game.position());
        }
    }
}

const WITH_DEPTH: [&str; 6] =
    ["ratio", "breadth", "breadth:search=alphabeta", "squares", "anysize", "killer"];

#[test]
fn nobody_looks_further_than_there_are_squares() {
    for seed in 0..4 {
        let mut game = Game::from_start(Size::EIGHT);
        let mut random = Random::new(seed);
        while !game.is_over() {
            let empties = game.position().empties() as u32;
            if empties <= 7 && game.position().has_move() {
                for who in WITH_DEPTH {
                    for depth in depths(player(who).as_mut(), &game) {
                        assert!(depth <= empties, "{who}: depth {depth} in {}", game.position());
                    }
                }
            }
            let mv = if game.position().must_pass() {
                Move::Pass
            } else {
                choose(&mut random, &game).expect("a move")
            };
            game.play(mv).unwrap();
        }
    }
}

/// Every depth that a player speaks of while it thinks and when it has chosen.
fn depths(player: &mut dyn Player, game: &Game) -> Vec<u32> {
    let mut depths = Vec::new();
    let mut observer = |thought: &Thought| depths.extend(thought.depth);
    let turn = &mut Turn {
        time: Some(Duration::from_millis(50)),
        clock: None,
        time_source: TimeSource::system(),
        stop: StopFlag::default(),
        observer: &mut observer,
    };
    let Ok(Decision::Move(choice)) = player.choose(game, turn) else { panic!("no move") };
    depths.extend(choice.thought.and_then(|thought| thought.depth));
    depths
}

#[test]
fn the_only_move_is_played_at_once() {
    // Black can move to c1 only.
    let position: Position =
        format!("XO{} X", "-".repeat(62)).parse().expect("a position with one move");
    for who in ["ratio", "breadth", "squares", "anysize", "killer"] {
        let mv = choose(player(who).as_mut(), &Game::new(position)).unwrap();
        assert_eq!(mv, "c1".parse().unwrap(), "{who}");
    }
}

#[test]
fn a_clock_is_enough_for_every_classic() {
    let clock = obverse_engine::Clock {
        remaining: Duration::from_millis(400),
        increment: Duration::from_millis(5),
    };
    // Machines that test are busy; what is seen here is that a share is taken, not all of it.
    let grace = Duration::from_mins(1);
    for who in ["ratio", "breadth", "squares", "anysize", "killer"] {
        let terms = Terms { time: TimeControl::Clock(clock), grace, ..Terms::default() };
        let ending = play(Size::EIGHT, player(who), Box::new(Random::new(1)), terms);
        assert!(matches!(ending, Ending::Finished(_)), "{who}: {ending:?}");
    }
}

#[test]
fn the_classics_look_at_no_clock_but_the_one_they_were_given() {
    // On a clock that goes on by a millisecond whenever it is read, a move is the same every time.
    let middle: Position =
        "----OXO-O-OOOOO-O-OOOOO-OXXOOXO-OXXOOX--OXOXOX----X-XX-----XXX-- O".parse().unwrap();
    let thought = |who: &str| {
        let readings = AtomicU64::new(0);
        let now = move || Duration::from_millis(readings.fetch_add(1, Ordering::Relaxed));
        let turn = &mut Turn {
            time: Some(Duration::from_millis(300)),
            clock: None,
            time_source: TimeSource::new(now),
            stop: StopFlag::default(),
            observer: &mut |_| {},
        };
        match player(who).choose(&Game::new(middle), turn) {
            Ok(Decision::Move(choice)) => choice.thought.expect("it thinks"),
            other => panic!("{who}: {other:?}"),
        }
    };
    for who in WITH_DEPTH {
        let first = thought(who);
        assert_eq!(first, thought(who), "{who}");
        assert_eq!(first.elapsed.subsec_micros() % 1000, 0, "{who}: {:?}", first.elapsed);
        assert!(first.elapsed > Duration::ZERO && first.elapsed < Duration::from_millis(310));
    }
}

#[test]
fn a_seed_repeats_the_whims_of_ratio() {
    let game = |seed: u64| {
        let who = format!("ratio:depth=1,seed={seed}");
        let (mut one, mut two) = (player(&who), player("random:seed=5"));
        let mut table =
            Table::new(Game::from_start(Size::EIGHT), Terms::default(), [one.name(), two.name()]);
        one.new_game(1);
        two.new_game(1);
        table.run(&mut [one, two], &StopFlag::default(), &mut |_, _| {});
        table.game().moves().to_vec()
    };
    assert_eq!(game(1), game(1));
    assert!((2..20).any(|seed| game(seed) != game(1)));
}
