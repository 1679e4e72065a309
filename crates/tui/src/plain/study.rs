//! Studying a game in words: its variations, and what its moves cost.

use obverse_engine::Engine;
use obverse_records::Variation;
use obverse_rules::{Color, Game, Move};
use obverse_study::{Grade, Plan, Review, Tree, summary};

use super::answer::Answer;
use super::person::Room;
use crate::words;

/// Plies that a review looks ahead where it matters, as `obverse review` does.
const DEPTH: u32 = 12;

impl Room {
    /// Asks what to do with a game that is over, until that is nothing.
    pub(super) fn look_back(&mut self) {
        let position = *self.pages.line.game.position();
        loop {
            let Some(line) = self.console.ask("review, variations, save FILE or quit: ") else {
                return;
            };
            match Answer::read(&line, &position) {
                Answer::Review => self.review(),
                Answer::Variations => self.variations(),
                Answer::Save(file) => self.save(file),
                Answer::Quit => return,
                _ if line.is_empty() => return,
                _ => self.console.say("The game is over."),
            }
        }
    }

    /// Says what was played beside the game.
    pub(super) fn variations(&mut self) {
        for line in tree_in_words(&self.pages.tree) {
            self.console.say(line);
        }
    }

    /// Says what every move of the game so far cost, and why.
    pub(super) fn review(&mut self) {
        let mut review = Review::new(&self.pages.line.game, Plan::depth(DEPTH));
        let moves = review.game().moves().len();
        if moves == 0 {
            return self.console.say("There is no move to review.");
        }
        self.console.say(format!("Reviewing {}.", words::count(moves, "move")));
        let mut engine = Engine::new(self.engine.clone());
        while let Some(question) = review.next() {
            let mut limits = question.limits();
            limits.stop = self.stop.clone();
            let report = engine.search(&question.position, &limits);
            if self.stop.is_raised() {
                return;
            }
            review.answered(&question, report.best());
        }
        let judged = review.all_judged();
        let bad = judged.iter().filter(|one| one.grade >= Grade::Inaccuracy);
        for one in bad.clone() {
            self.console.say(format!("Move {}, {}", one.ply + 1, words::judged(one)));
            for reason in words::reasons(one) {
                self.console.say(format!("  {reason}"));
            }
        }
        if bad.count() == 0 {
            self.console.say("No move was worse than good.");
        }
        for side in Color::BOTH {
            let side_summary = summary(&judged, side);
            if let Some(accuracy) = side_summary.accuracy {
                let loss = side_summary.loss;
                self.console
                    .say(format!("{side}: accuracy {accuracy:.1} %, lost {loss:.1} discs."));
            }
        }
    }
}

/// The lines of a tree: the game, then a sentence a variation.
fn tree_in_words(tree: &Tree) -> Vec<String> {
    let record = tree.to_record();
    let mut said = vec![format!("The game: {}.", moves_of(&record.game))];
    if record.variations.is_empty() {
        said.push("There are no variations.".to_owned());
    }
    for (index, Variation { of, ply, game, .. }) in record.variations.iter().enumerate() {
        let (line, name, before) = match of.and_then(|of| Some((of, record.variations.get(of)?))) {
            // The moves of a variation are counted from the beginning of the game.
            Some((of, other)) => {
                (&other.game, format!("variation {}", of + 1), start_of(&record.variations, of))
            }
            None => (&record.game, "the game".to_owned(), 0),
        };
        let instead = line.moves().get(*ply).map_or(String::new(), |mv| format!(" ({mv})"));
        let number = before + ply + 1;
        said.push(format!(
            "Variation {}, in the place of move {number}{instead} of {name}: {}.",
            index + 1,
            moves_of(game)
        ));
    }
    said
}

/// The number of moves before a variation.
fn start_of(variations: &[Variation], index: usize) -> usize {
    let mut start = 0;
    let mut next = Some(index);
    while let Some(variation) = next.and_then(|index| variations.get(index)) {
        start += variation.ply;
        next = variation.of;
    }
    start
}

fn moves_of(game: &Game) -> String {
    let names: Vec<String> = game.moves().iter().map(Move::to_string).collect();
    if names.is_empty() { "no move yet".to_owned() } else { names.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_said_line_by_line() {
        let tree: Tree = "f5d6c3(c4d3(f3)c5)d3".parse().unwrap();
        assert_eq!(
            tree_in_words(&tree),
            [
                "The game: f5 d6 c3 d3.",
                "Variation 1, in the place of move 3 (c3) of the game: c4 d3 c5.",
                "Variation 2, in the place of move 4 (d3) of variation 1: f3.",
            ]
        );
        let tree: Tree = "f5".parse().unwrap();
        assert_eq!(tree_in_words(&tree), ["The game: f5.", "There are no variations."]);
    }
}
