#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_records::fuzzing::fuzz_sheet(bytes));
