//! One search thread's work: it keeps an engine and answers a question at a time.

use std::time::{Duration, Instant};

use obverse_engine::{Limits, Line, Progress, StopFlag};
use obverse_players::{
    Choice, EngineLimits, EnginePlayer, Maker, Player, PlayerError, Seat, Thought, Turn, Who,
};
use obverse_rules::{Move, Position};

use crate::pool::News;
use crate::question::Question;

/// News while a search runs come no faster than a person can see.
const PACE: Duration = Duration::from_millis(60);

/// A search thread's engine, which serves analyses, levels and `engine:…` alike, so that memory
/// is bounded by the threads and not by the visitors.
pub(crate) struct Worker<'a> {
    maker: &'a Maker,
    engine: EnginePlayer,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(maker: &'a Maker) -> Worker<'a> {
        let engine =
            EnginePlayer::new(maker.engine.clone(), EngineLimits::default(), fastrand::u64(..));
        Worker { maker, engine }
    }

    /// Answers a question; the last news is its answer.
    pub(crate) fn answer(&mut self, question: &Question, stop: &StopFlag, tell: &dyn Fn(News)) {
        match question {
            Question::Analyse { position, limits } => {
                let limits = Limits { stop: stop.clone(), ..limits.clone() };
                self.analyse(position, &limits, tell);
            }
            Question::Choose { game, .. } if game.position().must_pass() => {
                tell(News::Chosen(Ok(Choice { mv: Move::Pass, thought: None })));
            }
            Question::Choose { game, who, time, clock } => {
                let mut pace = Pace::default();
                let observer = &mut |thought: &Thought| {
                    if pace.is_due() {
                        tell(News::Thought(thought.clone()));
                    }
                };
                let mut turn = Turn { time: *time, clock: *clock, stop: stop.clone(), observer };
                let chosen =
                    self.with_player(who, game.position(), |player| player.choose(game, &mut turn));
                tell(News::Chosen(chosen));
            }
        }
    }

    fn analyse(&mut self, position: &Position, limits: &Limits, tell: &dyn Fn(News)) {
        let mut found: Vec<Line> = Vec::new();
        let mut pace = Pace::default();
        let observer = &mut |progress: &Progress<'_>| {
            keep(&mut found, progress);
            if pace.is_due() {
                let (nodes, elapsed) = (progress.nodes, progress.elapsed);
                tell(News::Lines { lines: found.clone(), nodes, elapsed });
            }
        };
        let report = self.engine.engine().search(position, limits, observer);
        tell(News::Analysed(report));
    }

    fn with_player(
        &mut self,
        who: &Who,
        position: &Position,
        choose: impl FnOnce(&mut dyn Player) -> Result<Choice, PlayerError>,
    ) -> Result<Choice, PlayerError> {
        if let Who::Engine(engine) = who {
            self.engine.set_limits(engine.limits.clone());
            self.engine.set_seed(fastrand::u64(..));
            return choose(&mut self.engine);
        }
        match self.maker.make(who, position.side())? {
            Seat::Player(mut player) => choose(&mut *player),
            Seat::Person => unreachable!("questions for people are refused before"),
        }
    }
}

/// A better line for a move takes the place of the older one.
fn keep(found: &mut Vec<Line>, progress: &Progress<'_>) {
    let line = progress.line;
    found.retain(|other| other.moves.first() != line.moves.first());
    found.insert((progress.rank - 1).min(found.len()), line.clone());
}

/// Says when it is time for news again.
#[derive(Default)]
struct Pace(Option<Instant>);

impl Pace {
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = self.0.is_none_or(|last| now.duration_since(last) >= PACE);
        if due {
            self.0 = Some(now);
        }
        due
    }
}
