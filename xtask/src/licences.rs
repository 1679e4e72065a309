//! Whether the licences of all dependencies allow what ours does.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::steps::{cargo, output};

/// Licences that ask for no more than to be named. Those with conditions on the whole program,
/// such as the GPL or the MPL, are not among them.
const ALLOWED: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages that come with a licence's text and do not name it, and which one that is.
const NAMED_HERE: [(&str, &str); 1] = [("rs-fsrs", "MIT")];

/// Checks every package that Cargo.lock names, on whatever platform it is used.
pub(crate) fn check() -> Result<()> {
    let metadata = output(&mut cargo(&["metadata", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let refused: Vec<String> = packages
        .iter()
        .filter_map(|package| {
            let name = package["name"].as_str()?;
            let known = NAMED_HERE.iter().find(|(known, _)| *known == name);
            let known = known.map_or("none is named", |(_, licence)| licence);
            let licence = package["license"].as_str().unwrap_or(known);
            (!is_allowed(licence)).then(|| format!("{name}: {licence}"))
        })
        .collect();
    println!("{} packages", packages.len());
    if !refused.is_empty() {
        bail!("these licences are not in xtask/src/licences.rs:\n{}", refused.join("\n"));
    }
    Ok(())
}

/// Whether an SPDX expression can be met by allowed licences alone. Cargo's old way of writing
/// `OR` is a slash.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    any_of(&mut rest) == Some(true) && rest.is_empty()
}

/// `… OR …`; none if it is no expression.
fn any_of(words: &mut &[&str]) -> Option<bool> {
    let mut allowed = all_of(words)?;
    while let Some((&"OR", rest)) = words.split_first() {
        *words = rest;
        allowed |= all_of(words)?;
    }
    Some(allowed)
}

/// `… AND …`, which binds closer.
fn all_of(words: &mut &[&str]) -> Option<bool> {
    let mut allowed = one(words)?;
    while let Some((&"AND", rest)) = words.split_first() {
        *words = rest;
        allowed &= one(words)?;
    }
    Some(allowed)
}

fn one(words: &mut &[&str]) -> Option<bool> {
    let (&first, rest) = words.split_first()?;
    *words = rest;
    if first == "(" {
        let allowed = any_of(words)?;
        let (&")", rest) = words.split_first()? else { return None };
        *words = rest;
        return Some(allowed);
    }
    let mut name = first.to_owned();
    if let [with @ "WITH", exception, rest @ ..] = *words {
        name = format!("{first} {with} {exception}");
        *words = rest;
    }
    Some(ALLOWED.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn expressions_are_met_or_not() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
            "MIT OR GPL-2.0 AND GPL-3.0",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "",
            "none is named",
            "GPL-3.0-only",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND MPL-2.0",
            "GPL-3.0 WITH Classpath-exception-2.0",
            "(MIT",
            "MIT)",
            "MIT OR",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }
}
