//! The weights file.
//!
//! All numbers are little-endian. The header is
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OBVERSE` and a line feed |
//! | 4 | version of the format, 1 |
//! | 4 | the feature set, [`FEATURE_SET`] |
//! | 4 | length of the manifest |
//! | 4 | length of the compressed payload |
//! | 4 | CRC-32 of the manifest and the compressed payload |
//!
//! and after it come the manifest (JSON) and the payload (one Zstandard frame). The payload is
//!
//! | bytes | what |
//! |---|---|
//! | 3 | how many tables (1 to 16), heads (1 to 64) and `ProbCut` coefficients |
//! | 61 × 2 | table and head for each number of empty squares |
//! | | the tables: lane by lane, a byte for every row that is not its own mirror's |
//! | 4 each | the `ProbCut` coefficients, as `f32` |
//! | | the heads: the fields of [`Head`] in their order |
//!
//! A file is decoded without trusting it: a wrong length, checksum or number is an error.

use std::io::Read;

use thiserror::Error;

use super::ErrorModel;
use super::patterns::{ALLOCATED_ROWS, Canonical, FEATURE_SET, ROWS};
use super::weights::{HIDDEN, Head, PHASES, Phase, Row, Rows, WIDTH, Weights};

const MAGIC: &[u8; 8] = b"OBVERSE\n";
const VERSION: u32 = 1;
const HEADER: usize = 28;
const MAX_TABLES: usize = 16;
const MAX_HEADS: usize = 64;
const HEAD_BYTES: usize = 4 * HIDDEN + 2 * WIDTH * HIDDEN + 2 * (HIDDEN + 2 * WIDTH) + 4;

/// Why bytes are not weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is something else.
    #[error("this is not a file of Obverse weights: it does not begin with `OBVERSE`")]
    Foreign,
    /// The file was made for another version of the program.
    #[error("the weights have format {0}, this program reads format {VERSION}")]
    Version(u32),
    /// The weights were fitted for other features.
    #[error("the weights are for feature set {0:08x}, this program has {FEATURE_SET:08x}")]
    FeatureSet(u32),
    /// The file ends early or has been changed.
    #[error("the weights are damaged: {0}")]
    Damaged(&'static str),
}

/// The rows of a table that are not shared, in the order of [`Canonical`].
pub type TableRows = Vec<[i8; WIDTH]>;

/// What a weights file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The tables.
    pub tables: Vec<TableRows>,
    /// The dense heads.
    pub heads: Vec<Head>,
    /// Table and head by empty squares.
    pub phases: [Phase; PHASES],
    /// The error of shallow searches, as the engine's `ProbCut` reads it.
    pub probcut: Vec<f32>,
    /// JSON: where the weights come from.
    pub manifest: String,
}

/// The payload of a weights file, to be compressed as one Zstandard frame.
///
/// # Panics
/// If there are more tables, heads or coefficients than the format can count.
pub fn payload(parts: &Parts) -> Vec<u8> {
    assert!((1..=MAX_TABLES).contains(&parts.tables.len()), "one to sixteen tables");
    assert!((1..=MAX_HEADS).contains(&parts.heads.len()), "one to 64 heads");
    let coefficients = u8::try_from(parts.probcut.len()).expect("fewer than 256 coefficients");
    let mut bytes = vec![parts.tables.len() as u8, parts.heads.len() as u8, coefficients];
    for phase in &parts.phases {
        bytes.extend([phase.table, phase.head]);
    }
    for rows in &parts.tables {
        for lane in 0..WIDTH {
            bytes.extend(rows.iter().map(|row| row[lane] as u8));
        }
    }
    for coefficient in &parts.probcut {
        bytes.extend(coefficient.to_le_bytes());
    }
    for head in &parts.heads {
        bytes.extend(head.hidden_bias.iter().flat_map(|value| value.to_le_bytes()));
        let mut short = |values: &[i16]| {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        };
        short(head.hidden.as_flattened().as_flattened());
        short(&head.output);
        short(&head.direct);
        short(&head.bias);
        bytes.extend(head.output_bias.to_le_bytes());
    }
    bytes
}

/// The whole file around a compressed payload.
pub fn wrap(manifest: &str, compressed: &[u8]) -> Vec<u8> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(manifest.as_bytes());
    checksum.update(compressed);
    let mut bytes = MAGIC.to_vec();
    let lengths = [manifest.len() as u32, compressed.len() as u32];
    for number in [VERSION, FEATURE_SET, lengths[0], lengths[1], checksum.finalize()] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(manifest.as_bytes());
    bytes.extend(compressed);
    bytes
}

/// Reads a weights file.
pub fn decode(bytes: &[u8]) -> Result<Parts, WeightsError> {
    if !bytes.starts_with(MAGIC) {
        return Err(WeightsError::Foreign);
    }
    let header = bytes.get(..HEADER).ok_or(WeightsError::Damaged("the header is cut off"))?;
    let number = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
    let [version, set, manifest_length, length, checksum] = [8, 12, 16, 20, 24].map(number);
    if version != VERSION {
        return Err(WeightsError::Version(version));
    }
    if set != FEATURE_SET {
        return Err(WeightsError::FeatureSet(set));
    }
    let body = &bytes[HEADER..];
    if body.len() as u64 != u64::from(manifest_length) + u64::from(length) {
        return Err(WeightsError::Damaged("the length is not what the header says"));
    }
    if crc32fast::hash(body) != checksum {
        return Err(WeightsError::Damaged("the checksum differs"));
    }
    let (manifest, compressed) = body.split_at(manifest_length as usize);
    let manifest = std::str::from_utf8(manifest)
        .map_err(|_| WeightsError::Damaged("the manifest is not text"))?;
    let payload = decompress(compressed)?;
    read_payload(&payload, manifest)
}

/// Never more than the largest payload, whatever the frame claims.
fn decompress(compressed: &[u8]) -> Result<Vec<u8>, WeightsError> {
    const LIMIT: usize = 1024 + 2 * PHASES + MAX_TABLES * ROWS * WIDTH + MAX_HEADS * HEAD_BYTES;
    let damaged = WeightsError::Damaged("the payload does not decompress");
    let decoder =
        ruzstd::decoding::StreamingDecoder::new(compressed).map_err(|_| damaged.clone())?;
    let mut payload = Vec::new();
    decoder.take(LIMIT as u64).read_to_end(&mut payload).map_err(|_| damaged)?;
    Ok(payload)
}

fn read_payload(payload: &[u8], manifest: &str) -> Result<Parts, WeightsError> {
    let mut reader = Reader(payload);
    let [tables, heads, coefficients] = reader.array::<3>()?.map(usize::from);
    if !(1..=MAX_TABLES).contains(&tables) || !(1..=MAX_HEADS).contains(&heads) {
        return Err(WeightsError::Damaged("an impossible number of tables or heads"));
    }
    let mut phases = [Phase { table: 0, head: 0 }; PHASES];
    for phase in &mut phases {
        let [table, head] = reader.array()?;
        if usize::from(table) >= tables || usize::from(head) >= heads {
            return Err(WeightsError::Damaged("a phase names a table or head that is not there"));
        }
        *phase = Phase { table, head };
    }
    let rows = Canonical::new().len;
    let tables = (0..tables).map(|_| reader.table(rows)).collect::<Result<_, _>>()?;
    let probcut = (0..coefficients)
        .map(|_| reader.array().map(f32::from_le_bytes))
        .collect::<Result<_, _>>()?;
    let heads = (0..heads).map(|_| reader.head()).collect::<Result<_, _>>()?;
    if !reader.0.is_empty() {
        return Err(WeightsError::Damaged("there is more than there should be"));
    }
    Ok(Parts { tables, heads, phases, probcut, manifest: manifest.to_owned() })
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes(&mut self, length: usize) -> Result<&[u8], WeightsError> {
        let (bytes, rest) =
            self.0.split_at_checked(length).ok_or(WeightsError::Damaged("it ends early"))?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        Ok(self.bytes(N)?.try_into().expect("as many bytes as asked for"))
    }

    fn shorts<const N: usize>(&mut self) -> Result<[i16; N], WeightsError> {
        let bytes = self.bytes(2 * N)?;
        Ok(std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
    }

    fn table(&mut self, rows: usize) -> Result<TableRows, WeightsError> {
        let bytes = self.bytes(rows * WIDTH)?;
        let mut table = vec![[0; WIDTH]; rows];
        for (lane, column) in bytes.chunks_exact(rows).enumerate() {
            for (row, &byte) in table.iter_mut().zip(column) {
                row[lane] = byte as i8;
            }
        }
        Ok(table)
    }

    fn head(&mut self) -> Result<Head, WeightsError> {
        let mut head = Head::ZERO;
        for bias in &mut head.hidden_bias {
            *bias = i32::from_le_bytes(self.array()?);
        }
        for pair in &mut head.hidden {
            let weights = self.shorts::<{ 2 * HIDDEN }>()?;
            *pair = std::array::from_fn(|unit| [weights[2 * unit], weights[2 * unit + 1]]);
        }
        head.output = self.shorts()?;
        head.direct = self.shorts()?;
        head.bias = self.shorts()?;
        head.output_bias = i32::from_le_bytes(self.array()?);
        Ok(head)
    }
}

impl Weights {
    /// Reads a weights file into the form that the engine uses.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        Ok(Weights::from_parts(&decode(bytes)?))
    }

    /// Gives every index of every table its own row.
    ///
    /// # Panics
    /// If a table has the wrong number of rows.
    pub fn from_parts(parts: &Parts) -> Weights {
        let canonical = Canonical::new();
        let expand = |rows: &TableRows| {
            assert_eq!(rows.len(), canonical.len, "a table has a row for every canonical index");
            let mut table = vec![Row([0; WIDTH]); ALLOCATED_ROWS].into_boxed_slice();
            for (row, &from) in table.iter_mut().zip(&canonical.of_row) {
                row.0 = rows[from as usize];
            }
            Box::<Rows>::try_from(table).expect("as many rows as allocated")
        };
        Weights {
            tables: parts.tables.iter().map(expand).collect(),
            heads: parts.heads.clone(),
            phases: parts.phases,
            manifest: parts.manifest.clone(),
            errors: ErrorModel::new(&parts.probcut),
        }
    }
}
