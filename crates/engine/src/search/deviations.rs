//! How far a shallow search is from the deeper one that it stands for, looked up.

use crate::eval::Weights;
use crate::params;
use crate::value::Value;

/// More than there are empty squares or plies.
const SIDE: usize = 64;

/// The standard deviation of a search's value from that of the shallower one that multi-ProbCut
/// asks instead, by empty squares and depth: asked for at most nodes, and the same every time.
#[derive(Debug)]
pub(crate) struct Deviations(Box<[[i16; SIDE]; SIDE]>);

impl Deviations {
    /// Those of the weights; without weights, or without an error model in them, a guess.
    pub(crate) fn new(weights: Option<&Weights>) -> Deviations {
        let errors = weights.and_then(Weights::errors);
        let mut table = Box::new([[0; SIDE]; SIDE]);
        for (empties, row) in table.iter_mut().enumerate() {
            for (depth, entry) in row.iter_mut().enumerate() {
                let (empties, depth) = (empties as u32, depth as u32);
                let shallow = params::probcut_depth(depth);
                // At most sixteen discs, or some twenty by the guess: both fit.
                *entry = match errors {
                    Some(errors) => errors.deviation(empties, depth, shallow) as i16,
                    None => params::probcut_error(empties, depth, shallow).in_parts() as i16,
                };
            }
        }
        Deviations(table)
    }

    /// The deviation at a depth that [`params::probcut_depth`] stands for.
    #[inline]
    pub(crate) fn get(&self, empties: u32, depth: u32) -> Value {
        Value::parts(i32::from(self.0[empties as usize % SIDE][depth as usize % SIDE]))
    }
}

#[cfg(all(test, feature = "embedded-weights"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_up_is_what_the_model_says() {
        let weights = Weights::embedded();
        let errors = weights.errors().expect("shipped weights have an error model");
        let deviations = Deviations::new(Some(&weights));
        for (empties, depth, shallow) in [(58, 2, 0), (36, 9, 5), (25, 16, 8), (20, 20, 10)] {
            let expected = errors.deviation(empties, depth, shallow);
            assert_eq!(deviations.get(empties, depth).in_parts(), expected, "{depth}");
        }
    }
}
