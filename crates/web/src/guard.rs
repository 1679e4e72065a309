//! Who may ask, and what the answers allow the browser to do.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Nothing but our own files, nothing inline, nobody's frame.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The names by which the server may be called.
#[derive(Debug)]
pub(crate) struct Guard {
    /// Bound to this machine only: then a strange name means that a site elsewhere has pointed
    /// its own name at us, to get around the browser's rules.
    loopback: bool,
    hosts: Vec<String>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, hosts: Vec<String>) -> Guard {
        Guard { loopback: address.ip().is_loopback(), hosts }
    }

    fn allows_host(&self, host: &str) -> bool {
        let name = without_port(host);
        let is_local = name.eq_ignore_ascii_case("localhost")
            || name.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        !self.loopback || is_local || self.hosts.iter().any(|each| each.eq_ignore_ascii_case(name))
    }

    /// Why the request is refused, if it is.
    fn refusal(&self, headers: &HeaderMap) -> Option<&'static str> {
        let host = text(headers, &header::HOST).unwrap_or_default();
        if !self.allows_host(host) {
            return Some("this server is not called by that name");
        }
        // Only browsers send an origin, and then it has to be this very page.
        let origin = text(headers, &header::ORIGIN)?;
        let own = origin.split_once("://").is_some_and(|(_, authority)| authority == host);
        (!own).then_some("another site may not use this server")
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    // A value that is no text matches nothing.
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// `localhost:8080` and `[::1]:8080` without the port and the brackets.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    }
}

/// Refuses strangers, and puts the headers on every answer.
pub(crate) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match guard.refusal(request.headers()) {
        Some(reason) => {
            tracing::warn!(path = request.uri().path(), reason, "refused");
            (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response()
        }
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(guard: &Guard, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        guard.refusal(&headers).is_some()
    }

    #[test]
    fn only_this_page_and_local_names() {
        let local = Guard::new("127.0.0.1:8080".parse().unwrap(), vec!["othello.club".into()]);
        assert!(!refused(&local, "127.0.0.1:8080", None));
        assert!(!refused(&local, "localhost:8080", Some("http://localhost:8080")));
        assert!(!refused(&local, "[::1]:8080", Some("http://[::1]:8080")));
        assert!(!refused(&local, "othello.club", Some("https://othello.club")));
        assert!(refused(&local, "localhost:8080", Some("https://evil.example")));
        assert!(refused(&local, "localhost:8080", Some("http://localhost:9090")));
        assert!(refused(&local, "localhost:8080", Some("null")));
        assert!(refused(&local, "evil.example:8080", Some("http://evil.example:8080")));
        let public = Guard::new("0.0.0.0:80".parse().unwrap(), vec![]);
        assert!(!refused(&public, "othello.club", Some("http://othello.club")));
        assert!(refused(&public, "othello.club", Some("http://evil.example")));
    }
}
