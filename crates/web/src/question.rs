//! What is asked of the search threads, checked.

use std::time::Duration;

use obverse_engine::{Clock, Goal, Level, LevelError, Limits};
use obverse_players::{Maker, PlayerError, Seat, Who, WhoError};
use obverse_records::{ReadError, Reader};
use obverse_rules::{
    Color, Game, IllegalMove, Move, Position, SetupError, Size, SizeError, SquareError,
};
use thiserror::Error;

use crate::protocol::Budget;

/// Something to think about.
#[derive(Clone, Debug)]
pub(crate) enum Question {
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
}

/// Why a question makes no sense.
#[derive(Debug, Error)]
pub(crate) enum QuestionError {
    #[error("the start: {0}")]
    Start(#[from] SetupError),
    #[error(transparent)]
    Size(#[from] SizeError),
    #[error("move {number}: {error}")]
    Name { number: usize, error: SquareError },
    #[error("move {number}: {error}")]
    Illegal { number: usize, error: IllegalMove },
    #[error("the position: {0}")]
    Position(#[from] ReadError),
    #[error("the position is empty")]
    Nothing,
    #[error("the game is over")]
    Over,
    #[error(transparent)]
    Who(#[from] WhoError),
    #[error("`{0}` does not play here: ask for a level, a classic, random or the engine")]
    NotHere(String),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Level(#[from] LevelError),
    #[error("{0} is no time: give seconds above zero")]
    Time(f64),
    #[error("give one of level, depth and time, not several")]
    Several,
    #[error("{0} must be 1 at least")]
    Zero(&'static str),
}

/// The time for a hint where the question says nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The game of a start and moves by name. A pass that is forced may be left out.
pub(crate) fn game(
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
        let number = at + 1;
        let mv: Move = name.parse().map_err(|error| QuestionError::Name { number, error })?;
        game.play_with_passes(mv).map_err(|error| QuestionError::Illegal { number, error })?;
    }
    Ok(game)
}

/// A position in any of the forms that we read: `start`, squares and a side, a transcript, OBF,
/// GGF and so on; of a game, where it ends.
pub(crate) fn position(text: &str, size: Option<usize>) -> Result<Position, QuestionError> {
    let size = size.map_or(Ok(Size::EIGHT), Size::new)?;
    if text.trim() == "start" {
        return Ok(Position::start(size));
    }
    let record =
        Reader::with_size(text.as_bytes(), size)?.next().ok_or(QuestionError::Nothing)??;
    Ok(*record.position())
}

/// A question for the best moves.
pub(crate) fn analyse(
    position: Position,
    budget: &Budget,
    top: usize,
    goal: Goal,
) -> Result<Question, QuestionError> {
    let given = [budget.level.is_some(), budget.depth.is_some(), budget.time.is_some()];
    if given.into_iter().filter(|given| *given).count() > 1 {
        return Err(QuestionError::Several);
    }
    if top == 0 {
        return Err(QuestionError::Zero("top"));
    }
    if budget.depth == Some(0) {
        return Err(QuestionError::Zero("depth"));
    }
    let unlimited = goal == Goal::Best && !given.contains(&true);
    let limits = Limits {
        level: budget.level.map(Level::new).transpose()?,
        depth: budget.depth,
        time: budget.time.map(seconds).transpose()?.or(unlimited.then_some(DEFAULT_TIME)),
        goal,
        lines: top,
        book: false,
        ..Limits::default()
    };
    Ok(Question::Analyse { position, limits })
}

/// A question for a move of a player.
pub(crate) fn choose(
    game: Game,
    who: &str,
    time: Option<f64>,
    clock: Option<Clock>,
    maker: &Maker,
) -> Result<Question, QuestionError> {
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
        Who::Classic(..) | Who::Random { .. } => true,
    };
    if !modest(&parsed) {
        return Err(QuestionError::NotHere(who.chars().take(40).collect()));
    }
    if !matches!(parsed, Who::Engine(_))
        && let Seat::Player(player) = maker.make(&parsed, Color::Black)?
    {
        player.supports(game.position().size())?;
    }
    Ok(Question::Choose { game, who: parsed, time: time.map(seconds).transpose()?, clock })
}

/// Seconds as they came in a message.
pub(crate) fn seconds(seconds: f64) -> Result<Duration, QuestionError> {
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
        .ok_or(QuestionError::Time(seconds))
}
