//! An engine in the background: scores for the bar and the graph, and hints.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use obverse_engine::score::Kind;
use obverse_engine::{Engine, Limits, Line, Options, Progress, StopFlag};
use obverse_rules::Position;

use crate::state::HintedMove;
use crate::update::Message;

/// How long a position is looked at for the bar and the graph.
const GLANCE: Duration = Duration::from_millis(120);
/// How long a hint is worked on.
const HINT: Duration = Duration::from_secs(4);

/// The stub of the analyst; the work is done on its thread.
pub(crate) struct Analyst {
    jobs: Sender<(Job, StopFlag)>,
    /// Raised when a hint should come first.
    glances: StopFlag,
    /// Raised when the hint is no longer wanted.
    hint: StopFlag,
}

enum Job {
    Evaluate { ply: usize, position: Position },
    Hint { ticket: u64, position: Position },
}

impl Analyst {
    /// An analyst who sends what it finds out.
    pub(crate) fn new(options: Options, send: impl Fn(Message) + Send + 'static) -> Analyst {
        let (jobs, inbox) = mpsc::channel::<(Job, StopFlag)>();
        thread::spawn(move || {
            // Made here, so that the screen does not wait for its memory.
            let mut engine = Engine::new(options);
            while let Ok((job, stop)) = inbox.recv() {
                match job {
                    Job::Evaluate { ply, position } => {
                        send_glance(&mut engine, ply, position, stop, &send);
                    }
                    Job::Hint { ticket, position } => {
                        send_hint(&mut engine, ticket, &position, stop, &send);
                    }
                }
            }
        });
        Analyst { jobs, glances: StopFlag::default(), hint: StopFlag::default() }
    }

    /// Looks at a position for the bar and the graph.
    pub(crate) fn evaluate(&mut self, ply: usize, position: Position) {
        self.send(Job::Evaluate { ply, position }, self.glances.clone());
    }

    /// Works on a hint; whatever else was to be done is done in a hurry.
    pub(crate) fn hint(&mut self, ticket: u64, position: Position) {
        self.stop_hint();
        self.glances.raise();
        self.glances = StopFlag::default();
        self.hint = StopFlag::default();
        self.send(Job::Hint { ticket, position }, self.hint.clone());
    }

    /// The hint is no longer wanted.
    pub(crate) fn stop_hint(&self) {
        self.hint.raise();
    }

    /// Nothing is wanted any more of the game so far.
    pub(crate) fn forget(&mut self) {
        self.stop_hint();
        self.glances.raise();
        self.glances = StopFlag::default();
    }

    fn send(&self, job: Job, stop: StopFlag) {
        // The thread lives as long as this stub, unless it panicked: then there are no scores.
        let _ = self.jobs.send((job, stop));
    }
}

fn send_glance(
    engine: &mut Engine,
    ply: usize,
    position: Position,
    stop: StopFlag,
    send: &impl Fn(Message),
) {
    if stop.is_raised() {
        return;
    }
    let limits = Limits { stop, ..Limits::time(GLANCE) };
    let report = engine.search(&position, &limits, &mut |_: &Progress<'_>| {});
    let Line { score, depth, .. } = *report.best();
    if depth > 0 || score.kind == Kind::Exact {
        send(Message::Evaluated { ply, position, score, depth });
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
        engine.search(position, &limits, &mut |progress: &Progress<'_>| tell(progress.line));
    report.lines.iter().for_each(tell);
    send(Message::HintDone { ticket });
}
