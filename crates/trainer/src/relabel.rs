//! New labels for the positions of a data set: by a deeper search, with better weights.
//!
//! Each block of the source becomes a block of the new file, with the same games, and begins with
//! empty tables. So the new data depend on the source and on the settings alone: not on the number
//! of threads, nor on interruptions; and a source that has grown is gone on with.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use obverse_engine::Weights;
use obverse_jobs::{Batch, Digest, Job, JobError, Stop};
use obverse_rules::Tier;
use serde::{Deserialize, Serialize};

use crate::blocks;
use crate::dataset::{Block, Reader, Writer};
use crate::handed_out::{self, Crew, Hand, WeightsFrom, local_pool};
use crate::label::{LabelSettings, Labeller};
use crate::{Random, Record, TrainerError};

/// What determines the new data, beside the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RelabelSettings {
    /// How positions are labelled.
    #[serde(flatten)]
    pub label: LabelSettings,
    /// The fewest and the most empty squares of the positions that are kept.
    pub empties: (u32, u32),
    /// One position in so many is kept.
    pub one_in: u32,
}

/// What new labels need beside their settings.
#[derive(Clone, Debug)]
pub struct RelabelRun<'a> {
    /// The data set whose positions are labelled.
    pub source: &'a Path,
    /// The file to write, or to go on with.
    pub path: &'a Path,
    /// Threads.
    pub threads: usize,
    /// The instruction set to use.
    pub tier: Tier,
    /// The weights to search with.
    pub weights: Arc<Weights>,
    /// Raised to end soon. Blocks that are not complete are left out, and done again next time.
    pub stop: &'a Stop,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelabelProgress {
    /// Games of the source that are done.
    pub games: u32,
    /// Positions in the new file.
    pub positions: u64,
    /// Bytes of the source that have been read.
    pub bytes_read: u64,
}

/// The kind of these jobs.
pub(crate) const KIND: &str = "relabel";

/// Labels all positions of the source that are not in the new file yet.
pub fn relabel(
    settings: &RelabelSettings,
    run: &RelabelRun<'_>,
    progress: impl FnMut(RelabelProgress),
) -> Result<RelabelProgress, TrainerError> {
    let mut pool = local_pool(run.threads, run.tier, Some(&run.weights));
    relabel_on(Crew { pool: &mut pool, weights: WeightsFrom::Here }, settings, run, progress)
}

/// Has all positions of the source labelled by others that are not in the new file yet.
pub fn relabel_on(
    crew: Crew<'_>,
    settings: &RelabelSettings,
    run: &RelabelRun<'_>,
    mut progress: impl FnMut(RelabelProgress),
) -> Result<RelabelProgress, TrainerError> {
    settings.check()?;
    let reader = Reader::open(run.source)?;
    let made_with: serde_json::Value = serde_json::from_str(reader.settings())
        .map_err(|_| TrainerError::data(run.source, "the settings are not JSON"))?;
    let identity = serde_json::json!({ "relabel": settings, "source": made_with }).to_string();
    let mut writer = Writer::open(run.path, &identity)?;
    let source = Source::new(reader, settings, crew.weights, writer.next_game())?;
    let state = |writer: &Writer, bytes_read: u64| RelabelProgress {
        games: writer.next_game(),
        positions: writer.records(),
        bytes_read,
    };
    let mut bytes_read = source.end_of(source.done);
    progress(state(&writer, bytes_read));
    blocks::write(crew.pool, &source, &mut writer, run.stop, |number, writer| {
        bytes_read = source.end_of(number + 1);
        progress(state(writer, bytes_read));
    })?;
    Ok(state(&writer, bytes_read))
}

impl RelabelSettings {
    fn check(&self) -> Result<(), TrainerError> {
        self.label.check()?;
        let (fewest, most) = self.empties;
        if fewest > most || self.one_in == 0 {
            return Err(TrainerError::Settings(
                "empty squares are a range such as 13-60, and one position in 1 or more is kept"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// Whether a position is kept. It depends on the position alone.
    fn keeps(&self, record: &Record) -> bool {
        let (fewest, most) = self.empties;
        let (player, opponent) = record.board.bits();
        (fewest..=most).contains(&record.board.empties())
            && Random::new(player, opponent).below(self.one_in as usize) == 0
    }
}

/// A block to be labelled, and everything that its labels depend on beside the build.
#[derive(Serialize, Deserialize)]
struct Body {
    label: LabelSettings,
    weights: String,
    /// The positions that are kept, as [`Block::to_bytes`] writes them, in base64.
    block: String,
}

/// The blocks of the source.
struct Source<'a> {
    settings: &'a RelabelSettings,
    weights: WeightsFrom,
    reader: Mutex<Reader>,
    blocks: Vec<Place>,
    /// Blocks that the new file has already.
    done: usize,
    /// Where the blocks begin.
    start: u64,
    digest: Digest,
}

/// Where a block is in the source.
struct Place {
    start: u64,
    end: u64,
    first_game: u32,
    games: u32,
}

impl<'a> Source<'a> {
    /// Looks at the whole source. Blocks before this game are done.
    fn new(
        mut reader: Reader,
        settings: &'a RelabelSettings,
        weights: WeightsFrom,
        next_game: u32,
    ) -> Result<Source<'a>, TrainerError> {
        let mut start = reader.position();
        let first = start;
        let (mut blocks, mut digests) = (Vec::new(), Vec::new());
        while let Some(block) = reader.next_whole_block()? {
            let end = reader.position();
            let Block { first_game, games, .. } = block;
            blocks.push(Place { start, end, first_game, games });
            digests.push(Digest::of([&block.to_raw()[..]]));
            start = end;
        }
        let done = blocks.partition_point(|block| block.first_game < next_game);
        let settings_text = serde_json::to_string(settings).expect("plain numbers");
        let word = weights.word();
        let of_settings = Digest::of([KIND.as_bytes(), settings_text.as_bytes(), word.as_bytes()]);
        let digest = Digest::of_all(std::iter::once(of_settings).chain(digests));
        let reader = Mutex::new(reader);
        Ok(Source { settings, weights, reader, blocks, done, start: first, digest })
    }

    /// Where so many blocks end.
    fn end_of(&self, blocks: usize) -> u64 {
        blocks.checked_sub(1).map_or(self.start, |last| self.blocks[last].end)
    }

    /// The block with the positions that are kept.
    fn block(&self, number: usize) -> Result<Block, TrainerError> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let mut block = reader.block_at(self.blocks[number].start)?;
        block.records.retain(|record| self.settings.keeps(record));
        Ok(block)
    }
}

impl Batch for Source<'_> {
    fn len(&self) -> usize {
        self.blocks.len()
    }

    fn job(&self, number: usize) -> Job {
        let body = self.block(number).map(|block| Body {
            label: self.settings.label.clone(),
            weights: self.weights.word(),
            block: BASE64_STANDARD.encode(block.to_bytes()),
        });
        // A source that has changed meanwhile makes a job that fails, with the reason.
        let job = match body {
            Ok(body) => Job::new(KIND, &body),
            Err(error) => Job::new(KIND, &error.to_string()),
        };
        job.expect("texts and numbers can be written")
    }

    fn done_before(&self) -> usize {
        self.done
    }

    fn files(&self) -> Vec<(Digest, Arc<[u8]>)> {
        self.weights.files()
    }

    fn check(&self, number: usize, result: &[u8]) -> Result<(), String> {
        let Place { first_game, games, .. } = self.blocks[number];
        blocks::check(number, result, (first_game, games))
    }

    /// That of the source and the settings, without making every job.
    fn digest(&self) -> Digest {
        self.digest
    }
}

/// Labels a block.
pub(crate) fn work(hand: &Hand, job: &Job, stop: &Stop) -> Result<Vec<u8>, JobError> {
    let failed = |error: &dyn std::fmt::Display| JobError::Failed(error.to_string());
    let Body { label, weights, block } = handed_out::read(job)?;
    label.check().map_err(|error| failed(&error))?;
    let bytes = BASE64_STANDARD.decode(block).map_err(|error| failed(&error))?;
    let block = Block::from_bytes(&bytes).map_err(|error| failed(&error))?;
    let mut labeller = Labeller::new(&label, hand.tier(), &hand.weights(&weights)?);
    let mut records = Vec::with_capacity(block.records.len());
    for &record in &block.records {
        if stop.is_raised() {
            return Err(JobError::Stopped);
        }
        records.push(labeller.relabel(record));
    }
    Ok(Block { records, ..block }.to_bytes())
}
