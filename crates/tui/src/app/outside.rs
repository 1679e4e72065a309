//! What the game needs from outside: players, kept games, the terminal's input.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use obverse_engine::{Engine, Limits, Options as EngineOptions, StopFlag, TimeSource};
use obverse_players::{Explanation, Maker, PlayerError, Seat, Thought, Turn, Who};
use obverse_rules::{Color, Game};
use obverse_study::{Attempt, Progress, Puzzle, Review};

use super::Wake;
use crate::keep::Keeper;
use crate::reviews::Reviews;
use crate::state::{Notice, Setup, Unfinished};
use crate::update::Message;
use crate::words;

/// Where puzzles are found, and what was done with them is kept.
pub trait PuzzleShelf: std::fmt::Debug {
    /// The puzzles, and what was done so far; or why there are none.
    fn open(&mut self) -> Result<(Vec<Puzzle>, Progress), String>;
    /// Keeps what was decided.
    fn keep(&mut self, attempt: &Attempt) -> Result<(), String>;
}

/// What a player says about the last position of a game.
pub(super) fn explain(
    maker: &Maker,
    who: &Who,
    game: &Game,
    time: Option<Duration>,
    stop: StopFlag,
) -> Result<Explanation, String> {
    let side = game.position().side();
    let Seat::Player(mut player) = maker.make(who, side).map_err(|error| error.to_string())? else {
        return Err("people are not asked here".to_owned());
    };
    // What is thought on the way is part of the explanation.
    let observer = &mut |_: &Thought| {};
    let time_source = TimeSource::system();
    let mut turn = Turn { time, clock: None, time_source, stop, observer };
    player.explain(game, &mut turn).map_err(|error| error.to_string())
}

/// A review that is worked on.
pub(super) struct RunningReview {
    /// Its number.
    pub ticket: u64,
    /// What is known so far.
    pub review: Review,
    /// Where that is kept.
    pub reviews: Option<Reviews>,
    /// Raised when it is to rest.
    pub stop: StopFlag,
}

/// Answers the questions of a review on a thread of its own.
pub(super) fn start_review(running: RunningReview, options: EngineOptions, sender: Sender<Wake>) {
    thread::spawn(move || {
        let RunningReview { ticket, ref stop, .. } = running;
        let stop = stop.clone();
        // A closed channel means that the program is ending.
        let send = |message| drop(sender.send(Wake::Message(Box::new(message))));
        // A review that failed rests, and can be begun again.
        let _ = catch_unwind(AssertUnwindSafe(|| running.run(options, &send)));
        if !stop.is_raised() {
            send(Message::ReviewEnded { ticket });
        }
    });
}

impl RunningReview {
    /// How often what was found is written down while the review goes on.
    const OFTEN: Duration = Duration::from_secs(2);

    /// Asks an engine what the review wants to know, until it wants no more or is told to rest.
    fn run(mut self, options: EngineOptions, send: &dyn Fn(Message)) {
        let kept = self.reviews.as_ref().and_then(|reviews| reviews.find(self.review.game()));
        // What was found in an earlier session is not asked again.
        if let Some(kept) = kept.filter(|kept| kept.progress().0 > self.review.progress().0) {
            self.review = kept.clone();
            send(Message::ReviewFound(Box::new(kept)));
        }
        let mut engine = Engine::new(options);
        let mut written = Instant::now();
        while let Some(question) = self.review.next() {
            let limits = Limits { stop: self.stop.clone(), ..question.limits() };
            let report = engine.search(&question.position, &limits);
            if self.stop.is_raised() {
                break;
            }
            let line = report.best().clone();
            self.review.answered(&question, &line);
            send(Message::Reviewed { ticket: self.ticket, question: Box::new(question), line });
            if written.elapsed() >= RunningReview::OFTEN {
                self.keep();
                written = Instant::now();
            }
        }
        self.keep();
    }

    fn keep(&self) {
        if let Some(reviews) = &self.reviews {
            // Where it can't be written it lasts as long as the game is open.
            let _ = reviews.keep(&self.review);
        }
    }
}

/// Makes both players, and asks whether they play on the board.
pub(super) fn seats(maker: &Maker, setup: &Setup) -> Result<[Seat; 2], PlayerError> {
    let size = setup.game.position().size();
    let seat = |color: Color| {
        let seat = maker.make(&setup.players[color as usize], color)?;
        if let Seat::Player(player) = &seat {
            player.supports(size)?;
        }
        Ok(seat)
    };
    Ok([seat(Color::Black)?, seat(Color::White)?])
}

/// This name, or if a game of ours is in that file already, one with the next number that is free.
pub(super) fn free_name(path: PathBuf, taken: &[PathBuf]) -> PathBuf {
    if !taken.contains(&path) {
        return path;
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map_or(String::new(), |it| format!(".{}", it.to_string_lossy()));
    let numbered = (2..).map(|number| path.with_file_name(format!("{stem}-{number}{ending}")));
    let mut free = numbered.filter(|path| !path.exists() && !taken.contains(path));
    free.next().expect("there is a number that is free")
}

pub(super) fn waiting(keeper: Option<&Keeper>) -> Vec<Unfinished> {
    let kept = keeper.map(Keeper::waiting).unwrap_or_default();
    kept.into_iter()
        .map(|kept| Unfinished {
            slot: kept.slot,
            when: words::ago(kept.age),
            setup: Setup {
                players: kept.players,
                game: kept.game,
                tree: kept.tree,
                terms: kept.terms,
                clocks: kept.clocks,
                kept: Some(kept.slot),
                file: None,
            },
        })
        .collect()
}

/// What is wrong with a kept game, if anything is. It stays where it is.
pub(super) fn unreadable(keeper: Option<&Keeper>) -> Option<Notice> {
    let problem = keeper.map(Keeper::unreadable).unwrap_or_default().into_iter().next()?;
    let file = problem.path().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    Some(Notice::bad(format!("The kept game {file} can’t be read: {}.", problem.reason())))
}

pub(super) fn listen_to_input(sender: Sender<Wake>) {
    thread::spawn(move || {
        loop {
            let wake = match crossterm::event::read() {
                Ok(input) => Wake::Input(input),
                // The terminal is gone.
                Err(_) => Wake::Message(Box::new(Message::Terminate)),
            };
            let last = matches!(wake, Wake::Message(_));
            if sender.send(wake).is_err() || last {
                return;
            }
        }
    });
}

pub(super) fn listen_to_interrupts(interrupts: Receiver<()>, sender: Sender<Wake>) {
    thread::spawn(move || {
        for () in interrupts {
            // A closed channel means that the program is ending.
            let _ = sender.send(Wake::Message(Box::new(Message::Terminate)));
        }
    });
}
