//! Making the players that the commands are asked for.

use anyhow::Result;
use obverse_engine::Options;
use obverse_players::{Maker, now};

use crate::input;

/// A maker of players whose random numbers begin with the seed, if there is one.
pub(crate) fn maker(seed: Option<u64>) -> Result<Maker> {
    let engine =
        Options { tier: input::tier()?, threads: input::threads(None), ..Options::new(now) };
    Ok(Maker { engine, seed, ..Maker::default() })
}
