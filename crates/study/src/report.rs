//! What a review has found: a row a move, and a summary of each side.

use obverse_engine::score::Kind;
use obverse_rules::{Color, Move};
use serde::Serialize;

use crate::grade::{self, Grade, Phase};
use crate::reason::{self, Reason};
use crate::review::{Comparison, Review};
use crate::words::Language;

/// What is known about a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of the move in the game, from 0.
    pub ply: usize,
    /// Who made it.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// How many moves were legal.
    pub legal: usize,
    /// The two lines.
    pub lines: Comparison,
    /// How many discs it cost.
    pub loss: f64,
    /// Half the width of the 95 % interval of that.
    pub margin: f64,
    /// How bad it was.
    pub grade: Grade,
    /// When in the game.
    pub phase: Phase,
    /// Why, as far as the lines show it.
    pub reasons: Vec<Reason>,
}

impl Judged {
    /// Whether the move may have cost nothing.
    pub fn is_uncertain(&self) -> bool {
        self.loss > 0.0 && self.loss <= self.margin
    }

    /// Whether much seems to be lost, and it may be little or nothing: no grade says that well.
    pub fn is_unclear(&self) -> bool {
        self.grade == Grade::Good && self.loss >= 4.0
    }

    /// The name of its grade, or that it is unclear.
    pub fn verdict(&self) -> &'static str {
        if self.is_unclear() { "unclear" } else { self.grade.name() }
    }

    /// The row for JSON, in the words of a language.
    pub fn row(&self, language: Language) -> Row {
        let score = self.lines.weaker().score;
        let best = self.lines.best.moves.first().copied().unwrap_or(self.mv);
        let (score_discs, best_score) = self.scores();
        let text = |reason: &Reason| ReasonRow {
            id: reason.id(),
            square: reason.squares().first().map(ToString::to_string),
            squares: reason.squares().iter().map(ToString::to_string).collect(),
            text: reason.text(language, self.side),
        };
        Row {
            ply: self.ply + 1,
            side: self.side,
            mv: self.mv,
            legal: self.legal,
            score: score_discs,
            kind: score.kind,
            best,
            best_score,
            loss: self.loss,
            grade: self.grade,
            uncertain: self.is_uncertain(),
            unclear: self.is_unclear(),
            reasons: self.reasons.iter().map(text).collect(),
            pv: self.lines.played.moves.clone(),
            best_pv: self.lines.best.moves.clone(),
        }
    }

    /// The scores of the played and of the best move, to a hundredth of a disc.
    pub fn scores(&self) -> (f64, f64) {
        (hundredths(self.lines.played.score.discs), hundredths(self.lines.best.score.discs))
    }
}

fn hundredths(discs: f32) -> f64 {
    (f64::from(discs) * 100.0).round() / 100.0 + 0.0
}

/// A move as JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The number of the move, from 1.
    pub ply: usize,
    /// Who made it.
    pub side: Color,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// How many moves were legal.
    pub legal: usize,
    /// Its score, from the mover's view.
    pub score: f64,
    /// What that is worth.
    #[serde(flatten)]
    pub kind: Kind,
    /// The best move.
    pub best: Move,
    /// Its score, from the mover's view.
    pub best_score: f64,
    /// The difference.
    pub loss: f64,
    /// How bad it was.
    pub grade: Grade,
    /// Whether it may have cost nothing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uncertain: bool,
    /// Whether much seems to be lost and the grade is kind because it may be little.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unclear: bool,
    /// Why.
    pub reasons: Vec<ReasonRow>,
    /// The move and what is expected to follow it.
    pub pv: Vec<Move>,
    /// The best move and what is expected to follow it.
    pub best_pv: Vec<Move>,
}

/// A reason as JSON has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReasonRow {
    /// Which one.
    pub id: &'static str,
    /// The square that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// All squares that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// A sentence.
    pub text: String,
}

/// How well a side played.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// The discs that its moves cost together.
    pub loss: f64,
    /// In per cent, over the moves that were chosen; none if none was.
    pub accuracy: Option<f64>,
    /// The same for each phase.
    pub phases: PhaseAccuracy,
}

/// The accuracy in each phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PhaseAccuracy {
    /// In the first third.
    pub opening: Option<f64>,
    /// In the second third.
    pub midgame: Option<f64>,
    /// In the last third.
    pub endgame: Option<f64>,
}

impl Review {
    /// What is known about a move; none for a pass, or if nothing is known yet.
    pub fn judged(&self, ply: usize) -> Option<Judged> {
        let position = self.position(ply);
        let mv = self.game().moves()[ply];
        mv.square()?;
        let is_forced = self.is_forced(ply);
        let lines = if is_forced {
            let line = self.line_at(ply, false)?;
            Comparison { best: line.clone(), played: line }
        } else {
            self.comparison(ply)?
        };
        let margin = grade::margin(&lines);
        let loss = hundredths(lines.best.score.discs) - hundredths(lines.played.score.discs);
        let loss = (loss * 100.0).round() / 100.0;
        let grade = if is_forced { Grade::Forced } else { Grade::of_loss(loss as f32, margin) };
        let reasons =
            if grade >= Grade::Good { reason::find(position, &lines) } else { Vec::new() };
        Some(Judged {
            ply,
            side: position.side(),
            mv,
            legal: position.moves().len(),
            lines,
            loss,
            margin: f64::from(margin),
            grade,
            phase: Phase::of(position.empties(), position.size()),
            reasons,
        })
    }

    /// What is known about every move; passes and what is not known yet are left out.
    pub fn all_judged(&self) -> Vec<Judged> {
        (0..self.game().moves().len()).filter_map(|ply| self.judged(ply)).collect()
    }
}

/// How well a side played these moves.
pub fn summary(judged: &[Judged], side: Color) -> SideSummary {
    let own = || judged.iter().filter(|one| one.side == side);
    let mean = |phase: Option<Phase>| {
        let chosen: Vec<f64> = own()
            .filter(|one| {
                one.grade != Grade::Forced && phase.is_none_or(|phase| one.phase == phase)
            })
            .map(|one| grade::accuracy(one.loss))
            .collect();
        let mean = chosen.iter().sum::<f64>() / chosen.len() as f64;
        (!chosen.is_empty()).then(|| (mean * 10.0).round() / 10.0)
    };
    let loss: f64 = own().map(|one| one.loss).sum();
    SideSummary {
        loss: (loss * 100.0).round() / 100.0,
        accuracy: mean(None),
        phases: PhaseAccuracy {
            opening: mean(Some(Phase::Opening)),
            midgame: mean(Some(Phase::Midgame)),
            endgame: mean(Some(Phase::Endgame)),
        },
    }
}
