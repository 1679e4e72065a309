//! The lock that keeps two matches from writing to the same files.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use super::JournalError;
use super::file::beside;

/// A locked file beside the games, which is gone once it is not needed.
///
/// It is a file of its own: a lock on the journal would be on a file that the next write renames
/// away.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock, unless another match has it.
    pub(super) fn take(games: &Path) -> Result<Lock, JournalError> {
        let path = beside(games, "lock");
        loop {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
            let file = file.map_err(|error| {
                let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty());
                JournalError::Folder { folder: folder.unwrap_or(Path::new(".")).into(), error }
            })?;
            match file.try_lock() {
                // Whoever had it may have removed the file after we opened it.
                Ok(()) if is_still_there(&file, &path) => return Ok(Lock { path, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(games.to_owned())),
                Err(TryLockError::Error(error)) => return Err(JournalError::Io { path, error }),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // It is removed while it is locked, so that nobody else's is. One that stays is only in
        // the way of a person who looks for the games.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether the path leads to this file, and not to one that was made after it, or nowhere.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let number = |data: fs::Metadata| (data.dev(), data.ino());
    let ours = file.metadata().map(number);
    let theirs = fs::metadata(path).map(number);
    ours.is_ok_and(|ours| theirs.is_ok_and(|theirs| ours == theirs))
}

/// Elsewhere the file is never removed.
#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn one_at_a_time_has_it_however_often_it_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.ggf");
        let holders = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut taken = 0;
                    while taken < 300 {
                        match Lock::take(&games) {
                            Ok(lock) => {
                                assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                                thread::yield_now();
                                holders.fetch_sub(1, Ordering::SeqCst);
                                drop(lock);
                                taken += 1;
                            }
                            Err(JournalError::Busy(_)) => thread::yield_now(),
                            Err(error) => panic!("{error}"),
                        }
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
