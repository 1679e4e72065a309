//! How long an import takes, how large the file is, and how fast the explorer answers.
//!
//! ```sh
//! cargo run --release -p obverse-library --example measure -- wthor-folder
//! cargo run --release -p obverse-library --example measure -- 100000    # games of random moves
//! ```

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use obverse_library::Library;
use obverse_records::Record;
use obverse_rules::{Game, Move, Position, Size};

/// How many positions the explorer is asked for.
const POSITIONS: usize = 1000;

fn random_game(random: &mut fastrand::Rng) -> Game {
    let mut game = Game::from_start(Size::EIGHT);
    while !game.is_over() {
        let moves = game.position().moves();
        let mv = moves.get(random.usize(..moves.len().max(1))).map_or(Move::Pass, Move::Place);
        game.play(mv).expect("a legal move");
    }
    game
}

fn main() -> Result<(), Box<dyn Error>> {
    let what = std::env::args().nth(1).ok_or("name a file or a folder, or a number of games")?;
    let mut random = fastrand::Rng::with_seed(1);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("library.sqlite");
    let mut library = Library::open(&path)?;
    // The time to make or read the games is no part of the import.
    let records: Vec<Record> = match what.parse::<usize>() {
        Ok(count) => (0..count).map(|_| Record::new(random_game(&mut random))).collect(),
        Err(_) => {
            obverse_records::open(Path::new(&what), Size::EIGHT)?.collect::<Result<_, _>>()?
        }
    };
    let positions: Vec<Position> = (0..POSITIONS)
        .map(|_| {
            let game = &records[random.usize(..records.len())].game;
            game.positions()[random.usize(..game.positions().len().min(30))]
        })
        .collect();
    let begin = Instant::now();
    let imported = library.import(records, |_| {})?;
    let seconds = begin.elapsed().as_secs_f64();
    drop(library);
    let bytes = std::fs::metadata(&path)?.len();
    println!(
        "{} games, {} of them new: {seconds:.1} s, {:.1} MB, {:.0} bytes a game",
        imported.read(),
        imported.new,
        bytes as f64 / 1e6,
        bytes as f64 / imported.new.max(1) as f64
    );
    let library = Library::open_existing(&path)?;
    let (mut times, mut again) = (Vec::new(), Vec::new());
    for position in &positions {
        let asked = || -> Result<Duration, Box<dyn Error>> {
            let begin = Instant::now();
            let explored = library.explore(position)?;
            let time = begin.elapsed();
            assert!(!explored.moves.is_empty() || explored.ended > 0);
            Ok(time)
        };
        times.push(asked()?);
        // On a busy machine the worst time is that of others: the lesser of two more is not.
        let rest = [asked()?, asked()?];
        again.push(rest.into_iter().min().unwrap_or_default());
    }
    times.sort_unstable();
    again.sort_unstable();
    let begin = Instant::now();
    library.explore(&Position::start(Size::EIGHT))?;
    println!(
        "explorer, {POSITIONS} positions of the first thirty plies: median {:?}, worst {:?}, worst \
         when asked again twice {:?}; the first position {:?}",
        times[times.len() / 2],
        times[times.len() - 1],
        again[again.len() - 1],
        begin.elapsed()
    );
    Ok(())
}
