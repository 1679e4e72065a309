//! New labels for the positions of a data set: by a deeper search, with better weights.
//!
//! Each block of the source becomes a block of the new file, with the same games, and begins with
//! empty tables. So the new data depend on the source and on the settings alone: not on the number
//! of threads, nor on interruptions; and a source that has grown is gone on with.

use std::path::Path;
use std::sync::{Arc, Mutex};

use obverse_engine::{StopFlag, Weights};
use obverse_rules::Tier;
use serde::Serialize;

use crate::dataset::{Block, Reader, Writer};
use crate::in_order::write_in_order;
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
    pub stop: &'a StopFlag,
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

/// Labels all positions of the source that are not in the new file yet.
pub fn relabel(
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
    let source = Source { reader, first_game: writer.next_game(), outcome: Ok(()) };
    let source = Mutex::new(source);
    let locked = || source.lock().expect("no thread panics here");
    let next = || if run.stop.is_raised() { None } else { locked().next() };
    let work = |block| relabel_block(settings, run, block);
    let state = |writer: &Writer| RelabelProgress {
        games: writer.next_game(),
        positions: writer.records(),
        bytes_read: locked().reader.position(),
    };
    progress(state(&writer));
    write_in_order(&mut writer, run.threads, &next, &work, |writer| progress(state(writer)))?;
    let end = state(&writer);
    source.into_inner().expect("no thread panics here").outcome?;
    Ok(end)
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

/// The blocks of the source that are to be done.
struct Source {
    reader: Reader,
    /// The first game that the new file does not have.
    first_game: u32,
    /// What went wrong, which ends the work.
    outcome: Result<(), TrainerError>,
}

impl Source {
    fn next(&mut self) -> Option<Block> {
        while self.outcome.is_ok() {
            match self.reader.next_whole_block() {
                Ok(Some(block)) if block.first_game < self.first_game => {}
                Ok(block) => return block,
                Err(error) => self.outcome = Err(error),
            }
        }
        None
    }
}

/// The block with new labels, or none if it was told to stop.
fn relabel_block(settings: &RelabelSettings, run: &RelabelRun<'_>, block: Block) -> Option<Block> {
    let mut labeller = Labeller::new(&settings.label, run.tier, &run.weights);
    let mut records = Vec::new();
    for record in block.records.into_iter().filter(|record| settings.keeps(record)) {
        if run.stop.is_raised() {
            return None;
        }
        records.push(labeller.relabel(record));
    }
    Some(Block { records, ..block })
}
