//! The weights of the any-size evaluation, and the file that holds them.
//!
//! | file | |
//! |---|---|
//! | 8 bytes | `OBVBORD` and a line feed |
//! | 4 | version of the format, 1 |
//! | 4 | the set of features, [`FEATURE_SET`] |
//! | 4 | length of the manifest |
//! | 4 | CRC-32 of all that follows |
//! | | the manifest, JSON: where the weights come from |
//! | | compressed: exponents, counts and rows, see [`BoardWeights::to_bytes`] |
//!
//! All numbers are little-endian.

use std::sync::Arc;
#[cfg(feature = "embedded-weights")]
use std::sync::OnceLock;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use thiserror::Error;

use super::eval::COUNTS;
use super::patterns::{Canonical, ROLES};

/// The parts of a game that have weights of their own, by how full the board is.
pub const PHASES: usize = 6;

/// Parts of a disc in a row.
pub const ROW_STEPS: f32 = 32.0;

/// A weights file with another set of features does not fit this program.
const FEATURE_SET: u32 = 1;
const MAGIC: &[u8; 8] = b"OBVBORD\n";
const VERSION: u32 = 1;
const HEADER: usize = 24;

/// The size of board for which the weights are given. On others they are multiplied by a power of
/// how much longer a side is, with an exponent for every role and count.
pub const BASE_SIZE: f32 = 10.0;

/// What the patterns and counts of a position are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardWeights {
    /// By phase, then by canonical index: in 1/32 disc on the board of ten by ten.
    pub rows: Vec<Vec<i16>>,
    /// By phase, then in the order of [`Count`](super::Count): in discs.
    pub counts: [[f32; COUNTS]; PHASES],
    /// How the worth of each role grows with the board: the power of the side's length.
    pub role_exponents: [f32; ROLES],
    /// The same for each count.
    pub count_exponents: [f32; COUNTS],
    /// JSON: where they come from.
    pub manifest: String,
}

/// Why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardWeightsError {
    /// The bytes begin otherwise.
    #[error("not a weights file of Obverse for boards of any size")]
    Foreign,
    /// Another version of the format or of the features.
    #[error("format {0}, features {1}; this program reads format 1 with features 1")]
    Version(u32, u32),
    /// The file is not whole.
    #[error("the file is damaged: {0}")]
    Damaged(&'static str),
}

impl BoardWeights {
    /// The weights to begin training with: moves, corners and, in the end, discs.
    pub fn by_hand() -> BoardWeights {
        use super::eval::Count;
        let canonical = Canonical::shared();
        let mut rows = vec![0; canonical.len];
        // Of the corner block, which is the first role: the corner, and the square diagonally
        // before it while the corner is empty.
        for index in 0..super::patterns::role(0).indices() {
            let owner = |square: u32| 1 - (index / 3_usize.pow(square) % 3) as i16;
            let worth = if owner(0) == 0 { -3 * owner(4) } else { 6 * owner(0) };
            rows[canonical.of_index[index] as usize] = worth * ROW_STEPS as i16;
        }
        let counts = std::array::from_fn(|phase| {
            let mut counts = [0.0; COUNTS];
            counts[Count::Mobility as usize] = 0.5;
            counts[Count::Potential as usize] = 0.3;
            counts[Count::OwnCornerMoves as usize] = 3.0;
            counts[Count::TheirCornerMoves as usize] = 2.0;
            counts[Count::Discs as usize] = if phase + 1 == PHASES { 0.5 } else { 0.0 };
            counts
        });
        BoardWeights {
            rows: vec![rows; PHASES],
            counts,
            role_exponents: [1.0; ROLES],
            count_exponents: [0.0; COUNTS],
            manifest: "{}".to_owned(),
        }
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.role_exponents.iter().chain(&self.count_exponents);
        let numbers = numbers.chain(self.counts.as_flattened());
        let mut plain: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        // Low bytes, then high ones, which are nearly all the same.
        let rows = || self.rows.iter().flatten();
        plain.extend(rows().map(|row| row.to_le_bytes()[0]));
        plain.extend(rows().map(|row| row.to_le_bytes()[1]));
        let mut body = self.manifest.clone().into_bytes();
        body.extend(deflate(&plain));
        let mut bytes = MAGIC.to_vec();
        let sum = crc32fast::hash(&body);
        for number in [VERSION, FEATURE_SET, self.manifest.len() as u32, sum] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(body);
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<BoardWeights, BoardWeightsError> {
        use BoardWeightsError::{Damaged, Foreign, Version};
        if !bytes.starts_with(MAGIC) {
            return Err(Foreign);
        }
        let (header, body) =
            bytes.split_at_checked(HEADER).ok_or(Damaged("the header is cut off"))?;
        let number =
            |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
        let [version, set, manifest, sum] = [8, 12, 16, 20].map(number);
        if (version, set) != (VERSION, FEATURE_SET) {
            return Err(Version(version, set));
        }
        if crc32fast::hash(body) != sum {
            return Err(Damaged("the checksum differs"));
        }
        let (manifest, packed) =
            body.split_at_checked(manifest as usize).ok_or(Damaged("it ends early"))?;
        let manifest =
            std::str::from_utf8(manifest).map_err(|_| Damaged("the manifest is not text"))?;
        let row_count = Canonical::shared().len;
        let numbers = ROLES + COUNTS + PHASES * COUNTS;
        let plain = inflate(packed, 4 * numbers + 2 * PHASES * row_count)
            .ok_or(Damaged("the weights do not decompress"))?;
        let (dense, rows) = plain.split_at(4 * numbers);
        let mut dense = dense.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut next = || dense.next().expect("they were counted");
        let (low, high) = rows.split_at(PHASES * row_count);
        let rows: Vec<i16> =
            low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect();
        let weights = BoardWeights {
            role_exponents: std::array::from_fn(|_| next()),
            count_exponents: std::array::from_fn(|_| next()),
            counts: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            rows: rows.chunks(row_count).map(<[i16]>::to_vec).collect(),
            manifest: manifest.to_owned(),
        };
        let numbers = weights.role_exponents.iter().chain(&weights.count_exponents);
        if numbers.chain(weights.counts.as_flattened()).all(|number| number.abs() < 1000.0) {
            Ok(weights)
        } else {
            Err(Damaged("a weight is beyond all bounds"))
        }
    }

    /// The weights that the program ships with, or those made by hand where it ships with none.
    pub(crate) fn shipped() -> Arc<BoardWeights> {
        #[cfg(feature = "embedded-weights")]
        return BoardWeights::embedded();
        #[cfg(not(feature = "embedded-weights"))]
        return Arc::new(BoardWeights::by_hand());
    }

    /// The weights that the program ships with.
    #[cfg(feature = "embedded-weights")]
    pub fn embedded() -> Arc<BoardWeights> {
        static DECODED: OnceLock<Arc<BoardWeights>> = OnceLock::new();
        let decode = || BoardWeights::from_bytes(BYTES).expect("a test reads the embedded weights");
        Arc::clone(DECODED.get_or_init(|| Arc::new(decode())))
    }
}

#[cfg(feature = "embedded-weights")]
static BYTES: &[u8] = include_bytes!("../../weights/boards.weights");

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 64);
    let status = Compress::new(Compression::best(), false)
        .compress_vec(bytes, &mut compressed, FlushCompress::Finish)
        .expect("compressing from memory to memory does not fail");
    assert_eq!(status, Status::StreamEnd, "there is room for everything");
    compressed
}

/// Bytes that [`deflate`] has compressed, if they are exactly so many.
fn inflate(compressed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut plain = vec![0; length];
    let mut inflater = Decompress::new(false);
    let status = inflater.decompress(compressed, &mut plain, FlushDecompress::Finish).ok()?;
    let is_all = inflater.total_in() == compressed.len() as u64;
    (status == Status::StreamEnd && is_all && inflater.total_out() == length as u64)
        .then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_come_back_from_their_file_and_damage_is_found() {
        let mut weights = BoardWeights::by_hand();
        weights.rows[3][77] = -1234;
        weights.manifest = r#"{"made":"by hand"}"#.to_owned();
        let bytes = weights.to_bytes();
        assert_eq!(BoardWeights::from_bytes(&bytes), Ok(weights));
        for at in [3, 9, 30, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(BoardWeights::from_bytes(&damaged).is_err(), "byte {at}");
        }
        assert!(BoardWeights::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    #[cfg(feature = "embedded-weights")]
    fn the_embedded_weights_can_be_read() {
        assert!(!BoardWeights::embedded().rows.is_empty());
    }
}
