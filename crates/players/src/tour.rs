//! A tour of the five ideas: each with a position where it plays well and one where it fails.
//!
//! `docs/ideas.md` tells the same to readers. All positions have 13 empty squares, so that anyone
//! can solve them and see what a move is worth.

use obverse_rules::{Move, Position};

use crate::Who;
use crate::classics::Classic;

/// One of the ideas that the classics are made of.
#[derive(Clone, Copy, Debug)]
pub struct Idea {
    /// Who plays by it.
    pub classic: Classic,
    /// The idea in a few words.
    pub title: &'static str,
    /// What it is and where it comes from.
    pub text: &'static str,
    /// Where it plays well.
    pub well: Stop,
    /// Where it fails.
    pub fails: Stop,
}

/// A position at which the tour stops.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    who: &'static str,
    position: &'static str,
    plays: &'static str,
    best: &'static str,
    /// The discs that its move gives away.
    pub loss: u32,
    /// What makes it play so.
    pub why: &'static str,
}

impl Stop {
    /// Who plays, with a fixed depth so that it plays the same everywhere.
    pub fn who(&self) -> Who {
        self.who.parse().expect("the tour's players are known")
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.position.parse().expect("the tour's positions are legal")
    }

    /// The move that the player chooses.
    pub fn plays(&self) -> Move {
        self.plays.parse().expect("a square")
    }

    /// The best move.
    pub fn best(&self) -> Move {
        self.best.parse().expect("a square")
    }
}

/// The ideas, in the order in which programs took them up.
pub const IDEAS: [Idea; 5] = [
    Idea {
        classic: Classic::Breadth,
        title: "Look at everything",
        text: "Try every move, every answer, every answer to that, level by level, and count \
               points where the tree ends; the best move is the one whose worst end is best. \
               Shannon described it for chess in 1950. The tree grows about eightfold with every \
               level: a hundred times the time looks two levels further.",
        well: Stop {
            who: "breadth:depth=4",
            position: "XXX-OOOO-XXX-XOOOXXXXXXOOXXOOOOO-XXOXXOX---XOOO---XXXOOO---OOOOX O",
            plays: "h6",
            best: "h6",
            loss: 0,
            why: "Four levels of the tree show it: after h6 White is 5 points behind at worst, after \
                  any other move 25 or more. h6 wins by 24 discs, the next best move by 2.",
        },
        fails: Stop {
            who: "breadth:depth=4",
            position: "-XXXXXXX--XOOOOOOXOXOOXXO-OXXOXXOOOXXXX-OOOXXXX-O-O-O-X-OOOOO--- O",
            plays: "h6",
            best: "h8",
            loss: 22,
            why: "Where the four levels end it counts 31 points after h6 and 19 after the corner \
                  h8, though White has both squares in either line. It does not see what Black \
                  does behind the last level: h8 wins by 12, h6 loses by 10.",
        },
    },
    Idea {
        classic: Classic::Anysize,
        title: "Cut what cannot matter, and count moves",
        text: "Minimax need not look at everything: once an answer refutes a move, its other \
               answers do not matter. Alpha-beta finds the same move in a fraction of the \
               positions (Knuth and Moore analysed it in 1975). And a position is more than its \
               discs: who has more moves can wait, who has fewer must soon give way.",
        well: Stop {
            who: "anysize:depth=4",
            position: "XXXXXO--XXOXOO--XXOOXOX-XXOOXOXX-XOXOOO--OXOXOXO--OXXX-X-OOOXXX- O",
            plays: "h8",
            best: "h8",
            loss: 0,
            why: "The corner keeps its moves: mobility is the one term that is good at the end of \
                  the line (+40). h8 loses by 2 discs, any other move by 22 or more.",
        },
        fails: Stop {
            who: "anysize:depth=4",
            position: "OX-XOX-X-XOOOOOOOOOX-XO-OXXXXOOO-XXXOXOX-XXXXOX---OXO---XXXXXXXX O",
            plays: "b7",
            best: "a2",
            loss: 28,
            why: "To it b7 is a square like any inner square: it knows edges and the centre, and \
                  nothing of squares that hand a corner over. a2 draws, b7 loses by 28.",
        },
    },
    Idea {
        classic: Classic::Squares,
        title: "Squares have a price",
        text: "A corner can never be turned over, the squares before it hand it to the opponent: \
               so each square has a price, and a disc is worth what its square is. Maggs gave \
               such a table for Reversi in BYTE in 1979. Discs in full lines can hardly be turned \
               over and count extra.",
        well: Stop {
            who: "squares",
            position: "OXXXX--OOXXXXX-OOXOOXXXOXXOXXOXX-OXXOXXXOXXXXX-OOXXO-X--OXO----- O",
            plays: "a5",
            best: "a5",
            loss: 0,
            why: "a5 fills the left edge, and all of its discs count as stable: 760 at the end of the \
                  line. It wins by 48 discs, the next best move by 26.",
        },
        fails: Stop {
            who: "squares",
            position: "XOOOO-X-X-OXOX--X-XXXOX-XOXXOXOXXXXOXOXXXOXOOOXX--XX-XOOOOOOX--- O",
            plays: "h3",
            best: "f1",
            loss: 30,
            why: "f1 holds the draw, but the line that it expects leaves White on bad squares, \
                  −990. Prices do not change with the game: a square before a corner that is taken \
                  already costs as much as ever. h3 loses by 30.",
        },
    },
    Idea {
        classic: Classic::Ratio,
        title: "Shares instead of counts, and all of the time",
        text: "Five moves to one is a lot, fifteen to eleven is not: what counts is each side's \
               share of moves, corners and stable discs, weighed by importance, as Rosenbloom did in \
               IAGO (1982). It looks one ply deeper each time until its time is up.",
        well: Stop {
            who: "ratio:depth=4,seed=1",
            position: "OOOOOOO-X-OX-O--XXXOO---OOXOOXX-XXXXOOO-XXOOXOOOX-XOXXO-X-XXXXXO O",
            plays: "e2",
            best: "e2",
            loss: 0,
            why: "e2 keeps the larger share of stable discs (+609) and of moves (+67) at the end \
                  of the line. It wins by 14; b8, which turns over the most discs, only draws.",
        },
        fails: Stop {
            who: "ratio:depth=4,seed=1",
            position: "O-X--XXX-OXXXXXXOOOOOXOXXOXOOOOXXXOXXXXX--OXXOOX--XOOO-X-X--O-XX O",
            plays: "c8",
            best: "b1",
            loss: 14,
            why: "Its line ends with the corner a8, which evens the corners: 0 instead of −667. \
                  Corners weigh two hundred times as much as discs, so it takes the corner and loses \
                  by 22 instead of 8.",
        },
    },
    Idea {
        classic: Classic::Killer,
        title: "Remember the best line",
        text: "What was best at one depth is probably best at the next: try it first, and it cuts \
               the rest short, the killer of the strong chess programs of the seventies. Openings \
               need no search at all if one knows them. Seven statistics judge the rest, among them \
               who will have the last move.",
        well: Stop {
            who: "killer:depth=4,book=off",
            position: "X-OOXX--XOOXXX--XOXXOOOOXXXOOOO-XXXOOOOXXOXXOOOX-XXXXOOOX------O O",
            plays: "h4",
            best: "h4",
            loss: 0,
            why: "h4 keeps what can be kept of White's share of stable discs: −2125 at the end of \
                  the line, where other moves cost more. It loses by 16, any other move by 30 or \
                  more.",
        },
        fails: Stop {
            who: "killer:depth=4,book=off",
            position: "O-OOOOO-XXXXXO--XXXOOOO-XXXXO-OO-XOOXXOXOOOXXXO-OOOXX-X-OX-XO--X O",
            plays: "a5",
            best: "c8",
            loss: 26,
            why: "It counts how many times as many stable discs it has: 5500 after a5, 4250 after c8. \
                  Parity is 500 after every move and decides nothing. c8 wins by 34, a5 by 8.",
        },
    },
];
