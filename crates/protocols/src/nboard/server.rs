//! The engine's side of NBoard's protocol.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use obverse_engine::{Limits, Report};
use obverse_players::{Decision, PlayerError};
use obverse_rules::{Game, Move, Position, Size};

use super::{BadCommand, Command, Message, MoveNote, SearchLine};
use crate::Settings;
use crate::session::{Event, Improved, Place, Session};

/// Plays the engine's part until `quit` or the end of the input.
///
/// It reads on while it thinks. A search ends as soon as there is a later command, whether that
/// came while it ran or was waiting before it began; it then reports the best it has. `ping` is
/// answered after that. The end of the input is no command: what was asked last is finished. Where the settings name a player it chooses the moves, and the engine
/// analyses.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    settings: Settings,
) -> io::Result<()> {
    let mut settings = settings;
    let session = Session::new(input, settings.options.clone(), settings.player.take());
    NBoardServer {
        session,
        settings,
        output,
        game: Game::from_start(Size::EIGHT),
        depth: None,
        waiting: VecDeque::new(),
        task: None,
        is_at_end: false,
    }
    .run()
}

struct NBoardServer<W> {
    session: Session,
    settings: Settings,
    output: W,
    game: Game,
    depth: Option<u32>,
    /// Commands that came while a search ran and have to wait for its end.
    waiting: VecDeque<(Result<Command, String>, Place)>,
    /// What the search is for.
    task: Option<Task>,
    is_at_end: bool,
}

/// What a search is for.
enum Task {
    /// `hint`: the best moves.
    Hint,
    /// `go`: a move.
    Go,
    /// `analyze`: the position after so many moves; those before it are still to come.
    Analyze { ply: usize, is_cut: bool },
}

/// An ending is solved if it has so many more empty squares than the depth that was set…
const SOLVED_BEYOND_DEPTH: u32 = 6;
/// …but no more than this.
const SOLVED_FROM: u32 = 24;

impl<W: Write> NBoardServer<W> {
    fn run(&mut self) -> io::Result<()> {
        loop {
            while !self.session.is_searching()
                && let Some((command, _place)) = self.waiting.pop_front()
            {
                match command {
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => self.execute(command)?,
                    // Nobody should take the old position for the one that could not be read.
                    Err(reason) => self.say(&Message::Status(reason))?,
                }
                self.cut_unwanted();
            }
            if self.is_at_end && !self.session.is_searching() {
                return Ok(());
            }
            match self.session.next() {
                Some(Event::Line(line, place)) => self.read(&line, place),
                Some(Event::End) => self.is_at_end = true,
                Some(Event::Improved(improved)) => self.improved(&improved)?,
                Some(Event::Done(report)) => self.found(report)?,
                Some(Event::Decided(decision)) => self.decided(decision)?,
                // The search does not react, and the session is to end.
                None => return Ok(()),
            }
        }
    }

    fn read(&mut self, line: &str, place: Place) {
        let command = match Command::parse(line) {
            Ok(command) => Ok(command),
            Err(BadCommand::Unknown) => return,
            Err(BadCommand::Malformed(reason)) => Err(reason),
        };
        if command == Ok(Command::Quit) {
            self.session.hurry();
        }
        self.waiting.push_back((command, place));
        self.cut_unwanted();
    }

    /// Ends the running search if there is anything to do after it. Every command is about
    /// another position, other limits or another search, or asks for silence.
    fn cut_unwanted(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.session.stop();
        if let Some(Task::Analyze { is_cut, .. }) = &mut self.task {
            *is_cut = true;
        }
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Version(_) => self.say(&Message::Name(self.settings.name.clone())),
            Command::Depth(depth) => {
                self.depth = Some(depth.max(1));
                Ok(())
            }
            // Draws are worth what they are worth: the score is in discs.
            Command::Contempt(_) | Command::Quit => Ok(()),
            Command::Game(record) => {
                if !goes_on(&record.game, &self.game) {
                    self.settings.begin_game();
                    self.session.new_game();
                }
                self.game = record.game;
                Ok(())
            }
            // An illegal move changes nothing. Some controllers leave passes out.
            Command::Move(note) => match self.game.play_with_passes(note.mv) {
                Ok(()) => Ok(()),
                Err(error) => self.say(&Message::Status(error.to_string())),
            },
            Command::Ping(number) => self.say(&Message::Pong(number)),
            Command::Learn => self.say(&Message::Learned),
            Command::Hint(lines) => self.hint(lines),
            Command::Go => self.go(),
            Command::Analyze => {
                self.say(&Message::Status("Analyzing the game".to_owned()))?;
                self.analyze(self.game.ply() + 1)
            }
        }
    }

    fn hint(&mut self, lines: usize) -> io::Result<()> {
        if self.game.is_over() {
            return self.say(&Message::Status("The game is over".to_owned()));
        }
        self.say(&Message::Status("Analyzing".to_owned()))?;
        // A hint is what the engine thinks of the position, not what it would play at once.
        let limits = Limits {
            lines: lines.max(1),
            level: None,
            book: false,
            ..self.limits(self.game.position())
        };
        self.session.search(*self.game.position(), limits);
        self.task = Some(Task::Hint);
        Ok(())
    }

    fn go(&mut self) -> io::Result<()> {
        if !self.game.position().has_move() {
            // A pass needs no thought. After the end of the game it is all that can be said.
            return self.say(&Message::Chosen(MoveNote { mv: Move::Pass, eval: None, time: None }));
        }
        self.say(&Message::Status("Thinking".to_owned()))?;
        // The depth is the engine's: other players have their own ways to look ahead.
        let limits = if self.session.has_player() {
            self.settings.limits()
        } else {
            self.limits(self.game.position())
        };
        self.session.choose(&self.game, limits);
        self.task = Some(Task::Go);
        Ok(())
    }

    /// Searches the position before this move, from the end of the game to its beginning: what
    /// the engine learns of an ending helps it with what led there.
    fn analyze(&mut self, ply: usize) -> io::Result<()> {
        let Some(ply) = ply.checked_sub(1) else {
            return self.say(&Message::Status(String::new()));
        };
        let position = self.game.positions()[ply];
        let limits = Limits { level: None, book: false, ..self.limits(&position) };
        self.session.search(position, limits);
        self.task = Some(Task::Analyze { ply, is_cut: false });
        Ok(())
    }

    /// The depth that was set, or what the program was started with.
    ///
    /// The depth is that of the middle game: an ending that is solved in no more time is solved.
    fn limits(&self, position: &Position) -> Limits {
        let limits = self.settings.limits();
        let Some(depth) = self.depth else { return limits };
        let empties = position.empties() as u32;
        let is_near = empties <= (depth + SOLVED_BEYOND_DEPTH).min(SOLVED_FROM);
        let depth = if is_near { empties.max(depth) } else { depth };
        Limits { depth: Some(depth), time: None, clock: None, ..limits }
    }

    fn improved(&mut self, improved: &Improved) -> io::Result<()> {
        match self.task {
            Some(Task::Hint | Task::Go) if !improved.line.moves.is_empty() => {
                self.say(&Message::Search(SearchLine::from(&improved.line)))
            }
            _ => Ok(()),
        }
    }

    fn found(&mut self, report: Option<Report>) -> io::Result<()> {
        let Some(task) = self.task.take() else { return Ok(()) };
        let Some(report) = report else {
            return self.say(&Message::Status("The engine failed".to_owned()));
        };
        let stats = Message::NodeStats { nodes: report.nodes, time: report.elapsed };
        match task {
            Task::Hint => {
                for line in report.lines.iter().filter(|line| !line.moves.is_empty()) {
                    self.say(&Message::Search(SearchLine::from(line)))?;
                }
                self.say(&stats)?;
                self.say(&Message::Status(String::new()))
            }
            Task::Go => {
                self.say(&stats)?;
                if let Some(note) = chosen(&report, self.game.position()) {
                    self.say(&Message::Chosen(note))?;
                }
                self.say(&Message::Status(String::new()))
            }
            // A search that was cut says nothing reliable.
            Task::Analyze { is_cut: true, .. } => self.say(&Message::Status(String::new())),
            Task::Analyze { ply, .. } => {
                let eval = f64::from(report.best().score.discs) + 0.0;
                self.say(&Message::Analysis { ply, eval })?;
                self.analyze(ply)
            }
        }
    }

    /// What a player has decided who plays instead of the engine.
    fn decided(&mut self, decision: Result<Decision, PlayerError>) -> io::Result<()> {
        self.task = None;
        let choice = match decision {
            Ok(Decision::Move(choice)) => choice,
            // The protocol has no word for giving up.
            Ok(Decision::Resign | Decision::TakeBack | Decision::Leave | Decision::Word(_)) => {
                return self.say(&Message::Status(format!("{} gives up", self.settings.name)));
            }
            Err(error) => return self.say(&Message::Status(error.to_string())),
        };
        let thought = choice.thought.unwrap_or_default();
        self.say(&Message::NodeStats { nodes: thought.nodes, time: thought.elapsed })?;
        let eval = thought.score.map(|score| f64::from(score.discs) + 0.0);
        self.say(&Message::Chosen(MoveNote { mv: choice.mv, eval, time: Some(thought.elapsed) }))?;
        self.say(&Message::Status(String::new()))
    }

    fn say(&mut self, message: &Message) -> io::Result<()> {
        writeln!(self.output, "{message}")?;
        self.output.flush()
    }
}

/// Whether a game continues another one. If not, it is a new game or one with moves taken back, and
/// random choices are made anew.
fn goes_on(game: &Game, before: &Game) -> bool {
    game.start() == before.start() && game.moves().starts_with(before.moves())
}

/// The move to play with its score, where the score is that of this move.
fn chosen(report: &Report, position: &Position) -> Option<MoveNote> {
    let fallback = position.moves().first().map(Move::from);
    let mv = report.chosen.or(fallback)?;
    let line = report.lines.iter().find(|line| line.moves.first() == Some(&mv));
    let eval = line.map(|line| f64::from(line.score.discs) + 0.0);
    Some(MoveNote { mv, eval, time: Some(report.elapsed) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_game_is_told_from_one_that_goes_on() {
        let game = |moves: &[&str]| {
            let mut game = Game::from_start(Size::EIGHT);
            for mv in moves {
                game.play(mv.parse().unwrap()).unwrap();
            }
            game
        };
        let (none, one, two) = (game(&[]), game(&["f5"]), game(&["f5", "d6"]));
        assert!(goes_on(&one, &one) && goes_on(&two, &one) && goes_on(&two, &none));
        // Taken back, begun anew, gone another way, or from elsewhere.
        assert!(!goes_on(&one, &two) && !goes_on(&none, &two));
        assert!(!goes_on(&game(&["f5", "f6"]), &two));
        assert!(!goes_on(&Game::from_start(Size::SIX), &none));
    }
}
