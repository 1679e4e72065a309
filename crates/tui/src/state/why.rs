//! Why a player moves: what it says of a position, and which of its moves one looks at.

use obverse_players::{ExplainedMove, Explanation, Who};
use obverse_rules::{Color, Game, Square};

use super::{Play, Tour};

/// What a player is asked about a position, and what it answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The number of the question.
    pub ticket: u64,
    /// The game up to the position that is explained.
    pub game: Game,
    /// Who explains.
    pub who: Who,
    /// What was played there.
    pub played: Option<Square>,
    /// What it says, or why it says nothing; none while it thinks.
    pub told: Option<Result<Explanation, String>>,
    /// Which of the moves one looks at, the best first.
    pub chosen: usize,
    /// Where on the tour the question was asked, to go back there.
    pub tour: Option<Tour>,
}

impl Why {
    /// The question that one has about a game: why did the computer play its last move? Where a
    /// computer waits, what it thinks of this position; where none plays, what the engine does.
    pub fn about(play: &Play, ticket: u64) -> Why {
        let game = play.game();
        let is_computer = |color: Color| !play.is_person(color);
        let last = (0..game.ply()).rev().find(|&ply| {
            is_computer(game.positions()[ply].side()) && game.moves()[ply].square().is_some()
        });
        let (ply, color) = match (play.computer_to_move().filter(|_| play.paused), last) {
            (None, Some(ply)) => (ply, Some(game.positions()[ply].side())),
            (waiting, _) => {
                let anybody = Color::BOTH.into_iter().find(|&color| is_computer(color));
                (game.ply(), waiting.or(anybody))
            }
        };
        let who = color.map(|color| &play.players[color as usize]);
        let mut until = game.clone();
        until.go_to(ply);
        let played = until.undone().first().and_then(|mv| mv.square());
        let who = who.filter(|who| can_say(who)).cloned().unwrap_or_else(engine);
        Why { ticket, game: until, who, played, told: None, chosen: 0, tour: None }
    }

    /// What the player of an idea thinks where the tour stops.
    pub fn on_tour(tour: Tour, ticket: u64) -> Why {
        let stop = tour.stop();
        Why {
            ticket,
            game: Game::new(stop.position()),
            who: stop.who(),
            played: stop.plays().square(),
            told: None,
            chosen: 0,
            tour: Some(tour),
        }
    }

    /// What was said, if anything was.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.told.as_ref().and_then(|told| told.as_ref().ok())
    }

    /// The move that one looks at.
    pub fn chosen_move(&self) -> Option<&ExplainedMove> {
        self.explanation()?.moves.get(self.chosen)
    }

    /// Takes the answer in; the move that was played is looked at first.
    pub fn hear(&mut self, told: Result<Explanation, String>) {
        self.told = Some(told);
        let played = self.played;
        let place = self.explanation().and_then(|explanation| {
            explanation.moves.iter().position(|explained| Some(explained.square) == played)
        });
        self.chosen = place.unwrap_or(0);
    }

    /// Looks at another move.
    pub fn step(&mut self, by: i32) {
        let count = self.explanation().map_or(0, |explanation| explanation.moves.len()) as i32;
        if count > 0 {
            self.chosen = (self.chosen as i32 + by).rem_euclid(count) as usize;
        }
    }
}

/// Whether a player can say why it moves.
fn can_say(who: &Who) -> bool {
    matches!(who, Who::Engine(_) | Who::Classic(..))
}

fn engine() -> Who {
    "engine".parse().expect("a player")
}
