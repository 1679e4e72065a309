//! A folder of WTHOR files, read file after file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::ReadError;
use crate::file::FileError;
use crate::record::Record;
use crate::wthor::names::Names;
use crate::wthor::read::Reader;

/// The `.wtb` files of a folder, in the order of their names. Only one game at a time is held.
#[derive(Debug)]
pub struct Folder {
    files: std::vec::IntoIter<PathBuf>,
    names: Arc<Names>,
    open: Option<(PathBuf, Reader<File>)>,
}

impl Folder {
    /// Finds the files of a folder and reads the names.
    pub fn open(folder: &Path) -> Result<Folder, FileError> {
        let failed = |error: io::Error| FileError::new(folder, error.into());
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if has_extension(&path, "wtb") {
                files.push(path);
            }
        }
        if files.is_empty() {
            let what = "is a folder without WTHOR files (.wtb): name a file in it";
            return Err(failed(io::Error::new(io::ErrorKind::NotFound, what)));
        }
        files.sort();
        let names = Arc::new(names_beside(&files[0])?);
        Ok(Folder { files: files.into_iter(), names, open: None })
    }

    fn read_next(&mut self) -> Result<Option<Record>, FileError> {
        loop {
            if let Some((path, reader)) = &mut self.open
                && let Some(result) = reader.next()
            {
                return result.map(Some).map_err(|error| FileError::new(path, error));
            }
            let Some(path) = self.files.next() else { return Ok(None) };
            let failed = |error: ReadError| FileError::new(&path, error);
            let file = File::open(&path).map_err(|error| failed(error.into()))?;
            let reader = Reader::new(file, Arc::clone(&self.names)).map_err(failed)?;
            self.open = Some((path, reader));
        }
    }
}

impl Iterator for Folder {
    type Item = Result<Record, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.read_next();
        if result.is_err() {
            // After an error it yields nothing more.
            (self.files, self.open) = (Vec::new().into_iter(), None);
        }
        result.transpose()
    }
}

/// The names that belong to a `.wtb` file: those of the same name, or the folder's `WTH.JOU` and
/// `WTH.TRN`. Without such files, none.
pub(crate) fn names_beside(games: &Path) -> Result<Names, FileError> {
    let mut names = Names::default();
    if let Some(path) = beside(games, "JOU") {
        read(&path, |file| names.read_players(file))?;
    }
    if let Some(path) = beside(games, "TRN") {
        read(&path, |file| names.read_tournaments(file))?;
    }
    Ok(names)
}

fn read(path: &Path, take: impl FnOnce(File) -> Result<(), ReadError>) -> Result<(), FileError> {
    let result = File::open(path).map_err(ReadError::from).and_then(take);
    result.map_err(|error| FileError::new(path, error))
}

fn beside(games: &Path, extension: &str) -> Option<PathBuf> {
    let own = [extension.to_owned(), extension.to_lowercase()].map(|e| games.with_extension(e));
    let shared = own.clone().map(|path| {
        path.with_file_name("WTH").with_extension(path.extension().unwrap_or_default())
    });
    own.into_iter().chain(shared).find(|path| path.is_file())
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
}
