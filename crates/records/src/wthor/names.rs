//! The names of players and tournaments.

use std::collections::HashMap;
use std::io::{self, Read};

use crate::error::{Found, ParseError, Place, ReadError};
use crate::source::latin1;
use crate::wthor::header::Header;

/// The bytes of a player's name.
pub(super) const PLAYER: usize = 20;
/// The bytes of a tournament's name.
pub(super) const TOURNAMENT: usize = 26;

/// Names of players and tournaments by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Names {
    /// Reads the players of a `.JOU` file.
    pub fn read_players(&mut self, reader: impl Read) -> Result<(), ReadError> {
        self.players = read_names::<PLAYER>(reader)?;
        Ok(())
    }

    /// Reads the tournaments of a `.TRN` file.
    pub fn read_tournaments(&mut self, reader: impl Read) -> Result<(), ReadError> {
        self.tournaments = read_names::<TOURNAMENT>(reader)?;
        Ok(())
    }

    /// The name of a player; a number where there is none.
    pub fn player(&self, number: u16) -> String {
        name(&self.players, number).unwrap_or_else(|| format!("player {number}"))
    }

    /// The name of a tournament, if it is known.
    pub fn tournament(&self, number: u16) -> Option<String> {
        name(&self.tournaments, number)
    }
}

fn name(names: &[String], number: u16) -> Option<String> {
    names.get(number as usize).filter(|name| !name.is_empty()).cloned()
}

fn read_names<const LENGTH: usize>(reader: impl Read) -> Result<Vec<String>, ReadError> {
    let mut reader = io::BufReader::new(reader);
    let cut = |byte: usize, expected| {
        ParseError::expected(Place::Byte(byte as u64), expected, Found::End)
    };
    let mut bytes = [0; Header::LENGTH];
    fill(&mut reader, &mut bytes)?
        .ok_or_else(|| cut(0, "the 16 bytes that begin a WTHOR file".to_owned()))?;
    let count = Header::parse(&bytes)?.names;
    // The vector grows with what is really there: the number may be anything.
    let mut names = Vec::new();
    for number in 0..usize::from(count) {
        let mut bytes = [0; LENGTH];
        let at = Header::LENGTH + number * LENGTH;
        fill(&mut reader, &mut bytes)?
            .ok_or_else(|| cut(at, format!("name {} of {count}", number + 1)))?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(LENGTH);
        names.push(latin1(&bytes[..end]).trim_end().to_owned());
    }
    Ok(names)
}

/// Fills the buffer; `None` if there is not enough left.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<Option<()>> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(Some(())),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// Gives numbers to names in the order of their appearance.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    numbers: HashMap<String, u16>,
    names: Vec<String>,
}

impl Numbers {
    /// The number of a name; none if there are too many names.
    pub(super) fn number(&mut self, name: &str) -> Option<u16> {
        if let Some(&number) = self.numbers.get(name) {
            return Some(number);
        }
        // The header counts names in 16 bits.
        let number = u16::try_from(self.names.len()).ok().filter(|&number| number < u16::MAX)?;
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        Some(number)
    }

    /// A `.JOU` or `.TRN` file with names of this length. Longer names are cut, characters that
    /// Latin-1 does not have become `?`.
    pub(super) fn file<const LENGTH: usize>(&self, year: u16) -> Vec<u8> {
        let header = Header { games: 0, names: self.names.len() as u16, year, depth: 0 };
        let mut file = header.to_bytes().to_vec();
        for name in &self.names {
            let mut bytes = [0; LENGTH];
            let latin1 = name.chars().map(|c| u8::try_from(c).unwrap_or(b'?'));
            // A zero ends every name.
            for (to, from) in bytes[..LENGTH - 1].iter_mut().zip(latin1) {
                *to = from;
            }
            file.extend_from_slice(&bytes);
        }
        file
    }
}
