//! The engine: searches, solutions, reviews.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use obverse_answers::lines::{SolvedLine, hint_lines};
use obverse_answers::question::{self, Budget, Question};
use obverse_answers::{Answer, Worker, review as answers_review};
use obverse_engine::{Goal, Limits, Options, Report, StopFlag};
use obverse_players::{Maker, WeightsFiles};
use obverse_rules::{Color, Move, Position};
use obverse_study::{Language, Review, summary};
use pyo3::prelude::*;
use serde_json::json;

use crate::convert::{PositionArg, to_move, to_python};
use crate::errors;
use crate::game::Game;
use crate::thinking::{Thinking, interruptible};

/// An engine that keeps what it has learnt from one question to the next. The package's `Engine`
/// has its answers as dataclasses.
#[pyclass(frozen, module = "obverse._native")]
pub(crate) struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    worker: Mutex<Worker>,
    busy: AtomicBool,
    /// Ends the question under way.
    stop: Mutex<StopFlag>,
}

/// The engine, for one question.
struct Claim(Arc<Shared>);

impl Drop for Claim {
    fn drop(&mut self) {
        self.0.busy.store(false, Ordering::Release);
    }
}

impl Claim {
    /// Answers a question about the best moves.
    fn search(
        &self,
        position: &Position,
        limits: &Limits,
        mut heard: impl FnMut(Report),
    ) -> Report {
        let mut worker = self.0.worker.lock().unwrap_or_else(PoisonError::into_inner);
        let question = Question::Analyse { position: *position, limits: limits.clone() };
        let last = Mutex::new(None);
        let heard = Mutex::new(&mut heard);
        worker.answer(&question, &limits.stop, &|answer| match answer {
            Answer::Lines { lines, nodes, elapsed } => {
                let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
                heard(Report { lines, chosen: None, nodes, elapsed });
            }
            Answer::Analysed(report) => {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
            }
            _ => {}
        });
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        last.expect("an analysis ends with its report")
    }

    fn clear(&self) {
        self.0.worker.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Engine {
    /// The engine, for a question that this flag ends.
    fn claim(&self, stop: &StopFlag) -> PyResult<Claim> {
        if self.shared.busy.swap(true, Ordering::Acquire) {
            return Err(errors::error(
                "the engine is busy with another question: end its analysis first, or make a second Engine",
            ));
        }
        *self.shared.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        Ok(Claim(Arc::clone(&self.shared)))
    }
}

/// What a search may spend.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Spend {
    level: Option<u8>,
    depth: Option<u32>,
    time: Option<f64>,
    nodes: Option<u64>,
    exact: bool,
    top: usize,
}

/// The limits of a search that is asked for.
fn limits(position: &Position, spend: &Spend, only: &[Bound<'_, PyAny>]) -> PyResult<Limits> {
    let Spend { level, depth, time, nodes, exact, top } = *spend;
    // Where nodes are limited, nothing else need be.
    let depth =
        depth.or((nodes.is_some() && level.is_none() && time.is_none() && !exact).then_some(60));
    let budget = Budget { level, depth, time, exact, most: None };
    let question = question::analysis(*position, &budget, top).map_err(errors::error)?;
    let Question::Analyse { mut limits, .. } = question else { unreachable!("it is an analysis") };
    if nodes == Some(0) {
        return Err(errors::error("nodes must be 1 at least"));
    }
    limits.nodes = nodes;
    for mv in only {
        match to_move(mv, position.size())? {
            Move::Place(square) if position.moves().contains(square) => limits.only.push(square),
            other => {
                let text = format!("only: {:?} is no move of this position", other.to_string());
                return Err(errors::error(text));
            }
        }
    }
    Ok(limits)
}

#[pymethods]
impl Engine {
    /// An engine of so many threads, one a core if none are named, with so many megabytes for what
    /// it remembers.
    #[new]
    #[pyo3(signature = (threads = None, hash = 256, eval = None))]
    fn new(threads: Option<usize>, hash: usize, eval: Option<PathBuf>) -> PyResult<Engine> {
        let cores = std::thread::available_parallelism().map_or(1, Into::into);
        let threads = threads.unwrap_or(cores);
        if !(1..=Options::MOST_THREADS).contains(&threads) {
            let most = Options::MOST_THREADS;
            return Err(errors::error(format!(
                "{threads} is not a number of threads from 1 to {most}"
            )));
        }
        if !(1..=1 << 20).contains(&hash) {
            return Err(errors::error(format!(
                "{hash} is not a number of megabytes from 1 to 1048576"
            )));
        }
        let mut maker = Maker::default();
        maker.engine.threads = threads;
        maker.engine.hash_mb = hash;
        if let Some(path) = eval {
            std::fs::metadata(&path)
                .map_err(|error| errors::system(&error, &format!("{}: {error}", path.display())))?;
            let weights = WeightsFiles::default().read(&path).map_err(errors::player)?;
            maker.engine.weights = Some(weights);
        }
        let worker = Mutex::new(Worker::new(maker));
        let (busy, stop) = (AtomicBool::new(false), Mutex::default());
        Ok(Engine { shared: Arc::new(Shared { worker, busy, stop }) })
    }

    /// The best moves.
    fn search<'py>(
        &self,
        py: Python<'py>,
        position: PositionArg<'_>,
        spend: Spend,
        only: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position.get()?;
        let limits = limits(&position, &spend, &only)?;
        let stop = limits.stop.clone();
        let claim = self.claim(&stop)?;
        let report = interruptible(py, stop, move || claim.search(&position, &limits, |_| {}))?;
        to_python(py, &hint_lines(&report).collect::<Vec<_>>())
    }

    /// The same, as it gets better.
    fn analyse(
        &self,
        position: PositionArg<'_>,
        spend: Spend,
        only: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        let position = position.get()?;
        let limits = limits(&position, &spend, &only)?;
        let stop = limits.stop.clone();
        let claim = self.claim(&stop)?;
        let thinking = Thinking::begin(stop, move |tell| {
            let last = claim.search(&position, &limits, |report| {
                tell(report);
            });
            // Whoever hears the last word may ask the next question.
            drop(claim);
            tell(last);
        });
        Ok(Analysis(thinking))
    }

    /// The exact score, or who wins.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        position: PositionArg<'_>,
        wld: bool,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position.get()?;
        let goal = if wld { Goal::Wld } else { Goal::Exact };
        let budget = Budget { time, ..Budget::default() };
        let question = question::solution(position, &budget, 1, goal).map_err(errors::error)?;
        let Question::Analyse { limits, .. } = question else { unreachable!("it is an analysis") };
        let stop = limits.stop.clone();
        let claim = self.claim(&stop)?;
        let report = interruptible(py, stop, move || claim.search(&position, &limits, |_| {}))?;
        to_python(py, &SolvedLine::new(1, &position, goal, &report))
    }

    /// What every move of a game cost, and why.
    fn review<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        level: Option<u8>,
        depth: Option<u32>,
        time: Option<f64>,
        lang: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let language: Language = lang.parse().map_err(errors::error)?;
        let asked = answers_review::ReviewRequest { level, depth, time, ..Default::default() };
        let plan = answers_review::plan(&asked).map_err(errors::error)?;
        let mut review = Review::new(&game.current().game, plan);
        let stop = StopFlag::default();
        let claim = self.claim(&stop)?;
        let flag = stop.clone();
        let review = interruptible(py, stop, move || {
            claim.clear();
            while let Some(question) = review.next() {
                let limits = Limits { stop: flag.clone(), ..question.limits() };
                let report = claim.search(&question.position, &limits, |_| {});
                if flag.is_raised() {
                    break;
                }
                review.answered(&question, report.best());
            }
            review
        })?;
        let judged = review.all_judged();
        let rows: Vec<_> = judged.iter().map(|one| one.row(language)).collect();
        let side = |color| summary(&judged, color);
        let answer = json!({
            "moves": rows,
            "summary": { "black": side(Color::Black), "white": side(Color::White) },
        });
        to_python(py, &answer)
    }

    /// Forgets everything.
    fn clear(&self) -> PyResult<()> {
        self.claim(&StopFlag::default())?.clear();
        Ok(())
    }

    /// Ends the question under way soon; it is answered with what is known then.
    fn stop(&self) {
        self.shared.stop.lock().unwrap_or_else(PoisonError::into_inner).raise();
    }
}

/// An analysis that goes on: an iterator of its lines so far.
#[pyclass(frozen, module = "obverse._native")]
pub(crate) struct Analysis(Thinking<Report>);

#[pymethods]
impl Analysis {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let report = self.0.next(py)?;
        report.map(|report| to_python(py, &hint_lines(&report).collect::<Vec<_>>())).transpose()
    }

    /// Ends it soon: what is known then comes last.
    fn stop(&self) {
        self.0.stop();
    }
}
