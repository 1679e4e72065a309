//! The mistakes of one player over many games: what costs most, and when.

use std::collections::BTreeMap;

use obverse_rules::Color;
use serde::{Deserialize, Serialize};

use crate::grade::{Grade, Phase};
use crate::report::{Judged, summary};

/// What one player's games have in common.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mistakes {
    /// Mistakes by reason: a mistake with two reasons counts for both, one without for none.
    reasons: BTreeMap<String, Tally>,
    /// Mistakes by phase.
    phases: BTreeMap<Phase, Tally>,
    /// All moves by opening: how many games, and what the player's moves cost in them.
    openings: BTreeMap<String, Tally>,
    /// The accuracy of every game, in their order.
    accuracies: Vec<f64>,
    /// All mistakes.
    all: Tally,
}

/// How often something happened, and how many discs it cost together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// How often.
    pub count: usize,
    /// How many discs.
    pub loss: f64,
}

impl Tally {
    fn add(&mut self, loss: f64) {
        self.count += 1;
        self.loss += loss;
    }

    fn merge(&mut self, other: Tally) {
        self.count += other.count;
        self.loss += other.loss;
    }
}

impl Mistakes {
    /// Takes in a game that the player had this side of. A mistake is a move that costs four discs
    /// surely: a mistake or a blunder by its [`Grade`].
    pub fn add(&mut self, judged: &[Judged], side: Color, opening: Option<&str>) {
        for one in judged.iter().filter(|one| one.side == side && one.grade >= Grade::Mistake) {
            self.all.add(one.loss);
            self.phases.entry(one.phase).or_default().add(one.loss);
            for reason in &one.reasons {
                self.reasons.entry(reason.id().to_owned()).or_default().add(one.loss);
            }
        }
        let summary = summary(judged, side);
        if let Some(opening) = opening {
            self.openings.entry(opening.to_owned()).or_default().add(summary.loss);
        }
        self.accuracies.extend(summary.accuracy);
    }

    /// Takes in what was counted elsewhere, of later games.
    pub fn merge(&mut self, other: &Mistakes) {
        fn add<K: Ord + Clone>(sums: &mut BTreeMap<K, Tally>, more: &BTreeMap<K, Tally>) {
            for (key, &tally) in more {
                sums.entry(key.clone()).or_default().merge(tally);
            }
        }
        add(&mut self.reasons, &other.reasons);
        add(&mut self.phases, &other.phases);
        add(&mut self.openings, &other.openings);
        self.accuracies.extend(&other.accuracies);
        self.all.merge(other.all);
    }

    /// All mistakes.
    pub fn all(&self) -> Tally {
        self.all
    }

    /// The reasons, the costliest first.
    pub fn reasons(&self) -> Vec<(&str, Tally)> {
        by_cost(&self.reasons)
    }

    /// The openings, first those in which the most is lost in a game.
    pub fn openings(&self) -> Vec<(&str, Tally)> {
        let mut openings = by_cost(&self.openings);
        let mean = |tally: &Tally| tally.loss / tally.count as f64;
        openings.sort_by(|(_, one), (_, two)| mean(two).total_cmp(&mean(one)));
        openings
    }

    /// The mistakes of a phase.
    pub fn phase(&self, phase: Phase) -> Tally {
        self.phases.get(&phase).copied().unwrap_or_default()
    }

    /// The accuracy of every game in which the player had a choice, in their order.
    pub fn accuracies(&self) -> &[f64] {
        &self.accuracies
    }
}

fn by_cost(sums: &BTreeMap<String, Tally>) -> Vec<(&str, Tally)> {
    let mut sorted: Vec<(&str, Tally)> =
        sums.iter().map(|(name, &tally)| (name.as_str(), tally)).collect();
    sorted.sort_by(|(_, one), (_, two)| two.loss.total_cmp(&one.loss));
    sorted
}
