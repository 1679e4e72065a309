//! What many games have in common.

mod common;

use common::random_game;
use obverse_engine::{Engine, Options};
use obverse_rules::{Color, Game, Size};
use obverse_study::{Grade, Judged, Mistakes, Phase, Plan, Review, summary};

fn judged(engine: &mut Engine, game: &Game) -> Vec<Judged> {
    let mut review = Review::new(game, Plan::depth(4));
    while let Some(question) = review.next() {
        let report = engine.search(&question.position, &question.limits());
        review.answered(&question, report.best());
    }
    review.all_judged()
}

#[test]
fn mistakes_of_many_games_are_counted_once_each() {
    let mut engine = Engine::new(Options::default());
    let games: Vec<Vec<Judged>> =
        (0..4).map(|seed| judged(&mut engine, &random_game(Size::EIGHT, seed))).collect();
    let mut all = Mistakes::default();
    let (mut first, mut second) = (Mistakes::default(), Mistakes::default());
    for (number, game) in games.iter().enumerate() {
        let opening = ["Tiger", "Rose"][number % 2];
        all.add(game, Color::Black, Some(opening), Some("2026"));
        let half = if number < 2 { &mut first } else { &mut second };
        half.add(game, Color::Black, Some(opening), Some("2026"));
    }
    first.merge(&second);
    assert_eq!(first.games(), all.games());
    assert_eq!(all.games().len(), 4);
    assert_eq!(first.all().count, all.all().count);
    let own = || games.iter().flatten().filter(|one| one.side == Color::Black);
    let bad = || own().filter(|one| one.grade >= Grade::Mistake);
    assert_eq!(all.all().count, bad().count());
    assert!(all.all().count > 10);
    let phases: usize = Phase::ALL.iter().map(|&phase| all.phase(phase).count).sum();
    assert_eq!(phases, all.all().count);
    for (id, tally) in all.reasons() {
        let with = bad().filter(|one| one.reasons.iter().any(|reason| reason.id() == id));
        let loss: f64 = with.clone().map(|one| one.loss).sum();
        assert_eq!(tally.count, with.count(), "{id}");
        assert!((tally.loss - loss).abs() < 1e-6, "{id}");
    }
    assert!(all.reasons().is_sorted_by(|one, two| one.1.count >= two.1.count));
    let openings = all.openings();
    assert_eq!(openings.iter().map(|(_, tally)| tally.count).sum::<usize>(), 4);
    let tiger: f64 = games.iter().step_by(2).map(|game| summary(game, Color::Black).loss).sum();
    let found = openings.iter().find(|(name, _)| *name == "Tiger").unwrap().1;
    assert!((found.loss - tiger).abs() < 0.01);
    let text = serde_json::to_string(&all).unwrap();
    assert_eq!(serde_json::from_str::<Mistakes>(&text).unwrap().all().count, all.all().count);
}

/// A game whose mover lost so much with each of three moves, as a review judges it.
fn game_with_losses(losses: [f32; 3]) -> Vec<Judged> {
    let game = random_game(Size::EIGHT, 1);
    let mut engine = Engine::new(Options::default());
    let mut some = judged(&mut engine, &game);
    some.retain(|one| one.side == Color::Black && one.grade != Grade::Forced);
    some.truncate(3);
    for (one, loss) in some.iter_mut().zip(losses) {
        one.loss = f64::from(loss);
        one.grade = Grade::of_loss(loss, 0.0);
    }
    some
}

#[test]
fn a_trend_is_seen_where_there_is_one_and_not_with_few_games() {
    let mut mistakes = Mistakes::default();
    for game in 0..7 {
        let loss = if game < 3 { 20.0 } else { 1.0 };
        let games = game_with_losses([loss, loss + game as f32 / 10.0, loss]);
        mistakes.add(&games, Color::Black, None, None);
        assert_eq!(mistakes.trend(), None);
    }
    mistakes.add(&game_with_losses([1.0, 1.0, 0.0]), Color::Black, None, None);
    let trend = mistakes.trend().unwrap();
    assert!(trend.later > trend.earlier + 30.0 && trend.is_clear(), "{trend:?}");
    assert_eq!(mistakes.all().count, 9);
    let mut even = Mistakes::default();
    for game in 0..8 {
        let loss = if game % 2 == 0 { 6.0 } else { 0.0 };
        even.add(&game_with_losses([loss, 0.0, loss]), Color::Black, None, None);
    }
    assert!(!even.trend().unwrap().is_clear());
}
