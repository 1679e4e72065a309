//! The evaluation network: incremental against from nothing, tier against tier, symmetric boards,
//! and files that must be refused.

use obverse_engine::Solver;
use obverse_engine::eval::patterns::Canonical;
use obverse_engine::eval::weights::{PHASES, WIDTH};
use obverse_engine::eval::{
    Accumulator, Head, Parts, Phase, Weights, WeightsError, decode, encode, evaluate, kernel,
    scalar_rows,
};
use obverse_rules::{Board, Board8, Size, Symmetry, Tier, on_tier};

#[path = "../../rules/tests/common/random.rs"]
mod random;

use random::Random;

/// Weights with no sense in them, but with every number in use.
fn nonsense(seed: u64) -> Parts {
    let mut random = Random(seed);
    let rows = Canonical::new().len;
    let head = |random: &mut Random| {
        let mut head = Head::ZERO;
        head.hidden_bias.fill_with(|| random.within(1 << 24));
        head.hidden.as_flattened_mut().as_flattened_mut().fill_with(|| random.within(3000) as i16);
        head.output.fill_with(|| random.within(2000) as i16);
        head.direct.fill_with(|| random.within(2000) as i16);
        head.bias.fill_with(|| random.within(100) as i16);
        head.output_bias = random.within(500);
        head
    };
    Parts {
        tables: (0..2)
            .map(|_| {
                (0..rows)
                    .map(|_| std::array::from_fn::<i8, WIDTH, _>(|_| random.within(20) as i8))
                    .collect()
            })
            .collect(),
        heads: (0..3).map(|_| head(&mut random)).collect(),
        phases: std::array::from_fn(|empties| Phase {
            table: u8::from(empties > PHASES / 2),
            head: (empties / 21) as u8,
        }),
        probcut: vec![0.5, -1.25],
        manifest: r#"{"made":"by a test"}"#.to_owned(),
    }
}

/// Plays random games and hands over every position with the move that is played there.
fn random_games(count: u64, mut visit: impl FnMut(Board8, Option<(u32, u64)>)) {
    for game in 0..count {
        let mut random = Random(game);
        let mut board = Board8::start();
        loop {
            let moves: Vec<_> = board.moves().iter().collect();
            if moves.is_empty() {
                visit(board, None);
                if board.is_over() {
                    break;
                }
                board = board.pass();
                continue;
            }
            let square = moves[random.below(moves.len())];
            let flips = board.flips(square);
            visit(board, Some((square.index(Size::EIGHT) as u32, flips.bits())));
            board = board.play_unchecked(square, flips);
        }
    }
}

/// The same evaluation with the kernels of another tier; the accumulator too.
fn evaluate_on(tier: Tier, weights: &Weights, board: Board8, accumulator: &Accumulator) -> i32 {
    let (rows, head) = weights.phase(board.empties());
    let mobility = [board.moves().len() as u32, board.pass().moves().len() as u32];
    let first = scalar_rows(rows, head, mobility, board);
    let sum = on_tier!(tier, kernel => sum_rows(rows, &accumulator.mover, first));
    on_tier!(tier, kernel => head(head, &sum))
}

fn next_on(tier: Tier, before: &Accumulator, square: u32, flips: u64) -> Accumulator {
    on_tier!(tier, kernel => next(before, square, flips))
}

#[test]
fn every_tier_follows_the_moves_and_evaluates_alike() {
    let weights = Weights::from_parts(&nonsense(1));
    let mut different = std::collections::HashSet::new();
    for tier in Tier::available() {
        random_games(40, |board, played| {
            let accumulator = Accumulator::new(board);
            let score = evaluate(&weights, board);
            assert_eq!(evaluate_on(tier, &weights, board, &accumulator), score, "{tier} {board:?}");
            different.insert(score);
            assert_eq!(accumulator.pass(), Accumulator::new(board.pass()));
            if let Some((square, flips)) = played {
                let (player, opponent) = board.bits();
                let after = Board8::from_bits(opponent ^ flips, player ^ flips ^ 1 << square);
                let after = after.expect("no square holds two discs");
                let next = next_on(tier, &accumulator, square, flips);
                assert_eq!(next, Accumulator::new(after), "{tier} {board:?}");
            }
        });
    }
    assert!(different.len() > 1000, "the scores differ between positions");
}

#[test]
fn turned_and_mirrored_boards_evaluate_alike() {
    let weights = Weights::from_parts(&nonsense(2));
    random_games(10, |board, _| {
        let score = evaluate(&weights, board);
        for symmetry in Symmetry::all() {
            assert_eq!(
                evaluate(&weights, board.transform(symmetry)),
                score,
                "{symmetry:?} {board:?}"
            );
        }
    });
}

/// The weights in the binary against perfect play, with room for worse ones to come.
#[test]
fn the_embedded_weights_estimate_late_positions() {
    let weights = Weights::embedded();
    let mut solver = Solver::new(Tier::detect(), 1);
    let (mut errors, mut decided, mut right) = (Vec::new(), 0, 0);
    random_games(300, |board, played| {
        if played.is_some() && board.empties() == 10 {
            let estimate = evaluate(&weights, board) as f32 / 128.0;
            let exact = solver.solve(board).score as f32;
            errors.push((estimate - exact).abs());
            if exact.abs() >= 8.0 {
                decided += 1;
                right += u32::from((estimate > 0.0) == (exact > 0.0));
            }
        }
    });
    assert!(errors.len() > 200, "{} positions", errors.len());
    let mean = errors.iter().sum::<f32>() / errors.len() as f32;
    assert!(mean < 9.0, "a mean error of {mean} discs");
    assert!(right * 10 > decided * 9, "the right winner in {right} of {decided}");
}

#[test]
fn tables_that_are_decoded_when_they_are_used_are_the_same() {
    let lazy = Weights::embedded();
    let all = Weights::from_bytes(Weights::embedded_bytes()).unwrap();
    random_games(20, |board, _| {
        assert_eq!(evaluate(&lazy, board), evaluate(&all, board), "{board:?}");
    });
}

#[test]
fn a_file_reads_back_as_it_was_written() {
    let parts = nonsense(3);
    assert_eq!(decode(&encode(&parts)).unwrap(), parts);
}

#[test]
fn rows_of_zeros_take_no_room() {
    let mut parts = nonsense(3);
    let whole = encode(&parts).len();
    for (number, row) in parts.tables.iter_mut().flatten().enumerate() {
        if number % 4 != 0 {
            *row = [0; WIDTH];
        }
    }
    let file = encode(&parts);
    assert_eq!(decode(&file).unwrap(), parts);
    assert!(file.len() < whole / 3, "{} bytes of {whole}", file.len());
}

#[test]
fn foreign_files_are_refused() {
    let good = encode(&nonsense(4));
    assert_eq!(decode(b""), Err(WeightsError::Foreign));
    assert_eq!(decode(b"\x7fELF and so on"), Err(WeightsError::Foreign));
    let mut newer = good.clone();
    newer[8] = 9;
    assert_eq!(decode(&newer), Err(WeightsError::Version(9)));
    let mut others = good;
    others[12] ^= 1;
    assert!(matches!(decode(&others), Err(WeightsError::FeatureSet(_))));
}

/// The beginning of the weights that version 0.1.0 shipped with.
#[test]
fn a_file_of_the_first_release_is_refused_with_the_reason() {
    let refused = decode(include_bytes!("data/format-1.weights")).unwrap_err();
    assert_eq!(refused, WeightsError::FirstRelease);
    let reason = refused.to_string();
    assert!(reason.contains("0.1.0") && reason.contains("train fit"), "{reason}");
}

/// Fuzzing begins with a whole file: every table, head and coefficient nought.
#[test]
fn the_fuzz_corpus_has_a_file_that_is_read() {
    let bytes = include_bytes!("../../../fuzz/corpus/weights/zero");
    let parts = decode(bytes).unwrap();
    assert!(parts.tables[0].as_flattened().iter().all(|&lane| lane == 0));
    assert_eq!(encode(&parts), bytes);
}

#[test]
fn damaged_files_are_refused() {
    let good = encode(&nonsense(5));
    let mut random = Random(5);
    for _ in 0..40 {
        let mut bad = good.clone();
        let at = random.below(bad.len() - 16) + 16;
        bad[at] ^= 1 << (random.below(8));
        assert!(matches!(decode(&bad), Err(WeightsError::Damaged(_))), "byte {at}");
    }
    for length in [10, 27, 28, 100, good.len() - 1] {
        assert!(matches!(decode(&good[..length]), Err(WeightsError::Damaged(_))), "{length} bytes");
    }
    assert!(matches!(decode(&[&good[..], &[0]].concat()), Err(WeightsError::Damaged(_))));
}

/// Where the dense part begins in the files of these tests, and in it the length of the first
/// table.
const DENSE: usize = 28 + 20;
const FIRST_TABLE: usize = DENSE + 3 + 2 * PHASES;

/// A file may be wrong although its checksums are right: someone else wrote it.
fn with_right_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let body = 28..28 + length(16) + length(20);
    let checksum = crc32fast::hash(&[&bytes[..24], &bytes[body]].concat());
    bytes[24..28].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn is_refused(bytes: &[u8]) -> bool {
    matches!(decode(bytes), Err(WeightsError::Damaged(_)))
}

#[test]
fn impossible_numbers_are_refused() {
    let good = encode(&nonsense(6));
    assert_eq!(with_right_checksum(good.clone()), good);
    for (at, value) in [(0, 0), (0, 17), (1, 200), (3, 2), (4, 3)] {
        let mut bad = good.clone();
        bad[DENSE + at] = value;
        assert!(is_refused(&with_right_checksum(bad)), "{value} at {at}");
    }
}

#[test]
fn tables_with_wrong_rows_are_refused() {
    let rows = Canonical::new().len;
    let bits = rows.div_ceil(8);
    let mut parts = nonsense(7);
    parts.tables.truncate(1);
    parts.phases = [Phase { table: 0, head: 0 }; PHASES];
    let file = encode(&parts);
    let begin = file.len()
        - u32::from_le_bytes(file[FIRST_TABLE..FIRST_TABLE + 4].try_into().unwrap()) as usize;
    let with_table = |unpacked: &[u8]| {
        let mut table = Vec::with_capacity(2 * unpacked.len() + 100);
        flate2::Compress::new(flate2::Compression::fast(), false)
            .compress_vec(unpacked, &mut table, flate2::FlushCompress::Finish)
            .unwrap();
        let mut file = file[..begin].to_vec();
        file[FIRST_TABLE..FIRST_TABLE + 4].copy_from_slice(&(table.len() as u32).to_le_bytes());
        let checksum = crc32fast::hash(&table).to_le_bytes();
        file[FIRST_TABLE + 4..FIRST_TABLE + 8].copy_from_slice(&checksum);
        with_right_checksum([file, table].concat())
    };
    let mut one_row = vec![0; bits + WIDTH];
    one_row[0] = 1;
    assert!(decode(&with_table(&one_row)).is_ok());
    for wrong in [
        &[][..],
        &one_row[..bits - 1],
        &one_row[..bits],
        &one_row[..=bits],
        &[&one_row[..], &[0; WIDTH]].concat(),
        &vec![0; bits + rows * WIDTH + 1],
    ] {
        assert!(is_refused(&with_table(wrong)), "{} bytes", wrong.len());
    }
    let mut beyond = one_row;
    beyond[0] = 0;
    beyond[bits - 1] = 0x80;
    assert!(is_refused(&with_table(&beyond)));
}
