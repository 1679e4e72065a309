#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obverse_tui::fuzzing::fuzz_config(bytes));
