//! Files for any web host: names that change with the content, compressed copies beside them, a
//! worker that keeps everything for when there is no network.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    EARLY, ICON, Page, SCRIPT, STYLES, bytes, inline_script, replace, source, text, with_policy,
    write,
};
use crate::steps::root;

/// Pictures of the page for the browser that offers to install it.
const SCREENSHOTS: [(&str, &str, &str); 2] = [
    ("docs/img/page-light.png", "wide", "A game with its evaluation"),
    ("docs/img/page-phone.png", "narrow", "The same game on a phone"),
];

/// Writes the site into the folder.
pub(super) fn make(page: &Page, folder: &Path) -> Result<()> {
    let files = Files { folder: folder.to_owned() };
    let names = Names::add(page, &files)?;
    let html = html(page, &names)?;
    let manifest = manifest(page, &files, &names)?;
    files.put("index.html", html.as_bytes())?;
    files.put("manifest.webmanifest", manifest.as_bytes())?;
    let mut kept = vec!["./", "manifest.webmanifest"];
    kept.extend(names.kept());
    let version = hash(format!("{html}{manifest}").as_bytes());
    let offline = text(&page.web.join("site/offline-worker.js"))?;
    let offline = replace(&offline, "'VERSION'", &format!("'{version}'"))?;
    let offline = replace(&offline, "['FILES']", &serde_json::to_string(&kept)?)?;
    files.put("worker.js", offline.as_bytes())
}

/// The names of the files that the page loads.
struct Names {
    script: String,
    style: String,
    /// The script of the engine's workers.
    worker: String,
    simd: String,
    openings: String,
    /// As a drawing.
    icon: String,
    /// Of 192 and of 512 pixels.
    icon_small: String,
    icon_large: String,
    /// With its ground up to the edge, for launchers that cut it to their shape.
    icon_whole: String,
}

impl Names {
    /// Writes the files.
    fn add(page: &Page, files: &Files) -> Result<Names> {
        let worker = files.add("engine.js", page.worker.as_bytes())?;
        let simd = files.add("engine-simd.wasm", &page.simd)?;
        let portable = files.add("engine.wasm", &page.portable)?;
        let openings = files.add("openings.tsv", page.openings.as_bytes())?;
        let mut script = page.script("site/hosted.js")?;
        for (name, named) in [
            ("'engine.js'", &worker),
            ("'engine-simd.wasm'", &simd),
            ("'engine.wasm'", &portable),
            ("'openings.tsv'", &openings),
        ] {
            script = replace(&script, name, &format!("'{named}'"))?;
        }
        let picture = |name: &str| files.add(name, &bytes(&page.web.join("site").join(name))?);
        Ok(Names {
            script: files.add("main.js", script.as_bytes())?,
            style: files.add("style.css", page.style.as_bytes())?,
            worker,
            simd,
            openings,
            icon: files.add("icon.svg", &bytes(&page.web.join("icon.svg"))?)?,
            icon_small: picture("icon-192.png")?,
            icon_large: picture("icon-512.png")?,
            icon_whole: picture("icon-whole.png")?,
        })
    }

    /// What is kept for when there is no network. The engine without 128-bit instructions is not
    /// among it: it is kept where it was needed.
    fn kept(&self) -> [&str; 9] {
        let Names { script, style, worker, simd, openings, .. } = self;
        let Names { icon, icon_small, icon_large, icon_whole, .. } = self;
        [script, style, worker, simd, openings, icon, icon_small, icon_large, icon_whole]
    }
}

fn html(page: &Page, names: &Names) -> Result<String> {
    let Names { script, style, icon, icon_small, .. } = names;
    // The engine is not among it: it would take the line from what is seen first.
    let preload = format!("<link rel=\"modulepreload\" href=\"{script}\">");
    let style = format!("<link rel=\"stylesheet\" href=\"{style}\">");
    let touch_icon = format!("<link rel=\"apple-touch-icon\" href=\"{icon_small}\">");
    let html = replace(&page.html, EARLY, &inline_script(&page.early)?)?;
    let html = replace(&html, STYLES, &format!("{style}\n{preload}"))?;
    let html = replace(&html, SCRIPT, &SCRIPT.replace("js/main.js", script))?;
    let html = replace(&html, ICON, &format!("{}\n{touch_icon}", ICON.replace("icon.svg", icon)))?;
    let early = source(&page.early);
    with_policy(
        &html,
        &format!(
            "default-src 'none'; script-src 'self' {early} 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; \
             worker-src 'self'; base-uri 'none'; form-action 'none'"
        ),
    )
}

/// What a browser needs to know to install the page.
fn manifest(page: &Page, files: &Files, names: &Names) -> Result<String> {
    let Names { icon, icon_small, icon_large, icon_whole, .. } = names;
    let mut manifest: Value = serde_json::from_str(&text(&page.web.join("manifest.webmanifest"))?)
        .context("manifest.webmanifest")?;
    manifest["icons"] = json!([
        { "src": icon, "sizes": "any", "type": "image/svg+xml" },
        { "src": icon_small, "sizes": "192x192", "type": "image/png" },
        { "src": icon_large, "sizes": "512x512", "type": "image/png" },
        { "src": icon_whole, "sizes": "512x512", "type": "image/png", "purpose": "maskable" },
    ]);
    let mut screenshots = Vec::new();
    for (path, form, label) in SCREENSHOTS {
        let picture = bytes(&root().join(path))?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let (width, height) = size(&picture).with_context(|| path.to_owned())?;
        screenshots.push(json!({
            "src": files.add(name, &picture)?, "sizes": format!("{width}x{height}"),
            "type": "image/png", "form_factor": form, "label": label,
        }));
    }
    manifest["screenshots"] = screenshots.into();
    Ok(serde_json::to_string_pretty(&manifest)?)
}

/// Width and height of a PNG picture.
fn size(png: &[u8]) -> Result<(u32, u32)> {
    let Some((head, _)) = png.split_first_chunk::<24>() else { bail!("too short") };
    if !head.starts_with(b"\x89PNG") {
        bail!("no PNG picture");
    }
    let number =
        |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    Ok((number(16), number(20)))
}

/// A short name for a content.
fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let (first, _) = digest.split_first_chunk().expect("there are 32 bytes");
    format!("{:010x}", u64::from_be_bytes(*first) >> 24)
}

struct Files {
    folder: PathBuf,
}

impl Files {
    /// Writes a file under a name that changes with its content, so that it may be kept for ever;
    /// the name.
    fn add(&self, name: &str, bytes: &[u8]) -> Result<String> {
        let (stem, ending) = name.rsplit_once('.').context("the file has no ending")?;
        let name = format!("{stem}-{}.{ending}", hash(bytes));
        self.put(&name, bytes)?;
        Ok(name)
    }

    /// Writes a file, and a compressed copy beside it where that is smaller.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        write(&self.folder.join(name), bytes)?;
        let compressed = brotli(bytes)?;
        if compressed.len() < bytes.len() * 19 / 20 {
            write(&self.folder.join(format!("{name}.br")), &compressed)?;
        }
        Ok(())
    }
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    const BUFFER: usize = 1 << 16;
    const WINDOW: u32 = 22;
    // The best quality takes half a minute for the engine, whose weights are compressed already.
    let quality = if bytes.len() < 1 << 20 { 11 } else { 9 };
    let mut compressed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut compressed, BUFFER, quality, WINDOW);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(compressed)
}
