//! Scores that say what they are.

use std::fmt;

/// A score in discs from the side to move's view, and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score {
    /// Discs ahead, empties to the winner. For [`Kind::Wld`] it is 1, 0 or −1.
    #[cfg_attr(feature = "serde", serde(rename = "score"))]
    pub discs: f32,
    /// What the number is.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: Kind,
}

/// What a score's number is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "lowercase")
)]
pub enum Kind {
    /// The result under perfect play, proven.
    Exact,
    /// A win, draw or loss under perfect play, proven; the number is 1, 0 or −1.
    Wld,
    /// A search that cut what was unlikely to matter.
    Selective {
        /// How sure each cut was, in per cent.
        confidence: u8,
    },
    /// An estimate.
    Heuristic,
    /// From the opening book.
    Book,
}

/// How much is known by a score, for whoever has two of the same position: the greater proves
/// more, whatever the numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// Somebody's word, looked up.
    Book,
    /// An estimate, the better the deeper.
    Heuristic {
        /// The plies looked ahead.
        depth: u32,
    },
    /// A selective search: surer cuts first, then depth.
    Selective {
        /// How sure each cut was, in per cent.
        confidence: u8,
        /// The plies looked ahead.
        depth: u32,
    },
    /// Who wins is proven. Proofs have no depth: they reach the end.
    Wld,
    /// The result is proven.
    Exact,
}

impl Score {
    /// The same score from the other side's view.
    #[must_use]
    pub fn reversed(self) -> Score {
        // Adding zero turns −0 into 0.
        Score { discs: -self.discs + 0.0, kind: self.kind }
    }
}

impl Kind {
    /// What a score of this kind proves that looked so many plies ahead.
    pub const fn proof(self, depth: u32) -> Proof {
        match self {
            Kind::Exact => Proof::Exact,
            Kind::Wld => Proof::Wld,
            Kind::Selective { confidence } => Proof::Selective { confidence, depth },
            Kind::Heuristic => Proof::Heuristic { depth },
            Kind::Book => Proof::Book,
        }
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Exact => "exact",
            Kind::Wld => "wld",
            Kind::Selective { .. } => "selective",
            Kind::Heuristic => "heuristic",
            Kind::Book => "book",
        }
    }
}

/// `= +4` exact, `W`/`D`/`L` proven, `≈ +2.4 73%` selective, `~ +2` heuristic, `book +1.0`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discs = self.discs + 0.0;
        let text = match self.kind {
            Kind::Exact => format!("= {discs:+.0}"),
            Kind::Wld if discs > 0.0 => "W".to_owned(),
            Kind::Wld if discs < 0.0 => "L".to_owned(),
            Kind::Wld => "D".to_owned(),
            Kind::Selective { confidence } => format!("≈ {discs:+.1} {confidence}%"),
            Kind::Heuristic => format!("~ {:+.0}", discs.round() + 0.0),
            Kind::Book => format!("book {discs:+.1}"),
        };
        f.pad(&text)
    }
}
