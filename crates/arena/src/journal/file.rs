//! The files of a contest: its journal, its games in GGF, and the lock that keeps others out.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use obverse_records::atomic;
use serde_json::Value;
use thiserror::Error;

use super::Entry;
use super::lock::Lock;
use super::text::{Contents, Damage, to_line, to_text};

/// The journal of a contest, open for more games.
#[derive(Debug)]
pub struct Journal {
    lines: File,
    games: File,
    /// When the files were last known to be on the disk.
    synced: Instant,
    /// Held as long as the journal is open: two matches would throw away each other's games.
    _lock: Lock,
}

/// A journal that was opened, and what was in it.
#[derive(Debug)]
pub struct Opened {
    /// For the games to come.
    pub journal: Journal,
    /// The games that were played before.
    pub entries: Vec<Entry>,
    /// What was repaired, in words for a person.
    pub repairs: Vec<String>,
}

/// A journal that can't be used. Nothing has been changed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// A file can't be read or written.
    #[error("{path}: {error}")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There are games of another contest.
    #[error(
        "{0} is about another match, with other players or conditions: give another --out, or \
         remove the file"
    )]
    Other(PathBuf),
    /// Another match writes to it.
    #[error("{0} is being written by another match that runs now")]
    Busy(PathBuf),
    /// There is a file with games, but no journal.
    #[error("{0} exists already, and is not from a match that could be resumed")]
    Foreign(PathBuf),
    /// The games cannot be written where they are wanted.
    #[error("{}", cannot_write(folder, error))]
    Folder {
        /// The folder of the games.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The games are to be written into a file, not in place of a folder.
    #[error("{0} is a folder: give the name of a file in it")]
    IsFolder(PathBuf),
    /// Some lines are not what was written.
    #[error("{}", damaged(path, damages, copy.as_deref()))]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// Where and what, in the order of the lines; there is one at least.
        damages: Vec<Damage>,
        /// Where a copy of it is, so that the file itself can be mended.
        copy: Option<PathBuf>,
    },
}

/// All damaged lines, the reason of the first, and what can be done.
fn damaged(path: &Path, damages: &[Damage], copy: Option<&Path>) -> String {
    let lines: Vec<usize> = damages.iter().map(|damage| damage.line).collect();
    let reason = damages.first().map_or("", |damage| &damage.reason);
    let all = in_words(&lines);
    let (what, way_out) = match lines[..] {
        [1] => (format!("line 1: {reason}"), "restore that line, or give another --out"),
        [line] => (
            format!("line {line}: {reason}"),
            "take that line out, and the match goes on and plays its game again",
        ),
        [1, ..] => (
            format!("lines {all} are damaged (line 1: {reason})"),
            "restore line 1 and take the others out, or give another --out",
        ),
        [first, ..] => (
            format!("lines {all} are damaged (line {first}: {reason})"),
            "take those lines out, and the match goes on and plays their games again",
        ),
        [] => (String::new(), ""),
    };
    let copy = copy.map(|copy| format!(", and a copy is in {}", copy.display()));
    let copy = copy.unwrap_or_default();
    format!("{}, {what}; nothing was changed{copy}: {way_out}", path.display())
}

/// Numbers that ascend, in a list such as `2, 4 to 6 and 9`.
fn in_words(numbers: &[usize]) -> String {
    let runs: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| match run {
            [one] => one.to_string(),
            [one, next] => format!("{one}, {next}"),
            run => format!("{} to {}", run[0], run[run.len() - 1]),
        })
        .collect();
    match runs.join(", ").rsplit_once(", ") {
        Some((others, last)) => format!("{others} and {last}"),
        None => runs.concat(),
    }
}

fn cannot_write(folder: &Path, error: &io::Error) -> String {
    let shown = folder.display();
    if error.kind() == io::ErrorKind::NotFound {
        format!("there is no folder {shown}: make it, or give another --out")
    } else {
        format!("cannot write in {shown}: {error}; give another --out")
    }
}

/// How long games may be in memory only. A crash of the program loses none of them; a power cut
/// loses those of this time.
const SYNC_AFTER: Duration = Duration::from_secs(1);

impl Journal {
    /// Opens the journal beside a file of games, or begins one. What the games of the contest
    /// have in common must be the same as when it was begun. Members that are null count as
    /// missing, so that conditions that are new in a version do not keep older matches from going
    /// on.
    pub fn open(games: &Path, contest: &Value) -> Result<Opened, JournalError> {
        if games.is_dir() {
            return Err(JournalError::IsFolder(games.to_owned()));
        }
        let lock = Lock::take(games)?;
        let path = beside(games, "journal");
        let mut repairs = Vec::new();
        let contents = match fs::read(&path) {
            Ok(bytes) => {
                let contents =
                    Contents::parse(&bytes).map_err(|damages| refuse(&path, &bytes, damages))?;
                if !is_same(&contents.contest, contest) {
                    return Err(JournalError::Other(path));
                }
                Some(contents)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(JournalError::Io { path, error }),
        };
        if contents.is_none() && fs::metadata(games).is_ok_and(|data| data.len() > 0) {
            // Games that are not ours are not overwritten.
            return Err(JournalError::Foreign(games.to_owned()));
        }
        if contents.as_ref().is_some_and(|contents| contents.dropped_last) {
            repairs.push(format!(
                "the last line of {} was cut off: its game is played again",
                path.display()
            ));
        }
        let is_as_written = contents.as_ref().is_some_and(|contents| contents.is_as_written);
        let entries = contents.map(|contents| contents.entries).unwrap_or_default();
        if !is_as_written {
            write(&path, &to_text(contest, &entries))?;
        }
        repairs.extend(restore_games(games, &entries)?);
        let open = |path: &Path| {
            OpenOptions::new().append(true).open(path).map_err(|error| io_error(path, error))
        };
        let journal = Journal {
            lines: open(&path)?,
            games: open(games)?,
            synced: Instant::now(),
            _lock: lock,
        };
        Ok(Opened { journal, entries, repairs })
    }

    /// Adds a game. It is in the journal last: a game that is there is in both.
    pub fn add(&mut self, entry: &Entry) -> io::Result<()> {
        // A line in one piece: whatever interrupts us, only the last line can be torn.
        self.games.write_all(format!("{}\n", entry.ggf).as_bytes())?;
        self.lines.write_all(format!("{}\n", to_line(entry)).as_bytes())?;
        if self.synced.elapsed() >= SYNC_AFTER {
            self.sync()?;
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.games.sync_data()?;
        self.lines.sync_data()?;
        self.synced = Instant::now();
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // All has been written; whether it is on the disk already nobody waits for.
        let _ = self.sync();
    }
}

/// Whether two contests are the same. A member that is missing is as good as null.
fn is_same(one: &Value, other: &Value) -> bool {
    let covers = |one: &Value, other: &Value| match one {
        Value::Object(members) => members.iter().all(|(name, value)| other[name] == *value),
        _ => one == other,
    };
    covers(one, other) && covers(other, one)
}

/// Makes the file of games say what the journal says. If it had anything else in it than what an
/// interruption leaves behind, a copy is kept; then the answer says so.
fn restore_games(games: &Path, entries: &[Entry]) -> Result<Option<String>, JournalError> {
    let wanted: String = entries.iter().flat_map(|entry| [entry.ggf.as_str(), "\n"]).collect();
    let found = match fs::read(games) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(io_error(games, error)),
    };
    if found == wanted.as_bytes() && games.exists() {
        return Ok(None);
    }
    // A game that is not in the journal yet, or games that did not reach the disk.
    let is_one_line = |rest: &[u8]| !rest.iter().rev().skip(1).any(|&byte| byte == b'\n');
    let is_interrupted = wanted.as_bytes().starts_with(&found)
        || found.strip_prefix(wanted.as_bytes()).is_some_and(is_one_line);
    let repair = if is_interrupted {
        None
    } else {
        let copy = keep_copy(games, &found).map_err(|error| io_error(games, error))?;
        Some(format!(
            "{} was not what the journal says and is made again from it; what it was is in {}",
            games.display(),
            copy.display()
        ))
    };
    write(games, &wanted)?;
    Ok(repair)
}

fn refuse(path: &Path, bytes: &[u8], damages: Vec<Damage>) -> JournalError {
    // The refusal matters more than the copy, and the file itself stays as it is.
    let copy = keep_copy(path, bytes).ok();
    JournalError::Damaged { path: path.to_owned(), damages, copy }
}

/// Keeps a copy of a file beside it, unless there is one already.
fn keep_copy(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let copy = match number {
            1 => beside(path, "kept"),
            _ => beside(path, &format!("kept-{number}")),
        };
        match atomic::write_new(&copy, bytes) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|()| copy),
        }
        if fs::read(&copy).is_ok_and(|kept| kept == bytes) {
            return Ok(copy);
        }
        number += 1;
    }
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn write(path: &Path, text: &str) -> Result<(), JournalError> {
    atomic::write(path, text).map_err(|error| io_error(path, error))
}

fn io_error(path: &Path, error: io::Error) -> JournalError {
    JournalError::Io { path: path.to_owned(), error }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::super::text::{VERSION_KEY, verify, with_checksum};
    use super::*;

    pub(in crate::journal) fn entry(number: usize) -> Entry {
        serde_json::from_value(json!({
            "first": 0, "second": 1, "opening": number / 2, "swapped": number % 2 == 1,
            "winner": "black", "discs": 12, "how": "played", "overruns": [0, 0],
            "ggf": format!("(;GM[Othello]PB[“{number}”];)"),
        }))
        .unwrap()
    }

    pub(in crate::journal) fn contest() -> Value {
        json!({"players": ["a", "b"], "depth": null})
    }

    /// A folder with a match of so many games.
    fn played(games: usize) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.ggf");
        let mut opened = Journal::open(&path, &contest()).unwrap();
        assert!(opened.entries.is_empty());
        for number in 0..games {
            opened.journal.add(&entry(number)).unwrap();
        }
        (folder, path)
    }

    fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files: Vec<_> =
            fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    #[test]
    fn a_contest_goes_on_where_it_was() {
        let (folder, games) = played(3);
        let opened = Journal::open(&games, &contest()).unwrap();
        assert_eq!(opened.entries, [0, 1, 2].map(entry));
        assert!(opened.repairs.is_empty());
        drop(opened);
        // The crash came in the middle of a line, in both files.
        for path in [&games, &beside(&games, "journal")] {
            let mut text = fs::read(path).unwrap();
            text.extend_from_slice(b"{\"first\":0,\"sec\0\0\0");
            fs::write(path, text).unwrap();
        }
        let mut opened = Journal::open(&games, &contest()).unwrap();
        assert_eq!(opened.entries, [0, 1, 2].map(entry));
        assert!(opened.repairs[0].contains("cut off"), "{:?}", opened.repairs);
        opened.journal.add(&entry(3)).unwrap();
        drop(opened);
        assert_eq!(Journal::open(&games, &contest()).unwrap().entries, [0, 1, 2, 3].map(entry));
        assert_eq!(fs::read_to_string(&games).unwrap().lines().count(), 4);
        assert_eq!(contents(folder.path()).len(), 2, "games and journal");
    }

    #[test]
    fn a_last_line_that_lacks_only_its_end_is_a_game() {
        let (_folder, games) = played(2);
        let path = beside(&games, "journal");
        let text = fs::read(&path).unwrap();
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        let opened = Journal::open(&games, &contest()).unwrap();
        assert_eq!(opened.entries, [0, 1].map(entry));
        assert!(opened.repairs.is_empty());
        assert_eq!(fs::read(&path).unwrap(), text);
    }

    #[test]
    fn any_damaged_line_is_refused_and_nothing_is_changed() {
        let (folder, games) = played(5);
        let path = beside(&games, "journal");
        let sound = fs::read(&path).unwrap();
        let lines = sound.split(|&byte| byte == b'\n').count() - 1;
        let mut line = 1;
        // The very last line end is left alone: without it the line is one that was cut off.
        for at in 0..sound.len() - 1 {
            let mut damaged = sound.clone();
            damaged[at] ^= 0x55;
            fs::write(&path, &damaged).unwrap();
            let before = contents(folder.path());
            let JournalError::Damaged { damages, copy, .. } =
                Journal::open(&games, &contest()).unwrap_err()
            else {
                panic!("byte {at}")
            };
            // Without its end a line is one with the next, and that is one damaged line too.
            assert_eq!(damages[0].line, line, "byte {at}: {damages:?}");
            assert_eq!(damages.len(), 1, "byte {at}: {damages:?}");
            let copy = copy.unwrap();
            assert_eq!(fs::read(&copy).unwrap(), damaged);
            fs::remove_file(copy).unwrap();
            assert_eq!(contents(folder.path()), before, "byte {at}");
            line += usize::from(sound[at] == b'\n');
        }
        assert_eq!(line, lines);
        fs::write(&path, &sound).unwrap();
        assert_eq!(Journal::open(&games, &contest()).unwrap().entries.len(), 5);
    }

    #[test]
    fn every_damaged_file_has_its_copy() {
        let (_folder, games) = played(2);
        let path = beside(&games, "journal");
        let open = |text: &str| {
            fs::write(&path, text).unwrap();
            Journal::open(&games, &contest()).unwrap_err().to_string()
        };
        assert!(open("one\n").contains("line 1: it does not say"));
        assert!(open("two\n").contains("games.ggf.journal.kept-2"));
        assert!(open("one\n").contains("games.ggf.journal.kept:"));
        assert!(open("").contains("line 1"));
    }

    #[test]
    fn games_that_were_changed_by_others_are_kept() {
        let (_folder, games) = played(3);
        let text = fs::read_to_string(&games).unwrap();
        let changed = text.replacen('1', "!", 1) + "(;more;)\n(;and more;)\n";
        fs::write(&games, &changed).unwrap();
        let opened = Journal::open(&games, &contest()).unwrap();
        assert!(opened.repairs[0].contains("games.ggf.kept"), "{:?}", opened.repairs);
        assert_eq!(fs::read_to_string(beside(&games, "kept")).unwrap(), changed);
        assert_eq!(fs::read_to_string(&games).unwrap(), text);
        drop(opened);
        // A file that is gone is made again.
        fs::remove_file(&games).unwrap();
        assert!(Journal::open(&games, &contest()).unwrap().repairs.is_empty());
        assert_eq!(fs::read_to_string(&games).unwrap(), text);
    }

    #[test]
    fn a_journal_of_the_first_release_goes_on() {
        let text = include_str!("../../tests/data/match-1.ggf.journal");
        let old: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.ggf");
        let path = beside(&games, "journal");
        // A condition that the first release did not have.
        let mut contest = old.clone();
        contest["new"] = Value::Null;
        contest.as_object_mut().unwrap().remove(VERSION_KEY);
        for (number, line) in (1..).zip(text.lines()) {
            // What is no text is found without a checksum, too.
            let damaged = text.replacen(line, &line.replacen(':', "\u{7}", 1), 1);
            fs::write(&path, &damaged).unwrap();
            let Err(JournalError::Damaged { damages, .. }) = Journal::open(&games, &contest) else {
                panic!("line {number}")
            };
            assert_eq!(damages[0].line, number);
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
        fs::write(&path, text).unwrap();
        let entries = Journal::open(&games, &contest).unwrap().entries;
        assert_eq!(entries.len(), text.lines().count() - 1);
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.starts_with("{\"obverse-match\":2,"), "{written}");
        assert!(written.lines().all(|line| verify(line.as_bytes()).is_ok()));
        assert_eq!(Journal::open(&games, &contest).unwrap().entries, entries);
        let games = fs::read_to_string(&games).unwrap();
        assert_eq!(games, include_str!("../../tests/data/match-1.ggf"));
    }

    #[test]
    fn a_newer_version_is_not_touched() {
        let (_folder, games) = played(1);
        let path = beside(&games, "journal");
        let newer = with_checksum(r#"{"obverse-match":3,"players":[]}"#) + "\n";
        fs::write(&path, &newer).unwrap();
        let error = Journal::open(&games, &contest()).unwrap_err().to_string();
        assert!(error.contains("version 3 is from a newer program"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), newer);
    }

    #[test]
    fn of_matches_that_begin_together_one_writes() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let games = folder.path().join("games.ggf");
            let all = 4;
            let barrier = std::sync::Barrier::new(all);
            let start = || {
                barrier.wait();
                let opened = Journal::open(&games, &contest());
                barrier.wait();
                opened.map_err(|error| matches!(error, JournalError::Busy(_)))
            };
            let results: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..all).map(|_| scope.spawn(start)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
            assert!(results.iter().all(|result| !matches!(result, Err(false))));
        }
    }

    #[test]
    fn two_matches_do_not_write_to_one_file() {
        let (_folder, games) = played(1);
        let opened = Journal::open(&games, &contest()).unwrap();
        let error = Journal::open(&games, &contest()).unwrap_err();
        assert!(matches!(error, JournalError::Busy(_)), "{error}");
        drop(opened);
        assert_eq!(Journal::open(&games, &contest()).unwrap().entries.len(), 1);
    }

    #[test]
    fn another_contest_is_not_mixed_in() {
        let (folder, games) = played(1);
        let error = Journal::open(&games, &json!({"players": ["a", "c"]})).unwrap_err();
        assert!(matches!(error, JournalError::Other(_)), "{error}");
        let foreign = folder.path().join("mine.ggf");
        fs::write(&foreign, "(;GM[Othello];)").unwrap();
        let error = Journal::open(&foreign, &json!({})).unwrap_err();
        assert!(matches!(error, JournalError::Foreign(_)), "{error}");
        assert_eq!(fs::read_to_string(&foreign).unwrap(), "(;GM[Othello];)");
    }
}
