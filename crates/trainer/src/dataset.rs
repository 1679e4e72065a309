//! Files of labelled positions.
//!
//! A file is a header and blocks. All numbers are little-endian.
//!
//! | header | |
//! |---|---|
//! | 8 bytes | `OBVDATA` and a line feed |
//! | 4 | version of the format, 2 |
//! | 4 | length of the settings |
//! | 4 | CRC-32 of the settings |
//! | | the settings with which the data are made, JSON |
//!
//! | block | |
//! |---|---|
//! | 4 bytes | `BLOK` |
//! | 4 | the first game in the block |
//! | 4 | how many games |
//! | 4 | how many records |
//! | 4 | length of the compressed records |
//! | 4 | CRC-32 of the sixteen bytes before and of the compressed records |
//! | | the records (24 bytes each, see `record.rs`), compressed (`codec.rs`) |
//!
//! A block is written in one piece and only at the end, so that a generator that dies loses no
//! more than the block it was writing: the next one finds the end of the last whole block,
//! cuts off the rest and goes on with the next game. A block that is damaged and not the last is
//! an error: to go on there would lose all blocks after it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::codec::Codec;
use crate::{Record, TrainerError};

const MAGIC: &[u8; 8] = b"OBVDATA\n";
const VERSION: u32 = 2;
const BLOCK_MAGIC: &[u8; 4] = b"BLOK";
const BLOCK_HEADER: usize = 24;
/// No block is larger, so that a damaged length can't ask for much memory.
const MAX_RECORDS: u32 = 1 << 20;
const MAX_SETTINGS: u32 = 1 << 16;

/// Games that were played one after the other, and their positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The number of the first game.
    pub first_game: u32,
    /// How many games.
    pub games: u32,
    /// Their positions.
    pub records: Vec<Record>,
}

impl Block {
    /// The records without compression.
    pub(crate) fn to_raw(&self) -> Vec<u8> {
        self.records.iter().copied().flat_map(Record::to_bytes).collect()
    }

    /// The block as a file has it.
    pub fn to_bytes(&self) -> Vec<u8> {
        block_bytes(self, Codec::Deflate)
    }

    /// A block that was written by [`Block::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Block, TrainerError> {
        let path = PathBuf::from("a block");
        let file = Cursor::new(bytes.to_vec());
        let settings = String::new();
        let mut reader = Reader { path, file, codec: Codec::Deflate, settings, position: 0 };
        let block = reader.next_block()?;
        let is_all = reader.position == bytes.len() as u64;
        block
            .filter(|_| is_all)
            .ok_or_else(|| TrainerError::data(&reader.path, "it is not exactly one block"))
    }
}

/// Opens a file to go on with it, or makes it.
pub(crate) fn open_or_make(path: &Path) -> Result<File, TrainerError> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(TrainerError::io(path))
}

/// Adds blocks to a file.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    codec: Codec,
    next_game: u32,
    records: u64,
}

impl Writer {
    /// Opens a file to go on with it, or makes it. The settings have to be those of the file.
    pub fn open(path: &Path, settings: &str) -> Result<Writer, TrainerError> {
        let io = || TrainerError::io(path);
        let mut file = open_or_make(path)?;
        let header = header(settings);
        let mut start = Vec::new();
        (&mut file).take(header.len() as u64).read_to_end(&mut start).map_err(io())?;
        if start.len() < header.len() && header.starts_with(&start) {
            // New, or cut off while the header was written.
            file.set_len(0).map_err(io())?;
            file.seek(SeekFrom::Start(0)).map_err(io())?;
            file.write_all(&header).map_err(io())?;
            file.sync_data().map_err(io())?;
            let path = path.to_owned();
            return Ok(Writer { path, file, codec: Codec::Deflate, next_game: 0, records: 0 });
        }
        let mut reader = Reader::open(path)?;
        if reader.settings != settings {
            return Err(TrainerError::data(
                path,
                format!("made with other settings: {}, now {settings}", reader.settings),
            ));
        }
        let mut next_game = 0;
        let mut records = 0;
        while let Some(block) = reader.next_whole_block()? {
            next_game = block.first_game + block.games;
            records += block.records.len() as u64;
        }
        file.set_len(reader.position).map_err(io())?;
        file.seek(SeekFrom::End(0)).map_err(io())?;
        Ok(Writer { path: path.to_owned(), file, codec: reader.codec, next_game, records })
    }

    /// The number of the first game that is not in the file.
    pub fn next_game(&self) -> u32 {
        self.next_game
    }

    /// Positions in the file.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Adds a block, whose games come next.
    ///
    /// # Panics
    /// If other games come next, or the block is too large.
    pub fn append(&mut self, block: &Block) -> Result<(), TrainerError> {
        assert_eq!(block.first_game, self.next_game, "blocks are written in the games' order");
        assert!(block.records.len() <= MAX_RECORDS as usize, "a block too large to be read");
        let bytes = block_bytes(block, self.codec);
        self.file.write_all(&bytes).map_err(TrainerError::io(&self.path))?;
        self.next_game += block.games;
        self.records += block.records.len() as u64;
        Ok(())
    }
}

fn header(settings: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((settings.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(settings.as_bytes()).to_le_bytes());
    bytes.extend(settings.as_bytes());
    bytes
}

fn block_bytes(block: &Block, codec: Codec) -> Vec<u8> {
    let compressed = codec.compress(&block.to_raw());
    frame([block.first_game, block.games, block.records.len() as u32], &compressed)
}

/// The bytes of a block: first game, games and records, and the compressed records.
fn frame(numbers: [u32; 3], compressed: &[u8]) -> Vec<u8> {
    let mut bytes = BLOCK_MAGIC.to_vec();
    for number in numbers.into_iter().chain([compressed.len() as u32]) {
        bytes.extend(number.to_le_bytes());
    }
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&bytes[4..]);
    checksum.update(compressed);
    bytes.extend(checksum.finalize().to_le_bytes());
    bytes.extend(compressed);
    bytes
}

/// Reads a file block by block.
#[derive(Debug)]
pub struct Reader<R = BufReader<File>> {
    path: PathBuf,
    file: R,
    codec: Codec,
    settings: String,
    position: u64,
}

impl Reader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Reader, TrainerError> {
        let file = File::open(path).map_err(TrainerError::io(path))?;
        Reader::new(path, BufReader::new(file))
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Reads the header; the path is for what is said about the file.
    fn new(path: &Path, mut file: R) -> Result<Reader<R>, TrainerError> {
        let io = || TrainerError::io(path);
        let mut fixed = [0; 20];
        let length = read_fully(&mut file, &mut fixed).map_err(io())?;
        if length < fixed.len() || !fixed.starts_with(MAGIC) {
            return Err(TrainerError::data(path, "not a file of Obverse training data"));
        }
        let [version, length, checksum] = [8, 12, 16].map(|at| number(&fixed, at));
        let codec = Codec::of_format(version).ok_or_else(|| {
            let reason = format!("format {version}; this program reads up to {VERSION}");
            TrainerError::data(path, reason)
        })?;
        if length > MAX_SETTINGS {
            return Err(TrainerError::data(path, "the header is damaged"));
        }
        let mut settings = vec![0; length as usize];
        file.read_exact(&mut settings).map_err(io())?;
        let intact = crc32fast::hash(&settings) == checksum;
        let settings = String::from_utf8(settings)
            .ok()
            .filter(|_| intact)
            .ok_or_else(|| TrainerError::data(path, "the header is damaged"))?;
        let position = 20 + u64::from(length);
        Ok(Reader { path: path.to_owned(), file, codec, settings, position })
    }

    /// The settings with which the data were made.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// The next block, or none at the end of the file.
    pub fn next_block(&mut self) -> Result<Option<Block>, TrainerError> {
        match self.next_piece()? {
            Piece::Block(block) => Ok(Some(block)),
            Piece::End => Ok(None),
            Piece::Torn(reason) => Err(self.damaged(reason)),
        }
    }

    /// The next block, or none at the end of the file or of what is written of it so far.
    pub(crate) fn next_whole_block(&mut self) -> Result<Option<Block>, TrainerError> {
        match self.next_piece()? {
            Piece::Block(block) => Ok(Some(block)),
            Piece::End | Piece::Torn(_) => Ok(None),
        }
    }

    /// The block that begins with this byte.
    pub(crate) fn block_at(&mut self, start: u64) -> Result<Block, TrainerError> {
        self.file.seek(SeekFrom::Start(start)).map_err(TrainerError::io(&self.path))?;
        self.position = start;
        let block = self.next_block()?;
        block.ok_or_else(|| self.damaged("a block that was there is gone"))
    }

    /// The bytes read so far.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    fn next_piece(&mut self) -> Result<Piece, TrainerError> {
        match self.read_block()? {
            Ok(Some(block)) => Ok(Piece::Block(block)),
            Ok(None) => Ok(Piece::End),
            Err(reason) if self.another_follows()? => Err(self.damaged(reason)),
            Err(reason) => Ok(Piece::Torn(reason)),
        }
    }

    /// The next block, none at the end of the file, or what is wrong with it.
    fn read_block(&mut self) -> Result<Result<Option<Block>, &'static str>, TrainerError> {
        let mut header = [0; BLOCK_HEADER];
        match self.fill(&mut header)? {
            0 => return Ok(Ok(None)),
            BLOCK_HEADER => {}
            _ => return Ok(Err("a block is cut off")),
        }
        let [first_game, games, count, length, checksum] =
            [4, 8, 12, 16, 20].map(|at| number(&header, at));
        let bytes = count as usize * Record::BYTES;
        let too_long = count > MAX_RECORDS || length as usize > Codec::bound(bytes);
        if !header.starts_with(BLOCK_MAGIC) || too_long {
            return Ok(Err("a block's header is damaged"));
        }
        let mut compressed = vec![0; length as usize];
        if self.fill(&mut compressed)? < compressed.len() {
            return Ok(Err("a block is cut off"));
        }
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&header[4..20]);
        hasher.update(&compressed);
        if hasher.finalize() != checksum {
            return Ok(Err("a block's checksum differs"));
        }
        let records = (self.codec)
            .decompress(&compressed, bytes)
            .and_then(|raw| raw.as_chunks().0.iter().map(Record::from_bytes).collect());
        let Some(records) = records else { return Ok(Err("a block holds no positions")) };
        self.position += (BLOCK_HEADER + compressed.len()) as u64;
        Ok(Ok(Some(Block { first_game, games, records })))
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, TrainerError> {
        read_fully(&mut self.file, buffer).map_err(TrainerError::io(&self.path))
    }

    /// Whether another block begins after the start of the one that could not be read.
    fn another_follows(&mut self) -> Result<bool, TrainerError> {
        let start = SeekFrom::Start(self.position + 1);
        self.file.seek(start).map_err(TrainerError::io(&self.path))?;
        let mut buffer = [0; 4096];
        let mut window: Vec<u8> = Vec::new();
        loop {
            let filled = self.fill(&mut buffer)?;
            window.extend(&buffer[..filled]);
            if window.windows(BLOCK_MAGIC.len()).any(|bytes| bytes == BLOCK_MAGIC) {
                return Ok(true);
            }
            if filled < buffer.len() {
                return Ok(false);
            }
            // The magic may lie across two fillings.
            window.drain(..window.len() - (BLOCK_MAGIC.len() - 1));
        }
    }

    /// The error of the block that is being read.
    fn damaged(&self, reason: &str) -> TrainerError {
        TrainerError::data(&self.path, format!("from byte {} on: {reason}", self.position))
    }
}

/// What is next in a file.
enum Piece {
    Block(Block),
    End,
    /// What an interrupted write leaves at the end of a file, and what is wrong with it.
    Torn(&'static str),
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"))
}

/// Reads until the buffer is full or the file ends.
fn read_fully(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Hands every record of the files to the visitor. A block that is being written at the end of
/// a file is passed over.
pub fn for_each_record(
    paths: &[PathBuf],
    mut visit: impl FnMut(&Record),
) -> Result<(), TrainerError> {
    for path in paths {
        let mut reader = Reader::open(path)?;
        while let Some(block) = reader.next_whole_block()? {
            block.records.iter().for_each(&mut visit);
        }
    }
    Ok(())
}

/// Any bytes as a data set: what is read is written and read again without a change.
///
/// Hardly any bytes have the right checksum, so they are also the only block of a sound file:
/// as its compressed records, and as its records.
pub(crate) fn fuzz_data_set(bytes: &[u8]) {
    read_twice(bytes);
    let whole = bytes.len() - bytes.len() % Record::BYTES;
    let packed = Codec::Deflate.compress(&bytes[..whole]);
    for (count, compressed) in [(1, bytes), (whole / Record::BYTES, &packed)] {
        read_twice(&[header("{}"), frame([0, 1, count as u32], compressed)].concat());
    }
}

fn read_twice(bytes: &[u8]) {
    let path = Path::new("data");
    let Ok(mut reader) = Reader::new(path, Cursor::new(bytes)) else { return };
    let mut written = header(reader.settings());
    let mut blocks = Vec::new();
    while let Ok(Some(block)) = reader.next_block() {
        written.extend(block_bytes(&block, Codec::Deflate));
        blocks.push(block);
    }
    let mut again = Reader::new(path, Cursor::new(written)).expect("we read what we write");
    for block in blocks {
        assert_eq!(again.next_block().expect("we read what we write"), Some(block));
    }
    assert!(matches!(again.next_block(), Ok(None)));
}
