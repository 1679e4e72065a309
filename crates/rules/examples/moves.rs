//! Plays the moves of the command line and draws the board: `cargo run --example moves -- f5 d6`.

use std::error::Error;

use obverse_rules::{AnyBoard, Board, Game, Move, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::from_start(Size::EIGHT);
    for text in std::env::args().skip(1) {
        let mv: Move = text.parse()?;
        game.play_with_passes(mv)?;
    }
    let position = game.position();
    println!("{position}");
    if let AnyBoard::N8(board) = position.board() {
        println!("{}", board.moves());
    }
    match game.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("{} may move to {}", position.side(), position.moves()),
    }
    Ok(())
}
