//! What a player's games have in common: as JSON, and counted game after game for a page, which
//! keeps the counts.

use std::collections::BTreeMap;

use obverse_records::openings;
use obverse_rules::Color;
use obverse_study::{Language, Mistakes, Outing, Phase, Tally, Trend, habit};
use serde::{Deserialize, Serialize};

use crate::asked::About;
use crate::question::QuestionError;
use crate::review::{self, Answered};

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
    /// When the game was played.
    pub date: Option<String>,
    /// What was counted so far, of earlier games.
    #[serde(default)]
    pub counted: Mistakes,
    /// The language of the reasons.
    pub lang: Option<String>,
}

/// What was counted, for people and programs.
#[derive(Clone, Debug, Serialize)]
pub struct MistakesInfo {
    /// Whose mistakes they are, if it is one player's.
    pub player: Option<String>,
    /// How many games were counted.
    pub games: usize,
    /// All mistakes.
    pub mistakes: Counted,
    /// The reasons, the commonest first.
    pub reasons: Vec<ReasonInfo>,
    /// The mistakes of each phase.
    pub phases: BTreeMap<Phase, Counted>,
    /// Openings, first those in which the most is lost in a game.
    pub openings: Vec<OpeningLoss>,
    /// What each game was like, in their order.
    pub history: Vec<Outing>,
    /// Whether the player gets better.
    pub trend: Option<Trend>,
}

/// How often something happened, and how many discs it cost together.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counted {
    count: usize,
    loss: f64,
}

/// A reason, and how often it was one.
#[derive(Clone, Debug, Serialize)]
pub struct ReasonInfo {
    id: String,
    #[serde(flatten)]
    counted: Counted,
    text: String,
}

/// An opening, in how many games it was played, and what was lost in them.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningLoss {
    name: String,
    #[serde(flatten)]
    counted: Counted,
}

/// What was counted so far, with one game more.
#[derive(Clone, Debug, Serialize)]
pub struct Tallied {
    /// To be kept, and sent with the next game.
    pub counted: Mistakes,
    /// The same for people.
    #[serde(flatten)]
    pub mistakes: MistakesInfo,
}

/// Counts a game.
pub fn tally(request: &About<TallyRequest>) -> Result<Tallied, QuestionError> {
    let About { played, asked } = request;
    let language: Language = asked.lang.as_deref().unwrap_or("en").parse()?;
    let review = review::review_of(&played.game()?, None, &asked.answers)?;
    let mut counted = asked.counted.clone();
    let opening = openings::name_of(review.game()).map(openings::Opening::name);
    counted.add(&review.all_judged(), asked.side, opening, asked.date.as_deref());
    let mistakes = MistakesInfo::new(&counted, None, counted.games().len(), language);
    Ok(Tallied { counted, mistakes })
}

impl MistakesInfo {
    /// What was counted of so many games.
    pub fn new(
        mistakes: &Mistakes,
        player: Option<&str>,
        games: usize,
        language: Language,
    ) -> MistakesInfo {
        let reason = |(id, tally): (&str, Tally)| ReasonInfo {
            id: id.to_owned(),
            counted: tally.into(),
            text: habit(id, language).unwrap_or(id).to_owned(),
        };
        let opening = |(name, tally): (&str, Tally)| OpeningLoss {
            name: name.to_owned(),
            counted: tally.into(),
        };
        let phases = Phase::ALL.into_iter().map(|phase| (phase, mistakes.phase(phase).into()));
        MistakesInfo {
            player: player.map(ToOwned::to_owned),
            games,
            mistakes: mistakes.all().into(),
            reasons: mistakes.reasons().into_iter().map(reason).collect(),
            phases: phases.collect(),
            openings: mistakes.openings().into_iter().map(opening).collect(),
            history: mistakes.games().to_vec(),
            trend: mistakes.trend(),
        }
    }
}

impl From<Tally> for Counted {
    fn from(tally: Tally) -> Counted {
        Counted { count: tally.count, loss: (tally.loss * 100.0).round() / 100.0 }
    }
}
