//! The file of a book in the making: all expansions, round by round.
//!
//! Text. The first line has the settings as JSON. Then a line for every expanded position: the
//! discs of the side to move and of the other side, each as sixteen hexadecimal digits, and the
//! scores of the positions after it in 1/128 disc. A line `round` ends a round, which is written
//! in one piece: what comes after the last such line was cut off, and is done again.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use obverse_rules::Board8;

use super::BookSettings;
use super::tree::{Expansion, children};
use crate::TrainerError;
use crate::dataset::open_or_make;

const END_OF_ROUND: &str = "round";

pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal to go on with it, or makes it. The settings have to be those of the file.
    pub(super) fn open(
        path: &Path,
        settings: &BookSettings,
    ) -> Result<(Journal, Vec<Expansion>), TrainerError> {
        let io = || TrainerError::io(path);
        let header = serde_json::json!({ "obverse-book": 1, "settings": settings }).to_string();
        let mut file = open_or_make(path)?;
        let text = std::io::read_to_string(&mut file).map_err(io())?;
        let mut journal = Journal { path: path.to_owned(), file };
        let Some((first, rounds)) = text.split_once('\n') else {
            if !header.starts_with(&text) {
                return Err(TrainerError::data(path, "not the journal of an opening book"));
            }
            // New, or cut off while the header was written.
            journal.cut(0)?;
            journal.write(&format!("{header}\n"))?;
            return Ok((journal, Vec::new()));
        };
        if first != header {
            let reason = format!("made with other settings: {first}, now {header}");
            return Err(TrainerError::data(path, reason));
        }
        let end = format!("{END_OF_ROUND}\n");
        let whole = rounds.rfind(&end).map_or("", |at| &rounds[..at + end.len()]);
        let expansions = read(whole).ok_or_else(|| TrainerError::data(path, "it is damaged"))?;
        journal.cut((first.len() + 1 + whole.len()) as u64)?;
        Ok((journal, expansions))
    }

    /// Adds a round.
    pub(super) fn append(&mut self, round: &[Expansion]) -> Result<(), TrainerError> {
        let mut text = String::new();
        for Expansion { board, scores } in round {
            let (player, opponent) = board.bits();
            let discs = [player, opponent].map(|discs| format!("{discs:016x}"));
            let words: Vec<String> =
                discs.into_iter().chain(scores.iter().map(i16::to_string)).collect();
            text.push_str(&words.join(" "));
            text.push('\n');
        }
        self.write(&format!("{text}{END_OF_ROUND}\n"))
    }

    fn cut(&mut self, length: u64) -> Result<(), TrainerError> {
        self.file.set_len(length).map_err(TrainerError::io(&self.path))?;
        self.file.seek(SeekFrom::Start(length)).map_err(TrainerError::io(&self.path))?;
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), TrainerError> {
        self.file.write_all(text.as_bytes()).map_err(TrainerError::io(&self.path))
    }
}

fn read(text: &str) -> Option<Vec<Expansion>> {
    text.lines().filter(|line| *line != END_OF_ROUND).map(read_line).collect()
}

fn read_line(line: &str) -> Option<Expansion> {
    let mut words = line.split(' ');
    let mut discs = || u64::from_str_radix(words.next()?, 16).ok();
    let board = Board8::from_bits(discs()?, discs()?)?;
    let scores: Vec<i16> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (scores.len() == children(board).len()).then_some(Expansion { board, scores })
}
