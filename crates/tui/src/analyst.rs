//! An engine in the background: scores for the bar and the graph, and hints.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use obverse_engine::score::Kind;
use obverse_engine::{Engine, Limits, Line, Options, Progress, StopFlag};
use obverse_rules::{Position, Square};
use obverse_study::Effort;

use crate::state::HintedMove;
use crate::update::Message;

/// How long a position is looked at for the bar and the graph.
const GLANCE: Duration = Duration::from_millis(120);
/// How long a hint is worked on.
const HINT: Duration = Duration::from_secs(4);

/// The stub of the analyst; the work is done on its thread.
pub(crate) struct Analyst {
    jobs: Sender<Job>,
    /// Raised to end the glance that is under way, because a hint should come first.
    hurry: StopFlag,
    /// Raised when nothing is wanted any more of the game so far.
    game: StopFlag,
    /// Raised when the hint is no longer wanted.
    hint: StopFlag,
}

/// A move that was tried, and how it is measured.
#[derive(Debug)]
pub(crate) struct Judging {
    /// The question's number.
    pub ticket: u64,
    /// The move.
    pub square: Square,
    /// The position after it, and after a pass that was forced.
    pub position: Position,
    /// Whether the side that made the move is to move there.
    pub is_same_side: bool,
    /// How far it is looked at.
    pub effort: Effort,
}

enum Job {
    Judge(Judging, StopFlag),
    Evaluate { ply: usize, position: Position, game: StopFlag },
    Hint { ticket: u64, position: Position, stop: StopFlag },
}

impl Analyst {
    /// An analyst who sends what it finds out.
    pub(crate) fn new(options: Options, send: impl Fn(Message) + Send + 'static) -> Analyst {
        let (jobs, inbox) = mpsc::channel();
        let hurry = StopFlag::default();
        let hurried = hurry.clone();
        thread::spawn(move || {
            // Made here, so that the screen does not wait for its memory.
            let mut engine = Engine::new(options);
            let mut waiting = VecDeque::new();
            while let Some(job) = next_job(&inbox, &mut waiting) {
                match job {
                    Job::Evaluate { ply, position, game } if !game.is_raised() => {
                        hurried.lower();
                        send_glance(&mut engine, ply, position, hurried.clone(), &send);
                    }
                    Job::Evaluate { .. } => {}
                    Job::Judge(judging, stop) => send_judged(&mut engine, &judging, &stop, &send),
                    Job::Hint { ticket, position, stop } => {
                        send_hint(&mut engine, ticket, &position, stop, &send);
                    }
                }
            }
        });
        Analyst { jobs, hurry, game: StopFlag::default(), hint: StopFlag::default() }
    }

    /// Looks at a position for the bar and the graph.
    pub(crate) fn evaluate(&mut self, ply: usize, position: Position) {
        self.send(Job::Evaluate { ply, position, game: self.game.clone() });
    }

    /// Works on a hint before anything else.
    pub(crate) fn hint(&mut self, ticket: u64, position: Position) {
        self.stop_hint();
        self.hint = StopFlag::default();
        self.send(Job::Hint { ticket, position, stop: self.hint.clone() });
        self.hurry.raise();
    }

    /// Measures a move that was tried, before anything else.
    pub(crate) fn judge(&mut self, judging: Judging) {
        self.send(Job::Judge(judging, self.game.clone()));
        self.hurry.raise();
    }

    /// The hint is no longer wanted.
    pub(crate) fn stop_hint(&self) {
        self.hint.raise();
    }

    /// Nothing is wanted any more of the game so far.
    pub(crate) fn forget(&mut self) {
        self.stop_hint();
        self.game.raise();
        self.game = StopFlag::default();
        self.hurry.raise();
    }

    fn send(&self, job: Job) {
        // The thread lives as long as this stub, unless it panicked: then there are no scores.
        let _ = self.jobs.send(job);
    }
}

/// The next thing to do: a hint before everything else. None when nobody asks any more.
fn next_job(inbox: &Receiver<Job>, waiting: &mut VecDeque<Job>) -> Option<Job> {
    if waiting.is_empty() {
        waiting.push_back(inbox.recv().ok()?);
    }
    for job in inbox.try_iter() {
        match job {
            Job::Hint { .. } | Job::Judge(..) => waiting.push_front(job),
            Job::Evaluate { .. } => waiting.push_back(job),
        }
    }
    waiting.pop_front()
}

fn send_glance(
    engine: &mut Engine,
    ply: usize,
    position: Position,
    stop: StopFlag,
    send: &impl Fn(Message),
) {
    let limits = Limits { stop, ..Limits::time(GLANCE) };
    let report = engine.search(&position, &limits);
    let Line { score, depth, .. } = *report.best();
    if depth > 0 || score.kind == Kind::Exact {
        send(Message::Evaluated { ply, position, score, depth });
    }
}

fn send_judged(engine: &mut Engine, judging: &Judging, stop: &StopFlag, send: &impl Fn(Message)) {
    let Judging { ticket, square, position, is_same_side, effort } = *judging;
    let limits = Limits { stop: stop.clone(), ..effort.limits() };
    let report = engine.search(&position, &limits);
    if !stop.is_raised() {
        let score = report.best().score;
        let score = if is_same_side { score } else { score.reversed() };
        send(Message::Measured { ticket, square, score });
    }
}

fn send_hint(
    engine: &mut Engine,
    ticket: u64,
    position: &Position,
    stop: StopFlag,
    send: &impl Fn(Message),
) {
    let limits =
        Limits { stop, lines: position.moves().len().max(1), book: false, ..Limits::time(HINT) };
    let tell = |line: &Line| {
        if let Some(square) = line.moves.first().and_then(|mv| mv.square()) {
            let Line { moves, score, depth } = line.clone();
            send(Message::Hinted {
                ticket,
                hinted: HintedMove { square, score, depth, line: moves },
            });
        }
    };
    let report =
        engine.search_with(position, &limits, &mut |progress: &Progress<'_>| tell(progress.line));
    report.lines.iter().for_each(tell);
    send(Message::HintDone { ticket });
}
