//! How the game is divided among tables and heads.

use std::ops::RangeInclusive;

use obverse_engine::eval::weights::PHASES;
use obverse_engine::eval::{Head, Parts, Phase, TableRows};
use serde::{Deserialize, Serialize};

use crate::TrainerError;

/// How the game is divided: tables by ranges of empty squares, heads by a few plies each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phases {
    /// The most empty squares of every table, rising; the last is 60.
    pub tables: Vec<u32>,
    /// Plies that share a head.
    pub plies_per_head: u32,
}

impl Default for Phases {
    fn default() -> Phases {
        Phases { tables: vec![14, 26, 40, 60], plies_per_head: 3 }
    }
}

impl Phases {
    /// Checks that every position has a table and a head.
    pub(crate) fn check(&self) -> Result<(), TrainerError> {
        let rising = self.tables.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || self.tables.last() != Some(&60) || self.tables.len() > 16 {
            return Err(TrainerError::Settings(
                "tables are given by their most empty squares, rising to 60, at most 16".to_owned(),
            ));
        }
        if !(1..=60).contains(&self.plies_per_head) || self.total_heads() > 64 {
            return Err(TrainerError::Settings("too many or too few heads".to_owned()));
        }
        Ok(())
    }

    /// The empty squares of a table's positions.
    pub fn range(&self, table: usize) -> RangeInclusive<u32> {
        let first = if table == 0 { 0 } else { self.tables[table - 1] + 1 };
        first..=self.tables[table]
    }

    /// How many heads a table has.
    pub(crate) fn heads(&self, table: usize) -> usize {
        let range = self.range(table);
        (range.end() - range.start() + 1).div_ceil(self.plies_per_head) as usize
    }

    /// The head of a position within its table.
    pub(crate) fn head(&self, table: usize, empties: u32) -> usize {
        ((empties - self.range(table).start()) / self.plies_per_head) as usize
    }

    /// Checks that every table of these phases is, or is a part of, one of the weights', so that a
    /// fit can go on from it.
    pub(crate) fn check_start(&self, start: &Parts) -> Result<(), TrainerError> {
        let is_within_one = |table| {
            let mut tables = self.range(table).map(|empties| start.phases[empties as usize].table);
            let first = tables.next();
            tables.all(|other| Some(other) == first)
        };
        if (0..self.tables.len()).all(is_within_one) {
            return Ok(());
        }
        let last = |pair: &[Phase]| pair[0].table != pair[1].table;
        let ends = start.phases.windows(2).enumerate().filter(|(_, pair)| last(pair));
        let ends: Vec<String> = ends.map(|(empties, _)| empties.to_string()).collect();
        Err(TrainerError::Settings(format!(
            "the weights to go on from have --tables {},60: give those, or more",
            ends.join(",")
        )))
    }

    /// The rows and the heads with which a fit of a table begins that goes on from weights.
    pub(crate) fn of_weights<'a>(
        &self,
        table: usize,
        start: &'a Parts,
    ) -> (&'a TableRows, Vec<&'a Head>) {
        let range = self.range(table);
        let rows = &start.tables[usize::from(start.phases[*range.start() as usize].table)];
        let heads = (0..self.heads(table)).map(|head| {
            // A head of other plies begins with that of its middle.
            let middle =
                range.start() + head as u32 * self.plies_per_head + self.plies_per_head / 2;
            let phase = start.phases[middle.min(*range.end()) as usize];
            &start.heads[usize::from(phase.head)]
        });
        (rows, heads.collect())
    }

    fn total_heads(&self) -> usize {
        (0..self.tables.len()).map(|table| self.heads(table)).sum()
    }

    /// Table and head by empty squares, as the engine reads them.
    pub(crate) fn map(&self) -> [Phase; PHASES] {
        let mut map = [Phase { table: 0, head: 0 }; PHASES];
        let mut first_head = 0;
        for table in 0..self.tables.len() {
            for empties in self.range(table) {
                let head = (first_head + self.head(table, empties)) as u8;
                map[empties as usize] = Phase { table: table as u8, head };
            }
            first_head += self.heads(table);
        }
        map
    }
}
