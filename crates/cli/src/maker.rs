//! Making the players that the commands are asked for.

use anyhow::Result;
use obverse_players::Maker;
use obverse_protocols::client::ClientSettings;

use crate::engine_args::EngineArgs;
use crate::external;

/// A maker of players whose random numbers begin with the seed, if there is one.
pub(crate) fn maker(engine: &EngineArgs, seed: Option<u64>) -> Result<Maker> {
    let connect = Some(external::connect(ClientSettings::default()));
    Ok(Maker { engine: engine.options()?, seed, connect, ..Maker::default() })
}
