//! Measuring the engine: signatures, endgames and openings to run, the speed of the kernels.

mod kernels;
mod positions;
mod signature;

pub use kernels::{Speed, kernel_speeds};
pub use positions::{Endgame, FFO, OPENINGS};
pub use signature::{other_boards_signature, signature};
