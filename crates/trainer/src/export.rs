//! From a fit to the weights that the engine reads, and back.

use std::path::Path;

pub use obverse_engine::eval::encode;
use obverse_engine::eval::weights::{
    HIDDEN, HIDDEN_STEPS, LINEAR_STEPS, ONE, OUTPUT_STEPS, STEPS, WIDTH,
};
use obverse_engine::eval::{Head, Parts, TableRows};
use serde_json::json;

use crate::TrainerError;
use crate::checkpoint::write_file;
use crate::fit::model::{HeadParameters, Model, UNIT, part};
use crate::fit::{Fitted, ModelKind};

/// Rounds a fit to the engine's integers. The error of shallow searches is that of the weights
/// that it began with, if there are any, until it is fitted anew.
pub fn quantise(fitted: &Fitted, data: &[serde_json::Value], start: Option<&Parts>) -> Parts {
    let mut manifest = json!({
        "fit": fitted.settings,
        "positions": fitted.positions,
        "data": data,
    });
    if let Some(start) = start {
        // What is not JSON is no manifest of ours.
        manifest["start"] = serde_json::from_str(&start.manifest).unwrap_or_default();
    }
    Parts {
        tables: fitted.tables.iter().map(quantise_rows).collect(),
        heads: fitted.tables.iter().flat_map(|model| &model.heads).map(quantise_head).collect(),
        phases: fitted.settings.phases.map(),
        probcut: start.map(|start| start.probcut.clone()).unwrap_or_default(),
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

/// The model of one table as it was before it was rounded, as far as that can be known: rounded
/// again it is the same. The heads are those of the phases, in their order.
pub(crate) fn dequantise(rows: &TableRows, heads: &[&Head]) -> Model {
    let linear = UNIT * f32::from(LINEAR_STEPS);
    let steps = |lane| if lane == WIDTH - 1 { linear } else { f32::from(ONE) };
    Model {
        kind: ModelKind::Network,
        rows: rows
            .iter()
            .map(|row| std::array::from_fn(|lane| f32::from(row[lane]) / steps(lane)))
            .collect(),
        heads: heads.iter().map(|head| dequantise_head(head)).collect(),
    }
}

fn dequantise_head(head: &Head) -> HeadParameters {
    let output_steps = UNIT * OUTPUT_STEPS as f32;
    let one_squared = f32::from(ONE) * f32::from(ONE);
    let mut parameters = [0.0; part::END];
    for unit in 0..HIDDEN {
        parameters[part::HIDDEN_BIAS + unit] =
            head.hidden_bias[unit] as f32 / (HIDDEN_STEPS as f32 * one_squared);
        parameters[part::OUTPUT + unit] = f32::from(head.output[unit]) / output_steps;
    }
    for lane in 0..WIDTH - 1 {
        parameters[part::DIRECT + lane] = f32::from(head.direct[lane]) / output_steps;
        parameters[part::BIAS + lane] = f32::from(head.bias[lane]) / f32::from(ONE);
        for unit in 0..HIDDEN {
            parameters[part::HIDDEN + lane * HIDDEN + unit] =
                f32::from(head.hidden[lane / 2][unit][lane % 2]) / HIDDEN_STEPS as f32;
        }
    }
    parameters[part::OUTPUT_BIAS] = head.output_bias as f32 / (UNIT * STEPS as f32);
    parameters
}

#[cfg(test)]
mod tests {
    use obverse_engine::Weights;
    use obverse_engine::eval::decode;

    use super::*;

    #[test]
    fn shipped_weights_are_the_same_when_they_are_rounded_again() {
        let parts = decode(Weights::embedded_bytes()).unwrap();
        for (table, rows) in parts.tables.iter().enumerate() {
            let phases = parts.phases.iter().filter(|phase| usize::from(phase.table) == table);
            let heads: Vec<&Head> =
                phases.map(|phase| &parts.heads[usize::from(phase.head)]).collect();
            let model = dequantise(rows, &heads);
            assert!(quantise_rows(&model) == *rows);
            for (parameters, head) in model.heads.iter().zip(heads) {
                assert_eq!(quantise_head(parameters), *head);
            }
        }
    }
}
