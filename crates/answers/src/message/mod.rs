//! The messages between a page and its engine. `docs/web-protocol.md` describes them for people.

#![expect(missing_docs, reason = "the fields are described there")]

mod reply;
mod request;

pub use reply::{
    LevelInfo, LibraryInfo, LimitsInfo, PlaceInfo, PlayerInfo, Reply, Services, players,
};
pub use request::{Analyse, AtOnce, Choose, Request, Wanted, Why};

/// The version of the messages. It changes when one side could not do without what is new: 2 has
/// `read`, `write` and `why`; 3 has what makes a study: `review`, trees, openings, puzzles, the
/// library and rooms.
pub const VERSION: u32 = 3;
