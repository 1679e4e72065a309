#![no_main]

use obverse_protocols::fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::fuzz_gtp(bytes));
