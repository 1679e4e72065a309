//! How deep players look in a given time: `depths SECONDS WHO…`.
//!
//! From the start, and from a middle game with White to move and 24 squares empty.

use std::error::Error;
use std::time::Instant;

use obverse_engine::{StopFlag, TimeSource};
use obverse_players::{Decision, Maker, Seat, Time, Turn, Who};
use obverse_rules::{Color, Game, Size};

const MIDDLE: &str = "----OXO-O-OOOOO-O-OOOOO-OXXOOXO-OXXOOX--OXOXOX----X-XX-----XXX-- O";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Time(time) = arguments.next().ok_or("depths SECONDS WHO…")?.parse()?;
    for name in arguments {
        let who: Who = name.parse()?;
        for game in [Game::from_start(Size::EIGHT), Game::new(MIDDLE.parse()?)] {
            let Seat::Player(mut player) = Maker::default().make(&who, Color::Black)? else {
                return Err("a person has no depth".into());
            };
            let begun = Instant::now();
            let decision = player.choose(
                &game,
                &mut Turn {
                    time: Some(time),
                    clock: None,
                    time_source: TimeSource::system(),
                    stop: StopFlag::default(),
                    observer: &mut |_| {},
                },
            )?;
            let elapsed = begun.elapsed();
            let Decision::Move(choice) = decision else { return Err("it does not play".into()) };
            let thought = choice.thought.unwrap_or_default();
            let over = elapsed.saturating_sub(time);
            println!(
                "{name}: {} empties, depth {:?}, {} at {} nodes, {elapsed:.3?}, {over:.3?} over",
                game.position().empties(),
                thought.depth.unwrap_or(0),
                choice.mv,
                thought.nodes,
            );
        }
    }
    Ok(())
}
