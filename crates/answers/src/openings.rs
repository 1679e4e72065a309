//! Named openings and balanced starts.

use obverse_records::openings::{self, balanced};
use serde::{Deserialize, Serialize};

use crate::lines::names;

/// Named openings are wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsRequest {
    /// The number of the question.
    pub id: u64,
    /// Those whose name contains this.
    pub find: Option<String>,
}

/// A balanced start is wanted.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BalancedRequest {
    /// The number of the question.
    pub id: u64,
    /// Which one, from 1; any if nothing is said.
    pub number: Option<usize>,
}

/// A named opening.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningInfo {
    /// The name.
    pub name: &'static str,
    /// What else it is called.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// The moves.
    pub moves: Vec<String>,
}

/// A balanced start.
#[derive(Clone, Debug, Serialize)]
pub struct BalancedInfo {
    /// Which one, from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    /// The moves.
    pub moves: Vec<String>,
}

/// The openings whose names contain a text, or all of them.
pub fn named(find: Option<&str>) -> Vec<OpeningInfo> {
    let found = match find.map(str::trim).filter(|find| !find.is_empty()) {
        Some(find) => openings::search(find),
        None => openings::all().iter().collect(),
    };
    let info = |opening: &openings::Opening| OpeningInfo {
        name: opening.name(),
        aliases: opening.aliases(),
        moves: names(opening.game().moves()),
    };
    found.into_iter().map(info).collect()
}

/// The balanced start of a number, or any. The error is how many there are.
pub fn balanced(number: Option<usize>) -> Result<BalancedInfo, usize> {
    let all = balanced::all();
    let count = all.len();
    let number = number.unwrap_or_else(|| fastrand::usize(1..=count));
    let opening = number.checked_sub(1).and_then(|at| all.get(at)).ok_or(count)?;
    Ok(BalancedInfo { number, count, moves: names(opening.game().moves()) })
}
