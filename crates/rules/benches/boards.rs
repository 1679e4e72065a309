//! Moves and flips a second on boards of several sizes: `cargo bench -p obverse-rules`.

use divan::Bencher;
use divan::counter::ItemsCount;
use obverse_rules::{Board, Move, Position, Size, SquareSet, with_board};

/// With `--rounds N WORK SIZE` the work is done so often and nothing is measured: for counting
/// instructions. What is printed is the number of boards, or moves, of a round.
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let Some([rounds, work, size]) = arguments
        .iter()
        .position(|argument| argument == "--rounds")
        .and_then(|at| arguments.get(at + 1..at + 4))
    else {
        return divan::main();
    };
    let size = size.parse().expect("a board size");
    let rounds: usize = rounds.parse().expect("a number of rounds");
    let positions = positions(size);
    let (work, items): (fn(&[Position]) -> usize, usize) = match work.as_str() {
        "mobility" => (count_moves, positions.len()),
        "all_flips" => (count_flips, count_moves(&positions)),
        _ => (count_stable, positions.len()),
    };
    for _ in 0..rounds {
        std::hint::black_box(work(std::hint::black_box(&positions)));
    }
    println!("{items}");
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
                count => {
                    let number = (random >> 33) as usize % count;
                    Move::Place(moves.get(number).expect("one of the moves"))
                }
            };
            position = position.play(mv).expect("a generated move is legal");
        }
    }
    positions
}

fn count_moves(positions: &[Position]) -> usize {
    let count = |position: &Position| with_board!(position.board(), board => board.moves().len());
    positions.iter().map(count).sum()
}

fn count_flips(positions: &[Position]) -> usize {
    let count = |position: &Position| {
        with_board!(position.board(), board => {
            board.moves().iter().map(|square| board.flips(square).len()).sum::<usize>()
        })
    };
    positions.iter().map(count).sum()
}

fn count_stable(positions: &[Position]) -> usize {
    let count = |position: &Position| with_board!(position.board(), board => board.stable().len());
    positions.iter().map(count).sum()
}

#[divan::bench(args = SIZES)]
fn mobility(bencher: Bencher<'_, '_>, size: usize) {
    let positions = positions(size);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| count_moves(&positions));
}

#[divan::bench(args = SIZES)]
fn all_flips(bencher: Bencher<'_, '_>, size: usize) {
    let positions = positions(size);
    bencher.counter(ItemsCount::new(count_moves(&positions))).bench(|| count_flips(&positions));
}

#[divan::bench(args = SIZES)]
fn stability(bencher: Bencher<'_, '_>, size: usize) {
    let positions = positions(size);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| count_stable(&positions));
}
