//! The files of the page, embedded in the binary.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// The files of the page by their names, in order, and where each came from, which only a debug
/// build says: see `build.rs`.
static FILES: &[(&str, &str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the page. A debug build reads it from the disk, so that a change shows after a
/// reload.
fn find(path: &str) -> Option<Cow<'static, [u8]>> {
    let at = FILES.binary_search_by_key(&path, |(name, ..)| name).ok()?;
    let (_, on_disk, bytes) = FILES[at];
    let changed = if cfg!(debug_assertions) { std::fs::read(on_disk).ok() } else { None };
    let file = changed.map_or(Cow::Borrowed(bytes), Cow::Owned);
    let is_script = std::path::Path::new(path).extension().is_some_and(|end| end == "js");
    match std::str::from_utf8(&file) {
        Ok(script) if is_script => Some(Cow::Owned(without_comments(script).into_bytes())),
        _ => Some(file),
    }
}

/// A script without the comments that have lines of their own, which are a third of it: types and reasons
/// are for those who read the sources. The lines stay, so that errors name the right ones.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut is_inside = false;
    for line in script.lines() {
        let text = line.trim();
        let begins =
            !is_inside && text.starts_with("/*") && (text.ends_with("*/") || !text.contains("*/"));
        if !is_inside && !begins && !text.starts_with("//") {
            kept.push_str(line);
        }
        is_inside = (is_inside || begins) && !text.ends_with("*/");
        kept.push('\n');
    }
    kept
}

/// Answers with the file of the path, or says that there is none.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match find(path) {
        Some(file) => answer(path, file, &headers),
        None => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
    }
}

fn answer(path: &str, file: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let tag = tag(&file);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let base = Response::builder()
        // The browser keeps the file and asks whether it has changed.
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::ETAG, &tag);
    let answer = if known.is_some_and(|known| known.split(',').any(|each| each.trim() == tag)) {
        base.status(StatusCode::NOT_MODIFIED).body(Body::empty())
    } else {
        base.header(header::CONTENT_TYPE, content_type(path)).body(match file {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        })
    };
    answer.expect("the headers are valid")
}

/// Weak, because the same file is sent compressed and as it is.
fn tag(file: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_lose_the_comments_that_have_their_own_lines_and_nothing_else() {
        let script = "// a file\nimport './a.js';\n\n/**\n * A thing.\n */\nexport const a = 'x // y'; // kept\n  \
                      /** @type {any} */ (a).b();\n/* one */\nconst c = 1 / 2;\n";
        let kept = "\nimport './a.js';\n\n\n\n\nexport const a = 'x // y'; // kept\n  \
                    /** @type {any} */ (a).b();\n\nconst c = 1 / 2;\n";
        assert_eq!(without_comments(script), kept);
    }

    #[test]
    fn only_a_debug_build_knows_where_it_was_built() {
        for (name, on_disk, _) in FILES {
            assert_eq!(on_disk.is_empty(), !cfg!(debug_assertions), "{name}: {on_disk:?}");
        }
    }
}
