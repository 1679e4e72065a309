//! Moves and flips a second on boards of several sizes: `cargo bench -p obverse-rules`.

use divan::Bencher;
use divan::counter::ItemsCount;
use obverse_rules::{Board, Move, Position, Size, SquareSet, with_board};

fn main() {
    divan::main();
}

const SIZES: [usize; 5] = [4, 6, 8, 10, 26];

/// Positions of random games, the same every time.
fn positions(size: usize) -> Vec<Position> {
    let mut random = 0x9e3779b97f4a7c15_u64;
    let mut positions = Vec::new();
    while positions.len() < 1000 {
        let mut position = Position::start(Size::new(size).expect("a board size"));
        while !position.is_over() {
            positions.push(position);
            let moves = position.moves();
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mv = match moves.len() {
                0 => Move::Pass,
                count => Move::Place(moves[(random >> 33) as usize % count]),
            };
            position = position.play(mv).expect("a generated move is legal");
        }
    }
    positions
}

#[divan::bench(args = SIZES)]
fn mobility(bencher: Bencher<'_, '_>, size: usize) {
    let positions = positions(size);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions
            .iter()
            .map(|position| with_board!(position.board(), board => board.moves().len()))
            .sum::<usize>()
    });
}

#[divan::bench(args = SIZES)]
fn all_flips(bencher: Bencher<'_, '_>, size: usize) {
    let positions = positions(size);
    let moves: usize = positions.iter().map(|position| position.moves().len()).sum();
    bencher.counter(ItemsCount::new(moves)).bench(|| {
        positions
            .iter()
            .map(|position| {
                with_board!(position.board(), board => {
                    board.moves().iter().map(|square| board.flips(square).len()).sum::<usize>()
                })
            })
            .sum::<usize>()
    });
}

#[divan::bench(args = SIZES)]
fn stability(bencher: Bencher<'_, '_>, size: usize) {
    let positions = positions(size);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions
            .iter()
            .map(|position| with_board!(position.board(), board => board.stable().len()))
            .sum::<usize>()
    });
}
