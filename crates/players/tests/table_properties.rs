//! What holds at a table whatever is done there.

use std::time::Duration;

use obverse_engine::Clock;
use obverse_players::{Decision, Ending, Event, PlayerError, Table, Terms, TimeControl};
use obverse_rules::{Color, Game, Move, Position, Size, Square};
use proptest::prelude::*;

/// Something that somebody does.
#[derive(Clone, Debug)]
enum Action {
    /// One of the legal moves.
    Play(usize),
    /// Any square, on the board or not.
    Anywhere(usize, usize),
    Pass,
    Resign,
    TakeBack,
    Leave,
    Fail,
    /// Somebody else ends the game, such as the arbiter of a match.
    End,
    Tick,
    PlayAgain,
    LookAt(usize),
}

fn action() -> impl Strategy<Value = (Action, Duration)> {
    let action = prop_oneof![
        40 => (0..40_usize).prop_map(Action::Play),
        3 => (0..26_usize, 0..26_usize).prop_map(|(column, row)| Action::Anywhere(column, row)),
        1 => Just(Action::Pass),
        1 => Just(Action::Resign),
        4 => Just(Action::TakeBack),
        1 => Just(Action::Leave),
        1 => Just(Action::Fail),
        1 => Just(Action::End),
        4 => Just(Action::Tick),
        3 => Just(Action::PlayAgain),
        2 => (0..70_usize).prop_map(Action::LookAt),
    ];
    (action, (0..4000_u64).prop_map(Duration::from_millis))
}

fn terms() -> impl Strategy<Value = Terms> {
    let clock = |(remaining, increment)| {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        TimeControl::Clock(Clock { remaining, increment })
    };
    let time = prop_oneof![
        2 => Just(TimeControl::Free),
        1 => (1..4000_u64).prop_map(|time| TimeControl::PerMove(Duration::from_millis(time))),
        4 => (0..60_000_u64, 0..4000_u64).prop_map(clock),
    ];
    let limit = proptest::option::of((2000..8000_u64).prop_map(Duration::from_millis));
    (time, 0..300_u64, limit, any::<bool>()).prop_map(|(time, grace, longest_move, strict)| Terms {
        time,
        grace: Duration::from_millis(grace),
        longest_move,
        strict,
    })
}

fn perform(table: &mut Table, action: &Action, elapsed: Duration) {
    let failed = || PlayerError::Failed { player: "it".to_owned(), reason: "it died".to_owned() };
    match *action {
        Action::Play(number) => {
            let moves: Vec<Square> = table.game().position().moves().into_iter().collect();
            let mv = moves.get(number % moves.len().max(1)).map_or(Move::Pass, |&s| s.into());
            table.answer(Ok(mv.into()), elapsed);
        }
        Action::Anywhere(column, row) => {
            let square = Square::new(column, row).expect("within the largest board");
            table.answer(Ok(Move::Place(square).into()), elapsed);
        }
        Action::Pass => table.answer(Ok(Move::Pass.into()), elapsed),
        Action::Resign => table.answer(Ok(Decision::Resign), elapsed),
        Action::TakeBack if table.ending().is_none() => {
            table.answer(Ok(Decision::TakeBack), elapsed);
        }
        Action::TakeBack => drop(table.take_back()),
        Action::Leave => table.answer(Ok(Decision::Leave), elapsed),
        Action::Fail => table.answer(Err(failed()), elapsed),
        Action::End => table.end(Ending::Stopped),
        Action::Tick => table.tick(elapsed),
        Action::PlayAgain => drop(table.play_again()),
        Action::LookAt(ply) => table.move_to(ply),
    }
}

/// Plays an event in a game that knows only the rules.
fn replay(game: &mut Game, event: &Event) {
    match *event {
        Event::Played { color, square, ref flips, .. } => {
            assert_eq!(game.position().side(), color);
            assert_eq!(&game.position().flips(square), flips);
            game.play(square.into()).expect("what was played is legal");
        }
        Event::Passed(color) => {
            assert_eq!(game.position().side(), color);
            game.play(Move::Pass).expect("a pass that was forced");
        }
        Event::TookBack(moves) => game.go_to(game.ply() - moves),
        Event::PlayedAgain(moves) => game.go_to(game.ply() + moves),
        Event::Refused { ref reason, mv, .. } => {
            assert_eq!(game.position().play(mv).as_ref(), Err(reason));
        }
        Event::Over(_) => {}
        Event::Thinking { .. } => panic!("nobody thinks here"),
    }
}

/// What must hold after every action.
fn check(table: &Table, replayed: &Game) {
    let game = table.game();
    assert_eq!(game, replayed, "the events tell the whole game");
    assert_eq!(table.notes().len(), game.moves().len() + game.undone().len());
    match table.ending() {
        None => {
            assert!(game.position().has_move(), "whoever is to move has a move");
            assert_eq!(table.mover(), Some(game.position().side()));
        }
        Some(Ending::Finished(outcome)) => assert_eq!(Some(*outcome), game.outcome()),
        Some(_) => assert_eq!(table.mover(), None),
    }
    assert!(!game.is_over() || matches!(table.ending(), Some(Ending::Finished(_))));
}

/// All moves of a game, played and undone.
fn all_moves(game: &Game) -> Vec<Move> {
    game.moves().iter().chain(game.undone()).copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_done_the_table_stays_whole(
        size in prop_oneof![Just(4), Just(6), Just(8)],
        terms in terms(),
        persons: [bool; 2],
        actions in proptest::collection::vec(action(), 0..90),
    ) {
        let start = Game::from_start(Size::new(size).unwrap());
        let names = ["first".to_owned(), "second".to_owned()];
        let most = match terms.time {
            TimeControl::Clock(clock) => Some(clock),
            _ => None,
        };
        let mut table = Table::new(start.clone(), terms, names).with_persons(persons);
        let mut replayed = start;
        for (action, elapsed) in actions {
            let before = table.clone();
            perform(&mut table, &action, elapsed);
            let events = table.take_events();
            for event in &events {
                replay(&mut replayed, event);
            }
            check(&table, &replayed);
            prop_assert_eq!(table.revision() > before.revision(), !events.is_empty());
            // An ended game stays ended, as it ended, unless somebody goes to another move.
            let travelled = events.iter().any(|event| {
                matches!(event, Event::TookBack(1..) | Event::PlayedAgain(_))
            });
            if !travelled && before.ending().is_some() {
                prop_assert_eq!(table.ending(), before.ending());
                prop_assert_eq!(table.game(), before.game());
            }
            // Only another move than the one taken back makes moves go away.
            let played = events.iter().any(|event| matches!(event, Event::Played { .. }));
            if !played {
                let (now, then) = (all_moves(table.game()), all_moves(before.game()));
                prop_assert!(now.starts_with(&then), "{:?} after {:?}", now, then);
            }
            // Clocks: what passed is off the mover's clock, and nothing else is.
            for color in Color::BOTH {
                let (Some(now), Some(then)) = (table.clock(color), before.clock(color)) else {
                    prop_assert!(most.is_none());
                    continue;
                };
                let (now, then) = (now.remaining, then.remaining);
                if before.mover() == Some(color) {
                    prop_assert!(now <= then + most.unwrap().increment);
                    prop_assert!(now + elapsed >= then || table.ending().is_some());
                } else {
                    prop_assert_eq!(now, then);
                }
            }
        }
    }

    #[test]
    fn a_game_comes_to_rest(seed in any::<u64>(), size in prop_oneof![Just(4), Just(6), Just(8)]) {
        let start = Position::start(Size::new(size).unwrap());
        let names = ["first".to_owned(), "second".to_owned()];
        let mut table = Table::new(Game::new(start), Terms::default(), names);
        let mut number = seed;
        for _ in 0..size * size {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            perform(&mut table, &Action::Play((number >> 33) as usize), Duration::ZERO);
        }
        prop_assert!(matches!(table.ending(), Some(Ending::Finished(_))));
        let ended = table.game().clone();
        let revision = table.revision();
        table.answer(Ok(Move::Pass.into()), Duration::ZERO);
        prop_assert_eq!(table.revision(), revision, "nothing is played after the end");
        // Back to the beginning, move by move, and to the end again.
        while table.take_back().is_ok() {}
        prop_assert_eq!(table.game().ply(), 0);
        prop_assert_eq!(table.ending(), None);
        while table.play_again().is_ok() {}
        prop_assert_eq!(table.game(), &ended);
        prop_assert!(table.ending().is_some());
    }
}
