#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_players::fuzzing::fuzz_who(bytes));
