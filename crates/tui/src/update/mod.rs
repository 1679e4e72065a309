//! What happens next: a message comes in, the state changes, and effects are asked for.
//!
//! Nothing here reads a clock, a file or a terminal: the time comes with the message, and what
//! has to be done outside is returned as an [`Effect`].

mod chooser;
mod dialog;
mod editor;
mod find;
mod keys;
mod paste;
mod play;
mod puzzles;
mod study;
mod tour;
mod why;

pub(crate) use keys::{Command, is_column};

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use obverse_engine::{Line, Score};
use obverse_players::{Decision, Explanation, PlayerError, Table, Thought, Who};
use obverse_rules::{Color, Game, Position, Square};
use obverse_study::{Attempt, Effort, NodeId, Progress, Puzzle, Review, Tree};

use crate::files::{Loaded, NotOpened, NotWritten};
use crate::saving::Saved;
use crate::state::{
    Entry, Field, FileDialog, HintedMove, Notice, Origin, Overlay, Play, Purpose, Question, Screen,
    Setup, State, Unfinished,
};
use crate::words;

/// Something that happened outside.
#[derive(Debug)]
pub enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// Something was clicked.
    Click(ClickTarget),
    /// The wheel was turned; down is positive.
    Wheel(i32),
    /// Time passed, or the screen changed its size.
    Tick,
    /// A program that plays is being started, which may take a while.
    Starting,
    /// A game was set up, or could not be.
    Begun(Result<Box<Begun>, PlayerError>),
    /// A player thinks.
    Thinking {
        /// The question it answers.
        ticket: u64,
        /// What it thinks.
        thought: Thought,
    },
    /// A player has decided.
    Decided {
        /// The question it answers.
        ticket: u64,
        /// What it does, or why it can't go on.
        answer: Result<Decision, PlayerError>,
        /// How long it took.
        elapsed: Duration,
    },
    /// A position was evaluated, from the view of the side to move.
    Evaluated {
        /// How many moves led to it.
        ply: usize,
        /// The position.
        position: Position,
        /// Its score.
        score: Score,
        /// The plies looked ahead.
        depth: u32,
    },
    /// A line of the hint was found or improved.
    Hinted {
        /// The question it answers.
        ticket: u64,
        /// The move and its score.
        hinted: HintedMove,
    },
    /// The hint is as good as it gets.
    HintDone {
        /// The question it answers.
        ticket: u64,
    },
    /// A file was read, or not.
    Opened(Result<Box<Loaded>, NotOpened>),
    /// The game was written, or not.
    Written(Result<String, NotWritten>),
    /// The game was written where it is kept, and to the file that was asked for, or not.
    Saved(Saved),
    /// What became of the game that was left for what is on the screen now.
    Left(Saved),
    /// A folder was listed.
    Listed {
        /// The folder as it was asked for.
        folder: String,
        /// What is in it.
        entries: Vec<Entry>,
    },
    /// The games that wait to be finished.
    Kept(Vec<Unfinished>),
    /// A player has said why it moves, or could not.
    Explained {
        /// The question it answers.
        ticket: u64,
        /// What it said.
        told: Result<Explanation, String>,
    },
    /// A question of a review was answered.
    Reviewed {
        /// The number of the review.
        ticket: u64,
        /// What was asked.
        question: Box<obverse_study::Question>,
        /// The best line of the position that was asked about.
        line: Line,
    },
    /// A line was reviewed in an earlier session.
    ReviewFound(Box<Review>),
    /// The review has asked all it wanted to.
    ReviewEnded {
        /// The number of the review.
        ticket: u64,
    },
    /// A move that was tried was measured.
    Measured {
        /// The question it answers.
        ticket: u64,
        /// The move.
        square: Square,
        /// Its score, in the view of the side that made it.
        score: Score,
    },
    /// The puzzles and what was done so far, or why there are none.
    Puzzles {
        /// What was found.
        opened: Result<(Vec<Puzzle>, Progress), String>,
        /// The time in seconds since 1970.
        time: i64,
    },
    /// What was decided about a puzzle could not be kept.
    NotKept(String),
    /// The program has to end now.
    Terminate,
}

/// A game that was set up.
#[derive(Debug)]
pub struct Begun {
    /// The table.
    pub table: Table,
    /// Who plays, Black first.
    pub players: [Who; 2],
    /// Whether it is a game resumed.
    pub resumed: bool,
    /// The file that it comes from.
    pub file: Option<Origin>,
    /// The file that it is written to, where an earlier game is in the one that was asked for.
    pub saved_in: Option<PathBuf>,
    /// The game with its variations, where it has some.
    pub tree: Option<Tree>,
}

/// What a click can hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    /// A square of the board.
    Square(Square),
    /// The position after so many moves, in the move list or the graph.
    Ply(usize),
    /// Something that a key does too.
    Key(KeyCode),
    /// A field of the chooser.
    Field(Field),
    /// One of what the field of the chooser that has the focus can be.
    Choice(usize),
    /// An option of the player whose chair has the focus.
    Option(usize),
    /// An entry of the file dialog.
    Entry(usize),
    /// One of the moves that a player explains.
    Explained(usize),
    /// A node of the tree.
    Node(NodeId),
}

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// Set up a game.
    Begin(Box<Setup>),
    /// Ask the player of this colour for a move.
    Choose {
        /// The question's number.
        ticket: u64,
        /// Who is to move.
        color: Color,
    },
    /// Whoever thinks about a move should stop: the answer is no longer wanted.
    StopPlayer,
    /// Evaluate a position for the bar and the graph.
    Evaluate {
        /// How many moves led to it.
        ply: usize,
        /// The position.
        position: Position,
    },
    /// Find the scores of all moves.
    Hint {
        /// The question's number.
        ticket: u64,
        /// The position.
        position: Position,
    },
    /// No hint is wanted any more.
    StopHint,
    /// Ask a player why it moves.
    Explain {
        /// The question's number.
        ticket: u64,
        /// The game up to the position that is meant.
        game: Box<Game>,
        /// Who is asked.
        who: Who,
        /// The time for a move, where the game has one.
        time: Option<Duration>,
    },
    /// No explanation is wanted any more.
    StopExplaining,
    /// Answer the questions of a review, as far as it has come.
    Review {
        /// The number of the question.
        ticket: u64,
        /// The review.
        review: Box<Review>,
    },
    /// Let the review rest.
    StopReview,
    /// Look whether this game was reviewed in an earlier session.
    FindReview(Box<Game>),
    /// Find the puzzles, and what was done so far.
    OpenPuzzles,
    /// Keep what was decided about a puzzle.
    KeepAttempt(Box<Attempt>),
    /// Measure a move that was tried.
    Judge {
        /// The question's number.
        ticket: u64,
        /// The move.
        square: Square,
        /// The position that is searched: after it, and after a pass that was forced.
        position: Position,
        /// Whether the side that made the move is to move there.
        is_same_side: bool,
        /// How far.
        effort: Effort,
    },
    /// Read a game.
    Open(PathBuf),
    /// Write the game.
    Write {
        /// Where.
        path: String,
        /// Whether a file of that name may be replaced.
        replace: bool,
    },
    /// Write the game where it is kept, and to the file that was asked for: it has changed.
    Save,
    /// List a folder.
    List(String),
    /// Leave the game on the table; it is kept. Then say which games wait.
    Leave,
    /// Throw a kept game away.
    Discard(usize),
    /// Let the shell have the terminal for a while.
    Suspend,
    /// Draw the whole screen anew: something else has written on it.
    Repaint,
    /// End the program.
    Quit,
}

/// Takes a message in.
pub fn update(state: &mut State, message: Message, now: Duration) -> Vec<Effect> {
    state.now = now;
    match message {
        Message::Key(key) => on_key(state, key),
        // Many terminals end the lines of a paste as the Enter key does.
        Message::Paste(text) => {
            paste::paste(state, &text.replace("\r\n", "\n").replace('\r', "\n"))
        }
        Message::Click(target) => on_click(state, target),
        Message::Wheel(lines) => on_wheel(state, lines),
        Message::Tick => play::tick(state),
        Message::Starting => {
            tell(state, Notice::plain("Starting the other program…"));
            vec![]
        }
        Message::Begun(begun) => on_begun(state, begun),
        Message::Thinking { ticket, thought } => play::thinking(state, ticket, thought),
        Message::Decided { ticket, answer, elapsed } => {
            play::decided(state, ticket, answer, elapsed)
        }
        Message::Evaluated { ply, position, score, depth } => {
            play::evaluated(state, ply, &position, score, depth);
            vec![]
        }
        Message::Hinted { ticket, hinted } => {
            if let Some(hint) = current_hint(state, ticket) {
                hint.note(hinted);
            }
            vec![]
        }
        Message::HintDone { ticket } => {
            play::hinted(state, ticket);
            vec![]
        }
        Message::Opened(opened) => dialog::opened(state, opened),
        Message::Written(written) => dialog::written(state, written),
        Message::Saved(saved) => {
            play::saved(state, saved);
            vec![]
        }
        Message::Left(saved) => {
            if let Some(problem) = saved.problem_of("the game that was left") {
                state.overlay = Some(Overlay::Warning(words::sentence(&problem)));
            }
            vec![]
        }
        Message::Listed { folder, entries } => {
            dialog::listed(state, &folder, entries);
            vec![]
        }
        Message::Kept(unfinished) => {
            chooser::kept(state, unfinished);
            vec![]
        }
        Message::Explained { ticket, told } => {
            why::explained(state, ticket, told);
            vec![]
        }
        Message::Reviewed { ticket, question, line } => {
            study::reviewed(state, ticket, &question, &line);
            vec![]
        }
        Message::ReviewFound(review) => {
            study::review_found(state, *review);
            vec![]
        }
        Message::ReviewEnded { ticket } => {
            study::review_ended(state, ticket);
            vec![]
        }
        Message::Measured { ticket, square, score } => {
            study::measured(state, ticket, square, score);
            vec![]
        }
        Message::Puzzles { opened, time } => puzzles::opened(state, opened, time),
        Message::NotKept(problem) => {
            puzzles::not_kept(state, &problem);
            vec![]
        }
        Message::Terminate => quit(state),
    }
}

fn current_hint(state: &mut State, ticket: u64) -> Option<&mut crate::state::Hint> {
    state.play.as_mut().filter(|play| play.ticket == ticket)?.hint.as_mut()
}

fn on_key(state: &mut State, mut key: KeyEvent) -> Vec<Effect> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            // The game is kept, so there is nothing to ask.
            KeyCode::Char('c') => return quit(state),
            KeyCode::Char('z') => return vec![Effect::Suspend],
            KeyCode::Char('l') => return vec![Effect::Repaint],
            // What Enter sends to a terminal that was not ready yet.
            KeyCode::Char('j') => key = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE),
            // What the Backspace key sends on some terminals.
            KeyCode::Char('h') => key = KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE),
            // As in a shell: the whole line.
            KeyCode::Char('u') => return erase_line(state),
            // With Alt it is AltGr, which types characters; alone it is no letter.
            KeyCode::Char(_) if !key.modifiers.contains(KeyModifiers::ALT) => return vec![],
            _ => {}
        }
    }
    // Over a slow line Esc and the key after it come as one, which then looks like Alt.
    if key.modifiers == KeyModifiers::ALT {
        let mut effects = on_key(state, KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
        effects.extend(on_key(state, KeyEvent::new(key.code, KeyModifiers::NONE)));
        return effects;
    }
    match state.overlay.take() {
        Some(Overlay::Help) => {
            if state.scroll.is_needed() && state.scroll.key(key.code) {
                state.overlay = Some(Overlay::Help);
            }
            vec![]
        }
        Some(Overlay::Warning(_)) => vec![],
        Some(Overlay::Question(question)) => answer(state, question, key),
        Some(Overlay::File(file)) => dialog::key(state, file, key),
        Some(Overlay::Why(shown)) => why::key(state, shown, key),
        Some(Overlay::Find(search)) => find::key(state, search, key),
        Some(Overlay::Tour(shown)) => tour::key(state, shown, key),
        Some(Overlay::Comment(comment)) => study::comment_key(state, comment, key),
        None if state.screen == Screen::Study => study::key(state, key),
        None if state.screen == Screen::Puzzles => puzzles::key(state, key),
        None if state.screen == Screen::Editor => editor::key(state, key),
        None if state.screen == Screen::Chooser => chooser::key(state, key),
        None => keys::in_game(state, key),
    }
}

/// Takes away what was typed where the player is typing.
fn erase_line(state: &mut State) -> Vec<Effect> {
    match (state.overlay.take(), state.screen) {
        (Some(Overlay::File(file)), _) => return dialog::open(state, file.purpose, String::new()),
        (Some(other), _) => state.overlay = Some(other),
        (None, Screen::Chooser) => chooser::erase(&mut state.chooser),
        (None, Screen::Editor) => {}
        (None, Screen::Study) => {
            if let Some(study) = &mut state.study {
                study.typed.clear();
            }
        }
        (None, Screen::Puzzles) => {
            if let Some(puzzles) = &mut state.puzzles {
                puzzles.typed.clear();
            }
        }
        (None, Screen::Game) => {
            if let Some(play) = state.playing() {
                play.typed.clear();
            }
        }
    }
    vec![]
}

/// Ends the program; the game goes on another time, with what is left of its clocks.
fn quit(state: &mut State) -> Vec<Effect> {
    let mut effects = play::leave(state);
    effects.extend([Effect::StopPlayer, Effect::StopHint, Effect::Quit]);
    effects
}

fn on_click(state: &mut State, target: ClickTarget) -> Vec<Effect> {
    match target {
        ClickTarget::Key(code) => on_key(state, KeyEvent::new(code, KeyModifiers::NONE)),
        ClickTarget::Entry(index) => dialog::clicked(state, index),
        ClickTarget::Explained(index) => {
            why::clicked(state, index);
            vec![]
        }
        // What lies over the screen takes the clicks that miss it too.
        _ if state.overlay.is_some() => vec![],
        ClickTarget::Square(square) if state.screen == Screen::Editor => {
            editor::clicked(state, square);
            vec![]
        }
        ClickTarget::Square(square) if state.screen == Screen::Study => study::place(state, square),
        ClickTarget::Square(square) if state.screen == Screen::Puzzles => {
            puzzles::place(state, square)
        }
        ClickTarget::Node(node) => {
            study::clicked(state, node);
            vec![]
        }
        ClickTarget::Square(square) => play::place(state, square),
        ClickTarget::Ply(ply) => play::look_at(state, ply),
        ClickTarget::Field(field) => chooser::clicked(state, field),
        ClickTarget::Choice(index) => chooser::choice_clicked(state, index),
        ClickTarget::Option(index) => {
            chooser::option_clicked(&mut state.chooser, index);
            vec![]
        }
    }
}

fn on_wheel(state: &mut State, lines: i32) -> Vec<Effect> {
    let code = if lines > 0 { KeyCode::PageDown } else { KeyCode::PageUp };
    let is_long = matches!(state.overlay, Some(Overlay::Help | Overlay::Why(_)));
    if is_long {
        // Help that is seen whole is closed by a key, but not by the wheel.
        state.scroll.key(code);
    } else if state.overlay.is_none() && matches!(state.screen, Screen::Game | Screen::Study) {
        return on_key(state, KeyEvent::new(code, KeyModifiers::NONE));
    }
    vec![]
}

/// Answers a question: `y` or Enter is yes, any other key is no.
fn answer(state: &mut State, question: Question, key: KeyEvent) -> Vec<Effect> {
    if !matches!(key.code, KeyCode::Char('y' | 'Y') | KeyCode::Enter) {
        if let Question::Replace(path) = question {
            state.overlay = Some(Overlay::File(FileDialog::new(Purpose::Save, path)));
        }
        return vec![];
    }
    match question {
        Question::Quit => quit(state),
        Question::Resign => play::resign(state),
        Question::NewGame => chooser::enter(state),
        Question::Paste(text) => paste::open(state, &text),
        Question::Replace(path) => vec![Effect::Write { path, replace: true }],
        Question::Discard(slot) => {
            chooser::forget(&mut state.chooser, slot);
            vec![Effect::Discard(slot)]
        }
    }
}

fn on_begun(state: &mut State, begun: Result<Box<Begun>, PlayerError>) -> Vec<Effect> {
    match begun {
        Ok(begun) => {
            let Begun { table, players, resumed, file, saved_in, tree } = *begun;
            let play = Play::new(table, players, state.now);
            state.play = Some(match tree {
                Some(tree) => play.with_tree(tree),
                None => play,
            });
            state.study = None;
            state.screen = Screen::Game;
            state.overlay = None;
            state.chooser.notice = None;
            let mut effects = play::begin(state, resumed);
            effects.push(Effect::StopReview);
            let Some(play) = state.playing() else { return effects };
            if let Some(remark) = file.as_ref().and_then(|file| file.remark.clone()) {
                play.notice = Notice::plain(remark);
            }
            if let Some(path) = saved_in {
                play.notice = Notice::good(format!("This game is saved in {}.", path.display()));
            }
            // What was pasted has no file.
            play.file = file.map(|file| file.path).filter(|path| !path.is_empty());
            effects
        }
        Err(problem) => {
            state.overlay = None;
            tell(state, Notice::bad(problem.to_string()));
            vec![]
        }
    }
}

/// Shows a notice on whichever screen there is.
fn tell(state: &mut State, notice: Notice) {
    match (state.screen, &mut state.study, &mut state.play) {
        (Screen::Study, Some(study), _) => study.notice = notice,
        (Screen::Game | Screen::Study, _, Some(play)) => play.notice = notice,
        _ => state.chooser.notice = Some(notice),
    }
}
