//! What is asked of a search, checked.

use std::time::Duration;

use obverse_engine::{Clock, Goal, Level, LevelError, Limits};
use obverse_players::{Maker, PlayerError, Seat, Who, WhoError};
use obverse_records::{ReadError, Reader};
use obverse_rules::{
    Color, Game, IllegalMove, Move, Position, SetupError, Size, SizeError, SquareError,
};
use obverse_study::LanguageError;
use serde::Deserialize;
use thiserror::Error;

/// Something to think about.
#[derive(Clone, Debug)]
pub enum Question {
    /// The best moves of a position.
    Analyse {
        /// The position.
        position: Position,
        /// What may be spent and what is wanted.
        limits: Limits,
    },
    /// A move of a player.
    Choose {
        /// The game so far.
        game: Game,
        /// The player.
        who: Who,
        /// Time for this move.
        time: Option<Duration>,
        /// The player's clock.
        clock: Option<Clock>,
    },
    /// What a player thinks of every move, and why.
    Why {
        /// The game so far.
        game: Game,
        /// The player.
        who: Who,
        /// Time to think.
        time: Option<Duration>,
    },
}

impl Question {
    /// The same analysis of some of the moves only, by their names; of all if none is named.
    pub(crate) fn only(mut self, names: &[String]) -> Result<Question, QuestionError> {
        if let Question::Analyse { position, limits } = &mut self {
            let legal = position.moves();
            for name in names {
                let square = match name.parse() {
                    Ok(Move::Place(square)) if legal.contains(square) => square,
                    _ => return Err(QuestionError::NoMove(name.chars().take(40).collect())),
                };
                if !limits.only.contains(&square) {
                    limits.only.push(square);
                }
            }
        }
        Ok(self)
    }
}

/// Why a question makes no sense.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The start is no position.
    #[error("the start: {0}")]
    Start(#[from] SetupError),
    /// No such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A move that is none.
    #[error("move {number}: {error}")]
    Name {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A move that the rules forbid.
    #[error("move {number}: {error}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Why it is illegal.
        error: IllegalMove,
    },
    /// Text that is no position.
    #[error("the position: {0}")]
    Position(#[from] ReadError),
    /// No text.
    #[error("the position is empty")]
    Nothing,
    /// A move that is not there to be analysed.
    #[error("only: {0:?} is no move of this position")]
    NoMove(String),
    /// Nobody has a move.
    #[error("the game is over")]
    Over,
    /// A name that is nobody's.
    #[error(transparent)]
    Who(#[from] WhoError),
    /// Somebody who does not play for visitors.
    #[error("`{0}` does not play here: ask for a level, a classic, random or the engine")]
    NotHere(String),
    /// A player who does not play this.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// No such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// A time that is none.
    #[error("{0:?} is no time: give seconds above zero, such as 0.5 or 60")]
    Time(f64),
    /// More than one budget.
    #[error("give one of level, depth, time and exact, not several")]
    Several,
    /// A number that is too small.
    #[error("{0} must be 1 at least")]
    Zero(&'static str),
    /// No such language.
    #[error(transparent)]
    Language(#[from] LanguageError),
}

/// A player's clock in seconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSeconds {
    /// What is left of it.
    pub remaining: f64,
    /// What is added for each move.
    #[serde(default)]
    pub increment: f64,
}

/// What an analysis may spend: one of the four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// As much as the player of this level.
    pub level: Option<u8>,
    /// Plies.
    pub depth: Option<u32>,
    /// Seconds.
    pub time: Option<f64>,
    /// Whatever an exact score takes.
    pub exact: bool,
    /// However much that is, no more seconds than this.
    pub most: Option<f64>,
}

impl Budget {
    /// The limits of a search: none if nothing is given.
    pub fn limits(&self) -> Result<Limits, QuestionError> {
        let given = [self.level.is_some(), self.depth.is_some(), self.time.is_some(), self.exact];
        if given.into_iter().filter(|given| *given).count() > 1 {
            return Err(QuestionError::Several);
        }
        if self.depth == Some(0) {
            return Err(QuestionError::Zero("depth"));
        }
        let time = self.time.map(seconds).transpose()?;
        let most = self.most.map(seconds).transpose()?;
        Ok(Limits {
            level: self.level.map(Level::new).transpose()?,
            depth: self.depth,
            time: time.into_iter().chain(most).min(),
            goal: if self.exact { Goal::Exact } else { Goal::Best },
            book: false,
            ..Limits::default()
        })
    }
}

/// The time for a hint where the question says nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The game of a start and moves by name. A pass that is forced may be left out.
pub fn game(
    start: Option<&str>,
    size: Option<usize>,
    moves: &[String],
) -> Result<Game, QuestionError> {
    let start = match start {
        Some(text) => text.parse()?,
        None => Position::start(size.map_or(Ok(Size::EIGHT), Size::new)?),
    };
    let mut game = Game::new(start);
    for (at, name) in moves.iter().enumerate() {
        play(&mut game, at + 1, name)?;
    }
    Ok(game)
}

/// Plays a move by its name, after the pass before it if that is forced.
pub(crate) fn play(game: &mut Game, number: usize, name: &str) -> Result<(), QuestionError> {
    let mv: Move = name.parse().map_err(|error| QuestionError::Name { number, error })?;
    game.play_with_passes(mv).map_err(|error| QuestionError::Illegal { number, error })
}

/// A position in any of the forms that we read: `start`, squares and a side, a transcript, OBF,
/// GGF and so on; of a game, where it ends.
pub fn position(text: &str, size: Option<usize>) -> Result<Position, QuestionError> {
    let size = size.map_or(Ok(Size::EIGHT), Size::new)?;
    if text.trim() == "start" {
        return Ok(Position::start(size));
    }
    let record =
        Reader::with_size(text.as_bytes(), size)?.next().ok_or(QuestionError::Nothing)??;
    Ok(*record.position())
}

/// A question for the best moves.
pub fn analysis(
    position: Position,
    budget: &Budget,
    top: usize,
) -> Result<Question, QuestionError> {
    if top == 0 {
        return Err(QuestionError::Zero("top"));
    }
    let mut limits = Limits { lines: top, ..budget.limits()? };
    let is_open = limits.level.is_none() && limits.depth.is_none() && limits.goal == Goal::Best;
    if is_open && limits.time.is_none() {
        limits.time = Some(DEFAULT_TIME);
    }
    Ok(Question::Analyse { position, limits })
}

/// A question for an exact score, or only for who wins. It needs the whole search: of the budget
/// only the time can end it, but the rest has to make sense.
pub fn solution(
    position: Position,
    budget: &Budget,
    top: usize,
    goal: Goal,
) -> Result<Question, QuestionError> {
    analysis(position, budget, top)?;
    let limits = Budget { time: budget.time, ..Budget::default() }.limits()?;
    Ok(Question::Analyse { position, limits: Limits { goal, ..limits } })
}

/// A question for a move of a player.
pub fn choice(
    game: Game,
    who: &str,
    time: Option<f64>,
    clock: Option<ClockSeconds>,
    maker: &Maker,
) -> Result<Question, QuestionError> {
    let who = player_here(&game, who, maker)?;
    let clock = clock.map(Clock::try_from).transpose()?;
    Ok(Question::Choose { game, who, time: time.map(seconds).transpose()?, clock })
}

/// A question for a player's reasons.
pub fn why(
    game: Game,
    who: &str,
    time: Option<f64>,
    maker: &Maker,
) -> Result<Question, QuestionError> {
    let who = player_here(&game, who, maker)?;
    Ok(Question::Why { game, who, time: time.map(seconds).transpose()? })
}

/// Somebody whom a visitor may ask about this game.
fn player_here(game: &Game, who: &str, maker: &Maker) -> Result<Who, QuestionError> {
    let parsed: Who = who.parse()?;
    if game.position().is_over() {
        return Err(QuestionError::Over);
    }
    // A visitor may choose who plays, but not what it costs us, nor read our files.
    let modest = |who: &Who| match who {
        Who::Human | Who::External(_) => false,
        Who::Engine(engine) => {
            engine.threads.is_none() && engine.hash_mb.is_none() && engine.eval.is_none()
        }
        Who::Classic(_, options) => options.points_file.is_none() && options.memory.is_none(),
        Who::Random { .. } => true,
    };
    if !modest(&parsed) {
        return Err(QuestionError::NotHere(who.chars().take(40).collect()));
    }
    if !matches!(parsed, Who::Engine(_))
        && let Seat::Player(player) = maker.make(&parsed, Color::Black)?
    {
        player.supports(game.position().size())?;
    }
    Ok(parsed)
}

impl TryFrom<ClockSeconds> for Clock {
    type Error = QuestionError;

    fn try_from(clock: ClockSeconds) -> Result<Clock, QuestionError> {
        let increment = Duration::try_from_secs_f64(clock.increment)
            .map_err(|_| QuestionError::Time(clock.increment))?;
        Ok(Clock { remaining: seconds(clock.remaining)?, increment })
    }
}

/// Seconds as they came in a message.
fn seconds(seconds: f64) -> Result<Duration, QuestionError> {
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or(QuestionError::Time(seconds))
}
