//! The 16 bytes at the beginning of every WTHOR file.

use crate::error::{Found, ParseError, Place};

/// What the header says that matters to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Games in a `.wtb` file.
    pub(super) games: u32,
    /// Names in a `.JOU` or `.TRN` file.
    pub(super) names: u16,
    /// The year the games were played, or 0.
    pub(super) year: u16,
    /// The empty squares from where on the theoretical score is perfect play.
    pub(super) depth: u8,
}

/// The depth that a zero stands for.
pub(super) const USUAL_DEPTH: u8 = 22;

impl Header {
    pub(super) const LENGTH: usize = 16;

    pub(super) fn parse(bytes: &[u8; Header::LENGTH]) -> Result<Header, ParseError> {
        if !is_date(bytes) {
            let expected = "a date: century, year, month, day";
            return Err(ParseError::expected(Place::Byte(0), expected, Found::Byte(bytes[0])));
        }
        if !matches!(bytes[12], 0 | 8) {
            let expected = "the size of the board, 8";
            return Err(ParseError::expected(Place::Byte(12), expected, Found::Byte(bytes[12])));
        }
        let [_, _, _, _, g0, g1, g2, g3, n0, n1, y0, y1, _, _, depth, _] = *bytes;
        Ok(Header {
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            depth: if depth == 0 { USUAL_DEPTH } else { depth },
        })
    }

    /// The file is dated the first day of its year, so that the same games make the same file.
    pub(super) fn to_bytes(self) -> [u8; Header::LENGTH] {
        let dated = if self.year == 0 { 2000 } else { self.year };
        let mut bytes = [0; Header::LENGTH];
        bytes[..4].copy_from_slice(&[(dated / 100) as u8, (dated % 100) as u8, 1, 1]);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.names.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.year.to_le_bytes());
        if self.games > 0 {
            bytes[12] = 8;
            bytes[14] = self.depth;
        }
        bytes
    }
}

/// Whether a file that begins like this is WTHOR: no text begins with the number of a century.
pub(crate) fn looks_like_header(head: &[u8]) -> bool {
    head.first_chunk::<4>().is_some_and(|date| is_date(date))
}

fn is_date(bytes: &[u8]) -> bool {
    let [century, year, month, day, ..] = bytes else { return false };
    matches!(century, 19..=21) && *year < 100 && (1..=12).contains(month) && (1..=31).contains(day)
}
