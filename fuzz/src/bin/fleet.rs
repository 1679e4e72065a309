#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_fleet::fuzzing::fuzz_fleet(bytes));
