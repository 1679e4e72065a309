//! The page in one file. A page that was opened from a disk may read no other file, so everything is
//! inside: the board and the script first, what only the engine needs at the end.

use std::collections::HashMap;
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
    // Both modules hold the same weights, which are most of them and cannot be compressed.
    let (own, runs) = without_shared(&page.portable, &page.simd);
    let parts = [
        inline_script(&script)?,
        part("openings", &page.openings)?,
        part("engine", &page.worker)?,
        part("engine-simd", &packed(&page.simd)?)?,
        part("engine-portable", &packed(&own)?)?,
        part("engine-shared", &text_of(&runs))?,
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

/// Bytes that two modules share.
#[derive(Debug, PartialEq)]
struct Run {
    /// How many bytes of its own the one has before them.
    after: usize,
    /// Where they are in the other.
    from: usize,
    length: usize,
}

/// The bytes of a module that another does not have, and the long runs that it has.
fn without_shared(bytes: &[u8], other: &[u8]) -> (Vec<u8>, Vec<Run>) {
    const BLOCK: usize = 64;
    const LEAST: usize = 16 << 10;
    let blocks: HashMap<&[u8], usize> = other
        .chunks_exact(BLOCK)
        .enumerate()
        .map(|(number, block)| (block, number * BLOCK))
        .collect();
    let (mut own, mut runs) = (Vec::new(), Vec::new());
    let (mut done, mut at) = (0, 0);
    while let Some(block) = bytes.get(at..at + BLOCK) {
        let run = blocks.get(block).map(|&from| {
            let same = |(one, two): &(&u8, &u8)| one == two;
            let before = bytes[done..at].iter().rev().zip(other[..from].iter().rev());
            let before = before.take_while(same).count();
            let length = before + bytes[at..].iter().zip(&other[from..]).take_while(same).count();
            (at - before, from - before, length)
        });
        match run.filter(|&(.., length)| length >= LEAST) {
            Some((start, from, length)) => {
                own.extend_from_slice(&bytes[done..start]);
                runs.push(Run { after: own.len(), from, length });
                done = start + length;
                at = done;
            }
            None => at += 1,
        }
    }
    own.extend_from_slice(&bytes[done..]);
    (own, runs)
}

/// Runs as `site/one-file.js` reads them.
fn text_of(runs: &[Run]) -> String {
    let each: Vec<String> = runs
        .iter()
        .map(|Run { after, from, length }| format!("[{after},{from},{length}]"))
        .collect();
    format!("[{}]", each.join(","))
}

fn packed(bytes: &[u8]) -> Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(encoder.finish()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that no two places share.
    fn noise(seed: u64, length: usize) -> Vec<u8> {
        let mut state = seed;
        let mut byte = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        };
        (0..length).map(|_| byte()).collect()
    }

    #[test]
    fn what_two_modules_share_is_kept_once_and_put_back() {
        let (weights, more) = (noise(1, 100_000), noise(2, 30_000));
        let joined = |parts: &[&[u8]]| parts.concat();
        let other = joined(&[&noise(3, 1_001), &weights, &noise(4, 77), &more, &noise(5, 10)]);
        let one = joined(&[&noise(6, 333), &weights, &noise(7, 5_000), &more, &noise(8, 99)]);
        let (own, runs) = without_shared(&one, &other);
        assert_eq!(own.len(), 333 + 5_000 + 99);
        assert_eq!(runs.len(), 2);
        let (mut back, mut done) = (Vec::new(), 0);
        for Run { after, from, length } in &runs {
            back.extend_from_slice(&own[done..*after]);
            back.extend_from_slice(&other[*from..from + length]);
            done = *after;
        }
        back.extend_from_slice(&own[done..]);
        assert!(back == one);
        assert_eq!(text_of(&runs[..1]), "[[333,1001,100000]]");
        // What shares nothing is its own.
        assert_eq!(without_shared(&more, &weights), (more.clone(), Vec::new()));
    }
}
