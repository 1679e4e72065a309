//! The exact score of a position, by default of FFO problem 40:
//! `cargo run --release --example solve -- "<64 squares> X"`.

use std::error::Error;

use obverse_engine::{Engine, Limits, Options};
use obverse_rules::Position;

const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| FFO_40.to_owned());
    let position: Position = text.parse()?;
    let report = Engine::new(Options::default()).search(&position, &Limits::exact());
    let best = report.best();
    let line: Vec<String> = best.moves.iter().map(ToString::to_string).collect();
    println!("{} {}", best.score, line.join(" "));
    Ok(())
}
