//! The engine's side of GTP.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use obverse_engine::{Limits, Report};
use obverse_players::{Decision, PlayerError};
use obverse_rules::{Game, Move, Size};

use super::commands::{self, Action, Purpose, Search};
use super::report;
use super::request::Request;
use super::response::{Answer, Response};
use super::state::{CommandError, State};
use crate::Settings;
use crate::session::{Event, Improved, Place, Session};

/// Plays the engine's part until `quit` or the end of the input.
///
/// Commands are carried out in their order, but it reads on while it thinks. A `quit` that is sent
/// while a search runs cuts it short, and it answers with the best move so far. One that comes in
/// one go with the search belongs to a script, which wants its moves; so does the end of the input.
/// Any command, and the end of the input, ends an analysis, also if it was sent before the analysis
/// began. Nothing else cuts a search for a move: whoever sends `genmove` and `play` at once wants
/// the move first. Where the settings name a player it chooses the moves, and the engine analyses.
///
/// If it is to ponder it goes on with the position after its move, silently, until anything comes.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    settings: Settings,
) -> io::Result<()> {
    let mut settings = settings;
    let player = settings.player.take();
    let plays = |size: &Size| player.as_ref().is_none_or(|player| player.supports(*size).is_ok());
    let state = State::new(settings.name.clone(), Size::all().filter(plays).collect());
    let session = Session::new(input, settings.options.clone(), player);
    GtpServer {
        session,
        state,
        settings,
        output,
        waiting: VecDeque::new(),
        pending: None,
        is_at_end: false,
        has_moved: false,
    }
    .run()
}

struct GtpServer<W> {
    session: Session,
    state: State,
    settings: Settings,
    output: W,
    /// Requests that came while a search ran.
    waiting: VecDeque<(Request, Place)>,
    /// The request that the search is for.
    pending: Option<Pending>,
    is_at_end: bool,
    /// The last command made a move of the engine's, and nothing has come since.
    has_moved: bool,
}

/// A request that waits for its search.
struct Pending {
    id: Option<u32>,
    /// When it came.
    came: Duration,
    search: Search,
    /// The game that is searched, with the right side to move.
    game: Game,
    begun: Instant,
    /// The best lines so far, and when they were last written, in an analysis.
    lines: Vec<Improved>,
    written: Instant,
}

impl<W: Write> GtpServer<W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            while !self.session.is_searching()
                && let Some((request, place)) = self.waiting.pop_front()
            {
                if !self.execute(&request, place.came())? {
                    return Ok(());
                }
            }
            self.ponder()?;
            if self.is_at_end && !self.session.is_searching() {
                return Ok(());
            }
            match self.session.next() {
                Some(Event::Line(line, place)) => self.read(&line, place),
                Some(Event::End) => {
                    self.is_at_end = true;
                    self.end_unwanted_analysis();
                }
                Some(Event::Improved(improved)) => self.improved(improved)?,
                Some(Event::Done(report)) => self.found(report)?,
                Some(Event::Decided(decision)) => self.decided(decision)?,
                // The search does not react, and the session is to end.
                None => return Ok(()),
            }
        }
    }

    fn read(&mut self, line: &str, place: Place) {
        let Some(request) = Request::parse(line) else { return };
        let waits_longest = self.waiting.front().map(|(_, place)| place.came());
        let oldest = self.pending.as_ref().map(|pending| pending.came).or(waits_longest);
        if request.command.eq_ignore_ascii_case("quit")
            && oldest.is_some_and(|came| place.is_later_than(came))
        {
            self.session.hurry();
        }
        self.waiting.push_back((request, place));
        self.has_moved = false;
        self.end_unwanted_analysis();
    }

    /// Thinks about the opponent's answers to the move that was just made. Levels and searches of
    /// a given size stay what they are.
    fn ponder(&mut self) -> io::Result<()> {
        let limits = self.settings.limits();
        let by_time = limits.level.is_none() && limits.depth.is_none() && limits.nodes.is_none();
        let position = self.state.game().position();
        let is_wanted = std::mem::take(&mut self.has_moved) && self.settings.ponder && by_time;
        if !is_wanted || self.is_at_end || self.session.has_player() || !position.has_move() {
            return Ok(());
        }
        let search = Search { color: position.side(), purpose: Purpose::Ponder };
        self.begin(None, Duration::ZERO, search)
    }

    /// An analysis goes on until somebody wants something else: whether that was sent before it
    /// began or after. So does pondering.
    fn end_unwanted_analysis(&self) {
        let is_analysis = |pending: &Pending| {
            matches!(pending.search.purpose, Purpose::Analyze { .. } | Purpose::Ponder)
        };
        let is_wanted = self.waiting.is_empty() && !self.is_at_end;
        if !is_wanted && self.pending.as_ref().is_some_and(is_analysis) {
            self.session.stop();
        }
    }

    /// Carries a request out; false where it ends the session.
    fn execute(&mut self, request: &Request, came: Duration) -> io::Result<bool> {
        let action = commands::execute(&mut self.state, request);
        match action {
            Ok(Action::Search(search)) => {
                self.begin(request.id, came, search)?;
                return Ok(true);
            }
            Ok(Action::NewGame) => {
                self.session.clear();
                self.settings.begin_game();
                self.success(request.id, String::new())?;
            }
            Ok(Action::Reply(text)) => self.success(request.id, text)?,
            Ok(Action::Quit) => {
                self.success(request.id, String::new())?;
                return Ok(false);
            }
            Err(error) => self.failure(request.id, &error)?,
        }
        Ok(true)
    }

    /// Begins the search of a request, or answers it where there is nothing to think about.
    fn begin(&mut self, id: Option<u32>, came: Duration, search: Search) -> io::Result<()> {
        let game = match self.state.with_turn(search.color) {
            Ok(game) => game,
            Err(error) => return self.failure(id, &error),
        };
        if !game.position().has_move() && !matches!(search.purpose, Purpose::Analyze { .. }) {
            return self.without_move(id, &search);
        }
        let limits = self.limits(&search, &game);
        if let Purpose::Analyze { .. } = search.purpose {
            let mark = id.map_or(String::new(), |id| id.to_string());
            writeln!(self.output, "={mark}")?;
            self.output.flush()?;
        }
        match search.purpose {
            Purpose::Play | Purpose::Suggest => self.session.choose(&game, limits),
            Purpose::Hint | Purpose::Analyze { .. } | Purpose::Ponder => {
                self.session.search(*game.position(), limits);
            }
        }
        let now = Instant::now();
        self.pending =
            Some(Pending { id, came, search, game, begun: now, lines: Vec::new(), written: now });
        self.end_unwanted_analysis();
        Ok(())
    }

    /// A side without a move passes; after the end of the game that changes nothing.
    fn without_move(&mut self, id: Option<u32>, search: &Search) -> io::Result<()> {
        if search.purpose == Purpose::Play
            && let Err(error) = self.state.play(&[(search.color, Move::Pass)])
        {
            return self.failure(id, &error);
        }
        let is_hint = search.purpose == Purpose::Hint;
        self.success(id, if is_hint { String::new() } else { Move::Pass.to_string() })
    }

    fn limits(&self, search: &Search, game: &Game) -> Limits {
        let mut limits = self.settings.limits();
        match search.purpose {
            Purpose::Play | Purpose::Suggest => {
                self.state.limit(search.color, &mut limits);
            }
            Purpose::Hint => {
                limits.level = None;
                limits.lines = game.position().moves().len();
            }
            Purpose::Analyze { lines, .. } => {
                limits = Limits { lines, book: false, ..Limits::default() };
            }
            Purpose::Ponder => limits = Limits { book: false, ..Limits::default() },
        }
        limits
    }

    fn improved(&mut self, improved: Improved) -> io::Result<()> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        let Purpose::Analyze { interval, .. } = pending.search.purpose else { return Ok(()) };
        let rank = improved.rank;
        pending.lines.retain(|line| line.rank != rank);
        pending.lines.push(improved);
        pending.lines.sort_by_key(|line| line.rank);
        if pending.written.elapsed() >= interval {
            pending.written = Instant::now();
            writeln!(self.output, "{}", report::analysis(&pending.lines))?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn found(&mut self, report: Option<Report>) -> io::Result<()> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        match pending.search.purpose {
            Purpose::Analyze { .. } => return self.end_analysis(report),
            Purpose::Ponder => return Ok(()),
            Purpose::Play | Purpose::Suggest | Purpose::Hint => {}
        }
        let Some(report) = report else {
            return self.failure(pending.id, &CommandError::EngineFailed);
        };
        // A search that was stopped before it began still has a move.
        let fallback = pending.game.position().moves().first().map(Move::from);
        let Some(mv) = report.chosen.or(fallback) else {
            return self.failure(pending.id, &CommandError::EngineFailed);
        };
        if pending.search.purpose == Purpose::Hint {
            let graphics = report::graphics(&report, pending.search.color);
            return self.success(pending.id, graphics);
        }
        self.answer_move(&pending, mv)
    }

    /// What a player has decided who plays instead of the engine.
    fn decided(&mut self, decision: Result<Decision, PlayerError>) -> io::Result<()> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        match decision {
            Ok(Decision::Move(choice)) => self.answer_move(&pending, choice.mv),
            Ok(Decision::Resign) => self.success(pending.id, "resign".to_owned()),
            Ok(Decision::TakeBack | Decision::Leave | Decision::Word(_)) => {
                self.failure(pending.id, &CommandError::EngineFailed)
            }
            Err(error) => self.failure(pending.id, &CommandError::Player(error)),
        }
    }

    /// Answers a move, and plays it where that was asked for.
    fn answer_move(&mut self, pending: &Pending, mv: Move) -> io::Result<()> {
        if pending.search.purpose == Purpose::Play {
            let color = pending.search.color;
            self.state.spend(color, pending.begun.elapsed());
            if let Err(error) = self.state.play(&[(color, mv)]) {
                return self.failure(pending.id, &error);
            }
            self.has_moved = self.waiting.is_empty();
        }
        self.success(pending.id, mv.to_string())
    }

    /// The last line of an analysis, and the empty line that ends every reply.
    fn end_analysis(&mut self, report: Option<Report>) -> io::Result<()> {
        if let Some(report) = report {
            let elapsed = report.elapsed;
            let lines: Vec<_> = report
                .lines
                .into_iter()
                .enumerate()
                .map(|(at, line)| Improved { rank: at + 1, line, nodes: report.nodes, elapsed })
                .collect();
            writeln!(self.output, "{}", report::analysis(&lines))?;
        }
        writeln!(self.output)?;
        self.output.flush()
    }

    fn success(&mut self, id: Option<u32>, text: String) -> io::Result<()> {
        write!(self.output, "{}", Response { id, answer: Answer::Success(text) })?;
        self.output.flush()
    }

    fn failure(&mut self, id: Option<u32>, error: &CommandError) -> io::Result<()> {
        let answer = Answer::Failure(error.to_string());
        write!(self.output, "{}", Response { id, answer })?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use obverse_engine::Options;

    use super::*;

    /// Whether the server ponders after the engine's first move, and all that it has written.
    fn after_first_move(ponder: bool, limits: Limits) -> (bool, String) {
        // The input stays open, as a controller's does.
        let (reader, _writer) = io::pipe().expect("there are pipes");
        let options = Options { threads: 1, hash_mb: 1, ..Options::default() };
        let session = Session::new(io::BufReader::new(reader), options.clone(), None);
        let settings =
            Settings { name: "engine".to_owned(), options, limits, player: None, ponder };
        let mut server = GtpServer {
            session,
            state: State::new("engine".to_owned(), Size::all().collect()),
            settings,
            output: Vec::new(),
            waiting: VecDeque::new(),
            pending: None,
            is_at_end: false,
            has_moved: false,
        };
        let request = |line| Request::parse(line).expect("a command");
        server.execute(&request("1 genmove b"), Duration::ZERO).expect("memory can be written");
        finish(&mut server);
        server.ponder().expect("memory can be written");
        let ponders = server.session.is_searching();
        if ponders {
            // As any line that comes would.
            server.is_at_end = true;
            server.end_unwanted_analysis();
            finish(&mut server);
        }
        server.execute(&request("2 name"), Duration::ZERO).expect("memory can be written");
        (ponders, String::from_utf8(server.output).expect("text"))
    }

    /// Waits for the end of a search.
    fn finish(server: &mut GtpServer<Vec<u8>>) {
        while server.session.is_searching() {
            match server.session.next() {
                Some(Event::Done(report)) => server.found(report).expect("memory can be written"),
                Some(Event::Improved(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn it_ponders_silently_after_its_move_where_it_is_to() {
        let at_once = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        for (ponder, limits, expected) in [
            (true, at_once.clone(), true),
            (false, at_once, false),
            (true, Limits { depth: Some(1), ..Limits::default() }, false),
        ] {
            let (ponders, output) = after_first_move(ponder, limits);
            assert_eq!(ponders, expected);
            let answers: Vec<&str> = output.split_whitespace().collect();
            assert!(matches!(answers[..], ["=1", _, "=2", "engine"]), "{output}");
        }
    }
}
