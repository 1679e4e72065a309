//! What happened at the table, in lines.
//!
//! Some lines are an agreement with scripts and stand alone: `Computer places B at cd.`,
//! `Invalid move.`, `W player has no valid move.`, `B player wins.`, `W player wins.`, `Draw!`.
//! Ours follow them.

use obverse_players::{Ending, Event, Table, Thought};
use obverse_rules::{Color, Outcome, Square};

use super::console::Console;
use super::draw;
use crate::words;

/// Tells what happened.
pub(super) fn event(console: &mut Console, table: &Table, event: &Event, persons: [bool; 2]) {
    match event {
        Event::Thinking { .. } => {}
        Event::Played { color, square, flips, thought, .. } => {
            if !persons[*color as usize] {
                let place = draw::row_and_column(*square);
                console.say(format!("Computer places {} at {place}.", color.letter()));
            }
            console.say(played(*color, *square, flips.len(), thought.as_ref()));
            board(console, table);
        }
        Event::Passed(color) => {
            console.say(format!("{} player has no valid move.", color.letter()));
            console.say(format!("{color} passes."));
        }
        Event::TookBack(0) => console.say("There is no move to take back."),
        Event::TookBack(moves) => {
            console.say(format!("Took back {}.", words::count(*moves, "move")));
            board(console, table);
        }
        Event::Refused { mv, reason, .. } => {
            console.say("Invalid move.");
            console.say(format!("{mv}: {reason}."));
        }
        Event::PlayedAgain(moves) => {
            console.say(format!("Played {} again.", words::count(*moves, "move")));
            board(console, table);
        }
        Event::Over(ending) => over(console, ending),
    }
}

/// The board, the discs, and the clocks.
pub(super) fn board(console: &mut Console, table: &Table) {
    console.say(draw::board(table.game().position()).trim_end());
    console.say(format!("{}.", draw::standing(table)));
}

/// “Black: d3, turns 1 disc, depth 9, ≈ Black +1.2 73%, 0.50 s.”
fn played(color: Color, square: Square, flips: usize, thought: Option<&Thought>) -> String {
    let discs = words::count(flips, "disc");
    let mut parts = vec![format!("{color}: {square}"), format!("turns {discs}")];
    if let Some(thought) = thought {
        parts.extend(thought.depth.map(|depth| format!("depth {depth}")));
        parts.extend(thought.score.map(|score| words::score(score, color)));
        parts.extend(thought.remark.map(str::to_owned));
        parts.push(format!("{:.2} s", thought.elapsed.as_secs_f64()));
    }
    parts.join(", ") + "."
}

fn over(console: &mut Console, ending: &Ending) {
    if let Ending::Illegal { .. } = ending {
        console.say("Invalid move.");
    }
    if !ending.is_decided() {
        return;
    }
    match ending.winner() {
        Some(winner) => console.say(format!("{} player wins.", winner.letter())),
        None => console.say("Draw!"),
    }
    console.say(match ending {
        Ending::Finished(outcome) => format!("{outcome}{}.", on_the_board(outcome)),
        _ => format!("{ending}."),
    });
}

/// Where squares are left empty the count differs from what lies on the board.
fn on_the_board(outcome: &Outcome) -> String {
    let Outcome { black, white, empties } = *outcome;
    let (first, second, whose) = match outcome.winner() {
        Some(Color::White) => (white, black, "the winner's"),
        Some(Color::Black) => (black, white, "the winner's"),
        None => (black, white, "shared"),
    };
    match empties {
        0 => String::new(),
        1 => format!(" ({first}–{second} on the board, the empty square is {whose})"),
        _ => format!(" ({first}–{second} on the board, {empties} empty squares are {whose})"),
    }
}
