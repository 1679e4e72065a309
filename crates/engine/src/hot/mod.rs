//! The inner search, compiled once per tier: see [`tiers`](crate::tiers).
//!
//! From the root down: [`pv`] searches the principal variation, [`null_window`] everything beside
//! it, [`shallow`] the last plies before a midgame search evaluates ([`eval`]), and [`end`] the
//! last squares of the game. [`order`] and [`probcut`] serve the first two, [`split`] shares their
//! moves among threads. [`small`] is the solver of 4×4 and 6×6.

pub(crate) mod end;
pub(crate) mod eval;
pub(crate) mod measure;
pub(crate) mod null_window;
pub(crate) mod order;
pub(crate) mod probcut;
pub(crate) mod pv;
pub(crate) mod shallow;
pub(crate) mod small;
pub(crate) mod split;

use super::{eval_kernel, hot, kernel};
