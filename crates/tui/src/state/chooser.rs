//! The choices for a new game.

use std::time::Duration;

use obverse_engine::{Clock, Level};
use obverse_players::classics::Classic;
use obverse_players::{ClockTime, Terms, Time, TimeControl, Who, WhoError};
use obverse_rules::{Color, Game, Position, Size};

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
    /// The time that was typed last and is none of [`Chooser::TIMES`]: it is offered beside them.
    pub own_time: Option<TimeControl>,
    /// Whether an illegal move loses.
    pub strict: bool,
    /// The position that was set up, if the game is not to begin with the usual one.
    pub start: Option<Position>,
    /// Games that were not finished, the latest first.
    pub unfinished: Vec<Unfinished>,
    /// Which of them is chosen.
    pub kept: usize,
    /// A level, a size or a time that is being typed.
    pub typed: String,
    /// What the player should know.
    pub notice: Option<Notice>,
}

/// What can have the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The unfinished games.
    Unfinished,
    /// Who plays this colour.
    Chair(Color),
    /// The board's size.
    Size,
    /// The time.
    Time,
    /// What becomes of illegal moves.
    Rules,
    /// The position that the game begins with.
    Start,
    /// Begin.
    Play,
    /// Open a file.
    Open,
    /// Puzzles to solve.
    Puzzles,
    /// The tour of the five ideas.
    Tour,
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
    /// The options of the player, as the command line has them, or the command of another program.
    pub text: String,
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

    /// The names of the options that it takes.
    pub fn takes(self) -> Vec<&'static str> {
        let names = match self {
            SeatKind::Person | SeatKind::Gtp | SeatKind::NBoard => "",
            SeatKind::Level | SeatKind::Engine => "time, depth, nodes, threads, hash, book",
            SeatKind::Classic(classic) => classic.takes(),
            SeatKind::Random => "seed",
        };
        names.split(", ").filter(|name| !name.is_empty()).collect()
    }

    /// An example of each option that it takes: `time=5s`.
    pub fn samples(self) -> Vec<String> {
        let value = |name: &str| match name {
            "time" => "5s",
            "depth" => "6",
            "nodes" => "1e6",
            "hash" => "64",
            "book" => "off",
            "search" => "alphabeta",
            "as" => "written",
            "points" | "eval" => "FILE",
            _ => "1",
        };
        self.takes().into_iter().map(|name| format!("{name}={}", value(name))).collect()
    }
}

impl Chair {
    /// A person's chair.
    pub fn person() -> Chair {
        Chair { seat: SeatKind::Person, level: default_level(), text: String::new() }
    }

    /// A chair for the engine at the level that is offered first.
    pub fn engine() -> Chair {
        Chair { seat: SeatKind::Level, ..Chair::person() }
    }

    /// A chair for this player.
    pub fn of(who: &Who) -> Chair {
        let text = who.to_string();
        let (name, options) = text.split_once(':').unwrap_or((&text, ""));
        let options = options.to_owned();
        match who {
            Who::Human => Chair::person(),
            Who::Engine(engine) => match engine.limits.level {
                Some(level) => {
                    let options = options.split_once(',').map_or("", |(_, options)| options);
                    Chair { seat: SeatKind::Level, level, text: options.to_owned() }
                }
                None => Chair { seat: SeatKind::Engine, text: options, ..Chair::person() },
            },
            Who::Classic(classic, _) => {
                Chair { seat: SeatKind::Classic(*classic), text: options, ..Chair::person() }
            }
            Who::Random { .. } => {
                Chair { seat: SeatKind::Random, text: options, ..Chair::person() }
            }
            Who::External(_) => {
                let seat = if name == "gtp" { SeatKind::Gtp } else { SeatKind::NBoard };
                Chair { seat, text: options, ..Chair::person() }
            }
        }
    }

    /// Seats somebody; what was typed for another kind of player does not hold.
    pub fn take(&mut self, seat: SeatKind) {
        if self.seat != seat {
            self.seat = seat;
            self.text.clear();
        }
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
        let text = self.text.trim_matches(',');
        let with_options = |name: String, separator: char| match text {
            "" => name.parse(),
            options => format!("{name}{separator}{options}").parse(),
        };
        match self.seat {
            SeatKind::Person => Ok(Who::Human),
            SeatKind::Level => with_options(format!("level:{}", self.level), ','),
            SeatKind::Engine => with_options("engine".to_owned(), ':'),
            SeatKind::Classic(classic) => with_options(classic.name().to_owned(), ':'),
            SeatKind::Random => with_options("random".to_owned(), ':'),
            SeatKind::Gtp => format!("gtp:{text}").parse(),
            SeatKind::NBoard => format!("nboard:{text}").parse(),
        }
    }

    /// Whether a character can go on with what is typed: a command takes any, options only what
    /// spells one, so that the other letters stay keys.
    pub fn accepts(&self, character: char) -> bool {
        if self.seat.takes_command() {
            return self.text.len() < 200;
        }
        let begun = self.text.rsplit(',').next().unwrap_or_default();
        if begun.contains('=') {
            return self.text.len() < 200 && character.is_ascii_graphic();
        }
        let name = format!("{begun}{character}");
        let spells = |option: &str| format!("{option}=").starts_with(&name);
        self.seat.takes().into_iter().any(spells)
    }

    /// Adds an option, or takes it away if it is there.
    pub fn toggle(&mut self, option: &str) {
        let name = option.split('=').next().unwrap_or_default();
        let is_it = |it: &&str| it.split('=').next() == Some(name);
        let had = self.text.split(',').any(|it| is_it(&it));
        let mut kept: Vec<&str> =
            self.text.split(',').filter(|it| !it.is_empty() && !is_it(it)).collect();
        if !had {
            kept.push(option);
        }
        self.text = kept.join(",");
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
        let field = if unfinished.is_empty() { Field::Play } else { Field::Unfinished };
        Chooser {
            field,
            chairs: [Chair::person(), Chair::engine()],
            size: Size::EIGHT,
            time: TimeControl::Free,
            own_time: None,
            strict: false,
            start: None,
            unfinished,
            kept: 0,
            typed: String::new(),
            notice: None,
        }
    }

    /// What can have the focus, from top to bottom.
    pub fn fields(&self) -> Vec<Field> {
        let kept = (!self.unfinished.is_empty()).then_some(Field::Unfinished);
        let rest = [
            Field::Chair(Color::Black),
            Field::Chair(Color::White),
            Field::Size,
            Field::Time,
            Field::Rules,
            Field::Start,
            Field::Play,
            Field::Open,
            Field::Puzzles,
            Field::Tour,
        ];
        kept.into_iter().chain(rest).collect()
    }

    /// The chair of a colour.
    pub fn chair(&self, color: Color) -> &Chair {
        &self.chairs[color as usize]
    }

    /// The unfinished game that is chosen.
    pub fn chosen_game(&self) -> Option<&Unfinished> {
        self.unfinished.get(self.kept)
    }

    /// The position that a new game begins with.
    pub fn first_position(&self) -> Position {
        self.start.unwrap_or_else(|| Position::start(self.size))
    }

    /// How many choices the field with the focus has, and which is taken; none where there is
    /// nothing to choose from, or something else was typed.
    pub fn place(&self) -> (usize, Option<usize>) {
        let place_of = |found: Option<usize>, count| (count, found);
        match self.field {
            Field::Unfinished => (self.unfinished.len(), Some(self.kept)),
            Field::Chair(color) => {
                let seat = self.chair(color).seat;
                let found = SeatKind::ALL.iter().position(|&it| it == seat);
                place_of(found, SeatKind::ALL.len())
            }
            Field::Size => {
                place_of(Size::all().position(|it| it == self.size), Size::all().count())
            }
            Field::Time => {
                let times = self.times();
                place_of(times.iter().position(|&it| it == self.time), times.len())
            }
            Field::Rules => (2, Some(usize::from(self.strict))),
            Field::Start => (2, Some(usize::from(self.start.is_some()))),
            Field::Play | Field::Open | Field::Puzzles | Field::Tour => (0, None),
        }
    }

    /// Takes the level, the size or the time that was typed, as far as it is one.
    pub fn read_typed(&mut self) -> Result<(), String> {
        let typed = self.typed.as_str();
        if typed.is_empty() {
            return Ok(());
        }
        match self.field {
            Field::Chair(color) => {
                let level = typed.parse::<Level>().map_err(|error| error.to_string())?;
                let chair = &mut self.chairs[color as usize];
                chair.take(SeatKind::Level);
                chair.level = level;
            }
            Field::Size => self.set_size(typed.parse::<Size>().map_err(|it| it.to_string())?),
            Field::Time if typed.contains('+') => {
                let clock: ClockTime = typed.parse().map_err(|_| no_time(typed))?;
                self.set_time(TimeControl::Clock(clock.0));
            }
            Field::Time => {
                let time: Time = typed.parse().map_err(|_| no_time(typed))?;
                self.set_time(TimeControl::PerMove(time.0));
            }
            _ => {}
        }
        Ok(())
    }

    /// The times to choose from, with the one that was typed.
    pub fn times(&self) -> Vec<TimeControl> {
        Chooser::TIMES.into_iter().chain(self.own_time).collect()
    }

    /// Another time, which is offered from now on.
    pub fn set_time(&mut self, time: TimeControl) {
        self.time = time;
        if !Chooser::TIMES.contains(&time) {
            self.own_time = Some(time);
        }
    }

    /// A board of another size; a position that was set up does not fit it.
    pub fn set_size(&mut self, size: Size) {
        if self.size != size {
            self.size = size;
            self.start = None;
        }
    }

    /// The game as chosen.
    pub fn setup(&self) -> Result<Setup, WhoError> {
        Ok(Setup {
            tree: None,
            players: [self.chairs[0].who()?, self.chairs[1].who()?],
            game: Game::new(self.first_position()),
            terms: Terms { time: self.time, strict: self.strict, ..Terms::default() },
            clocks: None,
            kept: None,
            file: None,
        })
    }
}

fn no_time(typed: &str) -> String {
    format!("“{typed}” is no time: write seconds a move (7, 0.5s, 50ms) or a clock (5+3)")
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
