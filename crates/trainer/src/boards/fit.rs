//! The fit of the any-size evaluation: what every pattern and count is worth, and how that grows
//! with the board.
//!
//! Least squares by Adagrad (Duchi, Hazan and Singer 2011), a position at a time: a row that occurs
//! rarely moves little. The label of a position is what was seen later in its game: a share of the
//! label of the next position, and the rest the score of its own search (TD(λ); Sutton 1988). Where a
//! random move was played only the search counts, and where the score was exact it is the label.
//! A position trains the phases before and after it, so that neighbouring phases say the same.

use std::path::PathBuf;

use obverse_engine::BoardWeights;
use obverse_engine::anysize::{
    BASE_SIZE, COUNTS, Canonical, Features, PHASES, ROLES, ROW_STEPS, phase, role,
};
use obverse_rules::{Color, Position, Size};
use serde::Serialize;

use super::games::{GameReader, GameRecord};
use crate::{Random, TrainerError};

/// Games that are in memory at once; their positions come in a random order.
const CHUNK_GAMES: usize = 512;

/// One game in so many is held out of every fit.
const HELD_OUT: usize = 32;

/// Rows seen less often stay at zero.
const FEWEST_VISITS: u32 = 4;

/// Rates of learning of counts and of exponents, as parts of that of rows.
const COUNT_RATE: f32 = 0.5;
/// See [`COUNT_RATE`].
const EXPONENT_RATE: f32 = 0.2;

/// How a fit is made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardFitSettings {
    /// How often every position is seen.
    pub epochs: u32,
    /// The highest rate of learning, in discs.
    pub rate: f32,
    /// How much of a label is that of the next position of the game, 0 to 1.
    pub share: f32,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for BoardFitSettings {
    fn default() -> BoardFitSettings {
        BoardFitSettings { epochs: 4, rate: 0.25, share: 0.8, seed: 1 }
    }
}

/// What a fit found.
#[derive(Debug)]
pub struct BoardFit {
    /// The weights.
    pub weights: BoardWeights,
    /// Positions that they are fitted to.
    pub positions: u64,
}

/// How far weights are from the labels of positions of one size and phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseError {
    /// The size of the board.
    pub size: usize,
    /// The phase, from 0.
    pub phase: usize,
    /// Positions.
    pub positions: u64,
    /// The mean of the squared errors, in discs².
    pub mean_squared: f64,
    /// The same if every position were called even.
    pub label_square: f64,
}

/// A position as the fit sees it.
struct Sample {
    size: Size,
    empties: usize,
    indices: Vec<u16>,
    counts: [i32; COUNTS],
    /// In discs.
    label: f32,
}

/// Fits weights to games, from other weights or from nothing.
pub fn fit_boards(
    files: &[PathBuf],
    settings: &BoardFitSettings,
    start: Option<&BoardWeights>,
    mut progress: impl FnMut(u32, f64),
) -> Result<BoardFit, TrainerError> {
    let mut model = Model::new(start);
    let (games, manifest) = load(files, settings)?;
    let mut random = Random::new(settings.seed, 0);
    let mut order: Vec<usize> =
        (0..games.len()).filter(|number| number % HELD_OUT != HELD_OUT - 1).collect();
    let mut positions = 0;
    let chunks = order.len().div_ceil(CHUNK_GAMES);
    for epoch in 0..settings.epochs {
        random.shuffle(&mut order);
        let (mut error, mut seen) = (0.0, 0_u64);
        for (number, chunk) in order.chunks(CHUNK_GAMES).enumerate() {
            let done = (epoch as usize * chunks + number) as f32;
            let along = done / (settings.epochs as usize * chunks) as f32;
            let rate = settings.rate * (0.5 + 0.5 * (along * std::f32::consts::PI).cos());
            let mut samples: Vec<Sample> = chunk
                .iter()
                .flat_map(|&game| games[game].samples(settings.share, &mut model))
                .collect();
            random.shuffle(&mut samples);
            for sample in &samples {
                error += f64::from(model.step(sample, rate, &mut random)).powi(2);
                seen += 1;
            }
        }
        positions = seen;
        progress(epoch + 1, error / seen.max(1) as f64);
    }
    let manifest = serde_json::json!({ "fit": settings, "data": manifest }).to_string();
    Ok(BoardFit { weights: model.weights(manifest), positions })
}

/// The errors of weights on the games that a fit holds out, or on all.
pub fn measure_boards(
    files: &[PathBuf],
    weights: &BoardWeights,
    share: f32,
    all: bool,
) -> Result<Vec<PhaseError>, TrainerError> {
    let settings = BoardFitSettings { share, ..BoardFitSettings::default() };
    let mut model = Model::new(Some(weights));
    let (games, _) = load(files, &settings)?;
    let mut errors: Vec<PhaseError> = Vec::new();
    let held_out = |&(number, _): &(usize, &Played)| all || number % HELD_OUT == HELD_OUT - 1;
    for (_, game) in games.iter().enumerate().filter(held_out) {
        for sample in game.samples(share, &mut model) {
            let (size, phase) = (sample.size.get(), phase(sample.empties, sample.size));
            let at = errors.iter().position(|it| (it.size, it.phase) == (size, phase));
            let at = at.unwrap_or_else(|| {
                let zero = (0, 0.0, 0.0);
                let (positions, mean_squared, label_square) = zero;
                errors.push(PhaseError { size, phase, positions, mean_squared, label_square });
                errors.len() - 1
            });
            let error = &mut errors[at];
            error.positions += 1;
            let missed = f64::from(sample.label - model.value(&sample, phase));
            error.mean_squared += missed.powi(2);
            error.label_square += f64::from(sample.label).powi(2);
        }
    }
    for error in &mut errors {
        error.mean_squared /= error.positions as f64;
        error.label_square /= error.positions as f64;
    }
    errors.sort_by_key(|error| (error.size, error.phase));
    Ok(errors)
}

/// A game and its board.
struct Played {
    size: Size,
    game: GameRecord,
}

fn load(
    files: &[PathBuf],
    settings: &BoardFitSettings,
) -> Result<(Vec<Played>, Vec<String>), TrainerError> {
    if !(0.0..=1.0).contains(&settings.share) || settings.rate.is_nan() || settings.epochs == 0 {
        return Err(TrainerError::Settings("a share of 0 to 1, one epoch at least".to_owned()));
    }
    let (mut games, mut manifest) = (Vec::new(), Vec::new());
    for path in files {
        let mut reader = GameReader::open(path)?;
        let (size, first) = (reader.size, games.len());
        while let Some(game) = reader.next()? {
            games.push(Played { size, game });
        }
        manifest.push(format!("{} games of {}", games.len() - first, reader.header()));
    }
    if games.is_empty() {
        return Err(TrainerError::Settings("there are no games in these files".to_owned()));
    }
    Ok((games, manifest))
}

impl Played {
    /// The positions with their labels.
    fn samples(&self, share: f32, model: &mut Model) -> Vec<Sample> {
        let positions = self.game.positions(self.size).expect("it was read");
        // What was seen later, for Black.
        let mut later = self.game.result as f32;
        let mut samples = Vec::new();
        for (position, ply) in positions.iter().rev() {
            let Some(score) = ply.score else { break };
            let score = if position.side() == Color::Black { score } else { -score };
            later = if ply.is_exact || ply.is_random {
                score
            } else {
                share * later + (1.0 - share) * score
            };
            let label = if position.side() == Color::Black { later } else { -later };
            samples.push(model.sample(position, label));
        }
        samples
    }
}

/// Weights while they are fitted, in discs on the board of [`BASE_SIZE`].
struct Model {
    canonical: &'static Canonical,
    /// Where the indices of each role begin.
    begins: [usize; ROLES],
    /// By phase: rows, then counts, then exponents of roles and of counts.
    rows: Vec<Vec<Weight>>,
    counts: [[Weight; COUNTS]; PHASES],
    role_exponents: [Weight; ROLES],
    count_exponents: [Weight; COUNTS],
    /// By size: what is seen in a position, and the roles of the places.
    features: Vec<Option<Features>>,
}

/// A number that is fitted.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    value: f32,
    /// The sum of the squared slopes.
    squares: f32,
    visits: u32,
}

impl Weight {
    fn new(value: f32) -> Weight {
        Weight { value, ..Weight::default() }
    }

    #[inline]
    fn step(&mut self, slope: f32, rate: f32) {
        self.squares += slope * slope;
        self.visits += 1;
        // As if the first slope had been seen before: the first step is not the largest.
        self.value += rate * slope / (self.squares + 25.0).sqrt();
    }
}

impl Model {
    fn new(start: Option<&BoardWeights>) -> Model {
        let canonical = Canonical::shared();
        let mut begins = [0; ROLES];
        let mut next = 0;
        for (number, begin) in begins.iter_mut().enumerate() {
            *begin = next;
            next += role(number).indices();
        }
        let nothing = || vec![Weight::default(); canonical.len];
        let row = |&row: &i16| Weight::new(f32::from(row) / ROW_STEPS);
        Model {
            rows: match start {
                Some(start) => {
                    start.rows.iter().map(|rows| rows.iter().map(row).collect()).collect()
                }
                None => (0..PHASES).map(|_| nothing()).collect(),
            },
            counts: start
                .map_or_else(Default::default, |it| it.counts.map(|it| it.map(Weight::new))),
            role_exponents: start.map_or([1.0; ROLES], |it| it.role_exponents).map(Weight::new),
            count_exponents: start.map_or([0.5; COUNTS], |it| it.count_exponents).map(Weight::new),
            features: Vec::new(),
            begins,
            canonical,
        }
    }

    fn sample(&mut self, position: &Position, label: f32) -> Sample {
        let size = position.size();
        if self.features.len() <= size.get() {
            self.features.resize_with(size.get() + 1, || None);
        }
        let features = self.features[size.get()].get_or_insert_with(|| Features::new(size));
        let (indices, counts) = features.of(position);
        Sample { size, empties: position.empties(), indices, counts, label }
    }

    /// The canonical rows of a sample, by place, with their roles.
    fn places<'a>(&'a self, sample: &'a Sample) -> impl Iterator<Item = (usize, usize)> + 'a {
        let features = self.features[sample.size.get()].as_ref().expect("it was made for a sample");
        features.places().iter().zip(&sample.indices).map(|(place, &index)| {
            let row = self.canonical.of_index[self.begins[place.role] + usize::from(index)];
            (place.role, row as usize)
        })
    }

    /// What the patterns of each role are worth, on the board of the base size.
    fn role_sums(&self, sample: &Sample, phase: usize) -> [f32; ROLES] {
        let mut sums = [0.0; ROLES];
        for (role, row) in self.places(sample) {
            sums[role] += self.rows[phase][row].value;
        }
        sums
    }

    fn value(&self, sample: &Sample, phase: usize) -> f32 {
        let longer = sample.size.get() as f32 / BASE_SIZE;
        let patterns = self.role_sums(sample, phase).into_iter().zip(&self.role_exponents);
        let patterns: f32 = patterns.map(|(sum, it)| sum * longer.powf(it.value)).sum();
        let counts = (0..COUNTS).map(|count| {
            self.counts[phase][count].value
                * longer.powf(self.count_exponents[count].value)
                * sample.counts[count] as f32
        });
        patterns + counts.sum::<f32>()
    }

    /// A step towards the label of a sample; the error before it, in discs on the base size.
    fn step(&mut self, sample: &Sample, rate: f32, random: &mut Random) -> f32 {
        let placed = (sample.size.squares() - sample.empties) as f32;
        let along = placed / sample.size.squares() as f32 * PHASES as f32 - 0.5;
        let phase = (along + random.unit()).floor().clamp(0.0, (PHASES - 1) as f32) as usize;
        let longer = sample.size.get() as f32 / BASE_SIZE;
        // All sizes count alike: errors are what they would be on the base size.
        let scale = |exponent: f32| longer.powf(exponent - 1.0);
        let sums = self.role_sums(sample, phase);
        let role_scales = self.role_exponents.map(|it| scale(it.value));
        let count_scales = self.count_exponents.map(|it| scale(it.value));
        let counted: [f32; COUNTS] = std::array::from_fn(|count| {
            self.counts[phase][count].value * sample.counts[count] as f32 * count_scales[count]
        });
        let patterns: f32 = sums.iter().zip(&role_scales).map(|(sum, scale)| sum * scale).sum();
        let error = sample.label / longer - patterns - counted.iter().sum::<f32>();
        let rows: Vec<(usize, usize)> = self.places(sample).collect();
        for (role, row) in rows {
            self.rows[phase][row].step(error * role_scales[role], rate);
        }
        for count in 0..COUNTS {
            let seen = sample.counts[count] as f32;
            if seen != 0.0 {
                let slope = error * seen * count_scales[count];
                self.counts[phase][count].step(slope, rate * COUNT_RATE);
            }
            let slope = error * counted[count] * longer.ln();
            self.count_exponents[count].step(slope, rate * EXPONENT_RATE);
        }
        for role in 0..ROLES {
            let slope = error * sums[role] * role_scales[role] * longer.ln();
            self.role_exponents[role].step(slope, rate * EXPONENT_RATE);
        }
        error
    }

    fn weights(&self, manifest: String) -> BoardWeights {
        let row = |row: &Weight| {
            let is_known = row.visits == 0 || row.visits >= FEWEST_VISITS;
            if is_known { (row.value * ROW_STEPS).round() as i16 } else { 0 }
        };
        BoardWeights {
            rows: self.rows.iter().map(|rows| rows.iter().map(row).collect()).collect(),
            counts: self.counts.map(|phase| phase.map(|count| count.value)),
            role_exponents: self.role_exponents.map(|it| it.value),
            count_exponents: self.count_exponents.map(|it| it.value),
            manifest,
        }
    }
}
