//! The choices for a new game.

use std::time::Duration;

use obverse_engine::{Clock, Level};
use obverse_players::classics::{Classic, ClassicOptions};
use obverse_players::{Terms, TimeControl, Who, WhoError};
use obverse_rules::{Color, Game, Size};

use super::{Notice, Setup};

/// The screen where a game is chosen.
#[derive(Clone, Debug)]
pub struct Chooser {
    /// What has the focus.
    pub field: Field,
    /// Who sits where, Black first.
    pub chairs: [Chair; 2],
    /// The size of the board.
    pub size: Size,
    /// The time.
    pub time: TimeControl,
    /// Whether an illegal move loses.
    pub strict: bool,
    /// Games that were not finished, the latest first.
    pub unfinished: Vec<Unfinished>,
    /// What the player should know.
    pub notice: Option<Notice>,
}

/// What can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// One of the unfinished games.
    Unfinished(usize),
    /// Who plays this colour.
    Chair(Color),
    /// The board's size.
    Size,
    /// The time.
    Time,
    /// Begin.
    Play,
    /// Open a file.
    Open,
}

/// A game that was not finished.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// Which of the kept games it is.
    pub slot: usize,
    /// The game, ready to go on.
    pub setup: Setup,
    /// When it was last played, in words.
    pub when: String,
}

/// A chair at the table, and who is to sit on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Who.
    pub seat: SeatKind,
    /// The level, where it is one.
    pub level: Level,
    /// The command of an external engine.
    pub command: String,
}

/// The kinds of players to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// The person at the keyboard.
    Person,
    /// The engine at a level.
    Level,
    /// The engine at full strength.
    Engine,
    /// One of the classics.
    Classic(Classic),
    /// Random moves.
    Random,
    /// An engine that speaks GTP.
    Gtp,
    /// An engine that speaks NBoard's protocol.
    NBoard,
}

impl SeatKind {
    /// Every kind, in the order of the list.
    pub const ALL: [SeatKind; 11] = [
        SeatKind::Person,
        SeatKind::Level,
        SeatKind::Engine,
        SeatKind::Classic(Classic::Ratio),
        SeatKind::Classic(Classic::Breadth),
        SeatKind::Classic(Classic::Squares),
        SeatKind::Classic(Classic::Anysize),
        SeatKind::Classic(Classic::Killer),
        SeatKind::Random,
        SeatKind::Gtp,
        SeatKind::NBoard,
    ];

    /// Whether a command has to be typed.
    pub fn takes_command(self) -> bool {
        matches!(self, SeatKind::Gtp | SeatKind::NBoard)
    }
}

impl Chair {
    /// A person's chair.
    pub fn person() -> Chair {
        Chair { seat: SeatKind::Person, level: default_level(), command: String::new() }
    }

    /// A chair for the engine at the level that is offered first.
    pub fn engine() -> Chair {
        Chair { seat: SeatKind::Level, ..Chair::person() }
    }

    /// What is shown for it.
    pub fn name(&self) -> String {
        match self.seat {
            SeatKind::Person => "You".to_owned(),
            SeatKind::Level => format!("Level {}", self.level),
            SeatKind::Engine => "Full strength".to_owned(),
            SeatKind::Classic(classic) => {
                let name = classic.name();
                name[..1].to_uppercase() + &name[1..]
            }
            SeatKind::Random => "Random".to_owned(),
            SeatKind::Gtp => "GTP engine".to_owned(),
            SeatKind::NBoard => "NBoard engine".to_owned(),
        }
    }

    /// The player as the command line names it.
    pub fn who(&self) -> Result<Who, WhoError> {
        match self.seat {
            SeatKind::Person => Ok(Who::Human),
            SeatKind::Level => format!("level:{}", self.level).parse(),
            SeatKind::Engine => "engine".parse(),
            SeatKind::Classic(classic) => Ok(Who::Classic(classic, ClassicOptions::default())),
            SeatKind::Random => Ok(Who::Random { seed: None }),
            SeatKind::Gtp => format!("gtp:{}", self.command).parse(),
            SeatKind::NBoard => format!("nboard:{}", self.command).parse(),
        }
    }
}

fn default_level() -> Level {
    Level::new(5).expect("levels are 1 to 20")
}

impl Chooser {
    /// The times to choose from: none, seconds a move for computers, clocks.
    pub const TIMES: [TimeControl; 11] = [
        TimeControl::Free,
        per_move(1),
        per_move(2),
        per_move(5),
        per_move(10),
        per_move(30),
        clock(1, 0),
        clock(3, 2),
        clock(5, 3),
        clock(10, 0),
        clock(25, 10),
    ];

    /// A person against the engine on the usual board, and the games that wait.
    pub fn new(unfinished: Vec<Unfinished>) -> Chooser {
        let field = if unfinished.is_empty() { Field::Play } else { Field::Unfinished(0) };
        Chooser {
            field,
            chairs: [Chair::person(), Chair::engine()],
            size: Size::EIGHT,
            time: TimeControl::Free,
            strict: false,
            unfinished,
            notice: None,
        }
    }

    /// What can have the focus, from top to bottom.
    pub fn fields(&self) -> Vec<Field> {
        let kept = (0..self.unfinished.len()).map(Field::Unfinished);
        let rest = [
            Field::Chair(Color::Black),
            Field::Chair(Color::White),
            Field::Size,
            Field::Time,
            Field::Play,
            Field::Open,
        ];
        kept.chain(rest).collect()
    }

    /// The chair of a colour.
    pub fn chair(&self, color: Color) -> &Chair {
        &self.chairs[color as usize]
    }

    /// The game as chosen.
    pub fn setup(&self) -> Result<Setup, WhoError> {
        Ok(Setup {
            players: [self.chairs[0].who()?, self.chairs[1].who()?],
            game: Game::from_start(self.size),
            terms: Terms { time: self.time, strict: self.strict, ..Terms::default() },
            clocks: None,
            kept: None,
            file: None,
        })
    }
}

/// A time control in words: `no limit`, `2 s a move`, `5 min + 3 s`.
pub(crate) fn time_words(time: TimeControl) -> String {
    match time {
        TimeControl::Free => "no limit".to_owned(),
        TimeControl::PerMove(time) => format!("{} s a move", time.as_secs_f64()),
        TimeControl::Clock(Clock { remaining, increment }) => {
            let minutes = remaining.as_secs_f64() / 60.0;
            if increment.is_zero() {
                format!("{minutes} min each")
            } else {
                format!("{minutes} min + {} s", increment.as_secs_f64())
            }
        }
    }
}

const fn per_move(seconds: u64) -> TimeControl {
    TimeControl::PerMove(Duration::from_secs(seconds))
}

const fn clock(minutes: u64, increment: u64) -> TimeControl {
    TimeControl::Clock(Clock {
        remaining: Duration::from_secs(60 * minutes),
        increment: Duration::from_secs(increment),
    })
}
