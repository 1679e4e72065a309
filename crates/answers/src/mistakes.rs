//! What a player's games have in common, counted game after game. The page keeps the counts.

use obverse_records::openings;
use obverse_rules::Color;
use obverse_study::{Mistakes, Phase, Tally};
use serde::{Deserialize, Serialize};

use crate::asked::About;
use crate::question::QuestionError;
use crate::review::{self, Answered, ReviewRequest};

/// A reviewed game is to be counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyRequest {
    /// The number of the question.
    pub id: u64,
    /// What the engine answered about the game.
    #[serde(default)]
    pub answers: Vec<Answered>,
    /// The side whose mistakes are counted.
    pub side: Color,
    /// What was counted so far.
    #[serde(default)]
    pub counted: Mistakes,
}

/// What was counted.
#[derive(Clone, Debug, Serialize)]
pub struct MistakesInfo {
    /// To be kept, and sent with the next game.
    pub counted: Mistakes,
    /// All mistakes.
    pub all: Tally,
    /// By reason, the costliest first.
    pub reasons: Vec<Named>,
    /// By phase of the game.
    pub phases: Vec<Named>,
    /// Openings, first those in which the most is lost in a game.
    pub openings: Vec<Named>,
    /// The accuracy of every game, in their order.
    pub accuracies: Vec<f64>,
}

/// How often something happened, and what it cost.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    name: String,
    #[serde(flatten)]
    tally: Tally,
}

/// Counts a game.
pub fn tally(request: &About<TallyRequest>) -> Result<MistakesInfo, QuestionError> {
    let About { played, asked } = request;
    let review = ReviewRequest::with_answers(asked.id, asked.answers.clone());
    let review = review::reviewed(&About { played: played.clone(), asked: review })?;
    let mut counted = asked.counted.clone();
    let opening = openings::name_of(review.game()).map(openings::Opening::name);
    counted.add(&review.all_judged(), asked.side, opening);
    Ok(MistakesInfo::from(counted))
}

impl From<Mistakes> for MistakesInfo {
    fn from(counted: Mistakes) -> MistakesInfo {
        let named = |rows: Vec<(&str, Tally)>| -> Vec<Named> {
            rows.into_iter().map(|(name, tally)| Named { name: name.to_owned(), tally }).collect()
        };
        let phases = Phase::ALL.iter().map(|&phase| (phase_name(phase), counted.phase(phase)));
        MistakesInfo {
            all: counted.all(),
            reasons: named(counted.reasons()),
            phases: named(phases.collect()),
            openings: named(counted.openings()),
            accuracies: counted.accuracies().to_vec(),
            counted,
        }
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "opening",
        Phase::Midgame => "midgame",
        Phase::Endgame => "endgame",
    }
}
