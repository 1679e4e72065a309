//! Reading and writing games that people name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use obverse_players::Table;
use obverse_records::{FileError, Format, Record, WriteError, atomic, open, to_text};
use obverse_rules::Size;
use thiserror::Error;

use crate::state::Entry;

/// Why a file was not opened.
#[derive(Debug, Error)]
pub enum NotOpened {
    /// It can't be read, or what it holds is none of the formats.
    #[error("{0}: {source}", source = .0.source)]
    Unreadable(FileError),
    /// There is no game in it.
    #[error("{0}: there is no game in it")]
    Empty(String),
    /// Its board is of another size than was asked for.
    #[error("{path}: its board is {found}×{found}, not {wanted}×{wanted}")]
    Size {
        /// Which file.
        path: String,
        /// The size of its board.
        found: Size,
        /// The size asked for.
        wanted: Size,
    },
}

// Not its source: the message says all that the file's error and its cause say.
impl From<FileError> for NotOpened {
    fn from(error: FileError) -> NotOpened {
        NotOpened::Unreadable(error)
    }
}

/// Why a game was not written.
#[derive(Debug, Error)]
pub enum NotWritten {
    /// There is a file of that name.
    #[error("{0}: exists already")]
    Exists(String),
    /// The format can't hold the game.
    #[error("{0}: {1}")]
    Format(String, WriteError),
    /// The file can't be written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

/// The first game or position of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file's name, as it was given.
    pub path: String,
    /// What was read.
    pub record: Record,
    /// In which format.
    pub format: Format,
    /// Whether the file has more of them.
    pub more: bool,
}

impl Loaded {
    /// What was left out of the game, if anything was.
    pub fn remark(&self) -> Option<&'static str> {
        match (self.more, !self.record.variations.is_empty()) {
            (true, _) => Some("The file has more games; this is the first."),
            (false, true) => Some("The game has variations; this is its main line."),
            (false, false) => None,
        }
    }
}

/// Reads the first game or position of a file. Transcripts that do not say the size of their
/// board are of this size.
pub(crate) fn load(path: &Path, size: Size) -> Result<Loaded, NotOpened> {
    let name = path.display().to_string();
    let mut records = open(&expand(path), size)?;
    let format = records.format();
    let Some(first) = records.next() else { return Err(NotOpened::Empty(name)) };
    Ok(Loaded { path: name, record: first?, format, more: records.next().is_some() })
}

/// Writes the game of a table in the format that the file's name asks for, GGF if it asks for
/// none. The answer is the name it was written under.
pub(crate) fn write(path: &str, replace: bool, table: &Table) -> Result<String, NotWritten> {
    let file = expand(Path::new(path));
    let format = Format::of_path(&file).unwrap_or(Format::Ggf);
    let text = to_text(&table.record(), format)
        .map_err(|error| NotWritten::Format(path.to_owned(), error))?;
    let written = if replace { atomic::write(&file, text) } else { atomic::write_new(&file, text) };
    written.map(|()| path.to_owned()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists if !replace => NotWritten::Exists(path.to_owned()),
        _ => NotWritten::Io(path.to_owned(), error),
    })
}

/// What is in a folder; nothing if it can't be read.
pub(crate) fn list(folder: &str) -> Vec<Entry> {
    let folder = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let Ok(entries) = fs::read_dir(expand(folder)) else { return vec![] };
    entries
        .flatten()
        .map(|entry| Entry {
            is_file: !entry.path().is_dir(),
            name: entry.file_name().to_string_lossy().into_owned(),
        })
        .collect()
}

/// A path with `~/` replaced by the home folder, as a shell would.
fn expand(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
