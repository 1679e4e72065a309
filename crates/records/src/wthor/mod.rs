//! WTHOR, the binary database of tournament games, kept by the French federation since 1980.
//!
//! A year's games are in a `.wtb` file of fixed records; names of players and tournaments are in
//! `.JOU` and `.TRN` files beside it and are found by number. Only 8×8 games from the opening
//! position can be held; passes are not stored.

mod folder;
mod header;
mod names;
mod read;
mod write;

pub use folder::Folder;
pub(crate) use folder::names_beside;
pub use names::Names;
pub use read::Reader;
pub use write::{Files, Writer};

pub(crate) use header::looks_like_header;
pub(crate) use read::Games;

#[cfg(test)]
mod tests;
