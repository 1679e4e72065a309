//! The bodies of the fuzz targets: the targets under `fuzz/` and the test of their corpora run these.

use crate::config::Config;

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 2] = [("config", fuzz_config), ("kept_game", fuzz_kept_game)];

/// Any bytes as a config file: each line is a setting, a remark, or told with its number.
pub fn fuzz_config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (_, problems) = Config::read(&text);
    let lines = text.lines().count();
    assert!(problems.iter().all(|problem| (1..=lines).contains(&problem.line)), "{problems:?}");
    // What a setting says stays on its line.
    assert!(problems.iter().all(|problem| !problem.to_string().contains('\n')), "{problems:?}");
}

/// Any bytes as a game that was kept.
pub fn fuzz_kept_game(bytes: &[u8]) {
    crate::keep::fuzz_kept_game(bytes);
}
