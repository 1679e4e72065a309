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
use serde::Deserialize;

use super::BookSettings;
use super::tree::{Expansion, children};
use crate::TrainerError;
use crate::dataset::open_or_make;

const END_OF_ROUND: &str = "round";
/// The member of the first line that says the version, and that it is such a journal at all.
const VERSION_KEY: &str = "obverse-book";
const VERSION: u64 = 1;

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
        let header = serde_json::json!({ VERSION_KEY: VERSION, "settings": settings }).to_string();
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
        if first != header && !is_recoded(first, settings) {
            if let Some(version) = version(first).filter(|&version| version != VERSION) {
                let reason = format!("version {version}; this program reads version {VERSION}");
                return Err(TrainerError::data(path, reason));
            }
            let reason = format!("made with other settings: {first}, now {header}");
            return Err(TrainerError::data(path, reason));
        }
        let end = format!("{END_OF_ROUND}\n");
        let whole = rounds.rfind(&end).map_or("", |at| &rounds[..at + end.len()]);
        let expansions = read(whole).map_err(|line| {
            TrainerError::data(path, format!("line {}: no position and its scores", line + 1))
        })?;
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

/// CRC-32 of weights files with the same values: as version 0.1.0 shipped them, and as they were
/// written anew when tables were packed one by one.
const RECODED: [(u32, u32); 1] = [(1_362_358_382, 3_274_440_256)];

/// Whether a first line differs from what would be written now only in the bytes of the weights
/// file, and not in the weights.
fn is_recoded(line: &str, settings: &BookSettings) -> bool {
    let Ok(head) = serde_json::from_str::<serde_json::Value>(line) else { return false };
    let Ok(old) = BookSettings::deserialize(&head["settings"]) else { return false };
    let is_pair = |(before, now)| (old.weights, settings.weights) == (Some(before), Some(now));
    head[VERSION_KEY] == VERSION
        && RECODED.into_iter().any(is_pair)
        && BookSettings { weights: settings.weights, ..old } == *settings
}

/// The version that a first line says.
fn version(line: &str) -> Option<u64> {
    serde_json::from_str::<serde_json::Value>(line).ok()?[VERSION_KEY].as_u64()
}

/// The positions of all rounds, or the number of the line that is wrong, from 1.
fn read(text: &str) -> Result<Vec<Expansion>, usize> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| *line != END_OF_ROUND)
        .map(|(number, line)| read_line(line).ok_or(number))
        .collect()
}

fn read_line(line: &str) -> Option<Expansion> {
    let mut words = line.split(' ');
    let mut discs = || u64::from_str_radix(words.next()?, 16).ok();
    let board = Board8::from_bits(discs()?, discs()?)?;
    let scores: Vec<i16> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (scores.len() == children(board).len()).then_some(Expansion { board, scores })
}
