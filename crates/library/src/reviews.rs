//! Reviews are kept with their games, so that they are made once.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use obverse_study::Review;
use rusqlite::{OptionalExtension, params};

use crate::{Library, LibraryError};

/// No review is longer, in bytes of JSON: a damaged file must not fill the memory.
const LONGEST: u64 = 64 << 20;

/// How far the review of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reviewed {
    /// Not begun.
    Not,
    /// Begun: there is more to ask.
    Partly,
    /// Nothing is left to ask.
    Wholly,
}

impl Library {
    /// Keeps what was found out about a game, over what was known before.
    pub fn keep_review(&mut self, game: i64, review: &Review) -> Result<(), LibraryError> {
        let json = serde_json::to_vec(review).map_err(|error| damaged(game, &error))?;
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        deflated.write_all(&json).map_err(|error| damaged(game, &error))?;
        let bytes = deflated.finish().map_err(|error| damaged(game, &error))?;
        let is_whole = review.next().is_none();
        self.connection.execute(
            "INSERT INTO review (game, is_whole, review) VALUES (?1, ?2, ?3) \
             ON CONFLICT (game) DO UPDATE SET is_whole = ?2, review = ?3",
            params![game, is_whole, bytes],
        )?;
        Ok(())
    }

    /// What was found out about a game, if anything.
    pub fn review(&self, game: i64) -> Result<Option<Review>, LibraryError> {
        let mut statement =
            self.connection.prepare_cached("SELECT review FROM review WHERE game = ?1")?;
        let bytes: Option<Vec<u8>> = statement.query_row([game], |row| row.get(0)).optional()?;
        let Some(bytes) = bytes else { return Ok(None) };
        let mut json = Vec::new();
        let mut reader = DeflateDecoder::new(&bytes[..]).take(LONGEST);
        reader.read_to_end(&mut json).map_err(|error| damaged(game, &error))?;
        serde_json::from_slice(&json).map(Some).map_err(|error| damaged(game, &error))
    }

    /// How far the review of a game is.
    pub fn reviewed(&self, game: i64) -> Result<Reviewed, LibraryError> {
        let mut statement =
            self.connection.prepare_cached("SELECT is_whole FROM review WHERE game = ?1")?;
        let is_whole: Option<bool> = statement.query_row([game], |row| row.get(0)).optional()?;
        Ok(match is_whole {
            None => Reviewed::Not,
            Some(false) => Reviewed::Partly,
            Some(true) => Reviewed::Wholly,
        })
    }
}

fn damaged(game: i64, error: &dyn std::error::Error) -> LibraryError {
    LibraryError::Damaged { game, what: format!("its review: {error}") }
}
