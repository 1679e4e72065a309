//! The inner search, compiled once per tier: see [`tiers`](crate::tiers).
//!
//! From the leaves up: [`last`] four squares, [`five`], [`local`] up to eleven,
//! then [`null_window`] and [`pv`], which also search the middle game, where [`eval`] ends a
//! line. [`order`] and [`probcut`] serve those two.

pub(crate) mod eval;
pub(crate) mod five;
pub(crate) mod last;
pub(crate) mod local;
pub(crate) mod measure;
pub(crate) mod null_window;
pub(crate) mod order;
pub(crate) mod probcut;
pub(crate) mod pv;
pub(crate) mod root;
pub(crate) mod shallow;
pub(crate) mod split;

use super::{eval_kernel, hot, kernel};
