//! What counts as a valid citation URL.

use crate::source::{Text, push_code_point};
use crate::unicode;
use std::net::Ipv6Addr;

/// Whether a text is an http or https URL with something where the host stands.
///
/// This is the reference's reading of URLs, not the URL standard's: control characters and spaces in front are
/// skipped, tabs and line ends anywhere; port and user are not judged. A host that makes the reference give up (
/// brackets that do not pair, a bad address in them, or characters that normalise to a delimiter) is not valid here.
pub(super) fn is_http_url_with_host(text: Text<'_>) -> bool {
    let mut url = Vec::new();
    for point in text.code_points().skip_while(|point| *point <= 0x20) {
        if !matches!(point, 0x09 | 0x0a | 0x0d) {
            push_code_point(&mut url, point);
        }
    }
    let scheme_length = url.iter().position(|byte| *byte == b':').unwrap_or(0);
    let (scheme, rest) = url.split_at(scheme_length);
    if !scheme.eq_ignore_ascii_case(b"http") && !scheme.eq_ignore_ascii_case(b"https") {
        return false;
    }
    let Some(rest) = rest.strip_prefix(b"://") else {
        return false;
    };
    let end = rest
        .iter()
        .position(|byte| matches!(byte, b'/' | b'?' | b'#'))
        .unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or_default();
    !authority.is_empty() && has_sound_brackets(authority) && !hides_delimiter(authority)
}

fn has_sound_brackets(authority: &[u8]) -> bool {
    let opening = authority.iter().position(|byte| *byte == b'[');
    match (opening, authority.contains(&b']')) {
        (None, false) => true,
        (Some(opening), true) => {
            let inside = authority.get(opening + 1..).unwrap_or_default();
            let host = inside
                .split(|byte| *byte == b']')
                .next()
                .unwrap_or_default();
            std::str::from_utf8(host).is_ok_and(is_bracketed_address)
        }
        _ => false,
    }
}

/// An IPv6 address, perhaps with a zone, or an address of a later version such as `v1.x`.
fn is_bracketed_address(host: &str) -> bool {
    if let Some(future) = host.strip_prefix('v') {
        return future.split_once('.').is_some_and(|(version, rest)| {
            !version.is_empty()
                && version.bytes().all(|byte| byte.is_ascii_hexdigit())
                && !rest.is_empty()
        });
    }
    let (address, zone) = match host.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (host, None),
    };
    address.parse::<Ipv6Addr>().is_ok()
        && zone.is_none_or(|zone| !zone.is_empty() && !zone.contains('%'))
}

/// Whether normalising the host (NFKC) would bring a delimiter to light.
fn hides_delimiter(authority: &[u8]) -> bool {
    Text::Wtf8(authority)
        .code_points()
        .any(unicode::nfkc_yields_delimiter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_authority_is_asked_for() {
        for (url, valid) in [
            ("http://a", true),
            ("HtTpS://a/b?c", true),
            ("http://:8080", true),
            ("http://x y", true),
            ("http://\\a", true),
            ("\u{1} ht\ttp:/\n/a", true),
            ("http:\\\\a", false),
            ("http://", false),
            ("http:///a", false),
            ("ftp://a", false),
            ("//a", false),
            ("http://[::1]:80", true),
            ("http://[fe80::1%eth0]", true),
            ("http://[v1.x]", true),
            ("http://[1.2.3.4]", false),
            ("http://[oops", false),
            ("http://kb／x", false),
        ] {
            assert_eq!(is_http_url_with_host(Text::Utf8(url)), valid, "{url:?}");
        }
    }
}
