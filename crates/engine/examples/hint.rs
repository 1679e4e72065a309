//! The best move after some moves: `cargo run --release --example hint -- f5 d6 c3`.

use std::error::Error;
use std::time::Duration;

use obverse_engine::{Engine, Limits, Options, Progress};
use obverse_rules::{Game, Move, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::from_start(Size::EIGHT);
    for text in std::env::args().skip(1) {
        let mv: Move = text.parse()?;
        game.play_with_passes(mv)?;
    }
    let mut engine = Engine::new(Options::default());
    let limits = Limits::time(Duration::from_secs(1));
    let report = engine.search_with(game.position(), &limits, &mut |progress: &Progress<'_>| {
        let line: Vec<String> = progress.line.moves.iter().map(Move::to_string).collect();
        println!("{:2} {} {}", progress.line.depth, progress.line.score, line.join(" "));
    });
    match report.chosen {
        Some(mv) => println!("{mv}, {} positions visited", report.nodes),
        None => println!("the game is over"),
    }
    Ok(())
}
