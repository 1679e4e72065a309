#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_web::fuzzing::fuzz_headers(bytes));
