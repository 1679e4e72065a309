//! Who may ask, and what the answers allow the browser to do.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use thiserror::Error;

use crate::server::Reason;

/// Nothing but our own files, nothing inline, nobody's frame.
macro_rules! policy {
    ($scripts:literal) => {
        concat!(
            "default-src 'none'; script-src ",
            $scripts,
            "; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src \
             'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    };
}

/// What the page may load and run.
pub(crate) const POLICY: &str = if cfg!(feature = "browser-engine") {
    policy!("'self' 'wasm-unsafe-eval'")
} else {
    policy!("'self'")
};

/// A site says the rest itself, in its files. Who may frame it can only be said here.
pub(crate) const POLICY_OF_A_SITE: &str = "frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The names by which the server may be called.
///
/// A name that is not ours means that another site has pointed its own name at our address, so
/// that a browser takes us for that site (DNS rebinding). Whoever writes an address as numbers has
/// asked no name server, so addresses are safe.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    /// What the answers allow the browser to load.
    policy: &'static str,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error("a request needs one Host header with a name and, if need be, a port")]
    BadHost,
    #[error("this server is not called by that name: start it with --host NAME to allow it")]
    ForeignHost,
    #[error("another site may not use this server")]
    ForeignOrigin,
}

impl Guard {
    pub(crate) fn new(hosts: Vec<String>, policy: &'static str) -> Guard {
        Guard { hosts, policy }
    }

    /// Checks who was called and by which page.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, &header::HOST)
            .map_err(|Several| Refusal::BadHost)?
            .ok_or(Refusal::BadHost)?;
        self.check_host(host)?;
        // A request may name the server a second time, in its first line.
        if let Some(authority) = uri.authority()
            && !authority.as_str().eq_ignore_ascii_case(host)
        {
            return Err(Refusal::BadHost);
        }
        // Only browsers send an origin, and then it has to be this very page.
        let origin = only(headers, &header::ORIGIN).map_err(|Several| Refusal::ForeignOrigin)?;
        let is_own = |origin: &str| {
            let authority =
                origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
        };
        if origin.is_none_or(is_own) { Ok(()) } else { Err(Refusal::ForeignOrigin) }
    }

    fn check_host(&self, host: &str) -> Result<(), Refusal> {
        let name = without_port(host).ok_or(Refusal::BadHost)?;
        let is_allowed = match name {
            Name::Address => true,
            Name::Text(name) => {
                name.eq_ignore_ascii_case("localhost")
                    || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
            }
        };
        if is_allowed { Ok(()) } else { Err(Refusal::ForeignHost) }
    }
}

/// A header that must not be there more than once was.
struct Several;

/// The value of a header that is there once at most; one that is no text is not ours.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Several> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Several);
    }
    Ok(first.map(|value| value.to_str().unwrap_or("?")))
}

/// What stands before the port.
enum Name<'a> {
    /// An IP address written as numbers.
    Address,
    Text(&'a str),
}

/// The name of `localhost:8080`, `127.0.0.1` or `[::1]:8080`; none if it is not of that form.
fn without_port(host: &str) -> Option<Name<'_>> {
    let is_port = |port: &str| port.parse::<u16>().is_ok() && !port.starts_with('+');
    if let Some(rest) = host.strip_prefix('[') {
        let (address, rest) = rest.split_once(']')?;
        let has_good_port = rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
        return (has_good_port && address.parse::<Ipv6Addr>().is_ok()).then_some(Name::Address);
    }
    let name = match host.split_once(':') {
        Some((name, port)) if is_port(port) => name,
        Some(_) => return None,
        None => host,
    };
    if name.parse::<Ipv4Addr>().is_ok() {
        return Some(Name::Address);
    }
    is_host_name(name).then_some(Name::Text(name))
}

/// Whether this can be the name of a server, as [`Config::hosts`](crate::Config::hosts) has them:
/// without scheme and port.
pub fn is_host_name(text: &str) -> bool {
    let is_of_a_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    !text.is_empty() && text.bytes().all(is_of_a_name)
}

/// Refuses strangers, and puts the headers on every answer.
pub(crate) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            let status = match refusal {
                Refusal::BadHost => StatusCode::BAD_REQUEST,
                Refusal::ForeignHost | Refusal::ForeignOrigin => StatusCode::FORBIDDEN,
            };
            let reason = Extension(Reason(refusal.to_string()));
            (status, reason, format!("{refusal}\n")).into_response()
        }
    };
    let policy = (header::CONTENT_SECURITY_POLICY, guard.policy);
    for (name, value) in HEADERS.into_iter().chain([policy]) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(HeaderName, &str)]) -> Result<(), Refusal> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value.parse().unwrap());
        }
        Guard::new(vec!["othello.club".into()], POLICY).check(&Uri::from_static("/"), &map)
    }

    #[test]
    fn addresses_localhost_and_given_names_are_answered() {
        for own in [
            "127.0.0.1:8080",
            "192.0.2.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "localhost:8080",
            "othello.club",
            "OTHELLO.club:80",
        ] {
            assert_eq!(check(&[(header::HOST, own)]), Ok(()), "{own}");
            for scheme in ["http", "https"] {
                let origin = format!("{scheme}://{own}");
                assert_eq!(
                    check(&[(header::HOST, own), (header::ORIGIN, &origin)]),
                    Ok(()),
                    "{own}"
                );
            }
        }
        for foreign in
            ["evil.example:8080", "localhost.evil.example", "127.1", "x127.0.0.1", "club"]
        {
            assert_eq!(check(&[(header::HOST, foreign)]), Err(Refusal::ForeignHost), "{foreign}");
        }
    }

    #[test]
    fn one_host_of_the_right_form_is_needed() {
        for bad in [
            "",
            ":80",
            "a b",
            "user@localhost",
            "localhost:",
            "localhost:http",
            "localhost:+80",
            "localhost:99999",
            "[::1",
            "[::1]80",
            "[localhost]",
            "::1",
            "localhost/",
            "localhost,x",
        ] {
            assert_eq!(check(&[(header::HOST, bad)]), Err(Refusal::BadHost), "{bad:?}");
        }
        assert_eq!(check(&[]), Err(Refusal::BadHost));
        let twice = [(header::HOST, "localhost"), (header::HOST, "localhost")];
        assert_eq!(check(&twice), Err(Refusal::BadHost));
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("localhost"))]);
        let named_twice =
            Guard::new(Vec::new(), POLICY).check(&Uri::from_static("http://x.example/"), &headers);
        assert_eq!(named_twice, Err(Refusal::BadHost));
    }

    #[test]
    fn an_origin_is_this_very_page() {
        for origin in [
            "https://evil.example",
            "http://localhost:9090",
            "http://localhost",
            "null",
            "localhost:8080",
            "ftp://localhost:8080",
            "http://localhost:8080/",
            "",
        ] {
            let headers = [(header::HOST, "localhost:8080"), (header::ORIGIN, origin)];
            assert_eq!(check(&headers), Err(Refusal::ForeignOrigin), "{origin}");
        }
        let own = (header::ORIGIN, "http://localhost:8080");
        let twice = [(header::HOST, "localhost:8080"), own.clone(), own];
        assert_eq!(check(&twice), Err(Refusal::ForeignOrigin));
    }
}
