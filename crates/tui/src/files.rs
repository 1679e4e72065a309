//! Reading and writing games that people name.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use obverse_records::{Diagram, FileError, Format, Record, WriteError, Writer, atomic, open};
use obverse_rules::Size;
use obverse_study::Tree;
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
    /// No format has this ending.
    #[error("{path}: no format ends in .{ending}; write {ENDINGS}")]
    Ending {
        /// Which file.
        path: String,
        /// How its name ends.
        ending: String,
    },
    /// The format can't hold the game.
    #[error("{0}: {1}; .ggf holds every game")]
    Format(String, WriteError),
    /// The file can't be written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

/// The endings that a game can be written under.
const ENDINGS: &str = ".ggf, .sgf, .txt, .obf, .wtb, .game, .board or .svg";

/// What a file's name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A record in a format.
    Record(Format),
    /// A picture of the position.
    Picture,
}

impl Kind {
    /// What the name of a file asks for; without an ending it asks for what is usual.
    pub(crate) fn of(path: &Path, usual: Format) -> Result<Kind, NotWritten> {
        let Some(ending) = path.extension() else { return Ok(Kind::Record(usual)) };
        if ending.eq_ignore_ascii_case("svg") {
            return Ok(Kind::Picture);
        }
        Format::of_path(path).map(Kind::Record).ok_or_else(|| NotWritten::Ending {
            path: path.display().to_string(),
            ending: ending.to_string_lossy().into_owned(),
        })
    }

    /// Whether it holds variations, or else only a line.
    pub(crate) fn holds_variations(self) -> bool {
        self == Kind::Record(Format::Sgf)
    }

    /// The record in this form.
    pub(crate) fn bytes(self, record: &Record) -> Result<Vec<u8>, WriteError> {
        match self {
            Kind::Picture => {
                let diagram = Diagram::new(record.position());
                Ok(diagram.with_last_move(record.game.last_move()).svg().into_bytes())
            }
            Kind::Record(format) => {
                let mut writer = Writer::new(Vec::new(), format);
                writer.write(record)?;
                Ok(writer.finish()?.0)
            }
        }
    }
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
    pub fn remark(&self) -> Option<String> {
        let left_out = self.record.left_out + Tree::from_record(&self.record).1;
        match (self.more, left_out) {
            (true, _) => Some("The file has more games; this is the first.".to_owned()),
            (false, 0) => None,
            (false, 1) => Some("One variation can’t be played and is left out.".to_owned()),
            (false, count) => Some(format!("{count} variations can’t be played and are left out.")),
        }
    }

    /// The game with its variations and comments, where it has some.
    pub fn tree(&self) -> Option<Tree> {
        let (mut tree, _) = Tree::from_record(&self.record);
        let has_notes = self.record.notes.iter().any(|note| note.comment.is_some());
        let has_more = !self.record.variations.is_empty() || has_notes;
        // The game is opened where it ends.
        while tree.forward() {}
        (has_more || self.record.tags.comment.is_some()).then_some(tree)
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

/// Writes a game in the format that the file's name asks for, GGF if it asks for none. The answer
/// is the name it was written under.
pub(crate) fn write(
    path: &str,
    replace: bool,
    record: &dyn Fn(Kind) -> Record,
) -> Result<String, NotWritten> {
    let file = expand(Path::new(path));
    let kind = Kind::of(&file, Format::Ggf)?;
    let bytes =
        kind.bytes(&record(kind)).map_err(|error| NotWritten::Format(path.to_owned(), error))?;
    let written =
        if replace { atomic::write(&file, bytes) } else { atomic::write_new(&file, bytes) };
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

#[cfg(test)]
mod tests {
    use obverse_records::read;
    use obverse_rules::Game;

    use super::*;

    /// Two moves of a game that is over, or is not.
    fn record(text: &str) -> Record {
        read(text.as_bytes()).unwrap().records.remove(0)
    }

    #[test]
    fn a_file_has_the_format_of_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let game = record(
            "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]RE[64.000:r]B[f5]W[d6];)",
        );
        write(&path("x.svg"), false, &|_| game.clone()).unwrap();
        let svg = fs::read_to_string(path("x.svg")).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("</svg>"), "{svg}");
        write(&path("x.wtb"), false, &|_| game.clone()).unwrap();
        let again = read(&fs::read(path("x.wtb")).unwrap()).unwrap();
        assert_eq!(again.format, Format::Wthor);
        assert_eq!(again.records[0].game.moves(), game.game.moves());
        write(&path("plain"), false, &|_| game.clone()).unwrap();
        assert!(fs::read_to_string(path("plain")).unwrap().starts_with("(;GM[Othello]"));
    }

    #[test]
    fn what_can_not_be_written_says_what_could() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let open = Record::new(Game::from_start(Size::EIGHT));
        let problem = write(&path("x.pdf"), false, &|_| open.clone()).unwrap_err().to_string();
        assert!(problem.contains("no format ends in .pdf; write .ggf"), "{problem}");
        let problem = write(&path("x.wtb"), false, &|_| open.clone()).unwrap_err().to_string();
        assert!(problem.contains("unfinished") && problem.contains(".ggf"), "{problem}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
