//! What both servers share: they keep reading while they think.
//!
//! A session has three threads. One reads lines, one owns the engine and the player and thinks,
//! and the session itself waits for either: everything that happens arrives as one stream of events, so
//! that a session is plain sequential code. Lines that have been read but not answered are held
//! to a [`Backlog`]: a controller that sends faster than it reads answers is made to wait.

use std::io::{self, BufRead, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use obverse_engine::{Engine, Limits, Line, Options, Progress, Report, StopFlag};
use obverse_players::{Decision, Player, PlayerError, Thought, Turn};
use obverse_rules::{Game, Position};

/// Something that a session has to react to.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line of input, without its end. Its place in the backlog is free again once that is
    /// dropped.
    Line(String, Place),
    /// The input has ended.
    End,
    /// The search found or improved a line.
    Improved(Improved),
    /// The search is over; none if the engine failed.
    Done(Option<Report>),
    /// The player has decided.
    Decided(Result<Decision, PlayerError>),
}

/// A line that the search found or improved.
#[derive(Clone, Debug)]
pub(crate) struct Improved {
    pub(crate) rank: usize,
    pub(crate) line: Line,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

/// How long a search that was stopped may take to end before a session that is to quit goes
/// without it.
const PATIENCE: Duration = Duration::from_secs(5);

/// Longer lines than this are cut: no protocol needs them, and a stream without line ends must
/// not fill the memory. A game on the largest board fits easily.
const LONGEST_LINE: u64 = 1 << 16;

/// How many bytes of input may wait to be answered. A GUI sends a few hundred.
const MOST_WAITING: usize = 1 << 20;

/// What a waiting line costs beside its text, so that empty ones are counted too.
const LINE_COST: usize = 64;

/// The event stream of a session, and the way to its search thread.
#[derive(Debug)]
pub(crate) struct Session {
    events: Receiver<Event>,
    jobs: Sender<Job>,
    /// Whether somebody else than the engine plays.
    has_player: bool,
    /// The flag of the search that runs, or of the player who thinks.
    running: Option<StopFlag>,
    /// The session is to end: searches are asked for no more than their first idea.
    hurry: bool,
}

#[derive(Debug)]
enum Job {
    Search(Box<(Position, Limits)>),
    Choose(Box<(Game, Limits)>),
    Clear,
    NewGame,
}

impl Session {
    /// Begins to read the input, and an engine and a player to wait for work.
    pub(crate) fn new(
        input: impl BufRead + Send + 'static,
        options: Options,
        player: Option<Box<dyn Player>>,
    ) -> Session {
        let (sender, events) = mpsc::channel();
        let (jobs, inbox) = mpsc::channel();
        let results = sender.clone();
        thread::spawn(move || read_lines(input, &sender));
        let has_player = player.is_some();
        thread::spawn(move || Worker::new(options, player, results).run(&inbox));
        Session { events, jobs, has_player, running: None, hurry: false }
    }

    /// The next event. Once the session is to end and the search does not react, none.
    pub(crate) fn next(&mut self) -> Option<Event> {
        let event = if self.hurry && self.running.is_some() {
            match self.events.recv_timeout(PATIENCE) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        } else {
            self.events.recv().ok()?
        };
        match event {
            Event::Done(_) | Event::Decided(_) => self.running = None,
            Event::End | Event::Line(..) | Event::Improved(_) => {}
        }
        Some(event)
    }

    /// Begins a search. There is at most one at a time.
    pub(crate) fn search(&mut self, position: Position, limits: Limits) {
        self.begin(limits.stop.clone(), Job::Search(Box::new((position, limits))));
    }

    /// Asks whoever plays for a move: the player, or the engine.
    pub(crate) fn choose(&mut self, game: &Game, limits: Limits) {
        if self.has_player {
            self.begin(limits.stop.clone(), Job::Choose(Box::new((game.clone(), limits))));
        } else {
            self.search(*game.position(), Limits { move_only: true, ..limits });
        }
    }

    fn begin(&mut self, stop: StopFlag, job: Job) {
        debug_assert!(self.running.is_none(), "one search at a time");
        if self.hurry {
            stop.raise();
        }
        self.running = Some(stop);
        // The thread ends only with this end of its channel.
        let _ = self.jobs.send(job);
    }

    /// Makes the engine forget what it knows, and the player its last game.
    pub(crate) fn clear(&mut self) {
        // As above.
        let _ = self.jobs.send(Job::Clear);
        self.new_game();
    }

    /// Tells the player that another game begins.
    pub(crate) fn new_game(&mut self) {
        // As above.
        let _ = self.jobs.send(Job::NewGame);
    }

    /// Whether somebody else than the engine plays.
    pub(crate) fn has_player(&self) -> bool {
        self.has_player
    }

    /// Whether a search runs, or the player thinks.
    pub(crate) fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Asks the search or the player to end now; the result still comes.
    pub(crate) fn stop(&self) {
        if let Some(stop) = &self.running {
            stop.raise();
        }
    }

    /// The session is to end: this search and all that follow end at once.
    pub(crate) fn hurry(&mut self) {
        self.hurry = true;
        self.stop();
    }
}

/// Lines that were read and are not answered yet, counted in bytes.
#[derive(Debug, Default)]
struct Backlog {
    bytes: Mutex<usize>,
    has_shrunk: Condvar,
}

impl Backlog {
    /// Waits until there is room. A line longer than all the room waits for an empty backlog.
    fn wait_for_place(self: &Arc<Backlog>, line: &str, came: Duration) -> Place {
        let cost = line.len() + LINE_COST;
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |bytes: &mut usize| *bytes > 0 && *bytes + cost > MOST_WAITING;
        let waited = self.has_shrunk.wait_while(bytes, is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += cost;
        Place { backlog: Arc::clone(self), cost, came }
    }
}

/// A line's place in the backlog.
#[derive(Debug)]
pub(crate) struct Place {
    backlog: Arc<Backlog>,
    cost: usize,
    /// When the line came, by a clock that runs only while the input is waited for: a full backlog
    /// does not make lines late that were sent long ago.
    came: Duration,
}

/// Lines that come within this time were sent in one go, by a script.
const IN_ONE_GO: Duration = Duration::from_millis(250);

impl Place {
    /// When the line came.
    pub(crate) fn came(&self) -> Duration {
        self.came
    }

    /// Whether the line was sent after one that came then, and not in one go with it.
    pub(crate) fn is_later_than(&self, came: Duration) -> bool {
        self.came.saturating_sub(came) > IN_ONE_GO
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.backlog.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= self.cost;
        self.backlog.has_shrunk.notify_one();
    }
}

/// Reads lines until the end; what is no UTF-8 is replaced, what is too long cut.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let backlog = Arc::new(Backlog::default());
    let mut bytes = Vec::new();
    let mut waited = Duration::ZERO;
    loop {
        let begun = Instant::now();
        // A pipe that broke is a pipe that ended.
        if !read_line(&mut input, &mut bytes).unwrap_or(false) {
            break;
        }
        waited += begun.elapsed();
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_end_matches(['\n', '\r']).to_owned();
        let place = backlog.wait_for_place(&line, waited);
        if events.send(Event::Line(line, place)).is_err() {
            return;
        }
        bytes.clear();
    }
    // Nobody may listen any more.
    let _ = events.send(Event::End);
}

/// Reads a line into the buffer and skips what is too much of it; false at the end.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

/// The thread that thinks.
struct Worker {
    options: Options,
    engine: Engine,
    player: Option<Box<dyn Player>>,
    /// How many games the player has begun.
    games: u64,
    events: Sender<Event>,
}

impl Worker {
    fn new(options: Options, player: Option<Box<dyn Player>>, events: Sender<Event>) -> Worker {
        Worker { engine: Engine::new(options.clone()), options, player, games: 0, events }
    }

    /// Works until the session is over: then nobody sends jobs, or nobody listens.
    fn run(&mut self, jobs: &Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            let event = match job {
                Job::Clear => {
                    self.engine.clear();
                    continue;
                }
                Job::NewGame => {
                    if let Some(player) = &mut self.player {
                        self.games += 1;
                        player.new_game(self.games);
                    }
                    continue;
                }
                Job::Search(job) => Event::Done(self.search(&job.0, &job.1)),
                Job::Choose(job) => Event::Decided(self.choose(&job.0, &job.1)),
            };
            if self.events.send(event).is_err() {
                return;
            }
        }
    }

    fn search(&mut self, position: &Position, limits: &Limits) -> Option<Report> {
        let Worker { engine, events, .. } = self;
        let mut observer = |progress: &Progress<'_>| {
            let improved = Improved {
                rank: progress.rank,
                line: progress.line.clone(),
                nodes: progress.nodes,
                elapsed: progress.elapsed,
            };
            // Nobody listens once the session is over.
            let _ = events.send(Event::Improved(improved));
        };
        let found =
            catch_unwind(AssertUnwindSafe(|| engine.search_with(position, limits, &mut observer)));
        if found.is_err() {
            self.engine = Engine::new(self.options.clone());
        }
        found.ok()
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Decision, PlayerError> {
        let Worker { player, events, options, .. } = self;
        let player = player.as_mut().expect("only a session with a player asks one");
        player.supports(game.position().size())?;
        let mut observer = |thought: &Thought| {
            // What is no score in discs cannot be told.
            let (Some(score), Some(depth)) = (thought.score, thought.depth) else { return };
            let line = Line { moves: thought.line.clone(), score, depth };
            let Thought { nodes, elapsed, .. } = *thought;
            // As above.
            let _ = events.send(Event::Improved(Improved { rank: 1, line, nodes, elapsed }));
        };
        let mut turn = Turn {
            time: limits.time,
            clock: limits.clock,
            time_source: options.clock.clone(),
            stop: limits.stop.clone(),
            observer: &mut observer,
        };
        let decided = catch_unwind(AssertUnwindSafe(|| player.choose(game, &mut turn)));
        decided.unwrap_or_else(|_| {
            Err(PlayerError::Failed { player: player.name(), reason: "it failed".to_owned() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_that_is_not_answered_holds_the_reader_up() {
        let (sender, events) = mpsc::channel();
        // The input has no end; the reader's end comes with the end of this test.
        let input = io::BufReader::new(io::repeat(b'\n'));
        thread::spawn(move || read_lines(input, &sender));
        let line = || events.recv_timeout(Duration::from_millis(100));
        let waiting: Vec<_> = (0..MOST_WAITING / LINE_COST)
            .map(|_| events.recv().expect("there is room for these"))
            .collect();
        assert!(matches!(line(), Err(RecvTimeoutError::Timeout)), "one line too many was read");
        drop(waiting);
        assert!(matches!(line(), Ok(Event::Line(..))), "there is room again");
    }
}
