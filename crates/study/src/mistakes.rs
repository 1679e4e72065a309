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
    /// What each game was like, in their order.
    games: Vec<Outing>,
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

/// How a player did in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outing {
    /// When, in the words of its record.
    pub date: Option<String>,
    /// In per cent; none if there was no choice.
    pub accuracy: Option<f64>,
    /// The discs that the player's moves cost together.
    pub loss: f64,
    /// How many of them were mistakes.
    pub mistakes: usize,
}

/// Whether a player gets better: the accuracy of the earlier and of the later half of the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trend {
    /// The mean of the earlier half.
    pub earlier: f64,
    /// The mean of the later half.
    pub later: f64,
    /// Half the 95 % interval of the difference.
    pub margin: f64,
}

impl Trend {
    /// Whether the halves differ by more than chance.
    pub fn is_clear(&self) -> bool {
        (self.later - self.earlier).abs() > self.margin
    }
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

/// Whether a move is a mistake here: a mistake or a blunder by its [`Grade`].
fn is_mistake(one: &Judged) -> bool {
    one.grade >= Grade::Mistake
}

impl Mistakes {
    /// Takes in a game that the player had this side of; games come in their order. A mistake is a
    /// move that costs four discs surely: a mistake or a blunder by its [`Grade`].
    pub fn add(
        &mut self,
        judged: &[Judged],
        side: Color,
        opening: Option<&str>,
        date: Option<&str>,
    ) {
        let mut mistakes = 0;
        for one in judged.iter().filter(|one| one.side == side && is_mistake(one)) {
            mistakes += 1;
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
        let date = date.map(ToOwned::to_owned);
        self.games.push(Outing { date, accuracy: summary.accuracy, loss: summary.loss, mistakes });
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
        self.games.extend(other.games.iter().cloned());
        self.all.merge(other.all);
    }

    /// All mistakes.
    pub fn all(&self) -> Tally {
        self.all
    }

    /// The reasons by their ids, the commonest first; of equally common ones the costliest.
    pub fn reasons(&self) -> Vec<(&str, Tally)> {
        let mut reasons = by_cost(&self.reasons);
        reasons.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.count));
        reasons
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

    /// What each game was like, in their order.
    pub fn games(&self) -> &[Outing] {
        &self.games
    }

    /// Whether the player gets better; none with fewer than four games in each half.
    pub fn trend(&self) -> Option<Trend> {
        const LEAST: usize = 4;
        let accuracies: Vec<f64> = self.games.iter().filter_map(|game| game.accuracy).collect();
        let (earlier, later) = accuracies.split_at(accuracies.len() / 2);
        if earlier.len() < LEAST {
            return None;
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let variance_of_mean = |values: &[f64]| {
            let squares = values.iter().map(|value| (value - mean(values)).powi(2));
            squares.sum::<f64>() / (values.len() - 1) as f64 / values.len() as f64
        };
        let margin = 1.96 * (variance_of_mean(earlier) + variance_of_mean(later)).sqrt();
        Some(Trend { earlier: mean(earlier), later: mean(later), margin })
    }
}

fn by_cost(sums: &BTreeMap<String, Tally>) -> Vec<(&str, Tally)> {
    let mut sorted: Vec<(&str, Tally)> =
        sums.iter().map(|(name, &tally)| (name.as_str(), tally)).collect();
    sorted.sort_by(|(_, one), (_, two)| two.loss.total_cmp(&one.loss));
    sorted
}
