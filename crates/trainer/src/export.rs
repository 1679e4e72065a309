//! From a fit to the weights that the engine reads.

use std::path::Path;

pub use obverse_engine::eval::encode;
use obverse_engine::eval::weights::{
    HIDDEN, HIDDEN_STEPS, LINEAR_STEPS, ONE, OUTPUT_STEPS, STEPS, WIDTH,
};
use obverse_engine::eval::{Head, Parts, TableRows};
use serde_json::json;

use crate::TrainerError;
use crate::checkpoint::write_file;
use crate::fit::Fitted;
use crate::fit::model::{HeadParameters, Model, UNIT, part};

/// Rounds a fit to the engine's integers.
pub fn quantise(fitted: &Fitted, data: &[serde_json::Value]) -> Parts {
    let manifest = json!({
        "fit": fitted.settings,
        "positions": fitted.positions,
        "data": data,
    });
    Parts {
        tables: fitted.tables.iter().map(quantise_rows).collect(),
        heads: fitted.tables.iter().flat_map(|model| &model.heads).map(quantise_head).collect(),
        phases: fitted.settings.phases.map(),
        probcut: Vec::new(),
        manifest: manifest.to_string(),
    }
}

/// Writes a weights file.
pub fn export(path: &Path, parts: &Parts) -> Result<usize, TrainerError> {
    let bytes = encode(parts);
    write_file(path, &bytes)?;
    Ok(bytes.len())
}

fn quantise_rows(model: &Model) -> TableRows {
    let linear = UNIT * f32::from(LINEAR_STEPS);
    model
        .rows
        .iter()
        .map(|row| {
            std::array::from_fn(|lane| {
                let steps = if lane == WIDTH - 1 { linear } else { f32::from(ONE) };
                // `as` saturates.
                (row[lane] * steps).round() as i8
            })
        })
        .collect()
}

fn quantise_head(head: &HeadParameters) -> Head {
    let output_steps = UNIT * OUTPUT_STEPS as f32;
    let one_squared = f32::from(ONE) * f32::from(ONE);
    let mut quantised = Head {
        hidden_bias: std::array::from_fn(|unit| {
            (head[part::HIDDEN_BIAS + unit] * HIDDEN_STEPS as f32 * one_squared).round() as i32
        }),
        hidden: [[[0; 2]; HIDDEN]; WIDTH / 2],
        output: shorts(head, part::OUTPUT, output_steps),
        direct: shorts(head, part::DIRECT, output_steps),
        bias: shorts(head, part::BIAS, f32::from(ONE)),
        output_bias: (head[part::OUTPUT_BIAS] * UNIT * STEPS as f32).round() as i32,
    };
    quantised.bias[WIDTH - 1] = 0;
    quantised.direct[WIDTH - 1] = 0;
    for lane in 0..WIDTH - 1 {
        let weights: [i16; HIDDEN] =
            shorts(head, part::HIDDEN + lane * HIDDEN, HIDDEN_STEPS as f32);
        for (unit, weight) in weights.into_iter().enumerate() {
            quantised.hidden[lane / 2][unit][lane % 2] = weight;
        }
    }
    quantised
}

/// So many parameters from `start` on, in steps.
fn shorts<const N: usize>(head: &HeadParameters, start: usize, steps: f32) -> [i16; N] {
    std::array::from_fn(|i| (head[start + i] * steps).round() as i16)
}
