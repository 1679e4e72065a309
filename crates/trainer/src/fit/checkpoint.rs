//! The state of a table's fit after an epoch: the learning curve as JSON with its length, the
//! epochs done, and all numbers of the model and of the optimiser.

use super::CurvePoint;
use super::model::Model;
use super::optimiser::Optimiser;
use crate::checkpoint::{push_text, take_text};

/// The state as bytes.
pub(super) fn to_bytes(
    epochs: u32,
    model: &Model,
    optimiser: &Optimiser,
    curve: &[CurvePoint],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_text(&mut bytes, &serde_json::to_string(curve).expect("plain numbers"));
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
    bytes
}

/// Takes the state up again. Returns the epochs done, or nothing if the bytes do not fit the
/// model, which then is as it was.
pub(super) fn restore(
    mut bytes: &[u8],
    model: &mut Model,
    optimiser: &mut Optimiser,
    curve: &mut Vec<CurvePoint>,
) -> Option<u32> {
    let points = serde_json::from_str(take_text(&mut bytes)?).ok()?;
    let heads = model.heads.as_flattened().len();
    let floats = model.rows.as_flattened().len() + heads;
    let steps = optimiser.steps.len() + optimiser.heads.len();
    if bytes.len() != 4 * (1 + 2 * floats + heads + steps) {
        return None;
    }
    *curve = points;
    let mut words = Words(bytes);
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
    Some(epochs)
}

struct Words<'a>(&'a [u8]);

impl Words<'_> {
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
}
