//! How far a shallow search is from the deeper one that it stands for, looked up.

use crate::eval::Weights;
use crate::params;
use crate::value::Value;

/// More than there are empty squares or plies.
const SIDE: usize = 64;
/// Numbers of moves that are told apart; more count as the last one.
const MOVES: usize = 16;

/// The mean and the standard deviation of a search's value from that of the shallower one that
/// multi-ProbCut asks instead: asked for at most nodes, and the same every time.
#[derive(Debug)]
pub(crate) struct Deviations {
    /// By empty squares, depth, and moves of the side that has fewer.
    deviations: Box<[[[i16; MOVES]; SIDE]]>,
    /// By depth.
    means: [i16; SIDE],
}

impl Deviations {
    /// Those of the weights; without weights, or without an error model in them, a guess.
    pub(crate) fn new(weights: Option<&Weights>) -> Deviations {
        let errors = weights.and_then(Weights::errors);
        let mut deviations = vec![[[0; MOVES]; SIDE]; SIDE].into_boxed_slice();
        for (empties, rows) in deviations.iter_mut().enumerate() {
            for (depth, row) in rows.iter_mut().enumerate() {
                let (empties, depth) = (empties as u32, depth as u32);
                let shallow = params::probcut_depth(depth);
                for (moves, entry) in row.iter_mut().enumerate() {
                    // At most sixteen discs, or some twenty by the guess: both fit.
                    *entry = match errors {
                        Some(errors) => {
                            errors.deviation(empties, depth, shallow, moves as u32) as i16
                        }
                        None => params::probcut_error(empties, depth, shallow).in_parts() as i16,
                    };
                }
            }
        }
        let mean = |depth: usize| {
            let shallow = params::probcut_depth(depth as u32);
            errors.map_or(0, |errors| errors.mean(shallow) as i16)
        };
        Deviations { deviations, means: std::array::from_fn(mean) }
    }

    /// The deviation at a depth that [`params::probcut_depth`] stands for, where the side with
    /// fewer moves has so many.
    #[inline]
    pub(crate) fn get(&self, empties: u32, depth: u32, moves: u32) -> Value {
        let row = &self.deviations[empties as usize % SIDE][depth as usize % SIDE];
        Value::parts(i32::from(row[(moves as usize).min(MOVES - 1)]))
    }

    /// By how much a search of that depth is above the shallower one, on average.
    #[inline]
    pub(crate) fn mean(&self, depth: u32) -> Value {
        Value::parts(i32::from(self.means[depth as usize % SIDE]))
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
            for moves in [0, 5, 15] {
                let expected = errors.deviation(empties, depth, shallow, moves);
                assert_eq!(deviations.get(empties, depth, moves).in_parts(), expected, "{depth}");
            }
            assert_eq!(deviations.get(empties, depth, 20), deviations.get(empties, depth, 15));
            assert_eq!(deviations.mean(depth).in_parts(), errors.mean(shallow));
        }
    }
}
