//! What the tests of the rules share: a board that anyone can read, and random games.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of it")]

mod random;

pub use random::Random;

use obverse_rules::{Color, Move, Position, Setup, Size, Square};

/// The rules as the rule book has them, on a plain array: the oracle of every other board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainBoard {
    pub size: Size,
    pub squares: Vec<Option<Color>>,
    pub side: Color,
}

impl PlainBoard {
    pub fn start(size: Size) -> PlainBoard {
        let n = size.get();
        let mut squares = vec![None; n * n];
        let (low, high) = (n / 2 - 1, n / 2);
        squares[low * n + low] = Some(Color::White);
        squares[high * n + high] = Some(Color::White);
        squares[low * n + high] = Some(Color::Black);
        squares[high * n + low] = Some(Color::Black);
        PlainBoard { size, squares, side: Color::Black }
    }

    pub fn of(position: &Position) -> PlainBoard {
        let Setup { squares, side } = position.setup();
        PlainBoard { size: position.size(), squares, side }
    }

    fn at(&self, column: i32, row: i32) -> Option<Color> {
        let n = self.size.get() as i32;
        if (0..n).contains(&column) && (0..n).contains(&row) {
            self.squares[(row * n + column) as usize]
        } else {
            None
        }
    }

    pub fn flips(&self, square: Square) -> Vec<Square> {
        let mut flipped = Vec::new();
        if self.squares[square.index(self.size)].is_some() {
            return flipped;
        }
        for dy in -1..=1 {
            for dx in -1..=1 {
                let mut line = Vec::new();
                let (mut x, mut y) = (square.column() as i32 + dx, square.row() as i32 + dy);
                while (dx, dy) != (0, 0) && self.at(x, y) == Some(!self.side) {
                    line.push(Square::new(x as usize, y as usize).unwrap());
                    x += dx;
                    y += dy;
                }
                if self.at(x, y) == Some(self.side) {
                    flipped.extend(line);
                }
            }
        }
        flipped.sort();
        flipped
    }

    pub fn moves(&self) -> Vec<Square> {
        Square::all(self.size).filter(|&square| !self.flips(square).is_empty()).collect()
    }

    pub fn play(&mut self, mv: Move) {
        if let Move::Place(square) = mv {
            for flipped in self.flips(square) {
                self.squares[flipped.index(self.size)] = Some(self.side);
            }
            self.squares[square.index(self.size)] = Some(self.side);
        }
        self.side = !self.side;
    }
}

/// Plays a random game and shows every position of it, the start and the end included.
pub fn random_game(size: Size, random: &mut Random, mut visit: impl FnMut(&Position)) {
    let mut position = Position::start(size);
    loop {
        visit(&position);
        let moves = position.moves();
        let mv = match moves.len() {
            0 if position.is_over() => return,
            0 => Move::Pass,
            count => Move::Place(moves.get(random.below(count)).expect("one of the moves")),
        };
        position = position.play(mv).expect("a generated move is legal");
    }
}
