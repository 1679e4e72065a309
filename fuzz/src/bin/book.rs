#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_engine::fuzzing::fuzz_book(bytes));
