//! What can go wrong with a library.

use std::path::PathBuf;

use obverse_study::PuzzleId;
use rusqlite::ErrorCode;
use thiserror::Error;

/// A library could not be opened, read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// There is no file of this name.
    #[error("there is no library {}: `obverse library import FILE` begins one", .0.display())]
    Missing(PathBuf),
    /// The file could not be opened.
    #[error("{}", .path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: rusqlite::Error,
    },
    /// The file is something else.
    #[error("{} is no library of games: it is left as it is", .0.display())]
    Foreign(PathBuf),
    /// A newer Obverse wrote the file.
    #[error("the library has version {found}, and this program knows versions up to {known}")]
    Newer {
        /// The file's version.
        found: i64,
        /// The newest version that is known here.
        known: i64,
    },
    /// Another program is writing to it.
    #[error("the library is in use by another program: try again when it is done")]
    Busy,
    /// A game's row makes no sense.
    #[error("game {game} of the library is damaged: {what}")]
    Damaged {
        /// The game's number.
        game: i64,
        /// What is wrong with it.
        what: String,
    },
    /// A puzzle's row makes no sense.
    #[error("puzzle {puzzle} of the library is damaged: {what}")]
    DamagedPuzzle {
        /// The puzzle's name.
        puzzle: PuzzleId,
        /// What is wrong with it.
        what: String,
    },
    /// Anything else that the database says.
    #[error("the library's database")]
    Sql(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> LibraryError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LibraryError::Busy,
            _ => LibraryError::Sql(error),
        }
    }
}
