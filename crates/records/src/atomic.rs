//! Writing files so that an interrupted write loses nothing: beside, then renamed over.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, PersistError};

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
    /// Begins to write a file of this name. A link stays a link: what it leads to is replaced, or
    /// made where it leads to nothing.
    pub fn create(path: impl AsRef<Path>) -> io::Result<AtomicFile> {
        let path = follow_links(path.as_ref())?;
        if fs::metadata(&path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            let file = fs::OpenOptions::new().write(true).open(&path)?;
            return Ok(AtomicFile { target: Target::Direct(file), path });
        }
        let folder = folder_of(&path);
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
        self.put(NamedTempFile::persist)
    }

    /// Puts the file in its place; an error if there is one already.
    pub fn commit_new(self) -> io::Result<()> {
        self.put(NamedTempFile::persist_noclobber)
    }

    fn put(
        self,
        rename: fn(NamedTempFile, PathBuf) -> Result<fs::File, PersistError>,
    ) -> io::Result<()> {
        match self.target {
            Target::Beside(file) => {
                file.as_file().sync_all()?;
                let folder = folder_of(&self.path).to_owned();
                rename(file, self.path).map_err(|error| error.error)?;
                sync_folder(&folder)
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

/// How many links may lead to each other, as in most systems.
const MOST_LINKS: usize = 40;

/// Where a path leads, also if there is nothing yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(path) = fs::canonicalize(&path) {
            return Ok(path);
        }
        // A link that leads nowhere cannot be resolved, but read.
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = folder_of(&path).join(target);
    }
    Err(io::Error::other("too many links that lead to each other"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A name is on the disk only when its folder is.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match fs::File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and one may write to a folder that one may not read. The file
        // is in its place.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
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

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_to_nothing_yet_stays_a_link() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        // A link to a link, the second relative to its own folder.
        fs::create_dir(at("games")).unwrap();
        symlink("real", at("games/second")).unwrap();
        symlink(at("games/second"), at("first")).unwrap();
        write(at("first"), "one").unwrap();
        write_new(at("first"), "two").unwrap_err();
        for link in ["first", "games/second"] {
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
        assert!(fs::symlink_metadata(at("games/real")).unwrap().is_file());
        assert_eq!(fs::read_to_string(at("first")).unwrap(), "one");
        assert_eq!(names(folder.path()), ["first", "games"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_to_each_other_or_astray_are_errors() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink(at("b"), at("a")).unwrap();
        symlink(at("a"), at("b")).unwrap();
        symlink(at("missing/file"), at("c")).unwrap();
        for link in ["a", "c"] {
            write(at(link), "one").unwrap_err();
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
        }
    }
}
