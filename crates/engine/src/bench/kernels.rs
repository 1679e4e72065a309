//! How long the kernels take.

use obverse_rules::{Board, Board8, Tier, on_tier};

use crate::TimeSource;
use crate::eval::Weights;
use crate::search::Node;

/// How long one call of a kernel takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Speed {
    /// What is measured.
    pub name: &'static str,
    /// Nanoseconds a call.
    pub nanoseconds: f64,
}

/// Rounds over all the positions, each some microseconds.
const ROUNDS: u32 = 2_000;

/// Measures the kernels of a tier on positions of one game, with the given clock.
pub fn kernel_speeds(tier: Tier, weights: Option<&Weights>, clock: &TimeSource) -> Vec<Speed> {
    let nodes: Vec<Node> = game().into_iter().map(Node::new).collect();
    let mut speeds = Vec::new();
    let mut measure = |name, run: &dyn Fn(&[Node]) -> u64| {
        let begun = clock.now();
        let mut sum = 0_u64;
        for _ in 0..ROUNDS {
            sum = sum.wrapping_add(std::hint::black_box(run(std::hint::black_box(&nodes))));
        }
        std::hint::black_box(sum);
        let calls = f64::from(ROUNDS) * nodes.len() as f64;
        let nanoseconds = clock.now().saturating_sub(begun).as_secs_f64() * 1e9 / calls;
        speeds.push(Speed { name, nanoseconds });
    };
    measure("moves", &|nodes| on_tier!(tier, crate::tiers => hot::measure::moves(nodes)));
    measure("flips", &|nodes| on_tier!(tier, crate::tiers => hot::measure::flips(nodes)));
    measure("last flips", &|nodes| on_tier!(tier, crate::tiers => hot::measure::last_flips(nodes)));
    measure("stability", &|nodes| on_tier!(tier, crate::tiers => hot::measure::stability(nodes)));
    measure(
        "pattern indices after a move",
        &|nodes| on_tier!(tier, crate::tiers => hot::measure::next(nodes)),
    );
    measure(
        "evaluation",
        &|nodes| on_tier!(tier, crate::tiers => hot::measure::evaluate(weights, nodes)),
    );
    speeds
}

/// The positions of a game in which always the middle one of the moves is played.
fn game() -> Vec<Board8> {
    let mut boards = vec![Board8::start()];
    let mut board = Board8::start();
    while !board.is_over() {
        let moves: Vec<_> = board.moves().iter().collect();
        board = match moves.get(moves.len() / 2) {
            Some(&square) => board.play_unchecked(square, board.flips(square)),
            None => board.pass(),
        };
        if !board.moves().is_empty() {
            boards.push(board);
        }
    }
    boards
}
