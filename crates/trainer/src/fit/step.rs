//! One batch of the fit, compiled once per tier.
//!
//! Loops count instead of iterating: adapters of the standard library do not carry the target's
//! features.
#![expect(clippy::needless_range_loop)]

use obverse_engine::eval::weights::{HIDDEN, WIDTH};

use super::hot;
use crate::fit::model::{Features, FloatRow, HeadParameters, Model, ModelKind, part};
use crate::fit::optimiser::Sample;
use crate::fit::{BETA2, EPSILON};

/// The slope of the rectifier below zero, as in the engine.
const LEAK: f32 = 0.125;

/// Adds the gradient of half a position's squared error, as much as it counts, to those of the
/// rows and of the head; returns the squared error.
#[hot]
pub(in crate::fit) fn add_gradient(
    model: &Model,
    sample: &Sample,
    gradients: &mut [FloatRow],
    head_gradient: &mut HeadParameters,
) -> f64 {
    let head = &model.heads[sample.head as usize];
    let forward = forward(model.kind, &model.rows, head, &sample.features);
    let error = forward.output - sample.target;
    let counts = sample.level / (sample.level + forward.output * forward.output);
    let gradient = backward(model.kind, head, &forward, error * counts, head_gradient);
    scatter(gradients, &sample.features, &gradient);
    f64::from(error * error)
}

/// The model's output for a position, in units.
#[hot]
pub(in crate::fit) fn output(
    kind: ModelKind,
    rows: &[FloatRow],
    head: &HeadParameters,
    features: &Features,
) -> f32 {
    forward(kind, rows, head, features).output
}

/// What the network makes of a position, kept for the way back.
struct Forward {
    sum: FloatRow,
    squared: FloatRow,
    hidden: [f32; HIDDEN],
    /// The output in units.
    output: f32,
}

/// Evaluates a position.
#[hot]
fn forward(
    kind: ModelKind,
    rows: &[FloatRow],
    head: &HeadParameters,
    features: &Features,
) -> Forward {
    let mut sum = [0.0; WIDTH];
    sum.copy_from_slice(&head[part::BIAS..part::BIAS + WIDTH]);
    for &feature in features {
        let row = &rows[feature as usize];
        for lane in 0..WIDTH {
            sum[lane] += row[lane];
        }
    }
    let mut forward = Forward {
        sum,
        squared: [0.0; WIDTH],
        hidden: [0.0; HIDDEN],
        output: sum[WIDTH - 1] + head[part::OUTPUT_BIAS],
    };
    if kind == ModelKind::Linear {
        return forward;
    }
    for lane in 0..WIDTH - 1 {
        let clamped = sum[lane].clamp(0.0, 1.0);
        forward.squared[lane] = clamped * clamped;
    }
    forward.hidden.copy_from_slice(&head[part::HIDDEN_BIAS..part::HIDDEN_BIAS + HIDDEN]);
    for lane in 0..WIDTH - 1 {
        let start = part::HIDDEN + lane * HIDDEN;
        let weights = &head[start..start + HIDDEN];
        for unit in 0..HIDDEN {
            forward.hidden[unit] += forward.squared[lane] * weights[unit];
        }
    }
    let output = &head[part::OUTPUT..part::OUTPUT + HIDDEN];
    let direct = &head[part::DIRECT..part::DIRECT + WIDTH];
    let mut units = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        let active = forward.hidden[unit].max(forward.hidden[unit] * LEAK);
        units[unit] = active * output[unit];
    }
    let mut lanes = [0.0; WIDTH];
    for lane in 0..WIDTH {
        lanes[lane] = forward.squared[lane] * direct[lane];
    }
    forward.output += units.iter().sum::<f32>() + lanes.iter().sum::<f32>();
    forward
}

/// Adds the gradient of half the squared error to that of the head, and returns that of the sum
/// of rows.
#[hot]
fn backward(
    kind: ModelKind,
    head: &HeadParameters,
    forward: &Forward,
    error: f32,
    gradient: &mut HeadParameters,
) -> FloatRow {
    let mut sum_gradient = [0.0; WIDTH];
    gradient[part::OUTPUT_BIAS] += error;
    sum_gradient[WIDTH - 1] = error;
    if kind == ModelKind::Linear {
        return sum_gradient;
    }
    let mut hidden_gradient = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        let hidden = forward.hidden[unit];
        let (active, slope) = if hidden > 0.0 { (hidden, 1.0) } else { (hidden * LEAK, LEAK) };
        gradient[part::OUTPUT + unit] += error * active;
        hidden_gradient[unit] = error * head[part::OUTPUT + unit] * slope;
        gradient[part::HIDDEN_BIAS + unit] += hidden_gradient[unit];
    }
    for lane in 0..WIDTH - 1 {
        let squared = forward.squared[lane];
        gradient[part::DIRECT + lane] += error * squared;
        let start = part::HIDDEN + lane * HIDDEN;
        let weights = &head[start..start + HIDDEN];
        let weight_gradients = &mut gradient[start..start + HIDDEN];
        let mut terms = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            weight_gradients[unit] += squared * hidden_gradient[unit];
            terms[unit] = weights[unit] * hidden_gradient[unit];
        }
        let back = terms.iter().sum::<f32>() + error * head[part::DIRECT + lane];
        let sum = forward.sum[lane];
        if sum > 0.0 && sum < 1.0 {
            sum_gradient[lane] = back * 2.0 * sum;
            gradient[part::BIAS + lane] += sum_gradient[lane];
        }
    }
    sum_gradient
}

/// Adds a position's gradient to that of all its rows.
#[hot]
fn scatter(
    gradients: &mut [FloatRow],
    features: &Features,
    gradient: &FloatRow,
) {
    for &feature in features {
        let row = &mut gradients[feature as usize];
        for lane in 0..WIDTH {
            row[lane] += gradient[lane];
        }
    }
}

/// A step of Adam without momentum for a row; `limit` bounds every lane.
#[hot]
pub(in crate::fit) fn step_row(
    row: &mut FloatRow,
    second: &mut FloatRow,
    gradient: &FloatRow,
    rate: f32,
    correction: f32,
    limit: f32,
) {
    for lane in 0..WIDTH {
        let g = gradient[lane];
        second[lane] += (1.0 - BETA2) * (g * g - second[lane]);
        let size = (second[lane] * correction).sqrt() + EPSILON;
        row[lane] = (row[lane] - rate * g / size).clamp(-limit, limit);
    }
}
