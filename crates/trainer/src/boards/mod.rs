//! The evaluation of boards other than 8×8: games of self-play, and the fit of its patterns.
//!
//! One set of weights serves all sizes, so a fit takes games of several.

mod fit;
mod games;
mod generate;

pub use fit::{BoardFit, BoardFitSettings, PhaseError, fit_boards, measure_boards};
pub use games::is_game_file;
pub use generate::{BoardGames, BoardGamesRun, play_boards};
