//! Rooms under random visitors, and the time.

use std::time::Duration;

use obverse_answers::room::{RoomPhase, What};
use obverse_engine::Clock;
use obverse_rules::{Color, Game, Move, Size};

use super::room::{Refusal, Room, Rules, Visitor};

const ANN: Visitor = Visitor(1);
const BEN: Visitor = Visitor(2);
const EVE: Visitor = Visitor(3);

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn rules(size: Size, clock: Option<u64>) -> Rules {
    let clock = clock.map(|main| Clock { remaining: seconds(main), increment: seconds(2) });
    Rules { begin: Game::from_start(size), clock, most_watching: 2 }
}

/// Ann has Black, Ben White; the game begins at second 10.
fn two(clock: Option<u64>) -> Room {
    let mut room =
        Room::new(rules(Size::EIGHT, clock), Color::Black, ANN, "Ann".into(), "a".into());
    assert_eq!(room.join(BEN, "Ben".into(), "b", false, seconds(10)), Ok(true));
    room
}

/// What is left on Black's clock, in whole seconds.
fn black_clock(room: &Room, at: u64) -> u64 {
    room.view("r", ANN, seconds(at)).clock.expect("a clock").black.round() as u64
}

fn play(room: &mut Room, who: Visitor, name: &str, at: u64) -> Result<(), Refusal> {
    let ply = room.view("r", who, seconds(at)).moves.len();
    room.play(who, name.parse().unwrap(), ply, seconds(at))
}

#[test]
fn nobody_moves_before_both_are_there() {
    let mut room =
        Room::new(rules(Size::EIGHT, Some(60)), Color::Black, ANN, "Ann".into(), "a".into());
    assert_eq!(play(&mut room, ANN, "f5", 5), Err(Refusal::NotBegun));
    assert_eq!(room.offer(ANN, What::Rematch, seconds(5)), Err(Refusal::NotBegun));
    assert_eq!(room.flag_falls(), None);
    let view = room.view("r", ANN, seconds(500));
    assert_eq!((view.phase, view.you), (RoomPhase::Waiting, Some(Color::Black)));
    assert_eq!(black_clock(&room, 500), 60);
    assert!(view.players.white.is_none());
}

#[test]
fn the_clock_of_the_side_to_move_runs_from_when_both_are_there() {
    let mut room = two(Some(60));
    let clock = |room: &Room, at| room.view("r", ANN, seconds(at)).clock.unwrap();
    assert_eq!((clock(&room, 13).black, clock(&room, 13).white), (57.0, 60.0));
    play(&mut room, ANN, "f5", 15).unwrap();
    let after = clock(&room, 18);
    // Five seconds used, two added; then three of White's.
    assert_eq!((after.black, after.white, after.running), (57.0, 57.0, Some(Color::White)));
    assert_eq!(room.view("r", ANN, seconds(18)).times, [5.0]);
    assert_eq!(room.flag_falls(), Some(seconds(75) + Duration::from_millis(1)));
    room.tick(seconds(75));
    assert_eq!(room.view("r", BEN, seconds(75)).phase, RoomPhase::Playing);
    room.tick(seconds(76));
    let view = room.view("r", BEN, seconds(76));
    assert_eq!(view.phase, RoomPhase::Over);
    let result = view.result.unwrap();
    assert_eq!((result.winner, result.result.score), (Some(Color::Black), 64.0));
    assert_eq!(room.take_ended().len(), 1);
    assert_eq!(play(&mut room, BEN, "d6", 77), Err(Refusal::Over));
}

#[test]
fn a_move_that_comes_too_late_is_not_played() {
    let mut room = two(Some(60));
    assert_eq!(play(&mut room, ANN, "f5", 71), Err(Refusal::Over));
    assert!(room.view("r", ANN, seconds(71)).moves.is_empty());
    assert_eq!(room.take_ended().len(), 1);
}

#[test]
fn a_move_that_is_sent_twice_is_played_once() {
    let mut room = two(None);
    let mv: Move = "f5".parse().unwrap();
    room.play(ANN, mv, 0, seconds(11)).unwrap();
    room.play(ANN, mv, 0, seconds(12)).unwrap();
    assert_eq!(room.view("r", ANN, seconds(12)).moves, ["f5"]);
    let other = room.play(ANN, "d3".parse().unwrap(), 0, seconds(12));
    assert_eq!(other, Err(Refusal::OtherPly { played: 1, meant: 0 }));
    // Whoever repeats the other side's move has not made it.
    assert!(room.play(BEN, mv, 0, seconds(12)).is_err());
}

#[test]
fn only_the_player_to_move_plays_and_only_what_is_legal() {
    let mut room = two(None);
    assert_eq!(room.join(EVE, "Eve".into(), "e", false, seconds(11)), Ok(false));
    assert_eq!(play(&mut room, EVE, "f5", 11), Err(Refusal::Watching));
    assert_eq!(play(&mut room, BEN, "f5", 11), Err(Refusal::NotYourTurn));
    assert!(matches!(play(&mut room, ANN, "a1", 11), Err(Refusal::Illegal(_))));
    assert!(matches!(play(&mut room, ANN, "pass", 11), Err(Refusal::Illegal(_))));
    assert_eq!(room.view("r", EVE, seconds(11)).you, None);
    assert_eq!(room.view("r", EVE, seconds(11)).watching, 1);
    assert_eq!(play(&mut room, ANN, "f5", 12), Ok(()));
}

#[test]
fn an_illegal_move_costs_no_time_of_its_own() {
    let mut room = two(Some(60));
    for at in 11..20 {
        assert!(play(&mut room, ANN, "a1", at).is_err());
    }
    assert_eq!(black_clock(&room, 20), 50);
}

#[test]
fn a_chair_is_kept_for_its_token() {
    let mut room = two(None);
    room.leave(BEN);
    assert!(!room.view("r", ANN, seconds(11)).players.white.unwrap().here);
    // Nobody else gets it.
    assert_eq!(room.join(EVE, "Eve".into(), "e", false, seconds(11)), Ok(false));
    assert_eq!(room.come_back(EVE, "c"), Err(Refusal::NoChair));
    let again = Visitor(4);
    room.come_back(again, "b").unwrap();
    assert_eq!(room.side_of(again), Some(Color::White));
    assert_eq!(room.view("r", again, seconds(12)).players.white.unwrap().name, "Ben");
    // From a second socket: the first one watches then.
    let third = Visitor(5);
    room.come_back(third, "b").unwrap();
    assert_eq!((room.side_of(third), room.side_of(again)), (Some(Color::White), None));
    assert_eq!(room.view("r", third, seconds(12)).watching, 2);
    assert_eq!(room.join(Visitor(6), String::new(), "f", true, seconds(12)), Err(Refusal::Full(2)));
}

#[test]
fn moves_are_taken_back_by_agreement_to_the_turn_of_who_asked() {
    let mut room = two(None);
    assert_eq!(room.offer(ANN, What::TakeBack, seconds(11)), Err(Refusal::NothingToTakeBack));
    play(&mut room, ANN, "f5", 12).unwrap();
    play(&mut room, BEN, "d6", 13).unwrap();
    room.offer(ANN, What::TakeBack, seconds(14)).unwrap();
    assert_eq!(room.answer(ANN, true, seconds(14)), Err(Refusal::NoOffer));
    assert_eq!(room.view("r", BEN, seconds(14)).moves.len(), 2);
    room.answer(BEN, false, seconds(14)).unwrap();
    assert!(room.view("r", BEN, seconds(14)).offer.is_none());
    // Two moves back to Ann's turn; Ben's wish goes one back.
    room.offer(ANN, What::TakeBack, seconds(15)).unwrap();
    room.answer(BEN, true, seconds(16)).unwrap();
    assert!(room.view("r", BEN, seconds(16)).moves.is_empty());
    play(&mut room, ANN, "e6", 17).unwrap();
    play(&mut room, BEN, "f4", 18).unwrap();
    room.offer(BEN, What::TakeBack, seconds(19)).unwrap();
    room.offer(ANN, What::TakeBack, seconds(19)).unwrap();
    assert_eq!(room.view("r", BEN, seconds(19)).moves, ["e6"]);
    // A move ends an offer.
    room.offer(ANN, What::TakeBack, seconds(20)).unwrap();
    play(&mut room, BEN, "f4", 21).unwrap();
    assert_eq!(room.answer(BEN, true, seconds(21)), Err(Refusal::NoOffer));
}

#[test]
fn time_that_was_used_is_not_taken_back() {
    let mut room = two(Some(60));
    play(&mut room, ANN, "f5", 20).unwrap();
    room.offer(ANN, What::TakeBack, seconds(25)).unwrap();
    room.answer(BEN, true, seconds(30)).unwrap();
    let clock = room.view("r", ANN, seconds(30)).clock.unwrap();
    assert_eq!((clock.black, clock.white, clock.running), (52.0, 50.0, Some(Color::Black)));
}

#[test]
fn after_the_end_a_rematch_changes_sides() {
    let mut room = two(Some(60));
    assert_eq!(room.offer(ANN, What::Rematch, seconds(11)), Err(Refusal::NotOver));
    room.resign(BEN, seconds(12)).unwrap();
    assert_eq!(room.view("r", ANN, seconds(12)).result.unwrap().winner, Some(Color::Black));
    assert_eq!(room.resign(ANN, seconds(12)), Err(Refusal::Over));
    assert_eq!(room.offer(ANN, What::TakeBack, seconds(12)), Err(Refusal::Over));
    room.offer(BEN, What::Rematch, seconds(13)).unwrap();
    room.offer(ANN, What::Rematch, seconds(14)).unwrap();
    let view = room.view("r", ANN, seconds(14));
    assert_eq!((view.phase, view.round, view.you), (RoomPhase::Playing, 2, Some(Color::White)));
    assert_eq!(black_clock(&room, 14), 60);
    // The token stays with the person.
    room.leave(ANN);
    room.come_back(EVE, "a").unwrap();
    assert_eq!(room.side_of(EVE), Some(Color::White));
}

/// What holds in any room at any time.
fn check(room: &Room, now: Duration, visitors: u64) {
    let all: Vec<_> = (0..visitors).map(Visitor).collect();
    let view = room.view("r", all[0], now);
    let seated = [&view.players.black, &view.players.white].into_iter().flatten().count();
    assert_eq!(view.phase == RoomPhase::Waiting, seated < 2);
    assert_eq!(view.phase == RoomPhase::Over, seated == 2 && view.result.is_some());
    assert_eq!(view.times.len(), view.moves.len());
    // A side has one socket at most, and who plays does not watch.
    for side in [Color::Black, Color::White] {
        assert!(all.iter().filter(|&&one| room.side_of(one) == Some(side)).count() <= 1);
    }
    let players = all.iter().filter(|&&one| room.side_of(one).is_some()).count();
    assert!(players + view.watching <= all.len());
    assert!(view.watching <= 2);
    // Clocks run only in a game that goes on, and a flag falls only then.
    let clock = view.clock.expect("these games have clocks");
    assert_eq!(clock.running.is_some(), view.phase == RoomPhase::Playing);
    assert_eq!(room.flag_falls().is_some(), view.phase == RoomPhase::Playing);
    assert!(clock.black >= 0.0 && clock.white >= 0.0);
    if view.phase != RoomPhase::Playing {
        assert!(view.offer.is_none_or(|offer| offer.what == What::Rematch));
    }
    // The moves are a game.
    let mut game = Game::from_start(Size::new(view.size).unwrap());
    for name in &view.moves {
        game.play(name.parse().unwrap()).unwrap();
    }
    if view.phase == RoomPhase::Playing {
        assert!(game.position().has_move(), "passes are played, and an end is noticed");
        assert_eq!(clock.running, Some(game.position().side()));
    }
}

#[test]
fn whatever_visitors_do_a_room_stays_in_order() {
    const VISITORS: u64 = 6;
    let (mut ended, mut rounds, mut taken_back) = (0, 0, 0);
    for seed in 0..300 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = if random.bool() { Size::FOUR } else { Size::SIX };
        let side = if random.bool() { Color::Black } else { Color::White };
        let mut room =
            Room::new(rules(size, Some(30)), side, Visitor(0), "0".into(), "token".into());
        let mut tokens = vec!["token".to_owned()];
        let mut now = Duration::ZERO;
        for step in 0..150 {
            // Now and then somebody thinks too long.
            let pause = if random.u8(..) < 3 { 31_000 } else { random.u64(..500) };
            now += Duration::from_millis(pause);
            let who = Visitor(random.u64(..VISITORS));
            let before = room.view("r", who, now);
            let is_over = before.phase == RoomPhase::Over;
            // Who was offered something says yes more often than anybody happens to.
            let asked = before.offer.filter(|_| random.bool()).and_then(|offer| {
                (0..VISITORS).map(Visitor).find(|&one| room.side_of(one) == Some(!offer.by))
            });
            let done = match random.u8(..20) {
                _ if asked.is_some() => room.answer(asked.unwrap(), true, now),
                0 => {
                    let token = format!("{seed}-{step}");
                    let watch = random.u8(..4) == 0;
                    let joined = room.join(who, "x".into(), &token, watch, now);
                    if joined == Ok(true) {
                        tokens.push(token);
                    }
                    joined.map(|_| ())
                }
                1 => room.come_back(who, &tokens[random.usize(..tokens.len())]),
                2 => {
                    room.leave(who);
                    Ok(())
                }
                3 => room.offer(who, What::TakeBack, now),
                4 => room.offer(who, What::Rematch, now),
                5 | 6 => room.answer(who, random.u8(..3) > 0, now),
                7 if random.u8(..20) == 0 => room.resign(who, now),
                8 => {
                    room.tick(now);
                    Ok(())
                }
                _ => {
                    // A legal move most of the time, of whoever's turn it is.
                    let mut game = Game::from_start(size);
                    for name in &before.moves {
                        game.play(name.parse().unwrap()).unwrap();
                    }
                    let mover = (0..VISITORS)
                        .map(Visitor)
                        .find(|&one| room.side_of(one) == Some(game.position().side()));
                    let who = mover.filter(|_| random.u8(..10) > 0).unwrap_or(who);
                    let legal: Vec<_> = game.position().moves().iter().collect();
                    let mv = random.choice(legal).map_or(Move::Pass, Move::from);
                    let ply = game.ply() - usize::from(random.u8(..20) == 0 && game.ply() > 0);
                    room.play(who, mv, ply, now)
                }
            };
            let after = room.view("r", who, now);
            check(&room, now, VISITORS);
            if done.is_err() && after.result.is_none() {
                assert_eq!(after.moves, before.moves, "a refusal changes nothing");
                assert_eq!(after.round, before.round);
            }
            if is_over && after.round == before.round {
                assert_eq!((&after.moves, &after.result), (&before.moves, &before.result));
            }
            assert!(after.round == before.round || is_over, "a rematch follows an end");
            taken_back += usize::from(after.moves.len() < before.moves.len() && !is_over);
            let games = room.take_ended();
            assert!(games.len() <= 1);
            ended += games.len();
        }
        rounds += room.view("r", ANN, now).round as usize - 1;
    }
    // The random visitors have been everywhere.
    assert!(ended > 100 && rounds > 20 && taken_back > 50, "{ended} {rounds} {taken_back}");
}
