//! The body of the fuzz target of the headers. The target under `fuzz/` and the tests run it.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};

use crate::client::ClientId;
use crate::guard::{Guard, POLICY};

/// A fuzz target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every fuzz target.
pub const TARGETS: [Target; 1] = [("headers", fuzz_headers)];

/// A request by its headers: lines with `Host`, `Origin` and `X-Forwarded-For` after one letter
/// each (`h`, `o`, `f`), and its target after any other. Whatever they say, only a request for our
/// own names passes, and only with our own page as its origin.
pub fn fuzz_headers(bytes: &[u8]) {
    let mut headers = HeaderMap::new();
    let mut uri = Uri::from_static("/");
    for line in bytes.split(|byte| *byte == b'\n') {
        let Some((letter, value)) = line.split_first() else { continue };
        let name = match letter {
            b'h' => header::HOST,
            b'o' => header::ORIGIN,
            b'f' => HeaderName::from_static("x-forwarded-for"),
            _ => {
                uri = value.try_into().unwrap_or(uri);
                continue;
            }
        };
        if let Ok(value) = HeaderValue::from_bytes(value) {
            headers.append(name, value);
        }
    }
    ClientId::forwarded(&headers);
    let guard = Guard::new(vec!["othello.club".to_owned()], POLICY);
    if guard.check(&uri, &headers).is_ok() {
        assert!(is_ours(&uri, &headers), "{uri:?} {headers:?}");
    }
}

/// The rule in other words: one host, whose name without the digits of a port is an address or
/// known; an origin, if there is one, is a scheme and that host.
fn is_ours(uri: &Uri, headers: &HeaderMap) -> bool {
    let values = |name| -> Vec<String> {
        let text = |value: &HeaderValue| value.to_str().unwrap_or("?").to_ascii_lowercase();
        headers.get_all(name).iter().map(text).collect()
    };
    let [host] = &values(header::HOST)[..] else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_known = address.is_ok() || ["localhost", "othello.club"].contains(&name);
    let origins = [format!("http://{host}"), format!("https://{host}")];
    let is_own_page = match &values(header::ORIGIN)[..] {
        [] => true,
        [origin] => origins.contains(origin),
        _ => false,
    };
    let authority = uri.authority().map(|authority| authority.as_str().to_ascii_lowercase());
    is_known && is_own_page && authority.is_none_or(|authority| authority == *host)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every string of a few pieces that matter, as host and as origin.
    #[test]
    fn no_mixture_of_names_passes() {
        const PIECES: [&str; 14] = [
            "localhost",
            "othello.club",
            "evil.example",
            "127.0.0.1",
            "[::1]",
            ":80",
            ":",
            "@",
            ".",
            "/",
            "http://",
            "[",
            "]",
            "x",
        ];
        for first in PIECES {
            for second in PIECES {
                for third in PIECES {
                    let name = format!("{first}{second}{third}");
                    for text in [
                        format!("h{name}"),
                        format!("hlocalhost\no{name}"),
                        format!("h{first}{second}\no{second}{third}\nf{name}"),
                        format!("h{first}\nohttp://{first}\n {name}"),
                        format!("h{first}\nh{second}"),
                    ] {
                        fuzz_headers(text.as_bytes());
                    }
                }
            }
        }
    }
}
