//! Opening files, whatever is in them.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use obverse_rules::Size;
use thiserror::Error;

use crate::error::ReadError;
use crate::format::Format;
use crate::read::Reader;
use crate::record::Record;
use crate::wthor::{self, Folder};

/// A file could not be read.
#[derive(Debug, Error)]
#[error("{}", .path.display())]
pub struct FileError {
    /// Which file.
    pub path: PathBuf,
    /// What went wrong.
    #[source]
    pub source: ReadError,
}

impl FileError {
    pub(crate) fn new(path: &Path, source: ReadError) -> FileError {
        FileError { path: path.to_owned(), source }
    }
}

/// The records of a file in any format, or of a folder of WTHOR files. Only one record at a time
/// is held.
#[derive(Debug)]
pub struct Records {
    kind: Kind,
    format: Format,
}

#[derive(Debug)]
enum Kind {
    File { path: PathBuf, reader: Box<Reader<File>> },
    Folder(Box<Folder>),
}

/// Opens a file in any format, or a folder of WTHOR files. The size is that of transcripts that
/// do not say theirs.
pub fn open(path: &Path, size: Size) -> Result<Records, FileError> {
    if path.is_dir() {
        let folder = Box::new(Folder::open(path)?);
        return Ok(Records { kind: Kind::Folder(folder), format: Format::Wthor });
    }
    let failed = |error: ReadError| FileError::new(path, error);
    let file = File::open(path).map_err(|error| failed(error.into()))?;
    let mut reader = Reader::with_size(file, size).map_err(failed)?;
    let format = reader.format();
    if format == Format::Wthor {
        reader.set_names(Arc::new(wthor::names_beside(path)?));
    }
    let kind = Kind::File { path: path.to_owned(), reader: Box::new(reader) };
    Ok(Records { kind, format })
}

impl Records {
    /// The format that was recognised.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl Iterator for Records {
    type Item = Result<Record, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.kind {
            Kind::File { path, reader } => {
                reader.next().map(|result| result.map_err(|error| FileError::new(path, error)))
            }
            Kind::Folder(folder) => folder.next(),
        }
    }
}
