//! The full-screen game as it runs: messages in, effects out, one loop.

mod outside;
#[cfg(test)]
mod tests;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossterm::event::{Event as Input, KeyEventKind, MouseButton, MouseEventKind};
use obverse_engine::StopFlag;
use obverse_players::{Maker, News, Player, PlayerError, Seat, Table, Thinker, TimeControl, Who};
use obverse_records::Format;
use obverse_rules::{Color, Game, Size};
use obverse_study::{Progress, Review, shipped_puzzles};
use thiserror::Error;

pub use self::outside::PuzzleShelf;
use self::outside::{
    RunningReview, explain, free_name, listen_to_input, listen_to_interrupts, seats, start_review,
    unreadable, waiting,
};
use crate::analyst::{Analyst, Judging};
use crate::config::Config;
use crate::draw::{Hits, draw};
use crate::files::{self, Kind, Loaded, NotOpened};
use crate::keep::{By, Keeper};
#[cfg(feature = "pictures")]
use crate::pictures::Pictures;
use crate::saving::{Saved, Saver, SavingThread, Wish};
use crate::state::{Chair, Chooser, Notice, Play, Screen, Setup, State};
use crate::terminal::TerminalScreen;
#[cfg(feature = "pictures")]
use crate::theme::Discs;
use crate::theme::Theme;
use crate::update::{Begun, Effect, Message, update};

/// What the full-screen game is started with.
#[derive(Debug)]
pub struct Options {
    /// Makes the players.
    pub maker: Maker,
    /// How it looks.
    pub theme: Theme,
    /// What the config file says.
    pub config: Config,
    /// What is wrong with it.
    pub remarks: Vec<String>,
    /// Whether discs turn over in steps.
    pub motion: bool,
    /// Where games are kept; none keeps none.
    pub keeper: Option<Keeper>,
    /// A game to begin at once; without one there is a choice.
    pub setup: Option<Setup>,
    /// The time that is offered first.
    pub time: TimeControl,
    /// Whether an illegal move loses.
    pub strict: bool,
    /// A file to write the game to after every move, beside where it is kept.
    pub save: Option<PathBuf>,
    /// Says when the program has to end.
    pub interrupts: Option<Receiver<()>>,
    /// Where puzzles are found and a person's rating is kept.
    pub puzzles: Option<Box<dyn PuzzleShelf>>,
}

/// Why the game did not end as it should.
#[derive(Debug, Error)]
pub enum AppError {
    /// The terminal can't be used.
    #[error(transparent)]
    Terminal(#[from] io::Error),
    /// A game that was left is not where it should be: a line each.
    #[error("{0}")]
    NotSaved(String),
}

/// Plays until the player quits. The answer says where a game is that was left unfinished, a sentence
/// each, for whoever looks at the terminal then.
pub fn run(mut options: Options) -> Result<Vec<String>, AppError> {
    let (sender, receiver) = mpsc::channel();
    if let Some(interrupts) = options.interrupts.take() {
        listen_to_interrupts(interrupts, sender.clone());
    }
    let mut screen = TerminalScreen::enter()?;
    // The terminal answers where keys are read: it is asked before anybody listens.
    #[cfg(feature = "pictures")]
    let pictures = (options.theme.discs == Discs::Pictures).then(Pictures::ask).flatten();
    listen_to_input(sender.clone());
    let mut app = App::new(options, sender);
    #[cfg(feature = "pictures")]
    {
        app.pictures = pictures;
    }
    app.open();
    let result = app.run(&mut screen, &receiver);
    drop(screen);
    let left = app.leave();
    result?;
    left.map_err(|problems| AppError::NotSaved(problems.join("\n")))
}

/// What wakes the loop.
enum Wake {
    /// A key, the mouse, a new size.
    Input(Input),
    /// A message from a helper.
    Message(Box<Message>),
    /// A player has news.
    News,
    /// The game with this number was written, or not.
    Saved { number: u64, saved: Saved },
    /// The players of a game that was asked for are made, or could not be.
    Seated { number: u64, setup: Box<Setup>, seats: Result<[Seat; 2], PlayerError> },
}

/// A computer answers no faster than this, so that one sees what happened before.
const PACE: Duration = Duration::from_millis(300);
/// How often discs that are being turned over are drawn.
const STEP: Duration = Duration::from_millis(40);
/// A drawing that takes longer than this says that the line is slow.
const SLOW: Duration = Duration::from_millis(100);
/// How often a running clock is drawn.
const CLOCK: Duration = Duration::from_millis(100);

/// Megabytes enough for hints.
const ANALYST_HASH: usize = 64;
struct App {
    options: Options,
    state: State,
    begun: Instant,
    sender: Sender<Wake>,
    analyst: Analyst,
    players: [Option<Thinker>; 2],
    /// Counts the games that were asked for: only the last one begins.
    begins: u64,
    /// Counts the games that began.
    games: u64,
    /// Writes the game down.
    saving: Option<SavingThread>,
    /// What went wrong with the games that were left.
    problems: Vec<String>,
    /// The files that games which were left are in.
    written: Vec<PathBuf>,
    /// Who was asked last, when, and the number of the question.
    asked: Option<(Color, Instant, u64)>,
    /// An answer that came faster than the pace.
    held: Option<(Instant, Message)>,
    /// Raised when the explanation that was asked for is no longer wanted.
    explaining: StopFlag,
    /// Raised when the review is to rest.
    reviewing: StopFlag,
    /// Pictures of discs, where the terminal shows some.
    #[cfg(feature = "pictures")]
    pictures: Option<Pictures>,
    hits: Hits,
    /// The shell is to have the terminal for a while.
    suspend: bool,
    /// The whole screen is to be drawn anew.
    repaint: bool,
    quit: bool,
}

impl App {
    fn new(options: Options, sender: Sender<Wake>) -> App {
        let to_analyst = sender.clone();
        // A closed channel means that the program is ending.
        let send = move |message| drop(to_analyst.send(Wake::Message(Box::new(message))));
        let mut engine = options.maker.engine.clone();
        engine.hash_mb = engine.hash_mb.min(ANALYST_HASH);
        let analyst = Analyst::new(engine, send);
        let waiting = waiting(options.keeper.as_ref());
        let (time, strict) = (options.time, options.strict);
        let weights = options.maker.engine.weights.as_ref();
        let errors = weights.and_then(|weights| weights.errors().copied());
        let notice = unreadable(options.keeper.as_ref());
        let remark = options.remarks.first().map(|it| Notice::bad(format!("{it}.")));
        let config = &options.config;
        let mut chooser = Chooser::new(waiting);
        chooser.size = config.size.unwrap_or(chooser.size);
        for (chair, who) in chooser.chairs.iter_mut().zip(&config.players) {
            *chair = who.as_ref().map_or(chair.clone(), Chair::of);
        }
        let time = if time == TimeControl::Free { config.time.unwrap_or_default() } else { time };
        let strict = strict || config.strict.unwrap_or(false);
        let mut chooser = Chooser { strict, notice: notice.or(remark), ..chooser };
        chooser.set_time(time);
        let mut state = State { errors, ..State::new(chooser) };
        state.view.palette = options.theme.palette;
        state.view.motion = options.motion;
        state.view.evaluation = config.evaluation.unwrap_or(true);
        App {
            state,
            options,
            begun: Instant::now(),
            sender,
            analyst,
            players: [None, None],
            begins: 0,
            games: 0,
            saving: None,
            problems: vec![],
            written: vec![],
            asked: None,
            held: None,
            explaining: StopFlag::default(),
            reviewing: StopFlag::default(),
            #[cfg(feature = "pictures")]
            pictures: None,
            hits: Hits::default(),
            suspend: false,
            repaint: false,
            quit: false,
        }
    }

    /// Begins the game that was asked for on the command line.
    fn open(&mut self) {
        if let Some(setup) = self.options.setup.take() {
            self.perform(Effect::Begin(Box::new(setup)));
        }
    }

    fn run(&mut self, screen: &mut TerminalScreen, inbox: &Receiver<Wake>) -> io::Result<()> {
        while !self.quit {
            self.draw(screen)?;
            match inbox.recv_timeout(self.patience()) {
                Ok(wake) => {
                    self.wake(wake);
                    // What came meanwhile is taken in before the next drawing.
                    while let (false, Ok(wake)) = (self.quit, inbox.try_recv()) {
                        self.wake(wake);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if std::mem::take(&mut self.suspend) {
                screen.suspend()?;
                self.repaint = true;
            }
            if std::mem::take(&mut self.repaint) {
                #[cfg(feature = "pictures")]
                self.pictures.iter_mut().for_each(Pictures::forget);
                screen.repaint()?;
            }
            self.release();
            self.tell(Message::Tick);
        }
        Ok(())
    }

    fn draw(&mut self, screen: &mut TerminalScreen) -> io::Result<()> {
        let theme = &mut self.options.theme;
        if theme.palette != self.state.view.palette {
            *theme = theme.in_palette(self.state.view.palette);
        }
        let begun = Instant::now();
        screen.draw(|buffer| {
            self.hits = draw(buffer, &self.state, &self.options.theme);
            self.state.scroll = self.hits.scroll();
            #[cfg(feature = "pictures")]
            if let Some(pictures) = &mut self.pictures {
                self.repaint |= pictures.paint(buffer, self.hits.discs());
            }
        })?;
        // Over a line that is this slow every step would be late.
        if begun.elapsed() > SLOW && self.is_turning() {
            self.state.view.motion = false;
        }
        Ok(())
    }

    /// Whether discs are being turned over.
    fn is_turning(&self) -> bool {
        let State { view, play, screen, now, .. } = &self.state;
        let turning = play.as_ref().and_then(|play| play.turning);
        let is_on = view.motion && *screen == Screen::Game;
        is_on && turning.is_some_and(|turning| !turning.is_over(*now))
    }

    /// How long nothing needs to be done if nothing happens.
    fn patience(&self) -> Duration {
        let held = self.held.as_ref().map(|(due, _)| due.saturating_duration_since(Instant::now()));
        let clock = self.state.play.as_ref().is_some_and(|play| {
            let mover = play.table.mover();
            mover.is_some_and(|color| play.table.clock(color).is_some()) && !play.paused
        });
        let tick = match clock {
            _ if self.is_turning() => STEP,
            true => CLOCK,
            false => Duration::from_hours(1),
        };
        held.unwrap_or(tick).min(tick)
    }

    fn wake(&mut self, wake: Wake) {
        match wake {
            Wake::Message(message) => self.tell(*message),
            Wake::News => self.poll(),
            Wake::Seated { number, setup, seats } if number == self.begins => {
                self.seated(*setup, seats);
            }
            Wake::Saved { number, saved } if number == self.games => {
                self.tell(Message::Saved(saved));
            }
            // Of a game that is no longer wanted, or that was left: its last writing was told then.
            Wake::Seated { .. } | Wake::Saved { .. } => {}
            Wake::Input(input) => {
                if let Some(message) = self.message_of(input) {
                    self.tell(message);
                }
            }
        }
    }

    fn message_of(&self, input: Input) -> Option<Message> {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => Some(Message::Key(key)),
            Input::Paste(text) => Some(Message::Paste(text)),
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    self.hits.at(mouse.column, mouse.row).map(Message::Click)
                }
                MouseEventKind::ScrollUp => Some(Message::Wheel(-1)),
                MouseEventKind::ScrollDown => Some(Message::Wheel(1)),
                _ => None,
            },
            _ => None,
        }
    }

    fn tell(&mut self, message: Message) {
        let effects = update(&mut self.state, message, self.begun.elapsed());
        for effect in effects {
            self.perform(effect);
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Begin(setup) => self.begin(setup),
            Effect::Choose { ticket, color } => self.ask(ticket, color),
            Effect::StopPlayer => {
                self.held = None;
                self.asked = None;
                self.players.iter_mut().flatten().for_each(Thinker::withdraw);
            }
            Effect::Evaluate { ply, position } => self.analyst.evaluate(ply, position),
            Effect::Hint { ticket, position } => self.analyst.hint(ticket, position),
            Effect::StopHint => self.analyst.stop_hint(),
            Effect::Explain { ticket, game, who, time } => self.explain(ticket, game, who, time),
            Effect::StopExplaining => self.explaining.raise(),
            Effect::Review { ticket, review } => self.review(ticket, *review),
            Effect::FindReview(game) => {
                let reviews = self.options.keeper.as_ref().map(Keeper::reviews);
                if let Some(review) = reviews.and_then(|reviews| reviews.find(&game)) {
                    self.tell(Message::ReviewFound(Box::new(review)));
                }
            }
            Effect::StopReview => self.reviewing.raise(),
            Effect::OpenPuzzles => {
                let shelf = self.options.puzzles.as_mut();
                let opened = match shelf {
                    Some(shelf) => shelf.open(),
                    None => Ok((shipped_puzzles().to_vec(), Progress::default())),
                };
                let since = SystemTime::now().duration_since(UNIX_EPOCH);
                let time = since.map_or(0, |since| since.as_secs() as i64);
                self.tell(Message::Puzzles { opened, time });
            }
            Effect::KeepAttempt(attempt) => {
                let kept = self.options.puzzles.as_mut().map(|shelf| shelf.keep(&attempt));
                if let Some(Err(problem)) = kept {
                    self.tell(Message::NotKept(problem));
                }
            }
            Effect::Judge { ticket, square, position, is_same_side, effort } => {
                self.analyst.judge(Judging { ticket, square, position, is_same_side, effort });
            }
            Effect::Open(path) => {
                let opened = self.read(&path).map(Box::new);
                self.tell(Message::Opened(opened));
            }
            Effect::Write { path, replace } => {
                if let Some(play) = &self.state.play {
                    let record = |kind: Kind| {
                        if kind.holds_variations() { play.record() } else { play.table.record() }
                    };
                    let written = files::write(&path, replace, &record);
                    self.tell(Message::Written(written));
                }
            }
            Effect::Save => {
                if let (Some(saving), Some(play)) = (&self.saving, &self.state.play) {
                    saving.save(play.table.clone(), play.tree.clone());
                }
            }
            Effect::List(folder) => {
                let entries = files::list(&folder);
                self.tell(Message::Listed { folder, entries });
            }
            Effect::Leave => {
                self.players = [None, None];
                self.analyst.forget();
                let saved = self.finish_saving();
                let waiting = waiting(self.options.keeper.as_ref());
                self.tell(Message::Kept(waiting));
                self.tell(Message::Left(saved.unwrap_or_default()));
            }
            Effect::Discard(slot) => {
                if let Some(keeper) = &self.options.keeper {
                    keeper.discard(slot);
                }
            }
            Effect::Suspend => self.suspend = true,
            Effect::Repaint => self.repaint = true,
            Effect::Quit => self.quit = true,
        }
    }

    /// Makes the players. Another program may take long to answer: it is waited for elsewhere.
    fn begin(&mut self, setup: Box<Setup>) {
        self.begins += 1;
        let is_external = |who: &Who| matches!(who, Who::External(_));
        if !setup.players.iter().any(is_external) {
            let seats = seats(&self.options.maker, &setup);
            return self.seated(*setup, seats);
        }
        self.tell(Message::Starting);
        let (maker, sender, number) =
            (self.options.maker.clone(), self.sender.clone(), self.begins);
        thread::spawn(move || {
            let made = catch_unwind(AssertUnwindSafe(|| seats(&maker, &setup)));
            let seats = made.unwrap_or_else(|_| {
                let player = "the other program".to_owned();
                Err(PlayerError::Failed { player, reason: "starting it failed".to_owned() })
            });
            // A closed channel means that the program is ending.
            let _ = sender.send(Wake::Seated { number, setup, seats });
        });
    }

    fn seated(&mut self, setup: Setup, seats: Result<[Seat; 2], PlayerError>) {
        // The old game lets go of its slot before the new one looks for its own.
        let saved = if seats.is_ok() { self.finish_saving() } else { None };
        let begun = seats.map(|seats| Box::new(self.lay(setup, seats)));
        self.tell(Message::Begun(begun));
        self.tell(Message::Left(saved.unwrap_or_default()));
    }

    /// Seats the players and lays the game on a table.
    fn lay(&mut self, setup: Setup, seats: [Seat; 2]) -> Begun {
        let Setup { players, game, tree, terms, clocks, kept, file } = setup;
        let names = seats.each_ref().map(|seat| match seat {
            Seat::Person => "human".to_owned(),
            Seat::Player(player) => player.name(),
        });
        let thinkers = seats.map(|seat| match seat {
            Seat::Person => None,
            Seat::Player(player) => Some(self.thinker(player)),
        });
        self.players = thinkers;
        self.analyst.forget();
        let resumed = kept.is_some();
        let mut table = Table::new(game, terms, names);
        for color in Color::BOTH {
            if let Some(clocks) = clocks {
                table.set_clock(color, clocks[color as usize]);
            }
        }
        let saved_in = self.start_saving(kept, &players);
        Begun { table, players, resumed, file, saved_in, tree }
    }

    /// From now on the game is written where it is kept, and to the file that was asked for. If an
    /// earlier game is in that file it is another file, which is the answer.
    fn start_saving(&mut self, slot: Option<usize>, players: &[Who; 2]) -> Option<PathBuf> {
        self.games += 1;
        let path = self.options.save.clone().map(|path| free_name(path, &self.written));
        // Its ending was looked at when the program began.
        let file = path.and_then(|path| Some((Kind::of(&path, Format::Ggf).ok()?, path)));
        let elsewhere = file.as_ref().map(|(_, path)| path.clone());
        let saver = Saver::new(Wish {
            players: players.clone(),
            keeper: self.options.keeper.clone(),
            keep: true,
            slot,
            by: By::Person,
            file: file.map(|(kind, path)| (path, kind)),
        });
        let (sender, number) = (self.sender.clone(), self.games);
        // A closed channel means that the program is ending.
        let tell = move |saved| drop(sender.send(Wake::Saved { number, saved }));
        self.saving = Some(SavingThread::start(saver, tell));
        elsewhere.filter(|path| Some(path) != self.options.save.as_ref())
    }

    /// Waits until the game that is left is written. What went wrong is remembered to the end.
    fn finish_saving(&mut self) -> Option<Saved> {
        let saved = self.saving.take()?.finish();
        self.problems.extend(saved.problem());
        let written = saved.file.iter().filter(|file| file.problem.is_none());
        self.written.extend(written.map(|file| file.path.clone()));
        Some(saved)
    }

    fn thinker(&self, player: Box<dyn Player>) -> Thinker {
        let sender = self.sender.clone();
        // A closed channel means that the program is ending.
        Thinker::new(player, move || drop(sender.send(Wake::News)))
    }

    fn ask(&mut self, ticket: u64, color: Color) {
        if let (Some(player), Some(play)) = (&mut self.players[color as usize], &self.state.play) {
            self.asked = Some((color, Instant::now(), ticket));
            player.ask(&play.table);
        }
    }

    /// Asks a player of its own, so that the one at the table is not disturbed.
    fn explain(&mut self, ticket: u64, game: Box<Game>, who: Who, time: Option<Duration>) {
        self.explaining.raise();
        self.explaining = StopFlag::default();
        let stop = self.explaining.clone();
        let (maker, sender) = (self.options.maker.clone(), self.sender.clone());
        thread::spawn(move || {
            let told = catch_unwind(AssertUnwindSafe(|| explain(&maker, &who, &game, time, stop)));
            let told = told.unwrap_or_else(|_| Err("it failed while it thought".to_owned()));
            // A closed channel means that the program is ending.
            let _ = sender.send(Wake::Message(Box::new(Message::Explained { ticket, told })));
        });
    }

    /// Answers the questions of a review, one after the other, until it is told to rest.
    fn review(&mut self, ticket: u64, review: Review) {
        self.reviewing.raise();
        self.reviewing = StopFlag::default();
        let mut engine = self.options.maker.engine.clone();
        engine.hash_mb = engine.hash_mb.min(ANALYST_HASH);
        let reviews = self.options.keeper.as_ref().map(Keeper::reviews);
        let running = RunningReview { ticket, review, reviews, stop: self.reviewing.clone() };
        start_review(running, engine, self.sender.clone());
    }

    /// Takes in what the player who was asked has to say.
    fn poll(&mut self) {
        while let Some((color, at, ticket)) = self.asked {
            let player = self.players[color as usize].as_mut();
            let Some(news) = player.and_then(Thinker::poll) else { return };
            match news {
                News::Thought(thought) => self.tell(Message::Thinking { ticket, thought }),
                News::Decided(answer, elapsed) => {
                    let message = Message::Decided { ticket, answer, elapsed };
                    self.asked = None;
                    self.held = Some((at + PACE, message));
                }
            }
        }
    }

    /// Lets a held answer go once its time has come.
    fn release(&mut self) {
        if self.held.as_ref().is_some_and(|(due, _)| *due <= Instant::now())
            && let Some((_, message)) = self.held.take()
        {
            self.tell(message);
        }
    }

    fn read(&self, path: &Path) -> Result<Loaded, NotOpened> {
        let size = match (&self.state.play, self.state.screen) {
            (Some(play), Screen::Game | Screen::Study) => play.game().position().size(),
            _ => self.state.chooser.size,
        };
        // A transcript of the usual board opens whatever board is on the screen.
        let usual = |problem| files::load(path, Size::EIGHT).map_err(|_| problem);
        files::load(path, size).or_else(usual)
    }

    /// Ends what still runs, and says where the game is, or what went wrong with any.
    fn leave(mut self) -> Result<Vec<String>, Vec<String>> {
        self.analyst.forget();
        self.reviewing.raise();
        let is_open = self.state.play.as_ref().is_some_and(Play::is_worth_keeping);
        let saved = self.finish_saving().filter(|_| is_open);
        self.players = [None, None];
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        Ok(saved.map(|saved| saved.places()).unwrap_or_default())
    }
}
