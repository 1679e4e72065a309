//! Perft against published tables.

use obverse_rules::{Passes, Position, Size, Tier, perft, perft_threaded};

/// Leaves by depth from 1, where a pass is a ply. An ended game counts once.
const BY_PLY: [(usize, &[u64]); 4] = [
    (4, &[4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980]),
    (6, &[4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792]),
    (8, &[4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]),
    (10, &[4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812]),
];

/// The same for 8×8 where a pass is free; to depth 8 the conventions agree.
const FREE: &[u64] = &[4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420];

#[test]
fn counts_are_those_of_the_tables_on_every_tier() {
    for (size, table) in BY_PLY {
        let start = Position::start(Size::new(size).unwrap());
        for tier in Tier::available() {
            for (depth, &leaves) in (1..).zip(table) {
                assert_eq!(
                    perft(&start, depth, Passes::Ply, tier),
                    leaves,
                    "{size} {depth} {tier}"
                );
            }
        }
    }
}

#[test]
fn a_free_pass_uses_no_ply() {
    let start = Position::start(Size::EIGHT);
    for (depth, &leaves) in (1..).zip(FREE) {
        assert_eq!(perft(&start, depth, Passes::Free, Tier::detect()), leaves, "{depth}");
    }
}

#[test]
fn threads_do_not_change_the_count() {
    for (size, table) in BY_PLY {
        let start = Position::start(Size::new(size).unwrap());
        for (depth, &leaves) in (1..).zip(table).skip(4) {
            let counted = perft_threaded(&start, depth, Passes::Ply, Tier::detect(), 3);
            assert_eq!(counted, leaves, "{size} {depth}");
        }
    }
    let start = Position::start(Size::EIGHT);
    assert_eq!(perft_threaded(&start, 10, Passes::Free, Tier::detect(), 2), FREE[9]);
}

#[test]
fn an_ended_game_is_one_leaf_at_every_depth() {
    let full: Position = format!("{} X", "X".repeat(64)).parse().unwrap();
    for passes in [Passes::Ply, Passes::Free] {
        for depth in 0..4 {
            assert_eq!(perft(&full, depth, passes, Tier::detect()), 1);
            assert_eq!(perft_threaded(&full, depth + 6, passes, Tier::detect(), 2), 1);
        }
    }
}
