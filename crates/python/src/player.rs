//! Players by name, and Python's functions as players.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use obverse_answers::lines::ThoughtInfo;
use obverse_answers::why::why_lines;
use obverse_engine::{Options, StopFlag, TimeSource};
use obverse_players::{Decision, Maker, Player as PlayerTrait, PlayerError, Seat, Turn, Who};
use obverse_records::Record;
use obverse_rules::{Color, Game as RulesGame, Move, Size};
use pyo3::prelude::*;

use crate::convert::{to_move, to_python};
use crate::errors;
use crate::game::Game;
use crate::thinking::interruptible;

/// Somebody who plays: the engine, a level of it, one of the classics, or chance. The package's
/// `Player` has its answers as dataclasses.
#[pyclass(frozen, module = "obverse._native")]
pub(crate) struct Player {
    who: Who,
    inner: Arc<Mutex<Box<dyn PlayerTrait>>>,
}

/// Makes a player of a name.
pub(crate) fn make(
    who: &Who,
    seed: Option<u64>,
    engine: Options,
) -> PyResult<Box<dyn PlayerTrait>> {
    let maker = Maker { engine, seed, ..Maker::default() };
    match maker.make(who, Color::Black).map_err(errors::player)? {
        Seat::Player(player) => Ok(player),
        Seat::Person => Err(errors::player("a person cannot be asked here: write a function")),
    }
}

impl Player {
    /// Asks the player on a thread of its own, where Ctrl-C can end it.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        game: RulesGame,
        time: Option<f64>,
        ask: impl FnOnce(&mut dyn PlayerTrait, &RulesGame, &mut Turn<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let time = time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| errors::error(format!("time: {error}")))?;
        let player = Arc::clone(&self.inner);
        let stop = StopFlag::default();
        let flag = stop.clone();
        interruptible(py, stop, move || {
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let time_source = TimeSource::system();
            let observer = &mut |_: &_| {};
            let mut turn = Turn { time, clock: None, time_source, stop: flag, observer };
            ask(&mut **player, &game, &mut turn)
        })
    }
}

#[pymethods]
impl Player {
    /// The player of a name, as the command line takes it.
    #[new]
    #[pyo3(signature = (who, seed = None, threads = 1, hash = 64))]
    fn new(who: &str, seed: Option<u64>, threads: usize, hash: usize) -> PyResult<Player> {
        let who: Who = who.parse().map_err(errors::player)?;
        let threads = threads.clamp(1, Options::MOST_THREADS);
        let engine = Options { threads, hash_mb: hash.max(1), ..Maker::default().engine };
        let player = make(&who, seed, engine)?;
        Ok(Player { who, inner: Arc::new(Mutex::new(player)) })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> String {
        self.who.to_string()
    }

    /// Whether it plays on boards of this size.
    fn supports(&self, size: usize) -> PyResult<bool> {
        let size = crate::convert::size(size)?;
        Ok(self.inner.lock().unwrap_or_else(PoisonError::into_inner).supports(size).is_ok())
    }

    /// A new game begins, of this number: what is left to chance depends on it.
    fn new_game(&self, number: u64) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).new_game(number);
    }

    /// The move of the side to move, and what was thought of it.
    fn choose<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        time: Option<f64>,
    ) -> PyResult<(String, Option<Bound<'py, PyAny>>)> {
        let game = game.record.game.clone();
        if game.is_over() {
            return Err(errors::illegal("the game is over"));
        }
        if game.position().must_pass() {
            return Ok((Move::Pass.to_string(), None));
        }
        let size = game.position().size();
        let decided = self.ask(py, game, time, move |player, game, turn| {
            player.supports(size)?;
            player.choose(game, turn)
        })?;
        match decided.map_err(errors::player)? {
            Decision::Move(choice) => {
                let thought = choice.thought.as_ref().map(ThoughtInfo::from);
                let thought = thought.map(|thought| to_python(py, &thought)).transpose()?;
                Ok((choice.mv.to_string(), thought))
            }
            _ => Err(errors::player(format!("{}: it plays no move", self.who))),
        }
    }

    /// What it thinks of every move, and why.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = game.record.game.clone();
        if game.is_over() {
            return Err(errors::illegal("the game is over"));
        }
        let explained =
            self.ask(py, game, time, |player, game, turn| player.explain(game, turn))?;
        let explanation = explained.map_err(errors::player)?;
        to_python(py, &why_lines(&explanation).collect::<Vec<_>>())
    }
}

/// A function of Python's that is asked for moves.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) asked: Arc<Py<PyAny>>,
    /// The first exception of such a function, for whoever runs the match.
    pub(crate) raised: Arc<Mutex<Option<PyErr>>>,
    pub(crate) stop: StopFlag,
}

impl PlayerTrait for Function {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn supports(&self, _size: Size) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, game: &RulesGame, _turn: &mut Turn<'_>) -> Result<Decision, PlayerError> {
        let size = game.position().size();
        let answer = Python::attach(|py| {
            let game = Game { record: Record::new(game.clone()) };
            to_move(self.asked.bind(py).call1((game,))?.as_any(), size)
        });
        answer.map(Decision::from).map_err(|error| {
            let reason = error.to_string();
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
            self.stop.raise();
            PlayerError::Failed { player: self.name.clone(), reason }
        })
    }
}
