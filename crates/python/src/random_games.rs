//! Random games, many at once.

use std::any::Any;
use std::ops::Range;
use std::thread;

use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use obverse_engine::random::{next_splitmix64, splitmix64};
use obverse_engine::{Options, StopFlag};
use obverse_rules::{Board, Board8, Color, Square, SquareSet, with_board};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::convert::{PositionArg, need_numpy};
use crate::errors;
use crate::thinking::interruptible;

/// One of the squares by lot.
pub(crate) fn random_square<S: SquareSet>(squares: S, number: u64) -> Option<Square> {
    // The upper half of the product is uniform below the count, but for one in 2⁶⁴ / count.
    let chosen = (u128::from(number) * squares.len() as u128) >> 64;
    squares.iter().nth(chosen as usize)
}

/// Plays at random to the end, and shows every position before its move, and the move. The score
/// is that of the side to move at the start.
fn play_out<B: Board>(mut board: B, seed: u64, mut show: impl FnMut(&B, Square, bool)) -> i32 {
    let mut state = splitmix64(seed);
    let mut is_first = true;
    loop {
        let mut moves = board.moves();
        if moves.is_empty() {
            board = board.pass();
            is_first = !is_first;
            moves = board.moves();
            if moves.is_empty() {
                let score = board.final_score();
                return if is_first { score } else { -score };
            }
        }
        let square = random_square(moves, next_splitmix64(&mut state));
        let Some(square) = square else { unreachable!("there are moves") };
        show(&board, square, is_first);
        board = board.play_unchecked(square, board.flips(square));
        is_first = !is_first;
    }
}

/// What some of the games were.
#[derive(Default)]
struct Played {
    /// The discs of the side to move and of the other, as bits or as bytes.
    words: Vec<u64>,
    planes: Vec<u8>,
    moves: Vec<i16>,
    sides: Vec<i8>,
    scores: Vec<i16>,
    lengths: Vec<i64>,
}

impl Played {
    fn add<B: Board>(&mut self, start: B, side: Color, seed: u64) {
        let before = self.moves.len();
        let score = play_out(start, seed, |board, square, is_first| {
            self.keep(board);
            self.moves.push(square.index(B::SIZE) as i16);
            self.sides.push(if is_first { side as i8 } else { !side as i8 });
        });
        self.lengths.push((self.moves.len() - before) as i64);
        let sides = &self.sides[before..];
        let own = side as i8;
        self.scores.extend(sides.iter().map(|&mover| {
            let score = score as i16;
            if mover == own { score } else { -score }
        }));
    }

    fn keep<B: Board>(&mut self, board: &B) {
        if let Some(board) = (board as &dyn Any).downcast_ref::<Board8>() {
            let (own, other) = board.bits();
            self.words.extend([own, other]);
        } else {
            let before = self.planes.len();
            self.planes.resize(before + 2 * B::SIZE.squares(), 0);
            crate::batch::write_planes(board, &mut self.planes[before..]);
        }
    }
}

/// So few games are over before anybody could press Ctrl-C.
const FEW: usize = 1000;

/// Divides the numbers of the games among threads. What is played does not depend on how many. The
/// work looks at the flag, which Ctrl-C raises.
fn divided<T: Send + 'static>(
    py: Python<'_>,
    count: usize,
    threads: Option<usize>,
    work: impl Fn(Range<usize>, &StopFlag) -> T + Send + Sync + 'static,
) -> PyResult<Vec<T>> {
    let stop = StopFlag::default();
    if count <= FEW {
        return Ok(py.detach(|| by_threads(count, threads, |numbers| work(numbers, &stop))));
    }
    let flag = stop.clone();
    interruptible(py, stop, move || by_threads(count, threads, |numbers| work(numbers, &flag)))
}

fn by_threads<T: Send>(
    count: usize,
    threads: Option<usize>,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let threads = threads.unwrap_or(cores).clamp(1, Options::MOST_THREADS).min(count.max(1));
    let at = |number: usize| (count as u128 * number as u128 / threads as u128) as usize;
    let part = |number: usize| at(number)..at(number + 1);
    thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> =
            (1..threads).map(|number| scope.spawn(move || work(part(number)))).collect();
        let first = work(part(0));
        let others = parts.into_iter().map(|part| part.join().expect("playing does not panic"));
        std::iter::once(first).chain(others).collect()
    })
}

fn seed_of(seed: u64, number: usize) -> u64 {
    splitmix64(seed).wrapping_add(splitmix64(number as u64))
}

/// So many random games as arrays, a row a move of all games: `boards` before the move, own discs
/// first (`uint64[moves, 2]` on 8×8, else `uint8[moves, 2, size, size]`); `moves` as squares by
/// number; `sides`, 0 for Black; `scores`, the game's final score from the mover's view; and
/// `lengths`, the moves of each game.
#[pyfunction]
#[pyo3(signature = (count, *, start = None, size = 8, seed = 0, threads = None))]
pub(crate) fn random_games<'py>(
    py: Python<'py>,
    count: usize,
    start: Option<PositionArg<'_>>,
    size: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    need_numpy(py)?;
    let start = match start {
        Some(start) => start.get()?,
        None => obverse_rules::Position::start(crate::convert::size(size)?),
    };
    let side = start.side();
    let squares = start.size().squares();
    let row = if squares == 64 { 16 } else { 2 * squares };
    errors::need_memory(count, squares * (row + 5))?;
    let parts = divided(py, count, threads, move |numbers, stop| {
        let mut played = Played::default();
        with_board!(start.board(), board => {
            for number in numbers.take_while(|_| !stop.is_raised()) {
                played.add(*board, side, seed_of(seed, number));
            }
        });
        played
    })?;
    let length = start.size().get();
    let rows: usize = parts.iter().map(|part| part.moves.len()).sum();
    let games = PyDict::new(py);
    if length == 8 {
        let words = joined(&parts, |part| &part.words);
        games.set_item("boards", words.into_pyarray(py).reshape([rows, 2])?)?;
    } else {
        let planes = joined(&parts, |part| &part.planes);
        games.set_item("boards", planes.into_pyarray(py).reshape([rows, 2, length, length])?)?;
    }
    games.set_item("moves", joined(&parts, |part| &part.moves).into_pyarray(py))?;
    games.set_item("sides", joined(&parts, |part| &part.sides).into_pyarray(py))?;
    games.set_item("scores", joined(&parts, |part| &part.scores).into_pyarray(py))?;
    games.set_item("lengths", joined(&parts, |part| &part.lengths).into_pyarray(py))?;
    Ok(games)
}

fn joined<T: Copy>(parts: &[Played], column: impl Fn(&Played) -> &Vec<T>) -> Vec<T> {
    parts.iter().flat_map(|part| column(part).iter().copied()).collect()
}

/// Plays a position out at random, so many times: the final scores from the view of the side to
/// move, `int16[count]`.
///
/// >>> scores = playouts(Position(), 1000, seed=1)
/// >>> abs(float(scores.mean())) < 5
/// True
#[pyfunction]
#[pyo3(signature = (position, count, *, seed = 0, threads = None))]
pub(crate) fn playouts<'py>(
    py: Python<'py>,
    position: PositionArg<'_>,
    count: usize,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    need_numpy(py)?;
    let position = position.get()?;
    errors::need_memory(count, 2)?;
    let parts = divided(py, count, threads, move |numbers, stop| {
        let numbers = numbers.take_while(|_| !stop.is_raised());
        with_board!(position.board(), board => numbers
            .map(|number| play_out(*board, seed_of(seed, number), |_, _, _| {}) as i16)
            .collect::<Vec<_>>())
    })?;
    Ok(parts.concat().into_pyarray(py))
}
