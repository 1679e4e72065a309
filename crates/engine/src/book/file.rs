//! The book's file.
//!
//! All numbers are little-endian. The header is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OBVBOOK` and a line feed |
//! | 4 | version of the format, 1 |
//! | 4 | length of the manifest |
//! | 4 | length of the positions |
//! | 4 | CRC-32 of the manifest and the positions |
//!
//! and after it come the manifest (JSON) and the positions, as the tree of moves that leads to
//! them: the opening position first, and for every position
//!
//! | bytes | what |
//! |---|---|
//! | 1 | its score from the view of the side to move, in quarters of a disc, signed |
//! | 1 | how many moves follow |
//! | | each move: its square (1 byte, `a1` is 0, `b1` is 1) and the position after it |
//!
//! Moves are on the canonical form of the position, and only those are written that lead to a
//! position that has not come before: three bytes a position. A file is decoded without trusting
//! it: every move has to be legal and every position new.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use obverse_rules::{Board, Board8, Size, Square};
use thiserror::Error;

use super::{Book, Contents};

const MAGIC: &[u8; 8] = b"OBVBOOK\n";
const VERSION: u32 = 1;
const HEADER: usize = 24;

/// Why bytes are not a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file is something else.
    #[error("this is not an opening book of Obverse: it does not begin with `OBVBOOK`")]
    Foreign,
    /// The file was made for another version of the program.
    #[error("the book has format {0}, this program reads format {VERSION}")]
    Version(u32),
    /// The file ends early or has been changed.
    #[error("the book is damaged: {0}")]
    Damaged(&'static str),
}

impl Book {
    /// The book as a file. Positions that no moves of the book lead to are left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut unwritten: BTreeMap<Board8, i8> =
            self.contents().positions.iter().copied().collect();
        let mut positions = Vec::new();
        let start = Board8::start().canonical();
        let score = unwritten.remove(&start).unwrap_or_default();
        write_position(start, score, &mut unwritten, &mut positions);
        wrap(self.manifest(), &positions)
    }

    /// Reads a book's file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        Ok(Book { contents: OnceLock::from(Contents::from_bytes(bytes)?) })
    }
}

impl Contents {
    /// Reads a book's file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Contents, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let header = bytes.get(..HEADER).ok_or(BookError::Damaged("the header is cut off"))?;
        let number =
            |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
        let [version, manifest_length, length, checksum] = [8, 12, 16, 20].map(number);
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let body = &bytes[HEADER..];
        if body.len() as u64 != u64::from(manifest_length) + u64::from(length) {
            return Err(BookError::Damaged("the length is not what the header says"));
        }
        if crc32fast::hash(body) != checksum {
            return Err(BookError::Damaged("the checksum differs"));
        }
        let (manifest, mut positions) = body.split_at(manifest_length as usize);
        let manifest = std::str::from_utf8(manifest)
            .map_err(|_| BookError::Damaged("the manifest is not text"))?;
        let mut read = BTreeMap::new();
        read_position(Board8::start().canonical(), &mut positions, &mut read)?;
        if !positions.is_empty() {
            return Err(BookError::Damaged("there is more than there should be"));
        }
        Ok(Contents { positions: read.into_iter().collect(), manifest: manifest.to_owned() })
    }
}

/// The whole file around the positions.
pub(crate) fn wrap(manifest: &str, positions: &[u8]) -> Vec<u8> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(manifest.as_bytes());
    checksum.update(positions);
    let mut bytes = MAGIC.to_vec();
    let lengths = [manifest.len() as u32, positions.len() as u32];
    for number in [VERSION, lengths[0], lengths[1], checksum.finalize()] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(manifest.as_bytes());
    bytes.extend(positions);
    bytes
}

/// Writes a position and everything after it that is not written yet. No line is longer than the
/// board has squares, so the recursion is not deep.
fn write_position(
    board: Board8,
    score: i8,
    unwritten: &mut BTreeMap<Board8, i8>,
    bytes: &mut Vec<u8>,
) {
    bytes.push(score as u8);
    let count = bytes.len();
    bytes.push(0);
    for square in board.moves() {
        let child = after(board, square);
        if let Some(score) = unwritten.remove(&child) {
            bytes[count] += 1;
            bytes.push(square.index(Size::EIGHT) as u8);
            write_position(child, score, unwritten, bytes);
        }
    }
}

fn read_position(
    board: Board8,
    bytes: &mut &[u8],
    read: &mut BTreeMap<Board8, i8>,
) -> Result<(), BookError> {
    let early = BookError::Damaged("it ends early");
    let ([score, moves], rest) = bytes.split_first_chunk().ok_or_else(|| early.clone())?;
    *bytes = rest;
    if read.insert(board, *score as i8).is_some() {
        return Err(BookError::Damaged("a position comes twice"));
    }
    for _ in 0..*moves {
        let (&square, rest) = bytes.split_first().ok_or_else(|| early.clone())?;
        *bytes = rest;
        let square = Some(square as usize)
            .filter(|&square| square < 64)
            .map(|square| Square::from_index(square, Size::EIGHT))
            .filter(|&square| board.moves().contains(square))
            .ok_or(BookError::Damaged("a move is not legal"))?;
        read_position(after(board, square), bytes, read)?;
    }
    Ok(())
}

/// The position after a move, in its canonical form.
fn after(board: Board8, square: Square) -> Board8 {
    board.play_unchecked(square, board.flips(square)).canonical()
}
