//! A review as a page leads it: what to ask next, and what is known so far.
//!
//! The page sends the game with all answers of its engine, and [`review`] makes the state of
//! [`obverse_study::Review`] of them. So nothing is kept between two questions, whoever answers them, and a
//! page can go on with a review that it kept.

use std::time::Duration;

use obverse_engine::Line;
use obverse_rules::{Color, Game};
use obverse_study::{
    About as Asked, Effort, Language, Pass, Plan, Question, Review, Row, SideSummary, summary,
};
use serde::{Deserialize, Serialize};

use crate::asked::About;
use crate::question::{Budget, QuestionError};

/// The plies of a review where the question says nothing.
const USUAL_DEPTH: u32 = 12;
/// The questions of an answer where the question says nothing.
const USUAL_QUESTIONS: usize = 8;
/// The most questions of an answer.
const MOST_QUESTIONS: usize = 100;

/// What is asked about a game that is reviewed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The number of the question.
    pub id: u64,
    /// As far as a level looks.
    pub level: Option<u8>,
    /// So many plies where it matters.
    pub depth: Option<u32>,
    /// So many seconds for what matters.
    pub time: Option<f64>,
    /// To the end of the game.
    #[serde(default)]
    pub exact: bool,
    /// What was answered so far.
    #[serde(default)]
    pub answers: Vec<Answered>,
    /// How many questions are wanted at most.
    pub want: Option<usize>,
    /// The language of the reasons.
    pub lang: Option<String>,
}

/// An engine's answer to a question of the review.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answered {
    /// The number of the move, from 1.
    ply: usize,
    about: Asked,
    pass: Pass,
    /// The best line of the position.
    line: Line,
}

/// What is known about the game, and what to ask next.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// How far the review is.
    pub progress: ProgressInfo,
    /// What to ask next, in any order; nothing if the review is done.
    pub next: Vec<NextInfo>,
    /// What is known about the moves.
    pub moves: Vec<Row>,
    /// How well each side played.
    pub summary: Sides,
}

/// How far a review is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProgressInfo {
    /// Questions that are answered.
    pub answered: usize,
    /// All questions, as far as is known now.
    pub of: usize,
}

/// A question for an engine.
#[derive(Clone, Debug, Serialize)]
pub struct NextInfo {
    /// The number of the move, from 1.
    pub ply: usize,
    /// What is wanted.
    pub about: Asked,
    /// In which pass.
    pub pass: Pass,
    /// The fields of an analysis.
    pub ask: AskInfo,
}

/// What an analysis is asked with.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AskInfo {
    /// The position.
    pub start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<f64>,
}

/// How well both sides played.
#[derive(Clone, Debug, Serialize)]
pub struct Sides {
    black: SideSummary,
    white: SideSummary,
}

impl Answered {
    /// Everything that a review was answered.
    pub fn all(review: &Review) -> Vec<Answered> {
        let answer = |(ply, about, pass, line)| Answered { ply: ply + 1, about, pass, line };
        review.answers().into_iter().map(answer).collect()
    }
}

/// A review of a game, so many plies deep, that these answers make.
pub fn review_of(
    game: &Game,
    depth: Option<u32>,
    answers: &[Answered],
) -> Result<Review, QuestionError> {
    let plan = plan(&ReviewRequest { depth, ..ReviewRequest::default() })?;
    learnt(Review::new(game, plan), answers)
}

fn learnt(mut review: Review, answers: &[Answered]) -> Result<Review, QuestionError> {
    for Answered { ply, about, pass, line } in answers {
        let ply = ply.checked_sub(1).ok_or(QuestionError::Zero("ply"))?;
        review.learn(ply, *about, *pass, line);
    }
    Ok(review)
}

/// Goes on with a review.
pub fn review(request: &About<ReviewRequest>) -> Result<Reviewed, QuestionError> {
    let asked = &request.asked;
    let language: Language = asked.lang.as_deref().unwrap_or("en").parse()?;
    let review = Review::new(&request.played.game()?, plan(asked)?);
    let review = learnt(review, &asked.answers)?;
    let judged = review.all_judged();
    let want = asked.want.unwrap_or(USUAL_QUESTIONS).clamp(1, MOST_QUESTIONS);
    let (answered, of) = review.progress();
    Ok(Reviewed {
        progress: ProgressInfo { answered, of },
        next: review.open().into_iter().take(want).map(NextInfo::from).collect(),
        moves: judged.iter().map(|one| one.row(language)).collect(),
        summary: Sides {
            black: summary(&judged, Color::Black),
            white: summary(&judged, Color::White),
        },
    })
}

/// How a review that is asked for goes about it.
pub fn plan(asked: &ReviewRequest) -> Result<Plan, QuestionError> {
    let ReviewRequest { level, depth, time, exact, .. } = *asked;
    let limits = Budget { level, depth, time, exact, most: None }.limits()?;
    Ok(match (limits.level, limits.time) {
        _ if exact => Plan::exact(),
        (Some(level), _) => Plan::level(level),
        (_, Some(time)) => Plan::time(time),
        _ => Plan::depth(limits.depth.unwrap_or(USUAL_DEPTH)),
    })
}

impl From<Question> for NextInfo {
    fn from(question: Question) -> NextInfo {
        let Question { ply, about, pass, position, effort, most } = question;
        let start = position.to_string();
        let most = most.filter(|_| !matches!(effort, Effort::Time(_)));
        let ask =
            AskInfo { start, most: most.as_ref().map(Duration::as_secs_f64), ..AskInfo::default() };
        let ask = match effort {
            Effort::Depth(depth) => AskInfo { depth: Some(depth), ..ask },
            Effort::Level(level) => AskInfo { level: Some(level.get()), ..ask },
            Effort::Time(time) => AskInfo { time: Some(time.as_secs_f64()), ..ask },
            Effort::Exact => AskInfo { exact: true, ..ask },
        };
        NextInfo { ply: ply + 1, about, pass, ask }
    }
}
