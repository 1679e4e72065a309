//! The table: passes, clocks, illegal moves, taking back, records, stopping.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use obverse_engine::{Clock, StopFlag, TimeSource};
use obverse_players::{
    Choice, Decision, Ending, Event, News, Person, Player, PlayerError, Random, Table, Terms,
    Thinker, Thought, TimeControl, Turn,
};
use obverse_records::{Format, to_text};
use obverse_rules::{Color, Game, Move, Position, Size};

fn table(game: Game, terms: Terms) -> Table {
    Table::new(game, terms, ["first".to_owned(), "second".to_owned()])
}

/// A person who says these things in turn, and leaves when there are no more.
fn person(script: &[&str]) -> Person {
    let mut lines: Vec<String> = script.iter().rev().map(ToString::to_string).collect();
    Person::new(
        "person",
        Box::new(move |_, _| match lines.pop().as_deref() {
            None => Decision::Leave,
            Some("undo") => Decision::TakeBack,
            Some("resign") => Decision::Resign,
            Some(mv) => mv.parse::<Move>().expect("the script has moves").into(),
        }),
    )
}

/// Runs the game and collects what happened, without the thinking.
fn run(
    table: &mut Table,
    black: impl Player + 'static,
    white: impl Player + 'static,
) -> (Ending, Vec<Event>) {
    let mut events = Vec::new();
    let mut players: [Box<dyn Player>; 2] = [Box::new(black), Box::new(white)];
    let ending = table.run(&mut players, &StopFlag::default(), &mut |_, event| {
        if !matches!(event, Event::Thinking { .. }) {
            events.push(event.clone());
        }
    });
    (ending, events)
}

fn position(squares: &str) -> Game {
    Game::new(squares.parse::<Position>().expect("a position"))
}

#[test]
fn random_games_run_to_their_end_on_every_size() {
    for size in Size::all() {
        let mut table = table(Game::from_start(size), Terms::default());
        let (ending, events) = run(&mut table, Random::new(1), Random::new(2));
        let Ending::Finished(outcome) = ending else { panic!("{size}: {ending:?}") };
        assert_eq!(outcome.black + outcome.white + outcome.empties, size.squares());
        assert!(table.game().is_over());
        let placed = events.iter().filter(|event| matches!(event, Event::Played { .. })).count();
        assert_eq!(placed, outcome.black + outcome.white - 4);
        assert_eq!(events.last(), Some(&Event::Over(Ending::Finished(outcome))));
        assert_eq!(table.notes().len(), table.game().moves().len());
    }
}

#[test]
fn a_seed_repeats_a_game_and_another_does_not() {
    let game = |seed| {
        let mut table = table(Game::from_start(Size::EIGHT), Terms::default());
        run(&mut table, Random::new(seed), Random::new(99));
        table.game().moves().to_vec()
    };
    assert_eq!(game(7), game(7));
    assert_ne!(game(7), game(8));
}

#[test]
fn forced_passes_are_played_by_the_table() {
    // Black plays c1 and turns b1; White's last disc, b4, encloses nothing: Black goes on at c4.
    let game = position("XO----------XO-- X");
    assert_eq!(game.position().moves().len(), 2);
    let mut table = table(game, Terms::default());
    let (ending, events) = run(&mut table, person(&["c1", "c4"]), person(&[]));
    assert!(matches!(events[0], Event::Played { color: Color::Black, .. }));
    assert_eq!(events[1], Event::Passed(Color::White));
    assert!(matches!(events[2], Event::Played { color: Color::Black, .. }));
    let Ending::Finished(outcome) = ending else { panic!("{ending:?}") };
    assert_eq!((outcome.black, outcome.white), (6, 0));
    assert_eq!(ending.to_string(), "Black wins 16–0");
}

#[test]
fn a_game_that_begins_with_a_pass_begins_with_the_other_side() {
    let mut table = table(position("XO-------------- O"), Terms::default());
    assert_eq!(table.mover(), Some(Color::Black));
    assert_eq!(table.take_events(), [Event::Passed(Color::White)]);
    assert_eq!(table.game().moves(), [Move::Pass]);
}

#[test]
fn a_finished_game_asks_nobody() {
    let mut table = table(position("XX-------------- O"), Terms::default());
    let (ending, _) = run(&mut table, person(&[]), person(&[]));
    assert_eq!(ending.winner(), Some(Color::Black));
    let before = table.revision();
    table.answer(Ok(Move::Pass.into()), Duration::ZERO);
    assert_eq!(table.revision(), before, "no move after the end");
}

#[test]
fn a_word_that_is_no_move_loses_when_strict_and_only_takes_time_otherwise() {
    for strict in [false, true] {
        let terms = Terms { strict, ..Terms::default() };
        let mut table = table(Game::from_start(Size::EIGHT), terms);
        table.answer(Ok(Decision::Word("hello".to_owned())), Duration::ZERO);
        let played = "hello".to_owned();
        let lost = Ending::Illegal { color: Color::Black, played };
        assert_eq!(table.ending(), strict.then_some(&lost));
    }
}

#[test]
fn an_illegal_move_is_asked_again_or_loses_when_strict() {
    let script = ["a1", "f5", "resign"];
    for strict in [false, true] {
        let terms = Terms { strict, ..Terms::default() };
        let mut table = table(Game::from_start(Size::EIGHT), terms);
        let (ending, events) = run(&mut table, person(&script), person(&["d6"]));
        if strict {
            let played = "a1".to_owned();
            assert_eq!(ending, Ending::Illegal { color: Color::Black, played });
            assert_eq!(ending.winner(), Some(Color::White));
            assert_eq!(table.game().ply(), 0);
        } else {
            assert!(matches!(events[0], Event::Refused { color: Color::Black, .. }));
            assert_eq!(ending, Ending::Resigned(Color::Black));
            assert_eq!(table.game().ply(), 2);
        }
    }
}

#[test]
fn a_computer_that_breaks_the_rules_loses() {
    struct Cheat;
    impl Player for Cheat {
        fn name(&self) -> String {
            "cheat".to_owned()
        }
        fn choose(&mut self, _: &Game, _: &mut Turn<'_>) -> Result<Decision, PlayerError> {
            Ok(Move::Pass.into())
        }
    }
    let mut table = table(Game::from_start(Size::EIGHT), Terms::default());
    let (ending, _) = run(&mut table, Random::new(1), Cheat);
    assert_eq!(ending, Ending::Illegal { color: Color::White, played: "pass".to_owned() });
}

#[test]
fn a_clock_that_runs_out_loses_and_the_late_move_is_not_played() {
    let clock = Clock { remaining: Duration::from_secs(10), increment: Duration::from_secs(2) };
    let terms = Terms { time: TimeControl::Clock(clock), ..Terms::default() };
    let mut table = table(Game::from_start(Size::EIGHT), terms).with_persons([true, true]);
    let play = |table: &mut Table, mv: &str, seconds| {
        table.answer(Ok(mv.parse::<Move>().unwrap().into()), Duration::from_secs(seconds));
    };
    let left = |table: &Table, color| table.clock(color).map(|clock| clock.remaining.as_secs());
    play(&mut table, "f5", 4);
    assert_eq!(left(&table, Color::Black), Some(10 - 4 + 2));
    play(&mut table, "d6", 1);
    assert_eq!(left(&table, Color::White), Some(10 - 1 + 2));
    play(&mut table, "a1", 3);
    assert_eq!(left(&table, Color::Black), Some(8 - 3), "a refused move earns nothing");
    play(&mut table, "c3", 6);
    assert_eq!(table.ending(), Some(&Ending::OutOfTime(Color::Black)));
    assert_eq!(table.game().ply(), 2);
    assert_eq!(table.take_events().last(), Some(&Event::Over(Ending::OutOfTime(Color::Black))));
}

#[test]
fn taking_back_returns_to_a_person_who_can_choose_again() {
    let mut one = table(Game::from_start(Size::EIGHT), Terms::default());
    // Nothing to take back at first; then both the person's move and the reply are.
    let black = person(&["undo", "f5", "undo", "d3", "resign"]);
    let (_, events) = run(&mut one, black, Random::new(3));
    assert_eq!(events[0], Event::TookBack(0));
    assert!(events.contains(&Event::TookBack(2)));
    assert_eq!(one.game().moves()[0], "d3".parse().unwrap());
    // Between two persons one move is taken back.
    let mut two = table(Game::from_start(Size::EIGHT), Terms::default());
    let (_, events) = run(&mut two, person(&["f5", "d3"]), person(&["undo"]));
    assert!(events.contains(&Event::TookBack(1)));
    assert_eq!(two.game().moves()[0], "d3".parse().unwrap());
}

#[test]
fn moves_taken_back_can_be_played_again_with_their_notes() {
    let mut table = table(Game::from_start(Size::EIGHT), Terms::default());
    table = table.with_persons([true, false]);
    for (second, mv) in ["f5", "d6", "c3"].into_iter().enumerate() {
        let mv = mv.parse::<Move>().unwrap();
        table.answer(Ok(mv.into()), Duration::from_secs(second as u64));
    }
    table.take_back().unwrap();
    assert_eq!(table.game().ply(), 2);
    table.take_back().unwrap();
    assert_eq!(table.game().ply(), 0);
    let nothing = table.take_back().unwrap_err();
    assert_eq!(nothing.to_string(), "there is no move to take back");
    table.play_again().unwrap();
    assert_eq!(table.game().ply(), 2);
    table.answer(Ok("c3".parse::<Move>().unwrap().into()), Duration::from_secs(9));
    let seconds: Vec<u64> = table.notes().iter().map(|note| note.elapsed.as_secs()).collect();
    assert_eq!(seconds, [0, 1, 9]);
}

#[test]
fn whoever_saves_sees_every_change_and_no_other() {
    let mut table = table(Game::from_start(Size::FOUR), Terms::default()).with_persons([true; 2]);
    let mut changes = |what: &dyn Fn(&mut Table)| {
        let before = table.revision();
        what(&mut table);
        table.revision() > before
    };
    let mv = |mv: &str| mv.parse::<Move>().unwrap();
    assert!(changes(&|table| table.answer(Ok(mv("b1").into()), Duration::ZERO)));
    assert!(changes(&|table| table.answer(Ok(mv("a1").into()), Duration::ZERO)));
    assert!(changes(&|table| table.answer(Ok(Decision::TakeBack), Duration::ZERO)));
    assert!(changes(&|table| table.play_again().unwrap()));
    assert!(!changes(&|table| table.tick(Duration::from_secs(9))));
    assert!(!changes(&|table| table.move_to(2)));
    assert!(changes(&|table| table.answer(Ok(Decision::Resign), Duration::ZERO)));
    assert!(!changes(&|table| table.answer(Ok(Decision::Resign), Duration::ZERO)));
    assert!(!changes(&|table| table.end(Ending::Stopped)));
    assert!(!changes(&|table| table.move_to(2)), "looking at what is there already");
    assert_eq!(table.ending(), Some(&Ending::Resigned(Color::Black)));
}

#[test]
fn whatever_is_decided_after_the_flag_fell_it_fell() {
    let clock = Clock { remaining: Duration::from_secs(10), increment: Duration::ZERO };
    let terms = Terms { time: TimeControl::Clock(clock), ..Terms::default() };
    let late = Duration::from_secs(11);
    let mv = |mv: &str| Decision::from(mv.parse::<Move>().unwrap());
    for decision in [mv("f5"), mv("a1"), Decision::Resign, Decision::TakeBack] {
        let mut table = table(Game::from_start(Size::EIGHT), terms.clone());
        table = table.with_persons([true, true]);
        table.answer(Ok(decision.clone()), late);
        assert_eq!(table.ending(), Some(&Ending::OutOfTime(Color::Black)), "{decision:?}");
    }
    // Whoever leaves has not lost, and a refused move uses up its time.
    let mut table = table(Game::from_start(Size::EIGHT), terms).with_persons([true, true]);
    table.answer(Ok(mv("a1")), Duration::from_secs(4));
    assert_eq!(table.clock(Color::Black).unwrap().remaining, Duration::from_secs(6));
    table.answer(Ok(Decision::Leave), late);
    assert_eq!(table.ending(), Some(&Ending::Stopped));
}

#[test]
fn moves_are_timed_by_the_clock_that_the_table_was_given() {
    // It goes on by a second whenever it is read: once before a move and once after it.
    let readings = AtomicU64::new(0);
    let clock =
        TimeSource::new(move || Duration::from_secs(readings.fetch_add(1, Ordering::Relaxed)));
    let start = Game::from_start(Size::EIGHT);
    let mut table = table(start, Terms::default()).with_time_source(clock);
    table.ask(&mut Random::new(1), &StopFlag::default(), &mut |_, _| {});
    table.ask(&mut Random::new(2), &StopFlag::default(), &mut |_, _| {});
    let times: Vec<Duration> = table.notes().iter().map(|note| note.elapsed).collect();
    assert_eq!(times, [Duration::from_secs(1); 2]);
}

#[test]
fn a_tick_lets_the_flag_fall() {
    let clock = Clock { remaining: Duration::from_secs(10), increment: Duration::ZERO };
    let terms = Terms { time: TimeControl::Clock(clock), ..Terms::default() };
    let blink = Duration::from_millis(100);
    for person in [true, false] {
        let mut table = table(Game::from_start(Size::EIGHT), terms.clone());
        table = table.with_persons([person, true]);
        table.tick(clock.remaining);
        assert_eq!(table.ending(), None);
        // A computer's answer carries its own time, and may be on its way.
        table.tick(clock.remaining + blink);
        assert_eq!(table.ending().is_some(), person);
        table.tick(clock.remaining + 10 * blink);
        assert_eq!(table.ending(), Some(&Ending::OutOfTime(Color::Black)));
        assert_eq!(table.clock(Color::Black).unwrap().remaining, Duration::ZERO);
    }
}

#[test]
fn a_move_that_takes_too_long_loses_where_that_was_agreed() {
    let time = Duration::from_secs(1);
    for longest_move in [None, Some(2 * time)] {
        let terms = Terms { time: TimeControl::PerMove(time), longest_move, ..Terms::default() };
        let mut table = table(Game::from_start(Size::EIGHT), terms);
        table.answer(Ok("f5".parse::<Move>().unwrap().into()), 2 * time);
        assert_eq!((table.game().ply(), table.ending()), (1, None));
        table.answer(Ok("d6".parse::<Move>().unwrap().into()), 3 * time);
        assert_eq!(table.ending().is_some(), longest_move.is_some());
    }
}

#[test]
fn raising_the_flag_leaves_the_game_unfinished() {
    let stop = StopFlag::default();
    let mut table = table(Game::from_start(Size::EIGHT), Terms::default());
    let raise = stop.clone();
    let ending = table.run(
        &mut [Box::new(Random::new(1)), Box::new(Random::new(2))],
        &stop,
        &mut |table, _| {
            if table.game().ply() == 10 {
                raise.raise();
            }
        },
    );
    assert_eq!(ending, Ending::Stopped);
    assert_eq!(table.game().ply(), 10);
}

#[test]
fn a_thinker_answers_the_last_question_only() {
    let mut table = table(Game::from_start(Size::EIGHT), Terms::default());
    let mut thinker = Thinker::new(Box::new(Random::new(4)), || {});
    thinker.ask(&table);
    table.answer(Ok("f5".parse::<Move>().unwrap().into()), Duration::ZERO);
    thinker.ask(&table);
    let news = loop {
        if let Some(news) = thinker.poll() {
            break news;
        }
        std::thread::yield_now();
    };
    let News::Decided(Ok(Decision::Move(choice)), _) = news else { panic!("{news:?}") };
    assert!(table.game().position().is_legal(choice.mv));
    assert!(!thinker.is_thinking());
}

#[test]
fn a_saved_game_is_resumed_where_it_was() {
    let clock = Clock { remaining: Duration::from_mins(1), increment: Duration::from_secs(2) };
    let terms = Terms { time: TimeControl::Clock(clock), ..Terms::default() };
    let mut before = table(Game::from_start(Size::new(10).unwrap()), terms.clone());
    let first = before.game().position().moves().first().unwrap();
    before.answer(Ok(Move::Place(first).into()), Duration::from_secs(7));
    let text = to_text(&before.record(), Format::Ggf).unwrap();
    let document = obverse_records::read(text.as_bytes()).unwrap();
    let record = &document.records[0];
    assert_eq!(record.tags.black.as_deref(), Some("first"));
    let after = Table::resume(record, terms, ["first".to_owned(), "second".to_owned()]);
    assert_eq!(after.game().moves(), before.game().moves());
    assert_eq!(after.game().position(), before.game().position());
    // 60 − 7 + 2
    assert_eq!(after.clock(Color::Black).unwrap().remaining, Duration::from_secs(55));
    assert_eq!(after.clock(Color::White).unwrap().remaining, Duration::from_mins(1));
}

#[test]
fn a_record_says_how_the_game_ended() {
    let result = |script: &[&str], terms| {
        let mut table = table(Game::from_start(Size::EIGHT), terms);
        run(&mut table, person(script), Random::new(1));
        table.record().tags.result.map(|verdict| (verdict.score, verdict.ending))
    };
    assert_eq!(result(&["f5"], Terms::default()), None);
    let resigned = obverse_records::Termination::Resigned;
    assert_eq!(result(&["f5", "resign"], Terms::default()), Some((-64.0, resigned)));
}

#[test]
fn a_record_rounds_times_and_scores() {
    let mut table = table(Game::from_start(Size::EIGHT), Terms::default());
    let score =
        obverse_engine::Score { discs: 1.2349, kind: obverse_engine::score::Kind::Heuristic };
    let mv: Move = "f5".parse().unwrap();
    let thought = Some(Thought { score: Some(score), ..Thought::default() });
    table.answer(Ok(Choice { mv, thought }.into()), Duration::from_micros(1700));
    table.answer(Ok("d6".parse::<Move>().unwrap().into()), Duration::from_micros(300));
    let notes = table.record().notes;
    assert_eq!(notes[0].eval, Some(1.23));
    assert_eq!(notes[0].time, Some(Duration::from_millis(2)));
    assert_eq!(notes[1].time, None, "nothing that could be measured");
}
