//! Every board against the plain one, and every kernel against the portable one.

mod common;

use common::{PlainBoard, Random, random_game};
use obverse_rules::kernel::portable;
use obverse_rules::{
    AnyBoard, Bitboard, Board, Board8, BoardN, Color, Move, Position, Size, Square, SquareSet,
    Symmetry, Tier, on_tier,
};

#[test]
fn every_size_agrees_with_the_plain_board_on_random_games() {
    let mut random = Random(1);
    for size in Size::all() {
        for _ in 0..(40_000 / size.squares().pow(2)).max(2) {
            let mut plain = PlainBoard::start(size);
            let mut before: Option<Position> = None;
            random_game(size, &mut random, |position| {
                if let Some(before) = before {
                    let placed = Square::all(size).find(|&square| {
                        before.get(square).is_none() && position.get(square).is_some()
                    });
                    plain.play(placed.map_or(Move::Pass, Move::Place));
                }
                assert_eq!(PlainBoard::of(position), plain);
                let moves = position.moves();
                assert_eq!(moves.iter().collect::<Vec<_>>(), plain.moves(), "{position}");
                assert_eq!(moves.len(), plain.moves().len(), "{position}");
                // The largest board has every square that there is.
                for square in Square::all(Size::MAX) {
                    let flips = if square.is_on(size) { plain.flips(square) } else { vec![] };
                    assert_eq!(moves.contains(square), !flips.is_empty(), "{position} {square}");
                    let turned = position.flips(square);
                    assert_eq!(turned.iter().collect::<Vec<_>>(), flips, "{position} {square}");
                }
                before = Some(*position);
            });
        }
    }
}

#[test]
fn the_board_of_any_size_agrees_with_the_fast_board_at_size_8() {
    let mut random = Random(2);
    for _ in 0..2_000 {
        random_game(Size::EIGHT, &mut random, |position| {
            let AnyBoard::N8(fast) = position.board() else { panic!("8×8 is the fast board") };
            let general = BoardN::<8>::from_sets(
                BoardN::<8>::set_of(|square| fast.player().contains(square)),
                BoardN::<8>::set_of(|square| fast.opponent().contains(square)),
            )
            .expect("no square holds two discs");
            let packed = |rows: obverse_rules::Rows<8>| {
                let words = rows.words().iter().rev();
                Bitboard::from_bits(words.fold(0, |word, &row| word << 8 | u64::from(row)))
            };
            let same = |set: Bitboard, rows: obverse_rules::Rows<8>| {
                assert_eq!(set, packed(rows), "{position}");
            };
            same(fast.moves(), general.moves());
            same(fast.empty(), general.empty());
            same(fast.potential_moves(), general.potential_moves());
            for square in fast.moves() {
                same(fast.flips(square), general.flips(square));
            }
            // The fast board knows edges by heart and may see more stable discs, never fewer.
            assert!((packed(general.stable()) - fast.stable()).is_empty(), "{position}");
            assert_eq!(fast.is_over(), general.is_over());
            assert_eq!(fast.final_score(), general.final_score());
        });
    }
}

fn kernel_moves(tier: Tier, player: u64, opponent: u64) -> u64 {
    on_tier!(tier, obverse_rules::kernel => moves(player, opponent))
}

fn kernel_flips(tier: Tier, square: u32, player: u64, opponent: u64) -> u64 {
    on_tier!(tier, obverse_rules::kernel => flips(square, player, opponent))
}

fn assert_tiers_agree(player: u64, opponent: u64) {
    let moves = portable::moves(player, opponent);
    for tier in Tier::available() {
        assert_eq!(kernel_moves(tier, player, opponent), moves, "{tier} {player:x} {opponent:x}");
        let mut empty = !(player | opponent);
        while empty != 0 {
            let square = empty.trailing_zeros();
            empty &= empty - 1;
            let flips = portable::flips(square, player, opponent);
            assert_eq!(
                kernel_flips(tier, square, player, opponent),
                flips,
                "{tier} {square} {player:x} {opponent:x}"
            );
            assert_eq!(flips != 0, moves >> square & 1 != 0, "a legal move flips something");
        }
    }
}

#[test]
fn every_tier_agrees_with_the_portable_kernel_on_a_million_positions() {
    let mut random = Random(3);
    // Any arrangement at all, from sparse to full.
    for round in 0..600_000 {
        let (a, b, c) = (random.word(), random.word(), random.word());
        let discs = match round % 4 {
            0 => c,
            1 => c | random.word(),
            2 => c | random.word() | random.word() | random.word(),
            _ => c & random.word(),
        };
        assert_tiers_agree(a & discs, !a & discs & (b | c));
    }
    // And positions of real games.
    for _ in 0..7_000 {
        random_game(Size::EIGHT, &mut random, |position| {
            let AnyBoard::N8(board) = position.board() else { panic!("8×8 is the fast board") };
            let (player, opponent) = board.bits();
            assert_tiers_agree(player, opponent);
        });
    }
}

#[test]
fn neighbours_and_regions_agree_with_a_flood_over_squares() {
    let mut random = Random(4);
    for _ in 0..2_000 {
        let empty = Bitboard::from_bits(random.word() & random.word());
        let touches = |a: Square, b: Square| {
            let (dx, dy) = (a.column().abs_diff(b.column()), a.row().abs_diff(b.row()));
            a != b && dx <= 1 && dy <= 1
        };
        let beside = |square| empty.iter().any(|other| touches(square, other));
        assert_eq!(empty.neighbours(), Bitboard::from_fn(beside));

        let board = Board8::from_sets(!empty, Bitboard::EMPTY).unwrap();
        let regions: Vec<Bitboard> = board.regions().collect();
        assert_eq!(regions.iter().fold(Bitboard::EMPTY, |all, &region| all | region), empty);
        for (i, &region) in regions.iter().enumerate() {
            assert!(regions[..i].iter().all(|&other| (other & region).is_empty()));
            assert_eq!(region.neighbours() & empty, region.neighbours() & region, "it is closed");
            let mut flood = Bitboard::from_square(region.first().unwrap()).unwrap();
            for _ in 0..64 {
                flood |= flood.neighbours() & region;
            }
            assert_eq!(flood, region, "a region is connected");
        }
    }
}

#[test]
fn stable_discs_are_never_turned_over_again() {
    let mut random = Random(5);
    for size in [Size::FOUR, Size::SIX, Size::EIGHT, Size::new(10).unwrap()] {
        let mut seen = 0;
        for _ in 0..300 {
            let mut stable: Vec<(Square, Color)> = Vec::new();
            random_game(size, &mut random, |position| {
                for &(square, color) in &stable {
                    assert_eq!(position.get(square), Some(color), "{position} lost {square}");
                }
                for view in [*position, position.with_other_side()] {
                    let discs: Vec<Square> = obverse_rules::with_board!(view.board(), board => {
                        let set = board.stable();
                        assert!((set - board.player()).is_empty());
                        set.iter().collect()
                    });
                    stable.extend(discs.into_iter().map(|square| (square, view.side())));
                }
                seen += stable.len();
            });
        }
        assert!(seen > 1_000, "random games have stable discs on {size}×{size}");
    }
}

#[test]
fn stability_knows_corners_full_edges_and_full_boards() {
    let stable = |text: &str| {
        let position: Position = text.parse().unwrap();
        let AnyBoard::N8(board) = *position.board() else { panic!("8×8 is the fast board") };
        board.stable().iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    };
    let rest = "-".repeat(56);
    assert_eq!(stable(&format!("X-------{rest} X")), "a1");
    // A row of discs from the corner, then a gap.
    assert_eq!(stable(&format!("XXX-O---{rest} X")), "a1 b1 c1");
    // The board drawn in the documentation of stability.
    let drawn = format!("XXX-O---XX------X-------{} X", "-".repeat(40));
    assert_eq!(stable(&drawn), "a1 b1 c1 a2 b2 a3");
    // No disc of an edge without its corners is safe.
    assert_eq!(stable(&format!("-XXXXXX-{rest} X")), "");
    // On a full edge every disc is safe, whoever holds the corners.
    assert_eq!(stable(&format!("OXXXXXXO{rest} X")), "b1 c1 d1 e1 f1 g1");
    // Enclosed from both sides the middle of an edge can't be turned along it.
    assert_eq!(stable(&format!("OXXXXXO-{rest} X")), "b1 c1 d1 e1 f1");
    assert_eq!(stable(&format!("{}XO X", "X".repeat(62))).split(' ').count(), 63);
}

#[test]
fn a_symmetry_turns_moves_and_flips_with_the_board() {
    let mut random = Random(6);
    for size in [Size::SIX, Size::EIGHT, Size::new(14).unwrap()] {
        for _ in 0..20 {
            random_game(size, &mut random, |position| {
                for symmetry in Symmetry::all() {
                    let turned = position.transform(symmetry);
                    let image = |square| symmetry.apply(square, size).expect("on the board");
                    assert_eq!(turned.moves(), position.moves().iter().map(image).collect());
                    for square in position.moves() {
                        let flips = position.flips(square).iter().map(image).collect();
                        assert_eq!(turned.flips(image(square)), flips);
                    }
                    assert_eq!(turned.transform(symmetry.inverse()), *position);
                    assert_eq!(turned.canonical().0, position.canonical().0);
                    if let (AnyBoard::N8(a), AnyBoard::N8(b)) = (turned.board(), position.board()) {
                        assert_eq!(a.canonical(), b.canonical());
                    }
                }
            });
        }
    }
}

#[test]
fn hashes_of_different_positions_differ() {
    let mut random = Random(7);
    let mut seen = std::collections::HashMap::new();
    for size in [Size::FOUR, Size::EIGHT, Size::MAX] {
        for _ in 0..if size == Size::MAX { 20 } else { 2_000 } {
            random_game(size, &mut random, |position| {
                let other = *seen.entry(position.hash64()).or_insert(*position);
                assert_eq!(other, *position, "two positions with one hash");
            });
        }
    }
    assert!(seen.len() > 50_000);
}

fn kernel_last_flips(tier: Tier, square: u32, player: u64) -> u32 {
    on_tier!(tier, obverse_rules::kernel => last_flips(square, player))
}

#[test]
fn the_last_disc_turns_over_as_many_as_the_flips_say() {
    let mut random = Random(6);
    for round in 0..200_000 {
        let square = round % 64;
        let player = match round % 3 {
            0 => random.word(),
            1 => random.word() & random.word(),
            _ => random.word() | random.word(),
        } & !(1 << square);
        let opponent = !player & !(1 << square);
        let counts = portable::flips(square, player, opponent).count_ones()
            | portable::flips(square, opponent, player).count_ones() << 8;
        for tier in Tier::available() {
            assert_eq!(
                kernel_last_flips(tier, square, player),
                counts,
                "{tier} {square} {player:x}"
            );
        }
    }
}

#[test]
fn full_lines_are_those_without_an_empty_square() {
    let mut random = Random(7);
    for _ in 0..20_000 {
        let occupied = (0..5).fold(random.word(), |set, _| set | random.word());
        let full = obverse_rules::kernel::stability::full_lines(occupied);
        for (full, (dx, dy)) in full.into_iter().zip([(1, 0), (0, 1), (1, 1), (-1, 1)]) {
            for square in 0..64 {
                let occupied_towards = |sign: i32| {
                    (0..8).all(|step| {
                        let (x, y) = (square % 8 + sign * step * dx, square / 8 + sign * step * dy);
                        !(0..8).contains(&x)
                            || !(0..8).contains(&y)
                            || occupied >> (y * 8 + x) & 1 != 0
                    })
                };
                let is_full = occupied_towards(1) && occupied_towards(-1);
                assert_eq!(full >> square & 1 != 0, is_full, "{occupied:x} {square}");
            }
        }
    }
}
