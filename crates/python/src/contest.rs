//! Matches between players, ours and Python's.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use obverse_arena::{
    Colours, Conditions, Contest, Entrant, Finished, Opening, OpeningList, Openings, Schedule,
    Standings, game_line, match_line,
};
use obverse_engine::{Options, StopFlag};
use obverse_jobs::Stop;
use obverse_players::{Maker, PlayerError, Seat, TimeControl, Who};
use obverse_records::ggf;
use obverse_rules::{Color, Size};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::convert::to_python;
use crate::errors;
use crate::game::Game;
use crate::player::Function;
use crate::thinking::Thinking;

/// A match that is being played: an iterator of its games as they end. The package's `Match` has
/// them as dataclasses.
#[pyclass(frozen, module = "obverse._native")]
pub(crate) struct Match {
    thinking: Thinking<Finished>,
    names: Vec<String>,
    standings: Mutex<Standings>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

/// A name of ours, or a function of Python's.
fn entrant(
    player: &Bound<'_, PyAny>,
    seed: u64,
    engine: &Options,
    raised: &Arc<Mutex<Option<PyErr>>>,
    stop: &StopFlag,
) -> PyResult<Entrant> {
    if let Ok(name) = player.cast::<PyString>() {
        let who: Who = name.to_cow()?.parse().map_err(errors::player)?;
        if who == Who::Human {
            return Err(errors::player("a match is between programs: a person can't take part"));
        }
        let maker = Maker { engine: engine.clone(), seed: Some(seed), ..Maker::default() };
        return Ok(Entrant::new(who.to_string(), move || {
            match maker.make(&who, Color::Black)? {
                Seat::Player(player) => Ok(player),
                Seat::Person => unreachable!("a person can't take part"),
            }
        }));
    }
    if !player.is_callable() {
        return Err(errors::player(format!(
            "{} is no player: give a name such as \"level:5\", or a function from a Game to a move",
            player.repr()?
        )));
    }
    let name: String = match player.getattr("__name__") {
        Ok(name) => name.extract()?,
        Err(_) => player.get_type().name()?.to_string(),
    };
    let function = Arc::new(player.clone().unbind());
    let (raised, stop) = (Arc::clone(raised), stop.clone());
    Ok(Entrant::new(name.clone(), move || -> Result<_, PlayerError> {
        Ok(Box::new(Function {
            name: name.clone(),
            asked: Arc::clone(&function),
            raised: Arc::clone(&raised),
            stop: stop.clone(),
        }))
    }))
}

/// The openings that a text names, or games.
fn openings(
    given: &Bound<'_, PyAny>,
    wanted: usize,
    size: Size,
    seed: u64,
) -> PyResult<OpeningList> {
    if given.is_none() {
        let list = Openings::usual(size).list(wanted, size, seed).map_err(errors::error)?;
        return list.ok_or_else(|| errors::error("no openings"));
    }
    if let Ok(text) = given.cast::<PyString>() {
        let openings: Openings = text.to_cow()?.parse().map_err(errors::error)?;
        let list = openings.list(wanted, size, seed).map_err(errors::error)?;
        return list.ok_or_else(|| {
            errors::error(format!(
                "{text:?} names no openings: write balanced, random:8, book:12, named, start, or give games"
            ))
        });
    }
    let mut games = Vec::new();
    for game in given.try_iter()? {
        let game: PyRef<'_, Game> = game?.extract()?;
        let game = game.current().game;
        if game.position().size() != size {
            return Err(errors::error(format!(
                "an opening is on a board of {0}×{0}: give size={0}",
                game.position().size()
            )));
        }
        if game.is_over() {
            return Err(errors::error("an opening is a whole game"));
        }
        games.push(Opening { game, name: None });
    }
    if games.is_empty() {
        return Err(errors::error("there is no opening"));
    }
    Ok(OpeningList::fixed(games))
}

#[pymethods]
impl Match {
    /// Begins a match of two players.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn new(
        a: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        games: usize,
        size: usize,
        openings: &Bound<'_, PyAny>,
        seed: u64,
        time: Option<f64>,
        concurrency: Option<usize>,
        hash: usize,
    ) -> PyResult<Match> {
        let size = crate::convert::size(size)?;
        if games == 0 {
            return Err(errors::error("a match has at least one game"));
        }
        let time = match time.map(Duration::try_from_secs_f64).transpose() {
            Ok(Some(time)) if !time.is_zero() => TimeControl::PerMove(time),
            Ok(None) => TimeControl::Free,
            _ => return Err(errors::error("time: give seconds above zero, such as 0.5")),
        };
        let engine = Options { hash_mb: hash.max(1), ..Options::default() };
        let (stop, raised) = (StopFlag::default(), Arc::new(Mutex::new(None)));
        let entrants = vec![
            entrant(a, seed, &engine, &raised, &stop)?,
            entrant(b, seed.wrapping_add(1), &engine, &raised, &stop)?,
        ];
        let wanted = games.div_ceil(Colours::Swapped.games_each()).max(1);
        let openings = self::openings(openings, wanted, size, seed)?;
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let conditions = Conditions {
            time,
            grace: Duration::from_millis(250),
            adjudicate: None,
            concurrency: concurrency.unwrap_or(cores).clamp(1, Options::MOST_THREADS),
            solver: engine,
        };
        let schedule = Schedule::round_robin(2, games);
        let names = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        entrants.iter().try_for_each(|entrant| entrant.check(size)).map_err(errors::player)?;
        let flag = Stop::asking({
            let stop = stop.clone();
            move || stop.is_raised()
        });
        let thinking = Thinking::begin(stop, move |tell| {
            let contest = Contest {
                entrants: &entrants,
                openings: &openings,
                schedule: &schedule,
                conditions: &conditions,
            };
            // Threads of this process neither fail nor set games aside: players who fail lose.
            let _ = contest.run(&HashSet::new(), &flag, |finished| {
                let heard = finished.map_or(true, tell);
                if heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        });
        Ok(Match { thinking, names, standings: Mutex::new(Standings::new(2)), raised })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// What is said of the next game that ended, and the game.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, Game)>> {
        let finished = self.thinking.next(py)?;
        if let Some(error) = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        let Some(finished) = finished else { return Ok(None) };
        let mut standings = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        standings.add(&finished.fixture, &finished.ending, finished.overruns);
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let line = to_python(py, &game_line(&finished, &names))?;
        let record = ggf::parse(&finished.ggf).map_err(errors::player)?;
        Ok(Some((line, Game { record })))
    }

    /// What the games that ended say about the two.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let standings = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        to_python(py, &match_line(&standings, &names, None))
    }

    /// Ends it: games in progress have no result.
    fn stop(&self) {
        self.thinking.stop();
    }
}
