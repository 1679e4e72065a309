//! The files of the page, embedded in the binary.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

/// The folder as it is, without the developers' tools. A debug build reads it from the disk, so
/// that a change shows after a reload.
#[derive(Embed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.svg"]
#[include = "*.tsv"]
#[include = "*.webmanifest"]
#[include = "worker.js"]
#[include = "css/*"]
#[include = "js/*"]
#[exclude = "node_modules/*"]
#[exclude = "tests/*"]
struct Page;

/// Answers with the file of the path, or says that there is none.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match Page::get(path) {
        Some(file) => answer(path, &file, &headers),
        None => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
    }
}

fn answer(path: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = tag(&file.metadata.sha256_hash());
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let base = Response::builder()
        // The browser keeps the file and asks whether it has changed.
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::ETAG, &tag);
    let answer = if known.is_some_and(|known| known.split(',').any(|each| each.trim() == tag)) {
        base.status(StatusCode::NOT_MODIFIED).body(Body::empty())
    } else {
        base.header(header::CONTENT_TYPE, content_type(path))
            .body(Body::from(file.data.clone().into_owned()))
    };
    answer.expect("the headers are valid")
}

/// Weak, because the same file is sent compressed in several ways.
fn tag(hash: &[u8]) -> String {
    use std::fmt::Write;
    let digits = hash.iter().take(12).fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("a string takes everything");
        digits
    });
    format!("W/\"{digits}\"")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}
