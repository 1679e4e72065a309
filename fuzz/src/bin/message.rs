#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_answers::fuzzing::fuzz_message(bytes));
