//! The weights file.
//!
//! All numbers are little-endian. A file begins with
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OBVERSE` and a line feed |
//! | 4 | version of the format, 2 |
//! | 4 | the feature set, [`FEATURE_SET`] or [`OLDER_FEATURE_SET`] |
//! | 4 | length of the manifest |
//! | 4 | length of the dense part |
//! | 4 | CRC-32 of the bytes so far, the manifest and the dense part |
//! | | the manifest, JSON |
//! | | the dense part |
//!
//! and the tables follow, each compressed by itself (deflate, RFC 1951), so that a program can
//! unpack those that it needs. The dense part is
//!
//! | bytes | what |
//! |---|---|
//! | 3 | how many tables (1 to 16), heads (1 to 64) and `ProbCut` coefficients |
//! | 61 × 2 | table and head for each number of empty squares |
//! | 8 each | the tables: compressed length, and CRC-32 of the compressed bytes |
//! | 4 each | the `ProbCut` coefficients, as `f32` |
//! | | the heads: the fields of [`Head`] in their order |
//!
//! An unpacked table has a bit for every row that is not its own mirror's, from the lowest bit of
//! the first byte on, and then the rows whose bit is set; the others are all zeros.
//!
//! A file is decoded without trusting it: a wrong length, checksum or number is an error. Format
//! 1, which the first release wrote, had one Zstandard frame for everything. It is refused.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use thiserror::Error;

use super::ErrorModel;
use super::patterns::{
    ALLOCATED_ROWS, Canonical, FEATURE_SET, OLDER_FEATURE_SET, SCALAR_VALUES, SCALARS,
};
use super::weights::{HIDDEN, Head, LazyTable, PHASES, Phase, Row, Rows, WIDTH, Weights};

const MAGIC: &[u8; 8] = b"OBVERSE\n";
const VERSION: u32 = 2;
const HEADER: usize = 28;
const MAX_TABLES: usize = 16;
const MAX_HEADS: usize = 64;

/// Why bytes are not weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is something else.
    #[error("this is not a file of Obverse weights: it does not begin with `OBVERSE`")]
    Foreign,
    /// The file was made by the first release.
    #[error(
        "the weights have format 1, which version 0.1.0 wrote; this program reads format \
         {VERSION}: fit them again with `obverse train fit`"
    )]
    FirstRelease,
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

/// The bytes of a weights file.
///
/// # Panics
/// If there are more tables, heads or coefficients than the format can count.
pub fn encode(parts: &Parts) -> Vec<u8> {
    let tables: Vec<Vec<u8>> = parts.tables.iter().map(|rows| pack_table(rows)).collect();
    let dense = dense_part(parts, &tables);
    wrap(&parts.manifest, &dense, &tables.concat())
}

/// A whole file around its parts.
pub(crate) fn wrap(manifest: &str, dense: &[u8], tables: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, FEATURE_SET, manifest.len() as u32, dense.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    let body = [manifest.as_bytes(), dense].concat();
    bytes.extend(checksum(&bytes, &body).to_le_bytes());
    bytes.extend(body);
    bytes.extend(tables);
    bytes
}

fn checksum(header: &[u8], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(body);
    hasher.finalize()
}

/// What stands between the manifest and the tables.
pub(crate) fn dense_part(parts: &Parts, tables: &[Vec<u8>]) -> Vec<u8> {
    assert!((1..=MAX_TABLES).contains(&tables.len()), "one to sixteen tables");
    assert!((1..=MAX_HEADS).contains(&parts.heads.len()), "one to 64 heads");
    let coefficients = u8::try_from(parts.probcut.len()).expect("fewer than 256 coefficients");
    let mut bytes = vec![tables.len() as u8, parts.heads.len() as u8, coefficients];
    for phase in &parts.phases {
        bytes.extend([phase.table, phase.head]);
    }
    for table in tables {
        bytes.extend((table.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(table).to_le_bytes());
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

fn pack_table(rows: &[[i8; WIDTH]]) -> Vec<u8> {
    let mut bytes = vec![0; rows.len().div_ceil(8)];
    for (number, row) in rows.iter().enumerate().filter(|(_, row)| **row != [0; WIDTH]) {
        bytes[number / 8] |= 1 << (number % 8);
        bytes.extend(row.map(|lane| lane as u8));
    }
    deflate(&bytes)
}

/// Compressed bytes.
pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 64);
    let status = Compress::new(Compression::best(), false)
        .compress_vec(bytes, &mut compressed, FlushCompress::Finish)
        .expect("compressing from memory to memory does not fail");
    assert_eq!(status, Status::StreamEnd, "there is room for everything");
    compressed
}

/// Bytes that [`deflate`] has compressed, if they are no more than fit into the buffer: their
/// number.
fn inflate(compressed: &[u8], buffer: &mut [u8]) -> Option<usize> {
    let mut inflater = Decompress::new(false);
    let status = inflater.decompress(compressed, buffer, FlushDecompress::Finish).ok()?;
    let all_read = inflater.total_in() == compressed.len() as u64;
    (status == Status::StreamEnd && all_read).then_some(inflater.total_out() as usize)
}

/// A table as it is in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PackedTable<'a> {
    bytes: &'a [u8],
    checksum: u32,
}

impl PackedTable<'_> {
    fn unpack(&self, count: usize) -> Result<TableRows, WeightsError> {
        if crc32fast::hash(self.bytes) != self.checksum {
            return Err(WeightsError::Damaged("the checksum of a table differs"));
        }
        let bits = count.div_ceil(8);
        let mut buffer = vec![0; bits + count * WIDTH];
        let length = inflate(self.bytes, &mut buffer)
            .filter(|&length| length >= bits)
            .ok_or(WeightsError::Damaged("a table does not decompress"))?;
        let (bits, rows) = buffer[..length].split_at(bits);
        let (rows, rest) = rows.as_chunks::<WIDTH>();
        let present = bits.iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
        let beyond =
            bits.last().is_some_and(|&last| !count.is_multiple_of(8) && last >> (count % 8) != 0);
        if present != rows.len() || !rest.is_empty() || beyond {
            return Err(WeightsError::Damaged("a table does not have the rows that it says"));
        }
        let mut table = vec![[0; WIDTH]; count];
        let places = (0..count).filter(|number| bits[number / 8] >> (number % 8) & 1 != 0);
        for (number, row) in places.zip(rows) {
            table[number] = row.map(|lane| lane as i8);
        }
        Ok(table)
    }

    /// A table for the older shapes: what the newer ones add is nothing.
    fn unpack_older(&self) -> Result<TableRows, WeightsError> {
        let (canonical, scalars) = (Canonical::shared(), SCALARS.len() * SCALAR_VALUES);
        let mut rows = self.unpack(canonical.older + scalars)?;
        let newer = canonical.len - rows.len();
        rows.splice(canonical.older..canonical.older, std::iter::repeat_n([0; WIDTH], newer));
        Ok(rows)
    }

    /// The rows in the form that the engine uses.
    pub(super) fn expand(&self) -> Result<Box<Rows>, WeightsError> {
        let canonical = Canonical::shared();
        Ok(expand(canonical, &self.unpack(canonical.len)?))
    }
}

/// Gives every index of a table its own row.
fn expand(canonical: &Canonical, rows: &[[i8; WIDTH]]) -> Box<Rows> {
    assert_eq!(rows.len(), canonical.len, "a table has a row for every canonical index");
    let mut table = Vec::with_capacity(ALLOCATED_ROWS);
    table.extend(canonical.of_row.iter().map(|&from| Row(rows[from as usize])));
    table.resize(ALLOCATED_ROWS, Row([0; WIDTH]));
    Box::<Rows>::try_from(table.into_boxed_slice()).expect("as many rows as allocated")
}

/// A file whose tables are still packed.
struct PackedParts<'a> {
    tables: Vec<PackedTable<'a>>,
    heads: Vec<Head>,
    phases: [Phase; PHASES],
    probcut: Vec<f32>,
    manifest: &'a str,
    /// Whether the tables have rows for the older shapes only.
    is_older: bool,
}

impl<'a> PackedParts<'a> {
    fn read(bytes: &'a [u8]) -> Result<PackedParts<'a>, WeightsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let (header, body) =
            bytes.split_at_checked(HEADER).ok_or(WeightsError::Damaged("the header is cut off"))?;
        let number =
            |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
        let [version, set, manifest, dense, sum] = [8, 12, 16, 20, 24].map(number);
        match version {
            VERSION => {}
            1 => return Err(WeightsError::FirstRelease),
            other => return Err(WeightsError::Version(other)),
        }
        if ![FEATURE_SET, OLDER_FEATURE_SET].contains(&set) {
            return Err(WeightsError::FeatureSet(set));
        }
        let length = usize::try_from(u64::from(manifest) + u64::from(dense)).ok();
        let (body, tables) = length
            .and_then(|length| body.split_at_checked(length))
            .ok_or(WeightsError::Damaged("it ends early"))?;
        if checksum(&header[..HEADER - 4], body) != sum {
            return Err(WeightsError::Damaged("the checksum differs"));
        }
        let (manifest, dense) = body.split_at(manifest as usize);
        let manifest = std::str::from_utf8(manifest)
            .map_err(|_| WeightsError::Damaged("the manifest is not text"))?;
        let parts = PackedParts::read_parts(manifest, dense, tables)?;
        Ok(PackedParts { is_older: set == OLDER_FEATURE_SET, ..parts })
    }

    fn read_parts(
        manifest: &'a str,
        dense: &[u8],
        tables: &'a [u8],
    ) -> Result<PackedParts<'a>, WeightsError> {
        let (mut dense, mut packed) = (Reader(dense), Reader(tables));
        let [tables, heads, coefficients] = dense.array::<3>()?.map(usize::from);
        if !(1..=MAX_TABLES).contains(&tables) || !(1..=MAX_HEADS).contains(&heads) {
            return Err(WeightsError::Damaged("an impossible number of tables or heads"));
        }
        let mut phases = [Phase { table: 0, head: 0 }; PHASES];
        for phase in &mut phases {
            let [table, head] = dense.array()?;
            if usize::from(table) >= tables || usize::from(head) >= heads {
                return Err(WeightsError::Damaged(
                    "a phase names a table or head that is not there",
                ));
            }
            *phase = Phase { table, head };
        }
        let mut table = || {
            let [length, checksum] = [dense.array()?, dense.array()?].map(u32::from_le_bytes);
            Ok(PackedTable { bytes: packed.bytes(length as usize)?, checksum })
        };
        let tables = (0..tables).map(|_| table()).collect::<Result<_, _>>()?;
        let probcut = (0..coefficients)
            .map(|_| dense.array().map(f32::from_le_bytes))
            .collect::<Result<_, _>>()?;
        let heads = (0..heads).map(|_| dense.head()).collect::<Result<_, _>>()?;
        if !dense.0.is_empty() || !packed.0.is_empty() {
            return Err(WeightsError::Damaged("there is more than there should be"));
        }
        Ok(PackedParts { tables, heads, phases, probcut, manifest, is_older: false })
    }
}

/// Reads a weights file.
pub fn decode(bytes: &[u8]) -> Result<Parts, WeightsError> {
    let packed = PackedParts::read(bytes)?;
    let unpack = |table: &PackedTable<'_>| {
        if packed.is_older { table.unpack_older() } else { table.unpack(Canonical::shared().len) }
    };
    let tables = packed.tables.iter().map(unpack).collect::<Result<_, _>>()?;
    let PackedParts { heads, phases, probcut, manifest, .. } = packed;
    Ok(Parts { tables, heads, phases, probcut, manifest: manifest.to_owned() })
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, length: usize) -> Result<&'a [u8], WeightsError> {
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

    /// The same for a file in the program, whose tables are decoded when they are first used.
    ///
    /// What is wrong with a table is found only then, and is a panic: a test should call
    /// [`decode`] for the same bytes.
    pub fn from_static(bytes: &'static [u8]) -> Result<Weights, WeightsError> {
        let packed = PackedParts::read(bytes)?;
        if packed.is_older {
            return Err(WeightsError::FeatureSet(OLDER_FEATURE_SET));
        }
        Ok(Weights {
            tables: packed.tables.into_iter().map(LazyTable::packed).collect(),
            heads: packed.heads,
            phases: packed.phases,
            manifest: packed.manifest.to_owned(),
            errors: ErrorModel::new(&packed.probcut),
        })
    }

    /// Gives every index of every table its own row.
    ///
    /// # Panics
    /// If a table has the wrong number of rows.
    pub fn from_parts(parts: &Parts) -> Weights {
        let canonical = Canonical::shared();
        let unpacked = |rows: &TableRows| LazyTable::unpacked(expand(canonical, rows));
        Weights {
            tables: parts.tables.iter().map(unpacked).collect(),
            heads: parts.heads.clone(),
            phases: parts.phases,
            manifest: parts.manifest.clone(),
            errors: ErrorModel::new(&parts.probcut),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of before the newer shapes say the same as ever: rows of nothing are added.
    #[test]
    fn weights_for_the_older_shapes_are_read() {
        let (canonical, scalars) = (Canonical::shared(), SCALARS.len() * SCALAR_VALUES);
        let row = |number: usize| [(number % 100) as i8 + 1; WIDTH];
        let older: TableRows = (0..canonical.older + scalars).map(row).collect();
        let mut parts = Parts {
            tables: vec![],
            heads: vec![Head::ZERO],
            phases: [Phase { table: 0, head: 0 }; PHASES],
            probcut: vec![],
            manifest: "{}".to_owned(),
        };
        let tables = [pack_table(&older)];
        let mut bytes = wrap(&parts.manifest, &dense_part(&parts, &tables), &tables.concat());
        bytes[12..16].copy_from_slice(&OLDER_FEATURE_SET.to_le_bytes());
        let body = HEADER + parts.manifest.len() + dense_part(&parts, &tables).len();
        let sum = checksum(&bytes[..HEADER - 4], &bytes[HEADER..body]);
        bytes[HEADER - 4..HEADER].copy_from_slice(&sum.to_le_bytes());

        let (shapes, numbers) = older.split_at(canonical.older);
        let newer = vec![[0; WIDTH]; canonical.len - older.len()];
        parts.tables = vec![[shapes, &newer, numbers].concat()];
        assert_eq!(decode(&bytes), Ok(parts));
        // A program brings its own weights for all shapes.
        let bytes: &'static [u8] = bytes.leak();
        assert_eq!(
            Weights::from_static(bytes).err(),
            Some(WeightsError::FeatureSet(OLDER_FEATURE_SET))
        );
    }
}
