//! The state of a table's fit after an epoch, from which an interrupted fit goes on.
//!
//! `OBVCKPT` and a line feed, the length of the identity and the identity (settings and number
//! of positions: a checkpoint of another fit is passed over), the epochs done, the learning
//! curve as JSON with its length, all numbers of the model and of the optimiser, and a CRC-32 of
//! everything before it.

use std::io;
use std::path::{Path, PathBuf};

use super::CurvePoint;
use super::model::Model;
use super::optimiser::Optimiser;
use crate::TrainerError;

const MAGIC: &[u8; 8] = b"OBVCKPT\n";

pub(super) struct Checkpoint {
    path: PathBuf,
    identity: String,
}

impl Checkpoint {
    pub(super) fn new(path: PathBuf, identity: String) -> Checkpoint {
        Checkpoint { path, identity }
    }

    /// Writes beside and renames over.
    pub(super) fn save(
        &self,
        epochs: u32,
        model: &Model,
        optimiser: &Optimiser,
        curve: &[CurvePoint],
    ) -> Result<(), TrainerError> {
        let mut bytes = MAGIC.to_vec();
        let curve = serde_json::to_string(curve).expect("plain numbers");
        for text in [&self.identity, &curve] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(epochs.to_le_bytes());
        let mut floats = |values: &[f32]| {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        };
        floats(model.rows.as_flattened());
        floats(model.heads.as_flattened());
        floats(optimiser.second.as_flattened());
        for (first, second, _) in &optimiser.heads {
            floats(first);
            floats(second);
        }
        let steps = optimiser.steps.iter().chain(optimiser.heads.iter().map(|(_, _, steps)| steps));
        bytes.extend(steps.flat_map(|steps| steps.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        write_over(&self.path, &bytes)
    }

    /// Takes the state up again. Returns the epochs done: none if there is no checkpoint of
    /// this very fit.
    pub(super) fn load(
        &self,
        model: &mut Model,
        optimiser: &mut Optimiser,
        curve: &mut Vec<CurvePoint>,
    ) -> Result<u32, TrainerError> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(TrainerError::io(&self.path)(error)),
        };
        // A damaged or foreign checkpoint is as good as none: the fit starts over.
        let Some((body, checksum)) = bytes.split_last_chunk::<4>() else { return Ok(0) };
        if !body.starts_with(MAGIC) || crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Ok(0);
        }
        let mut words = Words(&body[MAGIC.len()..]);
        if words.text() != Some(self.identity.as_str()) {
            return Ok(0);
        }
        let Some(points) = words.text().and_then(|text| serde_json::from_str(text).ok()) else {
            return Ok(0);
        };
        let floats = model.rows.as_flattened().len() + model.heads.as_flattened().len();
        let heads = optimiser.heads.len();
        let steps = optimiser.steps.len() + heads;
        if words.0.len() != 4 * (1 + 2 * floats + model.heads.as_flattened().len() + steps) {
            return Ok(0);
        }
        *curve = points;
        let epochs = words.word();
        words.floats(model.rows.as_flattened_mut());
        words.floats(model.heads.as_flattened_mut());
        words.floats(optimiser.second.as_flattened_mut());
        for (first, second, _) in &mut optimiser.heads {
            words.floats(first);
            words.floats(second);
        }
        optimiser.steps.iter_mut().for_each(|steps| *steps = words.word());
        optimiser.heads.iter_mut().for_each(|(_, _, steps)| *steps = words.word());
        Ok(epochs)
    }
}

struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn word(&mut self) -> u32 {
        let (word, rest) = self.0.split_first_chunk::<4>().expect("the length was checked");
        self.0 = rest;
        u32::from_le_bytes(*word)
    }

    fn floats(&mut self, values: &mut [f32]) {
        for value in values {
            *value = f32::from_bits(self.word());
        }
    }

    fn text(&mut self) -> Option<&'a str> {
        let (length, rest) = self.0.split_first_chunk::<4>()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}

/// Writes a file beside and renames it over, so that an interrupted write loses nothing.
pub(crate) fn write_over(path: &Path, bytes: &[u8]) -> Result<(), TrainerError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(TrainerError::io(folder))?;
    }
    std::fs::write(&beside, bytes).map_err(TrainerError::io(&beside))?;
    std::fs::rename(&beside, path).map_err(TrainerError::io(path))
}
