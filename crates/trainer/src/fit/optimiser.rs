//! Sparse Adam: the state of a fit beside the model, and one batch of it.

use obverse_engine::eval::weights::WIDTH;
use obverse_rules::{Tier, on_tier};

use super::model::{Features, FloatRow, HeadParameters, Model, part};
use super::{BETA1, BETA2, EPSILON};

/// A position ready to be fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) features: Features,
    pub(super) head: u8,
    /// In units.
    pub(super) target: f32,
    /// The square of the estimate, in units, at which a position counts half.
    pub(super) level: f32,
}

/// What Adam remembers.
#[derive(Clone, Debug)]
pub(super) struct Optimiser {
    /// Mean squared gradients of the rows.
    pub(super) second: Vec<FloatRow>,
    /// Steps that every row has made.
    pub(super) steps: Vec<u32>,
    /// Mean gradients of the heads, their squares, and steps made.
    pub(super) heads: Vec<(HeadParameters, HeadParameters, u32)>,
    /// How often each row occurs in the data: rare rows are held back most.
    visits: Vec<u32>,
    /// Where the rows began, and are held by the ridge.
    anchors: Vec<FloatRow>,
    gradients: Vec<FloatRow>,
    /// How often a row occurs in the batch.
    touches: Vec<u32>,
    touched: Vec<u32>,
}

/// The numbers of one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    pub(super) rows: f32,
    pub(super) dense: f32,
    pub(super) ridge: f32,
}

/// An embedding's lanes may not leave what eight bits can hold.
const LIMIT: f32 = 126.0 / 128.0;

impl Optimiser {
    /// For a fit that begins with this model.
    pub(super) fn new(model: &Model, visits: Vec<u32>) -> Optimiser {
        let rows = model.rows.len();
        Optimiser {
            second: vec![[0.0; WIDTH]; rows],
            steps: vec![0; rows],
            heads: vec![([0.0; part::END], [0.0; part::END], 0); model.heads.len()],
            visits,
            anchors: model.rows.clone(),
            gradients: vec![[0.0; WIDTH]; rows],
            touches: vec![0; rows],
            touched: Vec::new(),
        }
    }

    /// One step on a batch. Returns the sum of squared errors before it.
    pub(super) fn step(
        &mut self,
        tier: Tier,
        model: &mut Model,
        batch: &[Sample],
        rates: Rates,
    ) -> f64 {
        let mut loss = 0.0;
        let mut head_gradients = vec![[0.0; part::END]; model.heads.len()];
        for sample in batch {
            let head = sample.head as usize;
            let (gradients, head_gradient) = (&mut self.gradients, &mut head_gradients[head]);
            loss += on_tier!(
                tier,
                super => step::add_gradient(model, sample, gradients, head_gradient)
            );
            for &feature in &sample.features {
                let touches = &mut self.touches[feature as usize];
                if *touches == 0 {
                    self.touched.push(feature);
                }
                *touches += 1;
            }
        }
        let share = 1.0 / batch.len() as f32;
        for feature in std::mem::take(&mut self.touched) {
            self.step_row(tier, model, feature as usize, share, rates);
        }
        for (head, gradient) in head_gradients.iter().enumerate() {
            self.step_head(&mut model.heads[head], head, gradient, share, rates.dense);
        }
        loss
    }

    fn step_row(&mut self, tier: Tier, model: &mut Model, row: usize, share: f32, rates: Rates) {
        let touches = std::mem::take(&mut self.touches[row]);
        let mut gradient = std::mem::replace(&mut self.gradients[row], [0.0; WIDTH]);
        // Over an epoch the ridge acts on every row with the same strength.
        let ridge = rates.ridge * touches as f32 / self.visits[row].max(1) as f32;
        let (values, anchor) = (&mut model.rows[row], &self.anchors[row]);
        for lane in 0..WIDTH {
            gradient[lane] = (gradient[lane] + ridge * (values[lane] - anchor[lane])) * share;
        }
        self.steps[row] += 1;
        let correction = 1.0 / (1.0 - BETA2.powi(self.steps[row].min(1 << 20) as i32));
        let second = &mut self.second[row];
        on_tier!(
            tier,
            super => step::step_row(values, second, &gradient, rates.rows, correction, LIMIT)
        );
    }

    fn step_head(
        &mut self,
        head: &mut HeadParameters,
        number: usize,
        gradient: &HeadParameters,
        share: f32,
        rate: f32,
    ) {
        let (first, second, steps) = &mut self.heads[number];
        *steps += 1;
        let corrections = [BETA1, BETA2].map(|beta| 1.0 / (1.0 - beta.powi(*steps as i32)));
        for i in 0..part::END {
            let g = gradient[i] * share;
            first[i] += (1.0 - BETA1) * (g - first[i]);
            second[i] += (1.0 - BETA2) * (g * g - second[i]);
            let size = (second[i] * corrections[1]).sqrt() + EPSILON;
            head[i] -= rate * first[i] * corrections[0] / size;
        }
    }
}

/// The model's evaluation in discs.
pub(super) fn predict(tier: Tier, model: &Model, features: &Features, head: usize) -> f32 {
    let head = &model.heads[head];
    let output = on_tier!(tier, super => step::output(model.kind, &model.rows, head, features));
    output * super::model::UNIT
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::ModelKind;
    use crate::fit::model::FEATURES;

    /// The bias after one step on an even position whose label is higher than the estimate, and
    /// on a won one whose label is lower by more. It was 0.1.
    fn bias_after_step(level: f32) -> f32 {
        let mut head = [0.0; part::END];
        head[part::OUTPUT_BIAS] = 0.1;
        let mut rows = vec![[0.0; WIDTH]; 2];
        rows[1][WIDTH - 1] = 0.9 / FEATURES as f32;
        let mut model = Model { kind: ModelKind::Linear, rows, heads: vec![head] };
        let sample = |row, target| Sample { features: [row; FEATURES], head: 0, target, level };
        let batch = [sample(0, 0.6), sample(1, 0.4)];
        let rates = Rates { rows: 0.0, dense: 0.01, ridge: 0.0 };
        Optimiser::new(&model, vec![1; 2]).step(Tier::PORTABLE, &mut model, &batch, rates);
        model.heads[0][part::OUTPUT_BIAS]
    }

    #[test]
    fn an_even_position_counts_more_than_a_won_one() {
        assert!(bias_after_step(f32::MAX) < 0.1);
        assert!(bias_after_step(0.1) > 0.1);
    }
}
