//! What a search remembers: transposition tables and caches, and the hash that finds a board in
//! them.
//!
//! Three are transposition tables in memory that grows with use ([`lines`]): that of the 8×8
//! search, shared by its threads ([`transposition`]), that of the other sizes ([`any_size`]), and
//! that of the solver of small boards ([`small`]). Two are small and a thread's own: bounds of short
//! endgames ([`local`]) and evaluations ([`evaluated`]).

mod any_size;
mod busy;
mod evaluated;
mod hash;
mod lines;
mod local;
mod memory;
mod small;
mod transposition;

pub(crate) use any_size::{AnySizeEntry, AnySizeTable, Bound, SOLVED};
pub(crate) use busy::Busy;
pub(crate) use evaluated::Evaluated;
pub(crate) use hash::hash;
pub(crate) use local::LocalTable;
pub(crate) use small::{Known, SmallTable};
pub(crate) use transposition::{Finding, Key, TableEntry, TranspositionTable};
