//! The rungs of the ladder: every constant that makes a level.

/// How one level plays.
#[derive(Debug)]
pub(super) struct Rung {
    pub(super) name: &'static str,
    pub(super) character: &'static str,
    /// Plies looked ahead.
    pub(super) depth: u32,
    /// Plays perfectly from this many empty squares on.
    pub(super) solves: u32,
    /// Positions visited at most on boards larger than 8×8, as if the board had 64 squares.
    pub(super) nodes: u64,
    /// How far it judges moves as a beginner does, by discs, edges and corners: 0 to 1.
    pub(super) naive: f32,
    /// The chance to overlook the quietest of moves: 0 to 1.
    pub(super) blind: f32,
    /// The spread of its errors of judgement, in discs.
    pub(super) noise: f32,
}

impl Rung {
    /// Whether it may choose another move than the best it sees.
    pub(super) fn errs(&self) -> bool {
        self.naive > 0.0 || self.blind > 0.0 || self.noise > 0.0
    }
}

/// Measured strength, level 1 first. `obverse match --ladder --elo` writes the file; see
/// `docs/arena.md`.
pub(super) const ELO: [Option<i32>; 20] = include!("elo.in");

const fn rung(
    name: &'static str,
    (depth, solves, nodes): (u32, u32, u64),
    (naive, blind, noise): (f32, f32, f32),
    character: &'static str,
) -> Rung {
    Rung { name, character, depth, solves, nodes, naive, blind, noise }
}

/// The levels, weakest first.
#[rustfmt::skip]
pub(super) const LADDER: [Rung; 20] = [
    //                     depth solves nodes   naive blind noise
    rung("First Disc",    ( 1,  0,     1_000), (1.00, 0.60, 3.0), "Turns over as many discs as it can and looks no further."),
    rung("Collector",     ( 1,  0,     1_000), (0.90, 0.60, 2.5), "Collects discs, and takes a corner when it sees one."),
    rung("Edge Walker",   ( 1,  1,     1_000), (0.78, 0.55, 2.5), "Likes edges and corners, and gives corners away beside them."),
    rung("Learner",       ( 1,  1,     1_000), (0.63, 0.50, 2.5), "Has heard that many discs early are bad, and forgets it."),
    rung("Casual",        ( 1,  2,     1_000), (0.42, 0.45, 2.5), "Guards the corners, misses quiet moves."),
    rung("Regular",       ( 2,  2,     2_000), (0.43, 0.45, 2.5), "Looks at your reply before it moves."),
    rung("Thinker",       ( 2,  3,     5_000), (0.20, 0.40, 2.2), "Counts moves more than discs, with lapses."),
    rung("Planner",       ( 2,  4,    10_000), (0.04, 0.27, 1.9), "Plans a few moves, overlooks the quiet one at times."),
    rung("Club Player",   ( 3,  4,    20_000), (0.00, 0.25, 2.0), "Knows mobility; loses the count near the end."),
    rung("Challenger",    ( 4,  6,    40_000), (0.00, 0.18, 1.5), "Solid in the middle game, knows some parity."),
    rung("Strategist",    ( 5,  8,    80_000), (0.00, 0.14, 1.2), "Rarely overlooks a move."),
    rung("Tactician",     ( 6, 10,   150_000), (0.00, 0.07, 0.8), "Plays the last ten moves without a fault."),
    rung("Expert",        ( 7, 12,   300_000), (0.00, 0.00, 0.4), "Errs by a disc or two, not more."),
    rung("Candidate",     ( 8, 13,   500_000), (0.00, 0.00, 0.2), "Looks eight moves ahead with a steady hand."),
    rung("Master",        ( 9, 14,   800_000), (0.00, 0.00, 0.0), "Plays the best move it sees, and sees nine plies."),
    rung("Grandmaster",   (11, 16, 1_500_000), (0.00, 0.00, 0.0), "Eleven plies, and the last sixteen moves perfectly."),
    rung("Champion",      (13, 18, 2_500_000), (0.00, 0.00, 0.0), "Thirteen plies, and the last eighteen moves perfectly."),
    rung("World Class",   (15, 20, 4_000_000), (0.00, 0.00, 0.0), "Fifteen plies, and the last twenty moves perfectly."),
    rung("Oracle",        (18, 22, 6_000_000), (0.00, 0.00, 0.0), "Eighteen plies, and the last twenty-two moves perfectly."),
    rung("Obverse",       (21, 24, 9_000_000), (0.00, 0.00, 0.0), "Full strength: everything the engine has, and all the time it is given."),
];
