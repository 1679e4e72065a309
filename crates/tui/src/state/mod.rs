//! What the full-screen game knows. Nothing here knows a terminal.

mod chooser;
mod dialog;
mod editor;
mod find;
mod play;
mod puzzles;
mod scroll;
mod study;
mod tour;
mod typed;
mod why;

pub(crate) use chooser::time_words;
pub use chooser::{Chair, Chooser, Field, SeatKind, Unfinished};
pub use dialog::{Comment, Entry, FileDialog, Purpose};
pub use editor::{Editor, Stroke};
pub use find::Find;
pub use play::{Hint, HintedMove, Known, Play, Reviewing, Thinking, Turning};
pub use puzzles::Puzzles;
pub use scroll::Scroll;
pub use study::{Better, LineReview, Study, Try, game_of, line_of};
pub use tour::Tour;
pub(crate) use typed::{typed_square, what_enter_plays};
pub use why::Why;

use std::time::Duration;

use obverse_engine::ErrorModel;
use obverse_players::{Terms, Who};
use obverse_rules::Game;
use obverse_study::Tree;

use crate::files::Loaded;
use crate::palette::Palette;

/// Everything the full-screen game knows.
#[derive(Debug)]
pub struct State {
    /// What is on the screen.
    pub screen: Screen,
    /// What lies over it and has the keys.
    pub overlay: Option<Overlay>,
    /// The choices for a new game.
    pub chooser: Chooser,
    /// The game in progress.
    pub play: Option<Play>,
    /// The position that is being set up.
    pub editor: Option<Editor>,
    /// How the game is studied.
    pub study: Option<Study>,
    /// The puzzles that are solved.
    pub puzzles: Option<Puzzles>,
    /// How many questions were asked about moves.
    pub asked: u64,
    /// How the board is shown.
    pub view: View,
    /// How far scores can be trusted on 8×8, where that was fitted with the evaluation.
    pub errors: Option<ErrorModel>,
    /// The time since the program began.
    pub now: Duration,
    /// What part of help or of an explanation is seen, as the last drawing found.
    pub scroll: Scroll,
}

/// The screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Who plays whom, on which board.
    Chooser,
    /// The board.
    Game,
    /// A board that is being set up.
    Editor,
    /// A game that is studied.
    Study,
    /// Puzzles that are solved.
    Puzzles,
}

/// What lies over the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// The keys.
    Help,
    /// A question.
    Question(Question),
    /// A file to open or to save.
    File(FileDialog),
    /// Something that must not be overlooked. Any key closes it.
    Warning(String),
    /// Why a player moves.
    Why(Box<Why>),
    /// A search in the move list.
    Find(Find),
    /// A comment that is written.
    Comment(Comment),
    /// The tour of the five ideas.
    Tour(Tour),
}

/// A question that is answered by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Leave the program?
    Quit,
    /// Give the game up?
    Resign,
    /// Leave this game for another?
    NewGame,
    /// Replace the file of this name?
    Replace(String),
    /// Throw this kept game away?
    Discard(usize),
    /// Leave this game for what was pasted?
    Paste(String),
}

/// How the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The board turned round, a1 at the bottom right.
    pub turned: bool,
    /// The evaluation bar, the graph and the scores of the thinking.
    pub evaluation: bool,
    /// The board's colours.
    pub palette: Palette,
    /// Whether discs turn over in steps.
    pub motion: bool,
}

/// A line for the player, and how it is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// The words.
    pub text: String,
    /// How they are meant.
    pub tone: Tone,
}

/// How words are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// For information.
    #[default]
    Plain,
    /// Something is done.
    Good,
    /// Something was refused or went wrong.
    Bad,
}

impl Notice {
    /// For information.
    pub fn plain(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), tone: Tone::Plain }
    }

    /// Something is done.
    pub fn good(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), tone: Tone::Good }
    }

    /// Something was refused or went wrong.
    pub fn bad(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), tone: Tone::Bad }
    }
}

/// A game that is about to begin.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Who plays, Black first.
    pub players: [Who; 2],
    /// The game, from its beginning or from where it stands.
    pub game: Game,
    /// The game with its variations, where it has some.
    pub tree: Option<Tree>,
    /// Its terms.
    pub terms: Terms,
    /// What is left on the clocks of a game that is resumed.
    pub clocks: Option<[Duration; 2]>,
    /// The kept game that this one goes on with.
    pub kept: Option<usize>,
    /// The file that it comes from.
    pub file: Option<Origin>,
}

/// The file that a game comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Its name.
    pub path: String,
    /// What the player should know about it.
    pub remark: Option<String>,
}

impl From<&Loaded> for Origin {
    fn from(loaded: &Loaded) -> Origin {
        Origin { path: loaded.path.clone(), remark: loaded.remark() }
    }
}

impl State {
    /// The program as it opens: choosing a game.
    pub fn new(chooser: Chooser) -> State {
        State {
            screen: Screen::Chooser,
            overlay: None,
            chooser,
            play: None,
            editor: None,
            study: None,
            puzzles: None,
            asked: 0,
            view: View {
                turned: false,
                evaluation: true,
                palette: Palette::default(),
                motion: false,
            },
            errors: None,
            now: Duration::ZERO,
            scroll: Scroll::default(),
        }
    }

    /// The game, where it is on the screen.
    pub fn playing(&mut self) -> Option<&mut Play> {
        self.play.as_mut().filter(|_| self.screen == Screen::Game)
    }
}
