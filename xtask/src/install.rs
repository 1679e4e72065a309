//! Installing what the tests need and a fresh machine lacks.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::steps::{command, output, run};

/// A program that a test drives, and the Debian package it comes in.
pub(crate) struct Needed {
    pub(crate) program: &'static str,
    pub(crate) package: &'static str,
}

/// What every run of the tests needs.
pub(crate) const ALWAYS: [Needed; 5] = [
    // The fleet is tested with a real server.
    Needed { program: "nats-server", package: "nats-server" },
    Needed { program: "openssl", package: "openssl" },
    // The full-screen game is tested in a real terminal.
    Needed { program: "tmux", package: "tmux" },
    // The page is tested in a real browser.
    Needed { program: "chromium", package: "chromium" },
    // And in another.
    Needed { program: "firefox-esr", package: "firefox-esr" },
];

/// Installs the missing ones of some programs with apt.
pub(crate) fn programs(needed: &[Needed]) -> Result<()> {
    let missing: Vec<&str> = needed
        .iter()
        .filter(|needed| !exists(needed.program))
        .map(|needed| needed.package)
        .collect();
    if missing.is_empty() {
        println!("nothing is missing");
        return Ok(());
    }
    println!("installing {}", missing.join(", "));
    if !exists("apt-get") {
        bail!("install these first: {}", missing.join(", "));
    }
    run(&mut apt(&["update", "--quiet=2"]))?;
    let mut arguments = vec!["install", "--yes", "--quiet=2", "--no-install-recommends"];
    arguments.extend(&missing);
    run(&mut apt(&arguments)).with_context(|| format!("install {} by hand", missing.join(", ")))
}

/// Whether a program is on the path, or where Debian puts servers.
pub(crate) fn exists(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.any(|folder| folder.join(program).is_file())
}

/// `apt-get`, through `sudo` where there is one and it may be needed.
fn apt(arguments: &[&str]) -> Command {
    let is_root = output(&mut command("id", &["-u"])).is_ok_and(|id| id.trim() == "0");
    let mut apt = if is_root || !exists("sudo") {
        command("apt-get", arguments)
    } else {
        let mut apt = command("sudo", &["apt-get"]);
        apt.args(arguments);
        apt
    };
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}
