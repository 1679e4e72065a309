//! Matches between players: who plays whom from which opening, many games at once, and what the
//! results say.
//!
//! An [`Entrant`] makes players; a [`Contest`] is the list of games that they play and the
//! conditions; [`Contest::run`] plays them here, and [`Contest::run_on`] has them played by other
//! machines. [`Tally`] and [`Sprt`] say what a match between two
//! shows, [`rating`] what a tournament does. The [`Journal`] remembers finished games, so that an
//! interrupted contest goes on where it was. This crate knows nothing of terminals: whoever runs
//! a contest hears of every game as it ends.

mod contest;
pub mod fuzzing;
mod game;
mod games;
mod journal;
#[doc(hidden)]
pub mod linear;
mod lines;
mod normal;
mod opening;
mod opening_list;
pub mod rating;
mod schedule;
mod sprt;
mod standings;
mod stats;
mod tables;

pub use contest::{Conditions, Contest, ContestError, Entrant, Gallery, SetAside};
pub use game::Finished;
pub use games::{Elsewhere, Host, KIND, Visitor};
pub use journal::{Damage, Entry, Journal, JournalError, Opened};
pub use lines::{failure, game_line, match_line, rounded};
pub use opening::{Opening, OpeningError, Openings};
pub use opening_list::OpeningList;
pub use schedule::{Colours, Fixture, Pairing, Schedule};
pub use sprt::{Sprt, SprtError, Verdict};
pub use standings::{Faults, Standings};
pub use stats::{Elo, Point, Tally, elo_from_score, score_from_elo};
