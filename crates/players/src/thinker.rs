//! A player on a thread of its own, for interfaces that must stay awake while it thinks.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::JoinHandle;
use std::time::Duration;

use obverse_engine::{Clock, StopFlag, TimeSource};
use obverse_rules::Game;

use crate::{Decision, Player, PlayerError, Table, Thought, Turn};

/// News from a player who thinks.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It thinks this now.
    Thought(Thought),
    /// It has decided, in this time.
    Decided(Result<Decision, PlayerError>, Duration),
}

struct Question {
    game: Game,
    time: Option<Duration>,
    clock: Option<Clock>,
    time_source: TimeSource,
    stop: StopFlag,
    number: u64,
}

/// A player on a thread of its own.
///
/// Ask it with [`ask`](Thinker::ask) and look with [`poll`](Thinker::poll); a question that has
/// been withdrawn is never answered.
#[derive(Debug)]
pub struct Thinker {
    name: String,
    questions: Option<Sender<Question>>,
    answers: Receiver<(u64, News)>,
    stop: StopFlag,
    asked: u64,
    pending: bool,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    /// Gives the player a thread. The function is called there after each piece of news, to wake
    /// the interface up.
    pub fn new(mut player: Box<dyn Player>, wake: impl Fn() + Send + 'static) -> Thinker {
        let name = player.name();
        let (questions, inbox) = mpsc::channel::<Question>();
        let (outbox, answers) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            while let Ok(Question { game, time, clock, time_source, stop, number }) = inbox.recv() {
                let begun = time_source.now();
                // A failed send means that nobody listens any more; the loop ends with the inbox.
                let send = |news| {
                    let _ = outbox.send((number, news));
                    wake();
                };
                let observer = &mut |thought: &Thought| send(News::Thought(thought.clone()));
                let turn =
                    &mut Turn { time, clock, time_source: time_source.clone(), stop, observer };
                let decided = player.choose(&game, turn);
                send(News::Decided(decided, time_source.now().saturating_sub(begun)));
            }
        });
        Thinker {
            name,
            questions: Some(questions),
            answers,
            stop: StopFlag::default(),
            asked: 0,
            pending: false,
            thread: Some(thread),
        }
    }

    /// The player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Asks for a move in the game on the table; an earlier question is withdrawn.
    pub fn ask(&mut self, table: &Table) {
        self.withdraw();
        self.stop = StopFlag::default();
        self.asked += 1;
        self.pending = true;
        let question = Question {
            game: table.game().clone(),
            time: table.time_per_move(),
            clock: table.mover().and_then(|color| table.clock(color)),
            time_source: table.time_source().clone(),
            stop: self.stop.clone(),
            number: self.asked,
        };
        if let Some(questions) = &self.questions {
            // A player whose thread has died is found out by `poll`.
            let _ = questions.send(question);
        }
    }

    /// Whether a question is open.
    pub fn is_thinking(&self) -> bool {
        self.pending
    }

    /// Asks for a move at once.
    pub fn hurry(&self) {
        self.stop.raise();
    }

    /// Takes the question back.
    pub fn withdraw(&mut self) {
        self.stop.raise();
        self.pending = false;
    }

    /// The next piece of news about the open question, if there is any.
    pub fn poll(&mut self) -> Option<News> {
        loop {
            match self.answers.try_recv() {
                Ok((number, news)) if self.pending && number == self.asked => {
                    self.pending = !matches!(news, News::Decided(..));
                    return Some(news);
                }
                Ok(_) => {}
                Err(TryRecvError::Disconnected) if self.pending => {
                    self.pending = false;
                    let player = self.name.clone();
                    let reason = "the player crashed".to_owned();
                    let error = PlayerError::Failed { player, reason };
                    return Some(News::Decided(Err(error), Duration::ZERO));
                }
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.raise();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // A player that panicked has been reported by its thread already.
            let _ = thread.join();
        }
    }
}
