//! Sets of squares against a plain array of yes and no.

use obverse_rules::{Bitboard, Board, Board8, BoardN, Size, Square, SquareSet, Squares, Symmetry};
use proptest::prelude::*;

type Plain = [bool; 64];

fn plain(set: Bitboard) -> Plain {
    std::array::from_fn(|number| set.bits() >> number & 1 != 0)
}

/// The numbers of the squares that are in the set.
fn numbers(squares: impl IntoIterator<Item = Square>) -> Vec<usize> {
    squares.into_iter().map(|square| square.row() * 8 + square.column()).collect()
}

fn members(plain: &Plain) -> Vec<usize> {
    (0..64).filter(|&number| plain[number]).collect()
}

proptest! {
    #[test]
    fn operators_work_square_by_square(a: u64, b: u64) {
        let (a, b) = (Bitboard::from_bits(a), Bitboard::from(b));
        let (x, y) = (plain(a), plain(b));
        let both = |combine: fn(bool, bool) -> bool| -> Plain {
            std::array::from_fn(|number| combine(x[number], y[number]))
        };
        prop_assert_eq!(plain(a & b), both(|x, y| x && y));
        prop_assert_eq!(plain(a | b), both(|x, y| x || y));
        prop_assert_eq!(plain(a ^ b), both(|x, y| x != y));
        prop_assert_eq!(plain(a - b), both(|x, y| x && !y));
        prop_assert_eq!(plain(!a), both(|x, _| !x));
        let (mut and, mut or, mut xor, mut sub) = (a, a, a, a);
        and &= b;
        or |= b;
        xor ^= b;
        sub -= b;
        prop_assert_eq!([and, or, xor, sub], [a & b, a | b, a ^ b, a - b]);
    }

    #[test]
    fn a_set_has_the_squares_whose_bits_are_set(bits: u64) {
        let set = Bitboard::from_bits(bits);
        let expected = members(&plain(set));
        prop_assert_eq!(numbers(set), expected.clone());
        prop_assert_eq!(set.iter().len(), expected.len());
        prop_assert_eq!(set.len(), expected.len());
        prop_assert_eq!(set.is_empty(), expected.is_empty());
        prop_assert_eq!(numbers(set.first()), Vec::from_iter(expected.first().copied()));
        prop_assert_eq!(Bitboard::from_fn(|square| set.contains(square)), set);
        prop_assert_eq!(u64::from(set), bits);
        // The largest board has every square that there is: on others nothing is contained.
        let contained = Square::all(Size::MAX).filter(|&square| set.contains(square));
        prop_assert_eq!(numbers(contained), expected.clone());
        let squares = Squares::from(set);
        prop_assert_eq!(numbers(squares), expected);
        prop_assert_eq!(set.iter().collect::<Squares>(), squares);
    }

    #[test]
    fn a_set_is_turned_square_by_square(bits: u64) {
        let set = Bitboard::from_bits(bits);
        for symmetry in Symmetry::all() {
            let image = |square| symmetry.apply(square, Size::EIGHT).unwrap();
            let mut expected = numbers(set.iter().map(image));
            expected.sort_unstable();
            prop_assert_eq!(numbers(set.transform(symmetry)), expected);
            prop_assert_eq!(set.transform(symmetry).transform(symmetry.inverse()), set);
        }
    }

    #[test]
    fn sets_of_other_boards_are_sets_too(words: [u32; 10], others: [u32; 10]) {
        let [a, b] = [words, others].map(|words| {
            BoardN::<10>::set_of(|square| words[square.row()] >> square.column() & 1 != 0)
        });
        let whole = BoardN::<10>::set_of(|_| true);
        for square in Square::all(Size::MAX) {
            let on = square.is_on(Size::new(10).unwrap());
            let (x, y) = (a.contains(square), b.contains(square));
            prop_assert_eq!(x, on && words[square.row()] >> square.column() & 1 != 0);
            prop_assert_eq!((a & b).contains(square), x && y);
            prop_assert_eq!((a | b).contains(square), x || y);
            prop_assert_eq!((a ^ b).contains(square), x != y);
            prop_assert_eq!((a - b).contains(square), x && !y);
            prop_assert_eq!((!a).contains(square), on && !x);
        }
        prop_assert_eq!(a | !a, whole);
        let listed: Vec<Square> = whole.iter().filter(|&square| a.contains(square)).collect();
        prop_assert_eq!(a.into_iter().collect::<Vec<_>>(), listed.clone());
        prop_assert_eq!((a.len(), a.into_iter().len()), (listed.len(), listed.len()));
        prop_assert_eq!(Squares::from(a).iter().collect::<Vec<_>>(), listed);
    }
}

#[test]
fn the_named_sets_are_where_players_know_them() {
    let names = |set: Bitboard| Squares::from(set).to_string();
    assert_eq!(names(Bitboard::EMPTY), "");
    assert_eq!(names(Bitboard::CORNERS), "a1 h1 a8 h8");
    assert_eq!(names(Bitboard::X_SQUARES), "b2 g2 b7 g7");
    assert_eq!(names(Bitboard::C_SQUARES), "b1 g1 a2 h2 a7 h7 b8 g8");
    let is_edge = |line| line == 0 || line == 7;
    let edges = Bitboard::from_fn(|square| is_edge(square.column()) || is_edge(square.row()));
    assert_eq!(Bitboard::EDGES, edges);
    assert_eq!(Bitboard::ALL, Bitboard::from_fn(|_| true));
}

#[test]
fn a_set_is_drawn_as_a_board() {
    let square = |name: &str| Bitboard::from_square(name.parse().unwrap()).unwrap();
    let set = square("c1") | square("h1") | square("a4") | square("f5") | square("g8");
    let drawn = [
        "  a b c d e f g h",
        "1 . . # . . . . #",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 # . . . . . . .",
        "5 . . . . . # . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . # .",
    ];
    assert_eq!(set.to_string(), drawn.join("\n"));
    let line = "--#----#/--------/--------/#-------/-----#--/--------/--------/------#-";
    assert_eq!(format!("{set:?}"), line);
}

#[test]
fn a_square_of_a_larger_board_is_in_no_bitboard() {
    for name in ["i1", "a9", "i8", "z26"] {
        let square: Square = name.parse().unwrap();
        assert_eq!(Bitboard::from_square(square), None, "{name}");
        assert!(!Bitboard::ALL.contains(square), "{name}");
        assert_eq!(Board8::start().play(square), None, "{name}");
    }
}

#[test]
fn no_square_of_a_board_holds_two_discs() {
    assert_eq!(Board8::from_bits(0b11, 0b10), None);
    assert_eq!(Board8::from_sets(Bitboard::CORNERS, Bitboard::EDGES), None);
    assert_eq!(Board8::from_bits(0b01, 0b10).map(|board| board.bits()), Some((0b01, 0b10)));
    let [all, corner] = [BoardN::<6>::set_of(|_| true), BoardN::<6>::set_of(|s| s.row() == 0)];
    assert_eq!(BoardN::<6>::from_sets(all, corner), None);
    assert!(BoardN::<6>::from_sets(all - corner, corner).is_some());
}

#[test]
fn a_board_plays_legal_moves_only() {
    let start = Board8::start();
    for square in Square::all(Size::EIGHT) {
        assert_eq!(start.play(square).is_some(), start.moves().contains(square), "{square}");
    }
}
