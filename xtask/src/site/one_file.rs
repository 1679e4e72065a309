//! The page in one file. A page that was opened from a disk may read no other file, so everything is
//! inside: the board and the script first, what only the engine needs at the end.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::{
    EARLY, ICON, MANIFEST, Page, SCRIPT, STYLES, bytes, inline_script, replace, source,
    with_policy, write,
};

/// More than this is no file that one hands on.
const MOST_BYTES: usize = 8_000_000;

/// Writes the file.
pub(super) fn make(page: &Page, path: &Path) -> Result<()> {
    let script = page.script("site/one-file.js")?;
    let icon = BASE64_STANDARD.encode(bytes(&page.web.join("icon.svg"))?);
    let icon = ICON.replace("icon.svg", &format!("data:image/svg+xml;base64,{icon}"));
    let html = replace(&page.html, EARLY, &inline_script(&page.early)?)?;
    let html = replace(&html, STYLES, &format!("<style>{}</style>", page.style))?;
    let html = replace(&html, ICON, &icon)?;
    let html = replace(&html, &format!("{MANIFEST}\n"), "")?;
    let html = replace(&html, &format!("{SCRIPT}\n"), "")?;
    let parts = [
        inline_script(&script)?,
        part("openings", &page.openings)?,
        part("engine", &page.worker)?,
        part("engine-simd", &packed(&page.simd)?)?,
        part("engine-portable", &packed(&page.portable)?)?,
    ];
    let html = replace(&html, "</body>", &format!("{}\n</body>", parts.join("\n")))?;
    let (early, script, style) = (source(&page.early), source(&script), source(&page.style));
    let html = with_policy(
        &html,
        &format!(
            "default-src 'none'; script-src {early} {script} 'wasm-unsafe-eval'; \
             style-src {style}; img-src blob: data:; worker-src blob:; base-uri 'none'; \
             form-action 'none'"
        ),
    )?;
    if html.len() > MOST_BYTES {
        bail!("{} has {} bytes, more than {MOST_BYTES}", path.display(), html.len());
    }
    write(path, html.as_bytes())
}

/// Something that the page's script reads.
fn part(id: &str, text: &str) -> Result<String> {
    if text.contains("</script") {
        bail!("{id} holds </script");
    }
    Ok(format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>"))
}

fn packed(bytes: &[u8]) -> Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(encoder.finish()?))
}
