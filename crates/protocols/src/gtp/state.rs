//! What an engine under GTP remembers between commands: the game, its clocks, and which moves
//! belong to which command.

use obverse_engine::Limits;
use obverse_players::PlayerError;
use obverse_rules::{Color, Game, IllegalMove, Move, Size};
use thiserror::Error;

use super::clock::{Left, TimeSettings};

/// Why a command was not carried out. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CommandError {
    #[error("unknown command")]
    Unknown,
    #[error("syntax error: {0}")]
    Syntax(&'static str),
    #[error("illegal move: {0}")]
    Illegal(#[from] IllegalMove),
    #[error("illegal move: it is {}'s turn, who has a move", !*.0)]
    OutOfTurn(Color),
    #[error("unacceptable size")]
    Size,
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error("the game is over")]
    Over,
    #[error("unsupported game, only Othello")]
    Game,
    #[error("cannot load file: {0}")]
    Load(String),
    #[error("the engine failed")]
    EngineFailed,
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The game and its clocks.
#[derive(Debug)]
pub(crate) struct State {
    /// What the controller speaks to.
    name: String,
    /// The boards that it plays on.
    sizes: Vec<Size>,
    game: Game,
    /// How many moves each command played: a pass for the other side may be among them, or a
    /// pass after the end, which is none.
    played: Vec<usize>,
    settings: Option<TimeSettings>,
    left: [Left; 2],
}

impl State {
    pub(crate) fn new(name: String, sizes: Vec<Size>) -> State {
        let none = Left { time: std::time::Duration::ZERO, moves: 0 };
        State {
            name,
            sizes,
            game: Game::from_start(Size::EIGHT),
            played: Vec::new(),
            settings: None,
            left: [none; 2],
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn plays_on(&self, size: Size) -> bool {
        self.sizes.contains(&size)
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// A new game, with full clocks.
    pub(crate) fn begin(&mut self, game: Game) {
        self.game = game;
        self.played.clear();
        self.set_clocks(self.settings);
    }

    pub(crate) fn set_clocks(&mut self, settings: Option<TimeSettings>) {
        self.settings = settings;
        if let Some(settings) = settings {
            self.left = [settings.start(); 2];
        }
    }

    pub(crate) fn set_left(&mut self, color: Color, left: Left) {
        // Whoever tells the time without having set it plays with an absolute clock.
        let settings = TimeSettings { main: left.time, period: left.time, moves: left.moves };
        if self.settings.is_none() {
            self.set_clocks(Some(settings));
        }
        self.left[color as usize] = left;
    }

    /// What a search for this side may spend: the clock's, where there is one.
    pub(crate) fn limit(&self, color: Color, limits: &mut Limits) {
        if let Some(settings) = self.settings {
            settings.limit(self.left[color as usize], limits);
        }
    }

    /// Takes the time of a move off a clock.
    pub(crate) fn spend(&mut self, color: Color, elapsed: std::time::Duration) {
        if let Some(settings) = self.settings {
            let left = &mut self.left[color as usize];
            *left = settings.spend(*left, elapsed);
        }
    }

    /// The game with this side to move, after a pass of the other where that is what is needed.
    pub(crate) fn with_turn(&self, color: Color) -> Result<Game, CommandError> {
        let mut game = self.game.clone();
        let position = game.position();
        if position.side() != color && !position.is_over() {
            game.play(Move::Pass).map_err(|_| CommandError::OutOfTurn(color))?;
        }
        Ok(game)
    }

    /// Plays moves for both sides; all of them or none.
    pub(crate) fn play(&mut self, moves: &[(Color, Move)]) -> Result<(), CommandError> {
        let before = (self.game.clone(), self.played.len());
        for &(color, mv) in moves {
            if let Err(error) = self.play_one(color, mv) {
                self.game = before.0;
                self.played.truncate(before.1);
                return Err(error);
            }
        }
        Ok(())
    }

    fn play_one(&mut self, color: Color, mv: Move) -> Result<(), CommandError> {
        let plies = self.game.ply();
        // Some controllers end a game by passes, as in Go: they change nothing.
        if !(mv == Move::Pass && self.game.is_over()) {
            let mut game = self.with_turn(color)?;
            game.play(mv)?;
            self.game = game;
        }
        self.played.push(self.game.ply() - plies);
        Ok(())
    }

    /// Takes back what the last so many commands played.
    pub(crate) fn undo(&mut self, commands: usize) -> Result<(), CommandError> {
        let kept = self.played.len().checked_sub(commands).ok_or(CommandError::CannotUndo)?;
        let plies: usize = self.played.drain(kept..).sum();
        self.game.go_to(self.game.ply() - plies);
        Ok(())
    }

    /// The game as it was loaded: its moves can be undone one by one.
    pub(crate) fn load(&mut self, game: Game) {
        let moves = game.ply();
        self.begin(game);
        self.played = vec![1; moves];
    }
}
