//! The positions of one table, in memory where they fit and else read anew in every epoch.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::model::{FeatureMap, Features};
use crate::{Random, Record, TrainerError, dataset};

/// The positions of one table.
pub(super) struct Samples<'a> {
    files: &'a [PathBuf],
    range: RangeInclusive<u32>,
    /// The most records in memory at a time.
    limit: usize,
    /// All of them, where they fit.
    kept: Option<Vec<Record>>,
    /// How many there are.
    pub(super) count: usize,
    /// How often each row occurs.
    pub(super) visits: Vec<u32>,
    /// Positions of games that are held out.
    pub(super) held_out: Vec<Record>,
}

/// Held-out positions of a table beyond this number say nothing new.
const MAX_HELD_OUT: usize = 400_000;

impl<'a> Samples<'a> {
    pub(super) fn load(
        files: &'a [PathBuf],
        range: RangeInclusive<u32>,
        limit: usize,
        map: &FeatureMap,
    ) -> Result<Samples<'a>, TrainerError> {
        let mut kept = Some(Vec::new());
        let mut held_out = Vec::new();
        let mut visits = vec![0; map.rows()];
        let mut count = 0;
        dataset::for_each_record(files, |record| {
            if !range.contains(&record.board.empties()) {
                return;
            }
            if record.is_held_out() {
                if held_out.len() < MAX_HELD_OUT {
                    held_out.push(*record);
                }
                return;
            }
            count += 1;
            let features: Features = map.features(record.board);
            for feature in features {
                visits[feature as usize] += 1;
            }
            if count > limit {
                kept = None;
            } else if let Some(records) = &mut kept {
                records.push(*record);
            }
        })?;
        Ok(Samples { files, range, limit, kept, count, visits, held_out })
    }

    /// Hands the records of an epoch over in random order, in portions that fit in memory.
    pub(super) fn epoch(
        &mut self,
        random: &mut Random,
        mut train: impl FnMut(&[Record]),
    ) -> Result<(), TrainerError> {
        if let Some(records) = &mut self.kept {
            random.shuffle(records);
            train(records);
            return Ok(());
        }
        let mut files = self.files.to_vec();
        random.shuffle(&mut files);
        let mut portion = Vec::with_capacity(self.limit);
        dataset::for_each_record(&files, |record| {
            if !self.range.contains(&record.board.empties()) || record.is_held_out() {
                return;
            }
            portion.push(*record);
            if portion.len() == self.limit {
                random.shuffle(&mut portion);
                train(&portion);
                portion.clear();
            }
        })?;
        random.shuffle(&mut portion);
        train(&portion);
        Ok(())
    }

    /// Puts the records back in the order of the files, on which every epoch's order stands.
    pub(super) fn reset(&mut self) -> Result<(), TrainerError> {
        let Some(records) = &mut self.kept else { return Ok(()) };
        records.clear();
        dataset::for_each_record(self.files, |record| {
            if self.range.contains(&record.board.empties()) && !record.is_held_out() {
                records.push(*record);
            }
        })
    }
}
