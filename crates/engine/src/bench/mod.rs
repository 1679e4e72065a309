//! Measuring the engine: the signature, endgames and openings to run, the speed of the kernels.

mod kernels;
mod positions;

pub use kernels::{Speed, kernel_speeds};
pub use positions::{Endgame, FFO, OPENINGS};

use std::sync::Arc;
use std::time::Duration;

use obverse_rules::{Position, Tier};

use crate::eval::Weights;
use crate::{Engine, Limits, Options, Progress};

/// The plies that the openings are searched for the signature.
const SIGNATURE_DEPTH: u32 = 10;
/// The endgames that are solved for the signature.
const SIGNATURE_ENDGAMES: usize = 1;

/// The nodes visited by a fixed set of searches of fixed depth in one thread: the same on every
/// machine and every tier, and another number after any change of what the search does.
pub fn signature(tier: Tier, weights: Option<Arc<Weights>>) -> u64 {
    let options = Options { tier, hash_mb: 16, weights, ..Options::new(|| Duration::ZERO) };
    let nodes = |position: &str, limits: &Limits| {
        let position: Position = position.parse().expect("the positions are well-formed");
        // Every search starts from nothing, so that the order does not matter.
        let mut engine = Engine::new(options.clone());
        engine.search(&position, limits, &mut |_: &Progress<'_>| {}).nodes
    };
    let midgame: u64 =
        OPENINGS.iter().map(|opening| nodes(opening, &Limits::depth(SIGNATURE_DEPTH))).sum();
    let endgame: u64 = FFO[..SIGNATURE_ENDGAMES]
        .iter()
        .map(|endgame| nodes(endgame.position, &Limits::exact()))
        .sum();
    midgame + endgame
}
