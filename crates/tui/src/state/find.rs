//! Searching the move list.

use obverse_rules::{Game, Move};

/// What is searched for in the move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Find {
    /// What was typed: the name of a square or a part of it, `pass`, or the number of a move.
    pub text: String,
    /// Where the search began, to go back there.
    pub from: usize,
}

impl Find {
    /// The positions after the moves that are meant.
    pub fn found(&self, game: &Game) -> Vec<usize> {
        let text = self.text.trim().to_ascii_lowercase();
        if text.is_empty() {
            return vec![];
        }
        let moves: Vec<Move> = game.moves().iter().chain(game.undone()).copied().collect();
        if let Ok(number) = text.parse::<usize>() {
            // The list has two moves to a number, of which the first is gone to.
            let first = (1..=moves.len()).find(|ply| ply.div_ceil(2) == number);
            return first.into_iter().collect();
        }
        let is_meant = |mv: &Move| mv.to_string().starts_with(&text);
        moves.iter().enumerate().filter(|(_, mv)| is_meant(mv)).map(|(ply, _)| ply + 1).collect()
    }
}
