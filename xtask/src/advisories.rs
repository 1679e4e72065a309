//! Dependencies with known weaknesses, where the database of advisories can be had.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::install::exists;
use crate::steps::{Outcome, cargo};

/// Asks `cargo audit`.
pub(crate) fn check() -> Result<Outcome> {
    if !exists("cargo-audit") {
        let reason = "cargo-audit is not installed (cargo install --locked cargo-audit)";
        return Ok(Outcome::Skipped(reason.to_owned()));
    }
    let audit = cargo(&["audit", "--json"]).output().context("could not start cargo audit")?;
    let Ok(report) = serde_json::from_slice::<Value>(&audit.stdout) else {
        let complaint = String::from_utf8_lossy(&audit.stderr);
        let first = complaint.lines().find(|line| line.contains("error")).unwrap_or("no answer");
        return Ok(Outcome::Skipped(format!("the database cannot be had: {}", first.trim())));
    };
    let found = report["vulnerabilities"]["list"].as_array().map_or(&[][..], Vec::as_slice);
    if !found.is_empty() {
        let lines: Vec<String> = found.iter().map(describe).collect();
        bail!("{}", lines.join("\n"));
    }
    println!("{} dependencies", report["lockfile"]["dependency-count"]);
    Ok(Outcome::Done)
}

fn describe(weakness: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    format!(
        "{} {}: {} ({})",
        text(&weakness["package"]["name"]),
        text(&weakness["package"]["version"]),
        text(&weakness["advisory"]["title"]),
        text(&weakness["advisory"]["id"]),
    )
}
