#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_trainer::fuzzing::fuzz_data_set(bytes));
