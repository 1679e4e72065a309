//! A person's games in one file of `SQLite`: import, search, the opening explorer, reviews and puzzles.
//!
//! ```text
//! records ── import ──▶ game ─────▶ search, show
//!                         ├──▶ position ──▶ explore
//! a finished game ─ keep ─┤
//!                         └──▶ review ────▶ mistakes ──▶ puzzle, attempt, due
//! ```
//!
//! Every position of every game is kept by a hash that its eight images share, with the move that
//! was played there and the game's result: the explorer reads one run of rows, or for early positions,
//! which most games go through, what was counted of them. A game is there once, also if it is imported again, from another format, or
//! seen in a mirror.
//!
//! ```
//! use obverse_library::{Library, Query};
//! use obverse_records::transcript;
//! use obverse_rules::{Position, Size};
//!
//! let mut library = Library::in_memory()?;
//! library.add(&transcript::parse("f5d6c3d3c4", Size::EIGHT)?.into())?;
//! let explored = library.explore(&Position::start(Size::EIGHT))?;
//! assert_eq!(explored.moves[0].mv.to_string(), "f5");
//! assert_eq!(explored.moves[0].games, 1);
//! assert_eq!(library.search(&Query::default())?[0].opening.as_deref(), Some("Tiger"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod explore;
mod import;
mod index;
mod merge;
mod puzzles;
mod reviews;
mod schema;
mod search;
mod stored;
mod tally;

use std::path::Path;

use rusqlite::Connection;

pub use error::LibraryError;
pub use explore::{Continuation, Explored};
pub use import::{Added, Imported};
pub use reviews::Reviewed;
pub use search::{Outcome, Query, Summary};

/// A file of games.
#[derive(Debug)]
pub struct Library {
    connection: Connection,
}

impl Library {
    /// Opens a library, and makes it if there is none.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        schema::open(path).map(|connection| Library { connection })
    }

    /// Opens a library that must be there.
    pub fn open_existing(path: &Path) -> Result<Library, LibraryError> {
        if !path.exists() {
            return Err(LibraryError::Missing(path.to_owned()));
        }
        Library::open(path)
    }

    /// A library that is forgotten in the end.
    pub fn in_memory() -> Result<Library, LibraryError> {
        schema::in_memory().map(|connection| Library { connection })
    }

    /// The number of games.
    pub fn games(&self) -> Result<u64, LibraryError> {
        let count: i64 =
            self.connection.query_row("SELECT COUNT(*) FROM game", [], |row| row.get(0))?;
        Ok(count as u64)
    }
}
