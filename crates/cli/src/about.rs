//! `obverse --version --verbose`: what this build is.

use std::ffi::OsString;
use std::io::Write;

use anyhow::Result;

use crate::{Answer, input};

/// The node counts that the searches of this build visit, as `obverse bench signature` counts them.
const SIGNATURE: &str = include_str!("../../engine/signature.txt");

/// What was compiled in, beside what always is.
const FEATURES: [(&str, bool); 5] = [
    ("serve", cfg!(feature = "serve")),
    ("browser-engine", cfg!(feature = "browser-engine")),
    ("library", cfg!(feature = "library")),
    ("fleet", cfg!(feature = "fleet")),
    ("train", cfg!(feature = "train")),
];

/// Whether the arguments ask for it, in either order.
pub(crate) fn is_asked(arguments: &[OsString]) -> bool {
    let is = |at: usize, names: &[&str]| {
        arguments.get(at).and_then(|it| it.to_str()).is_some_and(|it| names.contains(&it))
    };
    let version = ["--version", "-V"];
    let in_order = is(1, &version) && is(2, &["--verbose"]);
    arguments.len() == 3 && (in_order || is(1, &["--verbose"]) && is(2, &version))
}

/// Prints it, a fact a line.
pub(crate) fn print() -> Result<Answer> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "obverse {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "commit     {}", env!("OBVERSE_COMMIT"))?;
    writeln!(out, "build      {}", env!("OBVERSE_BUILD"))?;
    writeln!(out, "target     {}, {}", env!("OBVERSE_TARGET"), profile())?;
    writeln!(out, "tier       {}", input::tier()?)?;
    writeln!(out, "weights    {}", env!("OBVERSE_WEIGHTS"))?;
    writeln!(out, "signature  {}, other boards {}", signature(), other_boards())?;
    writeln!(out, "features   {}", features().join(" "))?;
    Ok(Answer::Done)
}

/// How it was compiled.
pub(crate) const fn profile() -> &'static str {
    if cfg!(debug_assertions) { "for debugging" } else { "optimised" }
}

/// The features that were compiled in.
pub(crate) fn features() -> Vec<&'static str> {
    FEATURES.iter().filter(|(_, is_in)| *is_in).map(|(name, _)| *name).collect()
}

/// The recorded node count of 8×8.
pub(crate) fn signature() -> &'static str {
    recorded("signature ")
}

fn other_boards() -> &'static str {
    recorded("other_boards ")
}

fn recorded(name: &str) -> &'static str {
    SIGNATURE.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("unknown")
}
