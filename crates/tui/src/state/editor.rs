//! The position editor: discs on a board, and who is to move.

use obverse_rules::{Color, Position, Setup, Size, Square};

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    /// The squares and the side to move, as they are now.
    pub setup: Setup,
    /// The size of the board.
    size: Size,
    /// The square under the cursor.
    pub cursor: Square,
    /// What was before, the latest last.
    pub before: Vec<Setup>,
    /// What is wrong with the position, or was pasted.
    pub problem: Option<String>,
}

/// What is done to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// This lies on it.
    Put(Option<Color>),
    /// Nothing, black, white, nothing.
    Next,
}

impl Editor {
    /// An editor that begins with a position.
    pub fn new(position: &Position) -> Editor {
        let size = position.size();
        let cursor = Square::new(size.get() / 2, size.get() / 2).expect("on the board");
        Editor { setup: position.setup(), size, cursor, before: vec![], problem: None }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Takes a position over, as a change that can be undone.
    pub fn take(&mut self, setup: Setup) {
        let before = std::mem::replace(&mut self.setup, setup);
        if before != self.setup {
            self.before.push(before);
        }
        self.size = size_of(&self.setup);
        self.problem = None;
        self.keep_cursor();
    }

    /// A smaller board may not have the square under the cursor.
    fn keep_cursor(&mut self) {
        if !self.cursor.is_on(self.size) {
            self.cursor = Square::new(0, 0).expect("every board has it");
        }
    }

    /// Paints a square.
    pub fn paint(&mut self, square: Square, stroke: Stroke) {
        let mut setup = self.setup.clone();
        let cell = &mut setup.squares[square.index(self.size)];
        *cell = match stroke {
            Stroke::Put(disc) => disc,
            Stroke::Next => match *cell {
                None => Some(Color::Black),
                Some(Color::Black) => Some(Color::White),
                Some(Color::White) => None,
            },
        };
        self.cursor = square;
        self.take(setup);
    }

    /// The other side moves.
    pub fn change_side(&mut self) {
        let side = !self.setup.side;
        self.take(Setup { side, ..self.setup.clone() });
    }

    /// Nothing on the board.
    pub fn clear(&mut self) {
        let squares = vec![None; self.setup.squares.len()];
        self.take(Setup { squares, ..self.setup.clone() });
    }

    /// The change before.
    pub fn undo(&mut self) {
        if let Some(before) = self.before.pop() {
            self.setup = before;
            self.size = size_of(&self.setup);
            self.problem = None;
            self.keep_cursor();
        }
    }

    /// The position, or what is impossible about it.
    pub fn position(&self) -> Result<Position, String> {
        let position = Position::try_from(self.setup.clone()).map_err(|error| error.to_string())?;
        if position.is_over() {
            return Err("neither side can move there: the game would be over".to_owned());
        }
        Ok(position)
    }
}

fn size_of(setup: &Setup) -> Size {
    let found = Size::all().find(|size| size.squares() == setup.squares.len());
    found.expect("it comes from a position")
}
