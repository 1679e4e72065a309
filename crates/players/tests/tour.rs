//! The tour of the five ideas says what is true.

use obverse_engine::{Engine, Goal, Limits, Options, StopFlag, TimeSource};
use obverse_players::classics::Classic;
use obverse_players::tour::{IDEAS, Stop};
use obverse_players::{Decision, Maker, Seat, Turn};
use obverse_rules::{Color, Game, Move};

fn stops() -> impl Iterator<Item = (&'static str, Stop)> {
    IDEAS.iter().flat_map(|idea| [("plays well", idea.well), ("fails", idea.fails)])
}

fn chosen(stop: &Stop) -> Move {
    let Ok(Seat::Player(mut player)) = Maker::default().make(&stop.who(), Color::White) else {
        panic!("no player")
    };
    let mut turn = Turn {
        time: None,
        clock: None,
        time_source: TimeSource::system(),
        stop: StopFlag::default(),
        observer: &mut |_| {},
    };
    match player.choose(&Game::new(stop.position()), &mut turn) {
        Ok(Decision::Move(choice)) => choice.mv,
        other => panic!("{other:?}"),
    }
}

#[test]
fn everybody_plays_as_the_tour_says() {
    for (where_it, stop) in stops() {
        assert_eq!(chosen(&stop), stop.plays(), "{:?} {where_it}", stop.who());
    }
}

#[test]
fn moves_are_worth_what_the_tour_says() {
    let mut engine = Engine::new(Options { threads: 1, hash_mb: 16, ..Options::default() });
    for (where_it, stop) in stops() {
        let position = stop.position();
        assert_eq!(position.empties(), 13);
        let mut after = |mv: Move| {
            let after = position.play(mv).expect("a legal move");
            let limits = Limits { goal: Goal::Exact, ..Limits::default() };
            -engine.search(&after, &limits).best().score.discs as i32
        };
        let scores: Vec<i32> =
            position.moves().into_iter().map(|square| after(square.into())).collect();
        let best = *scores.iter().max().expect("a move");
        assert_eq!(after(stop.best()), best, "{} {where_it}", stop.who());
        assert_eq!(best - after(stop.plays()), stop.loss as i32, "{} {where_it}", stop.who());
        assert_eq!(stop.loss == 0, where_it == "plays well");
    }
}

#[test]
fn the_tour_has_every_classic_and_is_in_the_documents() {
    let document = include_str!("../../../docs/ideas.md");
    for classic in Classic::ALL {
        let idea = IDEAS.iter().find(|idea| idea.classic == classic).expect("an idea of each");
        assert!(document.contains(idea.title), "{}", idea.title);
        for stop in [idea.well, idea.fails] {
            let command = format!("obverse why \"{}\" --player {}", stop.position(), stop.who());
            assert!(document.contains(&command), "{command}");
        }
    }
}
