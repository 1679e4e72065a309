//! A game with its history and everything that a record knows about it.

use obverse_answers::game::GameInfo;
use obverse_records::{Diagram, Record};
use obverse_rules::{Game as RulesGame, Position as RulesPosition};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{PositionArg, color_name, size, to_move, to_python};
use crate::errors;
use crate::files::{first_of, written};
use crate::position::Position;

/// A game with its history: what was played, by whom, and what was noted about it.
///
/// >>> game = Game()
/// >>> game.play("f5", "d6", "c3")
/// >>> game.moves
/// ['f5', 'd6', 'c3']
/// >>> game.undo()
/// 'c3'
/// >>> game.write("transcript")
/// 'f5d6\n'
///
/// Passes are moves of their own; one that is forced need not be played.
#[pyclass(module = "obverse", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Game {
    pub(crate) record: Record,
}

/// A tag of the record as an attribute that can be set.
macro_rules! tag {
    ($($(#[$doc:meta])* $name:ident $set:ident $type:ty;)*) => {
        #[pymethods]
        impl Game {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> Option<$type> {
                    self.record.tags.$name.clone()
                }

                #[setter]
                fn $set(&mut self, value: Option<$type>) {
                    self.record.tags.$name = value;
                }
            )*
        }
    };
}

tag! {
    /// Black's name.
    black set_black String;
    /// White's name.
    white set_white String;
    /// Black's rating.
    black_rating set_black_rating f64;
    /// White's rating.
    white_rating set_white_rating f64;
    /// The tournament.
    event set_event String;
    /// Where it was played.
    place set_place String;
    /// When, in the words of the record.
    date set_date String;
    /// A remark about the whole.
    comment set_comment String;
}

impl Game {
    /// The record up to where the game stands: what was undone is left out.
    pub(crate) fn current(&self) -> Record {
        let mut record = self.record.clone();
        let ply = record.game.ply();
        record.game.go_to(usize::MAX);
        record.stop_after(ply);
        record
    }
}

#[pymethods]
impl Game {
    /// A game that begins at a position, or at the opening position of a size.
    #[new]
    #[pyo3(signature = (start = None, *, size = 8))]
    fn new(start: Option<PositionArg<'_>>, size: usize) -> PyResult<Game> {
        let start = match start {
            Some(start) => start.get()?,
            None => RulesPosition::start(self::size(size)?),
        };
        Ok(Game { record: RulesGame::new(start).into() })
    }

    /// The first game of a text in any format.
    ///
    /// >>> Game.read("f5d6c3d3c4").position.empties
    /// 55
    #[staticmethod]
    #[pyo3(signature = (text, *, size = 8))]
    fn read(text: &Bound<'_, PyAny>, size: usize) -> PyResult<Game> {
        first_of(text, size)
    }

    /// Where it began.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.record.game.start())
    }

    /// Where it stands.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.record.position())
    }

    /// The positions from the start to now: one more than there are moves.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        self.record.game.positions().iter().copied().map(Position).collect()
    }

    /// The moves played, passes included.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.game.moves().iter().map(ToString::to_string).collect()
    }

    /// Whose turn it is.
    #[getter]
    fn side(&self) -> &'static str {
        color_name(self.record.position().side())
    }

    /// The length of a side of the board.
    #[getter]
    fn size(&self) -> usize {
        self.record.position().size().get()
    }

    /// Where the side to move may place a disc.
    fn legal_moves(&self) -> Vec<String> {
        self.record.position().moves().iter().map(|square| square.to_string()).collect()
    }

    /// Plays moves, names or numbers. If one is illegal the game stays as it was.
    #[pyo3(signature = (*moves))]
    fn play(&mut self, moves: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut next = self.current();
        for mv in moves {
            let mv = to_move(&mv, next.position().size())?;
            next.game.play_with_passes(mv).map_err(errors::illegal)?;
            next.tags.result = None;
            next.scores.clear();
        }
        // Played again, what was undone after it can still be redone.
        let played = &next.game.moves()[self.record.game.ply()..];
        if self.record.game.undone().starts_with(played) {
            self.record.game.go_to(next.game.ply());
        } else {
            self.record = next;
        }
        Ok(())
    }

    /// Takes the last move back, and names it; None at the start.
    fn undo(&mut self) -> Option<String> {
        self.record.game.undo().map(|mv| mv.to_string())
    }

    /// Plays the move that was last taken back; None if there is none.
    fn redo(&mut self) -> Option<String> {
        self.record.game.redo().map(|mv| mv.to_string())
    }

    /// Goes to the position after so many moves, played or undone.
    fn go_to(&mut self, ply: usize) {
        self.record.game.go_to(ply);
    }

    /// Whether neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.record.game.is_over()
    }

    /// Discs from Black's view, empty squares to the winner, as recorded or as the board says; None
    /// while it goes on.
    #[getter]
    fn result(&self) -> Option<f64> {
        let is_whole = self.record.game.undone().is_empty();
        if is_whole { self.record.result().map(|verdict| verdict.score) } else { None }
    }

    /// The game in a format: "transcript", "obf", "ggf", "sgf", "wthor" (bytes), "ten-line", "turn",
    /// "board" or "sheet".
    ///
    /// >>> Game.read("f5d6").write("ggf")[:18]
    /// '(;GM[Othello]TY[8]'
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        written(py, &self.current(), format)
    }

    /// All that the record knows, as the page and the command line have it in JSON.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &GameInfo::with_tree(&self.current()))
    }

    /// A picture, with the last move marked.
    fn svg(&self) -> String {
        self.diagram().with_legal_moves().svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.record.game.ply()
    }

    /// Also a game without moves is one.
    #[expect(clippy::unused_self, reason = "Python asks it of a game")]
    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.diagram().text()
    }

    fn __repr__(&self) -> String {
        let moves: String = self.moves().join("");
        let start = self.record.game.start();
        if *start == RulesPosition::start(start.size()) {
            let size = start.size().get();
            let size = if size == 8 { String::new() } else { format!(", size={size}") };
            format!("Game.read('{moves}'{size})")
        } else {
            format!("Game('{start}') after '{moves}'")
        }
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let record = slf.borrow().current();
        let text = serde_json::to_string(&record).map_err(errors::error)?;
        let make = slf.get_type().getattr("_unpickle")?;
        Ok((make, (text,).into_pyobject(slf.py())?))
    }

    #[staticmethod]
    fn _unpickle(text: &str) -> PyResult<Game> {
        serde_json::from_str(text).map(|record| Game { record }).map_err(errors::error)
    }
}

impl Game {
    fn diagram(&self) -> Diagram<'_> {
        Diagram::new(self.record.position()).with_last_move(self.record.game.last_move())
    }
}
