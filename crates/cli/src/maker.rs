//! Making the players that the commands are asked for.

use anyhow::Result;
use obverse_players::Maker;

use crate::engine_args::EngineArgs;

/// A maker of players whose random numbers begin with the seed, if there is one.
pub(crate) fn maker(engine: &EngineArgs, seed: Option<u64>) -> Result<Maker> {
    Ok(Maker { engine: engine.options()?, seed, ..Maker::default() })
}
