//! The game on the screen.

use std::time::Duration;

use obverse_engine::score::Kind;
use obverse_engine::{ErrorModel, Score};
use obverse_players::{Table, Thought, Who};
use obverse_records::Record;
use obverse_rules::{Color, Game, Move, Position, Size, Square, Squares};
use obverse_study::Tree;

use super::typed::typed_square;
use super::{LineReview, Notice};
use crate::saving::{Saved, SavedFile};
use crate::words;

/// A game in progress, and what the player sees of it.
#[derive(Debug)]
pub struct Play {
    /// The game, its clocks and its end.
    pub table: Table,
    /// Who plays, Black first.
    pub players: [Who; 2],
    /// Grows with every change of the position, so that late answers to old questions are known.
    pub ticket: u64,
    /// When the turn began.
    pub turn_began: Duration,
    /// Whether computers wait for the player to say go.
    pub paused: bool,
    /// Whether the player looks through the game, rather than having taken moves back.
    pub looking: bool,
    /// What the player who thinks, or thought last, thinks.
    pub thinking: Option<Thinking>,
    /// The score of every position so far where it is known, by ply.
    pub scores: Vec<Option<Known>>,
    /// The hint that was asked for.
    pub hint: Option<Hint>,
    /// When the hint's key was pressed, if nothing else has been since.
    pub hint_key: Option<Duration>,
    /// The discs that are being turned over.
    pub turning: Option<Turning>,
    /// The name of the opening.
    pub opening: Option<&'static str>,
    /// The square under the cursor.
    pub cursor: Square,
    /// Whether the cursor shows: it does once a key has moved it.
    pub cursor_shown: bool,
    /// What was typed and not yet entered.
    pub typed: String,
    /// The last thing that happened.
    pub notice: Notice,
    /// The file that the game was last saved to or opened from.
    pub file: Option<String>,
    /// What became of the game when it was last written; none while that is not known.
    pub saved: Option<Saved>,
    /// The game with everything that was ever played in it.
    pub tree: Tree,
    /// Where the line on the table left the game itself, if a player went back and began it.
    pub branch: Option<usize>,
    /// What reviews found, the latest last.
    pub reviews: Vec<LineReview>,
    /// The review that an engine works on.
    pub reviewing: Option<Reviewing>,
}

/// A review that an engine works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reviewing {
    /// The number of the question, so that late answers are known.
    pub ticket: u64,
    /// Which of the game's reviews.
    pub index: usize,
}

/// Discs that are being turned over, one after the other from where a disc was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning {
    /// When the disc was placed.
    pub began: Duration,
    /// Where.
    pub placed: Square,
    /// The discs that it turns over.
    pub discs: Squares,
}

impl Turning {
    /// How long a disc takes, and how much later the next one begins.
    const TURN: Duration = Duration::from_millis(240);
    const NEXT: Duration = Duration::from_millis(40);
    /// The steps in which a disc is seen.
    const STEPS: f64 = 6.0;

    /// How much of a disc shows, and whether its new colour does; none where a disc is at rest.
    pub fn phase(&self, square: Square, now: Duration) -> Option<(f64, bool)> {
        if !self.discs.iter().any(|it| it == square) {
            return None;
        }
        let away = |a: usize, b: usize| a.abs_diff(b) as u32;
        let distance =
            away(square.column(), self.placed.column()).max(away(square.row(), self.placed.row()));
        let begins = self.began + Turning::NEXT * distance.saturating_sub(1);
        let done = now.saturating_sub(begins).as_secs_f64() / Turning::TURN.as_secs_f64();
        let done = (done * Turning::STEPS).floor() / Turning::STEPS;
        (done < 1.0).then(|| {
            let shows = (std::f64::consts::PI * done).cos();
            // Seen from its edge a disc is still a line.
            (shows.abs().max(0.1), shows < 0.0)
        })
    }

    /// Whether all discs are at rest.
    pub fn is_over(&self, now: Duration) -> bool {
        self.discs.iter().all(|square| self.phase(square, now).is_none())
    }
}

/// What is known of a position's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The score from Black's view.
    pub score: Score,
    /// The plies looked ahead.
    pub depth: u32,
}

impl Known {
    /// By how many discs the score of a position may well be off: one standard deviation, as it
    /// was fitted for 8×8. What is proven is not off at all.
    pub fn margin(&self, position: &Position, errors: Option<&ErrorModel>) -> f32 {
        match (self.score.kind, errors) {
            (Kind::Exact | Kind::Wld, _) => 0.0,
            (_, Some(errors)) if position.size() == Size::EIGHT => {
                errors.miss(position.empties() as u32, self.depth)
            }
            // A rule of thumb: an evaluation misses about seven discs, and half of that six
            // plies deeper.
            _ => 7.0 * 0.5_f32.powf(self.depth as f32 / 6.0),
        }
    }
}

/// What a player thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinking {
    /// Who thinks.
    pub color: Color,
    /// What.
    pub thought: Thought,
}

/// The moves of a position with their scores, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hint {
    /// One entry a move.
    pub moves: Vec<HintedMove>,
    /// Whether the engine still looks.
    pub thinking: bool,
}

/// A move with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct HintedMove {
    /// Where.
    pub square: Square,
    /// The score from the mover's view.
    pub score: Score,
    /// The plies looked ahead.
    pub depth: u32,
    /// The play that is expected.
    pub line: Vec<Move>,
}

impl Hint {
    /// Notes a line, in the place of an older one for the same move.
    pub fn note(&mut self, hinted: HintedMove) {
        self.moves.retain(|known| known.square != hinted.square);
        let place = self.moves.partition_point(|known| known.score.discs >= hinted.score.discs);
        self.moves.insert(place, hinted);
    }

    /// The best move so far.
    pub fn best(&self) -> Option<&HintedMove> {
        self.moves.first()
    }
}

impl Play {
    /// A game that is about to go on.
    pub fn new(table: Table, players: [Who; 2], now: Duration) -> Play {
        let size = table.game().position().size();
        let middle = size.get() / 2;
        let persons = players.each_ref().map(|who| *who == Who::Human);
        let tree = Tree::new(*table.game().start());
        let mut play = Play {
            table: table.with_persons(persons),
            players,
            ticket: 0,
            turn_began: now,
            paused: false,
            looking: false,
            thinking: None,
            scores: Vec::new(),
            hint: None,
            hint_key: None,
            turning: None,
            opening: None,
            cursor: Square::new(middle, middle).expect("the middle is on the board"),
            cursor_shown: false,
            typed: String::new(),
            notice: Notice::default(),
            file: None,
            saved: None,
            tree,
            branch: None,
            reviews: Vec::new(),
            reviewing: None,
        };
        play.follow_table();
        play.cursor = play.game().position().moves().first().unwrap_or(play.cursor);
        play
    }

    /// The same with the variations that are known of it already, from the same beginning.
    #[must_use]
    pub fn with_tree(mut self, tree: Tree) -> Play {
        if tree.position(tree.root()) == self.game().start() {
            self.tree = tree;
            // Where the game goes along a variation it stays one.
            self.branch = self.leaves_main();
            self.follow_table();
        }
        self
    }

    /// After how many moves the line on the table leaves the game itself, if it does.
    pub fn leaves_main(&self) -> Option<usize> {
        let main = self.tree.main_line();
        let main: Vec<Move> = main.iter().filter_map(|&node| self.tree.move_to(node)).collect();
        let own = self.game().moves();
        let same = main.iter().zip(own).take_while(|(main, own)| main == own).count();
        (same < main.len().min(own.len())).then_some(same)
    }

    /// The game with its variations, written down.
    pub fn record(&self) -> Record {
        crate::saving::record(&self.table, &self.tree)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.table.game()
    }

    /// Whether a person plays this colour.
    pub fn is_person(&self, color: Color) -> bool {
        self.table.is_person(color)
    }

    /// The colour of the person who is to move now.
    pub fn person_to_move(&self) -> Option<Color> {
        self.table.mover().filter(|&color| self.is_person(color))
    }

    /// The colour of the computer that is to move now.
    pub fn computer_to_move(&self) -> Option<Color> {
        self.table.mover().filter(|&color| !self.is_person(color))
    }

    /// The only person at the table, if there is just one.
    pub fn only_person(&self) -> Option<Color> {
        let mut persons = Color::BOTH.into_iter().filter(|&color| self.is_person(color));
        persons.next().filter(|_| persons.next().is_none())
    }

    /// What is left on a side's clock now, while the turn runs.
    pub fn clock(&self, color: Color, now: Duration) -> Option<Duration> {
        let remaining = self.table.clock(color)?.remaining;
        let running = self.table.mover() == Some(color) && !self.paused;
        let used = if running { now.saturating_sub(self.turn_began) } else { Duration::ZERO };
        Some(remaining.saturating_sub(used))
    }

    /// Whether the game goes on after what is looked at: another move would take its place.
    pub fn looks_back(&self) -> bool {
        self.looking && !self.game().undone().is_empty()
    }

    /// The discs that the last move turned over.
    pub fn last_flips(&self) -> Squares {
        let game = self.game();
        // A pass that followed leaves the last disc in view.
        let placed = game.moves().iter().rposition(|mv| mv.square().is_some());
        let Some(ply) = placed else { return Squares::EMPTY };
        let square = game.moves()[ply].square();
        square.map_or(Squares::EMPTY, |square| game.positions()[ply].flips(square))
    }

    /// The square of the last disc placed.
    pub fn last_square(&self) -> Option<Square> {
        self.game().moves().iter().rev().find_map(|mv| mv.square())
    }

    /// What is known of the score of a position by its ply.
    pub fn known_at(&self, ply: usize) -> Option<Known> {
        self.scores.get(ply).copied().flatten()
    }

    /// The score of a position by its ply, from Black's view.
    pub fn score_at(&self, ply: usize) -> Option<Score> {
        self.known_at(ply).map(|known| known.score)
    }

    /// The latest score that is known up to now, from Black's view.
    pub fn latest_score(&self) -> Option<Score> {
        (0..=self.game().ply()).rev().find_map(|ply| self.score_at(ply))
    }

    /// Notes a score, unless one is known that proves more.
    pub fn note_score(&mut self, ply: usize, known: Known) {
        let proof = |known: &Known| known.score.kind.proof(known.depth);
        if self.scores.len() <= ply {
            self.scores.resize(ply + 1, None);
        }
        let old = &mut self.scores[ply];
        if old.is_none_or(|old| proof(&old) <= proof(&known)) {
            *old = Some(known);
        }
    }

    /// The person who would resign now: the one to move, or the only one.
    pub fn resigner(&self) -> Option<Color> {
        self.person_to_move().or_else(|| self.only_person())
    }

    /// Whether moves were made and no result is there yet.
    pub fn is_worth_keeping(&self) -> bool {
        self.table.ending().is_none() && self.game().ply() > 0
    }

    /// What becomes of the game if it is left now, in a sentence.
    pub fn if_left(&self) -> String {
        if let Some(problem) = self.saved.as_ref().and_then(Saved::problem) {
            return words::sentence(&problem);
        }
        let is_open = self.is_worth_keeping();
        let Some(saved) = self.saved.as_ref().filter(|saved| is_open || saved.file.is_some())
        else {
            return match self.table.ending() {
                _ if is_open => "The game is being saved.",
                None => "No move has been played: nothing is lost.",
                Some(_) => "The game is over. It is written down only if s saved it.",
            }
            .to_owned();
        };
        match saved {
            Saved { kept: Some(Ok(_)), .. } => {
                "The game is kept and offered at the next start.".to_owned()
            }
            Saved { file: Some(SavedFile { path, .. }), .. } => {
                format!("The game is saved in {}.", path.display())
            }
            Saved { .. } => "The game is not kept.".to_owned(),
        }
    }

    /// The square that was typed so far, by its name or by its number among the legal moves.
    pub fn typed_square(&self) -> Option<Square> {
        typed_square(&self.typed, self.game().position())
    }
}
