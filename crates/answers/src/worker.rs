//! Answering questions that need a search, one at a time.

use std::time::Duration;

use obverse_engine::{Limits, Line, Progress, Report, StopFlag};
use obverse_players::{
    Choice, Decision, EngineLimits, EnginePlayer, Explanation, Maker, Player, PlayerError, Seat,
    Thought, Turn, Who,
};
use obverse_rules::{Move, Position};

use crate::message::{Reply, Request, Wanted};
use crate::question::Question;

/// What becomes of a question while it is answered; the last three are the end of it.
#[derive(Clone, Debug)]
pub enum Answer {
    /// An analysis so far.
    Lines {
        /// The lines, best first.
        lines: Vec<Line>,
        /// Positions visited.
        nodes: u64,
        /// Time used.
        elapsed: Duration,
    },
    /// A player's thought so far.
    Thought(Thought),
    /// The end of an analysis.
    Analysed(Report),
    /// The end of a choice.
    Chosen(Result<Choice, PlayerError>),
    /// A player's reasons.
    Explained(Result<Explanation, PlayerError>),
}

/// Answers while a search runs come no faster than a person can see.
const PACE: Duration = Duration::from_millis(60);

/// An engine that serves analyses, levels and `engine:…` alike, so that memory is bounded by the
/// workers and not by those who ask.
#[derive(Debug)]
pub struct Worker {
    maker: Maker,
    engine: EnginePlayer,
}

impl Worker {
    /// Sets up the engine.
    pub fn new(maker: Maker) -> Worker {
        let engine =
            EnginePlayer::new(maker.engine.clone(), EngineLimits::default(), fastrand::u64(..));
        Worker { maker, engine }
    }

    /// Forgets what the engine has learnt, for an answer that must not depend on earlier ones.
    pub fn clear(&mut self) {
        self.engine.engine().clear();
    }

    /// Takes a message in and answers it, to the last word, where there is nobody else to do it: a
    /// question for a search is searched, until it is done or the flag is raised. Nothing comes of
    /// a message that says stop: there is no search while it is taken in.
    pub fn receive(&mut self, message: &str, stop: &StopFlag, tell: &dyn Fn(&Reply)) {
        let request = match Request::parse(message) {
            Ok(request) => request,
            Err(refusal) => return tell(&refusal),
        };
        match request.check(&self.maker) {
            Wanted::Stop(_) => {}
            Wanted::AtOnce(question) => tell(&question.answer()),
            Wanted::Library(question) => {
                tell(&Reply::not_here(question.id(), "there is no library without a server"));
            }
            Wanted::Room(question) => {
                tell(&Reply::not_here(question.id(), "there are no rooms without a server"));
            }
            Wanted::Search(id, Err(error)) => tell(&Reply::bad_question(id, &error)),
            Wanted::Search(id, Ok(question)) => {
                self.answer(&question, stop, &|answer| tell(&Reply::answer(id, &answer)));
            }
        }
    }

    /// Answers a question, until it is done or the flag is raised.
    pub fn answer(&mut self, question: &Question, stop: &StopFlag, tell: &dyn Fn(Answer)) {
        match question {
            Question::Analyse { position, limits } => {
                let limits = Limits { stop: stop.clone(), ..limits.clone() };
                self.analyse(position, &limits, tell);
            }
            Question::Choose { game, .. } if game.position().must_pass() => {
                tell(Answer::Chosen(Ok(Choice { mv: Move::Pass, thought: None })));
            }
            Question::Choose { game, who, time, clock } => {
                let mut pace = Pace::default();
                let observer = &mut |thought: &Thought| {
                    if pace.is_due(thought.elapsed) {
                        tell(Answer::Thought(thought.clone()));
                    }
                };
                let mut turn = Turn { clock: *clock, ..self.turn(*time, stop, observer) };
                let chosen = self.with_player(who, game.position(), |player| {
                    match player.choose(game, &mut turn)? {
                        Decision::Move(choice) => Ok(choice),
                        Decision::Resign
                        | Decision::TakeBack
                        | Decision::Leave
                        | Decision::Word(_) => {
                            let reason = "it plays no move".to_owned();
                            Err(PlayerError::Failed { player: player.name(), reason })
                        }
                    }
                });
                tell(Answer::Chosen(chosen));
            }
            Question::Why { game, who, time } => {
                let observer = &mut |_: &Thought| {};
                let mut turn = self.turn(*time, stop, observer);
                let explained = self
                    .with_player(who, game.position(), |player| player.explain(game, &mut turn));
                tell(Answer::Explained(explained));
            }
        }
    }

    fn turn<'t>(
        &self,
        time: Option<Duration>,
        stop: &StopFlag,
        observer: &'t mut dyn FnMut(&Thought),
    ) -> Turn<'t> {
        let time_source = self.maker.engine.clock.clone();
        Turn { time, clock: None, time_source, stop: stop.clone(), observer }
    }

    fn analyse(&mut self, position: &Position, limits: &Limits, tell: &dyn Fn(Answer)) {
        // Who asks for several lines, or for some of the moves, compares: what is equally well known
        // comes together, however fast.
        let compares = limits.lines > 1 || !limits.only.is_empty();
        let moves = if limits.only.is_empty() { position.moves().len() } else { limits.only.len() };
        let asked = limits.lines.min(moves);
        let mut found: Vec<Line> = Vec::new();
        let mut pace = Pace::default();
        let observer = &mut |progress: &Progress<'_>| {
            keep(&mut found, progress);
            let comparable = compares && found.len() == asked && are_equally_known(&found);
            if comparable || pace.is_due(progress.elapsed) {
                let (nodes, elapsed) = (progress.nodes, progress.elapsed);
                tell(Answer::Lines { lines: found.clone(), nodes, elapsed });
            }
        };
        let report = self.engine.engine().search_with(position, limits, observer);
        tell(Answer::Analysed(report));
    }

    fn with_player<T>(
        &mut self,
        who: &Who,
        position: &Position,
        ask: impl FnOnce(&mut dyn Player) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        if let Who::Engine(engine) = who {
            self.engine.set_limits(engine.limits.clone());
            self.engine.set_seed(fastrand::u64(..));
            return ask(&mut self.engine);
        }
        match self.maker.make(who, position.side())? {
            Seat::Player(mut player) => ask(&mut *player),
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

/// Whether all lines are of one depth and kind.
fn are_equally_known(lines: &[Line]) -> bool {
    lines.iter().all(|line| (line.depth, line.score.kind) == (lines[0].depth, lines[0].score.kind))
}

/// Says when it is time for an answer again, by the time that the search itself has measured.
#[derive(Default)]
struct Pace(Option<Duration>);

impl Pace {
    fn is_due(&mut self, elapsed: Duration) -> bool {
        let due = self.0.is_none_or(|last| elapsed.saturating_sub(last) >= PACE);
        if due {
            self.0 = Some(elapsed);
        }
        due
    }
}
