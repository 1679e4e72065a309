//! Fitting the evaluation to labelled positions.
//!
//! Every table is fitted on its own, with the heads of its plies: tables share nothing, so each
//! core takes the next table until all are done, and the result does not depend on how many
//! there were.

mod checkpoint;
mod curve;
pub(crate) mod model;
mod optimiser;
mod phases;
mod samples;

pub use curve::{CurvePoint, learning_curve_svg};
pub use model::ModelKind;
pub use phases::Phases;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use obverse_engine::eval::Parts;
use obverse_rules::Tier;
use serde::{Deserialize, Serialize};

use crate::checkpoint::Checkpoint;
use crate::export::dequantise;
use crate::{Random, Record, TrainerError, dataset};
use model::{FeatureMap, Model, UNIT};
use optimiser::{Optimiser, Rates, Sample, predict};
use samples::Samples;

obverse_rules::per_tier! {
    use obverse_tier as hot;
    #[path = "step.rs"]
    pub(crate) mod step;
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.99;
const EPSILON: f32 = 1e-8;

/// How a fit is made. Together with the data it determines the weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitSettings {
    /// The network, or the linear baseline.
    pub model: ModelKind,
    /// How the game is divided.
    pub phases: Phases,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The highest rate of the rows.
    pub rate: f32,
    /// The highest rate of the dense heads.
    pub dense_rate: f32,
    /// How strongly rows are held where they began, by table; the last one serves all further
    /// tables. The noisier the labels, the stronger it has to be.
    pub ridge: Vec<f32>,
    /// How much of the label is the game's result where there is a search's score.
    pub result_share: f32,
    /// A position that the model takes to be won by so many discs counts half as much as an even
    /// one, and less the more discs it is: a search seldom has to tell how far ahead the winner
    /// is. None if all count the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<f32>,
    /// The seed of all random choices.
    pub seed: u64,
    /// CRC-32 of the weights file that the fit goes on from; without one it begins with nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            model: ModelKind::Network,
            phases: Phases::default(),
            epochs: 4,
            batch: 1024,
            rate: 0.01,
            dense_rate: 0.003,
            ridge: vec![150.0],
            result_share: 0.5,
            level: None,
            seed: 1,
            start: None,
        }
    }
}

impl FitSettings {
    fn ridge_of(&self, table: usize) -> f32 {
        self.ridge.get(table).or(self.ridge.last()).copied().unwrap_or_default()
    }
}

/// What a fit needs beside its settings.
#[derive(Clone, Debug)]
pub struct FitRun<'a> {
    /// The data.
    pub files: &'a [PathBuf],
    /// The weights to go on from, where the settings name any.
    pub start: Option<&'a Parts>,
    /// Where checkpoints go; none are written without.
    pub checkpoints: Option<&'a Path>,
    /// Threads; one a table at most.
    pub threads: usize,
    /// The most records that a thread holds in memory.
    pub memory_records: usize,
    /// The instruction set to use.
    pub tier: Tier,
}

/// What happens in a fit, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub enum FitEvent {
    /// A table's data are known.
    Loaded {
        /// The table.
        table: usize,
        /// Positions to fit.
        positions: usize,
        /// Positions held out.
        held_out: usize,
    },
    /// The error was measured.
    Measured(CurvePoint),
}

/// A fitted model of the whole game.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The settings.
    pub settings: FitSettings,
    /// A model for every table.
    pub(crate) tables: Vec<Model>,
    /// Positions fitted, by table.
    pub positions: Vec<usize>,
    /// The course of the errors.
    pub curve: Vec<CurvePoint>,
}

/// Times that the held-out error is measured in an epoch.
const MEASURES_PER_EPOCH: usize = 4;

/// Held-out positions in a measurement on the way.
const MEASURED: usize = 40_000;

/// Fits every table.
pub fn fit(
    settings: &FitSettings,
    run: &FitRun<'_>,
    event: &(dyn Fn(FitEvent) + Sync),
) -> Result<Fitted, TrainerError> {
    settings.phases.check()?;
    if settings.batch == 0 || settings.epochs == 0 || run.memory_records == 0 {
        return Err(TrainerError::Settings("batch, epochs and memory can't be zero".to_owned()));
    }
    if let Some(start) = run.start {
        settings.phases.check_start(start)?;
        if settings.model == ModelKind::Linear {
            let reason = "the linear baseline goes on from no weights".to_owned();
            return Err(TrainerError::Settings(reason));
        }
    }
    let map = FeatureMap::new();
    let tables = settings.phases.tables.len();
    let taken = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..run.threads.clamp(1, tables) {
            scope.spawn(|| {
                loop {
                    // The late tables have the most data: they come first.
                    let table = taken.fetch_add(1, Ordering::Relaxed);
                    if table >= tables {
                        break;
                    }
                    let job = TableFit { settings, run, map: &map, table, event };
                    let result = job.fit();
                    results.lock().expect("no thread panics here").push((table, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics here");
    results.sort_by_key(|(table, _)| *table);
    let mut fitted = Fitted {
        settings: settings.clone(),
        tables: Vec::new(),
        positions: Vec::new(),
        curve: Vec::new(),
    };
    for (_, result) in results {
        let (model, positions, curve) = result?;
        fitted.tables.push(model);
        fitted.positions.push(positions);
        fitted.curve.extend(curve);
    }
    if fitted.positions.iter().all(|&positions| positions == 0) {
        return Err(TrainerError::Settings(
            "there are no positions to fit in these files".to_owned(),
        ));
    }
    Ok(fitted)
}

struct TableFit<'a> {
    settings: &'a FitSettings,
    run: &'a FitRun<'a>,
    map: &'a FeatureMap,
    table: usize,
    event: &'a (dyn Fn(FitEvent) + Sync),
}

impl TableFit<'_> {
    fn fit(&self) -> Result<(Model, usize, Vec<CurvePoint>), TrainerError> {
        let settings = self.settings;
        let range = settings.phases.range(self.table);
        let mut samples = Samples::load(self.run.files, range, self.run.memory_records, self.map)?;
        (self.event)(FitEvent::Loaded {
            table: self.table,
            positions: samples.count,
            held_out: samples.held_out.len(),
        });
        let mut model = self.first_model();
        let mut optimiser = Optimiser::new(&model, samples.visits.clone());
        let mut curve = Vec::new();
        let checkpoint = self.checkpoint(samples.count);
        let mut first_epoch = 0;
        if let Some(checkpoint) = &checkpoint
            && let Some(state) = checkpoint.load()?
        {
            first_epoch = checkpoint::restore(&state, &mut model, &mut optimiser, &mut curve)
                .ok_or_else(|| checkpoint.refused("not of a fit of this model"))?;
        }
        for epoch in first_epoch..settings.epochs {
            let mut random = Random::new(settings.seed, self.stream(epoch));
            samples.reset()?;
            self.epoch(epoch, &mut samples, &mut random, &mut model, &mut optimiser, &mut curve)?;
            if let Some(checkpoint) = &checkpoint {
                let state = checkpoint::to_bytes(epoch + 1, &model, &optimiser, &curve);
                checkpoint.save(&state)?;
            }
        }
        Ok((model, samples.count, curve))
    }

    /// What the fit begins with.
    fn first_model(&self) -> Model {
        let settings = self.settings;
        if let Some(start) = self.run.start {
            let (rows, heads) = settings.phases.of_weights(self.table, start);
            return dequantise(rows, &heads);
        }
        let mut random = Random::new(settings.seed, self.table as u64);
        let heads = settings.phases.heads(self.table);
        Model::new(settings.model, self.map.rows(), heads, &mut random)
    }

    fn stream(&self, epoch: u32) -> u64 {
        1000 + 1000 * self.table as u64 + u64::from(epoch)
    }

    fn checkpoint(&self, positions: usize) -> Option<Checkpoint> {
        let folder = self.run.checkpoints?;
        let identity =
            serde_json::json!({ "settings": self.settings, "positions": positions }).to_string();
        Some(Checkpoint::new(folder.join(format!("table-{}.checkpoint", self.table)), identity))
    }

    fn epoch(
        &self,
        epoch: u32,
        samples: &mut Samples<'_>,
        random: &mut Random,
        model: &mut Model,
        optimiser: &mut Optimiser,
        curve: &mut Vec<CurvePoint>,
    ) -> Result<(), TrainerError> {
        let batches = samples.count.div_ceil(self.settings.batch).max(1);
        let every = batches.div_ceil(MEASURES_PER_EPOCH);
        let mut held_out = std::mem::take(&mut samples.held_out);
        let measured = &held_out[..held_out.len().min(MEASURED)];
        let mut done = 0;
        let mut loss = 0.0;
        let mut seen = 0;
        let result = samples.epoch(random, |records| {
            for chunk in records.chunks(self.settings.batch) {
                let batch: Vec<Sample> = chunk.iter().map(|record| self.sample(record)).collect();
                let progress = (epoch as usize * batches + done) as f32
                    / (self.settings.epochs as usize * batches) as f32;
                loss += optimiser.step(self.run.tier, model, &batch, self.rates(progress));
                seen += batch.len();
                done += 1;
                if done % every == 0 || done == batches {
                    let point = CurvePoint {
                        table: self.table,
                        epoch: epoch as f32 + done as f32 / batches as f32,
                        fitted: (loss / seen as f64) as f32 * UNIT * UNIT,
                        held_out: self.error(model, measured),
                    };
                    (self.event)(FitEvent::Measured(point));
                    curve.push(point);
                    (loss, seen) = (0.0, 0);
                }
            }
        });
        std::mem::swap(&mut samples.held_out, &mut held_out);
        result
    }

    fn sample(&self, record: &Record) -> Sample {
        Sample {
            features: self.map.features(record.board),
            head: self.settings.phases.head(self.table, record.board.empties()) as u8,
            target: record.target(self.settings.result_share) / UNIT,
            level: self.settings.level.map_or(f32::MAX, |discs| (discs / UNIT).powi(2)),
        }
    }

    /// Warms up over the first fiftieth, then falls like a cosine to a hundredth.
    fn rates(&self, progress: f32) -> Rates {
        let warm = (progress * 50.0).min(1.0);
        let cosine = 0.505 + 0.495 * (std::f32::consts::PI * progress).cos();
        let share = warm.max(0.01) * cosine;
        Rates {
            rows: self.settings.rate * share,
            dense: self.settings.dense_rate * share,
            ridge: self.settings.ridge_of(self.table),
        }
    }

    fn error(&self, model: &Model, records: &[Record]) -> f32 {
        let sum: f64 = records
            .iter()
            .map(|record| {
                let sample = self.sample(record);
                let output = predict(self.run.tier, model, &sample.features, sample.head as usize);
                f64::from(output - sample.target * UNIT).powi(2)
            })
            .sum();
        (sum / records.len().max(1) as f64) as f32
    }
}

/// The settings that the data files were made with, for the manifest.
pub fn data_settings(files: &[PathBuf]) -> Result<Vec<serde_json::Value>, TrainerError> {
    files
        .iter()
        .map(|path| {
            let reader = dataset::Reader::open(path)?;
            serde_json::from_str(reader.settings())
                .map_err(|_| TrainerError::data(path, "the settings are not JSON"))
        })
        .collect()
}
