#![no_main]

use obverse_records::fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::fuzz_read(bytes));
