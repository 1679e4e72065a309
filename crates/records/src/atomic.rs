//! Writing files so that an interrupted write loses nothing: beside, then renamed over.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Writes a file in one step: a reader sees the old contents or the new, never a part.
pub fn write(path: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(contents.as_ref())?;
    file.commit()
}

/// Writes a file in one step, unless there is one already.
pub fn write_new(path: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(contents.as_ref())?;
    file.commit_new()
}

/// A file that appears under its name only when [`commit`](AtomicFile::commit) is called.
///
/// If it is dropped before, nothing is left behind and a file of that name stays as it was.
#[derive(Debug)]
pub struct AtomicFile {
    target: Target,
    path: PathBuf,
}

#[derive(Debug)]
enum Target {
    /// A file that will be renamed.
    Beside(NamedTempFile),
    /// A device or a pipe, which can't be replaced: written to as it is.
    Direct(fs::File),
}

impl AtomicFile {
    /// Begins to write a file of this name.
    pub fn create(path: impl AsRef<Path>) -> io::Result<AtomicFile> {
        // A link stays a link: what it leads to is replaced.
        let path = fs::canonicalize(path.as_ref()).unwrap_or_else(|_| path.as_ref().to_owned());
        if fs::metadata(&path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            let file = fs::OpenOptions::new().write(true).open(&path)?;
            return Ok(AtomicFile { target: Target::Direct(file), path });
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut builder = Builder::new();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.");
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        builder.permissions(permissions(&path));
        let file = builder.tempfile_in(folder).map_err(|error| {
            // The name of the temporary file would only confuse.
            io::Error::new(error.kind(), without_path(&error))
        })?;
        Ok(AtomicFile { target: Target::Beside(file), path })
    }

    /// Puts the file in its place, over one that is there.
    pub fn commit(self) -> io::Result<()> {
        match self.target {
            Target::Beside(file) => {
                file.as_file().sync_all()?;
                file.persist(&self.path).map_err(|error| error.error)?;
                Ok(())
            }
            Target::Direct(mut file) => file.flush(),
        }
    }

    /// Puts the file in its place; an error if there is one already.
    pub fn commit_new(self) -> io::Result<()> {
        match self.target {
            Target::Beside(file) => {
                file.as_file().sync_all()?;
                file.persist_noclobber(&self.path).map_err(|error| error.error)?;
                Ok(())
            }
            Target::Direct(mut file) => file.flush(),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Beside(file) => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Beside(file) => file.flush(),
            Target::Direct(file) => file.flush(),
        }
    }
}

/// Those of the file that is replaced, or else what any new file gets: temporary files are
/// private otherwise.
#[cfg(unix)]
fn permissions(path: &Path) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    let existing = fs::metadata(path).ok().filter(fs::Metadata::is_file);
    existing.map_or(fs::Permissions::from_mode(0o666), |data| data.permissions())
}

/// What went wrong, without the path that the temporary file's error carries.
fn without_path(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" at path ").next().unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_write_replaces_and_leaves_nothing_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ggf");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["game.ggf"]);
    }

    #[test]
    fn an_abandoned_write_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ggf");
        write(&path, "one").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(names(folder.path()), ["game.ggf"]);
    }

    #[test]
    fn a_new_file_does_not_replace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test-02");
        write_new(&path, "one").unwrap();
        let error = write_new(&path, "two").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(names(folder.path()), ["test-02"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("real");
        write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "two").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
