//! Trying what was made where nothing else is.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::install::exists;
use crate::steps::{Outcome, command, output, run, target};
use crate::test::check_signature;

/// Runs the program in a folder that has nothing but it, where that is allowed; else beside others.
pub(super) fn alone(root: &Path) -> Result<()> {
    check_signature("portable", confined(root, &["bench", "signature", "--json"])?.as_mut())?;
    let told = output(confined(root, &["--version", "--verbose"])?.as_mut())?;
    print!("{told}");
    Ok(())
}

/// The program in its own root, as somebody without rights.
fn confined(root: &Path, arguments: &[&str]) -> Result<Box<Command>> {
    let is_root = output(&mut command("id", &["-u"]))?.trim() == "0";
    let mut program = if is_root && exists("chroot") {
        let mut chroot = command("chroot", &["--userspec=65532:65532"]);
        chroot.arg(root).arg("/obverse");
        chroot
    } else {
        println!("only root can change the root: tried beside everything else");
        command(&root.join("obverse").to_string_lossy(), &[])
    };
    program.args(arguments).env_remove("HOME");
    Ok(Box::new(program))
}

/// The container's server answers, from a file system that nobody may write to.
pub(super) fn serves(root: &Path) -> Result<Outcome> {
    let before = fs::read_dir(root)?.count();
    let mut server = confined(root, &["serve", "--addr", "127.0.0.1:0"])?;
    let child = server.stdout(Stdio::piped()).spawn().context("could not start the server")?;
    let mut server = Ended(child);
    let printed = BufReader::new(server.0.stdout.take().context("it was piped")?);
    let address = printed
        .lines()
        .map_while(std::result::Result::ok)
        .find_map(|line| line.split("http://").nth(1).map(str::to_owned))
        .context("the server names no address")?;
    let address = address.split(['/', ' ']).next().unwrap_or_default().to_owned();
    let page = get(&address, "/")?;
    ensure!(page.contains("200 OK") && page.contains("<html"), "the page: {page}");
    let health = get(&address, "/api/v1/health")?;
    ensure!(health.contains("200 OK"), "health: {health}");
    output(confined(root, &["work", "--help"])?.as_mut())?;
    ensure!(fs::read_dir(root)?.count() == before, "it wrote into its root");
    Ok(Outcome::Done)
}

/// A child that ends with its owner.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).with_context(|| address.to_owned())?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Installs a package into a system of its own, looks for its files, and removes it again.
pub(super) fn installed(package: &Path) -> Result<()> {
    let root = target().join("packed/debian");
    let _ = fs::remove_dir_all(&root);
    for folder in ["info", "updates", "triggers"] {
        fs::create_dir_all(root.join("var/lib/dpkg").join(folder))?;
    }
    fs::write(root.join("var/lib/dpkg/status"), "")?;
    let dpkg = |arguments: &[&str]| {
        let mut dpkg = command("dpkg", &["--force-not-root", "--force-bad-path"]);
        dpkg.arg(format!("--root={}", root.display())).args(arguments);
        dpkg
    };
    run(&mut dpkg(&["--install", &package.to_string_lossy()]))?;
    let files = [
        "usr/bin/obverse",
        "usr/share/man/man1/obverse.1.gz",
        "usr/share/bash-completion/completions/obverse",
        "usr/share/zsh/vendor-completions/_obverse",
        "usr/share/fish/vendor_completions.d/obverse.fish",
        "usr/share/doc/obverse/copyright",
    ];
    for file in files {
        ensure!(root.join(file).exists(), "the package has no {file}");
    }
    print!(
        "{}",
        output(command(&root.join(files[0]).to_string_lossy(), &["--version"]).env_remove("HOME"))?
    );
    run(&mut dpkg(&["--purge", "obverse"]))?;
    for file in files {
        ensure!(!root.join(file).exists(), "{file} is still there after the package was removed");
    }
    Ok(())
}

/// Runs the program for Windows where wine can.
pub(super) fn under_wine(program: &Path) -> Result<()> {
    let Some(wine) = ["wine64", "wine", "/usr/lib/wine/wine64"]
        .into_iter()
        .find(|name| exists(name) || Path::new(name).exists())
    else {
        println!("there is no wine: built, and not tried");
        return Ok(());
    };
    let folder = program.parent().context("a program is in a folder")?;
    run(command("scripts/wine-prng.sh", &[]).arg(folder))?;
    let asked = |arguments: &[&str]| {
        let mut asked = command(wine, &[]);
        asked.arg(program).args(arguments).env("WINEDEBUG", "-all");
        asked
    };
    check_signature("portable", &mut asked(&["bench", "signature", "--json"]))?;
    let drawn = output(&mut asked(&["show", "f5d6c3"]))?;
    ensure!(drawn.contains("White to move"), "{drawn}");
    Ok(())
}

/// Runs the program for ARM where qemu can.
pub(super) fn under_qemu(program: &Path) -> Result<()> {
    if !exists("qemu-aarch64") {
        println!("there is no qemu-aarch64: built, and not tried");
        return Ok(());
    }
    let mut asked = command("qemu-aarch64", &["-L", "/usr/aarch64-linux-gnu"]);
    asked.arg(program).args(["bench", "signature", "--json"]);
    check_signature("neon", &mut asked)
}
