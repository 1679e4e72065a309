//! `cargo xtask site`: the page without a server, with the engine compiled to WebAssembly.
//!
//! It makes two things in `target/site`: files for any web host, which work offline once they have
//! been loaded, and `obverse.html`, the same in one file that works when it is opened from a disk.

mod bundle;
mod hosted;
mod one_file;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::steps::{Outcome, root, target};
use crate::{page, release, wasm};

/// Makes the site and the file.
pub(crate) fn make() -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = wasm::build()? {
        return Ok(skipped);
    }
    let page = Page::read()?;
    let folder = folder();
    // Files of an earlier site have other names and would stay for ever.
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    hosted::make(&page, &folder)?;
    one_file::make(&page, &folder.join("obverse.html"))?;
    report(&folder)?;
    Ok(Outcome::Done)
}

/// Makes both, and tries them in a browser by this script of the page: without a server of ours, and
/// with one that is lost.
pub(crate) fn check(script: &str) -> Result<Outcome> {
    if let skipped @ Outcome::Skipped(_) = make()? {
        return Ok(skipped);
    }
    page::install()?;
    page::alone(script, release::for_tests()?, &folder())?;
    Ok(Outcome::Done)
}

/// Where it all goes.
pub(crate) fn folder() -> PathBuf {
    target().join("site")
}

/// What both are made of.
struct Page {
    /// Where the page's sources are.
    web: PathBuf,
    html: String,
    style: String,
    /// The script that runs before the first painting.
    early: String,
    /// The script of a worker: the engine's glue and what drives it.
    worker: String,
    openings: String,
    /// The engine for browsers with 128-bit instructions.
    simd: Vec<u8>,
    /// The engine for the others.
    portable: Vec<u8>,
}

impl Page {
    fn read() -> Result<Page> {
        let web = root().join("web");
        let engine = target().join("wasm");
        let styles = ["base", "board", "panels"].map(|name| web.join(format!("css/{name}.css")));
        let styles = styles.iter().map(|path| text(path)).collect::<Result<Vec<_>>>()?;
        let glue = text(&engine.join("obverse.js"))?;
        let driver = text(&web.join("site/engine-worker.js"))?;
        Ok(Page {
            html: text(&web.join("index.html"))?,
            style: styles.concat(),
            early: text(&web.join("js/early.js"))?,
            worker: format!("{glue}\n{driver}"),
            openings: text(&web.join("openings.tsv"))?,
            simd: bytes(&engine.join("obverse-simd.wasm"))?,
            portable: bytes(&engine.join("obverse.wasm"))?,
            web,
        })
    }

    /// The page's script, with this module in the place of `js/files.js`.
    fn script(&self, files: &str) -> Result<String> {
        bundle::bundle(&self.web, "js/main.js", &[("js/files.js", files)])
    }
}

/// The lines of `index.html` that load what the site has elsewhere.
const EARLY: &str = r#"<script src="js/early.js"></script>"#;
const STYLES: &str = r#"<link rel="stylesheet" href="css/base.css">
<link rel="stylesheet" href="css/board.css">
<link rel="stylesheet" href="css/panels.css">"#;
const SCRIPT: &str = r#"<script type="module" src="js/main.js" fetchpriority="low"></script>"#;
const ICON: &str = r#"<link rel="icon" href="icon.svg" type="image/svg+xml">"#;
const MANIFEST: &str = r#"<link rel="manifest" href="manifest.webmanifest">"#;
const FIRST: &str = r#"<meta charset="utf-8">"#;

/// Replaces what must be there once.
fn replace(text: &str, from: &str, to: &str) -> Result<String> {
    if text.matches(from).count() != 1 {
        bail!("{from} is there {} times, not once", text.matches(from).count());
    }
    Ok(text.replacen(from, to, 1))
}

/// A script in the page itself.
fn inline_script(script: &str) -> Result<String> {
    // The first of these would end the element, the second would keep it from ending.
    for end in ["</script", "<!--"] {
        if script.contains(end) {
            bail!("a script holds {end}");
        }
    }
    Ok(format!("<script>{script}</script>"))
}

/// What the policy calls a script or style that stands in the page: only those very ones are run.
fn source(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

/// The policy of a page, as its first element after the encoding.
fn with_policy(html: &str, policy: &str) -> Result<String> {
    let meta = format!(r#"<meta http-equiv="Content-Security-Policy" content="{policy}">"#);
    replace(html, FIRST, &format!("{FIRST}\n{meta}"))
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| path.display().to_string())
}

/// Says what was made.
fn report(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files.push((entry.file_name().to_string_lossy().into_owned(), entry.metadata()?.len()));
    }
    files.sort();
    for (name, size) in files {
        println!("{size:>10} {name}");
    }
    println!("\nThe site is in {}: put it on any web host, or try it with", folder.display());
    println!("  cargo run --release -- serve --static {}", folder.display());
    println!("{} works by itself, opened from a disk", folder.join("obverse.html").display());
    Ok(())
}
