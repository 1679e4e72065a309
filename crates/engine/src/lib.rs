//! The engine: evaluation, midgame search, endgame solver, levels, for every board size.
//!
//! [`Engine::search`] takes a position and [`Limits`] and gives a [`Report`]; an [`Observer`]
//! hears of improved lines meanwhile. The crate does no I/O, reads no environment and no clock
//! but the one in [`Options`], and holds no global state: several engines live in one process.
//!
//! What is not documented here (`eval`, `anysize`, `bench`, `fuzzing`, `random`, `Solver`) is open to the
//! project's own trainer, benchmarks and fuzz targets only, and changes with them.

#[doc(hidden)]
pub mod anysize;
#[doc(hidden)]
pub mod bench;
pub mod book;
mod budget;
mod engine;
#[doc(hidden)]
pub mod eval;
#[doc(hidden)]
pub mod fuzzing;
mod handmade;
mod level;
mod limits;
mod params;
#[doc(hidden)]
pub mod random;
mod report;
mod root;
mod schedule;
pub mod score;
mod search;
#[cfg(feature = "serde")]
mod serde_impls;
mod small;
mod solver;
mod squares;
mod stopper;
mod tables;
mod tiers;
mod time_source;
mod value;

pub use anysize::BoardWeights;
pub use engine::{Engine, Options};
pub use eval::{ErrorModel, Weights, WeightsError};
pub use level::{Level, LevelError, LevelView};
pub use limits::{Clock, Goal, Limits, StopFlag};
pub use report::{Line, Observer, Progress, Report};
pub use score::Score;
pub use search::{Confidence, ConfidenceError};
#[doc(hidden)]
pub use solver::{Searched, Solved, Solver};
pub use time_source::TimeSource;

/// The README's code, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
