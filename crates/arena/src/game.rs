//! One game of a contest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use obverse_engine::{Engine, Limits, StopFlag};
use obverse_players::{Decision, Ending, Player, PlayerError, Table, Terms, TimeControl, Turn};
use obverse_records::ggf;
use obverse_rules::{Color, Game, Move, Outcome, Position, Size};

use crate::{Conditions, Fixture};

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which game it was.
    pub fixture: Fixture,
    /// The moves, those of the opening first.
    pub moves: Vec<Move>,
    /// The game with names, times and evaluations.
    pub ggf: String,
    /// How it ended.
    pub ending: Ending,
    /// How often each side, Black first, took longer for a move than it had.
    pub overruns: [u32; 2],
}

/// A game of a contest that is being played.
pub(crate) struct ContestGame<'a> {
    table: Table,
    fixture: Fixture,
    conditions: &'a Conditions,
}

impl<'a> ContestGame<'a> {
    /// A game from an opening between players of these names, Black first.
    pub(crate) fn new(
        fixture: Fixture,
        opening: Game,
        names: [String; 2],
        conditions: &'a Conditions,
    ) -> ContestGame<'a> {
        let longest_move = conditions.move_limit().map(|limit| limit.forfeit);
        let Conditions { time, grace, .. } = *conditions;
        let terms = Terms { time, grace, longest_move, ..Terms::default() };
        ContestGame { table: Table::new(opening, terms, names), fixture, conditions }
    }

    /// Plays the game and shows every position; none if it was stopped.
    pub(crate) fn play(
        mut self,
        players: &mut [Box<dyn Player>; 2],
        solver: &mut Engine,
        stop: &StopFlag,
        look: &dyn Fn(&Game),
    ) -> Option<Finished> {
        for player in players.iter_mut() {
            player.new_game(self.fixture.number as u64);
        }
        while let Some(color) = self.table.mover() {
            look(self.table.game());
            let position = self.table.game().position();
            if self.conditions.adjudicate.is_some_and(|from| position.empties() <= from) {
                let outcome = solve(position, solver, stop)?;
                self.table.end(Ending::Adjudicated(outcome));
            } else {
                self.table.ask(&mut *players[color as usize], stop, &mut |_, _| {});
            }
        }
        look(self.table.game());
        self.finish()
    }

    /// The game is lost before it began, because this side's player could not be made.
    pub(crate) fn forfeit(mut self, color: Color, error: &PlayerError) -> Option<Finished> {
        self.table.end(Ending::Failed { color, reason: error.to_string() });
        self.finish()
    }

    fn finish(self) -> Option<Finished> {
        let ending = self.table.ending().filter(|ending| ending.is_decided())?.clone();
        let mut record = self.table.record();
        record.tags.place = Some("Obverse".to_owned());
        let overruns = Color::BOTH.map(|color| self.overruns(color, &ending));
        let (moves, ggf) = (record.game.moves().to_vec(), ggf::to_string(&record));
        Some(Finished { fixture: self.fixture, moves, ggf, ending, overruns })
    }

    /// How often a side took longer than the time of a move. The move that loses the game by that
    /// is not played, and counts too.
    fn overruns(&self, color: Color, ending: &Ending) -> u32 {
        let Some(limit) = self.conditions.move_limit() else { return 0 };
        let game = self.table.game();
        let is_late = |(position, elapsed): (&Position, Duration)| {
            position.side() == color && elapsed > limit.overrun
        };
        let times = self.table.notes().iter().map(|note| note.elapsed);
        let late = game.positions().iter().zip(times).filter(|&it| is_late(it)).count();
        late as u32 + u32::from(*ending == Ending::OutOfTime(color))
    }
}

/// From when on a move takes too long, where its time is fixed.
pub(crate) struct MoveLimit {
    /// A longer move is counted.
    pub overrun: Duration,
    /// A longer move loses the game.
    pub forfeit: Duration,
}

/// With a fixed time a move, how many times that loses the game. Machines stutter; whoever takes
/// twice the time does it on purpose.
const FORFEIT_FACTOR: u32 = 2;

impl Conditions {
    pub(crate) fn move_limit(&self) -> Option<MoveLimit> {
        match self.time {
            TimeControl::PerMove(time) => Some(MoveLimit {
                overrun: time + self.grace,
                forfeit: time * FORFEIT_FACTOR + self.grace,
            }),
            TimeControl::Free | TimeControl::Clock(_) => None,
        }
    }
}

/// Whether the player of this colour has to be made anew: a child that hung or died is of no more
/// use.
pub(crate) fn has_failed(ending: &Ending, color: Color) -> bool {
    !matches!(ending, Ending::Resigned(_)) && ending.loser() == Some(color)
}

/// The result of perfect play from a position; none if that was stopped.
fn solve(position: &Position, solver: &mut Engine, stop: &StopFlag) -> Option<Outcome> {
    let limits = Limits { stop: stop.clone(), ..Limits::exact() };
    let report = solver.search(position, &limits);
    if stop.is_raised() {
        return None;
    }
    let score = report.best().score.discs.round() as i32;
    let black = if position.side() == Color::Black { score } else { -score };
    Some(outcome_of(black, position.size()))
}

/// The outcome with this score from Black's view, the empty squares with the winner already.
pub(crate) fn outcome_of(score: i32, size: Size) -> Outcome {
    let squares = size.squares();
    let lead = score.unsigned_abs() as usize;
    let winner = squares.midpoint(lead.min(squares));
    let (black, white) =
        if score >= 0 { (winner, squares - winner) } else { (squares - winner, winner) };
    Outcome { black, white, empties: 0 }
}

/// A player whose panic is its own failure and not the match's. A program that wants to leave or
/// to take back fails as well: nobody in a match has agreed to that.
pub(crate) struct Guarded(pub Box<dyn Player>);

impl Guarded {
    fn failed(&self, reason: String) -> PlayerError {
        PlayerError::Failed { player: self.0.name(), reason }
    }
}

impl Player for Guarded {
    fn name(&self) -> String {
        self.0.name()
    }

    fn supports(&self, size: Size) -> Result<(), PlayerError> {
        self.0.supports(size)
    }

    fn choose(&mut self, game: &Game, turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        match catch_unwind(AssertUnwindSafe(|| self.0.choose(game, turn))) {
            Err(cause) => Err(self.failed(panic_text(&*cause))),
            Ok(Ok(Decision::Leave)) if !turn.stop.is_raised() => {
                Err(self.failed("left the game".to_owned()))
            }
            Ok(Ok(Decision::TakeBack)) => Err(self.failed("wants to take back".to_owned())),
            Ok(Ok(Decision::Word(word))) => {
                Err(self.failed(format!("said {word}, which is no move")))
            }
            Ok(decided) => decided,
        }
    }

    fn new_game(&mut self, number: u64) {
        // A panic here comes again with the first move, where it is reported.
        let _ = catch_unwind(AssertUnwindSafe(|| self.0.new_game(number)));
    }
}

fn panic_text(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("no message"))
}

#[cfg(test)]
mod tests {
    use obverse_engine::Options;
    use obverse_players::{Choice, Random};
    use obverse_records::Termination;

    use super::*;
    use crate::Schedule;

    /// A player who does the same at every turn.
    struct Same(fn(&Game) -> Decision);

    impl Player for Same {
        fn name(&self) -> String {
            "same".to_owned()
        }

        fn choose(&mut self, game: &Game, _: &mut Turn<'_>) -> Result<Decision, PlayerError> {
            Ok((self.0)(game))
        }
    }

    fn first_move(game: &Game) -> Decision {
        let square = game.position().moves().into_iter().next().expect("a move");
        Decision::Move(Choice { mv: square.into(), thought: None })
    }

    fn conditions(time: TimeControl, adjudicate: Option<usize>) -> Conditions {
        let solver = Options { hash_mb: 1, threads: 1, ..Options::default() };
        Conditions { time, grace: Duration::ZERO, adjudicate, concurrency: 1, solver }
    }

    /// A game of this player, Black, against a random one on 4×4.
    fn play(black: fn(&Game) -> Decision, conditions: &Conditions) -> Option<Finished> {
        let fixture = Schedule::round_robin(2, 2).get(0).unwrap();
        let names = ["first".to_owned(), "second".to_owned()];
        let opening = Game::from_start(Size::FOUR);
        let game = ContestGame::new(fixture, opening, names, conditions);
        let black: Box<dyn Player> = Box::new(Guarded(Box::new(Same(black))));
        let mut solver = Engine::new(conditions.solver.clone());
        game.play(
            &mut [black, Box::new(Random::new(3))],
            &mut solver,
            &StopFlag::default(),
            &|_| {},
        )
    }

    #[test]
    fn a_game_is_adjudicated_in_its_own_way() {
        let finished = play(first_move, &conditions(TimeControl::Free, Some(8))).unwrap();
        let Ending::Adjudicated(outcome) = finished.ending else { panic!("{finished:?}") };
        let record = ggf::parse(&finished.ggf).unwrap();
        assert_eq!((record.position().empties(), record.game.moves()), (8, &*finished.moves));
        let verdict = record.tags.result.unwrap();
        assert_eq!(verdict.ending, Termination::Agreed);
        assert!((verdict.score - f64::from(outcome.score(Color::Black))).abs() < 1e-9);
        // The full-width search of the rest agrees.
        let score = best(record.position());
        let side = record.position().side();
        assert_eq!(outcome.score(side), score);
    }

    /// The best result for the side to move, by trying everything.
    fn best(position: &Position) -> i32 {
        if position.is_over() {
            return position.outcome().score(position.side());
        }
        if position.must_pass() {
            return -best(&position.with_other_side());
        }
        let score =
            |square: obverse_rules::Square| -best(&position.play(square.into()).expect("legal"));
        position.moves().into_iter().map(score).max().expect("a move")
    }

    #[test]
    fn whoever_breaks_the_agreement_fails() {
        let free = conditions(TimeControl::Free, None);
        for (player, said) in [
            ((|_| panic!("a bug")) as fn(&Game) -> Decision, "panicked: a bug"),
            (|_| Decision::Leave, "left the game"),
            (|_| Decision::TakeBack, "wants to take back"),
        ] {
            let finished = play(player, &free).unwrap();
            let Ending::Failed { color, reason } = &finished.ending else { panic!("{finished:?}") };
            assert_eq!((*color, reason.as_str()), (Color::Black, said));
            assert!(has_failed(&finished.ending, Color::Black));
            assert!(!has_failed(&finished.ending, Color::White));
        }
        let finished = play(|_| Decision::Resign, &free).unwrap();
        assert_eq!(finished.ending, Ending::Resigned(Color::Black));
        assert!(!has_failed(&finished.ending, Color::Black), "it can play the next game");
    }

    #[test]
    fn twice_the_time_of_a_move_loses_and_is_counted() {
        let time = Duration::from_millis(5);
        let late = |game: &Game| {
            std::thread::sleep(Duration::from_millis(20));
            first_move(game)
        };
        let finished = play(late, &conditions(TimeControl::PerMove(time), None)).unwrap();
        assert_eq!(finished.ending, Ending::OutOfTime(Color::Black));
        assert_eq!(finished.overruns[0], 1);
        assert_eq!(finished.moves, [], "the late move is not played");
    }

    #[test]
    fn a_score_is_an_outcome_that_has_it() {
        for size in [Size::FOUR, Size::EIGHT] {
            let squares = size.squares() as i32;
            for score in (-squares..=squares).step_by(2) {
                let outcome = outcome_of(score, size);
                assert_eq!(outcome.score(Color::Black), score);
                assert_eq!(outcome.black + outcome.white, size.squares());
            }
        }
    }
}
