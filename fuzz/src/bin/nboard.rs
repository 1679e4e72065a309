#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_protocols::fuzzing::fuzz_nboard(bytes));
