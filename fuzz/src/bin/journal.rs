#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_arena::fuzzing::fuzz_journal(bytes));
