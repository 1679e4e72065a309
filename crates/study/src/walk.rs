//! A line played out, and what can be counted along it.

use obverse_rules::{Board, Color, Move, Position, Square, SquareSet, Squares, with_board};

/// A line from a position: the positions before, between and after its moves.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Walk {
    /// Plays moves as far as they are legal.
    pub(crate) fn new(start: &Position, moves: &[Move]) -> Walk {
        let mut walk = Walk { positions: vec![*start], moves: Vec::new() };
        for &mv in moves {
            let Ok(next) = walk.end().play(mv) else { break };
            walk.positions.push(next);
            walk.moves.push(mv);
        }
        walk
    }

    /// The number of moves.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The position after so many moves.
    pub(crate) fn at(&self, plies: usize) -> &Position {
        &self.positions[plies]
    }

    pub(crate) fn end(&self) -> &Position {
        self.positions.last().expect("there is a first position")
    }

    /// The first so many moves, each with its number from 0 and the position before it.
    pub(crate) fn steps(&self, plies: usize) -> impl Iterator<Item = (usize, &Position, Move)> {
        self.moves
            .iter()
            .zip(&self.positions)
            .enumerate()
            .take(plies)
            .map(|(number, (&mv, before))| (number, before, mv))
    }

    /// Whether a side places a disc on a square within so many moves, and with which of them.
    pub(crate) fn takes(&self, side: Color, square: Square, plies: usize) -> Option<usize> {
        self.steps(plies)
            .find(|(_, before, mv)| before.side() == side && *mv == Move::Place(square))
            .map(|(number, ..)| number)
    }

    /// Whether a side has to pass within so many moves.
    pub(crate) fn passes(&self, side: Color, plies: usize) -> bool {
        self.steps(plies).any(|(_, before, mv)| before.side() == side && mv == Move::Pass)
    }

    /// The turns of a side within so many plies, as numbers of moves before them; the first
    /// position does not count, and neither does the end of a game.
    pub(crate) fn turns(&self, side: Color, plies: usize) -> impl Iterator<Item = usize> + '_ {
        (1..=plies.min(self.len())).filter(move |&at| {
            let position = self.at(at);
            position.side() == side && !position.is_over()
        })
    }

    /// Who fills the last square of a region, if the line fills all of it.
    pub(crate) fn last_in(&self, region: Squares) -> Option<Color> {
        if region.iter().any(|square| self.end().get(square).is_none()) {
            return None;
        }
        let inside = |mv: Move| mv.square().is_some_and(|square| region.contains(square));
        self.steps(self.len()).filter(|(.., mv)| inside(*mv)).last().map(|(_, at, _)| at.side())
    }
}

/// The corners of a position's board.
pub(crate) fn corners(position: &Position) -> [Square; 4] {
    let last = position.size().get() - 1;
    [(0, 0), (last, 0), (0, last), (last, last)]
        .map(|(column, row)| Square::new(column, row).expect("on the board"))
}

/// The moves that a side has, whoever's turn it is.
pub(crate) fn moves_of(position: &Position, side: Color) -> Squares {
    if position.side() == side { position.moves() } else { position.with_other_side().moves() }
}

/// The squares around a square.
pub(crate) fn around(position: &Position, square: Square) -> impl Iterator<Item = Square> {
    let size = position.size();
    (0..9).filter(|&step| step != 4).filter_map(move |step| {
        let column = (square.column() + step % 3).checked_sub(1)?;
        let row = (square.row() + step / 3).checked_sub(1)?;
        Square::new(column, row).filter(|square| square.is_on(size))
    })
}

/// The discs of a side that touch an empty square.
pub(crate) fn frontier(position: &Position, side: Color) -> Squares {
    Square::all(position.size())
        .filter(|&square| position.get(square) == Some(side))
        .filter(|&square| around(position, square).any(|next| position.get(next).is_none()))
        .collect()
}

/// How many discs of a side can never be turned over: a lower bound.
pub(crate) fn stable(position: &Position, side: Color) -> usize {
    let seen = if position.side() == side { *position } else { position.with_other_side() };
    with_board!(seen.board(), board => board.stable().len())
}

/// The empty squares that are connected with one, itself included.
pub(crate) fn region(position: &Position, square: Square) -> Squares {
    let size = position.size();
    let mut is_found = vec![false; size.squares()];
    is_found[square.index(size)] = true;
    let mut found = vec![square];
    let mut next = 0;
    while let Some(&here) = found.get(next) {
        for other in around(position, here).filter(|&other| position.get(other).is_none()) {
            if !std::mem::replace(&mut is_found[other.index(size)], true) {
                found.push(other);
            }
        }
        next += 1;
    }
    found.into_iter().collect()
}

/// The squares of the four edges, each from one corner to the next, corners included.
pub(crate) fn edges(position: &Position) -> [Vec<Square>; 4] {
    let last = position.size().get() - 1;
    let line = |place: &dyn Fn(usize) -> (usize, usize)| {
        let squares = (0..=last).map(place);
        squares.map(|(column, row)| Square::new(column, row).expect("on the board")).collect()
    };
    [line(&|at| (at, 0)), line(&|at| (at, last)), line(&|at| (0, at)), line(&|at| (last, at))]
}
