//! Positions to measure and check the engine with.

/// An endgame with its known solution.
#[derive(Clone, Copy, Debug)]
pub struct Endgame {
    /// Its number in the suite.
    pub number: u32,
    /// The squares row by row and the side to move.
    pub position: &'static str,
    /// The score under perfect play, from the view of the side to move.
    pub score: i32,
    /// Every move that keeps the score.
    pub best: &'static [&'static str],
}

/// The endgames 40 to 59 of the suite of the French Othello federation.
pub const FFO: [Endgame; 20] = [
    Endgame {
        number: 40,
        position: "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        score: 38,
        best: &["a2"],
    },
    Endgame {
        number: 41,
        position: "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
        score: 0,
        best: &["h4"],
    },
    Endgame {
        number: 42,
        position: "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
        score: 6,
        best: &["g2"],
    },
    Endgame {
        number: 43,
        position: "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
        score: -12,
        best: &["g3", "c7"],
    },
    Endgame {
        number: 44,
        position: "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
        score: -14,
        best: &["d2", "b8"],
    },
    Endgame {
        number: 45,
        position: "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X",
        score: 6,
        best: &["b2"],
    },
    Endgame {
        number: 46,
        position: "---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X",
        score: -8,
        best: &["b3"],
    },
    Endgame {
        number: 47,
        position: "-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O",
        score: 4,
        best: &["g2"],
    },
    Endgame {
        number: 48,
        position: "-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O",
        score: 28,
        best: &["f6"],
    },
    Endgame {
        number: 49,
        position: "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X",
        score: 16,
        best: &["e1"],
    },
    Endgame {
        number: 50,
        position: "----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X",
        score: 10,
        best: &["d8"],
    },
    Endgame {
        number: 51,
        position: "----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O",
        score: 6,
        best: &["e2", "a3"],
    },
    Endgame {
        number: 52,
        position: "---X-------OX--X--XOOXXXXXXOXXXXXXXOOXXXXXXOOOXX--XO---X-------- O",
        score: 0,
        best: &["a3"],
    },
    Endgame {
        number: 53,
        position: "----OO-----OOO---XXXXOOO--XXOOXO-XXXXXOO--OOOXOO--X-OX-O-----X-- X",
        score: -2,
        best: &["d8"],
    },
    Endgame {
        number: 54,
        position: "--OOO---XXOO----XXXXOOOOXXXXOX--XXXOXX--XXOOO------OOO-----O---- X",
        score: -2,
        best: &["c7"],
    },
    Endgame {
        number: 55,
        position: "--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O",
        score: 0,
        best: &["g6", "b7", "e2", "g4"],
    },
    Endgame {
        number: 56,
        position: "--XXXXX---XXXX---OOOXX---OOXOX---OXXXXX-OOOOOXO----OXX---------- O",
        score: 2,
        best: &["h5"],
    },
    Endgame {
        number: 57,
        position: "-------------------XXOOO--XXXOOO--XXOXOO-OOOXXXO--OXOO-O-OOOOO-- X",
        score: -10,
        best: &["a6"],
    },
    Endgame {
        number: 58,
        position: "--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X",
        score: 4,
        best: &["g1"],
    },
    Endgame {
        number: 59,
        position: "-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X",
        score: 64,
        best: &["h4", "g8", "e8"],
    },
];

/// Ten openings of eight plies that people play.
pub const OPENINGS: [&str; 10] = [
    // Rose-BILL: f5d6c3d3c4f4c5b3
    "-----------------OOO------XXXO----XXXX-----O-------------------- X",
    // Kung: f5d6c3d3c4f4f6b4
    "------------------XO-----OOOOO-----OXX-----O-X------------------ X",
    // No-Kung: f5d6c3d3c4f4f6g5
    "------------------XO------XXXO-----OOOO----O-X------------------ X",
    // No-Cat (Continuation): f5d6c4g5c6c5d7d3
    "-------------------O------XXO-----OXOOO---XX-------X------------ X",
    // Rose: f5d6c5f4e3c6d3f6
    "-------------------XX------XXO----XOOO----OO-O------------------ X",
    // Tanida Buffalo: f5f6e6d6c3f4c6d3
    "------------------XO-------OOO-----OOO----XOOO------------------ X",
    // Tanida: f5f6e6d6c5e3d3g5
    "-------------------XO------XX-----XXOOO----OOO------------------ X",
    // Melnikov, Bat (Piau Continuation 1): f5f6e6d6c5e3e7c7
    "--------------------O------OO-----XXOX-----OOO----O-X----------- X",
    // Mimura variation II: f5f6e6d6e7g5g6e3
    "--------------------O------OO------OOXO----OXXX-----X----------- X",
    // Tanida Buffalo: f5f6e6f4c3d6f3c4
    "------------------X--X----OOOO-----OOO-----OOO------------------ X",
];
