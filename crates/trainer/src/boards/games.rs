//! Files of games on boards of any size.
//!
//! Text: the first line is JSON and says how the games were made, every other line is a game, which
//! begins with its number and ends with its result for Black. Between them are the moves, each with
//! the score of the search before it, in discs from the view of the side to move: `c4=1.25` is a
//! searched move, `c4=1.25?` a random one in its place, `c4=3!` an exact score, and `c4` a random
//! move that no search came before. Passes are not written.
//!
//! A line is written in one piece: what an interruption leaves is a last line without an end, which
//! is cut off.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use obverse_rules::{Game, Move, Position, Size, Square};
use serde_json::{Value, json};

use crate::TrainerError;
use crate::dataset::open_or_make;

/// The key of the first line that names the version of the format.
const FORMAT: &str = "obverse_board_games";
const VERSION: u64 = 1;

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ply {
    pub(super) square: Square,
    /// What the search before it said, in discs from the view of the side to move.
    pub(super) score: Option<f32>,
    /// Whether that is the result under perfect play.
    pub(super) is_exact: bool,
    /// Whether a random move was played instead of the one found.
    pub(super) is_random: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameRecord {
    pub(super) plies: Vec<Ply>,
    /// For Black, empty squares to the winner.
    pub(super) result: i32,
}

impl GameRecord {
    fn to_line(&self, number: u32) -> String {
        let mut line = number.to_string();
        for ply in &self.plies {
            let _ = write!(line, " {}", ply.square);
            if let Some(score) = ply.score {
                let _ = write!(line, "={}", (score * 100.0).round() / 100.0);
            }
            line.push_str(if ply.is_exact { "!" } else { "" });
            line.push_str(if ply.is_random && ply.score.is_some() { "?" } else { "" });
        }
        let _ = writeln!(line, " {}", self.result);
        line
    }

    /// The game with this number, if the line is one.
    fn from_line(line: &str, number: u32) -> Option<GameRecord> {
        let mut words = line.split(' ');
        words.next().filter(|word| *word == number.to_string())?;
        let mut words: Vec<&str> = words.collect();
        let result = words.pop()?.parse().ok()?;
        let ply = |word: &str| {
            let (word, is_slip) = word.strip_suffix('?').map_or((word, false), |word| (word, true));
            let (word, is_exact) = word.strip_suffix('!').map_or((word, false), |it| (it, true));
            let (square, score) =
                word.split_once('=').map_or((word, None), |it| (it.0, Some(it.1)));
            let score: Option<f32> = score.map(str::parse).transpose().ok()?;
            let score = score.filter(|score| score.is_finite());
            let is_random = is_slip || score.is_none();
            Some(Ply { square: square.parse().ok()?, score, is_exact, is_random })
        };
        let plies = words.into_iter().map(ply).collect::<Option<_>>()?;
        Some(GameRecord { plies, result })
    }

    /// The positions with their moves, or none if a move is illegal.
    pub(super) fn positions(&self, size: Size) -> Option<Vec<(Position, Ply)>> {
        let mut game = Game::from_start(size);
        let mut positions = Vec::with_capacity(self.plies.len());
        for &ply in &self.plies {
            if game.position().must_pass() {
                game.play(Move::Pass).ok()?;
            }
            positions.push((*game.position(), ply));
            game.play(Move::Place(ply.square)).ok()?;
        }
        Some(positions)
    }
}

/// The first line of a file with these settings.
fn header(size: Size, settings: &Value) -> String {
    format!("{}\n", json!({ FORMAT: VERSION, "size": size.get(), "settings": settings }))
}

/// Whether a file has games of boards of any size.
pub fn is_game_file(path: &Path) -> bool {
    let mut start = [0; 32];
    let read = File::open(path).and_then(|mut file| file.read(&mut start));
    read.is_ok_and(|length| String::from_utf8_lossy(&start[..length]).contains(FORMAT))
}

/// Adds games to a file.
pub(super) struct GameWriter {
    path: PathBuf,
    file: File,
    pub(super) games: u32,
    pub(super) positions: u64,
}

impl GameWriter {
    /// Opens a file to go on with it, or makes it. The settings have to be those of the file.
    pub(super) fn open(
        path: &Path,
        size: Size,
        settings: &Value,
    ) -> Result<GameWriter, TrainerError> {
        let io = || TrainerError::io(path);
        let mut file = open_or_make(path)?;
        let header = header(size, settings);
        let mut start = Vec::new();
        (&mut file).take(header.len() as u64).read_to_end(&mut start).map_err(io())?;
        let mut writer = GameWriter { path: path.to_owned(), file, games: 0, positions: 0 };
        if start.len() < header.len() && header.as_bytes().starts_with(&start) {
            // New, or cut off while the header was written.
            writer.file.set_len(0).map_err(io())?;
            writer.file.seek(SeekFrom::Start(0)).map_err(io())?;
            writer.file.write_all(header.as_bytes()).map_err(io())?;
            return Ok(writer);
        }
        let mut reader = GameReader::open(path)?;
        if start != header.as_bytes() {
            let made = reader.header.trim_end();
            return Err(TrainerError::data(
                path,
                format!("made with other settings: {made}, now {}", header.trim_end()),
            ));
        }
        while let Some(game) = reader.next()? {
            writer.positions += game.plies.len() as u64;
        }
        writer.games = reader.games;
        writer.file.set_len(reader.bytes).map_err(io())?;
        writer.file.seek(SeekFrom::End(0)).map_err(io())?;
        Ok(writer)
    }

    /// Adds the next game.
    pub(super) fn append(&mut self, game: &GameRecord) -> Result<(), TrainerError> {
        let line = game.to_line(self.games);
        self.file.write_all(line.as_bytes()).map_err(TrainerError::io(&self.path))?;
        self.games += 1;
        self.positions += game.plies.len() as u64;
        Ok(())
    }
}

/// Reads a file game by game.
pub(super) struct GameReader {
    path: PathBuf,
    file: BufReader<File>,
    header: String,
    pub(super) size: Size,
    games: u32,
    /// Of whole lines.
    bytes: u64,
}

impl GameReader {
    pub(super) fn open(path: &Path) -> Result<GameReader, TrainerError> {
        let io = || TrainerError::io(path);
        let mut file = BufReader::new(File::open(path).map_err(io())?);
        let mut header = String::new();
        // A file of another kind may be one endless line.
        (&mut file).take(1 << 16).read_line(&mut header).map_err(io())?;
        let made: Option<Value> = serde_json::from_str(&header).ok();
        let made = made.filter(|made| made[FORMAT].is_u64());
        let Some(made) = made else {
            return Err(TrainerError::data(path, "not a file of Obverse's games on other boards"));
        };
        if made[FORMAT] != VERSION {
            let reason = format!("format {}; this program reads {VERSION}", made[FORMAT]);
            return Err(TrainerError::data(path, reason));
        }
        let size = made["size"].as_u64().and_then(|size| Size::new(size as usize).ok());
        let size = size.ok_or_else(|| TrainerError::data(path, "the first line has no size"))?;
        let bytes = header.len() as u64;
        Ok(GameReader { path: path.to_owned(), file, header, size, games: 0, bytes })
    }

    /// The settings with which the games were made.
    pub(super) fn header(&self) -> &str {
        self.header.trim_end()
    }

    /// The next game, or none at the end of the file or of what is written of it so far.
    pub(super) fn next(&mut self) -> Result<Option<GameRecord>, TrainerError> {
        let mut line = String::new();
        self.file.read_line(&mut line).map_err(TrainerError::io(&self.path))?;
        let Some(text) = line.strip_suffix('\n') else { return Ok(None) };
        let game = GameRecord::from_line(text, self.games)
            .filter(|game| game.positions(self.size).is_some());
        let Some(game) = game else {
            let reason = format!("line {}: not game {}", self.games + 2, self.games);
            return Err(TrainerError::data(&self.path, reason));
        };
        self.games += 1;
        self.bytes += line.len() as u64;
        Ok(Some(game))
    }
}
