#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_study::fuzzing::fuzz_puzzles(bytes));
