//! The fast solver against the oracle.

mod common;

use common::{Random, alpha_beta, oracle, position8, random_board8};
use obverse_engine::{Solver, Weights};
use obverse_rules::{Board, Board8, Symmetry, Tier};

fn assert_solves(solver: &mut Solver, board: Board8, expected: i32) {
    let solved = solver.solve(board);
    assert_eq!(solved.score, expected, "{board:?}");
    match solved.best {
        Some(best) => {
            let next = board.play(best).expect("the best move is legal");
            assert_eq!(-alpha_beta(next, -64, 64), expected, "{best} is not best in {board:?}");
        }
        None => assert!(board.moves().is_empty(), "{board:?}"),
    }
}

#[test]
fn every_tier_solves_random_endgames_as_the_oracle_does() {
    for tier in Tier::available() {
        let mut solver = Solver::new(tier, 1);
        let mut random = Random(1);
        for round in 0..3_000 {
            let board = random_board8(&mut random, round % 9);
            let expected = oracle(&position8(board));
            assert_eq!(alpha_beta(board, -64, 64), expected, "the oracles differ: {board:?}");
            assert_solves(&mut solver, board, expected);
        }
        for round in 0..60 {
            let board = random_board8(&mut random, 9 + round % 4);
            assert_solves(&mut solver, board, alpha_beta(board, -64, 64));
        }
    }
}

/// A board with so many empty squares from a game whose moves, but for the first ones, are
/// looked for.
fn played_board(random: &mut Random, solver: &mut Solver, empties: u32) -> Board8 {
    let mut board = random_board8(random, 50);
    while board.empties() > empties {
        board = match solver.search(board, 3).best {
            Some(best) => board.play_unchecked(best, board.flips(best)),
            None if board.pass().moves().is_empty() => random_board8(random, 50),
            None => board.pass(),
        };
    }
    board
}

#[test]
fn endgames_of_good_play_are_solved_as_the_oracle_does() {
    let mut random = Random(3);
    let mut player = Solver::new(Tier::detect(), 1).with_weights(Weights::embedded());
    let mut solver = Solver::new(Tier::detect(), 1).with_weights(Weights::embedded());
    for round in 0..1_000 {
        let board = played_board(&mut random, &mut player, 1 + round % 10);
        assert_solves(&mut solver, board, alpha_beta(board, -64, 64));
    }
    for round in 0..50 {
        let board = played_board(&mut random, &mut player, 11 + round % 2);
        assert_solves(&mut solver, board, alpha_beta(board, -64, 64));
    }
}

#[test]
fn strange_boards_are_solved() {
    let mut solver = Solver::new(Tier::detect(), 1);
    let solve = |solver: &mut Solver, player, opponent| {
        solver.solve(Board8::from_bits(player, opponent).unwrap())
    };
    // A full board, an empty one, one side wiped out.
    assert_eq!(solve(&mut solver, u64::MAX, 0).score, 64);
    assert_eq!(solve(&mut solver, u64::MAX >> 32, u64::MAX << 32).score, 0);
    assert_eq!(solve(&mut solver, 0, 0).score, 0);
    assert_eq!(solve(&mut solver, 0xff, 0).score, 64);
    assert_eq!(solve(&mut solver, 0, 0xff).score, -64);
    // The player has to pass: h8 can only be taken by the opponent.
    let pass = solve(&mut solver, 1 << 62, !(0b11 << 62));
    assert_eq!((pass.score, pass.best), (-64, None));
}

#[test]
fn scores_do_not_depend_on_how_the_board_is_turned() {
    let mut random = Random(2);
    let mut solver = Solver::new(Tier::detect(), 1);
    for round in 0..40 {
        let board = random_board8(&mut random, 10 + round % 6);
        let score = solver.solve(board).score;
        for symmetry in Symmetry::all() {
            let turned = board.transform(symmetry);
            assert_eq!(Solver::new(Tier::detect(), 1).solve(turned).score, score, "{board:?}");
        }
    }
}
