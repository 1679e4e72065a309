//! Counts the ways to play on from the start: `cargo run --release --example perft -- 9`.

use std::error::Error;

use obverse_rules::{Passes, Position, Size, Tier, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let depth: u32 = std::env::args().nth(1).as_deref().unwrap_or("6").parse()?;
    let (start, tier) = (Position::start(Size::EIGHT), Tier::detect());
    for depth in 1..=depth {
        println!("{depth} {}", perft(&start, depth, Passes::Ply, tier));
    }
    Ok(())
}
